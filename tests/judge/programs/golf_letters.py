# Project 9, Golf Relaxed
# Section 2, 11/03/2008
# Cards are shown with letters, in brackets; the menu comes before each prompt.

from cards import *
import sys

MENU = "Commands: 1-7 (row), d (deal), q (quit)"


def card_text(card):
    names = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K"}
    rank = card.get_rank()
    return "[" + names.get(rank, str(rank)) + card.get_suit() + "]"


def print_table(rows, done, deck):
    print("=" * 30)
    print("FOUNDATION >>", card_text(done[-1]))
    print("STOCK >>", "[##]" if deck.cards_left() > 0 else "[  ]")
    i = 1
    for row in rows:
        line = ""
        for card in row:
            line += card_text(card)
        print(str(i) + ") " + line)
        i += 1
    print("=" * 30)


def next_to(a, b):
    difference = abs(a.get_rank() - b.get_rank())
    return difference == 1 or difference == 12


def no_moves(rows, done, deck):
    if deck.cards_left() > 0:
        return False
    for row in rows:
        if len(row) > 0 and next_to(row[-1], done[-1]):
            return False
    return True


def get_command():
    print(MENU)
    print("> ", end="")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if line == "":
        return "q"
    return line.strip()


def play():
    deck = Deck()
    deck.shuffle()
    rows = [[], [], [], [], [], [], []]
    for row in rows:
        while len(row) < 5:
            row.append(deck.deal())
    done = [deck.deal()]
    print("Welcome to Golf! You can play 5 on 6, or 6 on 5, and K on A.")
    print_table(rows, done, deck)
    command = get_command()
    while command != "q":
        if command == "d":
            if deck.cards_left() > 0:
                done.append(deck.deal())
            else:
                print("Sorry, the stock is empty.")
        elif len(command) == 1 and command in "1234567":
            row = rows[int(command) - 1]
            if len(row) > 0 and next_to(row[-1], done[-1]):
                done.append(row.pop())
            else:
                print("Sorry, that is not allowed.")
        else:
            print("Sorry, that is no command.")
        if rows == [[], [], [], [], [], [], []]:
            print("Winning! Well done.")
            break
        print_table(rows, done, deck)
        if no_moves(rows, done, deck):
            print("Loser...")
            break
        command = get_command()


if __name__ == "__main__":
    play()
