"""Easthaven, the game of `winnable.rules.games.easthaven`, from any position of it.

While there is a stock, it is a best-first search with a transposition position. Two heuristics take
turns: one prefers to make progress before it deals, and now and then gets lost in the thousands of
ways to arrange the same cards; the other prefers to deal. When the last card has been dealt, what
is left is the loose game of `easthaven_relaxation.pxd`, a game of counting with hardly a hundred
positions where there were millions; it is searched to the end at once.

What keeps the number of positions low before that, and why nothing is lost by it:

- Safe cards go home at once: see `winnable.rules.foundations`. Dealing changes nothing about the reason.
- Columns that no further deal will reach are all alike: any line of play can be played with two of
  them exchanged. So their order does not tell positions apart, of several that are empty only the
  first is a target, and a whole column does not move from one of them to another.
- Towards the end of the stock, a position is dropped if even the easier game, with the cards of the
  stock set aside face up, cannot be won; the proof that the real game is then lost is there, too. A
  move that can be taken back by another changes neither joints nor what is home, so that is asked
  only after other moves. The question is given up after a hundred positions, and that means
  nothing.

LOST means that no position was left to expand. Positions are distinguished by 128-bit hashes;
`hash_set.pxd` says how improbable it is that this ever matters.

The states counted are positions with a stock, those of the loose game that are lost, and those of
the easier game for which an answer was found.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.easthaven_relaxation cimport UNKNOWN, Loose, loosen, search_loose
from winnable.solver.native.easthaven_position cimport (
    COLUMNS, DEAL, HOME, Keys, Step, Position, fits, is_joint, last_card, last_run, make_keys, play,
    play_safe, read_table, take_back,
)
from winnable.solver.native.hash_set cimport Hash, HashSet, hash_set_add, hash_set_close, hash_set_open

cdef enum:
    BLOCK = 4096         # nodes are allocated by so many
    GRADES = 1024
    ORDERS = 2
    TURNS = 4            # every so many turns the second order has its own
    BUDGET = 100         # positions of the easier game to examine before giving up
    SLOTS = 1024         # in the position of what has been seen, at first

cdef uint32_t NOBODY = 0xFFFFFFFF
cdef Keys KEYS
make_keys(&KEYS)


cdef struct Node:        # a position with a stock, as the move that leads to it from another
    uint32_t parent
    uint32_t depth
    uint32_t next[ORDERS]            # of the same grade
    uint8_t source, target, count
    uint8_t is_new       # whether the move, or what it sent home, cannot be taken back by another
    uint8_t is_done

cdef struct Frame:       # a node on the way to the one that is on the position
    uint32_t node
    int played           # steps up to there

cdef struct Search:
    Position position
    Loose loose
    HashSet seen
    size_t memory
    size_t reached       # the most that has been found to fit into it
    Node** blocks
    uint32_t rooms       # for pointers to blocks
    uint32_t nodes
    uint32_t grades[ORDERS][GRADES]  # for every grade its newest node
    int best[ORDERS]     # no lower grade has a node
    uint32_t turn
    Frame* way           # from the start to the node on the position
    uint32_t depth       # of that node, plus 1
    uint32_t way_room


# -- positions to look at -------------------------------------------------------------------------

cdef inline Node* node_at(const Search* search, uint32_t number) noexcept nogil:
    return &search.blocks[number / BLOCK][number % BLOCK]


cdef bint fit_memory(Search* search, size_t more) noexcept nogil:
    """Whether so many more bytes can be had; what is left then, the hashes may take."""
    cdef size_t held = (
        sizeof(Search) + (search.nodes + BLOCK - 1) / BLOCK * BLOCK * sizeof(Node)
        + search.rooms * sizeof(Node*) + search.way_room * sizeof(Frame)
        + search.position.room * sizeof(Step) + more
    )
    cdef size_t total = held + (search.seen.mask + 1) * sizeof(Hash)
    if total > search.memory:
        return False
    search.reached = max(search.reached, total)
    search.seen.most_bytes = search.memory - held
    return True


cdef bint add_block(Search* search) noexcept nogil:
    cdef uint32_t block = search.nodes / BLOCK
    cdef Node** more
    if not fit_memory(search, BLOCK * sizeof(Node)) or search.nodes > NOBODY - BLOCK:
        return False
    if block == search.rooms:
        more = <Node**> realloc(search.blocks, 2 * search.rooms * sizeof(Node*))
        if more == NULL:
            return False
        search.blocks = more
        search.rooms *= 2
    search.blocks[block] = <Node*> malloc(BLOCK * sizeof(Node))
    return search.blocks[block] != NULL


cdef bint add_node(Search* search, Step move, bint is_new) noexcept nogil:
    """Note the current position, one move after the node, for later. False: no memory."""
    cdef uint32_t number = search.nodes
    cdef Node* node
    cdef int order, grade
    cdef int grades[ORDERS]
    if number % BLOCK == 0 and not add_block(search):
        return False
    node = node_at(search, number)
    search.nodes += 1
    node.parent = search.way[search.depth - 1].node if search.depth else NOBODY
    node.depth = search.depth
    node.source, node.target, node.count = move.source, move.target, move.count
    node.is_new = is_new
    node.is_done = False
    outlook(&search.position, grades)
    for order in range(ORDERS):
        grade = max(0, min(grades[order] + 5 * <int> min(search.depth, GRADES), GRADES - 1))
        node.next[order] = search.grades[order][grade]
        search.grades[order][grade] = number
        search.best[order] = min(search.best[order], grade)
    return True


cdef void outlook(const Position* position, int* grades) noexcept nogil:
    """How far from won a position looks in either order: this decides only what is looked at first.

    The weights are those that found wins soonest in a few hundred deals.
    """
    cdef int column, at, card, sum = 100
    cdef int lowest[4]
    cdef bint is_over
    for column in range(position.columns):
        lowest[0] = lowest[1] = lowest[2] = lowest[3] = 52
        is_over = False              # whether a card that is next to go home lies below
        for at in range(position.height[column]):
            card = position.cards[column][at]
            sum += 8 * is_joint(position, column, at) + 3 * is_over + (lowest[card & 3] < card)
            lowest[card & 3] = min(lowest[card & 3], card)
            is_over = is_over or position.home[card & 3] == card >> 2
        sum += 8 * position.down[column] - (position.height[column] == 0)
    for at in range(4):
        sum -= position.home[at]
    grades[0] = sum + 7 * position.left
    grades[1] = sum + 20 * position.left


cdef uint32_t next_node(Search* search, int order) noexcept nogil:
    """The most promising node in one of the orders that has not been looked at, or NOBODY."""
    cdef uint32_t* newest
    cdef uint32_t number
    while search.best[order] < GRADES:
        newest = &search.grades[order][search.best[order]]
        while newest[0] != NOBODY:
            number = newest[0]
            newest[0] = node_at(search, number).next[order]
            if not node_at(search, number).is_done:
                node_at(search, number).is_done = True
                return number
        search.best[order] += 1
    return NOBODY


cdef bint go_to(Search* search, uint32_t number) noexcept nogil:
    """Take back and play until a node is on the position. False: no memory."""
    cdef uint32_t depth = node_at(search, number).depth
    cdef Position* position = &search.position
    cdef Frame* more
    cdef Node* node
    if depth >= search.way_room:
        if not fit_memory(search, 2 * depth * sizeof(Frame)):
            return False
        more = <Frame*> realloc(search.way, 2 * depth * sizeof(Frame))
        if more == NULL:
            return False
        search.way = more
        search.way_room = 2 * depth
    while True:     # write the way down from its end, up to where it is as it was
        node = node_at(search, number)
        if node.depth < search.depth and search.way[node.depth].node == number:
            break
        search.way[node.depth].node = number
        if node.depth == 0:
            search.way[0].played = position.played
            break
        number = node.parent
    search.depth = node.depth
    while position.played > search.way[search.depth].played:
        take_back(position)
    while search.depth < depth:
        search.depth += 1
        node = node_at(search, search.way[search.depth].node)
        if not (play(position, node.source, node.target, node.count) and play_safe(position)):
            return False
        search.way[search.depth].played = position.played
    search.depth += 1
    return True


# -- the search -----------------------------------------------------------------------------------

cdef int list_moves(const Position* position, Step* moves) noexcept nogil:
    """The moves that make a difference; how many."""
    cdef int source, target, count, run, last, found = 0
    cdef bint had_empty
    for source in range(position.columns):
        if position.height[source] == 0:
            continue
        run, last = last_run(position, source), last_card(position, source)
        had_empty = False
        for target in range(position.columns):
            if target == source or (had_empty and position.height[target] == 0):
                continue
            if position.height[target]:
                count = (last_card(position, target) >> 2) - (last >> 2)
                if 1 <= count <= run and fits(
                    position.cards[source][position.height[source] - count], last_card(position, target)
                ):
                    moves[found] = Step(source, target, count, 0)
                    found += 1
                continue
            had_empty = target >= position.left
            if had_empty and source >= position.left:
                run = min(run, position.height[source] - 1)
            for count in range(1, run + 1):
                moves[found] = Step(source, target, count, 0)
                found += 1
            run = last_run(position, source)
        if position.home[last & 3] == last >> 2:
            moves[found] = Step(source, HOME + (last & 3), 1, 0)
            found += 1
    moves[found] = Step(DEAL, DEAL, 0, 0)
    return found + 1


cdef int judge(Search* search, Control control, Step move, bint is_new) noexcept nogil:
    """What to make of the position after a move: WON, STOPPED, or NONE: go on."""
    cdef int result
    if search.position.left == 0:
        loosen(&search.loose, &search.position)
        search.loose.budget = -1
        return search_loose(&search.loose, &search.seen, control)
    result = hash_set_add(&search.seen, search.position.hash)
    if result < 0 or control.must_stop(search.seen.count):
        return STOPPED
    if result == 0 or add_node(search, move, is_new):
        return NONE
    return STOPPED


cdef int expand(Search* search, Control control) noexcept nogil:
    """Look at all that can be reached from the node on the position by one move."""
    cdef Step moves[(COLUMNS + 1) * 64]
    cdef Step move
    cdef Position* position = &search.position
    cdef int count = list_moves(position, moves), before = position.played, i, height, result
    cdef bint is_new
    for i in range(count):
        move = moves[i]
        is_new = True
        if move.target < HOME:
            height = position.height[move.source]
            is_new = move.count == last_run(position, move.source) and move.count < height
        if not (play(position, move.source, move.target, move.count) and play_safe(position)):
            return STOPPED
        result = judge(search, control, move, is_new or position.played > before + 1)
        if result != NONE:
            return result
        while position.played > before:
            take_back(position)
    return NONE


cdef int ask_easier(Search* search, Control control, uint32_t number) noexcept nogil:
    """What the easier game comes to from a node, if it is worth asking; NONE proves it lost."""
    if not node_at(search, number).is_new or search.position.left > 2 * search.position.columns:
        return UNKNOWN
    loosen(&search.loose, &search.position)
    search.loose.budget = BUDGET
    return search_loose(&search.loose, &search.seen, control)


cdef int run(Search* search, Control control) noexcept nogil:
    """Look at one position after the other until there is an answer."""
    cdef int result
    cdef uint32_t number
    if not (fit_memory(search, 0) and play_safe(&search.position)):
        return STOPPED
    result = judge(search, control, Step(0, 0, 0, 0), True)
    while result == NONE:
        search.turn += 1
        number = next_node(search, search.turn % TURNS == 0)
        if number == NOBODY:
            return NONE
        if not go_to(search, number):
            return STOPPED
        result = ask_easier(search, control, number)
        if result == WON or result == UNKNOWN:
            result = expand(search, control)
    return result


# -- the line of play -----------------------------------------------------------------------------

cdef int place_for(const Position* position, int card, int source) noexcept nogil:
    """Where a card can move from a column: to another card if possible, else to an empty column."""
    cdef int column, empty = -1
    for column in range(position.columns):
        if position.height[column] == 0:
            empty = column
        elif column != source and fits(card, last_card(position, column)):
            return column
    return empty


cdef bint clear(Position* position, int column, int count) noexcept nogil:
    """Move so many cards off a column; or, if they have nowhere to go, empty one for them."""
    cdef int other, target
    target = place_for(position, position.cards[column][position.height[column] - count], column)
    if target >= 0:
        return play(position, column, target, count)
    for other in range(position.columns):
        if last_run(position, other) == position.height[other]:
            target = place_for(position, position.cards[other][0], other)
            if target >= 0:
                return play(position, other, target, position.height[other])
    return False


cdef bint play_choice(Position* position, int choice) noexcept nogil:
    """Play a choice of the loose game, with all the moves it takes. False: it cannot be done."""
    cdef int column, at, card
    if choice < HOME:
        at = position.height[choice] - last_run(position, choice)
        while position.height[choice] > at:
            if not clear(position, choice, position.height[choice] - at):
                return False
        return True
    card = 4 * position.home[choice - HOME] + choice - HOME
    while True:
        for column in range(position.columns):
            at = position.height[column] - 1
            while at >= 0 and position.cards[column][at] != card:
                at -= 1
            if at >= 0:
                break
        else:
            return False
        if at == position.height[column] - 1:
            return play(position, column, choice, 1)
        if not clear(position, column, position.height[column] - 1 - at):
            return False


cdef bint play_choices(Search* search) noexcept nogil:
    cdef int i
    for i in range(search.loose.depth):
        if not play_choice(&search.position, search.loose.choices[i]):
            return False
    return True


# -- from and to Python ---------------------------------------------------------------------------

cdef bint open_search(Search* search, size_t memory) noexcept nogil:
    memset(search, 0, sizeof(Search))
    memset(search.grades, 0xFF, sizeof(search.grades))
    search.best[0] = search.best[1] = GRADES
    search.memory = memory
    search.position.keys = &KEYS
    search.position.room = search.way_room = search.rooms = 256
    search.position.steps = <Step*> malloc(search.position.room * sizeof(Step))
    search.way = <Frame*> malloc(search.way_room * sizeof(Frame))
    search.blocks = <Node**> malloc(search.rooms * sizeof(Node*))
    return (
        hash_set_open(&search.seen, SLOTS, memory)
        and search.position.steps != NULL and search.way != NULL and search.blocks != NULL
    )


cdef void close_search(Search* search) noexcept nogil:
    cdef uint32_t block
    for block in range((search.nodes + BLOCK - 1) / BLOCK):
        free(search.blocks[block])
    free(search.blocks)
    free(search.way)
    free(search.position.steps)
    hash_set_close(&search.seen)
    free(search)


def search(bytes packed, Control control):
    """Whether a packed position can be won: the verdict, the moves and the number of positions."""
    cdef Search* search
    cdef const uint8_t* start = packed
    cdef int result = STOPPED
    cdef bint is_played = True
    cdef uint64_t states
    cdef bytes moves = b""
    if start[0] > COLUMNS:
        raise ValueError(f"{start[0]} columns are more than the {COLUMNS} there is room for")
    search = <Search*> malloc(sizeof(Search))
    if search == NULL:
        raise MemoryError
    with nogil:
        if open_search(search, control.memory):
            read_table(&search.position, start)
            result = run(search, control)
            is_played = result != WON or play_choices(search)
        states = search.seen.count
        if states:
            # Most was held when nodes were added last or, if that came later, when the set grew.
            control.memory_reached = max(search.reached, search.memory - search.seen.left_bytes)
    if result == WON:
        moves = line_played(&search.position)
    close_search(search)
    control.finish()
    if not is_played:
        raise RuntimeError("a line of play that wins by counting could not be played")
    return result, moves, states


cdef bytes line_played(const Position* position):
    cdef int i
    line = bytearray()
    for i in range(position.played):
        is_deal = position.steps[i].source == DEAL
        line += bytes((
            position.steps[i].source, position.steps[i].target, 0 if is_deal else position.steps[i].count
        ))
    return bytes(line)
