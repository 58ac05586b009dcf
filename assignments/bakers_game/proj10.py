###############################################################################
#   Computer Project #10: Baker's Game
#
#   Algorithm
#       show the rules, a freshly dealt game and the menu
#       until the player quits or wins:
#           prompt for a command
#           carry it out, or say why it cannot be done
#           show the game again
#
#   The game is three lists of piles: four cells, four foundations and eight
#   tableaus. Every pile is a list of cards whose last card is the one in play;
#   a cell is a pile of at most one. Piles count from 0 here and from 1 wherever
#   the player sees them.
#
#   Whatever the player may not do is a RuntimeError that says why. A function
#   that raises one has changed nothing.
###############################################################################

"""Baker's Game: FreeCell's elder brother, with tableaus built down by suit."""

import cards

RULES = """
Baker's Game:
    All 52 cards are dealt face up to 8 Tableaus. To win, bring them all to
    the 4 Foundations, which are built up by suit from Ace to King.
    Only the last card of a Tableau and the cards in the Cells can be moved,
    one at a time.
    Tableaus are built down by suit: only the 7 of Hearts goes on the 8 of
    Hearts. Any card may go to an empty Tableau.
    Each of the 4 Cells holds one card of any kind."""

MENU = """\
Game commands:
    TC x y    Move card from tableau x to cell y
    TF x y    Move card from tableau x to foundation y
    TT x y    Move card from tableau x to tableau y
    CF x y    Move card from cell x to foundation y
    CT x y    Move card from cell x to tableau y
    R         Restart the game with a re-shuffle
    H         Display this menu of commands
    Q         Quit the game"""

PROMPT = "prompt :> "
TRY_AGAIN = "Try again."
WON = """\
=================
You won the game!
================="""

NO_COMMAND = "Invalid command: Nothing was entered"
UNKNOWN_COMMAND = "Invalid command: There is no command {}"
WRONG_COUNT = "Invalid command: {} needs {} values, but got {}"
NOT_A_NUMBER = "Invalid command: {} is not a number"
OUT_OF_RANGE = "Invalid command: There is no {} {}, they go from 1 to {}"
NO_SOURCE = "Invalid move: Source is empty"
SAME_TABLEAU = "Invalid move: Source and destination are the same tableau"
CELL_NOT_EMPTY = "Invalid move: Cell is not empty"
NOT_AN_ACE = "Invalid move: Source card is not an Ace"
WRONG_SUIT = "Invalid move: Wrong suit"
WRONG_RANK = "Invalid move: Wrong rank"

ACE = 1
KING = 13
CARDS_IN_SUIT = 13

HOW_MANY = {"cell": 4, "foundation": 4, "tableau": 8}

# What the values x and y of a command count.
COMMANDS = {
    "TC": ("tableau", "cell"),
    "TF": ("tableau", "foundation"),
    "TT": ("tableau", "tableau"),
    "CF": ("cell", "foundation"),
    "CT": ("cell", "tableau"),
    "R": (),
    "H": (),
    "Q": (),
}


def setup_game():
    """Shuffle a deck and deal it out, one card to each tableau in turn.

    Returns: cells, foundations, tableaus (lists of lists of cards)
    """
    cells = [[] for _ in range(HOW_MANY["cell"])]
    foundations = [[] for _ in range(HOW_MANY["foundation"])]
    tableaus = [[] for _ in range(HOW_MANY["tableau"])]

    deck = cards.Deck()
    deck.shuffle()
    dealt = 0
    while not deck.is_empty():
        tableaus[dealt % len(tableaus)].append(deck.deal())
        dealt += 1
    return cells, foundations, tableaus


def last_card(pile):
    """Return the card of a pile that is in play, or None if the pile is empty."""
    return pile[-1] if pile else None


def brackets(piles):
    """Return a row (str) of piles in brackets, of which only the last cards show."""
    return "".join(f"[{str(pile[-1]) if pile else '':>3}]" for pile in piles)


def numbers(piles):
    """Return the numbers (str) of a row of piles, each over the middle of its pile."""
    return "".join(f"{number:^5}" for number in range(1, len(piles) + 1))


def display_game(cells, foundations, tableaus):
    """Print the cells and foundations, and below them the tableaus side by side.

    cells, foundations, tableaus: lists of lists of cards
    """
    print()
    print(f"{'Cells':^20}  {'Foundations':^20}")
    print(numbers(cells) + "  " + numbers(foundations))
    print(brackets(cells) + "  " + brackets(foundations))
    print()
    print(f"{'Tableaus':^40}")
    print(" " + numbers(tableaus))
    for row in range(max(len(tableau) for tableau in tableaus)):
        line = ""
        for tableau in tableaus:
            card_text = str(tableau[row]) if row < len(tableau) else ""
            line += f"{card_text:>5}"
        print(line)
    print()


def valid_fnd_move(src_card, dest_card):
    """Raise a RuntimeError unless a card may be placed on a foundation.

    src_card: the card to be placed, or None if there is none
    dest_card: the foundation's last card, or None if it is empty
    """
    if src_card is None:
        raise RuntimeError(NO_SOURCE)
    if dest_card is None:
        if src_card.rank() != ACE:
            raise RuntimeError(NOT_AN_ACE)
        return
    if src_card.suit() != dest_card.suit():
        raise RuntimeError(WRONG_SUIT)
    if src_card.rank() != dest_card.rank() + 1:
        raise RuntimeError(WRONG_RANK)


