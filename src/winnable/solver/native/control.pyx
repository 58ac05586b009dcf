"""Limits, progress and cancellation, for a search that runs without Python's lock."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t, UINT64_MAX
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cdef double TICK = 0.01     # seconds between two calls of Python
cdef int CALLS = 256        # states between two checks of the clock


cdef inline double now() noexcept nogil:
    cdef timespec spec
    clock_gettime(CLOCK_MONOTONIC, &spec)
    return spec.tv_sec + 1e-9 * spec.tv_nsec


cdef class Control:
    """The limits of a search, or of several in turn. `tick(states)` is called many times a second; true stops it."""

    def __init__(self, states=None, memory=None, seconds=None, tick=None):
        self.most_states = UINT64_MAX if states is None else states
        self.memory = <size_t> -1 if memory is None else memory
        self.most_seconds = 0.0 if seconds is None else seconds
        self.tick = tick
        self.begin()

    def restart(self):
        """Start again, for another search with the same limits."""
        self.begin()

    cdef void begin(self) noexcept nogil:
        self.began = now()
        if self.next_tick == 0.0:
            self.next_tick = self.began + TICK
        self.calls_left = CALLS
        self.stopped = self.cancelled
        self.memory_reached = 0

    cdef double elapsed(self) noexcept nogil:
        return now() - self.began

    cdef bint look(self) noexcept nogil:
        cdef double time = now()
        self.calls_left = CALLS
        if self.most_seconds > 0.0 and time >= self.began + self.most_seconds:
            self.stopped = True
        if time >= self.next_tick:
            with gil:
                self.ask()
            self.next_tick = now() + TICK
        return self.stopped

    def ask(self):
        try:
            PyErr_CheckSignals()    # in the main thread, Ctrl-C
            if self.tick is not None and self.tick(self.states):
                self.stopped = self.cancelled = True
        except BaseException as error:
            self.error = error
            self.stopped = self.cancelled = True

    cdef int finish(self) except -1:
        self.seconds = self.elapsed()
        if self.error is not None:
            raise self.error
        return 0
