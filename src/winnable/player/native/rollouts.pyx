"""Nested rollouts: see `rollouts.pxd`."""

from zlib import crc32

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from winnable.solver.native.control cimport Control


cdef enum:
    MOST_ORDERED = 8      # unseen cards of which expectimax goes through all orders


cdef class Player:

    plays_to_the_end = True

    def __cinit__(self, *_args, **_options):
        self.tag = <uint16_t> <unsigned long> crc32(type(self).__name__.encode())

    cdef int read(self, const uint8_t* packed, State* state) except -1:
        raise NotImplementedError

    cdef void reveal(self, State* state) noexcept nogil:
        pass

    cdef int decide(self, State* state) noexcept nogil:
        return IS_LOST

    cdef int list_candidates(
        self, const State* state, Candidate* candidates, int most
    ) noexcept nogil:
        return 0

    cdef long long orders(self, State* state, uint64_t most) noexcept nogil:
        """In how many orders of the unseen cards the best player wins; -1 if it is too long to say."""
        return -1

    cdef int write_line(self, int node, uint8_t* line) noexcept nogil:
        return 0

    cdef bint must_stop(self) noexcept nogil:
        return self.control.must_stop(self.positions)

    cdef void shuffle(self, State* state, uint64_t* random) noexcept nogil:
        cdef int i, j
        cdef uint8_t card
        for i in range(state.left - 1, 0, -1):
            j = next_random(random) % (i + 1)
            card = state.unseen[i]
            state.unseen[i] = state.unseen[j]
            state.unseen[j] = card

    cdef void halve(
        self, Candidate* candidates, int count, int level, uint64_t* random
    ) noexcept nogil:
        """Put the best of some candidates first."""
        cdef int rounds = 0, alive = count, games, game, i, j
        cdef Candidate best
        cdef State cards, state
        while alive > 1:
            rounds += 1
            alive = (alive + 1) // 2
        alive = count
        cards = candidates[0].state
        while alive > 1:
            games = max(1, self.levels[level].playouts // (rounds * alive))
            for game in range(games):
                self.shuffle(&cards, random)
                for i in range(alive):
                    state = candidates[i].state
                    memcpy(state.unseen, cards.unseen, state.left)
                    candidates[i].wins += self.sample(&state, level - 1, random)
                if self.control.stopped:
                    return
            for i in range(1, alive):
                best = candidates[i]
                j = i
                while j > 0 and candidates[j - 1].wins < best.wins:
                    candidates[j] = candidates[j - 1]
                    j -= 1
                candidates[j] = best
            alive = (alive + 1) // 2

    cdef int tries(self, int count, int level) noexcept nogil:
        """How often the best of some candidates is tried by `halve`."""
        cdef int rounds = 0, alive = count, games = 0
        while alive > 1:
            rounds += 1
            alive = (alive + 1) // 2
        alive = count
        while alive > 1:
            games += max(1, self.levels[level].playouts // (rounds * alive))
            alive = (alive + 1) // 2
        return games

    cdef int sample(self, State* state, int level, uint64_t* random) noexcept nogil:
        """What came of a state with a reveal pending, to compare it with others: 1 for a win.

        A game may instead have an estimate that takes less than playing to the end.
        """
        return self.play(state, level, random)

    cdef bint play(self, State* state, int level, uint64_t* random) noexcept nogil:
        """Play a game to its end; whether it was won."""
        cdef Candidate candidates[MOST_CANDIDATES]
        cdef int count, result
        while not self.must_stop():
            if state.pending:
                self.reveal(state)
            if level == 0:
                result = self.decide(state)
                if result != GOES_ON:
                    return result == IS_WON
                continue
            count = self.list_candidates(state, candidates, self.levels[level].candidates)
            if count <= 0:
                return count < 0
            if count > 1:
                self.halve(candidates, count, level, random)
            state[0] = candidates[0].state
        return False

    cdef int set_up(self, tuple levels, Control control) except -1:
        cdef int i
        if len(levels) > MOST_LEVELS:
            raise ValueError(f"{len(levels)} levels of rollouts: at most {MOST_LEVELS}")
        for i, (playouts, candidates) in enumerate(levels, 1):
            self.levels[i].playouts = playouts
            self.levels[i].candidates = max(1, min(candidates, MOST_CANDIDATES))
        self.control = control
        self.positions = 0
        control.begin()
        return 0

    cdef int load(self, bytes state, State* into) except -1:
        """Read a state that came from outside; ValueError if it is none of this player's game."""
        if len(state) != sizeof(State):
            raise ValueError(f"a state has {sizeof(State)} bytes, not {len(state)}")
        memcpy(into, <const uint8_t*> state, sizeof(State))
        if into.tag != self.tag:
            raise ValueError("the state is of another game")
        if into.left > 52 or into.pending and into.left == 0:
            raise ValueError("the state has the wrong number of unseen cards")
        return 0

    def state(self, bytes packed, int pending=0):
        """The state of a packed position; the order of its hidden cards makes no difference."""
        cdef State state
        memset(&state, 0, sizeof(state))
        self.read(packed, &state)
        state.tag = self.tag
        state.pending = pending
        cards = bytes(sorted(state.unseen[:state.left]))
        memcpy(state.unseen, <const uint8_t*> cards, state.left)
        return (<uint8_t*> &state)[:sizeof(State)]

    def candidates(self, bytes state, int most, Control control):
        """The decisions with the best scores: their moves, packed, the states they lead to, and what
        they begin a comparison with.

        No state if the game can be won without another card being revealed.
        """
        cdef Candidate candidates[MOST_CANDIDATES]
        cdef uint8_t line[MOST_LINE]
        cdef State start
        cdef int count, i, size
        self.load(state, &start)
        self.set_up((), control)
        count = self.list_candidates(&start, candidates, max(1, min(most, MOST_CANDIDATES)))
        found = []
        if count < 0:
            size = self.write_line(-count - 1, line)
            found.append((line[:size], None, 0))
        for i in range(count):
            size = self.write_line(candidates[i].node, line)
            state_bytes = (<uint8_t*> &candidates[i].state)[:sizeof(State)]
            found.append((line[:size], state_bytes, candidates[i].wins))
        control.finish()
        return found

    def play_out(
        self, list states, uint64_t seed, int first, int games, tuple levels, Control control
    ):
        """Games from each of some states: one byte a game, 1 for won; state by state.

        Game `first + n` is played on the same cards from every state, and it is the same game
        however many are played at a time.
        """
        cdef State state, cards
        cdef uint64_t random
        cdef int game, level = len(levels), i, count = len(states)
        cdef bytes each
        cdef bytearray won = bytearray(count * games)
        cdef uint8_t* results = won
        self.set_up(levels, control)
        for i in range(count):
            each = states[i]
            self.load(each, &cards)
            with nogil:
                for game in range(games):
                    random = seed ^ ((<uint64_t> (first + game)) << 32)
                    random = next_random(&random)
                    state = cards
                    self.shuffle(&state, &random)
                    results[i * games + game] = self.play(&state, level, &random)
                    if self.control.stopped:
                        break
        control.finish()
        return bytes(won)

    def try_out(
        self, list states, uint64_t seed, int first, int games, tuple levels, Control control
    ):
        """For each of some states the sum of what came of it in numbered games: see `sample`."""
        cdef State state, cards
        cdef uint64_t random
        cdef int64_t sum
        cdef int game, level = len(levels)
        cdef bytes each
        self.set_up(levels, control)
        found = []
        for each in states:
            self.load(each, &cards)
            sum = 0
            with nogil:
                for game in range(games):
                    random = seed ^ ((<uint64_t> (first + game)) << 32)
                    random = next_random(&random)
                    state = cards
                    self.shuffle(&state, &random)
                    sum += self.sample(&state, level, &random)
                    if self.control.stopped:
                        break
            found.append(sum)
        control.finish()
        return found

    def expectimax(self, list states, uint64_t most, Control control):
        """For each state, in how many orders of the unseen cards the best player wins.

        None if it takes more than `most` positions, or more than eight cards are unseen; or always,
        for a game that has no expectimax.
        """
        cdef State state
        cdef bytes each
        cdef long long won
        self.set_up((), control)
        found = []
        for each in states:
            self.load(each, &state)
            won = -1
            if state.left <= MOST_ORDERED:
                with nogil:
                    won = self.orders(&state, most)
            if won < 0:
                break
            found.append(won)
        control.finish()
        return found if len(found) == len(states) else None
