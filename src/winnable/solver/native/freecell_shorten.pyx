"""Short solutions for FreeCell and Baker's Game: a beam search, one move after the other.

Of all the positions that can be reached in one move, then two, then three, only the most promising
few hundred are kept. The first win is then as short as any that the beam can see. Moves are counted
as players count them: a sequence moved is one move, and safe cards go home by themselves. Sending
those home at once never makes a line longer: `winnable.rules.foundations` shows that any line can be
played without them, so with the same moves or fewer.

A length is proved minimal when nothing that could have been shorter was left out: when, at every
move, there were no more positions than the beam is wide. What cannot lead to a shorter line is left
out by a lower bound. Look at a sequence that lies on a card it does not belong on, and holds a card
X with a lower card of X's suit somewhere below the sequence. X cannot go home before that lower
card, and the lower card not before X has left the column; so X has to be moved elsewhere. A move
takes up cards in sequence from one column, so no move does this for two such sequences. There are
at least as many moves to come as there are such sequences.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.hash_set cimport Hash, HashSet, hash_set_add, hash_set_close, hash_set_open
from winnable.solver.native.tableau cimport (
    BASE, CELL, CELLS, COLUMNS, HELD, HOME, KEYS,
    Move, Rules, State,
    bit, first, is_safe, make, read_state, set_rules, send_safe_cards_home,
)

cdef enum:
    NOWHERE = 0xFFFFFFFF
    BUCKETS = 4096

cdef struct Weights:   # what makes a position look far from won
    int left           # a card that is not home
    int buried         # a card on one that could go home next
    int breaks         # a card that lies on another and not in sequence
    int spread         # a rank between the lowest and the highest foundation
    int used[CELLS + 1]
    int empty[COLUMNS + 1]

cdef struct Child:
    uint32_t parent    # its place in the beam
    Move move
    int cost
    uint32_t next      # of the same cost

cdef struct Step:
    uint32_t parent
    Move move

cdef struct Beam:
    Rules rules
    Weights weights
    HashSet seen
    State* states      # of this move, and after `width` of them those of the next
    uint32_t* steps    # that led to each of them
    uint32_t width, count
    uint32_t which     # 0 or 1: which half of `states` is this move's
    Child* children
    uint32_t born, room
    uint32_t* buckets
    int best, worst
    Step* trail
    uint32_t walked, trail_room
    size_t memory
    uint32_t bound     # a line has to be shorter than this
    uint32_t depth
    bint cut           # whether something was left out that might have been shorter
    int cost           # of the state being expanded, but for cells and empty columns
    int weight[COLUMNS + 1]  # what another card on a column costs
    uint64_t ready     # cards that would go home if they were last cards
    uint32_t at        # the state being expanded
    Move last          # the move that won
    uint32_t last_parent

cdef Weights WEIGHTS

cdef void set_weights():
    cdef int i
    WEIGHTS.left, WEIGHTS.buried, WEIGHTS.breaks, WEIGHTS.spread = 6, 6, 28, 7
    used, empty = (0, 29, 47, 66, 106), (0, -26, -47, -69, -69)
    for i in range(CELLS + 1):
        WEIGHTS.used[i] = used[min(i, 4)]
    for i in range(COLUMNS + 1):
        WEIGHTS.empty[i] = empty[min(i, 4)]

set_weights()


# -- what a position is worth ---------------------------------------------------------------------

cdef int outlook(Weights* weights, State* state) noexcept nogil:
    """How far from won a state looks, but for cells and empty columns."""
    cdef int suit, card, column, low = 13, high = 0, buried = 0
    for suit in range(4):
        card = state.now.home[suit]
        low = min(low, card)
        high = max(high, card)
        if card < 13:
            card = card << 2 | suit
            column = state.cards[card].column
            if column < COLUMNS:
                buried += state.now.size[column] - 1 - state.cards[card].height
    return (
        weights.left * state.now.left + weights.buried * buried
        + weights.breaks * state.now.breaks + weights.spread * (high - low)
    )


cdef int moves_to_come(State* state) noexcept nogil:
    """At least so many moves are needed: see the module's docstring."""
    cdef uint8_t pile[52]
    cdef int lowest[4]       # of the cards below the sequence being looked at
    cdef int below[4]        # of all cards so far
    cdef int column, card, n, i, suit, found = 0
    cdef bint counted
    for column in range(state.now.columns):
        n = state.now.size[column]
        card = state.now.last[column]
        for i in range(n - 1, -1, -1):
            pile[i] = card
            card = state.cards[card].under
        for suit in range(4):
            below[suit] = lowest[suit] = 99
        counted = False
        for i in range(n):
            card = pile[i]
            suit = card & 3
            if state.cards[card].run == 1:
                lowest[0], lowest[1], lowest[2], lowest[3] = below[0], below[1], below[2], below[3]
                counted = False
            if lowest[suit] < card and not counted:
                counted = True
                found += 1
            below[suit] = min(below[suit], card)
    return found


