"""Records of games that were won: each is replayed, and typed again in every notation."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Player, conversation, golden_record

from winnable import (
    GAMES,
    Autoplay,
    Deal,
    Game,
    Move,
    Record,
    Session,
    Transfer,
    expand,
    parse_record,
    standard_text,
)
from winnable.cli import main
from winnable.play.standard_notation import has_standard_notation

WITH_STANDARD_NOTATION = [
    file for file in GOLDEN_GAMES if has_standard_notation(golden_record(file).game)
]
each_game = pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: str(file.stem))
each_game_with_standard_notation = pytest.mark.parametrize(
    "file", WITH_STANDARD_NOTATION, ids=lambda file: str(file.stem)
)


def fresh(file: Path, autoplay: Autoplay | None = None) -> Session:
    """The session that a golden game started as."""
    session = Record(golden_record(file).tags).session()
    session.autoplay = autoplay or session.autoplay
    return session


HANDOUT_WORDS = {
    "aces-up": {"deal": "D", "tf": "F {source}", "tt": "T {source} {target}"},
    "easthaven": {
        "deal": "d",
        "tf": "f {source} {target}",
        "tt": "m {count} {source} {target}",
    },
    "bakers-game": {
        "tc": "TC {source} {target}",
        "tf": "TF {source} {target}",
        "tt": "TT {source} {target}",
        "cf": "CF {source} {target}",
        "ct": "CT {source} {target}",
    },
    "golf-relaxed": {"deal": "d", "tf": "{source}"},
    "freecell": {
        "tc": "t2c {source} {target}",
        "tf": "t2f {source} {target}",
        "tt": "t2t {source} {target}",
        "cf": "c2f {source} {target}",
        "ct": "c2t {source} {target}",
    },
}


def as_handout_command(game: Game, move: Move) -> str:
    """A move in the words of the game's handout."""
    words = HANDOUT_WORDS[game.slug]
    if isinstance(move, Deal):
        return words["deal"]
    (area, source), (other, target) = move.source, move.target
    pattern = words[area.value + other.value]
    return pattern.format(source=source + 1, target=target + 1, count=move.count)


def single_moves(session: Session) -> Iterator[Move]:
    """Every move that led here, each sequence card by card where the game moves it so."""
    position = session.start
    for move in session.moves:
        yield from expand(session.game, position, move) if isinstance(move, Transfer) else (move,)
        position = session.game.apply(position, move)


def test_there_is_one_of_each_game() -> None:
    assert {golden_record(file).game.slug for file in GOLDEN_GAMES} == set(GAMES)


@each_game
def test_it_is_a_record_as_we_write_them(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = parse_record(text)
    assert str(record) == text
    assert record.tags["Result"] == "won"
    session = record.session()
    assert session.is_won
    assert not session.is_stuck


@each_game
def test_it_is_won_in_our_notation(file: Path) -> None:
    played = golden_record(file).session()
    typed = "".join(f"{step.move}\n" for step in played.steps)
    session = fresh(file)
    out = conversation(session, typed + "quit\n")
    assert session.steps == played.steps
    *_, ending, _, goodbye = out.splitlines()
    assert ending.startswith("Won! Unaided: ")
    assert ending.endswith(" Type review, save FILE, new or quit.")
    assert goodbye == "Goodbye."
    assert out.count("Won!") == 1


@each_game
def test_it_is_won_in_the_commands_of_the_handout(file: Path) -> None:
    played = golden_record(file).session()
    player = Player(fresh(file, Autoplay.OFF))
    for move in single_moves(played):
        player.type(as_handout_command(played.game, move))
        assert player.session.moves[-1] == move
    assert player.session.is_won
    assert player.session.position == played.position


@each_game_with_standard_notation
def test_it_is_won_in_standard_notation(file: Path) -> None:
    played = golden_record(file).session()
    session = fresh(file, Autoplay.SAFE)
    tokens = standard_text(played.game, played.start, played.moves).split()
    out = conversation(session, "\n".join(tokens))
    assert session.is_won
    assert len(session.steps) == len(tokens)
    assert out.endswith("Goodbye.\n")


@each_game
def test_undo_leads_all_the_way_back_and_redo_forth_again(file: Path) -> None:
    player = Player(golden_record(file).session())
    steps = player.session.steps
    player.type("undo 10000")
    assert player.session.position == player.session.start
    player.type("redo 10000")
    assert player.session.steps == steps
    assert "Won!" in player.type("table")


@each_game
def test_the_command_resumes_it(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\nredo\n"))
    assert main(["play", "--resume", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("Won!") == 2
