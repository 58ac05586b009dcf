"""A player of Easthaven.

Up to the next card that is revealed nothing is hidden from a decision, and so it is a walk in the
loose game of `winnable.solver.native.easthaven_relaxation`: which anchors are taken away, and which
cards go home. There are seldom more than some dozen ways, where there would be thousands of
arrangements. A decision ends with a card turned up or with a deal. If it is a card, it is turned up
as soon as it can be: what else could be done before can still be done after it. Before a deal, the
loose cards are arranged so that it does little harm.

Once nothing is hidden, the loose game is searched, and says whether the game is won; if that takes
too many positions, it counts as lost.

Until then a score says how a decision looks: a sum of features, whose weights depend on the deals
that are left. It is the logit of the chance that a player of level 0 goes on to win, as regression
has found it (`regression_rows`). So a rollout need not go on to the end of a game: after
the next deal the score is a better witness than one more game, and less subject to luck. For the
same reason candidates begin a comparison with some games that the score has played for them.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.math cimport exp
from libc.string cimport memcpy, memset

from winnable.player.native.easthaven_table cimport (
    BASE, COLUMNS, DEAL, GONE, HIDDEN, HOME, NONE, TURN,
    Line, Table, fits, is_safe, lay, lies_in_sequence, move, play_choice, play_safe,
    shorten, uncovered,
)
from winnable.player.native.rollouts cimport (
    GOES_ON, IS_LOST, IS_WON, MOST_CANDIDATES, Candidate, Player, State, add_candidate,
    next_random,
)
from winnable.solver.native.control cimport Control
from winnable.solver.native.easthaven_relaxation cimport wanting

cdef extern from *:
    int ones "__builtin_popcountll"(unsigned long long) noexcept nogil

cdef enum:
    FEATURES = 27
    STAGES = 6            # by the deals left
    NODES = 200           # of the loose game, to look at for a decision
    SLOTS = 1024
    SURE = 255            # of winning
    WIN = NODES           # as a node: the win found last
    SEEN = 8192           # positions of the loose game with nothing hidden
    MOST_SEEN = 4000
    MOST_CHOICES = 128
    DEALS = 1             # after which the score says what a rollout has come to
    PRIOR = 24            # games that the score stands for
    HOPELESS = -2000000000

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


cdef inline uint64_t parents(int card) noexcept nogil:
    """The two cards that a card fits; none for a king."""
    if card >= 48:
        return (<uint64_t> 1) << 63
    return <uint64_t> (6 if (card ^ card >> 1) & 1 == 0 else 9) << (card + 4 & ~3)


cdef inline uint64_t hash_of(uint64_t joints, uint64_t home) noexcept nogil:
    cdef uint64_t key = joints * <uint64_t> 0x9E3779B97F4A7C15 ^ home * <uint64_t> 0xD1B54A32D192ED03
    return (key ^ key >> 29) * <uint64_t> 0xBF58476D1CE4E5B9


cdef inline int chance(int score) noexcept nogil:
    """Of winning, out of SURE; scores are its logits."""
    return <int> (SURE / (1 + exp(-score / 1000.0)) + 0.5)


cdef class EasthavenPlayer(Player):
    plays_to_the_end = False

    cdef int columns
    cdef int now[FEATURES]            # the weights, for what is left of the stock
    cdef bint is_by_hand              # whether they are set by hand
    cdef Table root
    cdef Line line
    cdef Columns at
    cdef int stock
    cdef int count
    cdef Node node[NODES]
    cdef uint16_t slot[SLOTS]
    cdef uint32_t stamp[SLOTS]
    cdef Seen seen[SEEN]
    cdef int seen_count
    cdef uint32_t turn
    cdef uint8_t way[MOST_CHOICES]             # choices to the win found last
    cdef int way_length

    def __cinit__(self, bytes packed, weights):
        cdef int i
        if len(weights) != STAGES * FEATURES:
            raise ValueError(
                f"{len(weights)} weights: the player of Easthaven has {STAGES * FEATURES}")
        for i in range(STAGES * FEATURES):
            self.weights[i] = weights[i]
        self.columns = packed[0]
        if self.columns > COLUMNS:
            raise ValueError(f"{self.columns} columns are more than there is room for")

    cdef int read(self, const uint8_t* packed, State* state) except -1:
        cdef Table* table = <Table*> state.body
        cdef int column, i
        memset(table.below, GONE, 52)
        packed += 1
        for column in range(self.columns):
            table.last[column] = NONE
            table.down[column] = packed[0]
            for i in range(packed[1]):
                if i < packed[0]:
                    state.unseen[state.left] = packed[2 + i]
                    state.left += 1
                else:
                    lay(table, column, packed[2 + i])
            if table.down[column] and table.last[column] != NONE:
                i = table.last[column]
                while table.below[i] != BASE:
                    i = table.below[i]
                table.below[i] = HIDDEN
            packed += 2 + packed[1]
        packed += 2
        for i in range(4):
            table.home[i] = packed[i]
        packed += 5
        for i in range(packed[0]):
            state.unseen[state.left] = packed[1 + i]
            state.left += 1
        return 0

    cdef inline int stock_of(self, const State* state) noexcept nogil:
        cdef int column, stock = state.left
        for column in range(self.columns):
            stock -= (<const Table*> state.body).down[column]
        return stock

    cdef void reveal(self, State* state) noexcept nogil:
        cdef Table* table = <Table*> state.body
        cdef int column, stock
        if state.pending == DEAL:
            stock = self.stock_of(state)
            for column in range(min(stock, self.columns)):
                state.left -= 1
                lay(table, column, state.unseen[state.left])
        else:
            column = state.pending - TURN
            state.left -= 1
            lay(table, column, state.unseen[state.left])
            table.down[column] -= 1
            if table.down[column]:
                table.below[table.last[column]] = HIDDEN
        state.pending = 0

    # -- the loose game ---------------------------------------------------------------------------

    cdef int stage(self) noexcept nogil:
        return min((self.stock + self.columns - 1) // self.columns, STAGES - 1)

    cdef void set_out(self, const State* state, Node* first) noexcept nogil:
        """What a column is, by the joints that it has left."""
        cdef const Table* table = <const Table*> state.body
        cdef Columns* at = &self.at
        cdef uint8_t cards[52]
        cdef uint8_t lowest[4]
        cdef int column, count, card, i, segment, gain, down, each, closed
        cdef uint64_t below
        self.stock = self.stock_of(state)
        if not self.is_by_hand:
            memcpy(self.now, self.weights + FEATURES * self.stage(), sizeof(self.now))
        at.in_sight = at.unseen = 0
        for i in range(state.left):
            at.unseen |= <uint64_t> 1 << state.unseen[i]
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
                if joints == 0 and (<Table*> &self.root).down[column]:
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
        self.positions += 1
        self.stamp[slot] = self.turn
        self.slot[slot] = self.count
        node.parent = parent
        node.choice = choice
        self.look(&node, False)
        self.node[self.count] = node
        self.count += 1

    cdef void spread(self, const State* state) noexcept nogil:
        """What can be done up to the next card that is revealed, breadth first."""
        cdef int at = 0, i
        cdef uint32_t choices
        self.turn += 1
        self.root = (<const Table*> state.body)[0]
        self.set_out(state, &self.node[0])
        self.look(&self.node[0], False)
        self.count = 1
        self.positions += 1
        while at < self.count:
            if self.node[at].turned == NONE:
                choices = self.node[at].choices
                for i in range(self.columns):
                    if choices >> i & 1:
                        self.add(at, i)
                for i in range(4):
                    if choices >> (COLUMNS + i) & 1:
                        self.add(at, HOME + i)
            at += 1

    # -- nothing is hidden any more ---------------------------------------------------------------

    cdef bint can_win(self, const State* state) noexcept nogil:
        cdef Node first
        self.turn += 1
        self.root = (<const Table*> state.body)[0]
        self.set_out(state, &first)
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
        self.positions += 1
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

    # -- decisions --------------------------------------------------------------------------------

    cdef bint carry_out(self, Table* table, int node) noexcept nogil:
        """Play all that leads to a node, from the table at the root."""
        cdef uint8_t way[MOST_CHOICES]
        cdef int length = 0, i
        cdef Line* line = &self.line
        table[0] = self.root
        line.length = 0
        if node == WIN:
            length = self.way_length
            for i in range(length):
                way[i] = self.way[length - 1 - i]
        else:
            while self.node[node].parent >= 0:
                way[length] = self.node[node].choice
                length += 1
                node = self.node[node].parent
        if not play_safe(table, self.columns, line):
            return False
        for i in range(length - 1, -1, -1):
            if not play_choice(table, self.columns, line, way[i]):
                return False
            if uncovered(table, self.columns) >= 0:
                return i == 0
            if not play_safe(table, self.columns, line):
                return False
        return True

    cdef int worth(self, const Table* table) noexcept nogil:
        """How good an arrangement is for a deal to come down on it."""
        cdef int column, card, sum = 0, fitting = 0, reached = min(self.stock, self.columns)
        cdef uint64_t bits
        for column in range(reached):
            card = table.last[column]
            if card == NONE:
                sum += self.now[EMPTY]
                continue
            if card >= 4:
                # The two cards one lower of the other colour.
                bits = <uint64_t> (6 if (card ^ card >> 1) & 1 == 0 else 9) << (card - 4 & ~3)
                fitting += ones(bits & self.at.unseen)
            if reached < self.columns:
                sum += self.now[COVERED]
                while lies_in_sequence(table, card):
                    sum += self.now[COVERED]
                    card = table.below[card]
        return sum + self.now[FITTING] * fitting * 8 // self.stock

    cdef void arrange(self, Table* table) noexcept nogil:
        """Move loose cards to where the deal does least harm."""
        cdef int source, target, card, best, worth, step, from_column, to_column
        cdef int head, reached = min(self.stock, self.columns)
        cdef bint is_base, had_empty, had_far
        cdef Table after
        cdef Line nowhere
        best = self.worth(table)
        for step in range(12):
            from_column = to_column = head = -1
            for source in range(self.columns):
                card = table.last[source]
                while card != NONE:
                    is_base = table.below[card] == BASE
                    if not is_base and not lies_in_sequence(table, card):
                        break
                    had_empty = had_far = False
                    for target in range(self.columns):
                        if table.last[target] == NONE:
                            if target < reached:
                                if had_empty or is_base and source < reached:
                                    continue
                                had_empty = True
                            else:
                                if had_far or is_base and source >= reached:
                                    continue
                                had_far = True
                        elif target == source or not fits(card, table.last[target]):
                            continue
                        after = table[0]
                        nowhere.length = 0
                        move(&after, &nowhere, source, card, target)
                        worth = self.worth(&after)
                        if worth > best:
                            best, head, from_column, to_column = worth, card, source, target
                    if is_base:
                        break
                    card = table.below[card]
            if head < 0 or not move(table, &self.line, from_column, head, to_column):
                return

    cdef bint bring_about(self, State* state, int node) noexcept nogil:
        """Play a decision on a state, up to what is to be revealed."""
        cdef Table* table = <Table*> state.body
        cdef int column
        if not self.carry_out(table, node):
            return False
        column = uncovered(table, self.columns)
        if column >= 0:
            state.pending = TURN + column
        else:
            state.pending = DEAL
            self.arrange(table)
        return True

    cdef bint is_forced(self, State* state) noexcept nogil:
        """Send home what is safe; whether that uncovers a face-down card."""
        cdef int column
        self.line.length = 0
        self.root = (<Table*> state.body)[0]
        play_safe(<Table*> state.body, self.columns, &self.line)
        column = uncovered(<Table*> state.body, self.columns)
        if column >= 0:
            state.pending = TURN + column
        return column >= 0

    cdef int best_node(self, const State* state, State* after) noexcept nogil:
        """The node with the best score; it is brought about. -1: there is none."""
        cdef int i, turn = -1, deal = -1
        for i in range(self.count):
            if self.node[i].turned != NONE:
                if turn < 0 or self.node[i].score > self.node[turn].score:
                    turn = i
            elif self.stock and (deal < 0 or self.node[i].score > self.node[deal].score):
                deal = i
        if deal >= 0:
            after[0] = state[0]
            if self.bring_about(after, deal) and (
                turn < 0 or self.outlook(after, deal) > self.node[turn].score
            ):
                return deal
        after[0] = state[0]
        return turn if turn >= 0 and self.bring_about(after, turn) else -1

    cdef int decide(self, State* state) noexcept nogil:
        cdef State after
        if self.is_forced(state):
            return GOES_ON
        if state.left == 0:
            return IS_WON if self.can_win(state) else IS_LOST
        self.spread(state)
        if self.best_node(state, &after) < 0:
            return IS_LOST
        state[0] = after
        return GOES_ON

    cdef inline int outlook(self, const State* after, int node) noexcept nogil:
        """The score of a decision that has been brought about."""
        cdef int score = self.node[node].score
        if after.pending == DEAL:
            score += self.worth(<const Table*> after.body)
        return score

    cdef int sample(self, State* state, int level, uint64_t* random) noexcept nogil:
        """Play on up to a decision to deal; then its score says what is to be expected."""
        cdef Candidate candidates[MOST_CANDIDATES]
        cdef State after
        cdef int node, count, score, deals = 0
        while not self.must_stop():
            if state.pending:
                self.reveal(state)
            if self.is_forced(state):
                continue
            if state.left == 0:
                return SURE * self.can_win(state)
            if level == 0:
                self.spread(state)
                node = self.best_node(state, &after)
                if node < 0:
                    return 0
                score = self.outlook(&after, node)
            else:
                count = self.list_candidates(state, candidates, self.levels[level].candidates)
                if count == 0:
                    return 0
                if count > 1:
                    self.halve(candidates, count, level, random)
                after = candidates[0].state
                score = candidates[0].score
            if after.pending == DEAL:
                deals += 1
                if deals == DEALS:
                    return chance(score)
            state[0] = after
        return 0

    cdef int list_candidates(
        self, const State* state, Candidate* candidates, int most
    ) noexcept nogil:
        cdef State start = state[0]
        cdef Table table = (<Table*> start.body)[0]
        cdef int i, count = 0, at = 0, good = 0, best = HOPELESS
        if self.is_forced(&start):
            add_candidate(candidates, &count, most, 0, 0, &at)
            candidates[0].state = start
            self.count = 0
            return 1
        if state.left == 0:
            i = self.can_win(&start)
            self.root = table
            return -(WIN + 1) if i and self.carry_out(<Table*> start.body, WIN) else 0
        self.spread(&start)
        for i in range(self.count):
            if self.node[i].turned == NONE and self.stock == 0:
                continue
            add_candidate(candidates, &count, most, self.node[i].score, i, &at)
        self.root = table
        for i in range(count):
            candidates[good] = candidates[i]
            candidates[good].state = start
            if self.bring_about(&candidates[good].state, candidates[i].node):
                candidates[good].score = self.outlook(&candidates[good].state, candidates[i].node)
                best = max(best, candidates[good].score)
                good += 1
        for i in range(good):
            candidates[i].wins = PRIOR * (chance(candidates[i].score) - chance(best))
        return good

    cdef int write_line(self, int node, uint8_t* line) noexcept nogil:
        """The moves to a node, packed, and the deal after it unless a card is turned up."""
        cdef State state
        cdef int length
        if node == WIN:
            self.carry_out(<Table*> state.body, node)
        elif self.count == 0:
            state.pending = TURN
            (<Table*> state.body)[0] = self.root
            self.line.length = 0
            play_safe(<Table*> state.body, self.columns, &self.line)
        else:
            self.bring_about(&state, node)
        if node != WIN:
            shorten(&self.root, self.columns, &self.line, state.pending == DEAL)
        length = 3 * self.line.length
        memcpy(line, self.line.moves, length)
        if node != WIN and state.pending == DEAL:
            line[length] = line[length + 1] = 255
            line[length + 2] = 0
            length += 3
        return length

    # -- rows for the regression ------------------------------------------------------------------

    def regression_rows(
        self, bytes start_state, uint64_t seed, int games, tuple levels, Control control
    ):
        """Rows for a regression: the stage, the features of a decision, whether the game was won.

        In each game one decision is made at random, and it and those after it are noted. The
        features are in thousandths.
        """
        cdef State start, state, before
        cdef uint64_t random = seed
        cdef Candidate candidates[MOST_CANDIDATES]
        cdef int game, made, odd, node, i, noted, count, result = 0, level = len(levels)
        rows = []
        self.load(start_state, &start)
        self.set_up(levels, control)
        for game in range(games):
            state = start
            self.shuffle(&state, &random)
            made = noted = 0
            odd = next_random(&random) % 18
            while True:
                if state.pending:
                    self.reveal(&state)
                if self.is_forced(&state):
                    continue
                if state.left == 0:
                    result = self.can_win(&state)
                    break
                self.spread(&state)
                before = state
                node = -1
                if made == odd:
                    node = next_random(&random) % self.count
                    if self.node[node].turned == NONE and self.stock == 0:
                        node = -1
                    elif not self.bring_about(&state, node):
                        node = -1
                if node < 0 and level and made > odd:
                    count = self.list_candidates(&before, candidates, self.levels[level].candidates)
                    if count:
                        self.halve(candidates, count, level, &random)
                        node = candidates[0].node
                        self.spread(&before)
                        state = before
                        self.bring_about(&state, node)
                if node < 0:
                    node = self.best_node(&before, &state)
                    if node < 0:
                        result = 0
                        break
                if made >= odd:
                    rows.append(self.features(&before, &state, node))
                    noted += 1
                made += 1
            for i in range(noted):
                rows[len(rows) - 1 - i].append(result)
        control.finish()
        return rows

    cdef list features(self, const State* before, const State* after, int node):
        cdef int i
        cdef Node each, first
        row = [self.stage()]
        for i in range(FEATURES):
            memset(self.now, 0, sizeof(self.now))
            self.now[i] = 1000
            self.is_by_hand = True
            each = self.node[node]
            self.set_out(before, &first)
            self.look(&each, False)
            if each.turned == NONE:
                each.score += self.worth(<const Table*> after.body)
            row.append(each.score)
        self.is_by_hand = False
        return row
