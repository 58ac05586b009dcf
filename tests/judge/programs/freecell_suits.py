# CS162 lab 2: FreeCell
# Each foundation is for one suit. The menu is shown before each prompt, and cards lie in brackets.
from cards import Deck

ORDER = {1: 4, 2: 3, 3: 2, 4: 1}  # clubs go to foundation 4, spades to foundation 1


def menu():
    print("t2f T F / t2c T C / t2t T1 T2 / c2t C T / c2f C F / h / q")


def new_game():
    deck = Deck()
    deck.shuffle()
    table = [[], [], [], [], [], [], [], []]
    column = 7
    while not deck.is_empty():
        table[column].insert(0, deck.deal())
        column = (column - 1) % 8
    return table, [None, None, None, None], [[], [], [], []]


def box(card):
    return "[{:>3}]".format("" if card is None else str(card).strip())


def show(table, cells, homes):
    print()
    print("FREE CELLS".ljust(26) + "FOUNDATIONS")
    row = " ".join(box(card) for card in cells) + "   "
    print(row + " ".join(box(home[-1] if home else None) for home in homes))
    print("~" * 50)
    print("  ".join("-" + str(number) + "- " for number in range(1, 9)))
    for depth in range(20):
        line = [box(column[depth]) if depth < len(column) else "     " for column in table]
        if "".join(line).strip() == "":
            break
        print(" ".join(line))
    print("~" * 50)


def red(card):
    return card.get_suit() == 2 or card.get_suit() == 3


def fits_column(card, column):
    if len(column) == 0:
        return True
    return red(card) != red(column[-1]) and card.get_rank() + 1 == column[-1].get_rank()


def fits_home(card, homes, number):
    if ORDER[card.get_suit()] != number:
        return False
    return card.get_rank() == len(homes[number - 1]) + 1


def take(table, cells, place, number):
    if place == "t":
        return table[number - 1][-1] if table[number - 1] else None
    return cells[number - 1]


def may_move(table, cells, homes, command, a, b):
    card = take(table, cells, command[0], a)
    if card is None:
        return False
    if command[2] == "f":
        return fits_home(card, homes, b)
    if command[2] == "c":
        return cells[b - 1] is None
    return fits_column(card, table[b - 1])


def move(table, cells, homes, command, a, b):
    card = take(table, cells, command[0], a)
    if command[0] == "t":
        table[a - 1].pop()
    else:
        cells[a - 1] = None
    if command[2] == "f":
        homes[b - 1].append(card)
    elif command[2] == "c":
        cells[b - 1] = card
    else:
        table[b - 1].append(card)


def stuck(table, cells, homes):
    for command in ("t2f", "t2c", "t2t", "c2t", "c2f"):
        for a in range(1, size(command[0]) + 1):
            for b in range(1, size(command[2]) + 1):
                if may_move(table, cells, homes, command, a, b):
                    return False
    return True


def size(place):
    return 8 if place == "t" else 4


def main():
    table, cells, homes = new_game()
    show(table, cells, homes)
    menu()
    line = input("? ").strip()
    while line != "q":
        words = line.split(" ")
        if line == "h":
            pass
        elif words[0] not in ("t2f", "t2c", "t2t", "c2t", "c2f"):
            print("*** This is not in the menu: " + line)
        elif len(words) != 3 or not all(word in list("12345678") for word in words[1:]):
            print("*** Wrong operands")
        elif int(words[1]) > size(words[0][0]) or int(words[2]) > size(words[0][2]):
            print("*** Operand too large")
        elif not may_move(table, cells, homes, words[0], int(words[1]), int(words[2])):
            print("*** The rules do not allow this")
        else:
            move(table, cells, homes, words[0], int(words[1]), int(words[2]))
        show(table, cells, homes)
        if sum(len(home) for home in homes) == 52:
            print("You win!")
            return
        if stuck(table, cells, homes):
            print("You lose: no move is possible.")
            return
        menu()
        line = input("? ").strip()
    print("Bye!")


main()
