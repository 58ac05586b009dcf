"""What clicks, drops, typed lines and actions do to a game; no user interface takes part."""

from collections.abc import Callable

import pytest
from position_builders import endgame
from textual.message_pump import MessagePump

from winnable import GAMES, Place, Session, parse_move
from winnable.errors import StaleGameError, StoreError, sentence
from winnable.play import Autoplay
from winnable.play.move_intent import Selection, best_moves
from winnable.rules import IllegalMoveError
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.auto_finish import AutoFinish
from winnable.tui.game_controller import GameController

FREECELL = GAMES["freecell"]


def at(text: str) -> Place:
    return Place.parse(text)


class Recorder:
    """A display that counts what it is asked to show."""

    def __init__(self) -> None:
        self.states = self.positions = self.wins = 0

    def show_state(self) -> None:
        self.states += 1

    def show_position(self) -> None:
        self.positions += 1

    def show_win(self) -> None:
        self.wins += 1


def controller(session: Session | SavedGame | None = None) -> GameController:
    session = session or Session.new("freecell", 617)
    saved_game = session if isinstance(session, SavedGame) else SavedGame(session)
    return GameController(saved_game, Recorder())


def shown(game: GameController) -> Recorder:
    assert isinstance(game.display, Recorder)
    return game.display


def moves(game: GameController) -> list[str]:
    return [str(step.move) for step in game.session.steps]


def type_places(game: GameController, *places: str) -> None:
    for place in places:
        game.click(at(place), None)


# -- selecting and moving cards -------------------------------------------------------------------


def test_two_clicks_move_cards() -> None:
    game = controller()
    game.click(at("t8"), 5)
    assert game.selection == Selection(at("t8"), 1)
    assert at("t3") in game.targets
    assert game.message == "Q♥ selected: where to?"
    game.click(at("t3"), 6)
    assert moves(game) == ["t8t3"]
    assert not game.selection
    assert not game.targets
    assert game.message.startswith("t8t3: ")
    game.click(at("t3"), 6)
    assert game.message == "K♣ and 1 more selected: where to?"


def test_a_second_click_on_the_same_place_deselects() -> None:
    game = controller()
    type_places(game, "t8", "t8")
    assert (game.selection, game.message, moves(game)) == (None, "", [])


def test_an_empty_place_and_a_foundation_cannot_be_selected() -> None:
    game = controller(Session(FREECELL, endgame(FREECELL, "KH", "KS")))
    game.click(at("t3"), None)
    assert game.message == "There is no card in column 3."
    game.click(at("f1"), 12)
    assert game.message == "A card on a foundation stays there."
    assert game.selection is None


def test_an_illegal_click_selects_the_other_cards_but_typing_does_not() -> None:
    game = controller()
    type_places(game, "t1", "t2")
    refused = game.message
    assert refused == "J♦ is not one lower than K♠."
    assert game.selection is None
    game.click(at("t1"), 6)
    game.click(at("t2"), 6)
    assert game.message == f"{refused} K♠ selected: where to?"
    assert game.selection is not None
    assert game.selection.place == at("t2")
    game.deselect()
    game.click(at("t1"), 6)
    game.click(at("f1"), -1)
    assert game.selection is None
    assert moves(game) == []


def test_a_double_click_sends_the_selected_card_home() -> None:
    game = controller(Session(FREECELL, endgame(FREECELL, "KH QH", "KS")))
    game.click(at("t1"), 1)
    game.double_click(at("t1"), 1)
    assert moves(game) == ["t1f3"]


def test_a_double_click_after_a_move_is_a_click() -> None:
    game = controller()
    game.click(at("t8"), 5)
    game.click(at("t3"), 6)
    game.double_click(at("t3"), 7)
    assert game.selection is not None
    assert moves(game) == ["t8t3"]


def test_a_double_click_on_the_stock_deals_once_to_the_columns() -> None:
    aces = controller(Session.new("aces", 7))
    aces.click(None, -1)
    aces.double_click(None, -1)
    assert moves(aces) == ["deal"]
    golf = controller(Session.new("golf", 7))
    golf.click(None, -1)
    golf.double_click(None, -1)
    assert moves(golf) == ["deal", "deal"], "one card at a time"


def test_in_golf_one_click_plays_a_card() -> None:
    session = Session.new("golf", 7)
    column = next(str(move)[:2] for move in session.legal_moves() if str(move) != "deal")
    game = controller(session)
    game.click(at(column), None)
    assert moves(game) == [f"{column}f1"]


def test_drops() -> None:
    game = controller()
    game.drop(at("t3"))
    assert moves(game) == [], "nothing was dragged"
    for nowhere in (None, at("t8")):
        assert game.select(at("t8"), 5)
        game.drop(nowhere)
        assert (game.selection, game.message) == (None, "")
    game.select(at("t8"), 5)
    game.drop(at("t1"))
    assert game.message.startswith("Q♥ is of the same colour as J♦;")
    game.select(at("t8"), 5)
    game.drop(at("t3"))
    assert moves(game) == ["t8t3"]


