"""A position of Aces Up with undecided cards, and what follows in it. `aces_up.pyx` has the proofs.

Cards are numbered so that of two of a suit the higher has the higher number: 0 to 3 are the deuces,
48 to 51 the aces, and the suit is `card & 3`.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from winnable.solver.native.hash_set cimport Hash

cdef enum:
    SURE = 255          # in Column.hold: the card is there, no question
    ACES = 48           # cards from here on are aces
    MARK = 7            # the bits of Hash.b that are left to whoever keeps the hash

cdef struct Column:
    uint8_t size
    uint8_t sure        # one more than the index of the last sure card; 0 if there is none
    uint8_t card[52]
    uint8_t hold[52]    # SURE, or how many of the cards next above must be gone if this one is

cdef struct State:
    Column column[4]
    int at              # how many cards of the stock have been dealt

cdef struct Stock:
    uint8_t card[52]
    int size
    int low[53][4]      # the lowest card of each suit in card[at:], 99 if none
    uint64_t left[53]   # the cards in card[at:], as a set


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t> 0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline Hash hash_of(Stock* stock, State* state, int salt) noexcept nogil:
    cdef Hash hash
    cdef Column* column
    cdef int slot, index
    cdef bint ended = state.at >= stock.size
    cdef uint64_t a, b, key
    hash.a = mixed(<uint64_t> (salt * 64 + state.at) * <uint64_t> 0x9E3779B97F4A7C15)
    hash.b = mixed(hash.a + 1)
    for slot in range(4):
        column = &state.column[slot]
        # Once nothing will be dealt the columns are all alike.
        a = 0 if ended else slot
        b = a
        for index in range(column.size):
            key = ((<uint64_t> index * 64 + column.card[index]) * 256 + column.hold[index] + 1)
            key = key * <uint64_t> 0x9E3779B97F4A7C15
            a ^= mixed(key)
            b ^= mixed(key ^ <uint64_t> 0xD1B54A32D192ED03)
        hash.a += mixed(a * <uint64_t> 0x9E3779B97F4A7C15 + 1)
        hash.b += mixed(b * <uint64_t> 0x9E3779B97F4A7C15 + 2)
    hash.b &= ~(<uint64_t> MARK)
    return hash


cdef inline void copy_column(Column* to, Column* source) noexcept nogil:
    to.size = source.size
    to.sure = source.sure
    memcpy(to.card, source.card, source.size)
    memcpy(to.hold, source.hold, source.size)


cdef inline void copy_state(State* to, State* source) noexcept nogil:
    cdef int slot
    to.at = source.at
    for slot in range(4):
        copy_column(&to.column[slot], &source.column[slot])


cdef inline void find_sure(Column* column) noexcept nogil:
    """The last sure card is further down than it was."""
    while column.sure and column.hold[column.sure - 1] != SURE:
        column.sure -= 1


cdef inline void lay(Column* column, uint8_t card, uint8_t hold) noexcept nogil:
    column.card[column.size] = card
    column.hold[column.size] = hold
    column.size += 1
    if hold == SURE:
        column.sure = column.size


cdef inline void let_go(Column* column, int index) noexcept nogil:
    """An undecided card is decided to be gone."""
    cdef int at
    for at in range(index):
        if column.hold[at] != SURE and at + column.hold[at] >= index:
            column.hold[at] -= 1
    column.size -= 1
    for at in range(index, column.size):
        column.card[at] = column.card[at + 1]
        column.hold[at] = column.hold[at + 1]
    if column.sure > index:
        column.sure -= 1


cdef inline void keep(Column* column, int index) noexcept nogil:
    """A card is decided to be there, and all above it (which is undecided) to be gone."""
    cdef int at
    while column.size > index + 1:
        let_go(column, column.size - 1)
    if column.hold[index] != SURE:
        for at in range(index):
            if column.hold[at] != SURE and at + column.hold[at] >= index:
                column.hold[at] = SURE
        column.hold[index] = SURE
        column.sure = index + 1


cdef inline void deal(Stock* stock, State* state) noexcept nogil:
    cdef int slot
    for slot in range(4):
        if state.at < stock.size:
            lay(&state.column[slot], stock.card[state.at], SURE)
            state.at += 1


cdef inline bint is_won(Stock* stock, State* state) noexcept nogil:
    cdef int slot, index
    if state.at < stock.size:
        return False
    for slot in range(4):
        for index in range(state.column[slot].sure):
            if state.column[slot].hold[index] == SURE and state.column[slot].card[index] < ACES:
                return False
    return True


cdef inline bint discard(Stock* stock, State* state, bint greedy, uint8_t* due) noexcept nogil:
    """Every card that can go for certain becomes undecided. True: one went for good."""
    cdef int best[4]
    cdef int slot, card
    cdef Column* column
    cdef bint gone = False, final = greedy or state.at >= stock.size
    for slot in range(4):
        best[slot] = -1
    for slot in range(4):
        column = &state.column[slot]
        if column.size and column.sure == column.size:
            card = column.card[column.size - 1]
            if card > best[card & 3]:
                best[card & 3] = card
    for slot in range(4):
        column = &state.column[slot]
        while column.sure:
            card = column.card[column.sure - 1]
            if best[card & 3] <= card:
                break
            if due != NULL:
                due[card] = state.at
            column.hold[column.sure - 1] = column.size - column.sure
            if final and column.size == column.sure:
                column.size -= 1
                gone = True
            find_sure(column)
    return gone


cdef inline bint forget(Stock* stock, State* state) noexcept nogil:
    """Undecided cards that nothing is left for are decided to be gone. True: there were some."""
    cdef int low[4]
    cdef int slot, index, card
    cdef Column* column
    cdef bint gone = False
    memcpy(low, stock.low[state.at], sizeof(low))
    for slot in range(4):
        column = &state.column[slot]
        for index in range(column.size):
            card = column.card[index]
            if column.hold[index] and card < low[card & 3]:
                low[card & 3] = card
    for slot in range(4):
        column = &state.column[slot]
        for index in range(column.size - 1, -1, -1):
            card = column.card[index]
            if column.hold[index] == 0 and card < low[card & 3]:
                let_go(column, index)
                gone = True
    return gone


cdef inline void settle(Stock* stock, State* state, bint greedy, uint8_t* due) noexcept nogil:
    """All that follows without a decision. `due` takes down when each card could go."""
    while True:
        if discard(stock, state, greedy, due):
            continue
        if not forget(stock, state):
            return
