"""The commands of line mode in a game that is saved: new, continue, undo, redo, save."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Player, golden_record
from store.saved_games import WINNING, Clock, nearly_won

from winnable import GAMES, Record, Session, Variation, parse_record
from winnable.store import SavedGame, Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def start(store: Store, slug: str = "golf-relaxed", deal: int = 3) -> Player:
    return Player(Session.new(slug, deal), store=store)


def outcomes(store: Store) -> dict[int | None, str]:
    return {summary.deal: summary.outcome.value for summary in store.games.history()}


# -- new ------------------------------------------------------------------------------------------


def test_a_game_is_given_up_with_the_first_move_of_the_next(store: Store) -> None:
    player = start(store)
    player.type("d")
    for line in ("new 4", "new 5", "t9f1", "moves", "nonsense"):
        player.type(line)
        assert outcomes(store) == {3: "unfinished"}
    player.type("d")
    assert outcomes(store) == {3: "given up", 5: "unfinished"}
    player.type("d")
    assert outcomes(store) == {3: "given up", 5: "unfinished"}


def test_undo_after_new_leaves_no_trace(store: Store) -> None:
    player = start(store)
    for line in ("d", "new 4", "undo", "d"):
        player.type(line)
    assert outcomes(store) == {3: "unfinished"}
    assert player.moves == "deal deal"
    assert player.saved_game.undos == 0


def test_a_game_that_another_program_continues_is_not_given_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as mine, Store.open(url) as theirs:
        player = start(mine)
        player.type("d")
        player.type("new 4")
        assert player.context.previous is not None
        assert player.context.previous.number is not None
        theirs.open_game(player.context.previous.number).make("deal")
        assert "after 1 move" in player.type("d")
        assert outcomes(mine) == {3: "unfinished", 4: "unfinished"}


def test_a_game_that_is_won_is_not_given_up(store: Store) -> None:
    player = Player(nearly_won(), store=store)
    for line in (*WINNING, "new 4", "t1c1"):
        player.type(line)
    assert outcomes(store) == {None: "won", 4: "unfinished"}


def test_only_the_clock_of_the_current_game_runs(store: Store) -> None:
    clock = Clock()
    player = Player(SavedGame(Session.new("golf", 3), store.games, clock=clock), store=store)
    player.type("d")
    clock.wait(10)
    player.type("new 4")
    clock.wait(100)
    player.type("undo")
    clock.wait(5)
    assert player.saved_game.seconds == 15
    player.type("new 4")
    assert store.games.history()[0].seconds == 15


# -- continue -------------------------------------------------------------------------------------


def test_continue_opens_the_last_unfinished_game(store: Store) -> None:
    for deal in (1, 2):
        start(store, deal=deal).type("d")
    start(store, "aces-up", 9).type("d")
    player = start(store)
    out = player.type("continue")
    assert out.startswith("\nGolf Relaxed, deal 2, after 1 move\n")
    assert out.endswith("\nThis is where you left off.\n")
    player.type("d")
    assert player.type("continue").startswith("\nGolf Relaxed, deal 1, after 1 move\n")
    assert outcomes(store) == {1: "unfinished", 2: "unfinished", 9: "unfinished"}


def test_continue_with_the_number_of_a_saved_game(store: Store) -> None:
    start(store, "aces-up", 9).type("d")
    player = start(store)
    player.type("d")
    assert player.type("continue 1").startswith("\nAces Up, deal 9, after 1 move\n")
    player.type("d")
    assert player.session.game is GAMES["aces-up"]
    assert player.type("continue 2").startswith("\nGolf Relaxed, deal 3, after 1 move\n")


def test_continue_when_there_is_nothing_to_continue(store: Store) -> None:
    player = start(store)
    nothing = "There is no other unfinished game of Golf Relaxed.\n"
    assert player.type("continue") == nothing
    player.type("d")
    assert player.type("continue") == nothing
    assert "game 7" in player.type("continue 7")
    assert player.type("continue 0") == "'0' is not a game number: write 1 to 1000000000.\n"
    assert player.session.deal == 3
    unsaved = Player(Session.new("golf", 3))
    assert unsaved.type("continue") == (
        "Games are not being saved, so there is none to continue.\n"
    )


def test_continue_comes_back_from_new(store: Store) -> None:
    player = start(store)
    for line in ("d", "new 4", "continue"):
        player.type(line)
    assert player.session.deal == 3
    player.type("d")
    assert outcomes(store) == {3: "unfinished"}


def test_a_game_that_was_given_up_can_be_continued(store: Store) -> None:
    player = start(store)
    for line in ("d", "new 4", "d", "continue 1"):
        player.type(line)
    assert outcomes(store) == {3: "given up", 4: "unfinished"}
    player.type("d")
    assert outcomes(store) == {3: "unfinished", 4: "unfinished"}


def test_a_game_that_was_won_stays_won(store: Store) -> None:
    first = Player(nearly_won(), store=store)
    for move in WINNING:
        first.type(move)
    player = start(store, "freecell", 1)
    player.type("continue 1")
    assert player.session.is_won
    player.type("undo")
    assert not player.session.is_won
    assert not player.mode.is_unfinished  # in the history it stays won
    assert outcomes(store) == {None: "won"}


# -- undo -----------------------------------------------------------------------------------------


def test_undo_and_redo_are_saved(store: Store) -> None:
    player = start(store, "freecell", 617)
    for line in ("8a", "8b", "8c", "undo 2", "redo"):
        player.type(line)
    assert player.saved_game.number is not None
    again = store.open_game(player.saved_game.number)
    assert [str(step.move) for step in again.session.steps] == ["t8c1", "t8c2"]
    assert [str(step.move) for step in again.session.undone] == ["t8c3"]
    assert again.undos == 1
    another = Player(again, store=store)
    another.type("redo")
    assert another.moves == "t8c1 t8c2 t8c3"


# -- save -----------------------------------------------------------------------------------------


def test_a_file_keeps_the_help_taken_and_the_time(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    clock = Clock()
    player = Player(SavedGame(Session.new("freecell", 617), store.games, clock=clock), store=store)
    player.type(f"save {file}")
    assert "Undos" not in parse_record(file.read_text()).tags
    for line in ("8a", "undo", "8b", "verdict"):
        player.type(line)
        clock.wait(2.25)
    assert player.type(f"save {file}").startswith("Saved to ")
    record = parse_record(file.read_text())
    figures = [record.tags[name] for name in ("Seconds", "Undos", "Hints", "Verdicts")]
    assert figures == ["9.0", "1", "0", "1"]
    again = SavedGame(record.session(), record=record)
    assert (again.undos, again.hints, again.verdicts) == (1, 0, 1)
    assert 9 <= again.seconds < 10


def test_a_file_does_not_repeat_tags_of_the_history(store: Store, tmp_path: Path) -> None:
    player = start(store)
    for line in ("d", "new 4", "d"):
        player.type(line)
    exported = store.games.record(1)
    assert exported.tags["Outcome"] == "given up"
    (tmp_path / "game.txt").write_text(str(exported))
    again = Player(exported.session(), record=exported)
    again.type("d")
    assert again.type(f"save {tmp_path / 'game.txt'}").startswith("Saved to ")
    tags = parse_record((tmp_path / "game.txt").read_text()).tags
    assert not tags.keys() & {"Outcome", "Started", "Ended"}
    assert tags["Result"] == "unfinished"


def test_comments_of_a_file_are_saved_too(store: Store) -> None:
    file = next(file for file in GOLDEN_GAMES if file.stem == "bakers-game-3-annotated")
    record = golden_record(file)
    player = Player(record.session(), record=record, store=store)
    for line in ("undo 3", "redo"):
        player.type(line)
    assert player.saved_game.number is None  # it was won in the file already
    cut = Record(record.tags, Variation(record.main_line.nodes[:10], record.main_line.comment))
    player = Player(cut.session(), record=cut, store=store)
    player.type("undo")
    saved = store.games.record(1)
    assert saved.main_line.comment == record.main_line.comment
    assert saved.main_line.nodes == record.main_line.nodes[:9]
    assert saved.tags["Player"] == record.tags["Player"]


# -- two programs --------------------------------------------------------------------------------


def test_a_program_shows_what_another_has_done(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as mine, Store.open(url) as theirs:
        first = start(mine, "freecell", 617)
        first.type("8a")
        second = Player(theirs.open_game(1), store=theirs)
        first.type("8b")
        answer = second.type("5c")
        assert answer.startswith("\nFreeCell, deal 617, after 2 moves\n")
        explanation = answer.splitlines()[-1]
        assert "another program" in explanation.lower()
        assert second.moves == "t8c1 t8c2"
        second.type("8c")
        for line in ("undo", "restart", "verdict", "autoplay all"):
            other = Player(mine.open_game(1), store=mine)
            second.type("undo")
            second.type("redo")
            assert other.type(line).splitlines()[-1] == explanation
            assert other.moves == second.moves
        assert first.type("5d 1c").count("FreeCell, deal 617") == 1
        assert first.moves == second.moves == "t8c1 t8c2 t8c3"