def test_selecting_hides_the_hint() -> None:
    game = controller()
    game.hint = parse_move("t8c1")
    game.click(at("t2"), None)
    assert game.hint is None


# -- typed lines ----------------------------------------------------------------------------------


def test_moves_are_typed_one_or_several_at_a_time() -> None:
    game = controller()
    game.make_typed("8a 3b")
    assert moves(game) == ["t8c1", "t3c2"]
    game.make_typed("j♦ to a cell")
    assert moves(game)[2:] == ["t1c3"]


def test_a_typed_line_stops_at_the_first_move_that_cannot_be_made() -> None:
    game = controller()
    game.make_typed("t3c2 t1t2 t8c1")
    assert moves(game) == ["t3c2"]
    assert game.message.startswith("Move 2 of 3, t1t2: J♦ is ")
    game.make_typed("nonsense")
    assert game.message.startswith("'nonsense' is not a move: ")
    assert moves(game) == ["t3c2"]


def test_moves_typed_after_the_winning_one_are_ignored() -> None:
    game = controller(Session(FREECELL, endgame(FREECELL, "KH", "KS")))
    game.make_typed("t1f3 t2f4 t3f1")
    assert game.session.is_won
    assert shown(game).wins == 1
    game.make_typed("t1f1")
    assert shown(game).wins == 1
    assert len(moves(game)) == 2


# -- actions --------------------------------------------------------------------------------------


def test_undo_redo_and_restart() -> None:
    game = controller()
    game.undo()
    assert game.message == "There is no move to undo."
    game.restart()
    assert game.message == "This is the start of the deal."
    game.make_typed("8a 3b")
    game.undo()
    assert (game.message, moves(game)) == ("Undone: t3c2.", ["t8c1"])
    game.redo()
    assert (game.message, moves(game)) == ("Redone: t3c2.", ["t8c1", "t3c2"])
    game.redo()
    assert game.message == "There is no move to redo."
    game.restart()
    assert (len(game.session.undone), moves(game)) == (2, [])


def test_send_home() -> None:
    game = controller(Session(FREECELL, endgame(FREECELL, "KH QH", "KS", "KC")))
    game.send_home(None)
    assert game.message == "There is no card to move to a foundation."
    game.send_home(at("t1"))
    assert moves(game) == ["t1f3"]


def finish(game: GameController) -> None:
    AutoFinish(game, MessagePump()).start(0)


def test_collect_counts_the_cards() -> None:
    game = controller()
    finish(game)
    assert game.message == "No card can move to a foundation."
    blocked = endgame(FREECELL, "KH QS", "KS JH QH", "KC QC")
    game = controller(Session(FREECELL, blocked))
    finish(game)
    assert (game.message, len(moves(game))) == (
        "3 cards moved to the foundations.",
        3,
    )


def test_collect_says_that_the_game_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    blocked = Session(FREECELL, endgame(FREECELL, "KH QS", "KS JH QH", "KC QC"))
    with Store.open() as store:
        monkeypatch.setattr(store.games, "insert", fail)
        game = controller(SavedGame(blocked, store.games))
        finish(game)
        assert game.message == "3 cards moved to the foundations. Not saved: the disk is full."


def test_collect_may_win() -> None:
    game = controller(Session(FREECELL, endgame(FREECELL, "KH QH", "KS QS", "KC")))
    finish(game)
    assert game.saved_game.outcome is Outcome.WON
    assert shown(game).wins == 1


def test_autoplay() -> None:
    game = controller()
    messages = set()
    for choice in (Autoplay.SAFE, Autoplay.ALL, Autoplay.OFF):
        assert game.set_autoplay(choice)
        assert game.session.autoplay is choice
        messages.add(game.message)
    assert len(messages) == len(Autoplay)


def test_giving_up_has_to_be_confirmed() -> None:
    assert controller().give_up(), "nothing has begun"
    game = controller()
    game.make_typed("8a")
    assert not game.give_up()
    game.undo()
    assert not game.give_up(), "something else was done in between"
    assert game.give_up()
    assert game.saved_game.outcome is Outcome.GIVEN_UP


def test_moves_after_a_win_are_not_saved() -> None:
    with Store.open() as store:
        session = Session(FREECELL, endgame(FREECELL, "KH"))
        game = controller(SavedGame(session, store.games))
        game.make_typed("t1f3")
        game.undo()
        assert "saved as won" in game.message
        assert store.games.history()[0].outcome is Outcome.WON


def test_no_move_is_left() -> None:
    session = Session.new("golf", 1)
    while not session.is_stuck:
        session.make(next(session.legal_moves()))
    last = session.undo()
    assert last is not None
    game = controller(session)
    game.make(last.move)
    assert "lost" in game.message
    assert "u takes the last move back" in game.message
    assert game.saved_game.outcome is Outcome.LOST
    assert game.give_up(), "it is lost already, so there is nothing to confirm"
    assert game.saved_game.outcome is Outcome.LOST
    game.undo()
    assert not game.saved_game.is_over