# -- one step -------------------------------------------------------------------------------------

cdef int note(Beam* beam, Hash hash, int cost, Move move) noexcept nogil:
    """Take note of a position, if it is new. STOPPED if there is no room, NONE otherwise."""
    cdef Child* children
    cdef Child* child
    cdef int got = hash_set_add(&beam.seen, hash)
    if got == 0:
        return NONE
    if got < 0:
        return STOPPED
    if beam.born == beam.room:
        if 2 * beam.room * sizeof(Child) > beam.memory // 4:
            return STOPPED
        children = <Child*> realloc(beam.children, 2 * beam.room * sizeof(Child))
        if children == NULL:
            return STOPPED
        beam.children = children
        beam.room *= 2
    cost = min(max(cost, 0), BUCKETS - 1)
    child = &beam.children[beam.born]
    child.parent, child.move, child.cost = beam.at, move, cost
    child.next = beam.buckets[cost]
    beam.buckets[cost] = beam.born
    beam.born += 1
    beam.best = min(beam.best, cost)
    beam.worst = max(beam.worst, cost)
    return NONE


cdef int try_move(Beam* beam, State* state, Move move) noexcept nogil:
    """Make a move on a copy, with what goes home after it, and take note of where it leads."""
    cdef State after = state[0]
    cdef uint8_t gone[104]
    cdef Hash hash
    cdef Weights* weights = &beam.weights
    make(&beam.rules, &after, move)
    send_safe_cards_home(&beam.rules, &after, gone)
    if not after.now.left:
        beam.last = move
        beam.last_parent = beam.steps[beam.which * beam.width + beam.at]
        return WON
    hash.a, hash.b = after.now.hash, after.now.check
    return note(
        beam, hash,
        outlook(weights, &after) + weights.used[after.now.used] + weights.empty[after.now.empty],
        move,
    )


cdef int offer(Beam* beam, State* state, Move move, int card) noexcept nogil:
    """Take note of where a move of the cards from `card` on leads: if it can be, without making it."""
    cdef Weights* weights = &beam.weights
    cdef Hash hash
    cdef int on = CELL, to = CELL, above, at, cost = beam.cost
    cdef int used = state.now.used, empty = state.now.empty
    if move.source < COLUMNS:
        on = state.cards[card].under
        if on == BASE:
            empty += 1
        elif bit(on) & beam.ready:
            return try_move(beam, state, move)
        elif state.cards[card].run == 1:
            cost -= weights.breaks
        above = beam.weight[move.source]
        at = state.now.last[move.source]
        while True:      # what lies on a card that moves goes with it
            above -= weights.buried * ((state.now.wanted >> at) & 1)
            if at == card:
                break
            at = state.cards[at].under
        cost -= above * move.count
    else:
        used -= 1
    if move.target < COLUMNS:
        to = state.now.last[move.target]
        cost += beam.weight[move.target] * move.count
        if to == BASE:
            empty -= 1
    else:
        used += 1
    hash.a = state.now.hash ^ KEYS.hash[card][on] ^ KEYS.hash[card][to]
    hash.b = state.now.check ^ KEYS.check[card][on] ^ KEYS.check[card][to]
    return note(beam, hash, cost + weights.used[used] + weights.empty[empty], move)


cdef int to_columns(Beam* beam, State* state, Move move, int card, int empty) noexcept nogil:
    """Onto every column where a card fits, and to an empty one if `empty` is not -1."""
    cdef uint64_t ends = beam.rules.onto[card] & state.now.ends
    cdef int got = NONE
    while ends and not got:
        move.target = state.cards[first(ends)].column
        ends &= ends - 1
        got = offer(beam, state, move, card)
    if not got and empty >= 0:
        move.target = empty
        got = offer(beam, state, move, card)
    return got


cdef int expand_free(Beam* beam, State* state, int empty) noexcept nogil:
    """Home what could go there and is not safe, and cards from cells to columns."""
    cdef uint64_t cards = (state.now.ends | state.now.held) & state.now.wanted
    cdef int card, got = NONE
    cdef Move move
    move.count, move.pad = 1, 0
    while cards and not got:
        card = first(cards)
        cards &= cards - 1
        move.source = state.cards[card].column
        if move.source == COLUMNS:
            move.source = HELD + card
        move.target = HOME + (card & 3)
        got = try_move(beam, state, move)
    cards = state.now.held
    while cards and not got:
        card = first(cards)
        cards &= cards - 1
        move.source = HELD + card
        got = to_columns(beam, state, move, card, empty)
    return got


