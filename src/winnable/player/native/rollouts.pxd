"""Nested rollouts: what the players of all games have in common.

A decision is all that is done until a card is turned up or dealt. It leads to a state with the
reveal still `pending`, and whatever card comes then, it was not known before. All orders of the
unseen cards are equally likely, so whichever hidden card is turned up next may as well be the last
of `unseen`, once these have been shuffled: no hidden place needs a card of its own.

A player of level 0 decides by a score of the states it can bring about. A player of level n plays
every candidate out several times as a player of level n - 1, all of them on the same orders of the
unseen cards, and drops the worse half of them again and again (sequential halving).
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from winnable.solver.native.control cimport Control

cdef enum:
    BODY = 40             # words of a state that belong to the game
    MOST_CANDIDATES = 32
    MOST_LEVELS = 3
    MOST_WEIGHTS = 256
    MOST_LINE = 3072      # bytes of a decision's moves

    GOES_ON = 0           # what a decision led to
    IS_WON = 1
    IS_LOST = 2

cdef struct State:        # it has no padding, so that equal states are equal bytes
    uint64_t body[BODY]   # first, and of words: the game may lay a struct of its own over it
    uint16_t tag          # of the player's class
    uint8_t pending       # what is to be revealed next, in the words of the game; 0: nothing
    uint8_t left          # how many cards are unseen
    uint8_t unseen[52]

cdef struct Candidate:
    State state
    int score
    int wins
    int node              # for `write_line`

cdef struct Level:
    int playouts          # in all, for a decision
    int candidates


cdef class Player:
    cdef Control control
    cdef uint16_t tag                  # of its states
    cdef uint64_t positions            # how many have been looked at
    cdef Level levels[MOST_LEVELS + 1]
    cdef int weights[MOST_WEIGHTS]

    # Each game has its own.
    cdef int read(self, const uint8_t* packed, State* state) except -1
    cdef void reveal(self, State* state) noexcept nogil
    cdef int decide(self, State* state) noexcept nogil
    cdef int list_candidates(
        self, const State* state, Candidate* candidates, int most) noexcept nogil
    cdef long long orders(self, State* state, uint64_t most) noexcept nogil
    cdef int write_line(self, int node, uint8_t* line) noexcept nogil

    cdef bint must_stop(self) noexcept nogil
    cdef void shuffle(self, State* state, uint64_t* random) noexcept nogil
    cdef void halve(
        self, Candidate* candidates, int count, int level, uint64_t* random) noexcept nogil
    cdef int tries(self, int count, int level) noexcept nogil
    cdef int sample(self, State* state, int level, uint64_t* random) noexcept nogil
    cdef bint play(self, State* state, int level, uint64_t* random) noexcept nogil
    cdef int set_up(self, tuple levels, Control control) except -1
    cdef int load(self, bytes state, State* into) except -1


cdef inline uint64_t next_random(uint64_t* random) noexcept nogil:
    """splitmix64."""
    cdef uint64_t z
    random[0] += <uint64_t> 0x9E3779B97F4A7C15
    z = random[0]
    z = (z ^ (z >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t> 0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline bint add_candidate(
    Candidate* candidates, int* count, int most, int score, int node, int* at
) noexcept nogil:
    """Make room for a candidate among the best; false if it is not one of them."""
    cdef int i
    if count[0] == most:
        if score <= candidates[most - 1].score:
            return False
        i = most - 1
    else:
        i = count[0]
        count[0] += 1
    while i > 0 and candidates[i - 1].score < score:
        candidates[i] = candidates[i - 1]
        i -= 1
    candidates[i].score = score
    candidates[i].wins = 0
    candidates[i].node = node
    at[0] = i
    return True
