"""A player of Aces Up.

Between two deals everything is in sight, and the next cards come to all columns. So a decision is
how to leave the columns: what to throw out, what to keep though it could go, because it may throw
out others later, and what to move to empty columns. A column that is left is one that was there,
less its upper cards, or a single card that was moved. A card that can go and has no lower one of
its suit left to throw out might as well go, so it does (`winnable.solver.native.aces_up`, fact 2).

A state is scored, as the logarithm of the odds of a win, by

- the cards that have to go, and the squares of the columns' heights;
- pairs of a suit in a column with the higher card on top, and pairs whose higher card is an ace;
- cards that lie under a higher one of their suit;
- cards on aces and cards under aces, and aces at the bottom of their columns;
- how many of the unseen cards would throw out a card that is shown, or the one under it;
- cards whose higher ones are all in their own column.

Few games are won, so that to play on to the end tells little. From level 1 up plans are compared by
the score of what a player can do after one more deal on each level.

Cards are numbered 16 * suit + rank, from the deuce (0) to the ace (12), so that a set of cards has
16 bits for each suit.
"""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from winnable.player.native.rollouts cimport (
    GOES_ON, IS_LOST, IS_WON, MOST_CANDIDATES, Candidate, Player, State, add_candidate,
)

cdef extern from *:
    int ones "__builtin_popcountll"(uint64_t) noexcept nogil
    int zeros "__builtin_clzll"(uint64_t) noexcept nogil

cdef enum:
    COLUMNS = 4
    ACE = 12
    ALONE = 64            # in Node.column: a single card that was moved there
    EMPTY = 255           # in a key
    NODES = 4096          # positions to reach between two deals
    SLOTS = 16384
    DEAL = 1              # in State.pending
    HOPELESS = -2000000000
    CERTAIN = 10000       # the chance of a win that is certain
    UNIT = 64             # of a score: a 64th in the logarithm of the odds
    CHANCES = 640         # ten, in this unit

    LEAVES = 256          # decisions that expectimax looks at

    CARDS = 0             # features: of columns, summed up
    SQUARES = 1
    INVERSIONS = 2
    UNDER_OWN_ACE = 3
    BLOCKED = 4
    ABOVE_ACE = 5
    UNDER_ACE = 6
    ACE_AT_BOTTOM = 7
    OF_COLUMNS = 8        # how many they are
    CAN_GO = 8            # and of what is shown and what is left
    NEXT_CAN_GO = 9
    LOCKED = 10
    ONE = 11
    FEATURES = 12

cdef uint64_t SUIT = 0x1FFF
cdef uint64_t NO_ACE = 0xFFF
cdef uint64_t ACES = 0x1000100010001000

cdef long long[9] FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320]

cdef struct Body:
    uint8_t size[COLUMNS]
    uint8_t card[COLUMNS][52]

cdef struct Prefix:       # a column up to some height
    uint64_t cards
    int feature[OF_COLUMNS]

cdef struct Node:
    uint8_t column[COLUMNS]    # a height, or ALONE + card
    uint8_t source             # of the move that led here
    uint8_t target             # COLUMNS: it was thrown out
    bint is_passed             # a move from here costs nothing, so nobody stays
    int parent
    uint64_t cards


cdef inline uint64_t above(uint8_t card) noexcept nogil:
    """The higher cards of a suit."""
    return (SUIT << (card & 48)) & ~(((<uint64_t> 2) << card) - 1)


cdef inline uint64_t below(uint8_t card) noexcept nogil:
    return (SUIT << (card & 48)) & (((<uint64_t> 1) << card) - 1)


