###############################################################################
#   CSE 231, Fall 2008
#   Section: ___________
#   Date:    ___________
#   Programming Project #9: Golf Relaxed
#
#   Algorithm
#       deal a game and show it
#       until the tableau is cleared, nothing can be done or the player quits:
#           prompt for a command
#           carry it out and show the game, or say why it cannot be done
#       say whether the player has won or lost
#
#   The game is three things that every function is handed: the tableau (a list
#   of seven rows, each a list of cards whose last card is the one in play), the
#   foundation (a list of the cards played so far) and the stock (a Deck with the
#   cards not yet dealt). Rows count from 1, as the player counts them.
###############################################################################

"""Golf Relaxed: clear the tableau by playing cards that are next in rank."""

import cards

ROWS = 7
CARDS_PER_ROW = 5
RANKS = 13

RULE = "-" * 40
PROMPT = "Command: "
HINT = "Type 1-7 to play the last card of that row, d to deal from the stock, q to quit."
NO_STOCK = "There are no cards left in the stock."
GOODBYE = "Thanks for playing"
WINNING = "Winning! The tableau is cleared."
LOSER = "Loser! The stock is empty and no card can be played."


def setup_game():
    """Shuffle a deck and lay out the table; return tableau, foundation and stock."""
    stock = cards.Deck()
    stock.shuffle()
    foundation = [stock.deal()]
    tableau = [[stock.deal() for _ in range(CARDS_PER_ROW)] for _ in range(ROWS)]
    return tableau, foundation, stock


def line_of_cards(pile):
    """Return the cards of a pile in one line, each in three columns."""
    return " ".join(f"{card!s:>3}" for card in pile)


def display_game(tableau, foundation, stock):
    """Show the rows, the foundation, and how many cards the stock has left."""
    print("Tableau")
    for number, row in enumerate(tableau, start=1):
        print(f"Row {number} : {line_of_cards(row)}")
    print(RULE)
    print(f"Foundation: {line_of_cards(foundation)}")
    print(RULE)
    print(f"Stock: {stock.cards_left()} cards left.")


def are_adjacent(card, other):
    """Tell whether two cards are neighbours in rank; ace and king are."""
    return (card.get_rank() - other.get_rank()) % RANKS in (1, RANKS - 1)


def play_card(tableau, foundation, number):
    """Move a row's last card to the foundation; return what forbids it, or an empty string."""
    row = tableau[number - 1]
    if not row:
        return f"Invalid move: row {number} is empty."
    if not are_adjacent(row[-1], foundation[-1]):
        card, last = str(row[-1]).strip(), str(foundation[-1]).strip()
        return f"Invalid move: {card} is not next in rank to {last}."
    foundation.append(row.pop())
    return ""


def deal_card(foundation, stock):
    """Deal a card to the foundation; return what forbids it, or an empty string."""
    if stock.empty():
        return NO_STOCK
    foundation.append(stock.deal())
    return ""


def is_won(tableau):
    """Tell whether the tableau is cleared."""
    return not any(tableau)


def is_lost(tableau, foundation, stock):
    """Tell whether there is nothing left to deal and nothing left to play."""
    if is_won(tableau) or not stock.empty():
        return False
    return not any(row and are_adjacent(row[-1], foundation[-1]) for row in tableau)


def carry_out(command, tableau, foundation, stock):
    """Play or deal as the command asks; return what is wrong with it, or an empty string."""
    if command == "d":
        return deal_card(foundation, stock)
    # Comparing texts keeps out what int() would let in: '+1', '0_1', digits of other scripts.
    if command in [str(number) for number in range(1, ROWS + 1)]:
        return play_card(tableau, foundation, int(command))
    return HINT


def read_command():
    """Prompt for a command and return it in small letters."""
    try:
        return input(PROMPT).strip().lower()
    except UnicodeDecodeError:
        return ""  # whatever was typed, it was no text


def play_game():
    """Set up a game and take commands until it is won, lost or left."""
    tableau, foundation, stock = setup_game()
    print(HINT)
    display_game(tableau, foundation, stock)
    # The win is looked for first: a table cleared with the last card of the stock is cleared.
    while not is_won(tableau) and not is_lost(tableau, foundation, stock):
        command = read_command()
        if command == "q":
            print(GOODBYE)
            return
        problem = carry_out(command, tableau, foundation, stock)
        if problem:
            print(problem)
        else:
            display_game(tableau, foundation, stock)
    print(WINNING if is_won(tableau) else LOSER)


def play():
    """Play one game; running out of input or Ctrl-C is a way to quit, too."""
    try:
        play_game()
    except (EOFError, KeyboardInterrupt):
        print("\n" + GOODBYE)


if __name__ == "__main__":
    play()
