"""The words of line mode that have to do with games that are kept: new, continue, undo, save."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Player, golden_record, screen, shown
from store.saved_games import WINNING, Clock, nearly_won

from winnable import GAMES, Record, Session, StoreError, Variation, parse_record
from winnable.cli.line import LineMode
from winnable.cli.orders import COMMANDS
from winnable.cli.terminal import Keyboard
from winnable.store import Outcome, SavedGame, Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def at(store: Store, slug: str = "golf-relaxed", deal: int = 3) -> Player:
    return Player(Session.new(slug, deal), store=store)


def outcomes(store: Store) -> dict[int | None, str]:
    return {kept.deal: kept.outcome.value for kept in store.games.history()}


def test_every_word_says_what_it_does_on_a_line_of_its_own() -> None:
    for name, order in COMMANDS.items():
        assert order.usage.split()[0] == name
        said = order.obey.__doc__
        assert said
        assert "\n" not in said
        assert said.endswith(".")


# -- new ------------------------------------------------------------------------------------------


def test_a_game_is_given_up_with_the_first_move_of_the_next(store: Store) -> None:
    player = at(store)
    player.type("d")
    for line in ("new 4", "new 5", "t9f1", "moves", "nonsense"):
        player.type(line)
        assert outcomes(store) == {3: "unfinished"}
    player.type("d")
    assert outcomes(store) == {3: "given up", 5: "unfinished"}
    player.type("d")
    assert outcomes(store) == {3: "given up", 5: "unfinished"}


def test_a_slip_of_new_is_undone_as_if_it_had_not_been(store: Store) -> None:
    player = at(store)
    for line in ("d", "new 4", "undo", "d"):
        player.type(line)
    assert outcomes(store) == {3: "unfinished"}
    assert player.moves == "deal deal"
    assert player.mode.table.undos == 0


def test_another_who_has_gone_on_with_the_game_keeps_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as mine, Store.open(url) as theirs:
        player = at(mine)
        player.type("d")
        player.type("new 4")
        assert player.mode.before is not None
        assert player.mode.before.number is not None
        theirs.open_game(player.mode.before.number).make("deal")
        assert "after 1 move" in player.type("d")
        assert outcomes(mine) == {3: "unfinished", 4: "unfinished"}


def test_a_game_that_is_won_is_not_given_up(store: Store) -> None:
    player = Player(nearly_won(), store=store)
    for line in (*WINNING, "new 4", "t1c1"):
        player.type(line)
    assert outcomes(store) == {None: "won", 4: "unfinished"}


def test_only_the_clock_of_the_game_on_the_table_runs(store: Store) -> None:
    clock = Clock()
    player = Player(SavedGame(Session.new("golf", 3), store.games, clock=clock), store=store)
    player.type("d")
    clock.wait(10)
    player.type("new 4")
    clock.wait(100)
    player.type("undo")
    clock.wait(5)
    assert player.mode.table.seconds == 15
    player.type("new 4")
    assert store.games.history()[0].seconds == 15


# -- continue -------------------------------------------------------------------------------------


def test_continue_goes_on_with_the_game_left_last(store: Store) -> None:
    for deal in (1, 2):
        at(store, deal=deal).type("d")
    at(store, "aces-up", 9).type("d")
    player = at(store)
    out = player.type("continue")
    assert out.startswith("\nGolf Relaxed, deal 2, after 1 move\n")
    assert out.endswith("\nHere you left it.\n")
    player.type("d")
    assert player.type("continue").startswith("\nGolf Relaxed, deal 1, after 1 move\n")
    assert outcomes(store) == {1: "unfinished", 2: "unfinished", 9: "unfinished"}


def test_continue_with_a_number_of_the_history(store: Store) -> None:
    at(store, "aces-up", 9).type("d")
    player = at(store)
    player.type("d")
    assert player.type("continue 1").startswith("\nAces Up, deal 9, after 1 move\n")
    player.type("d")
    assert player.session.game is GAMES["aces-up"]
    assert player.type("continue 2").startswith("\nGolf Relaxed, deal 3, after 1 move\n")


def test_continue_says_when_there_is_nothing(store: Store) -> None:
    player = at(store)
    nothing = "No other game of Golf Relaxed was left unfinished.\n"
    assert player.type("continue") == nothing
    player.type("d")
    assert player.type("continue") == nothing  # the one on the table is no other
    assert player.type("continue 7") == "There is no game 7 in :memory:.\n"
    assert player.type("continue 0") == "'0' is no number of a game: write 1 to 1000000000.\n"
    lonely = Player(Session.new("golf", 3))
    assert lonely.type("continue") == "Games are not kept, so there is none to go on with.\n"


def test_continue_comes_back_from_new(store: Store) -> None:
    player = at(store)
    for line in ("d", "new 4", "continue"):
        player.type(line)
    assert player.session.deal == 3
    player.type("d")
    assert outcomes(store) == {3: "unfinished"}


def test_a_game_that_was_given_up_can_be_gone_on_with(store: Store) -> None:
    player = at(store)
    for line in ("d", "new 4", "d", "continue 1"):
        player.type(line)
    assert outcomes(store) == {3: "given up", 4: "unfinished"}
    assert player.mode.left() == (
        " You left deal 3 of Golf Relaxed, which is kept: winnable play --kept 1 goes on with it."
    )
    player.type("d")
    assert outcomes(store) == {3: "unfinished", 4: "unfinished"}
    assert "winnable play goes on with it" in player.mode.left()


def test_a_game_that_was_won_is_shown_as_it_was_won(store: Store) -> None:
    first = Player(nearly_won(), store=store)
    for move in WINNING:
        first.type(move)
    player = at(store, "freecell", 1)
    assert "Won! You can type review, save FILE, new or quit." in player.type("continue 1")
    assert "Taken back: t1f1." in player.type("undo")
    assert player.mode.left() == ""  # it stays won, whatever is tried at the table
    assert outcomes(store) == {None: "won"}


# -- undo -----------------------------------------------------------------------------------------


def test_undo_and_redo_are_kept_with_what_can_be_made_again(store: Store) -> None:
    player = at(store, "freecell", 617)
    for line in ("8a", "8b", "8c", "undo 2", "redo"):
        player.type(line)
    assert player.mode.table.number is not None
    again = store.open_game(player.mode.table.number)
    assert [str(step.move) for step in again.session.steps] == ["t8c1", "t8c2"]
    assert [str(step.move) for step in again.session.undone] == ["t8c3"]
    assert again.undos == 1
    assert "Made again: t8c3." in Player(again, store=store).type("redo")


# -- save -----------------------------------------------------------------------------------------


def test_a_saved_game_is_no_fresh_start(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    clock = Clock()
    player = Player(SavedGame(Session.new("freecell", 617), store.games, clock=clock), store=store)
    player.type(f"save {file}")
    assert "Undos" not in parse_record(file.read_text()).tags
    for line in ("8a", "undo", "8b", "verdict"):
        player.type(line)
        clock.wait(2.25)
    assert player.type(f"save {file}").startswith("Saved in ")
    record = parse_record(file.read_text())
    figures = [record.tags[name] for name in ("Seconds", "Undos", "Hints", "Verdicts")]
    assert figures == ["9.0", "1", "0", "1"]
    again = SavedGame(record.session(), record=record)
    assert (again.undos, again.hints, again.verdicts) == (1, 0, 1)
    assert 9 <= again.seconds < 10


def test_what_the_history_said_of_a_game_is_not_said_of_another(
    store: Store, tmp_path: Path
) -> None:
    player = at(store)
    for line in ("d", "new 4", "d"):
        player.type(line)
    exported = store.games.record(1)
    assert exported.tags["Outcome"] == "given up"
    (tmp_path / "game.txt").write_text(str(exported))
    again = Player(exported.session(), record=exported)
    again.type("d")
    assert again.type(f"save {tmp_path / 'game.txt'}").startswith("Saved in ")
    tags = parse_record((tmp_path / "game.txt").read_text()).tags
    assert not tags.keys() & {"Outcome", "Started", "Ended"}
    assert tags["Result"] == "unfinished"


def test_comments_of_a_resumed_game_are_kept_in_the_store(store: Store) -> None:
    file = next(file for file in GOLDEN_GAMES if file.stem == "bakers-game-3-annotated")
    record = golden_record(file)
    player = Player(record.session(), record=record, store=store)
    for line in ("undo 3", "redo"):
        player.type(line)
    assert player.mode.table.number is None  # it was won in the file: there is nothing to keep
    cut = Record(record.tags, Variation(record.main_line.nodes[:10], record.main_line.comment))
    player = Player(cut.session(), record=cut, store=store)
    player.type("undo")
    kept = store.games.record(1)
    assert kept.main_line.comment == record.main_line.comment
    assert kept.main_line.nodes == record.main_line.nodes[:9]
    assert kept.tags["Player"] == record.tags["Player"]


# -- what is not kept -----------------------------------------------------------------------------


def test_trouble_is_told_with_every_table_until_it_is_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the shelf cannot be written: the disk is full")

    player = at(store)
    player.type("d")
    with monkeypatch.context() as cramped:
        cramped.setattr(Store, "replace", full)
        why = "This is not kept: the shelf cannot be written: the disk is full.\n"
        for _ in range(2):
            assert player.type("d").endswith(why)
        assert player.mode.left() == " You left deal 3 of Golf Relaxed."
    assert "not kept" not in player.type("d")
    assert store.games.history()[0].moves == 4
    assert store.games.history()[0].outcome is Outcome.UNFINISHED


def test_a_second_player_sees_what_the_first_has_done(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as mine, Store.open(url) as theirs:
        first = at(mine, "freecell", 617)
        first.type("8a")
        second = Player(theirs.open_game(1), store=theirs)
        first.type("8b")
        answer = second.type("5c")
        assert answer.startswith("\nFreeCell, deal 617, after 2 moves\n")
        stale = "\nAnother program has gone on with game 1: look at it again.\n"
        assert answer.endswith(stale)
        assert second.moves == "t8c1 t8c2"
        second.type("8c")
        for line in ("undo", "restart", "verdict", "autoplay all"):
            other = Player(mine.open_game(1), store=mine)
            second.type("undo")
            second.type("redo")
            assert other.type(line).endswith(stale)
            assert other.moves == second.moves
        assert first.type("5d 1c").count("FreeCell, deal 617") == 1
        assert first.moves == second.moves == "t8c1 t8c2 t8c3"


def test_the_player_is_told_of_a_game_that_was_left(store: Store) -> None:
    def greeting(slug: str) -> str:
        paper = screen()
        keyboard = Keyboard(paper, io.StringIO(""))
        LineMode(SavedGame(Session.new(slug, 8), store.games), paper, keyboard, store=store).run()
        return shown(paper)

    assert "You left" not in greeting("golf")
    player = at(store)
    player.type("d")
    told = "\nYou left deal 3 after 1 move: continue goes on with it.\nType a move, or help.\n"
    assert told in greeting("golf")
    assert "You left" not in greeting("aces")
    player.type("d")
    assert "\nYou left deal 3 after 2 moves: continue" in greeting("golf")
    player.type("undo 2")
    assert "\nYou left deal 3: continue goes on with it.\n" in greeting("golf")
    store.close()
    assert "\nType a move, or help.\n" in greeting("golf")
