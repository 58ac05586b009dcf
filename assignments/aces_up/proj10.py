###############################################################################
#   Computer Project #10: Aces Up
#
#   Algorithm
#       show the rules, the menu and a freshly dealt game
#       until the player quits or wins:
#           prompt for an option
#           carry it out, or say why it cannot be done
#           show the game again, unless the option made no sense
#
#   The game is three things: the stock (a Deck), the tableau (a list of four
#   columns, each a list of cards whose last card is the one in play) and the
#   foundation (a list of the cards put away). Columns count from 0 here and
#   from 1 wherever the player sees them.
###############################################################################

"""Aces Up: put away every card but the four aces."""

import cards

RULES = """
Aces High Card Game:
     Tableau columns are numbered 1,2,3,4.
     Only the card at the bottom of a Tableau column can be moved.
     A card can be moved to the Foundation only if a higher ranked card\x20
     of the same suit is at the bottom of another Tableau column.
     To win, all cards except aces must be in the Foundation."""

MENU = """\x20\x20\x20\x20\x20
Input options:
    D: Deal to the Tableau (one card on each column).
    F x: Move card from Tableau column x to the Foundation.
    T x y: Move card from Tableau column x to empty Tableau column y.
    R: Restart the game (after shuffling)
    H: Display the menu of choices
    Q: Quit the game\x20\x20\x20\x20\x20\x20\x20\x20
"""

PROMPT = "\nInput an option (DFTRHQ): "
EMPTY_COLUMN = "\nError, empty column: {}"
CANNOT_MOVE = "\nError, cannot move {}."
NO_CARD = "\nError, no card in column: {}"
TARGET_NOT_EMPTY = "\nError, target column is not empty: {}"
ERROR_IN_OPTION = "\nError in option: {}"
RESTARTING = "\n=========== Restarting: new game ============"
QUITTING = "\nYou have chosen to quit."
WON = "\nYou won!"

NUMBER_OF_COLUMNS = 4
COLUMN_NUMBERS = ("1", "2", "3", "4")
COLUMNS_TO_NAME = {"D": 0, "F": 1, "T": 2, "R": 0, "H": 0, "Q": 0}

ACE = 1
ACE_HIGH = 14
NUMBER_OF_ACES = 4


def init_game():
    """Shuffle a deck and deal the first card to every column.

    Returns: stock (Deck), tableau (list of lists of cards), foundation (list)
    """
    stock = cards.Deck()
    stock.shuffle()
    tableau = [[] for _ in range(NUMBER_OF_COLUMNS)]
    deal_to_tableau(tableau, stock)
    return stock, tableau, []


def deal_to_tableau(tableau, stock):
    """Deal a card to each column from left to right, as long as there are any.

    tableau: list of lists of cards, changed
    stock: Deck, changed
    """
    for column in tableau:
        if not stock.is_empty():
            column.append(stock.deal())


def rank_ace_high(card):
    """Return the rank (int) of a card in this game, where an ace beats a king."""
    if card.rank() == ACE:
        return ACE_HIGH
    return card.rank()


def beats(card, other):
    """Return True if a card is of the same suit as another one and higher."""
    return card.suit() == other.suit() and rank_ace_high(card) > rank_ace_high(other)


def validate_move_to_foundation(tableau, from_col):
    """Decide whether the bottom card of a column may go to the foundation.

    It may when another column ends in a higher card of its suit. If it may
    not, print the reason.

    tableau: list of lists of cards
    from_col: int, the column's index
    Returns: bool
    """
    if not tableau[from_col]:
        print(EMPTY_COLUMN.format(from_col + 1))
        return False

    card = tableau[from_col][-1]
    # The card is among them, but it does not beat itself.
    bottom_cards = [column[-1] for column in tableau if column]
    if any(beats(other, card) for other in bottom_cards):
        return True
    print(CANNOT_MOVE.format(card))
    return False


