# Project 10, Baker's Game.
# The program is at the level of the module, as in the framework of the course.

import cards1


def setup_game():
    """The deck goes to the tableaus from left to right."""
    deck = cards1.Deck()
    deck.shuffle()
    tableaus = [[], [], [], [], [], [], [], []]
    i = 0
    while len(deck) > 0:
        tableaus[i].append(deck.deal())
        i += 1
        if i == 8:
            i = 0
    return ([[], [], [], []], [[], [], [], []], tableaus)


def display_game(cells, foundations, tableaus):
    """Rows of cells and foundations, and the columns below."""
    print("=" * 45)
    print("Cells:      ", end="")
    for cell in cells:
        print("[ ]" if cell == [] else cell[0], end="  ")
    print("\nFoundations:", end="")
    for fnd in foundations:
        print("[ ]" if fnd == [] else fnd[-1], end="  ")
    print("\n" + "-" * 45)
    row = 0
    more = True
    while more:
        more = False
        line = ""
        for tab in tableaus:
            if len(tab) > row:
                line += "{:6s}".format(str(tab[row]))
                more = True
            else:
                line += " " * 6
        if more:
            print(line)
        row += 1
    print("=" * 45)


def valid_fnd_move(src_card, dest_card):
    """An ace, or the next one of the suit."""
    if not dest_card:
        if src_card.rank() != 1:
            raise RuntimeError("Error: only an ace can start a foundation")
    elif not (src_card.suit() == dest_card.suit() and src_card.rank() - dest_card.rank() == 1):
        raise RuntimeError("Error: it does not follow on the foundation")


def valid_tab_move(src_card, dest_card):
    """Anything, or the one below of the suit."""
    if dest_card and (
        src_card.suit() != dest_card.suit() or dest_card.rank() - src_card.rank() != 1
    ):
        raise RuntimeError("Error: tableaus are built down by suit")


def last(pile):
    """The last card or nothing."""
    if len(pile) == 0:
        return None
    return pile[len(pile) - 1]


def need_card(pile):
    """There has to be a card."""
    if pile == []:
        raise RuntimeError("Error: there is no card to move")


def tableau_to_cell(tab, cell):
    """To a cell."""
    need_card(tab)
    if len(cell) == 1:
        raise RuntimeError("Error: the cell is full")
    cell.append(tab.pop())


def tableau_to_foundation(tab, fnd):
    """To a foundation."""
    need_card(tab)
    valid_fnd_move(tab[-1], last(fnd))
    fnd.append(tab.pop())


def tableau_to_tableau(tab1, tab2):
    """To a tableau."""
    need_card(tab1)
    valid_tab_move(tab1[-1], last(tab2))
    tab2.append(tab1.pop())


def cell_to_foundation(cell, fnd):
    """To a foundation."""
    need_card(cell)
    valid_fnd_move(cell[-1], last(fnd))
    fnd.append(cell.pop())


def cell_to_tableau(cell, tab):
    """To a tableau."""
    need_card(cell)
    valid_tab_move(cell[-1], last(tab))
    tab.append(cell.pop())


def is_winner(foundations):
    """All four are full."""
    for fnd in foundations:
        if len(fnd) < 13 or fnd[12].rank() != 13:
            return False
    return True


def column(text, most):
    """A number from 1 up to most, counted from 0."""
    try:
        number = int(text)
    except ValueError:
        raise RuntimeError("Error: not a number: " + text)
    if number < 1 or number > most:
        raise RuntimeError("Error: out of range: " + text)
    return number - 1


MENU = "tc x y, tf x y, tt x y, cf x y, ct x y, r, h, q"

print(MENU)
cells, fnds, tabs = setup_game()
while not is_winner(fnds):
    display_game(cells, fnds, tabs)
    words = input("prompt :> ").strip().lower().split()
    try:
        if len(words) == 0:
            raise RuntimeError("Error: nothing was typed")
        command = words[0]
        if command in ("r", "h", "q") and len(words) > 1:
            raise RuntimeError("Error: nothing may follow " + command)
        if command == "q":
            break
        elif command == "h":
            print(MENU)
        elif command == "r":
            cells, fnds, tabs = setup_game()
        elif command in ("tc", "tf", "tt", "cf", "ct"):
            if len(words) != 3:
                raise RuntimeError("Error: two numbers are needed")
            x = column(words[1], 8 if command[0] == "t" else 4)
            y = column(words[2], 8 if command[1] == "t" else 4)
            if command == "tc":
                tableau_to_cell(tabs[x], cells[y])
            elif command == "tf":
                tableau_to_foundation(tabs[x], fnds[y])
            elif command == "tt":
                tableau_to_tableau(tabs[x], tabs[y])
            elif command == "cf":
                cell_to_foundation(cells[x], fnds[y])
            else:
                cell_to_tableau(cells[x], tabs[y])
        else:
            raise RuntimeError("Error: no such command")
    except RuntimeError as error_message:
        print("{:s}\nTry again.".format(str(error_message)))
else:
    print("You won!")
