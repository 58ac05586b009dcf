"""A position of the loose game of Aces Up, and what follows in it: `aces_up.pyx` has the proofs.

A column is its sure cards with a *gap* under each and one on top of them. A gap says for each suit
how high an undecided card can be there: a byte for each suit, 0 for none and 13 for an ace. So all
suits are compared at once.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from winnable.solver.native.aces_up_position cimport ACES, MARK, SURE, Column, State, Stock, mixed
from winnable.solver.native.hash_set cimport Hash

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(uint64_t) noexcept nogil

cdef enum:
    TOPS = 0x80808080           # the highest bit of each byte of a gap

cdef struct Loose:
    uint8_t size[4]
    uint8_t card[4][52]
    uint32_t gap[4][53]         # gap[i] lies under card[i], the last one on all of them
    uint64_t sure[4]            # the cards of each column, as a set
    uint32_t low                # the lowest of each suit that is sure or in the stock
    int at                      # how many cards of the stock have been dealt


cdef inline bint reaches(uint32_t high, uint32_t low) noexcept nogil:
    """Whether a gap is at least as high as another in every suit."""
    return (((high | <uint32_t> TOPS) - low) & <uint32_t> TOPS) == <uint32_t> TOPS


cdef inline uint32_t higher(uint32_t one, uint32_t other) noexcept nogil:
    """The higher of two gaps, suit by suit."""
    cdef uint32_t tops = ((one | <uint32_t> TOPS) - other) & <uint32_t> TOPS
    cdef uint32_t mask = tops | (tops - (tops >> 7))
    return (one & mask) | (other & ~mask)


cdef inline uint32_t gap_of(int card) noexcept nogil:
    return <uint32_t> ((card >> 2) + 1) << (8 * (card & 3))


cdef inline void copy_loose(Loose* to, Loose* source) noexcept nogil:
    cdef int slot
    to.at = source.at
    to.low = source.low
    for slot in range(4):
        to.size[slot] = source.size[slot]
        to.sure[slot] = source.sure[slot]
        # Sizes that the compiler knows are copied by a few instructions, without a call.
        if source.size[slot] < 8:
            memcpy(to.card[slot], source.card[slot], 8)
            memcpy(to.gap[slot], source.gap[slot], 32)
        elif source.size[slot] < 16:
            memcpy(to.card[slot], source.card[slot], 16)
            memcpy(to.gap[slot], source.gap[slot], 64)
        else:
            memcpy(to.card[slot], source.card[slot], 52)
            memcpy(to.gap[slot], source.gap[slot], 212)


cdef inline void put(Loose* state, int slot, int card) noexcept nogil:
    cdef int size = state.size[slot]
    state.card[slot][size] = card
    state.gap[slot][size + 1] = 0
    state.sure[slot] |= <uint64_t> 1 << card
    state.size[slot] = size + 1


cdef inline int take_off(Loose* state, int slot) noexcept nogil:
    """Take away the last sure card of a column, and what is undecided above it."""
    cdef int size = state.size[slot] - 1
    state.size[slot] = size
    state.sure[slot] ^= <uint64_t> 1 << state.card[slot][size]
    return state.card[slot][size]


cdef inline uint32_t rounded(uint32_t gap, uint64_t left) noexcept nogil:
    """A gap in terms of the cards that are sure or in the stock.

    A byte becomes 0 if none of the suit is lower, else that of the next one up, or an ace's.
    """
    cdef uint64_t of_suit, lower
    cdef uint32_t result = 0
    cdef int suit, byte
    for suit in range(4):
        byte = (gap >> (8 * suit)) & 255
        of_suit = left & (<uint64_t> 0x1111111111111 << suit)
        lower = (<uint64_t> 1 << (4 * byte) >> 4) - 1
        if byte and of_suit & lower:
            of_suit &= ~lower
            byte = (lowest_bit(of_suit) >> 2) + 1 if of_suit else 13
            result |= <uint32_t> byte << (8 * suit)
    return result


cdef inline void find_low(Stock* stock, Loose* state) noexcept nogil:
    cdef uint64_t sure = state.sure[0] | state.sure[1] | state.sure[2] | state.sure[3]
    cdef uint64_t of_suit
    cdef uint32_t low = 0, one, rest
    cdef int suit, card
    for suit in range(4):
        of_suit = sure & (<uint64_t> 0x1111111111111 << suit)
        card = stock.low[state.at][suit]
        rest = 14 if card > 51 else (card >> 2) + 1
        if of_suit:
            one = (lowest_bit(of_suit) >> 2) + 1
            if one < rest:
                rest = one
        low |= rest << (8 * suit)
    state.low = low


cdef inline void loosen(Stock* stock, Loose* state) noexcept nogil:
    """All that follows in the loose game, where an undecided card is both there and gone."""
    cdef uint32_t reach[4]      # the highest card of each suit that a column shows
    cdef uint32_t others, shown
    cdef uint64_t left
    cdef int slot, size, card, index, shift
    cdef bint changed = True
    for slot in range(4):
        size = state.size[slot]
        reach[slot] = state.gap[slot][size]
        if size:
            reach[slot] = higher(reach[slot], gap_of(state.card[slot][size - 1]))
    while changed:
        changed = False
        for slot in range(4):
            size = state.size[slot]
            if size == 0:
                continue
            others = higher(
                higher(reach[(slot + 1) & 3], reach[(slot + 2) & 3]), reach[(slot + 3) & 3]
            )
            while size:
                card = state.card[slot][size - 1]
                shift = 8 * (card & 3)
                if <int> ((others >> shift) & 255) <= (card >> 2) + 1:
                    break
                changed = True
                shown = higher(state.gap[slot][size], gap_of(card))
                take_off(state, slot)
                size -= 1
                state.gap[slot][size] = higher(state.gap[slot][size], shown)
                reach[slot] = state.gap[slot][size]
                if size:
                    reach[slot] = higher(reach[slot], gap_of(state.card[slot][size - 1]))
        for slot in range(4):
            if state.size[slot] == 0:
                shown = state.gap[slot][0]
                for index in range(4):
                    shown = higher(shown, state.gap[index][state.size[index]])
                if shown != state.gap[slot][0]:
                    state.gap[slot][0] = reach[slot] = shown
                    changed = True
    find_low(stock, state)
    left = (stock.left[state.at]
            | state.sure[0] | state.sure[1] | state.sure[2] | state.sure[3])
    for slot in range(4):
        for index in range(state.size[slot] + 1):
            if state.gap[slot][index]:
                state.gap[slot][index] = rounded(state.gap[slot][index], left)


cdef inline void loose_of(Stock* stock, State* exact, Loose* state) noexcept nogil:
    """The position of the loose game that covers all positions of an undecided one."""
    cdef int slot, index
    cdef Column* column
    cdef uint32_t* gap
    state.at = exact.at
    for slot in range(4):
        column = &exact.column[slot]
        state.size[slot] = 0
        state.sure[slot] = 0
        state.gap[slot][0] = 0
        for index in range(column.size):
            if column.hold[index] == SURE:
                put(state, slot, column.card[index])
            else:
                gap = &state.gap[slot][state.size[slot]]
                gap[0] = higher(gap[0], gap_of(column.card[index]))
    loosen(stock, state)


cdef inline void deal_loose(Stock* stock, Loose* state) noexcept nogil:
    cdef int slot
    for slot in range(4):
        if state.at < stock.size:
            put(state, slot, stock.card[state.at])
            state.at += 1
    loosen(stock, state)


cdef inline void shift_loose(Stock* stock, Loose* state, int source, int target) noexcept nogil:
    """Move the last sure card of a column to one that has none."""
    cdef int card = take_off(state, source)
    state.gap[target][0] = 0
    put(state, target, card)
    loosen(stock, state)


cdef inline bint is_won_loose(Stock* stock, Loose* state) noexcept nogil:
    cdef uint64_t sure = state.sure[0] | state.sure[1] | state.sure[2] | state.sure[3]
    return state.at >= stock.size and sure & ((<uint64_t> 1 << ACES) - 1) == 0


cdef inline Hash hash_of_loose(Stock* stock, Loose* state, int salt) noexcept nogil:
    cdef Hash hash
    cdef int slot, index
    cdef bint ended = state.at >= stock.size
    cdef uint64_t a, b, key
    hash.a = mixed(<uint64_t> (salt * 64 + state.at) * <uint64_t> 0x9E3779B97F4A7C15)
    hash.b = mixed(hash.a + 1)
    for slot in range(4):
        # Once nothing will be dealt the columns are all alike.
        a = 0 if ended else slot
        b = a
        for index in range(state.size[slot] + 1):
            key = (<uint64_t> state.gap[slot][index] << 32) + <uint64_t> index * 64
            if index < state.size[slot]:
                key += state.card[slot][index] + 1
            key = key * <uint64_t> 0x9E3779B97F4A7C15
            a ^= mixed(key)
            b ^= mixed(key ^ <uint64_t> 0xD1B54A32D192ED03)
        hash.a += mixed(a * <uint64_t> 0x9E3779B97F4A7C15 + 1)
        hash.b += mixed(b * <uint64_t> 0x9E3779B97F4A7C15 + 2)
    hash.b &= ~(<uint64_t> MARK)
    return hash


cdef inline bint has_all(uint64_t* many, uint64_t* few) noexcept nogil:
    """Whether each of four sets has all of the corresponding smaller one."""
    return (
        (few[0] & ~many[0]) | (few[1] & ~many[1]) | (few[2] & ~many[2]) | (few[3] & ~many[3])
    ) == 0


cdef inline uint64_t mark_of(Loose* state) noexcept nogil:
    """The four sets of sure cards in one: who has all cards of another has all bits of its mark."""
    cdef uint64_t* sure = state.sure
    return (sure[0] | (sure[1] << 16 | sure[1] >> 48) | (sure[2] << 32 | sure[2] >> 32)
            | (sure[3] << 48 | sure[3] >> 16))


cdef inline bint outdoes(Loose* one, Loose* other) noexcept nogil:
    """Whether one position of the loose game covers all that the other covers."""
    cdef uint32_t best
    cdef int slot, at, that, card, size
    if not has_all(other.sure, one.sure):
        return False
    for slot in range(4):
        size = one.size[slot]
        best = higher(one.gap[slot][0], one.low)
        at = 0
        for that in range(other.size[slot]):
            if not reaches(best, other.gap[slot][that]):
                return False
            card = other.card[slot][that]
            if at < size and one.card[slot][at] == card:
                at += 1
                best = higher(one.gap[slot][at], one.low)
            elif not reaches(best, gap_of(card)):
                return False
        if at < size or not reaches(best, other.gap[slot][other.size[slot]]):
            return False
    return True