def move_to_foundation(tableau, foundation, from_col):
    """Move the bottom card of a column to the foundation if the rules allow it.

    tableau: list of lists of cards, changed if the move is valid
    foundation: list of cards, changed if the move is valid
    from_col: int, the column's index
    """
    if validate_move_to_foundation(tableau, from_col):
        foundation.append(tableau[from_col].pop())


def validate_move_within_tableau(tableau, from_col, to_col):
    """Decide whether the bottom card of one column may go to another.

    It may when the other column is empty. If it may not, print the reason.

    tableau: list of lists of cards
    from_col, to_col: int, the columns' indices
    Returns: bool
    """
    if tableau[to_col]:
        print(TARGET_NOT_EMPTY.format(to_col + 1))
        return False
    if not tableau[from_col]:
        print(NO_CARD.format(from_col + 1))
        return False
    return True


def move_within_tableau(tableau, from_col, to_col):
    """Move the bottom card of one column to an empty one if the rules allow it.

    tableau: list of lists of cards, changed if the move is valid
    from_col, to_col: int, the columns' indices
    """
    if validate_move_within_tableau(tableau, from_col, to_col):
        tableau[to_col].append(tableau[from_col].pop())


def check_for_win(tableau, stock):
    """Return True if the stock is empty and only the four aces are left.

    tableau: list of lists of cards
    stock: Deck
    """
    cards_left = [card for column in tableau for card in column]
    only_aces = all(card.rank() == ACE for card in cards_left)
    return stock.is_empty() and only_aces and len(cards_left) == NUMBER_OF_ACES


def display(stock, tableau, foundation):
    """Print the stock, the columns side by side and the foundation's last card.

    stock: Deck
    tableau: list of lists of cards
    foundation: list of cards
    """
    print(f"\n{'stock':<8s}{'tableau':^13s}  foundation")

    # Only the first row shows the stock and the foundation; it is there even
    # when every column is empty.
    stock_text = "" if stock.is_empty() else " XX"
    foundation_text = f"    {foundation[-1]}" if foundation else ""
    longest = max(len(column) for column in tableau)
    for row in range(max(longest, 1)):
        line = f"{stock_text:<8s}"
        for column in tableau:
            card_text = str(column[row]) if row < len(column) else ""
            line += f"{card_text:<4s}"
        print(line + foundation_text)
        stock_text = foundation_text = ""


def get_option():
    """Prompt for an option and check its form.

    The end of the input, and Ctrl-C, are ways of quitting.

    Returns: list, the option's capital letter followed by the indices of the
        columns it names; an empty list if the input is no option
    """
    try:
        answer = input(PROMPT)
    except (EOFError, KeyboardInterrupt):
        return ["Q"]
    except UnicodeDecodeError:
        answer = ""  # whatever was typed, it was no text

    letter, *columns = answer.upper().split() or [""]
    if (
        letter in COLUMNS_TO_NAME
        and len(columns) == COLUMNS_TO_NAME[letter]
        and all(column in COLUMN_NUMBERS for column in columns)
    ):
        return [letter] + [int(column) - 1 for column in columns]

    print(ERROR_IN_OPTION.format(answer))
    return []


def main():
    """Play games of Aces Up until the player wins one or quits."""
    stock, tableau, foundation = init_game()
    print(RULES)
    print(MENU)
    display(stock, tableau, foundation)

    option = get_option()
    while option != ["Q"]:
        if option:
            if option[0] == "D":
                deal_to_tableau(tableau, stock)
            elif option[0] == "F":
                move_to_foundation(tableau, foundation, option[1])
            elif option[0] == "T":
                move_within_tableau(tableau, option[1], option[2])
            elif option[0] == "R":
                print(RESTARTING)
                stock, tableau, foundation = init_game()
                print(RULES)
                print(MENU)
            elif option[0] == "H":
                print(MENU)

            if check_for_win(tableau, stock):
                print(WON)
                return
            display(stock, tableau, foundation)
        option = get_option()
    print(QUITTING)


if __name__ == "__main__":
    main()