cdef int expand_column(Beam* beam, State* state, int column, int empty, int room) noexcept nogil:
    """The last cards of a column to other columns, and the last one to a cell."""
    cdef int card = state.now.last[column], run = min(<int> state.cards[card].run, room), got = NONE
    cdef bint can_fill
    cdef Move move
    move.source, move.count, move.pad = column, 1, 0
    if state.now.used < state.now.cells:
        move.target = HELD + card
        got = offer(beam, state, move, card)
    while move.count <= run and not got:
        # A whole column that moves to an empty one has not moved at all.
        can_fill = empty >= 0 and 2 * move.count <= room and move.count < state.now.size[column]
        got = to_columns(beam, state, move, card, empty if can_fill else -1)
        card = state.cards[card].under
        move.count += 1
    return got


cdef int expand(Beam* beam, State* state) noexcept nogil:
    """Take note of every position one move on; of several empty columns only the first is used."""
    cdef uint64_t wanted = state.now.wanted & (bit(52) - 1)
    cdef int column, card, got, empty = -1
    cdef int room = (state.now.cells - state.now.used + 1) << state.now.empty
    memset(beam.weight, 0, sizeof(beam.weight))
    beam.cost = outlook(&beam.weights, state)
    beam.ready = 0
    while wanted:
        card = first(wanted)
        wanted &= wanted - 1
        beam.weight[state.cards[card].column] += beam.weights.buried
        if is_safe(&beam.rules, state, card):
            beam.ready |= bit(card)
    if state.now.empty:
        empty = 0
        while state.now.last[empty] != BASE:
            empty += 1
    got = expand_free(beam, state, empty)
    for column in range(state.now.columns):
        if got:
            break
        if state.now.last[column] != BASE:
            got = expand_column(beam, state, column, empty, room)
    return got


# -- the beam -------------------------------------------------------------------------------------

cdef bint keep(Beam* beam, Child* child) noexcept nogil:
    """Put a child into the next move's beam, unless it cannot lead to a shorter line."""
    cdef uint32_t half = beam.width * (1 - beam.which)
    cdef State* state = &beam.states[half + beam.count]
    cdef uint8_t gone[104]
    state[0] = beam.states[beam.which * beam.width + child.parent]
    make(&beam.rules, state, child.move)
    send_safe_cards_home(&beam.rules, state, gone)
    if beam.depth + 1 + moves_to_come(state) >= beam.bound:
        return True
    if beam.walked == beam.trail_room and not lengthen(beam):
        return False
    beam.trail[beam.walked].parent = beam.steps[beam.which * beam.width + child.parent]
    beam.trail[beam.walked].move = child.move
    beam.steps[half + beam.count] = beam.walked
    beam.walked += 1
    beam.count += 1
    return True


cdef bint lengthen(Beam* beam) noexcept nogil:
    cdef Step* trail = <Step*> realloc(beam.trail, 2 * beam.trail_room * sizeof(Step))
    if trail == NULL:
        return False
    beam.trail = trail
    beam.trail_room *= 2
    return True


cdef bint choose(Beam* beam) noexcept nogil:
    """Make the next move's beam of the most promising children. False: there is no memory."""
    cdef int cost
    cdef uint32_t at
    cdef bint room = True
    beam.count = 0
    for cost in range(beam.best, beam.worst + 1):
        at = beam.buckets[cost]
        beam.buckets[cost] = NOWHERE
        while at != NOWHERE and room:
            if beam.count == beam.width:
                beam.cut = True
                break
            room = keep(beam, &beam.children[at])
            at = beam.children[at].next
    beam.which = 1 - beam.which
    beam.born = 0
    beam.best, beam.worst = BUCKETS, 0
    return room


cdef int walk(Beam* beam, Control control) noexcept nogil:
    """WON, NONE if no line shorter than the bound was found, STOPPED at a limit."""
    cdef uint32_t i
    cdef int got
    while beam.count:
        for i in range(beam.count):
            if control.must_stop(beam.seen.count):
                return STOPPED
            beam.at = i
            got = expand(beam, &beam.states[beam.which * beam.width + i])
            if got:
                return got
        if not choose(beam):
            return STOPPED
        beam.depth += 1
    return NONE


