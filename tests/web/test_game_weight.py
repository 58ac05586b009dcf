"""The estimated weight of an open game is about the memory that it takes."""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.web_memory import random_record
from winnable.play import Autoplay, parse_record
from winnable.store import Store, new_key
from winnable.web.game_cache import OpenGame

TAGS = '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n'


RECORDS = {
    "no move": random_record("freecell", 0),
    "20 moves of Golf": random_record("golf-relaxed", 20),
    "20 moves of Aces Up": random_record("aces-up", 20),
    "900 moves of Easthaven": random_record("easthaven", 900),
    "tags": TAGS + "".join(f'[T{at} "of mine"]\n' for at in range(1_000)) + "\n*\n",
    "side lines": f"{TAGS}\n1. t1c2 {'(1. t1c1) ' * 990}*\n",
    "side lines in side lines": f"{TAGS}\n1. t1c2 {('(1. t1c1 ' * 29 + ')' * 29 + ' ') * 30}*\n",
    "comments": f"{TAGS}\n1. t1c2 {'(1. t1c1 {a comment of one line}) ' * 900}*\n",
    "a long comment": f"{TAGS}\n1. t1c2 {{{'x' * 50_000}}} *\n",
    "a long comment beyond Latin": f"{TAGS}\n1. t1c2 {{{'♠' * 30_000}}} *\n",
}

each_kind = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[pytest.mark.heavy] * (kind not in ("no move", "side lines")))
        for kind in RECORDS
    ],
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        yield store.for_player(store.players.create())


def create(store: Store, text: str) -> OpenGame:
    record = parse_record(text)
    return OpenGame.create(store, new_key(), record.session(), record)


@each_kind
def test_the_estimate_is_near_what_is_allocated(store: Store, kind: str) -> None:
    # Twenty games, so that what other threads allocate hardly matters.
    keys = [create(store, RECORDS[kind]).key for _ in range(20)]
    OpenGame.load(store, keys[0])  # what is loaded only once
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        held = [OpenGame.load(store, key) for key in keys]
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    allocated = (after - before) / len(held)
    assert allocated / 1.1 <= held[0].weight <= 1.6 * allocated, allocated


def test_the_estimate_follows_the_moves_made_and_undone(store: Store) -> None:
    opened = create(store, RECORDS["no move"])
    at_first = opened.weight
    opened.game.make("t3c1")
    opened.weigh()
    with_a_move = opened.weight
    assert with_a_move > at_first
    opened.game.undo()
    opened.weigh()
    assert opened.weight == with_a_move, "a move that was undone is still there"


def test_the_estimate_follows_a_record_that_is_loaded_again(store: Store) -> None:
    here = create(store, RECORDS["900 moves of Easthaven"])
    there = OpenGame.load(store, here.key)
    there.game.restart()
    first, session = there.game.session.undone[0].move, there.game.session
    there.game.make(next(move for move in session.legal_moves() if move != first))
    here.refresh()
    here.weigh()
    assert here.weight < 10_000, "all moves but one are gone"


@each_kind
def test_what_people_wrote_in_a_record_is_kept(store: Store, kind: str) -> None:
    """A record that tells nothing but the moves is not kept in memory, and nobody notices."""
    opened = create(store, RECORDS[kind])
    assert parse_record(store.games.load(opened.game.number or 0).record).main_line == (
        parse_record(RECORDS[kind]).main_line
    )
    again = OpenGame.load(store, opened.key)
    again.game.set_autoplay(Autoplay.ALL)
    assert again.game.to_record().main_line == parse_record(RECORDS[kind]).main_line
    theirs = {name for name in parse_record(RECORDS[kind]).tags if name.startswith("T")}
    assert theirs <= set(again.game.to_record().tags)
