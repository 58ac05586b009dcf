"""One step of FreeCell or Baker's Game: all the children of a state, and how promising they look.

Most moves are not made to see where they lead: the hash and the cost of the child follow from those
of its parent. Only where a move lets other cards go home, or be laid, it is made on a copy.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport WON
from winnable.solver.native.freecell_line cimport tidy
from winnable.solver.native.freecell_search cimport (
    Search, Weights, coded, decoded, note, note_quick, register,
)
from winnable.solver.native.tableau cimport (
    BASE, CELL, COLUMNS, HELD, HOME, Rules, State, bit, first, make, safe_cards,
)


cdef inline void copy_state(State* to, const State* source) noexcept nogil:
    """A third at a time: compilers copy that much by plain moves, a whole one by slower means."""
    memcpy(<char*> to, <const char*> source, 96)
    memcpy(<char*> to + 96, <const char*> source + 96, 96)
    memcpy(<char*> to + 192, <const char*> source + 192, sizeof(State) - 192)


cdef inline int cost_of(Weights* weights, State* state, int buried) noexcept nogil:
    """How far from won a state looks, with another move, but for cells and empty columns."""
    return (
        weights.left * state.now.left + weights.breaks * state.now.breaks
        + weights.buried * buried + weights.depth * (state.now.depth + 1)
    )


cdef inline int outlook(Weights* weights, State* state) noexcept nogil:
    """The same, for a state whose buried cards have not been counted."""
    cdef uint64_t next = state.now.wanted & (bit(52) - 1)
    cdef int card, column, buried = 0
    while next:
        card = first(next)
        next &= next - 1
        column = state.cards[card].column
        if column < COLUMNS:
            buried += state.now.size[column] - 1 - state.cards[card].height
    return cost_of(weights, state, buried)


cdef inline void try_move(Search* search, State* state, uint32_t move) noexcept nogil:
    """Make a move on a copy, with what follows from it, and take note of where it leads."""
    cdef Weights* weights = &search.phase.weights
    cdef State after
    cdef uint8_t gone[208]
    cdef int cost
    copy_state(&after, state)
    make(&search.rules, &after, decoded(move))
    tidy(&search.rules, &after, gone)
    if not after.now.left:
        search.length = after.now.depth + 1
        search.last = move
        search.last_parent = search.at
    cost = (
        outlook(weights, &after) + weights.used[after.now.used] + weights.empty[after.now.empty]
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


cdef inline void expand_home(Search* search, State* state, uint64_t cards) noexcept nogil:
    """Home with cards that can go there and are not safe."""
    cdef int card, source
    while cards:
        card = first(cards)
        cards &= cards - 1
        source = state.cards[card].column
        if source == COLUMNS:
            source = HELD + card
        try_move(search, state, coded(source, HOME + (card & 3), 1))


cdef inline void expand_cells(Search* search, State* state, int empty) noexcept nogil:
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

    There are no branches here, because they could not be predicted.
    """
    cdef Weights* weights = &search.phase.weights
    cdef int breaks = (state.cards[card].run == 1) & (state.cards[card].height != 0)
    cdef int wanted = (state.now.wanted >> card) & 1
    return search.cost - weights.breaks * breaks - search.weight[column] + weights.buried * wanted


cdef inline int lifted_run(Search* search, State* state, int column, int card, int count) noexcept nogil:
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


cdef inline void to_cells(Search* search, State* state) noexcept nogil:
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


cdef inline void runs_to_cells(Search* search, State* state) noexcept nogil:
    """All the cards in sequence at the end of each column to cells, where columns go by suit."""
    cdef Weights* weights = &search.phase.weights
    cdef int column, card, run, head
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


cdef inline void move_run(
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


cdef inline void to_columns(Search* search, State* state, int room) noexcept nogil:
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


cdef inline void to_empty(Search* search, State* state, int empty, int room) noexcept nogil:
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


cdef inline void weigh(Search* search, State* state) noexcept nogil:
    """What the children have in common: the figures that most moves do not change."""
    cdef Weights* weights = &search.phase.weights
    cdef uint64_t next = state.now.wanted & (bit(52) - 1)
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
    search.ready &= bit(52) - 1
    search.cost = cost_of(weights, state, buried)
    search.bound = (
        weights.slack + search.cost
        + weights.used[state.now.used] + weights.empty[state.now.empty]
    )


cdef inline int expand(Search* search, State* state) noexcept nogil:
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
    if search.length:
        return WON
    return register(search)
