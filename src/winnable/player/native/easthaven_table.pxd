"""The table of Easthaven as a player sees it: what every card in sight lies on.

A face-down card is a place without a card: only how many of them a column has is known. So a table
is a hundred bytes, and a run moves by changing what its first card lies on.

The words are those of `winnable.solver.native.easthaven_relaxation`: a card is *loose* if moving
it, with all that lies on it, can be taken back; it is an *anchor* if it is the topmost card of its
column that lies on a card it is not in sequence with, or on a face-down card.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp, memmove

from winnable.solver.native.easthaven_position cimport fits, is_safe

cdef enum:
    COLUMNS = 8           # the most there can be
    HIDDEN = 52           # in Table.below: a face-down card
    BASE = 53             # nothing: the card is the first of its column
    GONE = 54             # the card is home, or unseen, or missing
    NONE = 255            # in Table.last: no card is face up
    HOME = 32             # in a move: the foundations, plus the suit
    DEAL = 1              # in State.pending; else TURN plus a column
    TURN = 2
    LINE = 1000           # moves of a decision at most

cdef struct Table:
    uint8_t below[52]
    uint8_t last[COLUMNS]
    uint8_t down[COLUMNS]
    uint8_t home[4]

cdef struct Line:         # moves as `winnable.solver.packing` has them
    int length
    uint8_t moves[LINE][3]


cdef inline bint lies_in_sequence(const Table* table, int card) noexcept nogil:
    return table.below[card] < 52 and fits(card, table.below[card])


cdef inline void lay(Table* table, int column, int card) noexcept nogil:
    table.below[card] = table.last[column] if table.last[column] != NONE else <int> BASE
    table.last[column] = card


cdef inline bint move(
    Table* table, Line* line, int source, int head, int target
) noexcept nogil:
    """Move a card with all that lies on it, to a column or (alone) home; false: too many moves."""
    cdef int last = table.last[source], below = table.below[head], count = 1, card = last
    while card != head:
        card = table.below[card]
        count += 1
    if line.length == LINE - 1:
        return False
    line.moves[line.length][0] = source
    line.moves[line.length][1] = target
    line.moves[line.length][2] = count
    line.length += 1
    table.last[source] = below if below < 52 else <int> NONE
    if target < HOME:
        table.below[head] = table.last[target] if table.last[target] != NONE else <int> BASE
        table.last[target] = last
    else:
        table.below[head] = GONE
        table.home[target - HOME] += 1
    return True


cdef inline int uncovered(const Table* table, int columns) noexcept nogil:
    """The column whose last card is to be turned up now, or -1."""
    cdef int column
    for column in range(columns):
        if table.last[column] == NONE and table.down[column]:
            return column
    return -1


cdef inline int run_head(const Table* table, int column) noexcept nogil:
    """The first card of the run that a column ends in."""
    cdef int card = table.last[column]
    while lies_in_sequence(table, card):
        card = table.below[card]
    return card


cdef inline bint play_safe(Table* table, int columns, Line* line) noexcept nogil:
    """Send home what is safe there, until that uncovers a face-down card. False: too many moves."""
    cdef int column = 0, card
    while column < columns:
        card = table.last[column]
        if (card != NONE and table.home[card & 3] == card >> 2
                and is_safe(table.home, card)):
            if not move(table, line, column, card, HOME + (card & 3)):
                return False
            if table.last[column] == NONE and table.down[column]:
                return True
            column = 0      # from the first again: it may have made others safe
            continue
        column += 1
    return True


cdef inline int place_for(
    const Table* table, int columns, int card, int source
) noexcept nogil:
    """Where a card can move from a column: to another card if possible, else to an empty column."""
    cdef int column, empty = -1
    for column in range(columns):
        if table.last[column] == NONE:
            empty = column
        elif column != source and fits(card, table.last[column]):
            return column
    return empty


cdef inline bint clear(
    Table* table, int columns, Line* line, int column, int head
) noexcept nogil:
    """Move a card with all that lies on it off a column; or empty a column for it.

    False: there is no way, or there are too many moves.
    """
    cdef int other, base, target = place_for(table, columns, head, column)
    if target >= 0:
        return move(table, line, column, head, target)
    for other in range(columns):
        if table.last[other] != NONE and table.down[other] == 0:
            base = run_head(table, other)
            if table.below[base] == BASE:
                target = place_for(table, columns, base, other)
                if target >= 0:
                    return move(table, line, other, base, target)
    return False


cdef inline bint play_choice(Table* table, int columns, Line* line, int choice) noexcept nogil:
    """Take the anchor of a column away, or send home the next of a suit (HOME + the suit)."""
    cdef int column, card, above, wanted
    if choice < HOME:
        card = run_head(table, choice)
        above = table.below[card]
        while table.below[card] == above:
            if not clear(table, columns, line, choice, card):
                return False
        return True
    wanted = 4 * table.home[choice - HOME] + choice - HOME
    while True:
        for column in range(columns):
            card = table.last[column]
            above = NONE
            while card < 52 and card != wanted:
                above = card
                card = table.below[card] if lies_in_sequence(table, card) else <int> NONE
            if card == wanted:
                break
        else:
            return False
        if above == NONE:
            return move(table, line, column, card, choice)
        if not clear(table, columns, line, column, above):
            return False


# -- shorter lines ----------------------------------------------------------------------------------

cdef inline bint replay(Table* table, int columns, const Line* line) noexcept nogil:
    """Play a line, if its moves are legal and nothing is uncovered before the last."""
    cdef Line played
    cdef int i, j, source, target, head
    played.length = 0
    for i in range(line.length):
        source, target = line.moves[i][0], line.moves[i][1]
        head = table.last[source]
        if head == NONE or uncovered(table, columns) >= 0:
            return False
        for j in range(line.moves[i][2] - 1):
            if not lies_in_sequence(table, head):
                return False
            head = table.below[head]
        if target >= HOME:
            if head & 3 != target - HOME or head >> 2 != table.home[head & 3]:
                return False
        elif target == source or (
            table.last[target] != NONE and not fits(head, table.last[target])
        ):
            return False
        if not move(table, &played, source, head, target):
            return False
    return True


cdef inline bint is_as_good(const Table* table, const Table* other, int columns) noexcept nogil:
    """Whether two tables, of which the same has been seen, differ at most in where loose cards lie."""
    cdef int card
    for card in range(52):
        if lies_in_sequence(table, card) or table.below[card] == BASE:
            if not (lies_in_sequence(other, card) or other.below[card] == BASE):
                return False
        elif table.below[card] != other.below[card]:
            return False
    return uncovered(table, columns) == uncovered(other, columns)


cdef inline void shorten(const Table* root, int columns, Line* line, bint is_exact) noexcept nogil:
    """Leave out moves that a line does as well without.

    With `is_exact` every card has to end up where it did; otherwise that makes no difference for
    loose cards.
    """
    cdef Table end = root[0], other
    cdef Line shorter
    cdef int i = 0, j
    cdef bint is_good
    replay(&end, columns, line)
    while i < line.length:
        is_good = False
        for j in range(i, line.length):
            # Without move i; or the next one from where it went starts where it did.
            if j > i and line.moves[j][0] != line.moves[i][1]:
                continue
            shorter = line[0]
            shorter.length -= 1
            memmove(shorter.moves[i], line.moves[i + 1], 3 * (shorter.length - i))
            if j > i:
                shorter.moves[j - 1][0] = line.moves[i][0]
            other = root[0]
            is_good = replay(&other, columns, &shorter) and (
                memcmp(&other, &end, sizeof(Table)) == 0
                or not is_exact and is_as_good(&other, &end, columns)
            )
            if is_good or j > i:
                break
        if is_good:
            line[0] = shorter
        else:
            i += 1
