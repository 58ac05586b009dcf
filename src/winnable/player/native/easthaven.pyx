"""A player of Easthaven.

Up to the next card that is revealed nothing is hidden from a decision, and so it is a walk in the
loose game of `winnable.solver.native.easthaven_relaxation`: which anchors are taken away, and which
cards go home. There are seldom more than some dozen ways, where there would be thousands of
arrangements; they are looked for best first, by the score. A decision ends with a card turned up or
with a deal. If it is a card, it is turned up as soon as it can be: what else could be done before can
still be done after it. Before a deal, the loose cards are arranged so that it does little harm.

Once nothing is hidden, the loose game is searched, and says whether the game is won; if that takes
too many positions, it counts as lost.

Until then a score says how a decision looks: a sum of features, whose weights depend on the deals
that are left. It is the logit of the chance that a player of level 0 goes on to win, as regression
has found it (`regression_rows`). So a rollout need not go on to the end of a game: after
the next deal the score is a better witness than one more game, and less subject to luck. For the
same reason candidates begin a comparison with some games that the score has played for them.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.math cimport exp
from libc.string cimport memcpy, memset

from winnable.player.native.easthaven_loose cimport (
    COVERED, EMPTY, FEATURES, FITTING, MOST_CHOICES, NODES, LooseGame, Node,
)
from winnable.player.native.easthaven_table cimport (
    BASE, DEAL, GONE, HIDDEN, HOME, NONE, TURN,
    Line, Table, fits, lay, lies_in_sequence, move, play_choice, play_safe,
    shorten, uncovered,
)
from winnable.player.native.rollouts cimport (
    GOES_ON, IS_LOST, IS_WON, MOST_CANDIDATES, Candidate, Player, State, add_candidate,
    next_random,
)
from winnable.solver.native.control cimport Control

cdef extern from *:
    int ones "__builtin_popcountll"(unsigned long long) noexcept nogil


cdef enum:
    SURE = 255            # of winning
    WIN = NODES           # as a node: the win found last
    DEALS = 1             # after which the score says what a rollout has come to
    PRIOR = 24            # games that the score stands for
    HOPELESS = -2000000000


cdef inline int chance(int score) noexcept nogil:
    """Of winning, out of SURE; scores are its logits."""
    return <int> (SURE / (1 + exp(-score / 1000.0)) + 0.5)


cdef class EasthavenPlayer(Player):
    plays_to_the_end = False

    cdef int columns
    cdef Table root
    cdef Line line
    cdef LooseGame loose

    def __cinit__(self, bytes packed, weights):
        self.columns = packed[0]
        self.loose = LooseGame(self.columns, weights)

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

    cdef inline uint64_t unseen_of(self, const State* state) noexcept nogil:
        cdef uint64_t unseen = 0
        cdef int i
        for i in range(state.left):
            unseen |= <uint64_t> 1 << state.unseen[i]
        return unseen

    cdef void spread(self, const State* state) noexcept nogil:
        """What can be done up to the next card that is revealed."""
        self.root = (<const Table*> state.body)[0]
        self.loose.spread(&self.root, self.unseen_of(state), self.stock_of(state))
        self.positions += self.loose.count

    cdef bint can_win(self, const State* state) noexcept nogil:
        cdef bint found
        self.root = (<const Table*> state.body)[0]
        found = self.loose.can_win(&self.root)
        self.positions += self.loose.seen_count
        return found

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

    # -- decisions --------------------------------------------------------------------------------

    cdef bint carry_out(self, Table* table, int node) noexcept nogil:
        """Play all that leads to a node, from the table at the root."""
        cdef uint8_t way[MOST_CHOICES]
        cdef int length = 0, i
        cdef Line* line = &self.line
        table[0] = self.root
        line.length = 0
        if node == WIN:
            length = self.loose.way_length
            for i in range(length):
                way[i] = self.loose.way[length - 1 - i]
        else:
            while self.loose.node[node].parent >= 0:
                way[length] = self.loose.node[node].choice
                length += 1
                node = self.loose.node[node].parent
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
        cdef int column, card, sum = 0, fitting = 0, reached = min(self.loose.stock, self.columns)
        cdef uint64_t bits
        for column in range(reached):
            card = table.last[column]
            if card == NONE:
                sum += self.loose.now[EMPTY]
                continue
            if card >= 4:
                # The two cards one lower of the other colour.
                bits = <uint64_t> (6 if (card ^ card >> 1) & 1 == 0 else 9) << (card - 4 & ~3)
                fitting += ones(bits & self.loose.at.unseen)
            if reached < self.columns:
                sum += self.loose.now[COVERED]
                while lies_in_sequence(table, card):
                    sum += self.loose.now[COVERED]
                    card = table.below[card]
        return sum + self.loose.now[FITTING] * fitting * 8 // self.loose.stock

    cdef void arrange(self, Table* table) noexcept nogil:
        """Move loose cards to where the deal does least harm."""
        cdef int source, target, card, best, worth, step, from_column, to_column
        cdef int head, reached = min(self.loose.stock, self.columns)
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
        for i in range(self.loose.count):
            if self.loose.node[i].turned != NONE:
                if turn < 0 or self.loose.node[i].score > self.loose.node[turn].score:
                    turn = i
            elif self.loose.stock and (deal < 0 or self.loose.node[i].score > self.loose.node[deal].score):
                deal = i
        if deal >= 0:
            after[0] = state[0]
            if self.bring_about(after, deal) and (
                turn < 0 or self.outlook(after, deal) > self.loose.node[turn].score
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
        cdef int score = self.loose.node[node].score
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
            self.loose.count = 0
            return 1
        if state.left == 0:
            i = self.can_win(&start)
            self.root = table
            return -(WIN + 1) if i and self.carry_out(<Table*> start.body, WIN) else 0
        self.spread(&start)
        for i in range(self.loose.count):
            if self.loose.node[i].turned == NONE and self.loose.stock == 0:
                continue
            add_candidate(candidates, &count, most, self.loose.node[i].score, i, &at)
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
        elif self.loose.count == 0:
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
                    node = next_random(&random) % self.loose.count
                    if self.loose.node[node].turned == NONE and self.loose.stock == 0:
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
        row = [self.loose.stage()]
        for i in range(FEATURES):
            memset(self.loose.now, 0, sizeof(self.loose.now))
            self.loose.now[i] = 1000
            self.loose.is_by_hand = True
            each = self.loose.node[node]
            self.loose.set_out(
                <const Table*> before.body, self.unseen_of(before), self.stock_of(before), &first)
            self.loose.look(&each, False)
            if each.turned == NONE:
                each.score += self.worth(<const Table*> after.body)
            row.append(each.score)
        self.loose.is_by_hand = False
        return row
