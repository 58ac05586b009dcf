"""FreeCell and Baker's Game: best-first search with restarts.

It solves every game with columns, cells and foundations by suit, no stock, and supermoves: FreeCell,
Baker's Game and similar games, up to eight columns and eight cells.

Most deals of FreeCell are won within a hundred expansions, and a few take ten thousand with one set
of weights and a hundred with another. So several quick searches with different weights and quotas
come first; they prune moves that seldom help. The last search is complete: if it runs out of
positions there is no win. What it prunes, and why that loses nothing:

*Of several empty columns only the first is filled, and a whole column is not moved to an empty
one.* The order of columns does not matter, so the others would lead to the same positions.

*Safe cards go home at once*, after every move; `winnable.rules.foundations` has the proof.

*Where columns are built by suit, a card leaves its cell at once when the card it may lie on is the
last of a column.* Call this laying, and N(S) what becomes of a position S when all cards have gone
home and been laid that can be. Each card can be laid in one place only, and laying never lets
another card go home (it covers a card that must wait for the one laid), so the order does not
matter. Laying loses nothing by itself: the cell it empties takes the card back. But the search only
ever stands on positions M = N(M), so from M it must find every N(T) that differs from M, where T is
one move of one card away from some S with N(S) = M. (One card at a time is enough, supermoves being
made of such moves; and no card of S can go home, as those that can have gone.) Such an S is M with
some cards of the sequences that end its columns put into free cells, but never all of a sequence:
what is left of it is what they are laid on again. Now the move from S to T may

- lay a card, or put one into a cell and leave part of its sequence: then N(T) = M;
- put the last card of a whole sequence into a cell, the others being in cells: N(T) is what becomes
  of M when the whole sequence goes to cells. There is such a move for every sequence that the free
  cells can hold. If it could lie on another column it is laid there, which the next move does too;
- lay the last card X of a column onto another column: the card above X in rank is there, and was
  the last card there in M too, since only X could have been taken off it. So what was left of the
  sequence in X's column is X alone, and the rest is laid on X again. N(T) is what becomes of M
  when the whole sequence moves there, and the cells that held the rest make that supermove legal;
- put a card X into an empty column, from its column or from a cell where S had put it: cards of its
  sequence below it are laid on it, those above it back where they were. N(T) is what becomes of M
  when the sequence from X on moves to the empty column, which is a legal supermove again;
- put a card that is in a cell of M itself into an empty column: M has the same move.

So a win from M passes only through positions that the search finds.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.freecell_line cimport Lines, tidy, write_line
from winnable.solver.native.freecell_search cimport (
    BOTTOM, CACHED, MOST, NOWHERE,
    Phase, Search, Weights,
    close_search, decoded, forget, more_nodes, node_at, note, note_quick, open_search, pop,
    reached, register, trim,
)
from winnable.solver.native.freecell_step cimport copy_state, expand
from winnable.solver.native.tableau cimport (
    CELLS, COLUMNS, Rules, State, make, read_state, set_rules
)

cdef enum:
    OVER = 3               # a quick search has spent its quota
    PHASES = 10


# -- one search -----------------------------------------------------------------------------------

cdef State* state_of(Search* search, uint32_t at) noexcept nogil:
    """The state of a node, made from the nearest ancestor at hand; NULL: there is no memory."""
    cdef uint32_t here = at, n = 0, turn
    cdef uint8_t gone[208]
    cdef State* state = &search.states[search.expanded % CACHED]
    cdef State* source = &search.states[CACHED]
    cdef uint32_t* chain
    while here:
        if n == search.links:
            chain = <uint32_t*> realloc(search.chain, 2 * n * sizeof(uint32_t))
            if chain == NULL:
                return NULL
            search.chain, search.links = chain, 2 * n
        search.chain[n] = node_at(search, here).move
        n += 1
        here = node_at(search, here).parent
        turn = node_at(search, here).next
        if search.expanded - turn < CACHED:
            source = &search.states[turn % CACHED]
            break
    copy_state(state, source)
    while n:
        n -= 1
        make(&search.rules, state, decoded(search.chain[n]))
        tidy(&search.rules, state, gone)
        state.now.depth += 1
    node_at(search, at).next = search.expanded
    return state


cdef int run_phase(Search* search, State* start, Control control) noexcept nogil:
    """WON, NONE if there is no win, STOPPED at a limit, OVER when the quota is spent."""
    cdef uint32_t quota = search.phase.quota, most
    cdef int got = NONE
    cdef State* state
    if not forget(search) or (not search.room and not more_nodes(search)):
        return OVER if quota else STOPPED
    most = search.tag_mask // 4 * 3      # nodes in a quick search
    memcpy(&search.states[CACHED], start, sizeof(State))
    if quota:
        note_quick(search, 0, start.now.hash, 0)
    else:
        note(search, 0, start.now.hash, start.now.check, 0)
        got = register(search)
    while got == NONE:
        search.at = pop(search)
        if search.at == BOTTOM:
            return NONE
        if quota and (search.expanded == quota or search.used + MOST > most):
            return OVER
        if search.used + MOST > search.room and not more_nodes(search):
            return OVER if quota else STOPPED
        state = state_of(search, search.at)
        if state == NULL or control.must_stop(search.earlier + search.used):
            return STOPPED
        got = expand(search, state)
        search.expanded += 1
    return got


cdef Phase PLANS[2][PHASES]     # for columns built by alternate colours, and by suit

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


# left, buried, breaks, depth, slack; cells in use 1 to 4; empty columns 1 to 4.
# `benchmarks/tune.py` finds such numbers, by trying.
cdef void make_plans():
    steady = (6, 3, 11, 5, 12, 7, 20, 33, 52, -13, -24, -29, -28)
    roomy = (6, 3, 11, 6, 10, 17, 32, 48, 75, -13, -23, -30, -30)
    patient = (6, 1, 11, 8, 24, 12, 31, 51, 67, -25, -23, -21, -27)
    quick = (
        (steady, 400),
        ((10, 7, 47, 7, 6, 1, 11, 39, 88, -22, -30, -36, -24), 400),
        ((4, 5, 11, 5, 8, 17, 16, 24, 44, -15, -31, -30, -34), 250),
        (patient, 2500),
        ((6, 10, 24, 7, 24, 2, 14, 41, 86, -19, -32, -21, -42), 1500),
        ((9, 5, 46, 7, 8, 1, 15, 38, 71, -25, -34, -25, -21), 1500),
        ((10, 6, 25, 5, 8, 14, 29, 57, 230, -21, -41, -82, -24), 4000),
        ((6, 13, 75, 6, 8, 2, 9, 24, 153, -31, -60, -16, -11), 1500),
    )
    for at, (values, quota) in enumerate(quick):
        set_phase(&PLANS[0][at], values, quota, False)
    set_phase(&PLANS[0][len(quick)], patient, 0, True)
    # By suit there are so few moves that looking twice costs more than it saves.
    set_phase(&PLANS[1][0], roomy, 0, True)

make_plans()


cdef int run_plan(Search* search, const State* position, Control control) noexcept nogil:
    """Search after search until one answers. The complete one, which is the last, always does."""
    cdef State start
    cdef uint8_t gone[208]
    cdef int got = STOPPED, phase
    search.earlier = 0
    search.last_parent = NOWHERE
    copy_state(&start, position)
    tidy(&search.rules, &start, gone)
    if start.now.left == 0:
        return WON
    if not trim(search, control.memory):
        return STOPPED
    for phase in range(PHASES):
        search.phase = PLANS[search.rules.by_suit][phase]
        got = run_phase(search, &start, control)
        search.earlier += search.used
        # A quick search that left out moves proves nothing by running dry.
        if got == WON or got == STOPPED or not search.phase.quota:
            break
    if search.earlier:
        control.memory_reached = reached(search)
    return got


# -- from Python ----------------------------------------------------------------------------------

cdef int read_start(Rules* rules, State* state, const uint8_t* packed) except -1:
    """Unpack a position."""
    cdef const uint8_t* cells = packed + 1
    cdef int column
    for column in range(packed[0]):
        cells += 2 + cells[1]
    if packed[0] > COLUMNS or cells[0] > CELLS:
        raise ValueError("more than eight columns or eight cells")
    read_state(rules, state, packed)
    return 0


cdef struct Answer:
    int verdict
    uint64_t states
    double seconds
    size_t memory
    size_t end             # of its line among all lines


cdef uint32_t answer_all(
    Search* search, State* starts, uint32_t count, Control control, Lines* lines, Answer* answers
) noexcept nogil:
    """Answer one question after the other; how many, if the caller stops it."""
    cdef uint32_t i
    cdef Answer* answer
    for i in range(count):
        if control.cancelled:
            return i
        answer = &answers[i]
        control.begin()
        answer.verdict = run_plan(search, &starts[i], control)
        answer.states = search.earlier
        answer.memory = control.memory_reached
        if answer.verdict == WON and not write_line(search, &starts[i], lines):
            answer.verdict = STOPPED
        answer.seconds = control.elapsed()
        answer.end = lines.size
    return count


def search(bytes packed, Control control, bint by_suit):
    """Search from a packed position: see `winnable.solver.native`."""
    return search_all([packed], control, by_suit)[0][:3]


def search_all(list positions, Control control, bint by_suit):
    """Search from each of several positions, one after the other, in the same memory.

    Verdict, moves, states, seconds and bytes of memory of each; they end early if the caller stops
    them. Python's lock is not held for all that time, so that other threads can go on.
    """
    cdef Search search
    cdef Lines lines
    cdef uint32_t count = len(positions), i
    cdef State* starts = <State*> malloc(count * sizeof(State))
    cdef Answer* answers = <Answer*> malloc(count * sizeof(Answer))
    cdef Answer* answer
    cdef size_t begin = 0
    cdef const uint8_t* packed
    memset(&lines, 0, sizeof(Lines))
    try:
        if not open_search(&search) or starts == NULL or answers == NULL:
            raise MemoryError
        set_rules(&search.rules, by_suit)
        for i in range(count):
            packed = <bytes> positions[i]
            read_start(&search.rules, &starts[i], packed)
        with nogil:
            count = answer_all(&search, starts, count, control, &lines, answers)
        control.finish()
        found = []
        for i in range(count):
            line = b"" if answers[i].end == begin else lines.text[begin:answers[i].end]
            begin = answers[i].end
            answer = &answers[i]
            found.append((answer.verdict, line, answer.states, answer.seconds, answer.memory))
        return found
    finally:
        close_search(&search)
        free(starts)
        free(answers)
        free(lines.text)


def measure(list deals, bint by_suit, values, uint32_t quota, every_move=False):
    """For tuning: the outcome, states expanded, positions seen and length for each packed deal."""
    cdef Search search
    cdef State start
    cdef uint8_t gone[208]
    cdef Control control = Control()
    cdef const uint8_t* packed
    cdef int got
    found = []
    try:
        if not open_search(&search):
            raise MemoryError
        set_rules(&search.rules, by_suit)
        set_phase(&search.phase, values, quota, every_move)
        for deal in deals:
            packed = deal
            read_start(&search.rules, &start, packed)
            tidy(&search.rules, &start, gone)
            with nogil:
                trim(&search, 1 << 30)
                got = run_phase(&search, &start, control)
            found.append((got, search.expanded, search.used, search.length))
    finally:
        close_search(&search)
    return found
