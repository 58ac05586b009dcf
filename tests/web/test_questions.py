"""Questions: each is answered from a record, and a table's coach is remembered."""

import random
from datetime import date
from threading import Event
from typing import Any

import pytest
from hidden_card_search import HIDING, lying_otherwise, shuffled
from requires_kernels import need_kernels

from winnable import GAMES, Record, Session
from winnable.coach import Coach, review
from winnable.coach.deal_finder import find_daily_deal
from winnable.coach.difficulty import Level, level_of
from winnable.errors import LimitError, NotationError, RecordError, WinnableError
from winnable.web.answers import hint_told, review_told, standing_told
from winnable.web.questions import Coaches, Desk, Question

Told = dict[str, Any]


def about(session: Session, ask: str, **more: object) -> Question:
    return {"ask": ask, "table": "t", "record": str(Record.of(session)), **more}


def answer(question: Question, desk: Desk | None = None, told: list[Told] | None = None) -> Told:
    tell = (lambda _: None) if told is None else told.append
    return (desk or Desk()).answer(question, Event(), tell)


def public(told: Told) -> Told:
    return {name: value for name, value in told.items() if name != "known"}


@pytest.mark.parametrize("slug", ["freecell", "golf-relaxed", "easthaven"])
def test_standing_and_hint_are_the_coachs(slug: str) -> None:
    need_kernels()
    table = Session.new(slug, 3)
    table.make(next(table.legal_moves()))
    coach, desk = Coach(table.game), Desk()
    standing, hint = coach.evaluate(table), coach.hint(table)
    assert public(answer(about(table, "standing"), desk)) == standing_told(standing)
    assert public(answer(about(table, "hint"), desk)) == hint_told(table.game, table.view, hint)


def test_progress_is_told() -> None:
    need_kernels()
    told: list[Told] = []
    answer(about(Session.new("golf", 1), "standing"), told=told)
    looked_at = [sum(line["odds"][name] for name in ("won", "lost", "unsettled")) for line in told]
    assert len(looked_at) > 1
    assert looked_at == sorted(looked_at)
    assert {line["kind"] for line in told} == {"standing"}


@pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.slug))
def test_nobody_peeks(game: Any) -> None:
    need_kernels()
    rng = random.Random(5)
    table = shuffled(game, rng)
    while len(table.position.stock or ()) > 12:
        table.make("deal")
    other = lying_otherwise(table, rng)
    assert other.position != table.position
    for ask in ("standing", "hint"):
        assert answer(about(table, ask)) == answer(about(other, ask))


def test_a_review_looks_back() -> None:
    need_kernels()
    table = Session.new("golf", 7)
    for _ in range(5):
        table.make("deal")
    told: list[Told] = []
    found = answer(about(table, "review"), told=told)
    assert found == review_told(table, review(table), with_lines=True)
    assert all(line["best"] is None for line in told)
    assert told


@pytest.mark.parametrize("level", [None, "easy"])
def test_a_deal_to_order(level: str | None) -> None:
    need_kernels()
    question = {"ask": "deal", "game": "freecell", "level": level, "winnable": True}
    number = answer(question)["number"]
    found = level_of(GAMES["freecell"], number)
    assert found is not None
    assert level in (None, found.value)


def test_the_deal_of_a_day() -> None:
    told = answer({"ask": "daily", "game": "aces-up", "date": "2027-01-01"})
    assert told["number"] == find_daily_deal(GAMES["aces-up"], date(2027, 1, 1)) == 191330


# -- what cannot be answered ----------------------------------------------------------------------