def valid_tab_move(src_card, dest_card):
    """Raise a RuntimeError unless a card may be placed on a tableau.

    src_card: the card to be placed, or None if there is none
    dest_card: the tableau's last card, or None if it is empty
    """
    if src_card is None:
        raise RuntimeError(NO_SOURCE)
    if dest_card is None:
        return
    if src_card.suit() != dest_card.suit():
        raise RuntimeError(WRONG_SUIT)
    if src_card.rank() != dest_card.rank() - 1:
        raise RuntimeError(WRONG_RANK)


def tableau_to_cell(tab, cell):
    """Move the last card of a tableau to a cell, or raise a RuntimeError.

    tab, cell: lists of cards
    """
    if not tab:
        raise RuntimeError(NO_SOURCE)
    if cell:
        raise RuntimeError(CELL_NOT_EMPTY)
    cell.append(tab.pop())


def tableau_to_foundation(tab, fnd):
    """Move the last card of a tableau to a foundation, or raise a RuntimeError.

    tab, fnd: lists of cards
    """
    valid_fnd_move(last_card(tab), last_card(fnd))
    fnd.append(tab.pop())


def tableau_to_tableau(tab1, tab2):
    """Move the last card of one tableau to another, or raise a RuntimeError.

    tab1, tab2: lists of cards
    """
    if tab1 is tab2:
        raise RuntimeError(SAME_TABLEAU)
    valid_tab_move(last_card(tab1), last_card(tab2))
    tab2.append(tab1.pop())


def cell_to_foundation(cell, fnd):
    """Move the card in a cell to a foundation, or raise a RuntimeError.

    cell, fnd: lists of cards
    """
    valid_fnd_move(last_card(cell), last_card(fnd))
    fnd.append(cell.pop())


def cell_to_tableau(cell, tab):
    """Move the card in a cell to a tableau, or raise a RuntimeError.

    cell, tab: lists of cards
    """
    valid_tab_move(last_card(cell), last_card(tab))
    tab.append(cell.pop())


def is_winner(foundations):
    """Return True if every foundation holds a whole suit, with its King on top.

    foundations: list of lists of cards
    """
    return all(len(pile) == CARDS_IN_SUIT and pile[-1].rank() == KING for pile in foundations)


def get_input():
    """Prompt for a command and return what the player enters (str).

    The end of the input, and Ctrl-C, are ways of quitting.
    """
    try:
        return input(PROMPT)
    except (EOFError, KeyboardInterrupt):
        print()
        return "Q"
    except UnicodeDecodeError:
        return ""  # whatever was typed, it was no text


def parse_value(value, kind):
    """Turn a pile's number as entered into its index, or raise a RuntimeError.

    value: str
    kind: str, what the number counts ("cell", "foundation" or "tableau")
    Returns: int
    """
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise RuntimeError(NOT_A_NUMBER.format(value))
    # A number may be too long for int(), but then it is not among the names.
    names = [str(number) for number in range(1, HOW_MANY[kind] + 1)]
    if value not in names:
        raise RuntimeError(OUT_OF_RANGE.format(kind, value, len(names)))
    return names.index(value)


def parse_command(text):
    """Take a command apart, or raise a RuntimeError that says what is wrong with it.

    text: str, as the player entered it
    Returns: list, the command's name in capitals followed by its indices
    """
    words = text.split()
    if not words:
        raise RuntimeError(NO_COMMAND)
    name, values = words[0].upper(), words[1:]
    if name not in COMMANDS:
        raise RuntimeError(UNKNOWN_COMMAND.format(words[0]))
    kinds = COMMANDS[name]
    if len(values) != len(kinds):
        raise RuntimeError(WRONG_COUNT.format(name, len(kinds) or "no", len(values)))
    return [name] + [parse_value(value, kind) for value, kind in zip(values, kinds, strict=True)]


def move_card(command, cells, foundations, tableaus):
    """Carry out one of the five moves, or raise a RuntimeError.

    command: list, as parse_command returns it
    cells, foundations, tableaus: lists of lists of cards, changed if the move is valid
    """
    name, x, y = command
    if name == "TC":
        tableau_to_cell(tableaus[x], cells[y])
    elif name == "TF":
        tableau_to_foundation(tableaus[x], foundations[y])
    elif name == "TT":
        tableau_to_tableau(tableaus[x], tableaus[y])
    elif name == "CF":
        cell_to_foundation(cells[x], foundations[y])
    elif name == "CT":
        cell_to_tableau(cells[x], tableaus[y])


def start_game():
    """Show the rules, a freshly dealt game and the menu.

    Returns: cells, foundations, tableaus (lists of lists of cards)
    """
    print(RULES)
    cells, foundations, tableaus = setup_game()
    display_game(cells, foundations, tableaus)
    print(MENU)
    print()
    return cells, foundations, tableaus


def main():
    """Play Baker's Game until the player wins or quits."""
    cells, foundations, tableaus = start_game()

    while not is_winner(foundations):
        text = get_input()
        try:
            command = parse_command(text)
            if command == ["Q"]:
                return
            if command == ["R"]:
                cells, foundations, tableaus = start_game()
                continue
            if command == ["H"]:
                print(MENU)
            else:
                move_card(command, cells, foundations, tableaus)
        except RuntimeError as error_message:
            print(f"{error_message}\n{TRY_AGAIN}")
        display_game(cells, foundations, tableaus)

    print(WON)


if __name__ == "__main__":
    main()

# Questions
# Q1: 7
# Q2: 2
# Q3: 1
# Q4: 7
# Q5: 7
