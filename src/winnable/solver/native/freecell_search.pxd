"""The data of a search of FreeCell or Baker's Game: nodes, bucket queue, seen positions, cache.

A search is a tree of nodes, each a parent and a move in 12 bytes, and a bucket queue of nodes by
heuristic value. The state of a node is rebuilt when it is expanded: from its parent's if that is
still cached, otherwise from the nearest cached ancestor's.

A quick search knows the positions it has seen by a 32-bit tag beside the place in its table. Now
and then that mistakes a new position for an old one, which may miss a win but never invents one. A
complete search uses 128 bits: see `hash_set.pxd` for how improbable a mistake is there.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from winnable.solver.native.control cimport NONE, STOPPED
from winnable.solver.native.hash_set cimport Hash, HashSet, hash_set_add, hash_set_close, hash_set_open
from winnable.solver.native.tableau cimport CELLS, COLUMNS, Move, Rules, State

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) noexcept nogil

cdef enum:
    NOWHERE = 0xFFFFFFFF
    BOTTOM = 0xFFFFFFFE    # what stands in the bucket after the last
    BUCKETS = 2048
    CACHED = 1024          # cached states; a power of two
    BLOCK = 1 << 12        # nodes that memory is asked for at a time
    KEPT = 32 * BLOCK      # nodes that are kept from one search to the next
    AMPLE = 1 << 24        # bytes; with less than this for a search, nothing is kept for it
    FEW = 2048             # positions that a complete search makes room for at first
    MOST = 128             # more children than a state can have

cdef struct Node:          # how one state came from another
    uint32_t parent
    uint32_t move
    uint32_t next          # of the same bucket; once expanded, how many were expanded before it

cdef struct Child:
    Hash hash
    uint32_t move
    int cost

cdef struct Weights:       # what makes a state look far from won; the least sum is expanded first
    int left               # for every card that is not home
    int buried             # for every card on one that could go home next
    int breaks             # for every card that lies on another and not in sequence
    int depth              # for every move made
    int used[CELLS + 1]
    int empty[COLUMNS + 1]
    int slack              # how much more than its parent a child may cost in a quick search

cdef struct Phase:
    Weights weights
    uint32_t quota         # states to expand in a quick search; 0: a complete one
    bint every_move

cdef struct Search:
    Rules rules
    Phase phase
    size_t memory          # for all that grows: nodes, tags, positions seen
    Node** blocks
    uint32_t used          # nodes
    uint32_t room          # nodes that this search has taken memory for
    uint32_t held          # nodes that there are: more, if an earlier search has left some
    uint32_t first_room    # the room when the complete search began
    uint32_t* buckets
    uint32_t best          # no bucket before this one has a node
    HashSet seen              # in a complete search
    uint32_t* tags         # in a quick one: 0 is a free slot
    uint32_t tag_mask
    uint32_t tag_slots     # the most that a quick search has used from this start
    uint32_t tag_room      # slots that there are
    State* states          # the last ones expanded; after them the start
    uint32_t* chain        # from a node to its nearest ancestor at hand
    uint32_t links         # how long a chain can be
    uint32_t expanded
    uint64_t earlier       # positions seen in earlier searches from the same start
    uint32_t last          # the move that won
    uint32_t last_parent   # where it was made
    uint32_t length        # how many moves won; 0: none have
    # Of the state being expanded:
    uint32_t at            # its node
    int cost               # its own and that of a move, but for cells and empty columns
    int bound              # children that cost more are left out
    int weight[COLUMNS + 1]    # what another card on a column costs
    uint64_t ready         # cards that something follows from when they become last cards
    Child children[MOST]
    uint32_t born


cdef inline uint32_t coded(int source, int target, int count) noexcept nogil:
    """A move in one word."""
    return source | target << 8 | count << 16


cdef inline Move decoded(uint32_t code) noexcept nogil:
    cdef Move move
    move.source, move.target, move.count, move.pad = code & 255, code >> 8 & 255, code >> 16, 0
    return move


# -- nodes ----------------------------------------------------------------------------------------

cdef inline Node* node_at(Search* search, uint32_t at) noexcept nogil:
    return &search.blocks[at // BLOCK][at % BLOCK]


cdef inline size_t taken(Search* search) noexcept nogil:
    """How many bytes all that grows takes, without what only an earlier search needed."""
    return (
        search.room * sizeof(Node) + search.tag_slots * sizeof(uint32_t)
        + (search.seen.mask + 1) * sizeof(Hash)
    )


cdef inline void share_out(Search* search) noexcept nogil:
    """Set how much of the memory is left for the set of positions."""
    cdef size_t others = taken(search) - (search.seen.mask + 1) * sizeof(Hash)
    search.seen.most_bytes = search.memory - others if others < search.memory else 0


cdef inline bint more_nodes(Search* search) noexcept nogil:
    """Room for another block of nodes. False: there is none."""
    cdef uint32_t count = search.held // BLOCK
    cdef Node** blocks
    if taken(search) + BLOCK * sizeof(Node) > search.memory or search.room >= BOTTOM - BLOCK:
        return False
    if search.room == search.held:
        if not count & (count - 1):
            blocks = <Node**> realloc(search.blocks, 2 * (count + 1) * sizeof(Node*))
            if blocks == NULL:
                return False
            search.blocks = blocks
        search.blocks[count] = <Node*> malloc(BLOCK * sizeof(Node))
        if search.blocks[count] == NULL:
            return False
        search.held += BLOCK
    search.room += BLOCK
    share_out(search)
    return True


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


cdef inline uint32_t pop(Search* search) noexcept nogil:
    """The most promising node, of several the last one noted; BOTTOM: there is none."""
    cdef uint32_t at
    while search.buckets[search.best] == NOWHERE:
        search.best += 1
    at = search.buckets[search.best]
    if at != BOTTOM:
        search.buckets[search.best] = node_at(search, at).next
    return at


cdef inline void note_quick(Search* search, uint32_t move, uint64_t hash, int cost) noexcept nogil:
    """Add a child in a quick search, if it looks new."""
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
    """Collect a child in a complete search: it is looked up once all of them are known."""
    cdef Child* child = &search.children[search.born]
    prefetch(&search.seen.slots[hash & search.seen.mask])
    search.born += 1
    child.hash.a, child.hash.b = hash, check
    child.move = move
    child.cost = cost


cdef inline int register(Search* search) noexcept nogil:
    """Push the children that are new. STOPPED if the set of positions has no room for them."""
    cdef uint32_t i
    cdef int got
    for i in range(search.born):
        got = hash_set_add(&search.seen, search.children[i].hash)
        if got < 0:
            return STOPPED
        if got:
            push(search, search.children[i].move, search.children[i].cost)
    search.born = 0
    return NONE


# -- memory ---------------------------------------------------------------------------------------

cdef inline size_t fixed_bytes() noexcept nogil:
    """What a search takes that does not grow."""
    return sizeof(Search) + (CACHED + 1) * sizeof(State) + (BUCKETS + 1) * sizeof(uint32_t)


cdef inline bint open_search(Search* search) noexcept nogil:
    """Get what every search needs. False: there is no memory; close it all the same."""
    memset(search, 0, sizeof(Search))
    search.links = 256
    search.buckets = <uint32_t*> malloc((BUCKETS + 1) * sizeof(uint32_t))
    search.states = <State*> malloc((CACHED + 1) * sizeof(State))
    search.chain = <uint32_t*> malloc(search.links * sizeof(uint32_t))
    hash_set_open(&search.seen, FEW, 0)
    return (
        search.buckets != NULL and search.states != NULL
        and search.chain != NULL and search.seen.slots != NULL
    )


cdef inline void close_search(Search* search) noexcept nogil:
    while search.held:
        search.held -= BLOCK
        free(search.blocks[search.held // BLOCK])
    free(search.blocks)
    free(search.buckets)
    free(search.states)
    free(search.chain)
    free(search.tags)
    hash_set_close(&search.seen)


cdef inline bint trim(Search* search, size_t memory) noexcept nogil:
    """Give back what a long search took, and count anew what is taken. False: all memory is gone.

    What is kept all the same takes an eighth of AMPLE bytes at most, and a search that comes near
    such a limit uses it. So no result depends on whether there was another search before.
    """
    cdef bint is_ample = memory >= AMPLE
    cdef uint64_t kept_slots = 8 * FEW if is_ample else FEW
    search.memory = memory - fixed_bytes() if memory > fixed_bytes() else 0
    if search.seen.mask + 1 > kept_slots:
        hash_set_close(&search.seen)
        if not hash_set_open(&search.seen, FEW, 0):
            return False
    search.seen.count = 0
    if not is_ample:
        free(search.tags)
        search.tags = NULL
        search.tag_room = 0
    while search.held and (search.held > KEPT or not is_ample):
        search.held -= BLOCK
        free(search.blocks[search.held // BLOCK])
    search.room = search.first_room = search.tag_slots = 0
    share_out(search)
    return True


cdef inline bint forget(Search* search) noexcept nogil:
    """Make ready for the next search. False: there is not enough memory for it."""
    cdef uint32_t slots = 64
    search.used = search.expanded = search.born = search.length = search.at = 0
    search.best = BUCKETS
    memset(search.buckets, 255, BUCKETS * sizeof(uint32_t))
    search.buckets[BUCKETS] = BOTTOM
    if not search.phase.quota:
        memset(search.seen.slots, 0, (search.seen.mask + 1) * sizeof(Hash))
        search.seen.count = 0
        search.first_room = search.room
    else:
        while slots < 16 * search.phase.quota:
            slots *= 2
        if slots > search.tag_slots:
            if taken(search) + (slots - search.tag_slots) * sizeof(uint32_t) > search.memory:
                return False
            if slots > search.tag_room:
                free(search.tags)
                search.tag_slots = search.tag_room = 0
                search.tags = <uint32_t*> malloc(slots * sizeof(uint32_t))
                if search.tags == NULL:
                    return False
                search.tag_room = slots
            search.tag_slots = slots
            share_out(search)
        search.tag_mask = slots - 1
        memset(search.tags, 0, slots * sizeof(uint32_t))
    return taken(search) <= search.memory


cdef inline size_t reached(Search* search) noexcept nogil:
    """The most bytes that were taken at a time, by all searches from the same start.

    This follows from numbers that are the same whatever was searched before; the set of positions
    may be larger than it had to be. It takes most when it grows, since old and new slots are there
    together. It then holds 3/8 of the new ones, there is a node for each of these positions, and
    fewer than MOST have been added since it was seen to that there is room for so many more.
    """
    cdef size_t slots = FEW, room, held, growing = 0
    while 4 * search.seen.count > 3 * slots:
        slots *= 2
    held = search.room * sizeof(Node) + slots * sizeof(Hash)
    if slots > FEW:
        room = max(<size_t> search.first_room, (3 * slots // 8 // BLOCK + 1) * BLOCK)
        growing = room * sizeof(Node) + 3 * slots // 2 * sizeof(Hash)
    return fixed_bytes() + search.tag_slots * sizeof(uint32_t) + max(held, growing)
