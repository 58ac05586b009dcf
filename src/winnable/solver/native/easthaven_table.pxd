"""A position of Easthaven: moves and deals that can be made and unmade.

Its hash is the XOR of a key for every card and what it lies on, for every card that lies face down
(a sequence that lies on a hidden card does not move with it) and for what is left of the stock. The
first card of a column lies on that column as long as a deal will reach it; columns that no deal
will reach any more are all alike, so there a first card lies on nothing in particular.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport realloc

from winnable.solver.native.hash_set cimport Hash, mix

cdef enum:
    COLUMNS = 8          # the most columns there can be; the game has seven
    HEIGHT = 56          # more than the cards of a column
    HOME = 32            # in a move: the foundations, plus the suit
    DEAL = 255           # in a move
    NOTHING = 52         # what the first card of a column lies on, if no deal will reach it
    COLUMN = 53          # or else this, plus the column

cdef struct Keys:
    Hash lies[52][COLUMN + COLUMNS]
    Hash hidden[52]
    Hash left[53]
    Hash home[4][14]
    Hash loose           # see easthaven_loose.pxd
    Hash good

cdef struct Step:
    uint8_t source, target, count
    uint8_t turned       # whether it turned a card up

cdef struct SavedGame:
    const Keys* keys
    Hash hash
    int columns
    int height[COLUMNS]
    int down[COLUMNS]
    uint8_t cards[COLUMNS][HEIGHT]
    uint8_t run[COLUMNS][HEIGHT]     # how many cards in sequence, face up, end with the card
    uint8_t home[4]
    const uint8_t* stock             # its end
    int left                         # cards in it
    Step* steps                      # from the start to here
    int played
    int room                         # for steps


cdef inline void make_keys(Keys* keys) noexcept nogil:
    cdef Hash* all = <Hash*> keys
    cdef uint64_t state = 52
    cdef size_t i
    for i in range(sizeof(Keys) / sizeof(Hash)):
        all[i].a = mix(&state)
        all[i].b = mix(&state)


cdef inline void flip(Hash* hash, const Hash* key) noexcept nogil:
    """Take a key into a hash, or out of it."""
    hash.a ^= key.a
    hash.b ^= key.b


cdef inline bint is_red(int card) noexcept nogil:
    return (card ^ (card >> 1)) & 1


cdef inline bint fits(int card, int onto) noexcept nogil:
    return (card >> 2) + 1 == onto >> 2 and is_red(card) != is_red(onto)


cdef inline bint is_safe(const uint8_t* home, int card) noexcept nogil:
    """Whether a card that can go home should do so at once: see `winnable.rules.foundations`."""
    cdef int rank = card >> 2
    if rank < 2:
        return True
    if is_red(card):
        return home[0] >= rank and home[3] >= rank
    return home[1] >= rank and home[2] >= rank


cdef inline int last_card(const SavedGame* table, int column) noexcept nogil:
    return table.cards[column][table.height[column] - 1]


cdef inline int last_run(const SavedGame* table, int column) noexcept nogil:
    return table.run[column][table.height[column] - 1]


cdef inline bint is_joint(const SavedGame* table, int column, int at) noexcept nogil:
    """Whether the card at a height lies on a card that it is not in sequence with."""
    return at > 0 and table.run[column][at] == 1


cdef inline void flip_card(SavedGame* table, int column, int at) noexcept nogil:
    """Take the card at a height of a column into the hash, or out of it."""
    cdef int below = NOTHING
    if at:
        below = table.cards[column][at - 1]
    elif column < table.left:
        below = COLUMN + column
    flip(&table.hash, &table.keys.lies[table.cards[column][at]][below])


cdef inline void rehash(SavedGame* table) noexcept nogil:
    cdef int column, at
    table.hash = table.keys.left[table.left]
    for column in range(table.columns):
        for at in range(table.height[column]):
            flip_card(table, column, at)
        for at in range(table.down[column]):
            flip(&table.hash, &table.keys.hidden[table.cards[column][at]])


cdef inline void lay(SavedGame* table, int column, int card) noexcept nogil:
    """Lay a card on a column; the hash is for the caller."""
    cdef int at = table.height[column], run = 1
    if at > table.down[column] and fits(card, table.cards[column][at - 1]):
        run += table.run[column][at - 1]
    table.cards[column][at] = card
    table.run[column][at] = run
    table.height[column] = at + 1


cdef inline void carry(SavedGame* table, int source, int target, int count) noexcept nogil:
    cdef int at = table.height[source] - count, to = table.height[target], i
    flip_card(table, source, at)
    table.height[source] = at
    for i in range(count):
        lay(table, target, table.cards[source][at + i])
    flip_card(table, target, to)


cdef inline bint turn_up(SavedGame* table, int column) noexcept nogil:
    """Turn up the last card if it lies face down; whether it did."""
    cdef int at = table.height[column] - 1
    if at < 0 or at >= table.down[column]:
        return False
    table.down[column] = at
    table.run[column][at] = 1
    flip(&table.hash, &table.keys.hidden[table.cards[column][at]])
    return True


cdef inline void deal(SavedGame* table, int count) noexcept nogil:
    cdef const uint8_t* cards = table.stock - table.left
    cdef int column
    for column in range(count):
        lay(table, column, cards[column])
    table.left -= count
    rehash(table)


cdef inline bint play(SavedGame* table, int source, int target, int count) noexcept nogil:
    """Make a move. False: there is no memory to note it down."""
    cdef Step* step
    if table.played == table.room:
        step = <Step*> realloc(table.steps, 2 * table.room * sizeof(Step))
        if step == NULL:
            return False
        table.steps = step
        table.room *= 2
    if source == DEAL:
        count = min(table.left, table.columns)
        deal(table, count)
    elif target < HOME:
        carry(table, source, target, count)
    else:
        flip_card(table, source, table.height[source] - 1)
        table.height[source] -= 1
        table.home[target - HOME] += 1
    step = &table.steps[table.played]
    step.source, step.target, step.count = source, target, count
    step.turned = source != DEAL and turn_up(table, source)
    table.played += 1
    return True


cdef inline void take_back(SavedGame* table) noexcept nogil:
    """Undo the last move."""
    cdef Step step
    cdef int column, suit
    table.played -= 1
    step = table.steps[table.played]
    if step.source == DEAL:
        for column in range(step.count):
            table.height[column] -= 1
        table.left += step.count
        rehash(table)
        return
    if step.turned:
        flip(&table.hash, &table.keys.hidden[last_card(table, step.source)])
        table.down[step.source] += 1
    if step.target < HOME:
        carry(table, step.target, step.source, step.count)
        return
    suit = step.target - HOME
    table.home[suit] -= 1
    lay(table, step.source, 4 * table.home[suit] + suit)
    flip_card(table, step.source, table.height[step.source] - 1)


cdef inline bint play_safe(SavedGame* table) noexcept nogil:
    """Send home what is safe there. False: no memory."""
    cdef int column = 0, card
    while column < table.columns:
        if table.height[column]:
            card = last_card(table, column)
            if table.home[card & 3] == card >> 2 and is_safe(table.home, card):
                if not play(table, column, HOME + (card & 3), 1):
                    return False
                column = 0      # from the first again: it may have made others safe
                continue
        column += 1
    return True


cdef inline void read_table(SavedGame* table, const uint8_t* packed) noexcept nogil:
    """Set the table to a packed position, which has to outlive it."""
    cdef int column, i
    table.columns = packed[0]
    packed += 1
    for column in range(table.columns):
        table.height[column] = 0
        table.down[column] = packed[0]
        for i in range(packed[1]):
            lay(table, column, packed[2 + i])
        packed += 2 + packed[1]
    packed += 2         # there are no cells
    for i in range(4):
        table.home[i] = packed[i]
    table.left = packed[5]
    table.stock = packed + 6 + table.left
    rehash(table)
