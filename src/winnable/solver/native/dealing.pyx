"""Numbered deals as packed positions: a range of deals is solved faster than Python could deal it.

`winnable.deals` defines the numbers and `Game.deal` the layouts; the tests compare this with both.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef class Dealer:
    """Deals numbered decks in the layout of one game: see `winnable.solver.packing`."""

    cdef int columns, dealt, face_down, cells, starter

    def __init__(self, int columns, int dealt, int face_down, int cells, int starter):
        self.columns = columns
        self.dealt = dealt
        self.face_down = face_down
        self.cells = cells
        self.starter = starter

    def deal(self, uint64_t number):
        """The packed position at the start of a deal."""
        cdef uint8_t deck[52]
        cdef uint8_t packed[128]
        cdef int column, card, at = 1, size, left
        shuffle(number, deck)
        packed[0] = self.columns
        for column in range(self.columns):
            size = at + 1
            packed[at] = self.face_down
            at += 2
            for card in range(column, self.dealt, self.columns):
                packed[at] = deck[card]
                at += 1
            packed[size] = at - size - 1
        packed[at] = self.cells
        packed[at + 1] = 0
        at += 2
        for card in range(4):
            packed[at] = 0
            at += 1
        packed[at] = deck[self.dealt + self.starter - 1] if self.starter else 255
        left = 52 - self.dealt - self.starter
        packed[at + 1] = left
        at += 2
        for card in range(52 - left, 52):
            packed[at] = deck[card]
            at += 1
        return packed[:at]


cdef void shuffle(uint64_t number, uint8_t* deck) noexcept:
    cdef uint32_t state = <uint32_t> number, high
    cdef uint8_t cards[52]
    cdef int card, left, index
    for card in range(52):
        cards[card] = card
    for left in range(52, 0, -1):
        state = state * 214013 + 2531011
        high = state >> 16
        if number < <uint64_t> 1 << 31:
            high &= 0x7FFF
        elif number < <uint64_t> 1 << 32:
            high |= 0x8000
        else:
            high += 1
        index = high % left
        deck[52 - left] = cards[index]
        cards[index] = cards[left - 1]
