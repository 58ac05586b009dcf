###############################################################################
#   CS162, Lab 2: FreeCell
#
#   Algorithm
#       deal a game and show it
#       until the game is won, no move is left or the player quits:
#           prompt for a command
#           carry it out and show the game, or say why it cannot be done
#       say how the game has ended
#
#   The game is one dictionary of three areas, each a list of piles, each pile a
#   list of cards whose last card is the one in play:
#       't'  the eight columns of the tableau
#       'c'  the four cells, piles of at most one card
#       'f'  the four foundations
#   The letters are those of the commands: t2f moves a card from 't' to 'f'.
#   Piles count from 1, as the player counts them.
###############################################################################

"""FreeCell: bring all cards to the foundations, one at a time."""

import cards

COLUMNS = 8
CELLS = 4
FOUNDATIONS = 4
DECK_SIZE = 52
ACE = 1
KING = 13
RED_SUITS = (2, 3)  # diamonds and hearts

MOVES = ("t2f", "t2c", "t2t", "c2t", "c2f")
AREA_NAMES = {"t": "tableau", "c": "cell", "f": "foundation"}

RULE = "-" * 40
PROMPT = "Command (type 'h' for help): "
GOODBYE = "Thanks for playing"
WON = "You won!"
STUCK = "No move is left: you have lost this game."
UNKNOWN = "Unknown command: "
EMPTY_LINE = "(an empty line)"
MENU = """\
t2f T F -- move from Tableau T to Foundation F
t2c T C -- move from Tableau T to Cell C
t2t T1 T2 -- move from Tableau T1 to Tableau T2
c2t C T -- move from Cell C to Tableau T
c2f C F -- move from Cell C to Foundation F
h -- help (displays the menu of options)
q -- quit"""


def setup_game():
    """Shuffle a deck, deal it one card to each column in turn, and return the table."""
    deck = cards.Deck()
    deck.shuffle()
    columns = [[] for _ in range(COLUMNS)]
    for turn in range(DECK_SIZE):
        columns[turn % COLUMNS].append(deck.deal())
    return {
        "t": columns,
        "c": [[] for _ in range(CELLS)],
        "f": [[] for _ in range(FOUNDATIONS)],
    }


def face(cards_seen):
    """Return the one card of the list in three columns, or blanks if the list is empty."""
    text = str(cards_seen[0]) if cards_seen else ""
    return f"{text:>3}"


def display_game(table):
    """Show the last card of each cell and foundation, and the columns side by side."""
    for area, title in (("c", "Cells:"), ("f", "Foundations:")):
        piles = enumerate(table[area], start=1)
        print(f"{title:<13}" + "  ".join(f"{number}[{face(pile[-1:])}]" for number, pile in piles))
    print(RULE)
    print("Tableau:")
    print("".join(f"{number:>5}" for number in range(1, COLUMNS + 1)))
    for depth in range(max(len(column) for column in table["t"])):
        line = "".join("  " + face(column[depth : depth + 1]) for column in table["t"])
        print(line.rstrip())
    print(RULE)


def is_red(card):
    """Tell whether the card is a heart or a diamond."""
    return card.get_suit() in RED_SUITS


def name(card):
    """Return the card as it stands in the middle of a sentence."""
    return str(card).strip()


def foundation_problem(card, pile):
    """Return what keeps the card off the foundation, or an empty string."""
    if not pile:
        if card.get_rank() == ACE:
            return ""
        return f"only an ace starts a foundation, not {name(card)}."
    last = pile[-1]
    if card.get_suit() != last.get_suit():
        return f"{name(card)} is not of the suit of {name(last)}."
    if card.get_rank() != last.get_rank() + 1:
        return f"{name(card)} is not one rank above {name(last)}."
    return ""