def test_a_won_game_is_not_called_lost_where_no_move_is_left() -> None:
    golf = GAMES["golf-relaxed"]
    game = controller(Session(golf, endgame(golf, "AD", "2D", "AH", "KH", "QH")))
    game.make_typed("t1f1 t2f1 t3f1 t4f1 t5f1")
    assert game.session.is_won
    game.undo(4)
    game.make_typed("t4f1 t5f1")
    assert game.session.is_stuck
    assert game.message.endswith(
        "The game stays saved as won; what you do now is not saved. No legal move is left."
    )


ILLEGAL = {
    "freecell": (("t1", "t2"), "t1t2"),
    "bakers-game": (("t1", "f1"), "t1f1"),
    "easthaven": (("t1", "t2"), "t1t2"),
    "golf-relaxed": (("t2",), "t2f1"),
    "aces-up": (("t1", "t2"), "t1t2"),
}
"""Places to choose one after the other, and the illegal move that this is."""


@pytest.mark.parametrize("slug", GAMES)
def test_an_illegal_move_is_refused_and_says_why(slug: str) -> None:
    game = controller(Session.new(slug, 617))
    places, illegal = ILLEGAL[slug]
    with pytest.raises(IllegalMoveError) as error:
        game.session.game.apply(game.session.position, parse_move(illegal))
    why = sentence(error.value.why)
    type_places(game, *places)
    assert (game.message, moves(game)) == (why, [])
    game.say("")
    game.make(parse_move(illegal))
    assert (game.message, moves(game)) == (why, [])


# -- a click that moves ---------------------------------------------------------------------------


def click(game: GameController, place: str, index: int) -> None:
    game.click(Place.parse(place), index, moves_at_once=True)


def test_a_click_moves_a_card_to_its_best_place() -> None:
    game = controller(Session.new("freecell", 617, autoplay=Autoplay.OFF))
    position = game.session.position
    best = best_moves(game.game, position, game.game.legal_moves(position))
    assert best
    for move in best:
        click(game, str(move.source), len(position.pile(move.source)) - move.count)
        assert moves(game) == [str(move)]
        game.undo()


def test_a_click_on_a_card_that_cannot_move_says_why() -> None:
    game = controller(Session.new("freecell", 617))
    click(game, "t1", 0)
    assert game.message == "The last 7 cards of column 1 are not in sequence."
    assert (moves(game), game.selection) == ([], None)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("deal", [1, 617])
def test_a_click_makes_a_legal_move_or_says_something(slug: str, deal: int) -> None:
    session = Session.new(slug, deal)
    for number, pile in enumerate(session.position.columns):
        for index in range(len(pile)):
            game = controller(Session.new(slug, deal))
            click(game, f"t{number + 1}", index)
            assert game.message
            assert len(moves(game)) <= 1


# -- the store ------------------------------------------------------------------------------------


def open_after_a_move(store: Store) -> GameController:
    SavedGame(Session.new("freecell", 617), store.games).make("t8c1")
    return controller(store.open_game(1))


CHANGES: dict[str, Callable[[GameController], object]] = {
    "make": lambda game: game.make(parse_move("t1c2")),
    "click": lambda game: type_places(game, "t1", "c2"),
    "undo": GameController.undo,
    "restart": GameController.restart,
    "autoplay": lambda game: game.set_autoplay(Autoplay.ALL),
    "typed": lambda game: game.make_typed("3b 4c"),
    "give up": lambda game: (game.give_up(), game.give_up()),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_program_has_changed_the_game(change: Callable[[GameController], object]) -> None:
    with Store.open() as store:
        game = open_after_a_move(store)
        store.open_game(1).make("t3c4")
        change(game)
        assert moves(game) == ["t8c1", "t3c4"], "the other program's moves are loaded"
        assert game.selection is None
        assert shown(game).positions >= 1
        game.make_typed("1b")
        assert store.games.history()[0].moves == 3


def test_another_screen_has_loaded_a_newer_version() -> None:
    with Store.open() as store:
        game = open_after_a_move(store)
        game.pause()
        store.open_game(1).make("t3c4")
        with pytest.raises(StaleGameError):
            game.saved_game.count_hint()
        game.resume()
        assert shown(game).positions == 1
        assert moves(game) == ["t8c1", "t3c4"]
        game.pause()
        game.resume()
        assert shown(game).positions == 1


def test_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with Store.open() as store:
        game = open_after_a_move(store)
        with monkeypatch.context() as full:
            full.setattr(store.games, "update", fail)
            game.make_typed("1b")
            assert game.message.startswith("t1c2: ")
            assert game.message.endswith(" Not saved: the disk is full.")
            assert len(moves(game)) == 2, "play continues"
        game.make_typed("2c")
        assert "Not saved" not in game.message
        assert store.games.history()[0].moves == 3, "the next move saves everything"
