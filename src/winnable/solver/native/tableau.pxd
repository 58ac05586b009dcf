"""A tableau with columns, cells and foundations by suit, for the kernels of FreeCell.

A column is a linked list: every card knows the card that it lies on, and the column its last card. So a
run of any length moves by changing three links, and the hash of a position, the XOR of a key for
every card and what it lies on, changes by two keys. It does not depend on the order of columns and
cells. Beside the links a state keeps a few figures that would take long to count.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    int first "__builtin_ctzll"(unsigned long long) noexcept nogil

cdef enum:
    COLUMNS = 8        # the most columns there can be
    CELLS = 8          # and the most cells
    BASE = 52          # what the first card of a column lies on
    CELL = 53          # what a card in a cell lies on, as far as the hash is concerned
    HOME = 32          # in a move: home, plus the suit
    HELD = 64          # in a move: the cell that holds a card, or is to hold it, plus the card

cdef struct CardLink:     # a card, and its place if that is in a column
    uint8_t under
    uint8_t column     # COLUMNS for a card that is in none
    uint8_t height     # how many cards lie under it
    uint8_t run        # how many cards in sequence end with it

cdef struct Figures:   # all of a state except the cards: small enough to save and restore
    uint64_t hash
    uint64_t check     # the other half of the hash
    uint64_t ends      # the last cards of the columns, as a set
    uint64_t held      # the cards in cells, as a set
    uint64_t wanted    # the next card of each suit, as a set
    uint8_t last[COLUMNS]
    uint8_t size[COLUMNS]
    uint8_t home[4]
    uint8_t cells, used, empty, left      # cells in all, cells in use, empty columns, cards not home
    int32_t breaks     # cards that lie on a card they are not in sequence with
    int32_t columns
    int32_t depth      # moves since the start, if the caller counts them

cdef struct State:
    Figures now
    CardLink cards[53]    # the last one is under every column

cdef struct Move:
    uint8_t source, target, count, pad

cdef struct Keys:
    uint64_t hash[52][54]
    uint64_t check[52][54]

cdef struct Rules:
    bint by_suit
    uint64_t onto[52]  # for every card the cards that it may lie on
    uint64_t always_safe   # cards that are safe wherever the others are
    Keys* keys

cdef Keys KEYS


cdef inline bint is_red(int card) noexcept nogil:
    return ((card + 1) >> 1) & 1


cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t> 1 << card


cdef inline void turn_key(Rules* rules, State* state, int card, int on) noexcept nogil:
    state.now.hash ^= rules.keys.hash[card][on]
    state.now.check ^= rules.keys.check[card][on]


cdef inline void lay(Rules* rules, State* state, int column, int card) noexcept nogil:
    """Put a card on a column, whether or not the rules allow it."""
    cdef int on = state.now.last[column]
    cdef CardLink* entry = &state.cards[card]
    entry.under = on
    entry.column = column
    entry.height = state.now.size[column]
    entry.run = 1
    turn_key(rules, state, card, on)
    if on == BASE:
        state.now.empty -= 1
    else:
        state.now.ends ^= bit(on)
        if (rules.onto[card] >> on) & 1:
            entry.run += state.cards[on].run
        else:
            state.now.breaks += 1
    state.now.ends |= bit(card)
    state.now.last[column] = card
    state.now.size[column] += 1


cdef inline void lift(Rules* rules, State* state, int column, int card, int count) noexcept nogil:
    """Take the last cards of a column off it, from `card` on."""
    cdef int on = state.cards[card].under
    turn_key(rules, state, card, on)
    state.now.ends ^= bit(state.now.last[column])
    if on == BASE:
        state.now.empty += 1
    else:
        state.now.ends |= bit(on)
        if state.cards[card].run == 1:
            state.now.breaks -= 1
    state.now.last[column] = on
    state.now.size[column] -= count


cdef inline void take(Rules* rules, State* state, int column, int card) noexcept nogil:
    """Take one card off a column, or out of a cell if `column` is COLUMNS."""
    if column < COLUMNS:
        lift(rules, state, column, card, 1)
    else:
        state.now.held ^= bit(card)
        state.now.used -= 1
        turn_key(rules, state, card, CELL)


cdef inline void hold(Rules* rules, State* state, int card) noexcept nogil:
    """Put a card that was taken into a cell."""
    state.cards[card].column = COLUMNS
    state.now.held |= bit(card)
    state.now.used += 1
    turn_key(rules, state, card, CELL)


cdef inline void send_home(Rules* rules, State* state, int card) noexcept nogil:
    take(rules, state, state.cards[card].column, card)
    state.cards[card].column = COLUMNS
    state.now.home[card & 3] += 1
    state.now.wanted ^= <uint64_t> 17 << card     # this one no longer, the next one instead
    state.now.left -= 1


cdef inline void shift(Rules* rules, State* state, Move move) noexcept nogil:
    """Move several cards, which are in sequence, from one column to another."""
    cdef int last = state.now.last[move.source], card = last, at
    cdef int height = state.now.size[move.target] + move.count - 1, run
    cdef CardLink* entry
    for at in range(1, move.count):
        entry = &state.cards[card]
        entry.column = move.target
        entry.height = height
        height -= 1
        card = entry.under
    lift(rules, state, move.source, card, move.count)
    lay(rules, state, move.target, card)
    run = state.cards[card].run + move.count - 1
    state.now.ends ^= bit(card) ^ bit(last)
    state.now.last[move.target] = last
    state.now.size[move.target] += move.count - 1
    card = last
    for at in range(1, move.count):
        entry = &state.cards[card]
        entry.run = run
        run -= 1
        card = entry.under


cdef inline void make(Rules* rules, State* state, Move move) noexcept nogil:
    """Make a move that the rules allow; one to cells may be of several cards, one to each."""
    cdef int card, at
    if move.source >= HELD:
        card = move.source - HELD
    else:
        card = state.now.last[move.source]
    if HOME <= move.target < HELD:
        send_home(rules, state, card)
    elif move.target >= HELD:
        for at in range(move.count):
            card = state.now.last[move.source]
            lift(rules, state, move.source, card, 1)
            hold(rules, state, card)
    elif move.count == 1:
        take(rules, state, state.cards[card].column, card)
        lay(rules, state, move.target, card)
    else:
        shift(rules, state, move)


cdef inline bint is_safe(Rules* rules, State* state, int card) noexcept nogil:
    """Horne's rule; `winnable.rules.foundations` has the proof that such a card may always go."""
    cdef int rank = card >> 2
    if rules.by_suit or rank < 2:
        return True
    if is_red(card):
        return state.now.home[0] >= rank and state.now.home[3] >= rank
    return state.now.home[1] >= rank and state.now.home[2] >= rank


