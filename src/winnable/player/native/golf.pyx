"""A player of Golf.

When a card is dealt it covers the foundation, and what was the last card there no longer matters.
So a decision is which heights to leave the columns at, of all that can be reached by playing cards.
A state is scored by

- the cards left, and the squares of the columns' heights;
- neighbours in a column that are of the same rank, one rank apart, two ranks apart;
- clumps: ranks that have more than half as many cards left as there are cards next to them in rank;
- the unseen cards on which a card could be played at once;
- last cards that could follow one another.

The weights of these change linearly with the cards left in the stock. `benchmarks/tune_players.py`
has found them.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memmove

from winnable.player.native.rollouts cimport (
    GOES_ON, IS_LOST, IS_WON, Candidate, Player, State, add_candidate,
)
from winnable.solver.native.golf_position cimport COLUMNS, NO_RANK, RANKS, Position, read_table

cdef extern from *:
    int ones "__builtin_popcount"(unsigned int) noexcept nogil

cdef enum:
    FEATURES = 8
    NODES = 512           # positions to reach between two deals
    SLOTS = 2048
    DEAL = 1              # in State.pending
    HOPELESS = -2000000000

cdef uint64_t EACH = 0x1111111111111     # 1 in each of 13 four-bit lanes
cdef uint64_t BYTES = 0x0101010101010101

cdef long long[9] FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320]

cdef struct Body:
    uint64_t heights      # a byte for each column
    uint8_t last          # rank of the last card on the foundation; NO_RANK: it is empty

cdef struct Node:         # heights that can be reached, and the card played last
    uint64_t heights
    uint64_t counts       # cards left of each rank
    int cards
    int parent
    uint8_t last
    uint8_t column

cdef struct Unseen:
    int left
    uint64_t counts
    uint16_t ranks[4]     # those of which there is at least one card, two, three, four


cdef class GolfPlayer(Player):
    cdef Position table
    cdef int (*gain)[COLUMNS][53]     # what a column adds to the score, by stock and height
    cdef int count
    cdef Node node[NODES]
    cdef uint16_t slot[SLOTS]
    cdef uint32_t stamp[SLOTS]
    cdef uint32_t turn

    def __cinit__(self, bytes packed, weights, bint wraps=True):
        cdef int i, left, column, height, sum, apart
        if len(weights) != 2 * FEATURES:
            raise ValueError(f"{len(weights)} weights: the player of Golf has {2 * FEATURES}")
        for i in range(2 * FEATURES):
            self.weights[i] = weights[i]
        read_table(&self.table, packed, wraps, 0)
        self.gain = <int (*)[COLUMNS][53]> calloc(53, sizeof(int[COLUMNS][53]))
        if self.gain == NULL:
            raise MemoryError
        for left in range(self.table.stock + 1):
            for column in range(self.table.columns):
                sum = 0
                for height in range(1, self.table.height[column] + 1):
                    sum += self.weight(1, left) * (2 * height - 1)
                    if height > 1:
                        apart = abs(self.table.rank[column][height - 1]
                                    - self.table.rank[column][height - 2])
                        if wraps and apart > 6:
                            apart = RANKS - apart
                        if apart < 3:
                            sum += self.weight(2 + apart, left)
                    self.gain[left][column][height] = sum

    def __dealloc__(self):
        free(self.gain)

    cdef inline int weight(self, int feature, int left) noexcept nogil:
        return self.weights[feature] * 16 + self.weights[FEATURES + feature] * left

    cdef int read(self, const uint8_t* packed, State* state) except -1:
        cdef Position position
        cdef Body* body = <Body*> state.body
        cdef int i, column
        read_table(&position, packed, self.table.wraps, 0)
        state.left = position.stock
        for i in range(position.stock):
            state.unseen[i] = position.dealt[i]
        body.heights = position.heights
        body.last = NO_RANK
        packed += 1
        for column in range(position.columns):
            packed += 2 + packed[1]
        packed += 2 + packed[1] + 4
        if packed[0] != 255:
            body.last = packed[0] >> 2
        return 0

    cdef void reveal(self, State* state) noexcept nogil:
        state.left -= 1
        (<Body*> state.body).last = state.unseen[state.left]
        state.pending = 0

    cdef bint reach(self, const State* state) noexcept nogil:
        """All that can be played up to the next deal; true once a win is the last node."""
        cdef Position* table = &self.table
        cdef const Body* body = <const Body*> state.body
        cdef Node* node = &self.node[0]
        cdef Node* other
        cdef int column, height, i, at = 0
        cdef uint32_t slot
        cdef uint8_t rank
        cdef uint64_t heights
        cdef bint is_known
        self.turn += 1
        self.count = 1
        node.heights = body.heights
        node.counts = 0
        node.cards = 0
        node.parent = -1
        node.last = body.last
        for column in range(table.columns):
            height = node.heights >> 8 * column & 255
            node.cards += height
            for i in range(height):
                node.counts += (<uint64_t> 1) << 4 * table.rank[column][i]
        if node.cards == 0:
            return True
        while at < self.count:
            node = &self.node[at]
            self.positions += 1
            for column in range(table.columns):
                height = node.heights >> 8 * column & 255
                if height == 0:
                    continue
                rank = table.rank[column][height - 1]
                if (node.last != NO_RANK and rank != table.above[node.last]
                        and rank != table.below[node.last]):
                    continue
                heights = node.heights - ((<uint64_t> 1) << 8 * column)
                slot = (heights * 16 + rank) * <uint64_t> 0x9E3779B97F4A7C15 >> 53
                is_known = False
                while self.stamp[slot] == self.turn:
                    other = &self.node[self.slot[slot]]
                    if other.heights == heights and other.last == rank:
                        is_known = True
                        break
                    slot = (slot + 1) & (SLOTS - 1)
                if is_known or self.count == NODES:
                    continue
                self.stamp[slot] = self.turn
                self.slot[slot] = self.count
                other = &self.node[self.count]
                self.count += 1
                other.heights = heights
                other.counts = node.counts - ((<uint64_t> 1) << 4 * rank)
                other.cards = node.cards - 1
                other.parent = at
                other.last = rank
                other.column = column
                if other.cards == 0:
                    return True
            at += 1
        return False

    cdef Unseen unseen(self, const State* state) noexcept nogil:
        cdef Unseen unseen
        cdef int i, j, rank
        unseen.left = state.left
        unseen.counts = 0
        for i in range(4):
            unseen.ranks[i] = 0
        for i in range(state.left):
            rank = state.unseen[i]
            j = unseen.counts >> 4 * rank & 15
            if j < 4:
                unseen.ranks[j] |= 1 << rank
            unseen.counts += (<uint64_t> 1) << 4 * rank
        return unseen

    cdef inline uint64_t around(self, uint64_t counts) noexcept nogil:
        """For each rank, how many cards are next to it."""
        cdef uint64_t near = (counts << 4 & 15 * EACH) + (counts >> 4)
        if self.table.wraps:
            near += (counts >> 48) + (counts << 48 & 15 * EACH)
        return near

    cdef int score(self, const Node* node, const Unseen* unseen) noexcept nogil:
        cdef Position* table = &self.table
        cdef int left = unseen.left, sum = 0, column, height, clumps, mobility = 0, i
        cdef uint64_t near, lack, even, odd
        cdef unsigned int lasts = 0, beside
        # A card is played on a neighbour, and each neighbour takes one card at most.
        near = self.around(node.counts + unseen.counts)
        lack = node.counts + 8 * EACH - near
        if lack & (lack >> 3 & EACH) * 7:
            return HOPELESS
        even = 2 * (node.counts & 15 * BYTES) + 16 * BYTES - (near & 15 * BYTES)
        odd = 2 * (node.counts >> 4 & 15 * BYTES) + 16 * BYTES - (near >> 4 & 15 * BYTES)
        even &= (even >> 4 & BYTES) * 15
        odd &= (odd >> 4 & BYTES) * 15
        clumps = (even + odd) * BYTES >> 56
        for column in range(table.columns):
            height = node.heights >> 8 * column & 255
            if height:
                sum += self.gain[left][column][height]
                lasts |= 1 << table.rank[column][height - 1]
        beside = lasts << 1 | lasts >> 1
        if table.wraps:
            beside |= lasts >> 12 | lasts << 12
        beside &= 0x1FFF
        for i in range(4):
            mobility += ones(beside & unseen.ranks[i])
        sum += self.weight(0, left) * node.cards + self.weight(5, left) * clumps
        if left:
            sum += self.weight(6, left) * mobility * 4 // left
        sum += self.weight(7, left) * ones(lasts & beside)
        return -sum

    cdef int decide(self, State* state) noexcept nogil:
        cdef Unseen unseen
        cdef int i, score, best = HOPELESS, chosen = -1
        if self.reach(state):
            return IS_WON
        if state.left == 0:
            return IS_LOST
        unseen = self.unseen(state)
        for i in range(self.count):
            score = self.score(&self.node[i], &unseen)
            if score > best:
                best, chosen = score, i
        if chosen < 0:
            return IS_LOST
        (<Body*> state.body).heights = self.node[chosen].heights
        state.pending = DEAL
        return GOES_ON

    cdef int list_candidates(
        self, const State* state, Candidate* candidates, int most
    ) noexcept nogil:
        cdef Unseen unseen
        cdef int i, j, score, count = 0, at = 0
        cdef Body* body
        cdef bint is_known
        if self.reach(state):
            return -self.count
        if state.left == 0:
            return 0
        unseen = self.unseen(state)
        for i in range(self.count):
            score = self.score(&self.node[i], &unseen)
            if score == HOPELESS or count == most and score <= candidates[most - 1].score:
                continue
            is_known = False
            for j in range(count):
                body = <Body*> candidates[j].state.body
                is_known = is_known or body.heights == self.node[i].heights
            if is_known:
                continue
            if add_candidate(candidates, &count, most, score, i, &at):
                candidates[at].state = state[0]
                candidates[at].state.pending = DEAL
                (<Body*> candidates[at].state.body).heights = self.node[i].heights
        return count

    cdef long long orders_won(self, State* state, uint64_t most) noexcept nogil:
        """In how many orders of the unseen cards the best player who does not peek wins.

        Expectimax, with nothing left out. -1 if that takes more than `most` positions.
        """
        cdef uint64_t leaves[NODES]
        cdef Unseen unseen
        cdef State after
        cdef int count = 0, i, j, rank
        cdef long long won, sum, best = 0
        if self.reach(state):
            return FACTORIALS[state.left]
        if self.count == NODES or self.positions > most or self.must_stop():
            return -1
        if state.left == 0:
            return 0
        unseen = self.unseen(state)
        for i in range(self.count):
            if self.score(&self.node[i], &unseen) == HOPELESS:
                continue
            j = 0
            while j < count and leaves[j] != self.node[i].heights:
                j += 1
            if j == count:
                leaves[count] = self.node[i].heights
                count += 1
        for i in range(count):
            sum = 0
            for j in range(state.left):
                rank = state.unseen[j]
                if j and rank == state.unseen[j - 1]:      # they are sorted
                    continue
                after = state[0]
                (<Body*> after.body).heights = leaves[i]
                (<Body*> after.body).last = rank
                after.left -= 1
                memmove(after.unseen + j, after.unseen + j + 1, after.left - j)
                won = self.orders_won(&after, most)
                if won < 0:
                    return -1
                sum += won * (unseen.counts >> 4 * rank & 15)
            best = max(best, sum)
            if best == FACTORIALS[state.left]:
                break
        return best

    cdef long long orders_after(self, const State* state, uint64_t most) noexcept nogil:
        """The same for a state with a deal pending."""
        cdef State after
        cdef long long won, sum = 0
        cdef int j
        for j in range(state.left):
            after = state[0]
            after.pending = 0
            after.left -= 1
            (<Body*> after.body).last = state.unseen[j]
            memmove(after.unseen + j, after.unseen + j + 1, after.left - j)
            won = self.orders_won(&after, most)
            if won < 0:
                return -1
            sum += won
        return sum

    cdef long long orders(self, State* state, uint64_t most) noexcept nogil:
        return self.orders_after(state, most) if state.pending else self.orders_won(state, most)

    cdef int write_line(self, int node, uint8_t* line) noexcept nogil:
        """The moves to a node, packed, and the deal after it unless it is a win."""
        cdef int length = 0, at = node, i
        while self.node[at].parent >= 0:
            length += 1
            at = self.node[at].parent
        at = node
        for i in range(length - 1, -1, -1):
            line[3 * i] = self.node[at].column
            line[3 * i + 1] = 32
            line[3 * i + 2] = 1
            at = self.node[at].parent
        length *= 3
        if self.node[node].cards:
            line[length] = line[length + 1] = 255
            line[length + 2] = 0
            length += 3
        return length
