# Section 11, April 4 2009, Project 9: Easthaven
# Rows are objects. Columns stand side by side. Each foundation belongs to one suit.
import cards

SUITS = ["H", "D", "C", "S"]


class Row:
    """A row of the tableau."""

    def __init__(self):
        self.cards = []

    def add(self, card, hidden=False):
        card.set_hidden(hidden)
        self.cards.append(card)

    def last(self):
        return self.cards[-1]

    def part(self, count):
        """The last cards, if they may be moved together; else an empty list."""
        if count < 1 or count > len(self.cards):
            return []
        part = self.cards[len(self.cards) - count :]
        for i in range(count):
            if part[i].get_hidden():
                return []
            if i > 0 and not goes_on(part[i], part[i - 1]):
                return []
        return part

    def remove(self, count):
        for i in range(count):
            self.cards.pop()
        if self.cards:
            self.cards[-1].set_hidden(False)


def goes_on(card, other):
    return other.get_rank() == card.get_rank() + 1 and not other.has_same_color(card)


def picture(card):
    if card.get_hidden():
        return " ** "
    return "%4s" % (str(card).strip() + " ")


class Game:
    def __init__(self):
        self.stock = cards.Deck()
        self.stock.shuffle()
        self.rows = [Row() for i in range(7)]
        self.piles = [[], [], [], []]
        for i in range(3):
            for row in self.rows:
                row.add(self.stock.deal(), i < 2)

    def show(self):
        print()
        tops = []
        for suit, pile in zip(SUITS, self.piles):
            tops.append("(" + suit + ": " + (str(pile[-1]).strip() if pile else "--") + ")")
        print("Foundations " + " ".join(tops))
        print("Stock " + str(self.stock.cards_left()))
        print("   1    2    3    4    5    6    7")
        depth = 0
        while depth < max(len(row.cards) for row in self.rows):
            line = ""
            for row in self.rows:
                line += " " + (picture(row.cards[depth]) if depth < len(row.cards) else "    ")
            print(line)
            depth += 1

    def foundation(self, a, f):
        row, pile = self.rows[a - 1], self.piles[f - 1]
        if not row.cards:
            return "Row %d has no cards." % a
        card = row.last()
        if card.get_suit() != SUITS[f - 1] or card.get_rank() != len(pile) + 1:
            return "That card does not go there."
        row.remove(1)
        pile.append(card)
        return None

    def move(self, n, a, b):
        part = self.rows[a - 1].part(n)
        if not part or a == b:
            return "Those cards cannot be moved."
        if self.rows[b - 1].cards and not goes_on(part[0], self.rows[b - 1].last()):
            return "They do not fit there."
        self.rows[a - 1].remove(n)
        for card in part:
            self.rows[b - 1].add(card)
        return None

    def deal(self):
        if self.stock.cards_left() == 0:
            return "The stock is used up."
        for row in self.rows:
            if self.stock.cards_left() > 0:
                row.add(self.stock.deal())
        return None

    def won(self):
        return [len(pile) for pile in self.piles] == [13, 13, 13, 13]


def read_numbers(words, limits):
    """Numbers from 1 up to the limits, or None."""
    if len(words) != len(limits):
        return None
    numbers = []
    for word, limit in zip(words, limits):
        try:
            number = int(word)
        except ValueError:
            return None
        if number < 1 or number > limit:
            return None
        numbers.append(number)
    return numbers


def play():
    game = Game()
    game.show()
    while not game.won():
        words = input("What now? (h for help) ").split()
        problem = None
        if words == ["q"]:
            print("Bye")
            return
        if words == ["h"]:
            print("f row foundation, m number row row, d, h, q")
            continue
        if words == ["d"]:
            problem = game.deal()
        elif words and words[0] == "f":
            numbers = read_numbers(words[1:], [7, 4])
            problem = game.foundation(*numbers) if numbers else "It is: f row foundation"
        elif words and words[0] == "m":
            numbers = read_numbers(words[1:], [52, 7, 7])
            problem = game.move(*numbers) if numbers else "It is: m number row row"
        else:
            problem = "No such command"
        if problem:
            print("Error! " + problem)
        game.show()
    print("Winning! Congratulations!")


if __name__ == "__main__":
    play()
