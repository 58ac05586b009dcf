"""Easthaven's loose game, up to the next card that is revealed: what can be done, and how it looks.

See `winnable.solver.native.easthaven_relaxation` for the words and the proofs. A position of the
loose game is how many joints each column has and which cards are home, and a choice takes an anchor
away or sends a card home. The features of the score, and what a choice opens, are worked out once
for each column and number of joints.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from winnable.player.native.easthaven_table cimport COLUMNS, Table

cdef enum:
    FEATURES = 27
    STAGES = 6            # by the deals left
    NODES = 200           # to look at for a decision
    SLOTS = 1024
    SEEN = 8192           # positions with nothing hidden
    MOST_SEEN = 4000
    MOST_CHOICES = 128

    # What the weights are for.
    JOINTS = 0
    CARDS_HOME = 1
    OVER_NEXT = 2         # joints above the card of a suit that is next to go home; 3, 4: after it
    INVERSIONS = 5        # cards under or in an anchor's run that lie above a lower one of the suit
    OVER_HIDDEN = 6       # joints of columns with face-down cards
    DOWN = 7
    DOWN_COLUMNS = 8
    SPARE = 9
    ANY_SPARE = 10
    BLOCKED = 11          # anchors that need an empty column
    KINGS = 12            # that are anchors, or would be
    PLACELESS = 13        # unseen cards that fit nothing open
    CLOSED = 14
    TURNED = 15
    EMPTY = 16            # before a deal
    FITTING = 17          # unseen cards that fit the last cards
    COVERED = 18          # loose cards a last deal will cover
    ALWAYS = 19
    NEXT_UNSEEN = 20      # suits of which the next card to go home has not been seen
    SELF_BLOCKED = 21     # anchors, or cards that will be, under which both cards they fit lie
    JOINTS_SQUARED = 22   # of each column
    FREE_COLUMNS = 23     # without joints
    CAN_GO_HOME = 24      # cards that could, and are not safe there
    HOME_SQUARED = 25
    MOST_OVER = 26        # the most joints above a card that is next to go home

cdef struct Node:         # a position of the loose game
    uint64_t joints       # a byte for each column
    uint64_t gone         # the cards at home
    uint32_t home         # a byte for each suit
    uint32_t choices      # a bit for each column, and COLUMNS up: for each suit
    int score
    int16_t parent
    uint8_t choice
    uint8_t turned        # the column whose last card is turned up now, or NONE

cdef struct Seen:
    uint64_t joints
    uint32_t home
    uint32_t turn

cdef struct Columns:      # by column and joints, as in `Loose` of the solver
    uint64_t open[COLUMNS][53]
    int gain[COLUMNS][53]
    uint8_t anchor[COLUMNS][53]
    uint8_t column[52]
    uint8_t segment[52]
    uint64_t in_sight
    uint64_t unseen



cdef class LooseGame:
    cdef int columns
    cdef int weights[STAGES * FEATURES]
    cdef int now[FEATURES]            # the weights, for what is left of the stock
    cdef bint is_by_hand              # whether they are set by hand
    cdef Columns at
    cdef uint8_t down[COLUMNS]
    cdef int stock
    cdef int count
    cdef Node node[NODES]
    cdef int open_count               # nodes that are not expanded yet, a heap with the best first
    cdef int16_t open[NODES]
    cdef uint16_t slot[SLOTS]
    cdef uint32_t stamp[SLOTS]
    cdef Seen seen[SEEN]
    cdef int seen_count
    cdef uint32_t turn
    cdef uint8_t way[MOST_CHOICES]    # choices to the win found last
    cdef int way_length

    cdef int stage(self) noexcept nogil
    cdef void set_out(
        self, const Table* table, uint64_t unseen, int stock, Node* first) noexcept nogil
    cdef uint64_t look(self, Node* node, bint is_over) noexcept nogil
    cdef void take(self, Node* node, int choice) noexcept nogil
    cdef bint is_dominated(self, const Node* node) noexcept nogil
    cdef void add(self, int parent, int choice) noexcept nogil
    cdef void push(self, int node) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef void spread(self, const Table* table, uint64_t unseen, int stock) noexcept nogil
    cdef bint can_win(self, const Table* table) noexcept nogil
    cdef bint search(self, Node* node) noexcept nogil
