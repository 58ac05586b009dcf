"""FreeCell for CS162, lab 2: a Pile class, columns as lines, cards with letters."""

import cards


class Pile:
    """A pile of cards with a rule for what may be put on it."""

    def __init__(self, kind):
        self.kind = kind
        self.cards = []

    def accepts(self, card):
        if self.kind == "cell":
            return not self.cards
        if self.kind == "foundation":
            if not self.cards:
                return card.get_rank() == 1
            return card.equal_suit(self.cards[-1]) and card.get_rank() == len(self.cards) + 1
        if not self.cards:
            return True
        last = self.cards[-1]
        colors = {1: "black", 2: "red", 3: "red", 4: "black"}
        return (
            colors[card.get_suit()] != colors[last.get_suit()]
            and last.get_rank() - card.get_rank() == 1
        )

    def text(self):
        return " ".join(card_name(card) for card in self.cards)


def card_name(card):
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    return ranks[card.get_rank() - 1] + "CDHS"[card.get_suit() - 1]


class FreeCell:
    """The table and its commands."""

    def __init__(self):
        deck = cards.Deck()
        deck.shuffle()
        self.piles = {
            "t": [Pile("column") for _ in range(8)],
            "c": [Pile("cell") for _ in range(4)],
            "f": [Pile("foundation") for _ in range(4)],
        }
        for number, column in enumerate(self.piles["t"]):
            for _ in range(7 if number < 4 else 6):
                column.cards.append(deck.deal())

    def show(self):
        for number, column in enumerate(self.piles["t"], 1):
            print("Column", number, "-", column.text())
        print("Cells       ", " | ".join(pile.text() or "." for pile in self.piles["c"]))
        tops = [card_name(pile.cards[-1]) if pile.cards else "." for pile in self.piles["f"]]
        print("Foundations ", " | ".join(tops))

    def move(self, command, source, target):
        pile = self.piles[command[0]][source]
        other = self.piles[command[2]][target]
        if not pile.cards:
            raise ValueError("there is no card")
        if not other.accepts(pile.cards[-1]):
            raise ValueError("that is against the rules")
        other.cards.append(pile.cards.pop())

    def has_moves(self):
        sources = [pile for kind in "tc" for pile in self.piles[kind] if pile.cards]
        for pile in sources:
            for kind in "tcf":
                for other in self.piles[kind]:
                    if pile.kind == "cell" and other.kind == "cell":
                        continue
                    if pile is not other and other.accepts(pile.cards[-1]):
                        return True
        return False

    def is_won(self):
        return all(len(pile.cards) == 13 for pile in self.piles["f"])


def number(text, most):
    if text not in [str(each) for each in range(1, most + 1)]:
        raise ValueError("not a number from 1 to " + str(most) + ": " + text)
    return int(text) - 1


def main():
    game = FreeCell()
    game.show()
    while True:
        try:
            words = input("FreeCell> ").split()
        except EOFError:
            return
        try:
            if words == ["q"]:
                return
            if words == ["h"]:
                print("t2f T F, t2c T C, t2t T1 T2, c2t C T, c2f C F, h, q")
                continue
            if not words or words[0] not in ("t2f", "t2c", "t2t", "c2t", "c2f"):
                raise ValueError("no such option")
            if len(words) != 3:
                raise ValueError("two numbers are needed")
            sizes = {"t": 8, "c": 4, "f": 4}
            source = number(words[1], sizes[words[0][0]])
            target = number(words[2], sizes[words[0][2]])
            game.move(words[0], source, target)
            game.show()
        except ValueError as error:
            print("Error:", error)
        if game.is_won():
            print("You have won the game!")
            return
        if not game.has_moves():
            print("Game over: there are no moves left.")
            return


main()
