"""What every kernel shares with whoever called it: limits, progress and the word to stop."""

from libc.stdint cimport uint64_t

cdef enum:
    # What a search comes to. LOST is written NONE: there is no winning line, and that is proved.
    NONE = 0
    WON = 1
    STOPPED = 2

cdef class Control:
    cdef readonly uint64_t most_states
    cdef readonly size_t memory       # bytes that tables and nodes may take together
    cdef readonly uint64_t states     # how far the search has come
    cdef readonly bint stopped        # by whichever limit, or by the caller
    cdef readonly bint cancelled      # by the caller: no other search is wanted either
    cdef readonly double seconds      # how long the search took, once it is over
    cdef double most_seconds          # 0 is as long as it takes
    cdef double began                 # on the monotonic clock
    cdef double next_tick
    cdef readonly object tick
    cdef object error                 # what `tick` raised, to be raised again after the search
    cdef int patience                 # questions left until the clock is looked at

    cdef void begin(self) noexcept nogil    # another search with the same limits
    cdef double elapsed(self) noexcept nogil
    cdef bint look(self) noexcept nogil

    # To be asked once a state, or at least once in ten microseconds of work. True means: stop now.
    # `states` is the number of positions looked at so far, over all phases of the search.
    cdef inline bint must_stop(self, uint64_t states) noexcept nogil:
        self.states = states
        if states >= self.most_states:
            self.stopped = True
        self.patience -= 1
        if self.patience <= 0:
            self.look()
        return self.stopped

    cdef int finish(self) except -1   # raises what `tick` raised
