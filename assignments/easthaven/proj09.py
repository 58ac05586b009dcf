###############################################################################
#   CSE 231, Spring 2009
#   Section: ___________
#   Date:    ___________
#   Programming Project #9: Easthaven
#
#   Algorithm
#       deal a game and show it
#       until all cards are on the foundation or the player quits:
#           prompt for a command
#           carry it out and show the game, or say why it cannot be done
#
#   The game is three things that every function is handed: the tableau (a list
#   of seven rows, each a list of cards whose last card is the one in play), the
#   foundation (a list of four piles, each a list of cards of one suit, ace
#   first) and the stock (a Deck with the cards not yet dealt). Rows and piles
#   count from 1, as the player counts them.
#
#   The handout says that the player can take cards from the stock "if you cannot
#   make any moves". This program lets the player deal at any time, which is our
#   choice: a possible move need not be a good one, and that is for the player to
#   judge.
###############################################################################

"""Easthaven: bring the four suits home, with seven more cards at every deal."""

import itertools

import cards

ROWS = 7
PILES = 4
CARDS_PER_ROW = 3
ACE = 1
KING = 13

RULE = "-" * 40
PROMPT = "Command (type 'h' for help): "
GOODBYE = "Thanks for playing"
WINNING = "Winning! All fifty-two cards are on the foundation."
INVALID = "Invalid move"
NO_STOCK = "There are no cards left in the stock."
UNKNOWN = "Unknown command: "
EMPTY_LINE = "(an empty line)"
HELP = """\
f [row A] [foundation F]              move the last card of row A to foundation F
m [number of cards] [row A] [row B]   move that many cards from row A to row B
d                                     deal a card from the stock to every row
h                                     show this help
q                                     quit"""

# The least and the greatest number each command takes in each place. No run is longer
# than thirteen cards, so nobody can mean to move more.
RANGES = {
    "f": [(1, ROWS), (1, PILES)],
    "m": [(1, KING), (1, ROWS), (1, ROWS)],
    "d": [],
    "h": [],
    "q": [],
}
FORMS = {
    "f": f"The form is: f [row A] [foundation F], A from 1 to {ROWS}, F from 1 to {PILES}.",
    "m": "The form is: m [number of cards] [row A] [row B], "
    f"the number from 1 to {KING}, A and B from 1 to {ROWS}.",
    "d": "The form is: d, with nothing after it.",
    "h": "The form is: h, with nothing after it.",
    "q": "The form is: q, with nothing after it.",
}


def setup_game():
    """Shuffle a deck and lay out the rows; return tableau, foundation and stock."""
    stock = cards.Deck()
    stock.shuffle()
    tableau = []
    for _ in range(ROWS):
        row = [stock.deal() for _ in range(CARDS_PER_ROW)]
        for card in row[:-1]:
            card.set_hidden(True)
        row[-1].set_hidden(False)
        tableau.append(row)
    foundation = [[] for _ in range(PILES)]
    return tableau, foundation, stock


def face(card):
    """Return the card as the player sees it, in three columns."""
    # Whether str() hides a card differs from deck to deck, so it is not left to str().
    text = "XX" if card.get_hidden() else str(card)
    return f"{text:>3}"


def display_game(tableau, foundation, stock):
    """Show the rows, the last card of each foundation pile, and the size of the stock."""
    print("Tableau:")
    for number, row in enumerate(tableau, start=1):
        print(f"Row {number}: " + " ".join(face(card) for card in row))
    print(RULE)
    print("Foundation:")
    for number, pile in enumerate(foundation, start=1):
        print(f"Row {number}: " + " ".join(face(card) for card in pile[-1:]))
    print(RULE)
    print(f"Stock: {stock.cards_left()} cards left.")


def follows(card, above):
    """Tell whether the card may lie on the one above it in a row."""
    return card.get_rank() == above.get_rank() - 1 and not card.has_same_color(above)


def is_run(pile):
    """Tell whether the cards lie face up, down by rank and in alternating colours."""
    if any(card.get_hidden() for card in pile):
        return False
    return all(follows(card, above) for above, card in itertools.pairwise(pile))


def turn_up_last(row):
    """Turn up the card that a move has uncovered, if there is one."""
    if row:
        row[-1].set_hidden(False)


def move_to_foundation(tableau, foundation, row_number, pile_number):
    """Move a row's last card to a foundation pile; return False if the rules forbid it."""
    row = tableau[row_number - 1]
    pile = foundation[pile_number - 1]
    if not row:
        return False
    card = row[-1]
    if pile:
        same_suit = card.get_suit() == pile[-1].get_suit()
        allowed = same_suit and card.get_rank() == pile[-1].get_rank() + 1
    else:
        allowed = card.get_rank() == ACE
    if allowed:
        pile.append(row.pop())
        turn_up_last(row)
    return allowed


def move_cards(tableau, count, from_number, to_number):
    """Move the last cards of one row onto another; return False if the rules forbid it."""
    source = tableau[from_number - 1]
    target = tableau[to_number - 1]
    if source is target or count > len(source):
        return False
    run = source[-count:]
    allowed = is_run(run) and (not target or follows(run[0], target[-1]))
    if allowed:
        target.extend(run)
        del source[-count:]
        turn_up_last(source)
    return allowed


def deal_cards(tableau, stock):
    """Deal a card face up to each row while the stock lasts; return False if it is empty."""
    if stock.cards_left() == 0:
        return False
    for row in tableau[: stock.cards_left()]:
        card = stock.deal()
        card.set_hidden(False)
        row.append(card)
    return True


def is_won(foundation):
    """Tell whether all fifty-two cards are on the foundation."""
    return all(len(pile) == KING for pile in foundation)


def are_in_ranges(words, ranges):
    """Tell whether the words are numbers, one in each of the ranges."""
    if len(words) != len(ranges):
        return False
    for word, (least, greatest) in zip(words, ranges, strict=True):
        # Comparing texts keeps out what int() would let in: '+1', '1_0', foreign digits.
        if word not in [str(number) for number in range(least, greatest + 1)]:
            return False
    return True


def carry_out(command, numbers, tableau, foundation, stock):
    """Do what the command f, m or d asks; return what to tell the player if it cannot be."""
    if command == "f":
        return "" if move_to_foundation(tableau, foundation, *numbers) else INVALID
    if command == "m":
        return "" if move_cards(tableau, *numbers) else INVALID
    return "" if deal_cards(tableau, stock) else NO_STOCK


def read_words():
    """Prompt for a command; return its words, or one that stands for an empty line."""
    try:
        words = input(PROMPT).split()
    except UnicodeDecodeError:
        words = []  # whatever was typed, it was no text
    return words or [EMPTY_LINE]


def play_game():
    """Set up a game and take commands until it is won or the player quits."""
    tableau, foundation, stock = setup_game()
    display_game(tableau, foundation, stock)
    while not is_won(foundation):
        word, *operands = read_words()
        command = word.lower()
        if command not in RANGES:
            print(UNKNOWN + word)
        elif not are_in_ranges(operands, RANGES[command]):
            print(FORMS[command])
        elif command == "q":
            print(GOODBYE)
            return
        elif command == "h":
            print(HELP)
        else:
            numbers = [int(operand) for operand in operands]
            problem = carry_out(command, numbers, tableau, foundation, stock)
            if problem:
                print(problem)
            else:
                display_game(tableau, foundation, stock)
    print(WINNING)


def play():
    """Play one game; running out of input or Ctrl-C is a way to quit, too."""
    try:
        play_game()
    except (EOFError, KeyboardInterrupt):
        print("\n" + GOODBYE)


if __name__ == "__main__":
    play()