cdef bint open_beam(Beam* beam, uint32_t width, size_t memory) noexcept nogil:
    memset(beam, 0, sizeof(Beam))
    beam.weights = WEIGHTS
    beam.width = width
    beam.memory = memory
    beam.room = 1024
    beam.trail_room = 1024
    beam.best = BUCKETS
    beam.states = <State*> malloc(2 * width * sizeof(State))
    beam.steps = <uint32_t*> malloc(2 * width * sizeof(uint32_t))
    beam.children = <Child*> malloc(beam.room * sizeof(Child))
    beam.trail = <Step*> malloc(beam.trail_room * sizeof(Step))
    beam.buckets = <uint32_t*> malloc(BUCKETS * sizeof(uint32_t))
    hash_set_open(&beam.seen, 4096, memory // 2)
    if (
        beam.states == NULL or beam.steps == NULL or beam.children == NULL or beam.trail == NULL
        or beam.buckets == NULL or beam.seen.slots == NULL
    ):
        return False
    memset(beam.buckets, 255, BUCKETS * sizeof(uint32_t))
    return True


cdef size_t reached(Beam* beam) noexcept nogil:
    """The most bytes of what counts against the limit: the positions seen, and the children."""
    cdef size_t growing = beam.memory // 2 - beam.seen.left_bytes
    return max(growing, (beam.seen.mask + 1) * sizeof(Hash)) + beam.room * sizeof(Child)


cdef void close_beam(Beam* beam) noexcept nogil:
    free(beam.states)
    free(beam.steps)
    free(beam.children)
    free(beam.trail)
    free(beam.buckets)
    hash_set_close(&beam.seen)


# -- lines ----------------------------------------------------------------------------------------

cdef uint32_t counted(Rules* rules, State* state, bytes line):
    """How many moves a line has, safe cards that go home by themselves not counted."""
    cdef const uint8_t* packed = line
    cdef Move move
    cdef int at, card
    cdef uint32_t count = 0
    for at in range(0, len(line), 3):
        move.source, move.target, move.count, move.pad = packed[at], packed[at + 1], packed[at + 2], 0
        if HOME <= move.target < HELD:
            card = move.source - HELD if move.source >= HELD else state.now.last[move.source]
            count += not is_safe(rules, state, card)
        else:
            count += 1
        make(rules, state, move)
    return count


cdef bytes line_of(Beam* beam, State* state):
    """The moves that won, those that sent safe cards home among them."""
    cdef uint8_t gone[104]
    cdef uint32_t at = beam.last_parent
    cdef int i, n
    cdef Move move
    moves = [(beam.last.source, beam.last.target, beam.last.count)]
    while at:
        move = beam.trail[at].move
        moves.append((move.source, move.target, move.count))
        at = beam.trail[at].parent
    line = bytearray()
    while True:
        n = send_safe_cards_home(&beam.rules, state, gone)
        for i in range(n):
            line.append(HELD + gone[2 * i] if gone[2 * i + 1] == COLUMNS else gone[2 * i + 1])
            line.append(HOME + (gone[2 * i] & 3))
            line.append(1)
        if not moves:
            return bytes(line)
        move.source, move.target, move.count = moves.pop()
        move.pad = 0
        line += bytes((move.source, move.target, move.count))
        make(&beam.rules, state, move)


def shorten(bytes packed, bytes line, Control control, bint by_suit, uint32_t width):
    """A shorter line than a given one, if a beam so wide finds one.

    Gives a verdict (WON, or STOPPED at a limit), the line, whether it is proved that none has fewer
    moves, and the number of positions looked at.
    """
    cdef Beam beam
    cdef State start, state
    cdef uint8_t gone[104]
    cdef const uint8_t* position = packed
    cdef int got = STOPPED
    try:
        if open_beam(&beam, width, control.memory):
            set_rules(&beam.rules, by_suit)
            read_state(&beam.rules, &start, position)
            state = start
            beam.bound = counted(&beam.rules, &state, line)
            beam.states[0] = start
            send_safe_cards_home(&beam.rules, &beam.states[0], gone)
            beam.steps[0] = 0
            beam.walked = 1
            beam.count = beam.bound > <uint32_t> moves_to_come(&beam.states[0])
            with nogil:
                got = walk(&beam, control)
            if beam.seen.count:
                control.memory_reached = reached(&beam)
            if got == WON:
                line = line_of(&beam, &start)
        control.finish()
        return STOPPED if got == STOPPED else WON, line, got != STOPPED and not beam.cut, beam.seen.count
    finally:
        close_beam(&beam)
