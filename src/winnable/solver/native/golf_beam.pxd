"""The beam search: from one number of cards in the columns to the next, only the best are kept.

It finds most wins in a few hundred states. If it finds none, that says nothing, unless it never had
to drop a state: then it has examined everything, and the position is lost.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.golf_position cimport (
    COLUMNS, LANES, MOST, RANKS, Position, raise_lane, raise_lanes
)

cdef extern from *:
    """
    #define GOLF_BYTES 0x0101010101010101ULL
    #define GOLF_NIBBLES 0x1111111111111ULL

    /* What the beam goes by, in sixteenths of a card of the stock; for many cards left in the
       columns, fewer, and few. Fitted to the exact numbers of 300 deals. */
    static const int GOLF_CLUMP[3] = {8, 12, 25};   /* a card too many for its neighbours */
    static const int GOLF_HEIGHT[3] = {2, 4, 9};    /* the square of a column's height */
    static const int GOLF_PAIR[3][4] = {            /* a card on one that is 0, 1, 2 or more away */
        {6, 6, 3, 0}, {9, 9, 5, 0}, {20, 17, 3, 0}};
    """
    const uint64_t BYTES "GOLF_BYTES"
    const uint64_t NIBBLES "GOLF_NIBBLES"
    const int CLUMP "GOLF_CLUMP"[3]
    const int HEIGHT "GOLF_HEIGHT"[3]
    const int PAIR "GOLF_PAIR"[3][4]

cdef enum:
    OPEN = 3            # the beam found nothing, and has not seen everything
    STAGES = 3
    BEST = 1023         # the most that a node can be worth

cdef struct Node:
    uint64_t heights    # a byte for each column
    uint64_t counts     # how many cards of each rank the columns have: four bits each
    uint64_t columns    # what the columns are worth: sixteen bits for each stage
    uint8_t vector[LANES]
    int worth

cdef struct Beam:
    Position* position
    int width
    int slots                       # a power of two
    bint complete                   # nothing was left out so far
    int found_count
    int count[53]                   # how many are kept, by the number of cards in the columns
    Node* kept                      # `width` nodes for every number of cards
    Node* found
    uint16_t* slot                  # where a node is found by its heights: 1 + its number, or 0
    size_t bytes
    uint64_t states
    uint64_t in_stock[54]           # ranks of what is left of the stock, as in `counts`
    uint64_t gain[COLUMNS][53]      # what is won when the last card of so many goes


cdef inline bint beam_open(Beam* beam, Position* position, int width, size_t memory) noexcept nogil:
    """Make room for a beam. False: there is no memory for it."""
    cdef size_t nodes = width * (position.cards + 1)
    memset(beam, 0, sizeof(Beam))
    beam.position = position
    beam.width = width
    beam.slots = 16 * width
    beam.complete = True
    beam.bytes = (nodes + COLUMNS * width) * sizeof(Node) + beam.slots * sizeof(uint16_t)
    if beam.bytes > memory:
        return False
    beam.kept = <Node*> malloc(nodes * sizeof(Node))
    beam.found = <Node*> malloc(COLUMNS * width * sizeof(Node))
    beam.slot = <uint16_t*> malloc(beam.slots * sizeof(uint16_t))
    return beam.kept != NULL and beam.found != NULL and beam.slot != NULL


cdef inline void beam_close(Beam* beam) noexcept nogil:
    free(beam.kept)
    free(beam.found)
    free(beam.slot)


cdef inline uint64_t one_of(int rank) noexcept nogil:
    return <uint64_t> 1 << 4 * rank


cdef inline void beam_start(Beam* beam) noexcept nogil:
    """Count and weigh the cards; the first node."""
    cdef Position* position = beam.position
    cdef Node* node = &beam.kept[position.cards * beam.width]
    cdef int stage, column, height, apart, gain, left
    for left in range(position.stock):
        beam.in_stock[left + 2] = beam.in_stock[left + 1] + one_of(position.dealt[left])
    node.heights = position.heights
    node.counts = 0
    node.columns = <uint64_t> 0x800080008000     # so that no stage ever borrows from another
    memcpy(node.vector, position.start, LANES)
    for column in range(position.columns):
        for height in range(1, position.height[column] + 1):
            node.counts += one_of(position.rank[column][height - 1])
            apart = RANKS
            if height > 1:
                apart = position.rank[column][height - 1] - position.rank[column][height - 2]
                apart = -apart if apart < 0 else apart
                apart = RANKS - apart if position.wraps and 2 * apart > RANKS else apart
            for stage in range(STAGES):
                gain = (2 * height - 1) * HEIGHT[stage] - PAIR[stage][apart if apart < 3 else 3]
                beam.gain[column][height] += (<uint64_t> gain) << 16 * stage
            node.columns -= beam.gain[column][height]
    beam.count[position.cards] = 1


cdef inline uint64_t around(Position* position, uint64_t counts) noexcept nogil:
    """How many cards are neighbours of each rank."""
    cdef uint64_t sums = (counts << 4 & 15 * NIBBLES) + (counts >> 4)
    if position.wraps:
        sums += (counts >> 48) + (counts << 48 & 15 * NIBBLES)
    return sums


cdef inline int worth(Beam* beam, Node* node, int stage) noexcept nogil:
    """How good a node looks, 0 to BEST; -1: two cards or more have nothing to be played on.

    There are four cards of a rank at most, so neighbours are eight at most: no four bits overflow.
    """
    cdef int most = node.vector[MOST], sum = 16 * most + 650
    cdef uint64_t near = around(beam.position, node.counts + beam.in_stock[most])
    cdef uint64_t lacking = node.counts + 8 * NIBBLES - near
    cdef uint64_t even, odd
    lacking &= (lacking >> 3 & NIBBLES) * 7
    if lacking & (lacking - 1) or lacking & 6 * NIBBLES:
        return -1
    even = 2 * (node.counts & 15 * BYTES) + 16 * BYTES - (near & 15 * BYTES)
    odd = 2 * (node.counts >> 4 & 15 * BYTES) + 16 * BYTES - (near >> 4 & 15 * BYTES)
    even &= (even >> 4 & BYTES) * 15
    odd &= (odd >> 4 & BYTES) * 15
    sum -= CLUMP[stage] * <int> ((even + odd) * BYTES >> 56)
    sum += <int> (node.columns >> 16 * stage & 0xFFFF) - 0x8000
    return 0 if sum < 0 else BEST if sum > BEST else sum


cdef inline Node* find(Beam* beam, Node* before, int column, int height, int rank) noexcept nogil:
    """The node that follows when the last card of a column goes, found before or made now."""
    cdef uint64_t heights = before.heights - (<uint64_t> 1 << 8 * column)
    cdef uint64_t at = heights * <uint64_t> 0x9E3779B97F4A7C15 >> 40 & (beam.slots - 1)
    cdef Node* node
    while beam.slot[at]:
        node = &beam.found[beam.slot[at] - 1]
        if node.heights == heights:
            return node
        at = (at + 1) & (beam.slots - 1)
    node = &beam.found[beam.found_count]
    beam.found_count += 1
    beam.slot[at] = beam.found_count
    node.heights = heights
    node.counts = before.counts - one_of(rank)
    node.columns = before.columns + beam.gain[column][height]
    memset(node.vector, 0, LANES)
    return node


cdef inline void expand(Beam* beam, Node* node) noexcept nogil:
    """Play every card that can be played, be it after a few deals."""
    cdef Position* position = beam.position
    cdef uint8_t vector[LANES]
    cdef uint8_t left, other
    cdef int column, height, rank
    raise_lanes(vector, node.vector, position.by_deal[node.vector[MOST]])
    for column in range(position.columns):
        height = node.heights >> 8 * column & 255
        if height == 0:
            continue
        rank = position.rank[column][height - 1]
        left = vector[position.above[rank]]
        other = vector[position.below[rank]]
        if left < other:
            left = other
        if left:
            raise_lane(find(beam, node, column, height, rank).vector, rank, left)


cdef inline void choose(Beam* beam, int cards) noexcept nogil:
    """Keep the best of the nodes found."""
    cdef uint16_t tally[BEST + 1]
    cdef int stage = 0 if cards >= 24 else 1 if cards >= 14 else 2
    cdef int at, least = 0, room = beam.width
    cdef Node* node
    cdef Node* kept = &beam.kept[cards * beam.width]
    memset(tally, 0, sizeof(tally))
    for at in range(beam.found_count):
        node = &beam.found[at]
        node.worth = worth(beam, node, stage)
        if node.worth >= 0:
            tally[node.worth] += 1
            least = node.worth if node.worth > least else least
    room -= tally[least]
    while least > 0 and room > 0:
        least -= 1
        room -= tally[least]
    room += tally[least]        # now the room for those that are worth just the least
    for at in range(beam.found_count):
        node = &beam.found[at]
        if node.worth == least:
            room -= 1
        if node.worth > least or (node.worth == least and room >= 0):
            kept[beam.count[cards]] = node[0]
            beam.count[cards] += 1
        elif node.worth >= 0:
            beam.complete = False


cdef inline int beam_run(Beam* beam, Control control) noexcept nogil:
    """WON, NONE if the position is lost, OPEN if something was left out, STOPPED."""
    cdef int cards, at
    beam_start(beam)
    for cards in range(beam.position.cards, 0, -1):
        beam.found_count = 0
        memset(beam.slot, 0, beam.slots * sizeof(uint16_t))
        for at in range(beam.count[cards]):
            if control.must_stop(beam.states):
                return STOPPED
            beam.states += 1
            expand(beam, &beam.kept[cards * beam.width + at])
        choose(beam, cards - 1)
        if beam.count[cards - 1] == 0:
            return NONE if beam.complete else OPEN
    return WON


cdef inline const uint8_t* beam_vector(Beam* beam, uint64_t heights, int cards) noexcept nogil:
    """The vector for the heights; NULL: they are not in the beam."""
    cdef Node* kept = &beam.kept[cards * beam.width]
    cdef int at
    for at in range(beam.count[cards]):
        if kept[at].heights == heights:
            return kept[at].vector
    return NULL
