"""Sessions, against the simplest model of one: a list of positions and an index."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from position_builders import endgame
from strategies import ALL_GAMES, decks, endgames, examples, moves, positions

from winnable import (
    DECK,
    GAMES,
    Autoplay,
    BoardError,
    Card,
    DealNumberError,
    DeckError,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Position,
    Session,
    UnknownGameError,
    find_game,
    numbered_deck,
    parse_move,
    svg,
)

ACES, EAST, BAKERS, GOLF, FREE = (
    GAMES[slug] for slug in ("aces-up", "easthaven", "bakers-game", "golf-relaxed", "freecell")
)


class Play(RuleBasedStateMachine):
    """Anything a player may do, in any order."""

    @initialize(game=st.sampled_from(ALL_GAMES), autoplay=st.sampled_from(Autoplay), data=st.data())
    def begin(self, game: Game, autoplay: Autoplay, data: st.DataObject) -> None:
        start = data.draw(st.one_of(positions(game), endgames(game)))
        self.session = Session(game, start, autoplay=autoplay)
        self.game = game
        self.line: list[tuple[Move, tuple[Move, ...], Position]] = []
        self.made = 0
        self.positions = [start]

    def legal(self) -> list[Move]:
        return list(self.game.legal_moves(self.positions[self.made]))

    @precondition(lambda self: self.legal())
    @rule(data=st.data(), as_text=st.booleans())
    def make(self, data: st.DataObject, as_text: bool) -> None:
        move = data.draw(st.sampled_from(self.legal()))
        step = self.session.make(str(move) if as_text else move)
        assert step.move == move
        if self.made < len(self.line) and self.line[self.made][0] == move:
            assert step == self.line[self.made]  # the line that was undone is still there
        else:
            self.line[self.made :] = [step]
            self.positions[self.made + 1 :] = [step.position]
        self.made += 1

    @rule(move=moves())
    def make_what_is_refused(self, move: Move) -> None:
        if move in self.legal():
            return
        with pytest.raises(IllegalMoveError):
            self.session.make(move)

    @rule()
    def undo(self) -> None:
        step = self.session.undo()
        if self.made:
            self.made -= 1
            assert step == self.line[self.made]
        else:
            assert step is None

    @rule()
    def redo(self) -> None:
        step = self.session.redo()
        if self.made < len(self.line):
            assert step == self.line[self.made]
            self.made += 1
        else:
            assert step is None

    @rule()
    def restart(self) -> None:
        self.session.restart()
        self.made = 0

    @invariant()
    def the_finger_is_where_it_should_be(self) -> None:
        if not hasattr(self, "session"):
            return
        assert list(self.session.steps) == self.line[: self.made]
        assert list(self.session.undone) == self.line[self.made :]
        assert self.session.position is self.positions[self.made]  # kept, not worked out again
        assert self.session.view == self.positions[self.made].view
        assert self.session.is_won == self.game.is_won(self.positions[self.made])
        assert self.session.is_stuck == (not self.session.is_won and not self.legal())

    @invariant()
    def the_moves_lead_here(self) -> None:
        if not hasattr(self, "session"):
            return
        position = self.session.start
        for move in self.session.moves:
            position = self.game.apply(position, move)
        assert position == self.session.position


TestPlay: Any = Play.TestCase
TestPlay.settings = examples(60)


def test_undo_and_redo_have_no_limit() -> None:
    session = Session(FREE, endgame(FREE, "KS"))
    positions = [session.position]
    for turn in range(3000):
        positions.append(session.make("t2t1" if turn % 2 else "t1t2").position)
    for position in positions[-2::-1]:
        assert session.undo()
        assert session.position is position
    assert session.undo() is None
    for position in positions[1:]:
        assert session.redo()
        assert session.position is position
    assert session.redo() is None


def test_the_same_move_keeps_the_line_and_another_drops_it() -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    session.restart()
    session.make("t3c1")
    assert [str(step.move) for step in session.undone] == ["t3t2", "t7c2"]
    session.make("t7c2")
    assert session.undone == ()
    assert session.redo() is None
    assert " ".join(map(str, session.moves)) == "t3c1 t7c2"


# The queen of spades could go home, but the jack of hearts may still want to be laid on it.
LATE = endgame(FREE, "KS TH QS", "QD KC", "KH QH JH", cells="KD")
ALL_HOME = "t1f4 t1f3 t1f4 t2f2 t3f3 t3f3 t3f3 c1f2"


@pytest.mark.parametrize(
    ("autoplay", "automoves"),
    [(Autoplay.OFF, ""), (Autoplay.SAFE, "t2f2"), (Autoplay.ALL, ALL_HOME)],
)
def test_how_much_goes_home(autoplay: Autoplay, automoves: str) -> None:
    session = Session(FREE, LATE, autoplay=autoplay)
    step = session.make("t2f1")
    assert " ".join(map(str, step.automoves)) == automoves
    assert session.is_won == (autoplay is Autoplay.ALL)
    assert session.moves == (step.move, *step.automoves)


def test_automoves_are_undone_together() -> None:
    session = Session(FREE, LATE, autoplay=Autoplay.ALL)
    step = session.make("t2f1")
    assert session.undo() is session.undone[0]
    assert session.position is LATE
    assert session.moves == ()
    assert session.redo() == step
    assert session.is_won


def test_the_same_move_with_other_automoves_is_another_move() -> None:
    session = Session(FREE, LATE, autoplay=Autoplay.ALL)
    session.make("t2f1")
    session.undo()
    session.autoplay = Autoplay.OFF
    session.make("t2f1")
    assert session.undone == ()
    assert session.moves == (parse_move("t2f1"),)


def test_given_automoves_replace_the_autoplay() -> None:
    session = Session(FREE, LATE, autoplay=Autoplay.ALL)
    assert session.make("t2f1", ()).automoves == ()
    session.undo()
    step = session.make("t2f1", iter([parse_move("t1f4"), parse_move("t1f3")]))
    assert " ".join(map(str, step.automoves)) == "t1f4 t1f3"
    with pytest.raises(IllegalMoveError):
        session.make("t2f2", [parse_move("t8f1")])
    assert session.steps == (step,)


WON_LINES = [
    (ACES, endgame(ACES, "AD", "AH", "AS 2D", "AC"), "t3f1"),
    (ACES, endgame(ACES, "", "", "", "AC", stock="AS AD AH 2S"), "deal t4f1"),
    (EAST, endgame(EAST, "<QS> KS", "KD"), "t1t3 t1f4 t3f4 t2f2"),
    (BAKERS, endgame(BAKERS, "QS KS", "KC", cells="- KD"), "t1c1 t1f4 c1f4 t2f1 c2f2"),
    (GOLF, endgame(GOLF, "QH", "AC", stock="2D"), "t1f1 deal t2f1"),
    (FREE, endgame(FREE, "KH QS", "KS", "QH", "KD KC"), "t1f4 t2f4 t3f3 t1f3 t4f1 t4f2"),
]


@pytest.mark.parametrize(("game", "start", "line"), WON_LINES)
def test_a_won_line(game: Game, start: Position, line: str) -> None:
    session = Session(game, start)
    for move in line.split():
        assert not session.is_won
        assert not session.is_stuck
        session.make(move)
    assert session.is_won
    assert not session.is_stuck
    session.undo()
    assert not session.is_won


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (ACES, endgame(ACES, "AS", "AH", "AD 2C", "AC 2D")),
        (EAST, endgame(EAST, "9D KD", "QH KH", "QS KS", "QC KC", "QD JD", "TH TD", "JH")),
        (GOLF, endgame(GOLF, "5H", "9C")),
        (
            FREE,
            endgame(
                FREE,
                "5H QS 6H",
                "7H QC 8H",
                "9H TH",
                "JH QH",
                "5D 6D",
                "7D 8D",
                "9D TD",
                "JD QD",
                cells="KS KC KH KD",
            ),
        ),
    ],
)
def test_a_stuck_game(game: Game, start: Position) -> None:
    session = Session(game, start, autoplay=Autoplay.ALL)
    assert session.is_stuck
    assert not session.is_won


@examples(30)
@given(st.data(), st.sampled_from(ALL_GAMES), moves())
def test_an_illegal_move_changes_nothing(data: st.DataObject, game: Game, move: Move) -> None:
    session = Session(game, data.draw(positions(game)))
    legal = next(game.legal_moves(session.position), None)
    if legal is not None:
        session.make(legal)
        session.undo()
    before = (session.position, session.steps, session.undone)
    if game.is_legal(session.position, move):
        return
    with pytest.raises(IllegalMoveError):
        session.make(move)
    assert (session.position, session.steps, session.undone) == before
    with pytest.raises(NotationError):
        session.make("nonsense")
    assert (session.position, session.steps, session.undone) == before


def test_new_games() -> None:
    assert Session.new("free", 617).start == FREE.deal(numbered_deck(617))
    assert Session.new(GOLF, 617).deal == 617
    chance = Session.new(GOLF)
    assert chance.deal_number is not None
    assert chance.start == GOLF.deal(numbered_deck(chance.deal_number))
    assert Session(FREE, LATE).deal is None
    with pytest.raises(DealNumberError):
        Session.new(FREE, 0)
    with pytest.raises(DeckError):
        Session.new(FREE, DECK[1:])
    with pytest.raises(UnknownGameError):
        Session.new("patience", 1)
    with pytest.raises(BoardError):
        Session(FREE, GOLF.deal(DECK))


@examples(10)
@given(decks())
def test_a_custom_deck(deck: tuple[Card, ...]) -> None:
    session = Session.new(EAST, iter(deck))
    assert session.deal == deck
    assert session.start == EAST.deal(deck)
    assert session.autoplay is Autoplay.OFF


def test_a_session_shows_itself_in_a_notebook() -> None:
    session = Session.new("easthaven", 1)
    assert session._repr_svg_() == svg.table(session.view)


def test_a_session_starts_from_a_position_or_from_a_deal() -> None:
    game = find_game("freecell")
    assert Session(game, deal=1).start == game.deal(numbered_deck(1))
    assert Session(game, deal=DECK).start == game.deal(DECK)
    with pytest.raises(BoardError, match="from a position or from a deal: give one of them"):
        Session(game, game.deal(numbered_deck(2)), deal=1)
    with pytest.raises(BoardError, match="from a position or from a deal: give one of them"):
        Session(game)
    with pytest.raises(DeckError, match="the deck has no ace of clubs"):
        Session(game, deal=())


def test_what_new_takes() -> None:
    game = find_game("golf")
    by_number = Session.new(game, 617)
    assert Session.new("golf", "617").start == by_number.start
    assert Session.new("golf", " ".join(map(str, numbered_deck(617)))).start == by_number.start
    assert Session.new("freecell", 1, autoplay="safe").autoplay is Autoplay.SAFE
    assert repr(by_number) == "<Session of Golf Relaxed, deal 617, 0 steps made>"
    assert list(by_number.legal_moves()) == list(game.legal_moves(by_number.position))


def test_a_refused_move_can_be_sent_to_another_process() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Session.new("freecell", 1).make("t1f1")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.move, again.problems) == (caught.value.move, caught.value.problems)
