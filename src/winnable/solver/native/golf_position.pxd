"""A position of Golf as the kernel reads it, and the vectors that both its searches are made of.

A vector tells all about the heights of the columns that the searches need to know. It has a lane
for every rank: one more than the most cards that the stock can have left when the columns have come
to these heights and a card of this rank is the last on the foundation; 0 if that cannot be. Dealing
makes no difference to the heights, so what can be reached by dealing follows from the greatest
number in the vector, and need not be stored.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    COLUMNS = 7
    RANKS = 13
    NO_RANK = 13        # a lane that stays empty: what lies beyond the ace or king, if nothing does
    GUESS = 14          # the lane where the sweep leaves word for itself
    MOST = 15           # the lane of the greatest number in the vector
    LANES = 16

cdef struct Position:
    int columns
    int cards                       # in all the columns
    int stock
    bint wraps
    int height[COLUMNS]
    uint8_t rank[COLUMNS][52]
    uint8_t dealt[52]               # what is dealt, by how many cards the stock has left after it
    uint8_t above[RANKS]            # the rank one higher
    uint8_t below[RANKS]
    uint8_t by_deal[54][LANES]      # what dealing adds to a vector, by its greatest number
    uint8_t start[LANES]
    uint64_t heights                # at the start, a byte for each column


cdef inline int read_table(
    Position* position, const uint8_t* packed, bint wraps, int unused
) except -1:
    """Read a packed position, but without so many of the last cards of its stock."""
    cdef int column, at, left
    memset(position, 0, sizeof(Position))
    position.columns = packed[0]
    position.wraps = wraps
    if position.columns > COLUMNS:
        raise ValueError(f"{position.columns} columns: this kernel knows Golf with up to {COLUMNS}")
    packed += 1
    for column in range(position.columns):
        position.height[column] = packed[1]
        position.heights |= (<uint64_t> packed[1]) << 8 * column
        position.cards += packed[1]
        for at in range(packed[1]):
            position.rank[column][at] = packed[2 + at] >> 2
        packed += 2 + packed[1]
    packed += 2 + packed[1] + 4     # Golf has no cells and no foundations by suit
    position.stock = packed[1] - unused
    for at in range(position.stock):
        position.dealt[position.stock - 1 - at] = packed[2 + at] >> 2
    for at in range(RANKS):
        position.above[at] = at + 1 if at + 1 < RANKS else 0 if wraps else NO_RANK
        position.below[at] = at - 1 if at > 0 else RANKS - 1 if wraps else NO_RANK
        if packed[0] == 255 or packed[0] >> 2 == at:    # on an empty foundation any card will do
            position.start[at] = position.start[MOST] = position.stock + 1
    for left in range(position.stock):
        memcpy(position.by_deal[left + 2], position.by_deal[left + 1], LANES)
        position.by_deal[left + 2][position.dealt[left]] = left + 1
    return 0


cdef inline void raise_lanes(
    uint8_t* into, const uint8_t* vector, const uint8_t* other
) noexcept nogil:
    """In every lane the greater of two numbers."""
    cdef int lane
    for lane in range(LANES):
        into[lane] = vector[lane] if vector[lane] > other[lane] else other[lane]


cdef inline void raise_lane(uint8_t* vector, int rank, int number) noexcept nogil:
    """Take note of a card that was played."""
    if vector[rank] < number:
        vector[rank] = number
        if vector[MOST] < number:
            vector[MOST] = number


cdef inline int lane_of(const uint8_t* vector, int number) noexcept nogil:
    """A rank that has this number."""
    cdef int rank
    for rank in range(RANKS):
        if vector[rank] == number:
            return rank
    return NO_RANK