cdef class AcesUpPlayer(Player):
    plays_to_the_end = False

    cdef int chance[2 * CHANCES + 1]
    cdef Body start
    cdef int left
    cdef uint64_t unseen
    cdef bint columns_differ
    cdef Prefix prefix[COLUMNS][53]
    cdef Prefix alone[2]               # a card that was moved, and nothing under it
    cdef int count
    cdef Node node[NODES]
    cdef uint32_t key[SLOTS]
    cdef uint32_t stamp[SLOTS]
    cdef uint32_t turn

    def __cinit__(self, bytes packed, weights):
        cdef int i
        if len(weights) != FEATURES:
            raise ValueError(f"{len(weights)} weights: the player of Aces Up has {FEATURES}")
        for i in range(FEATURES):
            self.weights[i] = weights[i]
        for i in range(2 * CHANCES + 1):
            self.chance[i] = round(CERTAIN / (1 + exp((CHANCES - i) / 64.0)))

    cdef int read(self, const uint8_t* packed, State* state) except -1:
        cdef Body* body = <Body*> state.body
        cdef int column, i, size
        packed += 1
        for column in range(COLUMNS):
            size = body.size[column] = packed[1]
            packed += 2
            for i in range(size):
                body.card[column][i] = (packed[i] & 3) << 4 | ((packed[i] >> 2) + 12) % 13
            packed += size
        packed += 2 + packed[1] + 5
        state.left = packed[0]
        for i in range(state.left):
            state.unseen[i] = (packed[1 + i] & 3) << 4 | ((packed[1 + i] >> 2) + 12) % 13
        return 0

    cdef void reveal(self, State* state) noexcept nogil:
        cdef Body* body = <Body*> state.body
        cdef int column
        for column in range(min(<int> COLUMNS, <int> state.left)):
            state.left -= 1
            body.card[column][body.size[column]] = state.unseen[state.left]
            body.size[column] += 1
        state.pending = 0

    # -- what can be reached before the next deal --------------------------------------------------

    cdef void describe_column(
        self, const uint8_t* card, int size, Prefix* prefix
    ) noexcept nogil:
        """What all prefixes of a column add to a score."""
        cdef int* now
        cdef int height, rank
        cdef bint has_ace = False
        cdef uint64_t cards = 0, blocked = 0, others
        cdef uint8_t last
        memset(prefix, 0, sizeof(Prefix))
        for height in range(1, size + 1):
            last = card[height - 1]
            rank = last & 15
            prefix[height] = prefix[height - 1]
            now = prefix[height].feature
            now[SQUARES] = height * height
            if height == 1:
                now[ACE_AT_BOTTOM] = rank == ACE
            others = cards & below(last)
            blocked |= others
            now[BLOCKED] = ones(blocked)
            if has_ace:
                now[ABOVE_ACE] += 1
            if rank == ACE:
                now[UNDER_OWN_ACE] += ones(others)
                now[UNDER_ACE] = ones(cards & ~ACES)
                has_ace = True
            else:
                now[CARDS] += 1
                now[INVERSIONS] += ones(others)
            cards |= (<uint64_t> 1) << last
            prefix[height].cards = cards

    cdef void begin(self, const State* state) noexcept nogil:
        """The node that stands for a state."""
        cdef int column, i
        cdef Node* node = &self.node[0]
        memcpy(&self.start, state.body, sizeof(Body))
        self.left = state.left
        self.columns_differ = state.left % COLUMNS != 0
        self.unseen = 0
        for i in range(state.left):
            self.unseen |= (<uint64_t> 1) << state.unseen[i]
        self.turn += 1
        self.count = 1
        node.parent = -1
        node.is_passed = False
        node.cards = 0
        for column in range(COLUMNS):
            self.describe_column(
                self.start.card[column], self.start.size[column], self.prefix[column])
            node.column[column] = self.start.size[column]
            node.cards |= self.prefix[column][self.start.size[column]].cards

    cdef inline int last_of(self, const Node* node, int column) noexcept nogil:
        """The last card of a column; -1 if there is none."""
        cdef uint8_t code = node.column[column]
        if code >= ALONE:
            return code - ALONE
        return self.start.card[column][code - 1] if code else -1

    cdef inline uint32_t key_of(self, const Node* node) noexcept nogil:
        """The same for nodes that differ in nothing but, perhaps, the order of the columns."""
        cdef uint8_t part[COLUMNS]
        cdef uint8_t low
        cdef int column, i, j
        for column in range(COLUMNS):
            low = node.column[column]
            if low == 0:
                low = EMPTY
            elif low < ALONE:
                low = self.start.card[column][low - 1] | (ALONE if low == 1 else 0)
            part[column] = low
        if not self.columns_differ:
            for i in range(1, COLUMNS):
                low = part[i]
                j = i
                while j > 0 and part[j - 1] > low:
                    part[j] = part[j - 1]
                    j -= 1
                part[j] = low
        return (<uint32_t> part[0] | <uint32_t> part[1] << 8
                | <uint32_t> part[2] << 16 | <uint32_t> part[3] << 24)

    cdef inline bint add(self, int parent, int source, int target, int card) noexcept nogil:
        """A node one move further, if it is new; true if it is a win."""
        cdef Node* node
        cdef uint32_t key, slot
        if self.count == NODES:
            return False
        node = &self.node[self.count]
        node[0] = self.node[parent]
        if node.column[source] >= ALONE:
            node.column[source] = 0
        else:
            node.column[source] -= 1
        if target == COLUMNS:
            node.cards &= ~((<uint64_t> 1) << card)
        else:
            node.column[target] = ALONE + card
        key = self.key_of(node)
        slot = key * <uint32_t> 0x9E3779B1 >> 18
        while self.stamp[slot] == self.turn:
            if self.key[slot] == key:
                return False
            slot = (slot + 1) & (SLOTS - 1)
        self.stamp[slot] = self.turn
        self.key[slot] = key
        node.parent = parent
        node.source = source
        node.target = target
        node.is_passed = False
        self.count += 1
        return self.left == 0 and node.cards & ~ACES == 0

    cdef bint reach(self, const State* state) noexcept nogil:
        """All that can be reached before the next deal; true once a win is the last node."""
        cdef Node* node
        cdef int last[COLUMNS]
        cdef int at = 0, column, other, target
        cdef uint64_t left
        cdef bint can_go[COLUMNS]
        self.begin(state)
        if self.left == 0 and self.node[0].cards & ~ACES == 0:
            return True
        while at < self.count:
            node = &self.node[at]
            self.positions += 1
            for column in range(COLUMNS):
                last[column] = self.last_of(node, column)
            left = node.cards | self.unseen
            for column in range(COLUMNS):
                can_go[column] = False
                if last[column] < 0:
                    continue
                for other in range(COLUMNS):
                    if last[other] > last[column] and last[other] >> 4 == last[column] >> 4:
                        can_go[column] = True
                if can_go[column] and (self.left == 0 or not left & below(last[column])):
                    # It could throw out nothing.
                    node.is_passed = True
                    if self.add(at, column, COLUMNS, last[column]):
                        return True
                    break
            if not node.is_passed:
                for column in range(COLUMNS):
                    if can_go[column] and self.add(at, column, COLUMNS, last[column]):
                        return True
                for target in range(COLUMNS):
                    if last[target] >= 0:
                        continue
                    for column in range(COLUMNS):
                        if last[column] < 0 or not self.columns_differ and (
                                node.column[column] == 1 or node.column[column] >= ALONE):
                            continue
                        self.add(at, column, target, last[column])
                    if not self.columns_differ:
                        break
            at += 1
        return False

    # -- scores ------------------------------------------------------------------------------------

    cdef inline Prefix* prefix_of(self, const Node* node, int column) noexcept nogil:
        """What a column adds to a score; good until the next call."""
        cdef uint8_t card
        if node.column[column] < ALONE:
            return &self.prefix[column][node.column[column]]
        card = node.column[column] - ALONE
        self.describe_column(&card, 1, self.alone)
        return &self.alone[1]

    cdef void describe(self, const Node* node, int* feature) noexcept nogil:
        cdef int column, last, height, i, suit, lane, can_go = 0, next_can_go = 0
        cdef Prefix* prefix
        cdef uint64_t others, higher
        memset(feature, 0, FEATURES * sizeof(int))
        feature[ONE] = 1
        for column in range(COLUMNS):
            last = self.last_of(node, column)
            if last < 0:
                continue
            prefix = self.prefix_of(node, column)
            for i in range(OF_COLUMNS):
                feature[i] += prefix.feature[i]
            can_go += ones(self.unseen & above(last))
            height = node.column[column]
            if 1 < height < ALONE:
                next_can_go += ones(self.unseen & above(self.start.card[column][height - 2]))
            others = node.cards & ~prefix.cards | self.unseen
            for suit in range(0, 64, 16):
                lane = prefix.cards >> suit & NO_ACE
                higher = others >> suit & SUIT
                feature[LOCKED] += ones(lane >> 63 - zeros(higher) if higher else lane)
        if self.left:
            feature[CAN_GO] = can_go * 16 // self.left
            feature[NEXT_CAN_GO] = next_can_go * 16 // self.left

    cdef int score(self, const Node* node) noexcept nogil:
        cdef int feature[FEATURES]
        cdef int sum = 0, i
        self.describe(node, feature)
        for i in range(FEATURES):
            sum += self.weights[i] * feature[i]
        return sum

    cdef inline int chance_of(self, int score) noexcept nogil:
        return self.chance[max(0, min(2 * CHANCES, CHANCES + score // UNIT))]

    cdef void leave(self, State* state, const Node* node) noexcept nogil:
        """Leave the columns of a state as they are at a node."""
        cdef Body* body = <Body*> state.body
        cdef int column
        cdef uint8_t code
        for column in range(COLUMNS):
            code = node.column[column]
            if code >= ALONE:
                body.card[column][0] = code - ALONE
                code = 1
            body.size[column] = code
        state.pending = DEAL

    cdef int decide(self, State* state) noexcept nogil:
        cdef int i, score, best = HOPELESS, chosen = -1
        if self.reach(state):
            return IS_WON
        if state.left == 0:
            return IS_LOST
        for i in range(self.count):
            if self.node[i].is_passed:
                continue
            score = self.score(&self.node[i])
            if score > best:
                best, chosen = score, i
        if chosen < 0:
            return IS_LOST
        self.leave(state, &self.node[chosen])
        return GOES_ON

    cdef int list_candidates(
        self, const State* state, Candidate* candidates, int most
    ) noexcept nogil:
        cdef int i, score, count = 0, at = 0
        if self.reach(state):
            return -self.count
        if state.left == 0:
            return 0
        for i in range(self.count):
            if self.node[i].is_passed:
                continue
            score = self.score(&self.node[i])
            if add_candidate(candidates, &count, most, score, i, &at):
                candidates[at].state = state[0]
                self.leave(&candidates[at].state, &self.node[i])
        return count

    cdef int sample(self, State* state, int level, uint64_t* random) noexcept nogil:
        """The chance of a win after one more deal, by the score, or one more for each level."""
        cdef Candidate candidates[MOST_CANDIDATES]
        cdef int count, i, best = HOPELESS
        if self.must_stop():
            return 0
        self.reveal(state)
        if level == 0:
            if self.reach(state):
                return CERTAIN
            if state.left == 0:
                return 0
            for i in range(self.count):
                if not self.node[i].is_passed:
                    best = max(best, self.score(&self.node[i]))
            return self.chance_of(best)
        count = self.list_candidates(state, candidates, self.levels[level].candidates)
        if count <= 0:
            return CERTAIN if count < 0 else 0
        if count == 1:
            return self.sample(&candidates[0].state, level - 1, random)
        self.halve(candidates, count, level, random)
        return candidates[0].wins // self.tries(count, level)

    # -- expectimax --------------------------------------------------------------------------------

    cdef long long orders_won(self, const State* state, uint64_t most) noexcept nogil:
        """In how many orders of the unseen cards the best player who does not peek wins.

        Expectimax, with nothing left out but moves that cost nothing. -1 if that takes more than
        `most` positions.
        """
        cdef Node leaves[LEAVES]
        cdef State after
        cdef int count = 0, i
        cdef long long won, best = 0
        cdef uint64_t began = self.positions
        if self.reach(state):
            return FACTORIALS[state.left]
        if self.count == NODES or self.positions > most or self.must_stop():
            return -1
        if state.left == 0:
            return 0
        for i in range(self.count):
            if not self.node[i].is_passed:
                if count == LEAVES:
                    return -1
                leaves[count] = self.node[i]
                count += 1
        for i in range(count):
            after = state[0]
            self.leave(&after, &leaves[i])
            won = self.orders_after(&after, 0, most)
            if won < 0 or (self.positions - began) * count > (most - began) * (i + 1):
                return -1
            best = max(best, won)
            if best == FACTORIALS[state.left]:
                break
        return best

    cdef long long orders_after(self, const State* state, int column, uint64_t most) noexcept nogil:
        """The same for a state with a deal pending, which has come to a column."""
        cdef Body* body
        cdef State after
        cdef long long won, sum = 0
        cdef int j
        if column == COLUMNS or state.left == 0:
            after = state[0]
            after.pending = 0
            return self.orders_won(&after, most)
        for j in range(state.left):
            after = state[0]
            body = <Body*> after.body
            body.card[column][body.size[column]] = state.unseen[j]
            body.size[column] += 1
            after.left -= 1
            memmove(after.unseen + j, after.unseen + j + 1, after.left - j)
            won = self.orders_after(&after, column + 1, most)
            if won < 0:
                return -1
            sum += won
        return sum

    cdef long long orders(self, State* state, uint64_t most) noexcept nogil:
        return self.orders_after(state, 0, most) if state.pending else self.orders_won(state, most)

    cdef int write_line(self, int node, uint8_t* line) noexcept nogil:
        """The moves to a node, packed, and the deal after it unless it is a win."""
        cdef int length = 0, at = node, i
        while self.node[at].parent >= 0:
            length += 1
            at = self.node[at].parent
        at = node
        for i in range(length - 1, -1, -1):
            line[3 * i] = self.node[at].source
            line[3 * i + 1] = 32 if self.node[at].target == COLUMNS else self.node[at].target
            line[3 * i + 2] = 1
            at = self.node[at].parent
        length *= 3
        if self.left:
            line[length] = line[length + 1] = 255
            line[length + 2] = 0
            length += 3
        return length
