"""The loose game of Aces Up, and the memory that it shares with the search it prunes.

`aces_up.pyx` says what the loose game is, and proves that where it is lost so is the real one.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc

from winnable.solver.native.aces_up_loose cimport (
    Loose, copy_loose, deal_loose, hash_of_loose, is_won_loose, mark_of, outdoes, shift_loose,
)
from winnable.solver.native.aces_up_position cimport MARK, State, Stock
from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.hash_set cimport Hash

cdef enum:
    FRESH = 0           # what the table knows of a position: nothing, it is new
    LOST = 1            # nothing to be found there (or, in the search itself: looked at already)
    WINS = 2
    WAITING = 3         # in the queue of the loose game that is being looked at
    UNKNOWN = 4         # was in a queue that was left early
    KNOWN = 64          # lost positions that are remembered of each round, to compare others with
    ROUNDS = 14
    GREEDY = 1          # salts: three games share one table
    EXACT = 2
    LOOSE = 3

cdef struct Step:
    uint8_t kind
    uint8_t source
    uint8_t target
    uint8_t index       # which card of the source

cdef struct Node:
    State state
    Step step           # that led here
    uint32_t next       # steps not yet tried are steps[next:last]
    uint32_t last

cdef struct Waiting:
    Loose state
    Hash hash
    bint needless

cdef struct Search:
    Stock stock
    Hash* slots         # open addressing; a slot without a mark is free
    uint64_t mask
    uint64_t count
    Node* nodes         # the line of play
    size_t depth
    size_t node_room
    Step* steps
    size_t step_count
    size_t step_room
    Waiting* queue      # of the loose game, a queue on a queue for each deal
    size_t queued
    size_t queue_room
    size_t memory
    size_t reached      # the most that was held at a time, what was about to be freed included
    uint64_t states
    Waiting* known      # lost positions of the loose game, the last KNOWN of each round
    uint64_t known_mark[ROUNDS * KNOWN]    # of each of them, to refuse most at a glance
    uint32_t knowns[ROUNDS]


# -- memory ----------------------------------------------------------------------------------------

cdef inline size_t held(Search* search) noexcept nogil:
    return ((search.mask + 1) * sizeof(Hash) + search.node_room * sizeof(Node)
            + search.step_room * sizeof(Step)
            + (search.queue_room + ROUNDS * KNOWN) * sizeof(Waiting))


cdef inline void* grown(Search* search, void* old, size_t* room, size_t size) noexcept nogil:
    """Twice the room, or NULL. Old and new may be there together for a moment."""
    cdef size_t more = 2 * room[0] if room[0] else 32
    cdef void* new
    if held(search) + more * size > search.memory:
        return NULL
    new = realloc(old, more * size)
    if new != NULL:
        search.reached = max(search.reached, held(search) + more * size)
        room[0] = more
    return new


cdef inline bint grow_table(Search* search) noexcept nogil:
    cdef Hash* old = search.slots
    cdef uint64_t slots = search.mask + 1, at, to
    if held(search) + 2 * slots * sizeof(Hash) > search.memory:
        return False
    search.slots = <Hash*> calloc(2 * slots, sizeof(Hash))
    if search.slots == NULL:
        search.slots = old
        return False
    search.reached = max(search.reached, held(search) + 2 * slots * sizeof(Hash))
    search.mask = 2 * slots - 1
    for at in range(slots):
        if old[at].b & MARK:
            to = old[at].a & search.mask
            while search.slots[to].b & MARK:
                to = (to + 1) & search.mask
            search.slots[to] = old[at]
    free(old)
    return True


cdef inline Hash* entry(Search* search, Hash hash) noexcept nogil:
    """The slot of a position, marked FRESH if it is new; NULL: there is no room for it."""
    cdef uint64_t at
    if 8 * search.count >= 7 * (search.mask + 1) and not grow_table(search):
        return NULL
    at = hash.a & search.mask
    while search.slots[at].b & MARK:
        if search.slots[at].a == hash.a and (search.slots[at].b ^ hash.b) <= MARK:
            return &search.slots[at]
        at = (at + 1) & search.mask
    return &search.slots[at]


cdef inline void mark(Search* search, Hash* slot, Hash hash, int what) noexcept nogil:
    if not slot.b & MARK:
        search.count += 1
    slot.a = hash.a
    slot.b = hash.b | <uint64_t> what


# -- the loose game --------------------------------------------------------------------------------

cdef inline int enqueue(Search* search, Loose* state, Hash hash, Hash* slot) noexcept nogil:
    cdef void* room
    mark(search, slot, hash, WAITING)
    if search.queued == search.queue_room:
        room = grown(search, search.queue, &search.queue_room, sizeof(Waiting))
        if room == NULL:
            return STOPPED
        search.queue = <Waiting*> room
    copy_loose(&search.queue[search.queued].state, state)
    search.queue[search.queued].hash = hash
    search.queued += 1
    return NONE


cdef inline int look_around(Search* search, size_t at, Control control) noexcept nogil:
    """Add to the queue what can be reached from one of its positions without dealing."""
    cdef Loose start, state
    cdef int source, target, found
    cdef Hash hash
    cdef Hash* slot
    cdef bint ended
    copy_loose(&start, &search.queue[at].state)
    ended = start.at >= search.stock.size
    search.states += 1
    if control.must_stop(search.states):
        return STOPPED
    if is_won_loose(&search.stock, &start):
        return WON
    for target in range(4):
        if start.size[target]:
            continue
        for source in range(4):
            if start.size[source] == 0:
                continue
            if ended and start.size[source] == 1 and start.gap[source][0] == 0:
                continue
            copy_loose(&state, &start)
            shift_loose(&search.stock, &state, source, target)
            hash = hash_of_loose(&search.stock, &state, LOOSE)
            slot = entry(search, hash)
            if slot == NULL:
                return STOPPED
            found = slot.b & MARK
            if found == WINS:
                return WON
            if (found == FRESH or found == UNKNOWN) and enqueue(search, &state, hash, slot):
                return STOPPED
        if ended:
            break
    return NONE


cdef inline bint is_known_lost(Search* search, Waiting* asked) noexcept nogil:
    """Whether a position that is known to be lost covers all that this one does."""
    cdef int round = (asked.state.at + 3) // 4
    cdef size_t first = round * KNOWN, at
    cdef uint64_t missing = ~mark_of(&asked.state)
    for at in range(first, first + min(search.knowns[round], <uint32_t> KNOWN)):
        if (search.known_mark[at] & missing == 0
                and outdoes(&search.known[at].state, &asked.state)):
            return True
    return False


cdef inline void note_lost(Search* search, Waiting* lost) noexcept nogil:
    cdef int round = (lost.state.at + 3) // 4
    cdef size_t at = round * KNOWN + search.knowns[round] % KNOWN
    copy_loose(&search.known[at].state, &lost.state)
    search.known_mark[at] = mark_of(&lost.state)
    search.knowns[round] += 1


cdef inline bint is_outdone(Search* search, size_t base, size_t at) noexcept nogil:
    """Whether another position of the queue makes this one needless, and is not needless itself."""
    cdef size_t other
    search.queue[at].needless = False
    for other in range(base, search.queued):
        if (other != at and not (other > at and search.queue[other].needless)
                and outdoes(&search.queue[other].state, &search.queue[at].state)):
            search.queue[at].needless = True
            return True
    return False


cdef inline int play_loose(Search* search, Loose* root, Control control) noexcept nogil:
    """Whether the loose game can be won from a position (which has been loosened)."""
    cdef size_t base = search.queued, at
    cdef Loose state
    cdef Hash hash = hash_of_loose(&search.stock, root, LOOSE)
    cdef Hash* slot = entry(search, hash)
    cdef int result
    if slot == NULL:
        return STOPPED
    if slot.b & MARK == LOST:
        return NONE
    if slot.b & MARK == WINS:
        return WON
    result = enqueue(search, root, hash, slot)
    if result == NONE and is_known_lost(search, &search.queue[base]):
        mark(search, slot, hash, LOST)
        search.queued = base
        return NONE
    at = base
    while result == NONE and at < search.queued:
        result = look_around(search, at, control)
        at += 1
    if root.at < search.stock.size:
        at = search.queued
        while result == NONE and at > base:
            at -= 1
            if control.must_stop(search.states):
                return STOPPED
            if is_outdone(search, base, at):
                continue
            copy_loose(&state, &search.queue[at].state)
            deal_loose(&search.stock, &state)
            result = play_loose(search, &state, control)
    if result == STOPPED:
        return STOPPED
    for at in range(base, search.queued):
        hash = search.queue[at].hash
        slot = entry(search, hash)
        if slot == NULL:
            return STOPPED
        mark(search, slot, hash, LOST if result == NONE else WINS if at == base else UNKNOWN)
    search.queued = base
    if result == NONE:
        note_lost(search, &search.queue[base])
    return result