cdef inline uint64_t safe_cards(Rules* rules, State* state) noexcept nogil:
    """All cards that are safe by Horne's rule, as a bit set: `is_safe` without branches."""
    cdef uint8_t* home = state.now.home
    cdef int red = home[0] if home[0] < home[3] else home[3]
    cdef int black = home[1] if home[1] < home[2] else home[2]
    # Reds are the second and the third of every four. A rank of 13 or more shifts out of the deck.
    return (
        rules.always_safe
        | <uint64_t> 0x6666666666666 & ((<uint64_t> 16 << 4 * red) - 1)
        | <uint64_t> 0x9999999999999 & ((<uint64_t> 16 << 4 * black) - 1)
    )


cdef inline int send_safe_cards_home(Rules* rules, State* state, uint8_t* gone) noexcept nogil:
    """Send all safe cards home: how many; `gone` has each of them and the column it left."""
    cdef int card, n = 0
    cdef uint64_t ready = (state.now.ends | state.now.held) & state.now.wanted
    if ready:
        ready &= safe_cards(rules, state)
        while ready:
            card = first(ready)
            gone[2 * n] = card
            gone[2 * n + 1] = state.cards[card].column
            n += 1
            send_home(rules, state, card)
            ready = (state.now.ends | state.now.held) & state.now.wanted & safe_cards(rules, state)
    return n


cdef inline void read_state(Rules* rules, State* state, const uint8_t* packed) noexcept nogil:
    """Unpack a position: see `winnable.solver.packing`."""
    cdef int i, count, column
    memset(state, 0, sizeof(State))
    for i in range(53):
        state.cards[i].column = COLUMNS
    memset(state.now.last, BASE, COLUMNS)
    state.now.columns = packed[0]
    state.now.empty = packed[0]
    packed += 1
    for column in range(state.now.columns):
        count = packed[1]
        packed += 2
        for i in range(count):
            lay(rules, state, column, packed[i])
        state.now.left += count
        packed += count
    state.now.cells = packed[0]
    count = packed[1]
    packed += 2
    for i in range(count):
        hold(rules, state, packed[i])
    state.now.left += count
    packed += count
    for i in range(4):
        state.now.home[i] = packed[i]
        state.now.wanted |= bit(packed[i] << 2 | i)


cdef inline void set_rules(Rules* rules, bint by_suit) noexcept nogil:
    """What may lie on what, for columns built by suit or by alternate colours."""
    cdef int card, on
    rules.by_suit = by_suit
    rules.keys = &KEYS
    rules.always_safe = bit(52) - 1 if by_suit else 255     # else aces and twos
    memset(rules.onto, 0, sizeof(rules.onto))
    for card in range(48):
        for on in range((card & ~3) + 4, (card & ~3) + 8):
            if (on & 3) == (card & 3) if by_suit else is_red(on) != is_red(card):
                rules.onto[card] |= bit(on)