def column_problem(card, column):
    """Return what keeps the card off the column, or an empty string."""
    if not column:
        return ""
    last = column[-1]
    if card.get_rank() != last.get_rank() - 1:
        return f"{name(card)} is not one rank below {name(last)}."
    if is_red(card) == is_red(last):
        return f"{name(card)} and {name(last)} are of the same colour."
    return ""


def cell_problem(cell):
    """Return what keeps any card out of the cell, or an empty string."""
    return f"the cell already holds {name(cell[-1])}." if cell else ""


def move_problem(table, move, source_number, target_number):
    """Return which rule forbids a move such as 't2f', or an empty string if none does."""
    source_area, target_area = move.split("2")
    source = table[source_area][source_number - 1]
    target = table[target_area][target_number - 1]
    if not source:
        return f"{AREA_NAMES[source_area]} {source_number} is empty."
    if source is target:
        return f"{name(source[-1])} lies there already."
    if target_area == "f":
        return foundation_problem(source[-1], target)
    if target_area == "t":
        return column_problem(source[-1], target)
    return cell_problem(target)


def make_move(table, move, source_number, target_number):
    """Move a card if the rules allow it; return which rule forbids it, or an empty string."""
    problem = move_problem(table, move, source_number, target_number)
    if not problem:
        source_area, target_area = move.split("2")
        card = table[source_area][source_number - 1].pop()
        table[target_area][target_number - 1].append(card)
    return problem


def is_won(table):
    """Tell whether all fifty-two cards are on the foundations."""
    return all(len(pile) == KING for pile in table["f"])


def has_move(table):
    """Tell whether the player can make any move at all."""
    for move in MOVES:
        source_area, target_area = move.split("2")
        for source in range(1, len(table[source_area]) + 1):
            for target in range(1, len(table[target_area]) + 1):
                if not move_problem(table, move, source, target):
                    return True
    return False


def operand_problem(table, move, operands):
    """Return what is wrong with what was typed after the move, or an empty string."""
    areas = move.split("2")
    if len(operands) != len(areas):
        wanted = " and ".join(f"{AREA_NAMES[area]} (1 to {len(table[area])})" for area in areas)
        return f"{move} takes two numbers: {wanted}."
    for area, operand in zip(areas, operands, strict=True):
        size = len(table[area])
        # Comparing texts keeps out what int() would let in: '+1', '0_1', foreign digits.
        if operand not in [str(number) for number in range(1, size + 1)]:
            return f"there is no {AREA_NAMES[area]} {operand}, only 1 to {size}."
    return ""


def carry_out(table, move, operands):
    """Make the move the player typed; return what to tell the player if it cannot be."""
    problem = operand_problem(table, move, operands)
    if problem:
        return "Invalid operands: " + problem
    source_number, target_number = [int(operand) for operand in operands]
    problem = make_move(table, move, source_number, target_number)
    return "Illegal move: " + problem if problem else ""


def read_words():
    """Prompt for a command; return its words, or one that stands for an empty line."""
    try:
        words = input(PROMPT).split()
    except UnicodeDecodeError:
        words = []  # whatever was typed, it was no text
    return words or [EMPTY_LINE]


def play_game():
    """Deal a game and take commands until it is won, lost or left."""
    table = setup_game()
    display_game(table)
    while not is_won(table) and has_move(table):
        word, *operands = read_words()
        command = word.lower()
        if command in MOVES:
            problem = carry_out(table, command, operands)
            if problem:
                print(problem)
            else:
                display_game(table)
        elif command not in ("h", "q"):
            print(UNKNOWN + word)
        elif operands:
            print(f"Invalid operands: {command} takes none.")
        elif command == "h":
            print(MENU)
        else:
            print(GOODBYE)
            return
    print(WON if is_won(table) else STUCK)


def main():
    """Play one game; running out of input or Ctrl-C is a way to quit, too."""
    try:
        play_game()
    except (EOFError, KeyboardInterrupt):
        print("\n" + GOODBYE)


if __name__ == "__main__":
    main()