RECORD = str(Record.of(Session.new("golf", 1)))


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({"ask": "joke"}, WinnableError, "cannot answer that: ask for one of standing, hint"),
        ({}, WinnableError, "the question has no text for ask"),
        ({"ask": "hint", "record": RECORD}, WinnableError, "no text for table"),
        ({"ask": "hint", "table": "t"}, WinnableError, "no text for record"),
        ({"ask": "hint", "table": "t", "record": "golf"}, RecordError, "no record of a game"),
        ({"ask": "deal", "game": "whist"}, WinnableError, "whist"),
        ({"ask": "deal", "game": "golf", "level": "vile"}, NotationError, "one of easy, medium"),
        ({"ask": "daily", "game": "golf", "date": "today"}, NotationError, "like 2026-11-16"),
    ],
)
def test_nonsense_is_refused(question: Question, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        answer(question)


@pytest.mark.parametrize("ask", ["standing", "hint", "review"])
@pytest.mark.parametrize("slug", ["easthaven", "freecell"])
def test_what_is_called_off_ends_with_what_is_known(slug: str, ask: str) -> None:
    cancel = Event()
    cancel.set()
    told = Desk().answer(about(Session.new(slug, 617), ask), cancel, lambda _: None)
    assert told["kind"] == ask
    assert "winnable" not in (told.get("verdict"), *told.get("verdicts", ()))


def test_without_an_answer_a_deal_that_is_called_off_is_an_error() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(LimitError, match="called off"):
        Desk().answer({"ask": "deal", "game": "golf", "level": "hard"}, cancel, lambda _: None)


def test_every_level_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Level | None] = []

    def number(game: object, *, level: Level | None, **_: object) -> int:
        asked.append(level)
        return 1

    monkeypatch.setattr("winnable.web.questions.find_winnable_deal", number)
    for level in Level:
        answer({"ask": "deal", "game": "golf", "level": level.value})
    assert asked == list(Level)


# -- what is remembered ---------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "deal"), [("freecell", 2001), ("bakers-game", 5)])
@pytest.mark.parametrize("autoplay", ["off", "safe", "all"])
def test_who_follows_hints_wins_in_as_many_moves_as_told_whoever_gives_them(
    slug: str, deal: int, autoplay: str
) -> None:
    """Two workers in turn, each of which is told what the other had in mind."""
    need_kernels()
    table, desks, known = Session.new(slug, deal, autoplay=autoplay), [Desk(), Desk()], None
    left = answer(about(table, "hint"))["moves"]
    assert left
    while not table.is_won:
        hint = answer(about(table, "hint", known=known), desks[len(table.steps) % 2])
        assert hint["moves"] == left
        known = hint["known"] or known
        table.make(hint["move"])
        left -= 1
    assert left == 0


def test_a_win_that_is_none_any_more_is_not_believed() -> None:
    need_kernels()
    table = Session.new("freecell", 5)
    known = answer(about(table, "hint"))["known"]
    other = Session.new("freecell", 6)
    told = answer(about(other, "hint", known=known))
    assert told == answer(about(other, "hint"))
    ahead = {"made": 9, "moves": known["moves"]}  # more than have been made: some were undone
    assert answer(about(table, "hint", known=ahead)) == answer(about(table, "hint"))


def test_where_no_win_is_in_mind_nothing_is_passed_on() -> None:
    need_kernels()
    assert answer(about(Session.new("freecell", 11982), "standing"))["known"] is None
    assert answer(about(Session.new("golf", 1), "standing"))["known"] is None


def test_coaches_are_remembered_by_table() -> None:
    coaches, golf = Coaches(most=2), GAMES["golf-relaxed"]
    first, second = coaches.of("a", golf), coaches.of("b", golf)
    assert first is not second
    assert coaches.of("a", golf) is first
    coaches.of("c", golf)  # so b, asked about before a, is forgotten
    assert len(coaches) == 2
    assert coaches.of("a", golf) is first
    assert coaches.of("b", golf) is not second


def test_a_table_with_another_game_has_another_coach() -> None:
    coaches = Coaches()
    coaches.of("a", GAMES["freecell"])
    assert coaches.of("a", GAMES["golf-relaxed"]).game is GAMES["golf-relaxed"]


def test_coaches_who_know_too_much_are_forgotten() -> None:
    coaches, golf = Coaches(most_views=100), GAMES["golf-relaxed"]
    first, second = coaches.of("a", golf), coaches.of("b", golf)
    coaches.note("a", 60)
    coaches.note("b", 40)
    assert coaches.of("a", golf) is first
    coaches.note("a", 1)
    assert len(coaches) == 1
    assert coaches.of("b", golf) is not second
    coaches.note("b", 101)
    assert len(coaches) == 0


def test_the_desk_counts_what_its_coaches_know() -> None:
    need_kernels()
    desk = Desk(Coaches(most_views=50))
    table = Session.new("freecell", 5)
    answer(about(table, "hint"), desk)  # a win of more than fifty moves
    assert len(desk.coaches) == 0
    answer(about(Session.new("golf", 1), "standing"), desk)
    assert len(desk.coaches) == 1
