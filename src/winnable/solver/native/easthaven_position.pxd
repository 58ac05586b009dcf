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
    Hash loose           # see easthaven_relaxation.pxd
    Hash good

cdef struct Step:
    uint8_t source, target, count
    uint8_t turned       # whether it turned a card up

cdef struct Position:
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


cdef inline int last_card(const Position* position, int column) noexcept nogil:
    return position.cards[column][position.height[column] - 1]


cdef inline int last_run(const Position* position, int column) noexcept nogil:
    return position.run[column][position.height[column] - 1]


cdef inline bint is_joint(const Position* position, int column, int at) noexcept nogil:
    """Whether the card at a height lies on a card that it is not in sequence with."""
    return at > 0 and position.run[column][at] == 1


cdef inline void flip_card(Position* position, int column, int at) noexcept nogil:
    """Take the card at a height of a column into the hash, or out of it."""
    cdef int below = NOTHING
    if at:
        below = position.cards[column][at - 1]
    elif column < position.left:
        below = COLUMN + column
    flip(&position.hash, &position.keys.lies[position.cards[column][at]][below])


cdef inline void rehash(Position* position) noexcept nogil:
    cdef int column, at
    position.hash = position.keys.left[position.left]
    for column in range(position.columns):
        for at in range(position.height[column]):
            flip_card(position, column, at)
        for at in range(position.down[column]):
            flip(&position.hash, &position.keys.hidden[position.cards[column][at]])


cdef inline void lay(Position* position, int column, int card) noexcept nogil:
    """Lay a card on a column; the hash is for the caller."""
    cdef int at = position.height[column], run = 1
    if at > position.down[column] and fits(card, position.cards[column][at - 1]):
        run += position.run[column][at - 1]
    position.cards[column][at] = card
    position.run[column][at] = run
    position.height[column] = at + 1


cdef inline void carry(Position* position, int source, int target, int count) noexcept nogil:
    cdef int at = position.height[source] - count, to = position.height[target], i
    flip_card(position, source, at)
    position.height[source] = at
    for i in range(count):
        lay(position, target, position.cards[source][at + i])
    flip_card(position, target, to)


cdef inline bint turn_up(Position* position, int column) noexcept nogil:
    """Turn up the last card if it lies face down; whether it did."""
    cdef int at = position.height[column] - 1
    if at < 0 or at >= position.down[column]:
        return False
    position.down[column] = at
    position.run[column][at] = 1
    flip(&position.hash, &position.keys.hidden[position.cards[column][at]])
    return True


cdef inline void deal(Position* position, int count) noexcept nogil:
    cdef const uint8_t* cards = position.stock - position.left
    cdef int column
    for column in range(count):
        lay(position, column, cards[column])
    position.left -= count
    rehash(position)


cdef inline bint play(Position* position, int source, int target, int count) noexcept nogil:
    """Make a move. False: there is no memory to note it down."""
    cdef Step* step
    if position.played == position.room:
        step = <Step*> realloc(position.steps, 2 * position.room * sizeof(Step))
        if step == NULL:
            return False
        position.steps = step
        position.room *= 2
    if source == DEAL:
        count = min(position.left, position.columns)
        deal(position, count)
    elif target < HOME:
        carry(position, source, target, count)
    else:
        flip_card(position, source, position.height[source] - 1)
        position.height[source] -= 1
        position.home[target - HOME] += 1
    step = &position.steps[position.played]
    step.source, step.target, step.count = source, target, count
    step.turned = source != DEAL and turn_up(position, source)
    position.played += 1
    return True


cdef inline void take_back(Position* position) noexcept nogil:
    """Undo the last move."""
    cdef Step step
    cdef int column, suit
    position.played -= 1
    step = position.steps[position.played]
    if step.source == DEAL:
        for column in range(step.count):
            position.height[column] -= 1
        position.left += step.count
        rehash(position)
        return
    if step.turned:
        flip(&position.hash, &position.keys.hidden[last_card(position, step.source)])
        position.down[step.source] += 1
    if step.target < HOME:
        carry(position, step.target, step.source, step.count)
        return
    suit = step.target - HOME
    position.home[suit] -= 1
    lay(position, step.source, 4 * position.home[suit] + suit)
    flip_card(position, step.source, position.height[step.source] - 1)


cdef inline bint play_safe(Position* position) noexcept nogil:
    """Send home what is safe there. False: no memory."""
    cdef int column = 0, card
    while column < position.columns:
        if position.height[column]:
            card = last_card(position, column)
            if position.home[card & 3] == card >> 2 and is_safe(position.home, card):
                if not play(position, column, HOME + (card & 3), 1):
                    return False
                column = 0      # from the first again: it may have made others safe
                continue
        column += 1
    return True


cdef inline void read_table(Position* position, const uint8_t* packed) noexcept nogil:
    """Read a packed position, whose bytes have to outlive this one."""
    cdef int column, i
    position.columns = packed[0]
    packed += 1
    for column in range(position.columns):
        position.height[column] = 0
        position.down[column] = packed[0]
        for i in range(packed[1]):
            lay(position, column, packed[2 + i])
        packed += 2 + packed[1]
    packed += 2         # there are no cells
    for i in range(4):
        position.home[i] = packed[i]
    position.left = packed[5]
    position.stock = packed + 6 + position.left
    rehash(position)
