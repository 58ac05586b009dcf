"""The kernel for Golf Relaxed (`rules/games/golf_relaxed.py`), and for Golf without corners.

It serves a game of up to seven columns on which nothing is laid, one foundation that is built up
and down whatever the suits, a stock dealt to it card by card, and columns to be cleared. Cards may
be missing, columns may have any height, and the stock any length.

**What is searched.** A position is how high the columns are, how many cards the stock has left, and
what rank lies on the foundation. For given heights and rank it is enough to know the most cards
that the stock can have left: whoever wins with n cards in the stock wins with m > n as well, by the
same plays, dealing m - n cards more at the first deal. In detail, what we note is always reached;
and by induction along any line of play, wherever it comes to some heights and rank with n cards
left, we have noted these heights and rank with n or more, or have left them out as lost. For a play
leads from n to n and from m to m; and what a deal leads to from n, dealing leads to from m in the
end, and we note all that dealing leads to from the greatest number of all. So a win is reached by
us if it can be reached. `golf_position` has the vectors that hold this.

**What is left out, and why it is lost.** In a line that wins, every card of the columns is laid on
a card one rank away: on the one that lies on the foundation now, on a card of the stock, or on
another of the columns. No two are laid on the same one. So for any set of ranks, there cannot be
more cards of these ranks in the columns than there are cards of neighbouring ranks in the columns,
in what is left of the stock and last on the foundation, all together. Where there are more, the
position is lost, and with fewer cards in the stock it is lost all the more. This holds for any set
of ranks; which ones are counted is a matter of speed only. A card just dealt counts like one still
in the stock, so for all cards dealt at some heights there is one least stock.

The beam counts single ranks only, and with any card on the foundation. What is lacking for one rank
is lacking for other cards than what is lacking for another, so it adds up; and one card on the
foundation makes up for one that is lacking, not for two.

**Two searches.** First beams (`golf_beam`), which find a win in most positions that have one. Then
the sweep: heights are numbered as by digits, so that a play always leads to a lower number, and one
pass from the highest number to the lowest looks just once at all heights that can be reached, when
all about them is known. Nothing is hashed: a LOST rests on no chance.

**Short lines.** A line has as many plays as the columns have cards, so only its deals make it long
or short. The sweep finds the most cards that can be left in the stock, so its lines are the
shortest there are. Where a beam has won and the shortest line is wanted, the sweep looks for a win
with fewer deals: the same game with the last cards of the stock taken away.

States are counted by heights: one look is for all ranks and all numbers of cards in the stock.
Heights that several beams and the sweep look at count each time.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.golf_beam cimport (
    BYTES, OPEN, Beam, beam_close, beam_open, beam_run, beam_vector
)
from winnable.solver.native.golf_position cimport (
    COLUMNS, GUESS, LANES, MOST, RANKS, Position, lane_of, raise_lane, raise_lanes, read_table
)

cdef extern from *:
    int zeros_below "__builtin_ctzll"(uint64_t) noexcept nogil
    int zeros_above "__builtin_clzll"(uint64_t) noexcept nogil

cdef enum:
    SIZES = 6           # the sets of ranks that are counted: 1 to 6 ranks from each of 13 on
    SETS = 80           # room for them in whole vectors of the machine
    PLACES = 512        # the most heights in a row of the sweep
    HOME = 32
    DEAL = 255

cdef struct Step:
    uint32_t down       # how much lower the number is once the card has gone
    uint8_t rank
    uint8_t above
    uint8_t below

cdef struct Steps:
    int count
    Step step[COLUMNS]

cdef struct Sweep:
    Position* position
    int split                       # the columns before this one make the place, the others the row
    int places                      # in a row
    int words                       # of 64 places
    int64_t rows
    uint64_t unit[COLUMNS]          # by how much a card of the column makes the number higher
    uint64_t* reached               # a bit for each number
    uint8_t* vectors
    size_t bytes
    uint64_t states
    int8_t supply[53][SETS]         # cards of the stock to lay on, by how many it has left
    int8_t serves[RANKS][SETS]      # whether the sets can be laid on a card of this rank
    int8_t wants[RANKS][SETS]       # what a card of this rank in the columns wants beyond that
    int8_t row_wants[SETS]
    Steps row_steps
    int8_t wanted[PLACES][SETS]
    Steps steps[PLACES]
    uint8_t by_deal[54][54][LANES]  # as in the position, but nothing below the least stock


# -- before the sweep -----------------------------------------------------------------------------

cdef void count_sets(Sweep* sweep) noexcept nogil:
    """For every set of ranks, which cards are in it and which it can be laid on."""
    cdef Position* position = sweep.position
    cdef int first, size, at, rank, left, among, near
    for first in range(RANKS):
        among = near = 0
        for size in range(SIZES):
            at = first * SIZES + size
            rank = (first + 2 * size) % RANKS
            among |= 1 << rank
            near |= 1 << position.above[rank] | 1 << position.below[rank]
            for rank in range(RANKS):
                sweep.serves[rank][at] = near >> rank & 1
                sweep.wants[rank][at] = (among >> rank & 1) - (near >> rank & 1)
            for left in range(position.stock):
                rank = position.dealt[left]
                sweep.supply[left + 1][at] = sweep.supply[left][at] + sweep.serves[rank][at]


cdef void cut_deals(Sweep* sweep) noexcept nogil:
    """What dealing adds to a vector, if a card dealt is no use with less than a least stock."""
    cdef int most, least, rank
    for most in range(sweep.position.stock + 2):
        for rank in range(RANKS):
            for least in range(sweep.position.by_deal[most][rank] + 1):
                sweep.by_deal[most][least][rank] = sweep.position.by_deal[most][rank]


cdef inline void add(int8_t* sums, const int8_t* one, const int8_t* other) noexcept nogil:
    cdef int at
    for at in range(SETS):
        sums[at] = <int8_t> (one[at] + other[at])


cdef void take_apart(
    Sweep* sweep, uint64_t number, int first, int end, int8_t* wanted, Steps* steps
) noexcept nogil:
    """What the columns from the first to the end want, and which cards they end in."""
    cdef Position* position = sweep.position
    cdef Step* step
    cdef int column, height, at, rank
    memset(wanted, 0, SETS)
    steps.count = 0
    for column in range(first, end):
        height = number % (position.height[column] + 1)
        number //= position.height[column] + 1
        for at in range(height):
            add(wanted, wanted, sweep.wants[position.rank[column][at]])
        if height:
            rank = position.rank[column][height - 1]
            step = &steps.step[steps.count]
            step.rank = rank
            step.above = position.above[rank]
            step.below = position.below[rank]
            step.down = sweep.unit[column]
            steps.count += 1


cdef bint sweep_open(Sweep* sweep, Position* position, size_t memory) noexcept nogil:
    """Make room for a sweep, which was all zeros. False: there is no memory for it."""
    cdef int column
    cdef uint64_t words
    sweep.position = position
    sweep.places = sweep.rows = 1
    for column in range(position.columns):
        if sweep.places * (position.height[column] + 1) > PLACES:
            break
        sweep.unit[column] = sweep.places
        sweep.places *= position.height[column] + 1
        sweep.split = column + 1
    sweep.words = (sweep.places + 63) // 64
    for column in range(sweep.split, position.columns):
        sweep.unit[column] = 64 * sweep.words * sweep.rows
        sweep.rows *= position.height[column] + 1
    words = sweep.words * sweep.rows
    sweep.bytes = words * (64 * LANES + sizeof(uint64_t)) + sizeof(Sweep)
    if sweep.bytes > memory:
        return False
    sweep.reached = <uint64_t*> calloc(words, sizeof(uint64_t))
    sweep.vectors = <uint8_t*> malloc(words * 64 * LANES)
    if sweep.reached == NULL or sweep.vectors == NULL:
        return False
    count_sets(sweep)
    cut_deals(sweep)
    for column in range(sweep.places):
        take_apart(sweep, column, 0, sweep.split, sweep.wanted[column], &sweep.steps[column])
    return True


cdef void sweep_close(Sweep* sweep) noexcept nogil:
    if sweep != NULL:
        free(sweep.reached)
        free(sweep.vectors)
        free(sweep)


# -- the sweep ------------------------------------------------------------------------------------

cdef inline bint is_enough(const int8_t* supply, const int8_t* wanted) noexcept nogil:
    """Whether no set of ranks wants more than there is."""
    cdef int8_t signs = 0
    cdef int at
    for at in range(SETS):
        signs |= <int8_t> (supply[at] - wanted[at])
    return signs >= 0


cdef inline int least_stock(Sweep* sweep, const int8_t* wanted, int most, int guess) noexcept nogil:
    """How many cards of the stock it takes, the one on the foundation counted; `most` at most."""
    if guess < most and not is_enough(sweep.supply[guess], wanted):
        guess += 1
        while guess < most and not is_enough(sweep.supply[guess], wanted):
            guess += 1
        return guess
    guess = most if guess > most else guess
    while guess > 0 and is_enough(sweep.supply[guess - 1], wanted):
        guess -= 1
    return guess


cdef inline uint64_t doubtful(uint64_t lanes, uint64_t least) noexcept nogil:
    """The top bit of each of eight lanes that has a number, but not one above the least stock."""
    return (lanes + 127 * BYTES) & ~(lanes + (127 - least) * BYTES) & 128 * BYTES


cdef inline void drop_lost(
    Sweep* sweep, uint8_t* vector, uint64_t lanes, int first, const int8_t* wanted
) noexcept nogil:
    """Empty those of the lanes that have too few cards, the one on the foundation counted."""
    cdef int8_t supply[SETS]
    cdef int rank
    while lanes:
        rank = first + (zeros_below(lanes) >> 3)
        lanes &= lanes - 1
        add(supply, sweep.supply[vector[rank] - 1], sweep.serves[rank])
        if not is_enough(supply, wanted):
            vector[rank] = 0


cdef inline void play(
    Sweep* sweep, uint64_t number, const uint8_t* vector, Steps* steps, int least
) noexcept nogil:
    """Play whichever of the cards can be played."""
    cdef Step* step
    cdef uint8_t* target
    cdef uint8_t left, other
    cdef uint64_t below, bit
    cdef int at
    for at in range(steps.count):
        step = &steps.step[at]
        left = vector[step.above]
        other = vector[step.below]
        if left < other:
            left = other
        if left == 0:
            continue
        below = number - step.down
        target = sweep.vectors + below * LANES
        bit = <uint64_t> 1 << (below & 63)
        if not sweep.reached[below >> 6] & bit:
            sweep.reached[below >> 6] |= bit
            memset(target, 0, LANES)
            target[GUESS] = least
        raise_lane(target, step.rank, left)


cdef inline void look(Sweep* sweep, uint64_t number, int place) noexcept nogil:
    """All that can be done at these heights."""
    cdef uint8_t vector[LANES]
    cdef int8_t wanted[SETS]
    cdef uint64_t* half = <uint64_t*> vector
    cdef int least
    memcpy(vector, sweep.vectors + number * LANES, LANES)
    add(wanted, sweep.row_wants, sweep.wanted[place])
    least = least_stock(sweep, wanted, vector[MOST], vector[GUESS])
    drop_lost(sweep, vector, doubtful(half[0], least), 0, wanted)
    drop_lost(sweep, vector, doubtful(half[1], least) & <uint64_t> 0xFFFFFFFFFF, 8, wanted)
    raise_lanes(vector, vector, sweep.by_deal[vector[MOST]][least])
    play(sweep, number, vector, &sweep.steps[place], least)
    play(sweep, number, vector, &sweep.row_steps, least)


cdef bint sweep_word(Sweep* sweep, uint64_t word, int place, Control control) noexcept nogil:
    """Look at the heights of one word, the highest number first. False: a limit was hit."""
    cdef uint64_t todo = ~(<uint64_t> 0), bits
    cdef int bit
    while True:
        bits = sweep.reached[word] & todo
        if bits == 0:
            return not control.must_stop(sweep.states)
        if sweep.states >= control.most_states:
            control.must_stop(sweep.states)
            return False
        bit = 63 - zeros_above(bits)
        todo = (<uint64_t> 1 << bit) - 1
        sweep.states += 1
        look(sweep, 64 * word + bit, place + bit)


cdef int sweep_run(Sweep* sweep, Control control) noexcept nogil:
    """WON, NONE, or STOPPED."""
    cdef uint64_t number = 64 * sweep.words * (sweep.rows - 1) + sweep.places - 1, word
    cdef int64_t row
    cdef int at
    cdef bint taken_apart
    memcpy(sweep.vectors + number * LANES, sweep.position.start, LANES)
    sweep.reached[number >> 6] = <uint64_t> 1 << (number & 63)
    for row in range(sweep.rows - 1, -1, -1):
        taken_apart = False
        for at in range(sweep.words - 1, -1, -1):
            word = sweep.words * row + at
            if sweep.reached[word] == 0:
                continue
            if not taken_apart:
                take_apart(
                    sweep, row, sweep.split, sweep.position.columns, sweep.row_wants, &sweep.row_steps
                )
                taken_apart = True
            if not sweep_word(sweep, word, 64 * at, control):
                return STOPPED
    return WON if sweep.reached[0] & 1 else NONE


cdef const uint8_t* sweep_vector(Sweep* sweep, uint64_t heights) noexcept nogil:
    """The vector for the heights; NULL: they were not reached."""
    cdef uint64_t number = 0
    cdef int column
    for column in range(sweep.position.columns):
        number += (heights >> 8 * column & 255) * sweep.unit[column]
    if sweep.reached[number >> 6] >> (number & 63) & 1:
        return sweep.vectors + number * LANES
    return NULL


# -- the line of play -----------------------------------------------------------------------------

cdef bytes line(Position* position, Beam* beam, Sweep* sweep):
    """The moves that win, from the last to the first, by way of the vectors of one search."""
    cdef uint8_t dealt[LANES]
    cdef const uint8_t* vector = beam_vector(beam, 0, 0) if beam else sweep_vector(sweep, 0)
    cdef int left = vector[MOST], rank = lane_of(vector, left), cards = 0, column, height
    cdef uint64_t heights = 0, before
    moves = []
    while cards < position.cards:
        cards += 1
        for column in range(position.columns):
            height = heights >> 8 * column & 255
            if height == position.height[column] or position.rank[column][height] != rank:
                continue
            before = heights + (<uint64_t> 1 << 8 * column)
            vector = beam_vector(beam, before, cards) if beam else sweep_vector(sweep, before)
            if vector != NULL:
                raise_lanes(dealt, vector, position.by_deal[vector[MOST]])
                if dealt[position.above[rank]] == left or dealt[position.below[rank]] == left:
                    break
        else:
            raise AssertionError("a card was played out of nowhere")
        moves.append(bytes((column, HOME, 1)))
        heights = before
        rank = position.above[rank] if dealt[position.above[rank]] == left else position.below[rank]
        if vector[rank] != left:
            moves += [bytes((DEAL, DEAL, 0))] * (vector[MOST] - left)
            left = vector[MOST]
            rank = lane_of(vector, left)
    return b"".join(reversed(moves))


# -- both searches --------------------------------------------------------------------------------

cdef tuple try_beam(Position* position, int width, uint64_t states, Control control):
    cdef Beam beam
    cdef int verdict = STOPPED
    try:
        with nogil:
            if beam_open(&beam, position, width, control.memory):
                control.memory_reached = max(control.memory_reached, beam.bytes)
                beam.states = states
                verdict = beam_run(&beam, control)
        return verdict, line(position, &beam, NULL) if verdict == WON else b"", beam.states
    finally:
        beam_close(&beam)


cdef tuple try_sweep(Position* position, uint64_t states, Control control):
    cdef Sweep* sweep = NULL
    cdef int verdict = STOPPED
    try:
        with nogil:
            if sizeof(Sweep) <= control.memory:
                sweep = <Sweep*> calloc(1, sizeof(Sweep))
            if sweep != NULL and sweep_open(sweep, position, control.memory):
                control.memory_reached = max(control.memory_reached, sweep.bytes)
                sweep.states = states
                verdict = sweep_run(sweep, control)
                states = sweep.states
        return verdict, line(position, NULL, sweep) if verdict == WON else b"", states
    finally:
        sweep_close(sweep)


def search(bytes packed, Control control, bint wraps=True, bint shortest=False):
    """Settle a packed position: (WON, NONE or STOPPED, the moves that win, how many states).

    With `shortest`, no line that wins has fewer moves, unless a limit was hit before that was sure:
    then `control.stopped` is true.
    """
    cdef Position position
    cdef int width, deals
    verdict, moves, states = OPEN, b"", 0
    read_table(&position, packed, wraps, 0)
    for width in (8, 32, 96):
        if verdict == OPEN:
            verdict, moves, states = try_beam(&position, width, states, control)
    deals = len(moves) // 3 - position.cards
    if verdict == OPEN:
        verdict, moves, states = try_sweep(&position, states, control)
    elif verdict == WON and shortest and deals > 0:
        read_table(&position, packed, wraps, position.stock - deals + 1)
        better, fewer, states = try_sweep(&position, states, control)
        if better == WON:
            moves = fewer
        elif better == STOPPED:
            control.stopped = True
    control.finish()
    return verdict, moves, states
