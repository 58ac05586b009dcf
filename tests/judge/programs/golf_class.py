# CSE 231, section 4, November 1 2008, project 9
# The game is an object; the table is shown before every prompt, the columns side by side.

import cards


class Golf:
    def __init__(self):
        self.deck = cards.Deck()
        self.deck.shuffle()
        self.columns = []
        for i in range(7):
            self.columns.append([])
        for i in range(35):
            self.columns[i % 7].append(self.deck.deal())
        self.pile = [self.deck.deal()]

    def show(self):
        print()
        print("Deck: %d    Pile: %s" % (self.deck.cards_left(), self.pile[-1]))
        print("   1    2    3    4    5    6    7")
        deepest = max(len(column) for column in self.columns)
        for depth in range(deepest):
            text = ""
            for column in self.columns:
                if depth < len(column):
                    text = text + "%5s" % str(column[depth])
                else:
                    text = text + "     "
            print(text)

    def fits(self, card):
        top = self.pile[-1].get_rank()
        return card.get_rank() in (top - 1, top + 1) or {card.get_rank(), top} == {1, 13}

    def won(self):
        return sum(len(column) for column in self.columns) == 0

    def lost(self):
        if not self.deck.empty():
            return False
        for column in self.columns:
            if column and self.fits(column[-1]):
                return False
        return True

    def move(self, number):
        column = self.columns[number - 1]
        if not column:
            print("That column is empty!")
        elif not self.fits(column[-1]):
            print("You can't do that!")
        else:
            self.pile.append(column.pop())

    def deal(self):
        if self.deck.empty():
            print("No more cards!")
        else:
            self.pile.append(self.deck.deal())


def play():
    game = Golf()
    while True:
        game.show()
        if game.won():
            print("*** Winning! ***")
            return
        if game.lost():
            print("*** Loser! ***")
            return
        answer = input("1-7, d or q? ")
        if answer == "q":
            return
        if answer == "d":
            game.deal()
        elif answer in ("1", "2", "3", "4", "5", "6", "7"):
            game.move(int(answer))
        else:
            print("I don't understand.")


play()
