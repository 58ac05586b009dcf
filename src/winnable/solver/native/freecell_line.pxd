"""Writing down the winning line, automatic moves included."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from winnable.solver.native.freecell_search cimport NOWHERE, Search, decoded, node_at
from winnable.solver.native.tableau cimport (
    CELLS, COLUMNS, HELD, HOME, Move, Rules, State, first, lay, make, send_safe_cards_home, take,
)

cdef struct Lines:         # packed moves, line after line
    uint8_t* text
    size_t size, room


cdef inline int tidy(Rules* rules, State* state, uint8_t* gone) noexcept nogil:
    """Send safe cards home, and lay cards from cells: how many.

    `gone` has each of them, and the column it left (COLUMNS: a cell), or HELD for a card laid.
    """
    cdef int card, n = send_safe_cards_home(rules, state, gone)
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


cdef inline uint8_t* write_move(uint8_t* out, int source, int target, int count) noexcept nogil:
    out[0], out[1], out[2] = source, target, count
    return out + 3


cdef inline uint8_t* write_tidying(Rules* rules, State* state, uint8_t* out) noexcept nogil:
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


cdef inline uint8_t* write_step(
    Rules* rules, State* state, Move move, uint8_t* out
) noexcept nogil:
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


cdef inline bint make_room(Lines* lines, uint32_t steps) noexcept nogil:
    """Room for a line. After a step every cell may be filled and emptied, and every card goes home
    but once."""
    cdef size_t room = lines.size + 3 * ((<size_t> steps + 2) * (2 * CELLS + 1) + 52)
    cdef uint8_t* text
    if room > lines.room:
        room += room // 2
        text = <uint8_t*> realloc(lines.text, room)
        if text == NULL:
            return False
        lines.text, lines.room = text, room
    return True


cdef inline bint write_line(Search* search, const State* start, Lines* lines) noexcept nogil:
    """Write down the line that a search has found. False: there is no memory for it."""
    cdef State state = start[0]
    cdef uint32_t at = search.last_parent, n = 0, i
    cdef uint32_t* moves
    cdef uint8_t* out
    while at != NOWHERE and at:
        at = node_at(search, at).parent
        n += 1
    moves = <uint32_t*> malloc((n + 1) * sizeof(uint32_t))
    if moves == NULL or not make_room(lines, n + 1):
        free(moves)
        return False
    at = search.last_parent
    moves[0] = search.last
    for i in range(n):
        moves[i + 1] = node_at(search, at).move
        at = node_at(search, at).parent
    out = write_tidying(&search.rules, &state, lines.text + lines.size)
    if search.last_parent != NOWHERE:
        for i in range(n + 1):
            out = write_step(&search.rules, &state, decoded(moves[n - i]), out)
            out = write_tidying(&search.rules, &state, out)
    lines.size = out - lines.text
    free(moves)
    return True
