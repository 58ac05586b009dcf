######################################################################
# Project 10: Aces Up, with loops and flags instead of helpers.
# It plays as soon as it is imported.
######################################################################
import cards

RULES = """
Aces High Card Game:
     Tableau columns are numbered 1,2,3,4.
     Only the card at the bottom of a Tableau column can be moved.
     A card can be moved to the Foundation only if a higher ranked card
     of the same suit is at the bottom of another Tableau column.
     To win, all cards except aces must be in the Foundation."""

MENU = """
Input options:
    D: Deal to the Tableau (one card on each column).
    F x: Move card from Tableau column x to the Foundation.
    T x y: Move card from Tableau column x to empty Tableau column y.
    R: Restart the game (after shuffling)
    H: Display the menu of choices
    Q: Quit the game
"""


def init_game():
    """Makes and shuffles the deck, deals four cards."""
    deck = cards.Deck()
    deck.shuffle()
    columns = []
    for i in range(4):
        columns.append([deck.deal()])
    return (deck, columns, [])


def deal_to_tableau(tableau, stock):
    """Deals to the columns until there is nothing to deal."""
    i = 0
    while i < 4 and len(stock) > 0:
        tableau[i] += [stock.deal()]
        i += 1


def validate_move_to_foundation(tableau, from_col):
    """True if the move is allowed, else a message."""
    if tableau[from_col] == []:
        print("\nError, empty column:", from_col + 1)
        return False
    mine = tableau[from_col][-1]
    found = False
    for i in range(4):
        if i == from_col or len(tableau[i]) == 0:
            continue
        other = tableau[i][-1]
        if other.suit() != mine.suit() or mine.rank() == 1:
            continue
        if other.rank() == 1 or other.rank() > mine.rank():
            found = True
    if found:
        return True
    print("\nError, cannot move {}.".format(mine))
    return False


def move_to_foundation(tableau, foundation, from_col):
    """Moves the card if it may be moved."""
    ok = validate_move_to_foundation(tableau, from_col)
    if not ok:
        return
    foundation.append(tableau[from_col][-1])
    del tableau[from_col][-1]


def validate_move_within_tableau(tableau, from_col, to_col):
    """True if the move is allowed, else a message."""
    if len(tableau[to_col]) > 0:
        print("\nError, target column is not empty:", to_col + 1)
        return False
    if len(tableau[from_col]) == 0:
        print("\nError, no card in column:", from_col + 1)
        return False
    return True


def move_within_tableau(tableau, from_col, to_col):
    """Moves the card if it may be moved."""
    if not validate_move_within_tableau(tableau, from_col, to_col):
        return
    card = tableau[from_col].pop(-1)
    tableau[to_col].append(card)


def check_for_win(tableau, stock):
    """True if only aces are left."""
    total = 0
    for column in tableau:
        total += len(column)
        for card in column:
            if card.rank() > 1:
                return False
    return total == 4 and len(stock) == 0


def display(stock, tableau, foundation):
    """Prints the table."""
    print("\n{:<8s}{:^13s}{:s}".format("stock", "tableau", "  foundation"))
    height = max([len(column) for column in tableau])
    i = 0
    while i < height or i == 0:
        line = "{:<8s}".format(" XX" if i == 0 and len(stock) > 0 else "")
        for column in tableau:
            line += "{:4s}".format(str(column[i]) if i < len(column) else "")
        if i == 0 and foundation:
            line += "    " + str(foundation[-1])
        print(line)
        i += 1


def get_option():
    """Asks for an option."""
    text = input("\nInput an option (DFTRHQ): ")
    words = text.strip().upper().split()
    numbers = []
    good = len(words) > 0
    for word in words[1:]:
        if word not in ["1", "2", "3", "4"]:
            good = False
        else:
            numbers.append(int(word) - 1)
    if good and words[0] == "F" and len(numbers) == 1:
        return ["F", numbers[0]]
    if good and words[0] == "T" and len(numbers) == 2:
        return ["T", numbers[0], numbers[1]]
    if good and words[0] in ("D", "R", "H", "Q") and len(words) == 1:
        return [words[0]]
    print("\nError in option:", text)
    return []


def main():
    """Plays."""
    stock, tableau, foundation = init_game()
    print(RULES)
    print(MENU)
    display(stock, tableau, foundation)
    while True:
        option = get_option()
        if option == []:
            continue
        letter = option[0]
        if letter == "Q":
            print("\nYou have chosen to quit.")
            break
        elif letter == "D":
            deal_to_tableau(tableau, stock)
        elif letter == "F":
            move_to_foundation(tableau, foundation, option[1])
        elif letter == "T":
            move_within_tableau(tableau, option[1], option[2])
        elif letter == "H":
            print(MENU)
        else:
            print("\n=========== Restarting: new game ============")
            stock, tableau, foundation = init_game()
            print(RULES)
            print(MENU)
        if check_for_win(tableau, stock):
            print("\nYou won!")
            break
        display(stock, tableau, foundation)


main()
