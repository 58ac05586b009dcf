"""What every kernel shares with its caller: limits, progress and cancellation."""

from libc.stdint cimport uint64_t

cdef enum:
    # The outcome of a search. NONE is LOST: it is proved that there is no winning line.
    NONE = 0
    WON = 1
    STOPPED = 2

cdef class Control:
    cdef readonly uint64_t most_states
    cdef readonly size_t memory       # bytes that tables and nodes may take together
    cdef readonly size_t memory_reached    # the most of these at a time, once the search is over
    cdef readonly uint64_t states     # how many the search has examined
    cdef readonly bint stopped        # by a limit or by the caller
    cdef readonly bint cancelled      # by the caller, so that no further search is wanted
    cdef readonly double seconds      # how long the search took, once it is over
    cdef double most_seconds          # 0: no limit
    cdef double began                 # on the monotonic clock
    cdef double next_tick
    cdef readonly object tick
    cdef object error                 # an exception of `tick`, raised again after the search
    cdef int calls_left               # until the clock is checked

    cdef void begin(self) noexcept nogil    # another search with the same limits
    cdef double elapsed(self) noexcept nogil
    cdef bint look(self) noexcept nogil

    # Called once per state, or at least once in ten microseconds of work. True means: stop now.
    # `states` is the number of positions examined so far, over all phases of the search.
    cdef inline bint must_stop(self, uint64_t states) noexcept nogil:
        self.states = states
        if states >= self.most_states:
            self.stopped = True
        self.calls_left -= 1
        if self.calls_left <= 0:
            self.look()
        return self.stopped

    cdef int finish(self) except -1   # raises an exception of `tick`
