"""Easthaven's loose game: see `easthaven_loose.pxd`."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from winnable.player.native.easthaven_table cimport (
    COLUMNS, HOME, NONE, Table, fits, is_safe,
)
from winnable.solver.native.easthaven_relaxation cimport wanting

cdef extern from *:
    int ones "__builtin_popcountll"(unsigned long long) noexcept nogil


cdef inline uint64_t parents(int card) noexcept nogil:
    """The two cards that a card fits; none for a king."""
    if card >= 48:
        return (<uint64_t> 1) << 63
    return <uint64_t> (6 if (card ^ card >> 1) & 1 == 0 else 9) << (card + 4 & ~3)


cdef inline uint64_t hash_of(uint64_t joints, uint64_t home) noexcept nogil:
    cdef uint64_t key = joints * <uint64_t> 0x9E3779B97F4A7C15 ^ home * <uint64_t> 0xD1B54A32D192ED03
    return (key ^ key >> 29) * <uint64_t> 0xBF58476D1CE4E5B9


cdef class LooseGame:

    def __cinit__(self, int columns, weights):
        cdef int i
        if len(weights) != STAGES * FEATURES:
            raise ValueError(
                f"{len(weights)} weights: the player of Easthaven has {STAGES * FEATURES}")
        for i in range(STAGES * FEATURES):
            self.weights[i] = weights[i]
        if columns > COLUMNS:
            raise ValueError(f"{columns} columns are more than there is room for")
        self.columns = columns

    cdef int stage(self) noexcept nogil:
        return min((self.stock + self.columns - 1) // self.columns, STAGES - 1)

    cdef void set_out(
        self, const Table* table, uint64_t unseen, int stock, Node* first
    ) noexcept nogil:
        """What a column is, by the joints that it has left."""
        cdef Columns* at = &self.at
        cdef uint8_t cards[52]
        cdef uint8_t lowest[4]
        cdef int column, count, card, i, segment, gain, down, each, closed
        cdef uint64_t below
        self.stock = stock
        memcpy(self.down, table.down, sizeof(self.down))
        if not self.is_by_hand:
            memcpy(self.now, self.weights + FEATURES * self.stage(), sizeof(self.now))
        at.in_sight = 0
        at.unseen = unseen
        first.joints = first.gone = 0
        first.home = 0
        first.parent = -1
        first.turned = NONE
        for i in range(4):
            first.home |= <uint32_t> table.home[i] << 8 * i
            for card in range(table.home[i]):
                first.gone |= <uint64_t> 1 << (4 * card + i)
        for column in range(self.columns):
            count = 0
            card = table.last[column]
            while card < 52:
                cards[count] = card
                count += 1
                card = table.below[card]
            down = table.down[column]
            segment = 1 if down else 0
            at.open[column][0] = at.open[column][segment] = 0
            lowest[0] = lowest[1] = lowest[2] = lowest[3] = 52
            gain = self.now[DOWN] * down
            if down:
                gain += self.now[DOWN_COLUMNS]
            each = self.now[JOINTS] + (self.now[OVER_HIDDEN] if down else 0)
            at.gain[column][0] = 0
            if down:
                if down > 1:
                    at.gain[column][0] = gain - self.now[DOWN] + each + self.now[JOINTS_SQUARED]
                gain += each + self.now[JOINTS_SQUARED]
            below = 0
            closed = 0
            for i in range(count - 1, -1, -1):
                card = cards[i]
                if i == count - 1:
                    if down:
                        at.anchor[column][segment] = card
                        at.gain[column][segment] = gain
                        if card >= 48:
                            at.gain[column][segment] += self.now[KINGS]
                elif not fits(card, cards[i + 1]):
                    # What is closed when this is an anchor counts from here on.
                    gain += each + closed
                    closed = 0
                    segment += 1
                    gain += self.now[JOINTS_SQUARED] * (2 * segment - 1)
                    if parents(card) & ~below == 0:
                        gain += self.now[SELF_BLOCKED]
                    at.anchor[column][segment] = card
                    at.open[column][segment] = 0
                    at.gain[column][segment] = gain
                    if card >= 48:
                        at.gain[column][segment] += self.now[KINGS]
                    if lowest[card & 3] < card:
                        at.gain[column][segment] += self.now[INVERSIONS]
                at.open[column][segment] |= <uint64_t> 1 << card
                below |= <uint64_t> 1 << card
                at.column[card] = column
                at.segment[card] = segment
                closed += self.now[CLOSED]
                if lowest[card & 3] < card:
                    closed += self.now[INVERSIONS]
                else:
                    lowest[card & 3] = card
                if card >= 48 and (segment or down):
                    closed += self.now[KINGS]
            first.joints |= <uint64_t> segment << 8 * column
            while segment > 0:
                segment -= 1
                at.open[column][segment] |= at.open[column][segment + 1]
            at.in_sight |= at.open[column][0]

    cdef uint64_t look(self, Node* node, bint is_over) noexcept nogil:
        """Find the choices of a node and, unless all is over but the counting, its score.

        Returns the open cards.
        """
        cdef Columns* at = &self.at
        cdef uint64_t open = 0, anchors = 0, bit
        cdef int column, joints, suit, card, need, each, columns = 0, score = 0, i, home, over
        cdef int most = 0
        cdef uint32_t choices = 0
        for column in range(self.columns):
            joints = node.joints >> 8 * column & 255
            open |= at.open[column][joints]
            score += at.gain[column][joints]
            if joints:
                anchors |= <uint64_t> 1 << at.anchor[column][joints]
            elif column != node.turned:
                columns += 1
        open &= ~node.gone
        anchors &= open
        need = wanting(open, anchors)
        for column in range(self.columns):
            joints = node.joints >> 8 * column & 255
            if joints:
                bit = <uint64_t> 1 << at.anchor[column][joints]
                each = wanting(open, anchors & ~bit)
                if each <= columns:
                    choices |= 1 << column
                if each > need:
                    score += self.now[BLOCKED]
        for suit in range(4):
            home = node.home >> 8 * suit & 255
            card = 4 * home + suit
            if card < 52 and open >> card & 1:
                bit = <uint64_t> 1 << card
                if need + wanting(open & ~bit, anchors) - wanting(open, anchors | bit) <= columns:
                    choices |= 1 << (COLUMNS + suit)
            if is_over:
                continue
            score += self.now[CARDS_HOME] * home + self.now[HOME_SQUARED] * home * home
            if card < 52 and at.unseen >> card & 1:
                score += self.now[NEXT_UNSEEN]
            for i in range(3):
                if card < 52 and at.in_sight >> card & 1:
                    over = (node.joints >> 8 * at.column[card] & 255) - at.segment[card]
                    if over > 0:
                        score += self.now[OVER_NEXT + i] * over
                        if i == 0 and over > most:
                            most = over
                card += 4
        node.choices = choices
        if not is_over:
            score += self.now[SPARE] * (columns - need) + self.now[ALWAYS]
            score += self.now[FREE_COLUMNS] * columns + self.now[MOST_OVER] * most
            score += self.now[CAN_GO_HOME] * ones(choices >> COLUMNS)
            if columns > need:
                score += self.now[ANY_SPARE]
            if node.turned != NONE:
                score += self.now[TURNED]
            score += self.now[PLACELESS] * (wanting(open | at.unseen, anchors) - need)
            node.score = score
        return open

    cdef void take(self, Node* node, int choice) noexcept nogil:
        """Make a choice, and send home what is safe."""
        cdef Columns* at = &self.at
        cdef int column = choice, suit = choice - HOME, card, joints
        cdef uint64_t open
        while True:
            if choice >= HOME:
                card = 4 * (node.home >> 8 * suit & 255) + suit
                node.home += 1 << 8 * suit
                node.gone |= <uint64_t> 1 << card
                column = at.column[card]
                joints = node.joints >> 8 * column & 255
                if joints == 0 or at.anchor[column][joints] != card:
                    column = NONE
            if column != NONE:
                node.joints -= <uint64_t> 1 << 8 * column
                joints = node.joints >> 8 * column & 255
                if joints == 0 and self.down[column]:
                    node.turned = column
                    return
            open = 0
            for column in range(self.columns):
                open |= at.open[column][node.joints >> 8 * column & 255]
            choice = NONE
            for suit in range(4):
                card = 4 * (node.home >> 8 * suit & 255) + suit
                if card < 52 and open >> card & 1 and is_safe(<uint8_t*> &node.home, card):
                    if choice == NONE or card < 4:
                        choice = HOME + suit
            if choice == NONE:
                return
            suit = choice - HOME

    cdef bint is_dominated(self, const Node* node) noexcept nogil:
        """Whether the same card can be turned up with less done before."""
        cdef const Node* other
        cdef int i, j
        cdef bint is_less
        for i in range(self.count):
            other = &self.node[i]
            if other.turned != node.turned:
                continue
            is_less = True
            for j in range(self.columns):
                is_less = is_less and (
                    (other.joints >> 8 * j & 255) >= (node.joints >> 8 * j & 255))
            for j in range(4):
                is_less = is_less and (other.home >> 8 * j & 255) <= (node.home >> 8 * j & 255)
            if is_less:
                return True
        return False

    cdef void add(self, int parent, int choice) noexcept nogil:
        cdef Node node = self.node[parent]
        cdef Node* other
        cdef uint32_t slot
        if self.count == NODES:
            return
        self.take(&node, choice)
        slot = hash_of(node.joints, node.home) >> 54
        while self.stamp[slot] == self.turn:
            other = &self.node[self.slot[slot]]
            if other.joints == node.joints and other.home == node.home:
                return
            slot = (slot + 1) & (SLOTS - 1)
        if node.turned != NONE and self.is_dominated(&node):
            return
        self.stamp[slot] = self.turn
        self.slot[slot] = self.count
        node.parent = parent
        node.choice = choice
        self.look(&node, False)
        self.node[self.count] = node
        if node.turned == NONE and node.choices:
            self.push(self.count)
        self.count += 1

    cdef void push(self, int node) noexcept nogil:
        """Add a node to the heap of those to be expanded; of equals the first found comes first."""
        cdef int at = self.open_count, above, score = self.node[node].score
        self.open_count += 1
        while at:
            above = (at - 1) >> 1
            if self.node[self.open[above]].score >= score:
                break
            self.open[at] = self.open[above]
            at = above
        self.open[at] = node

    cdef int pop(self) noexcept nogil:
        """Take the node with the best score from the heap."""
        cdef int best = self.open[0], last, at = 0, below
        self.open_count -= 1
        last = self.open[self.open_count]
        while True:
            below = 2 * at + 1
            if below >= self.open_count:
                break
            if (below + 1 < self.open_count and
                    self.node[self.open[below + 1]].score > self.node[self.open[below]].score):
                below += 1
            if self.node[self.open[below]].score <= self.node[last].score:
                break
            self.open[at] = self.open[below]
            at = below
        self.open[at] = last
        return best

    cdef void spread(self, const Table* table, uint64_t unseen, int stock) noexcept nogil:
        """What can be done up to the next card that is revealed: a search, best first, by the score.

        There may be more than there is room for, and what is found first is kept.
        """
        cdef int at, i
        cdef uint32_t choices
        self.turn += 1
        self.set_out(table, unseen, stock, &self.node[0])
        self.look(&self.node[0], False)
        self.count = 1
        self.open_count = 0
        self.push(0)
        while self.open_count and self.count < NODES:
            at = self.pop()
            choices = self.node[at].choices
            for i in range(self.columns):
                if choices >> i & 1:
                    self.add(at, i)
            for i in range(4):
                if choices >> (COLUMNS + i) & 1:
                    self.add(at, HOME + i)

    cdef bint can_win(self, const Table* table) noexcept nogil:
        """Whether the game is won, once nothing is hidden any more; false if that is a long search."""
        cdef Node first
        self.turn += 1
        self.set_out(table, 0, 0, &first)
        self.seen_count = self.way_length = 0
        return self.search(&first)

    cdef bint search(self, Node* node) noexcept nogil:
        cdef Node after
        cdef uint32_t slot
        cdef int i
        if self.look(node, True) == 0:
            return True
        slot = hash_of(node.joints, node.home) >> 51
        while self.seen[slot].turn == self.turn:
            if self.seen[slot].joints == node.joints and self.seen[slot].home == node.home:
                return False
            slot = (slot + 1) & (SEEN - 1)
        if self.seen_count == MOST_SEEN:
            return False
        self.seen_count += 1
        self.seen[slot].turn = self.turn
        self.seen[slot].joints = node.joints
        self.seen[slot].home = node.home
        for i in range(COLUMNS + 4):
            if node.choices >> i & 1:
                after = node[0]
                self.way[self.way_length] = i if i < COLUMNS else HOME + i - COLUMNS
                self.take(&after, self.way[self.way_length])
                self.way_length += 1
                if self.search(&after):
                    return True
                self.way_length -= 1
        return False
