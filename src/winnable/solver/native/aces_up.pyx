"""Aces Up: a search that puts off every decision until it matters (least commitment).

Whether to throw out a card that could go is the whole difficulty: a card that stays may throw out a
lower one later. So a card that could go is kept as *undecided*: perhaps it went, perhaps it is
still there. A card is decided only when something depends on it. Below, a card is *shown* if it is
the last of its column, and a *round* lasts from one deal to the next.

**Two facts.** (1) In a round nothing is laid on a card, so a shown card stays shown until it is
thrown out, and then a higher one of its suit is shown. So whatever could be thrown out at some time
in a round can be thrown out from then to its end, and a card that is to go in this round may as
well go at once; after the last deal every card but the aces is to go. (2) Let R be a position and c
a card of it, no ace. If R can be won by a line in which c throws out nothing, then so can R without
c, by the same line less the moves of c: at any time all other cards that were shown are shown, and
all columns that were empty are empty.

**Undecided positions.** A state S has columns of sure and undecided cards. For every undecided card
y it says how many of the cards next above it must be gone if y is (`hold`; all of them undecided):
those that lay on y when y could go. S stands for the set M(S) of positions that have all its sure
cards and any of the undecided ones, as far as `hold` permits. Let l(S) be the length of the
shortest winning line from any position of M(S).

*Settling* a state never makes l(S) longer:
- `discard`: let d be the last sure card of its column, so that only undecided cards lie on it, and
  let a higher one of its suit be sure, with nothing on it, in another column. Then d becomes
  undecided, which adds positions to M(S) and takes none away. After the last deal d goes for good
  if nothing lies on it, by fact 1.
- `forget`: let c be undecided with `hold` 0, and the lowest of its suit that is left in columns and
  stock. If R in M(S) has c, then R without c is in M(S) too and its line no longer, by fact 2,
  because c can throw out nothing. So c is gone. The same is then true of the next card up.

*Steps.* Let S be settled, R in M(S) and L a line from R, with L of length l(S). If L is empty then
R is won and S has no sure cards but aces: `is_won`. Else look at the first move of L.
- The deal: DEAL gives a state that has the position after it.
- Card k throws out d. If d were undecided, R without d would be in M(S) (all above d is gone) with
  a shorter line. So d is sure and the last such of its column. Had k been sure with nothing above
  it, d would have been made undecided. So k is undecided or under undecided cards, and KEEP is
  listed: k is there, all above k is gone, and the undecided cards under k that could only have gone
  with k gone (k is within their `hold`) are there. R belongs to that state, and settling it makes d
  undecided.
- Card z goes to the empty column X. All cards of X in S are undecided, as are those above z, and
  all of them are gone: SHIFT. If z was undecided it remains so in X: that adds positions in which z
  is gone, each of which is M(S)'s too. After the last deal columns have no order; so a card alone
  in its column does not move in a shortest line, and of several columns that are empty for certain
  the first will do.
In each case the state after the step, settled, has a smaller l. So from a state with a winning
position the steps lead to a won state, and a search of all steps that finds none proves the start
lost. Conversely all of M(S) can be reached: by induction over the steps a card that is undecided
could go in the round that is noted for it, if it stays nothing under it was made use of since, and
cards that throw out others are sure and shown at the time. But a win need not rest on this:
`write_line` plays the line card by card by the rules, and `search` looks at what is left.

**The loose game** prunes this search. In it an undecided card counts as there and as gone at once.
Cover: S covers R if column by column the sure cards of S are in R in their order, and each other
card c of R lies between two sure cards (or below, or above them) between which S has an undecided
card of the same suit, c or higher; or c is useless: neither the sure cards of S nor the stock have
a lower one of its suit. A sure card becomes undecided if another column shows a higher one, where
*all* undecided cards above the last sure card are shown, and that card too. A column without sure
cards gets a copy of each undecided card that is shown. All this is done at once, it only covers
more. If S so loosened covers R, then whatever R can do S can:
- k throws out d: if d is not sure in S, S covers R without d. If it is, it is the last sure card,
  and S shows k or a higher card of its suit in k's column (k is not useless), so d would not be
  sure.
- z goes to the empty column X, which has no sure card in S. If z is not sure in S, X has a copy of
  z or of a higher card, or z is useless: S covers what comes of it. If z is sure it is the last
  such of its column, and may go to X in S; what is undecided above z and in X is dropped, as R has
  none of it.
- The deal lays the same cards. If R is won, S has no sure cards but aces.
So a state whose loose game is lost has no winning position. Of undecided cards that lie together
only the highest of each suit counts, for a lower one covers nothing that it does not, and it counts
only if a lower card of its suit is sure or in the stock, for else what it covers is useless. So a
position of the loose game is written as sure cards and, between them, how high the undecided cards
of each suit reach: `aces_up_loose.pxd`. Nor does it matter how high an undecided card is between two
neighbours of its suit that are sure or in the stock, since only these are ever compared with it,
and they only get fewer. So it is written as if it were as high as the next of them, or as an ace:
positions that differ in nothing else are one. The start itself is tried first; half of all lost
deals are lost in the loose game already.
After the last deal, columns without sure cards are all alike, so the first will do as a target; and
to move a sure card from the bottom of S's column, with nothing under it, changes S into nothing
that S with two columns exchanged does not cover. Positions of the loose game are remembered with
what came of them.

One position of the loose game makes another, with the same stock, needless if it covers all that
the other covers (`outdoes`): column by column its sure cards are sure in the other, in their order,
and each further card of the other has its like or better, undecided, between the same two sure
cards, or is useless. If it covers no position that can be won (this is what LOST means here),
neither does the other. So in a round a position that another one outdoes need not be dealt to, and
one that a lost position outdoes is lost. The last lost positions of each round are remembered for
this. With each goes a mark, which is the union of its four columns' sets of sure cards, each turned
by 16 bits more than the one before: to outdo another position, each set has to be part of the
other's, and so has the mark. Most are refused by their marks alone.

All keys are 125 bits: sums of well mixed functions of the columns. Taking them for random, a search
of n positions confuses two with a chance below n * n / 2**126; for thirty million that is 10**-23.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from winnable.solver.native.aces_up_loose cimport Loose, loose_of
from winnable.solver.native.aces_up_relaxation cimport (
    EXACT, GREEDY, KNOWN, LOST, ROUNDS, Node, Search, Step, Waiting, entry, grown, held, mark,
    play_loose,
)
from winnable.solver.native.aces_up_position cimport (
    MARK, SURE, Column, State, copy_state, deal, find_sure, hash_of, is_won, keep, lay, settle,
)
from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.hash_set cimport Hash

cdef enum:
    DEAL = 0            # kinds of steps
    SHIFT = 1
    KEEP = 2
    HOME = 32           # of packed moves


# -- the search ------------------------------------------------------------------------------------

cdef bint add_step(Search* search, int kind, int source, int target, int index) noexcept nogil:
    cdef void* room
    cdef Step* step
    if search.step_count == search.step_room:
        room = grown(search, search.steps, &search.step_room, sizeof(Step))
        if room == NULL:
            return False
        search.steps = <Step*> room
    step = &search.steps[search.step_count]
    step.kind = kind
    step.source = source
    step.target = target
    step.index = index
    search.step_count += 1
    return True


cdef bint shows_lower(State* state, int source, int card) noexcept nogil:
    """Whether another column shows a sure card that this one could throw out."""
    cdef int slot, shown
    for slot in range(4):
        if slot != source and state.column[slot].sure:
            shown = state.column[slot].card[state.column[slot].sure - 1]
            if shown < card and shown & 3 == card & 3:
                return True
    return False


cdef bint list_steps(Search* search, State* state, bint greedy) noexcept nogil:
    """The decisions that can be taken here. False: there is no room to write them down."""
    cdef int source, target, index
    cdef Column* column
    cdef bint ended = state.at >= search.stock.size, room = True
    for target in range(4):
        if state.column[target].sure == 0:
            for source in range(4):
                index = state.column[source].sure - 1
                if index > 0 or (index == 0 and not ended):
                    room = room and add_step(search, SHIFT, source, target, index)
            if ended and state.column[target].size == 0:
                break
    if not ended:
        room = room and add_step(search, DEAL, 0, 0, 0)
    if greedy:
        return room
    for source in range(4):
        column = &state.column[source]
        for index in range(column.size - 1, column.sure - 2 if column.sure else -1, -1):
            if index == column.size - 1 and column.hold[index] == SURE:
                continue
            if shows_lower(state, source, column.card[index]):
                room = room and add_step(search, KEEP, source, 0, index)
    for target in range(4):
        if state.column[target].sure == 0:
            for source in range(4):
                if source != target:
                    column = &state.column[source]
                    for index in range(column.size - 1, column.sure - 1, -1):
                        if index or not ended:
                            room = room and add_step(search, SHIFT, source, target, index)
            if ended and state.column[target].size == 0:
                break
    return room


cdef void take(Search* search, State* state, Step step) noexcept nogil:
    cdef Column* column = &state.column[step.source]
    cdef uint8_t card, hold
    if step.kind == DEAL:
        deal(&search.stock, state)
        return
    hold = SURE if column.hold[step.index] == SURE else 0
    keep(column, step.index)
    if step.kind == SHIFT:
        card = column.card[step.index]
        column.size -= 1
        column.sure = column.size
        find_sure(column)
        state.column[step.target].size = 0
        state.column[step.target].sure = 0
        lay(&state.column[step.target], card, hold)


cdef int visit(Search* search, State* state, Step step, int game, Control control) noexcept nogil:
    """Put a position at the end of the line of play, if it is new and may lead anywhere."""
    cdef Hash hash
    cdef Hash* slot
    cdef Node* node
    cdef Loose loose
    cdef void* room
    cdef int result
    settle(&search.stock, state, game == GREEDY, NULL)
    hash = hash_of(&search.stock, state, game)
    slot = entry(search, hash)
    if slot == NULL:
        return STOPPED
    if slot.b & MARK:
        return NONE
    mark(search, slot, hash, LOST)
    search.states += 1
    if control.must_stop(search.states):
        return STOPPED
    if game == EXACT:
        loose_of(&search.stock, state, &loose)
        result = play_loose(search, &loose, control)
        if result != WON:
            return result
    if search.depth == search.node_room:
        room = grown(search, search.nodes, &search.node_room, sizeof(Node))
        if room == NULL:
            return STOPPED
        search.nodes = <Node*> room
    node = &search.nodes[search.depth]
    search.depth += 1
    copy_state(&node.state, state)
    node.step = step
    if is_won(&search.stock, state):
        return WON
    node.next = search.step_count
    if not list_steps(search, state, game == GREEDY):
        return STOPPED
    node.last = search.step_count
    return NONE


cdef int run(Search* search, State* start, int game, uint64_t most, Control control) noexcept nogil:
    """Search to the end; or, with `most`, give up after so many positions."""
    cdef State state
    cdef Node* node
    cdef Step step
    cdef uint64_t before = search.states
    cdef int result
    search.depth = 0
    search.step_count = 0
    memset(&step, 0, sizeof(step))
    copy_state(&state, start)
    result = visit(search, &state, step, game, control)
    while result == NONE and search.depth:
        if most and search.states - before >= most:
            return NONE
        node = &search.nodes[search.depth - 1]
        if node.next == node.last:
            search.depth -= 1
            if search.depth:
                search.step_count = search.nodes[search.depth - 1].last
            continue
        step = search.steps[node.next]
        node.next += 1
        copy_state(&state, &node.state)
        take(search, &state, step)
        result = visit(search, &state, step, game, control)
    return result


# -- the line of play ------------------------------------------------------------------------------

cdef int throw_out(State* table, uint8_t* due, uint8_t* line) noexcept nogil:
    """Throw out every card that is to go in this round and can; how many bytes of moves."""
    cdef int slot, other, written = 0
    cdef Column* column
    cdef Column* that
    cdef bint changed = True
    while changed:
        changed = False
        for slot in range(4):
            column = &table.column[slot]
            for other in range(4):
                that = &table.column[other]
                if column.size == 0 or due[column.card[column.size - 1]] != table.at:
                    break
                if (other != slot and that.size
                        and that.card[that.size - 1] > column.card[column.size - 1]
                        and (that.card[that.size - 1] ^ column.card[column.size - 1]) & 3 == 0):
                    column.size = column.sure = column.size - 1
                    line[written] = slot
                    line[written + 1] = HOME
                    line[written + 2] = 1
                    written += 3
                    changed = True
                    break
    return written


cdef void find_dues(
    Search* search, State* start, int game, uint8_t* cards, uint8_t* due
) noexcept nogil:
    """In which round each card goes, and which card each step of the line of play is about."""
    cdef State state
    cdef size_t depth
    cdef Step step
    memset(due, 255, 52)
    copy_state(&state, start)
    settle(&search.stock, &state, game == GREEDY, due)
    for depth in range(1, search.depth):
        step = search.nodes[depth].step
        cards[depth] = state.column[step.source].card[step.index]
        take(search, &state, step)
        settle(&search.stock, &state, game == GREEDY, due)


cdef size_t write_line(
    Search* search, State* table, uint8_t* cards, uint8_t* due, uint8_t* line
) noexcept nogil:
    """The moves of the game behind the line of play that was found; their bytes are counted."""
    cdef size_t depth, written
    cdef Step step
    cdef Column* column
    written = throw_out(table, due, line)
    for depth in range(1, search.depth):
        step = search.nodes[depth].step
        column = &table.column[step.source]
        if step.kind == DEAL:
            deal(&search.stock, table)
            line[written] = line[written + 1] = 255
            line[written + 2] = 0
            written += 3
        elif (step.kind == SHIFT and column.size and column.card[column.size - 1] == cards[depth]
                and table.column[step.target].size == 0):
            # Else the card was undecided and is gone by now.
            column.size = column.sure = column.size - 1
            lay(&table.column[step.target], cards[depth], SURE)
            line[written] = step.source
            line[written + 1] = step.target
            line[written + 2] = 1
            written += 3
        written += throw_out(table, due, line + written)
    return written


cdef bytes line_of(Search* search, State* start, int game):
    cdef uint8_t due[52]
    cdef size_t written
    cdef int slot
    cdef uint8_t* cards = <uint8_t*> malloc(search.depth)
    cdef uint8_t* line = <uint8_t*> malloc(3 * (52 + search.depth))
    try:
        if cards == NULL or line == NULL:
            raise MemoryError
        find_dues(search, start, game, cards, due)
        written = write_line(search, start, cards, due, line)
        if not is_won(&search.stock, start):
            raise AssertionError("this line of play does not win")
        return line[:written]
    finally:
        free(cards)
        free(line)


cdef int read(Search* search, State* start, bytes packed) except -1:
    """Read a packed position. Cards are numbered anew: the higher of a suit, the higher."""
    cdef int at = 1, slot, index, card
    if packed[0] != 4:
        raise ValueError("Aces Up has four columns")
    memset(start, 0, sizeof(State))
    for slot in range(4):
        for index in range(packed[at + 1]):
            lay(&start.column[slot], (packed[at + 2 + index] + 48) % 52, SURE)
        at += 2 + packed[at + 1]
    at += 2 + packed[at + 1] + 5
    search.stock.size = packed[at]
    for index in range(search.stock.size):
        search.stock.card[index] = (packed[at + 1 + index] + 48) % 52
    for index in range(4):
        search.stock.low[search.stock.size][index] = 99
    search.stock.left[search.stock.size] = 0
    for at in range(search.stock.size - 1, -1, -1):
        memcpy(search.stock.low[at], search.stock.low[at + 1], 4 * sizeof(int))
        card = search.stock.card[at]
        search.stock.left[at] = search.stock.left[at + 1] | <uint64_t> 1 << card
        if card < search.stock.low[at][card & 3]:
            search.stock.low[at][card & 3] = card
    return 0


GREEDY_STATES = 10_000
"""How long to look for a win that throws out all it can, before all others: most are found so."""


def search(bytes packed, Control control):
    """Search from a packed position: the verdict, the moves of a win, how many positions."""
    cdef Search search
    cdef State start
    cdef Loose loose
    cdef bint hopeful = False
    cdef int result = STOPPED, game = GREEDY
    cdef uint64_t most = GREEDY_STATES
    memset(&search, 0, sizeof(search))
    read(&search, &start, packed)
    search.memory = control.memory
    search.mask = 1023
    if held(&search) <= search.memory:
        search.reached = held(&search)
        search.slots = <Hash*> calloc(search.mask + 1, sizeof(Hash))
        search.known = <Waiting*> calloc(ROUNDS * KNOWN, sizeof(Waiting))
    moves = b""
    try:
        if search.slots != NULL and search.known != NULL:
            with nogil:
                loose_of(&search.stock, &start, &loose)
                result = play_loose(&search, &loose, control)
                if result == WON:
                    result = NONE if most == 0 else run(&search, &start, GREEDY, most, control)
                    hopeful = result == NONE
                if hopeful:
                    game = EXACT
                    result = run(&search, &start, EXACT, 0, control)
        control.memory_reached = search.reached
        control.finish()
        if result == WON:
            moves = line_of(&search, &start, game)
    finally:
        free(search.slots)
        free(search.nodes)
        free(search.steps)
        free(search.queue)
        free(search.known)
    return result, moves, search.states
