"""FreeCell and Baker's Game: the most promising position first, with restarts.

Serves every game with columns, cells and foundations by suit, no stock, and supermoves: FreeCell,
Baker's Game and their like, up to eight columns and eight cells.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.seen cimport Hash, Seen, seen_add, seen_close, seen_open
from winnable.solver.native.tableau cimport (
    BASE, CELL, CELLS, COLUMNS, HELD, HOME,
    Move, Rules, State,
    bit, first, lay, make, read_state, safe_cards, set_rules, settle, take,
)

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) noexcept nogil

cdef enum:
    NOWHERE = 0xFFFFFFFF
    BOTTOM = 0xFFFFFFFE  # what stands in the bucket after the last
    CACHED = 1024      # states at hand; a power of two
    BLOCK = 1 << 14    # nodes that memory is asked for at a time
    FEW = 2048         # positions to make room for at first
    BUCKETS = 2048
    MOST = 128         # more children than a state can have
    OVER = 3           # a quick search has spent its quota

cdef uint64_t ALL = bit(52) - 1

cdef struct Node:      # how one state came from another
    uint32_t parent
    uint32_t move
    uint32_t next      # of the same bucket; once expanded, the how manieth that was

cdef struct Child:
    Hash hash
    uint32_t move
    int cost

cdef struct Weights:   # what makes a state look far from won; the least sum is expanded first
    int left           # a card that is not home
    int buried         # a card on one that could go home next
    int breaks         # a card that lies on another and not in sequence
    int depth          # a move made
    int used[CELLS + 1]
    int empty[COLUMNS + 1]
    int slack          # a quick search leaves out children that cost so much more than their parent

cdef struct Phase:
    Weights weights
    uint32_t quota     # states to expand; 0: as many as there are
    bint every_move

cdef struct Search:
    Rules rules
    Phase phase
    Seen seen          # what a complete search has seen
    uint32_t* tags     # what a quick one has
    uint32_t tag_mask
    Node** blocks
    uint32_t used, room
    uint32_t* buckets
    uint32_t best      # no bucket before this one has a node
    State* states      # the last ones expanded; after them the start
    uint32_t* chain    # from a node to its nearest ancestor at hand
    uint32_t links
    size_t memory
    uint32_t expanded
    uint32_t at        # the node being expanded
    Child children[MOST]
    uint32_t born
    int cost           # of the state being expanded and a move, but for cells and empty columns
    int bound          # children that cost more are left out
    int weight[COLUMNS + 1]  # what another card on a column costs
    uint64_t ready     # cards that something follows from when they are last cards
    bint won
    uint32_t last      # the move that won
    uint32_t last_parent
    uint64_t earlier   # positions seen in earlier phases


# -- nodes ----------------------------------------------------------------------------------------

cdef inline Node* node_at(Search* search, uint32_t at) noexcept nogil:
    return &search.blocks[at // BLOCK][at % BLOCK]


cdef bint more_nodes(Search* search) noexcept nogil:
    """Room for another block of nodes. False: there is none."""
    cdef uint32_t count = search.room // BLOCK
    cdef size_t bytes = (search.room + BLOCK) * sizeof(Node)
    cdef Node** blocks
    if bytes + (search.seen.mask + 1) * sizeof(Hash) > search.memory or search.room >= BOTTOM - BLOCK:
        return False
    if not count & (count - 1):
        blocks = <Node**> realloc(search.blocks, 2 * (count + 1) * sizeof(Node*))
        if blocks == NULL:
            return False
        search.blocks = blocks
    search.blocks[count] = <Node*> malloc(BLOCK * sizeof(Node))
    if search.blocks[count] == NULL:
        return False
    search.room += BLOCK
    search.seen.most_bytes = search.memory - bytes
    return True


cdef inline uint32_t coded(int source, int target, int count) noexcept nogil:
    """A move in one word."""
    return source | target << 8 | count << 16


cdef inline Move decoded(uint32_t code) noexcept nogil:
    cdef Move move
    move.source, move.target, move.count, move.pad = code & 255, code >> 8 & 255, code >> 16, 0
    return move


cdef inline void push(Search* search, uint32_t move, int cost) noexcept nogil:
    """A node for a position that is new; there is room for it."""
    cdef Node* node = node_at(search, search.used)
    cdef uint32_t bucket = cost
    if bucket >= BUCKETS:
        bucket = 0 if cost < 0 else BUCKETS - 1
    node.parent = search.at
    node.move = move
    node.next = search.buckets[bucket]
    search.buckets[bucket] = search.used
    search.used += 1
    if bucket < search.best:
        search.best = bucket


cdef inline void note_quick(Search* search, uint32_t move, uint64_t hash, int cost) noexcept nogil:
    """Take note of a child in a quick search, if it is new as far as 32 bits can tell."""
    cdef uint32_t tag = (hash >> 32) | 1, slot = hash & search.tag_mask
    while search.tags[slot]:
        if search.tags[slot] == tag:
            return
        slot = (slot + 1) & search.tag_mask
    search.tags[slot] = tag
    push(search, move, cost)


cdef inline void note(
    Search* search, uint32_t move, uint64_t hash, uint64_t check, int cost
) noexcept nogil:
    """Take note of a child in a complete search: to be looked up when all of them are known."""
    cdef Child* child = &search.children[search.born]
    prefetch(&search.seen.slots[hash & search.seen.mask])
    search.born += 1
    child.hash.a, child.hash.b = hash, check
    child.move = move
    child.cost = cost


cdef int register(Search* search) noexcept nogil:
    """Take note of the children that are new. STOPPED if there is no room."""
    cdef uint32_t i
    cdef int got
    for i in range(search.born):
        got = seen_add(&search.seen, search.children[i].hash)
        if got:
            if got < 0 or (search.used == search.room and not more_nodes(search)):
                return STOPPED
            push(search, search.children[i].move, search.children[i].cost)
    search.born = 0
    return NONE


# -- one step -------------------------------------------------------------------------------------

cdef int tidy(Rules* rules, State* state, uint8_t* gone) noexcept nogil:
    """Make the moves that are always good: how many. `gone` has each card and where it was."""
    cdef int card, n = settle(rules, state, gone)
    cdef uint64_t fits
    if rules.by_suit:
        fits = state.now.held & (state.now.ends >> 4)
        while fits:
            card = first(fits)
            take(rules, state, COLUMNS, card)
            lay(rules, state, state.cards[card + 4].column, card)
            gone[2 * n] = card
            gone[2 * n + 1] = HELD
            n += 1
            fits = state.now.held & (state.now.ends >> 4)
    return n


cdef inline int outlook(Weights* weights, State* state) noexcept nogil:
    """How far from won a state looks, but for cells, empty columns and depth."""
    cdef uint64_t next = state.now.wanted & ALL
    cdef int card, column, buried = 0
    while next:
        card = first(next)
        next &= next - 1
        column = state.cards[card].column
        if column < COLUMNS:
            buried += state.now.size[column] - 1 - state.cards[card].height
    return weights.left * state.now.left + weights.breaks * state.now.breaks + weights.buried * buried


cdef void try_move(Search* search, State* state, uint32_t move) noexcept nogil:
    """Make a move on a copy, with what follows from it, and take note of where it leads."""
    cdef Weights* weights = &search.phase.weights
    cdef State after = state[0]
    cdef uint8_t gone[208]
    cdef int cost
    make(&search.rules, &after, decoded(move))
    tidy(&search.rules, &after, gone)
    if not after.now.left:
        search.won = True
        search.last = move
        search.last_parent = search.at
    cost = (
        outlook(weights, &after) + weights.used[after.now.used] + weights.empty[after.now.empty]
        + weights.depth * (state.now.depth + 1)
    )
    if not search.phase.quota:
        note(search, move, after.now.hash, after.now.check, cost)
    elif cost <= search.bound:
        note_quick(search, move, after.now.hash, cost)


cdef inline void offer(
    Search* search, State* state, uint32_t move, int card, int on, int to, int cost
) noexcept nogil:
    """Take note of where a move leads that nothing follows from: without making it."""
    cdef const uint64_t* keys = search.rules.keys.hash[card]
    cdef const uint64_t* check
    if not search.phase.quota:
        check = search.rules.keys.check[card]
        note(
            search, move, state.now.hash ^ keys[on] ^ keys[to],
            state.now.check ^ check[on] ^ check[to], cost,
        )
    elif cost <= search.bound:
        note_quick(search, move, state.now.hash ^ keys[on] ^ keys[to], cost)


cdef void expand_home(Search* search, State* state, uint64_t cards) noexcept nogil:
    """Home with cards that can go there and are not safe."""
    cdef int card, source
    while cards:
        card = first(cards)
        cards &= cards - 1
        source = state.cards[card].column
        if source == COLUMNS:
            source = HELD + card
        try_move(search, state, coded(source, HOME + (card & 3), 1))


cdef void expand_cells(Search* search, State* state, int empty) noexcept nogil:
    """Cards from cells to columns."""
    cdef Weights* weights = &search.phase.weights
    cdef uint64_t cards = state.now.held, ends
    cdef int card, to, target
    cdef int cost = search.cost + weights.used[state.now.used - 1]
    while cards:
        card = first(cards)
        cards &= cards - 1
        ends = search.rules.onto[card] & state.now.ends
        while ends:
            to = first(ends)
            ends &= ends - 1
            target = state.cards[to].column
            offer(
                search, state, coded(HELD + card, target, 1), card, CELL, to,
                cost + search.weight[target] + weights.empty[state.now.empty],
            )
        if empty >= 0:
            if search.rules.by_suit and bit(card) & (state.now.held << 4):
                try_move(search, state, coded(HELD + card, empty, 1))
            else:
                offer(
                    search, state, coded(HELD + card, empty, 1), card, CELL, BASE,
                    cost + weights.empty[state.now.empty - 1],
                )


cdef inline int lifted(Search* search, State* state, int column, int card) noexcept nogil:
    """The cost of a state without its last card, but for cells and empty columns.

    There are no branches here because nobody could foretell them.
    """
    cdef Weights* weights = &search.phase.weights
    cdef int breaks = (state.cards[card].run == 1) & (state.cards[card].height != 0)
    cdef int wanted = (state.now.wanted >> card) & 1
    return search.cost - weights.breaks * breaks - search.weight[column] + weights.buried * wanted


cdef int lifted_run(Search* search, State* state, int column, int card, int count) noexcept nogil:
    """The same for several cards, from `card` on. What lies on a card that moves goes with it."""
    cdef Weights* weights = &search.phase.weights
    cdef int cost = search.cost, above = search.weight[column], at = state.now.last[column]
    cost -= weights.breaks * ((state.cards[card].run == 1) & (state.cards[card].height != 0))
    if above:
        above -= weights.buried * ((state.now.wanted >> card) & 1)
        while at != card:
            above -= weights.buried * ((state.now.wanted >> at) & 1)
            at = state.cards[at].under
    return cost - above * count


cdef void to_cells(Search* search, State* state) noexcept nogil:
    """The last card of each column to a cell."""
    cdef Weights* weights = &search.phase.weights
    cdef int column, card, on, cost = weights.used[state.now.used + 1]
    for column in range(state.now.columns):
        card = state.now.last[column]
        if card != BASE:
            on = state.cards[card].under
            if bit(on) & search.ready:
                try_move(search, state, coded(column, HELD + card, 1))
            else:
                offer(
                    search, state, coded(column, HELD + card, 1), card, on, CELL,
                    cost + lifted(search, state, column, card)
                    + weights.empty[state.now.empty + (on == BASE)],
                )


cdef void runs_to_cells(Search* search, State* state) noexcept nogil:
    """All the cards in sequence at the end of each column to cells, where columns go by suit."""
    cdef Weights* weights = &search.phase.weights
    cdef int column, card, run, head, n
    cdef uint64_t hash, check
    for column in range(state.now.columns):
        card = state.now.last[column]
        run = state.cards[card].run
        head = card + 4 * (run - 1)
        # If the sequence could go onto another column it would do so from the cells, too.
        if (
            card == BASE or state.now.used + run > state.now.cells
            or search.rules.onto[head] & state.now.ends
        ):
            continue
        if run > 1 or bit(state.cards[head].under) & search.ready:
            try_move(search, state, coded(column, HELD + card, run))
        else:
            offer(
                search, state, coded(column, HELD + card, 1), card, state.cards[card].under, CELL,
                lifted(search, state, column, card) + weights.used[state.now.used + 1]
                + weights.empty[state.now.empty + (state.cards[card].height == 0)],
            )


cdef void move_run(
    Search* search, State* state, int column, int card, int count, int target
) noexcept nogil:
    """The last cards of a column, from `card` on, to another column."""
    cdef Weights* weights = &search.phase.weights
    cdef int on = state.cards[card].under, to = state.now.last[target]
    cdef int empty = state.now.empty + (on == BASE) - (to == BASE)
    if bit(on) & search.ready:
        try_move(search, state, coded(column, target, count))
    else:
        offer(
            search, state, coded(column, target, count), card, on, to,
            lifted_run(search, state, column, card, count) + search.weight[target] * count
            + weights.used[state.now.used] + weights.empty[empty],
        )


cdef inline uint64_t fitting(Rules* rules, uint64_t ends) noexcept nogil:
    """The cards that may be laid on one of several."""
    cdef uint64_t lower = ends >> 4, black, red
    if rules.by_suit:
        return lower
    black = (lower | lower >> 3) & <uint64_t> 0x1111111111111
    red = (lower >> 1 | lower >> 2) & <uint64_t> 0x1111111111111
    return 6 * black | 9 * red


cdef void to_columns(Search* search, State* state, int room) noexcept nogil:
    """Cards from columns to others that are not empty."""
    cdef uint64_t cards = fitting(&search.rules, state.now.ends), ends
    cdef int card, column, run
    cdef int reach[COLUMNS + 1]     # the height from which a column's cards can move
    for column in range(COLUMNS):
        run = state.cards[state.now.last[column]].run
        reach[column] = state.now.size[column] - (run if run < room else room)
    reach[COLUMNS] = 255
    while cards:
        card = first(cards)
        cards &= cards - 1
        column = state.cards[card].column
        if state.cards[card].height >= reach[column]:
            ends = search.rules.onto[card] & state.now.ends
            while ends:
                move_run(
                    search, state, column, card,
                    state.now.size[column] - state.cards[card].height,
                    state.cards[first(ends)].column,
                )
                ends &= ends - 1


cdef void to_empty(Search* search, State* state, int empty, int room) noexcept nogil:
    """Cards from columns to an empty one; a quick search moves as many as it can."""
    cdef int column, card, count, most
    for column in range(state.now.columns):
        card = state.now.last[column]
        most = min(state.cards[card].run, room)
        for count in range(1, most + 1):
            if count == state.now.size[column]:
                break
            if count == most or search.phase.every_move:
                move_run(search, state, column, card, count, empty)
            card = state.cards[card].under


cdef void weigh(Search* search, State* state) noexcept nogil:
    """What the children have in common: the figures that most moves do not change."""
    cdef Weights* weights = &search.phase.weights
    cdef uint64_t next = state.now.wanted & ALL
    cdef int card, column, buried = 0
    memset(search.weight, 0, sizeof(search.weight))
    while next:
        card = first(next)
        next &= next - 1
        column = state.cards[card].column
        if column < COLUMNS:
            search.weight[column] += weights.buried
            buried += state.now.size[column] - 1 - state.cards[card].height
    search.ready = state.now.wanted & safe_cards(&search.rules, state)
    if search.rules.by_suit:
        search.ready |= state.now.held << 4
    search.ready &= ALL
    search.cost = (
        weights.left * state.now.left + weights.breaks * state.now.breaks
        + weights.buried * buried + weights.depth * (state.now.depth + 1)
    )
    search.bound = (
        weights.slack + search.cost
        + weights.used[state.now.used] + weights.empty[state.now.empty]
    )


cdef int expand(Search* search, State* state) noexcept nogil:
    """Take note of all the children of a state."""
    cdef int empty = -1
    cdef int room = (state.now.cells - state.now.used + 1) << state.now.empty
    cdef uint64_t cards = (state.now.ends | state.now.held) & state.now.wanted
    weigh(search, state)
    if cards:
        expand_home(search, state, cards)
    if state.now.empty:
        empty = 0
        while state.now.last[empty] != BASE:
            empty += 1
        to_empty(search, state, empty, room >> 1)
    if state.now.used:
        expand_cells(search, state, empty)
    if search.rules.by_suit:
        runs_to_cells(search, state)
    elif state.now.used < state.now.cells:
        to_cells(search, state)
    to_columns(search, state, room)
    if search.won:
        return WON
    return register(search)


# -- one search -----------------------------------------------------------------------------------

cdef State* state_of(Search* search, uint32_t at) noexcept nogil:
    """The state of a node, made from the nearest ancestor at hand; NULL: there is no memory."""
    cdef uint32_t here = at, n = 0
    cdef uint8_t gone[208]
    cdef State* state = &search.states[search.expanded % CACHED]
    cdef State* source = &search.states[CACHED]
    cdef uint32_t* chain
    cdef Node* node = node_at(search, at)
    while here:
        if n == search.links:
            chain = <uint32_t*> realloc(search.chain, 2 * n * sizeof(uint32_t))
            if chain == NULL:
                return NULL
            search.chain, search.links = chain, 2 * n
        search.chain[n] = here
        n += 1
        here = node_at(search, here).parent
        if search.expanded - node_at(search, here).next < CACHED:
            source = &search.states[node_at(search, here).next % CACHED]
            break
    memcpy(state, source, sizeof(State))
    while n:
        n -= 1
        make(&search.rules, state, decoded(node_at(search, search.chain[n]).move))
        tidy(&search.rules, state, gone)
        state.now.depth += 1
    node.next = search.expanded
    return state


cdef int run_phase(Search* search, State* start, Control control) noexcept nogil:
    """WON, NONE if there is no win, STOPPED at a limit, OVER when the quota is spent."""
    cdef uint32_t at, quota = search.phase.quota
    cdef uint32_t most = search.tag_mask // 4 * 3 if quota else NOWHERE
    cdef int got
    cdef State* state
    memcpy(&search.states[CACHED], start, sizeof(State))
    memset(search.buckets, 255, BUCKETS * sizeof(uint32_t))
    search.buckets[BUCKETS] = BOTTOM
    search.best = BUCKETS
    search.used = search.expanded = search.born = 0
    search.won = False
    search.at = 0
    if quota:
        note_quick(search, 0, start.now.hash, 0)
    else:
        note(search, 0, start.now.hash, start.now.check, 0)
    got = register(search)
    while got == NONE:
        while search.buckets[search.best] == NOWHERE:
            search.best += 1
        at = search.buckets[search.best]
        if at == BOTTOM:
            return NONE
        if quota and (search.expanded == quota or search.used + MOST > most):
            return OVER
        search.buckets[search.best] = node_at(search, at).next
        state = state_of(search, at)
        if state == NULL or control.must_stop(search.earlier + search.used):
            return STOPPED
        search.at = at
        got = expand(search, state)
        search.expanded += 1
    return got


cdef bint open_search(Search* search) noexcept nogil:
    """Get what every search needs. False: there is no memory; close it all the same."""
    memset(search, 0, sizeof(Search))
    search.links = 256
    search.memory = <size_t> -1
    search.tags = NULL
    search.buckets = <uint32_t*> malloc((BUCKETS + 1) * sizeof(uint32_t))
    search.states = <State*> malloc((CACHED + 1) * sizeof(State))
    search.chain = <uint32_t*> malloc(search.links * sizeof(uint32_t))
    seen_open(&search.seen, FEW, 0)
    return (
        more_nodes(search)
        and search.buckets != NULL and search.states != NULL
        and search.chain != NULL and search.seen.slots != NULL
    )


cdef bint reopen(Search* search) noexcept nogil:
    """Forget the positions seen, and give back what a long search took."""
    cdef uint32_t slots = 64
    cdef uint32_t* tags
    if search.phase.quota:
        while slots < 16 * search.phase.quota:
            slots *= 2
        if slots > search.tag_mask + 1 or search.tags == NULL:
            tags = <uint32_t*> realloc(search.tags, slots * sizeof(uint32_t))
            if tags == NULL:
                return False
            search.tags = tags
        search.tag_mask = slots - 1
        memset(search.tags, 0, slots * sizeof(uint32_t))
        while search.room < slots:
            if not more_nodes(search):
                return False
        return True
    if search.seen.mask + 1 > 8 * FEW:
        seen_close(&search.seen)
        if not seen_open(&search.seen, FEW, 0):
            return False
    else:
        memset(search.seen.slots, 0, (search.seen.mask + 1) * sizeof(Hash))
        search.seen.count = 0
    while search.room > 8 * BLOCK:
        search.room -= BLOCK
        free(search.blocks[search.room // BLOCK])
    search.seen.most_bytes = search.memory - search.room * sizeof(Node)
    return True


cdef void close_search(Search* search) noexcept nogil:
    while search.room:
        search.room -= BLOCK
        free(search.blocks[search.room // BLOCK])
    free(search.blocks)
    free(search.buckets)
    free(search.states)
    free(search.chain)
    free(search.tags)
    seen_close(&search.seen)


# -- from Python ----------------------------------------------------------------------------------

cdef void set_phase(Phase* phase, values, uint32_t quota, bint every_move):
    cdef int i
    cdef Weights* weights = &phase.weights
    (weights.left, weights.buried, weights.breaks, weights.depth, weights.slack) = values[:5]
    weights.used[0] = weights.empty[0] = 0
    for i in range(1, CELLS + 1):
        weights.used[i] = values[4 + min(i, 4)]
    for i in range(1, COLUMNS + 1):
        weights.empty[i] = values[8 + min(i, 4)]
    phase.quota = quota
    phase.every_move = every_move


cdef enum:
    PHASES = 5

cdef Phase PLANS[2][PHASES]   # for columns built by alternate colours, and by suit

# left, buried, breaks, depth, slack; cells in use 1 to 4; empty columns 1 to 4.
# `benchmarks/tune.py` finds such numbers, by trying.
cdef void make_plans():
    steady = (6, 3, 11, 6, 10, 12, 22, 33, 54, -13, -23, -30, -30)
    eager = (5, 5, 12, 4, 10, 12, 23, 34, 50, -15, -26, -35, -31)
    roomy = (6, 3, 11, 6, 10, 17, 32, 48, 75, -13, -23, -30, -30)
    short = (6, 3, 11, 10, 20, 12, 22, 33, 54, -13, -23, -30, -30)
    set_phase(&PLANS[0][0], steady, 250, False)
    set_phase(&PLANS[0][1], eager, 200, False)
    set_phase(&PLANS[0][2], roomy, 2000, False)
    set_phase(&PLANS[0][3], short, 4000, False)
    set_phase(&PLANS[0][4], roomy, 0, True)
    set_phase(&PLANS[1][0], steady, 150, False)
    set_phase(&PLANS[1][1], roomy, 0, True)

make_plans()


cdef int run_plan(Search* search, const uint8_t* packed, Control control) noexcept nogil:
    """Search after search until one answers."""
    cdef State start
    cdef uint8_t gone[208]
    cdef int got = OVER, phase
    read_state(&search.rules, &start, packed)
    tidy(&search.rules, &start, gone)
    search.earlier = 0
    search.last_parent = NOWHERE
    if start.now.left == 0:
        return WON
    for phase in range(PHASES):
        search.phase = PLANS[search.rules.by_suit][phase]
        if not reopen(search):
            return STOPPED
        got = run_phase(search, &start, control)
        search.earlier += search.used
        if got != OVER:
            # A quick search that left out moves proves nothing by running dry.
            if got != NONE or not search.phase.quota:
                return got
    return got


cdef uint8_t* write_move(uint8_t* out, int source, int target, int count) noexcept nogil:
    out[0], out[1], out[2] = source, target, count
    return out + 3


cdef uint8_t* write_tidying(Rules* rules, State* state, uint8_t* out) noexcept nogil:
    """Make and write the moves that are always good."""
    cdef uint8_t gone[208]
    cdef int i, card, place
    for i in range(tidy(rules, state, gone)):
        card, place = gone[2 * i], gone[2 * i + 1]
        if place == HELD:
            out = write_move(out, HELD + card, state.cards[card].column, 1)
        else:
            out = write_move(out, place if place < COLUMNS else HELD + card, HOME + (card & 3), 1)
    return out


cdef uint8_t* write_step(Rules* rules, State* state, Move move, uint8_t* out) noexcept nogil:
    """Make and write one move; several cards go to cells one by one."""
    cdef int i, card
    if move.target < HELD:
        out = write_move(out, move.source, move.target, move.count)
    else:
        card = state.now.last[move.source]
        for i in range(move.count):
            out = write_move(out, move.source, HELD + card, 1)
            card = state.cards[card].under
    make(rules, state, move)
    return out


cdef bytes line_of(Search* search, const uint8_t* packed):
    """The moves that won, those that are made of themselves among them."""
    cdef State state
    cdef uint32_t at = search.last_parent, n = 0, i
    cdef uint32_t* moves
    cdef uint8_t* line
    cdef uint8_t* out
    while at != NOWHERE and at:
        at = node_at(search, at).parent
        n += 1
    moves = <uint32_t*> malloc((n + 1) * sizeof(uint32_t))
    # After a move at most every card goes home and every cell is emptied onto columns.
    line = <uint8_t*> malloc(3 * ((n + 2) * (2 * CELLS + 1) + 52))
    if moves == NULL or line == NULL:
        free(moves)
        free(line)
        raise MemoryError
    at = search.last_parent
    moves[0] = search.last
    for i in range(n):
        moves[i + 1] = node_at(search, at).move
        at = node_at(search, at).parent
    read_state(&search.rules, &state, packed)
    out = write_tidying(&search.rules, &state, line)
    if search.last_parent != NOWHERE:
        for i in range(n + 1):
            out = write_step(&search.rules, &state, decoded(moves[n - i]), out)
            out = write_tidying(&search.rules, &state, out)
    try:
        return line[:out - line]
    finally:
        free(moves)
        free(line)


def search(bytes packed, Control control, bint by_suit):
    """Search from a packed position: see `winnable.solver.native`."""
    return search_all([packed], [control], by_suit)[0]


def search_all(list positions, list controls, bint by_suit):
    """Search from each of several positions, one after the other, in the same memory."""
    cdef Search search
    cdef Control control
    cdef const uint8_t* packed
    cdef int got = STOPPED
    found = []
    try:
        opened = open_search(&search)
        set_rules(&search.rules, by_suit)
        for position, control in zip(positions, controls, strict=True):
            packed = position
            search.memory = control.memory
            if opened:
                with nogil:
                    got = run_plan(&search, packed, control)
            control.finish()
            found.append((got, line_of(&search, packed) if got == WON else b"", search.earlier))
    finally:
        close_search(&search)
    return found


def measure(list deals, bint by_suit, values, uint32_t quota, every_move=False):
    """For tuning: the outcome, states expanded, positions seen and length for each packed deal."""
    cdef Search search
    cdef State start
    cdef uint8_t gone[208]
    cdef Control control = Control()
    cdef const uint8_t* packed
    cdef int got
    open_search(&search)
    set_rules(&search.rules, by_suit)
    set_phase(&search.phase, values, quota, every_move)
    search.memory = 1 << 30
    found = []
    for deal in deals:
        packed = deal
        reopen(&search)
        read_state(&search.rules, &start, packed)
        tidy(&search.rules, &start, gone)
        with nogil:
            got = run_phase(&search, &start, control)
        length = search.states[search.expanded % CACHED].now.depth
        if got == WON:
            length = search.states[(search.expanded - 1) % CACHED].now.depth + 1
        found.append((got, search.expanded, search.used, length if got == WON else 0))
    close_search(&search)
    return found
