"""The registered games: their layouts, their names, and how little a new one takes."""

import ast
import importlib
import inspect
from dataclasses import replace
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import pile
from strategies import ALL_GAMES, FREECELL_WITH_TWO_CELLS, examples

from winnable import (
    DECK,
    GAMES,
    BuildRule,
    Game,
    IllegalMoveError,
    RunRule,
    Session,
    UnknownGameError,
    find_game,
)
from winnable.rules import games

# The new deck, dealt: AC AD AH AS 2C ... KS. By hand, so that nothing of ours is believed.
LAYOUTS = {
    "aces-up": ["AC", "AD", "AH", "AS"],
    "easthaven": [
        "AC 2S 4H", "AD 3C 4S", "AH 3D 5C", "AS 3H 5D", "2C 3S 5H", "2D 4C 5S", "2H 4D 6C",
    ],
    "golf-relaxed": [
        "AC 2S 4H 6D 8C", "AD 3C 4S 6H 8D", "AH 3D 5C 6S 8H", "AS 3H 5D 7C 8S", "2C 3S 5H 7D 9C",
        "2D 4C 5S 7H 9D", "2H 4D 6C 7S 9H",
    ],
    "freecell": [
        "AC 3C 5C 7C 9C JC KC", "AD 3D 5D 7D 9D JD KD", "AH 3H 5H 7H 9H JH KH",
        "AS 3S 5S 7S 9S JS KS", "2C 4C 6C 8C TC QC", "2D 4D 6D 8D TD QD", "2H 4H 6H 8H TH QH",
        "2S 4S 6S 8S TS QS",
    ],
}  # fmt: skip
LAYOUTS["bakers-game"] = LAYOUTS["freecell"]


@pytest.mark.parametrize("slug", GAMES)
def test_the_new_deck_dealt(slug: str) -> None:
    position = GAMES[slug].deal(DECK)
    assert list(position.columns) == [pile(column) for column in LAYOUTS[slug]]
    started = 1 if slug == "golf-relaxed" else 0
    laid = sum(map(len, position.columns)) + started
    assert sum(position.foundations, ()) == DECK[laid - started : laid]
    assert position.stock == (None if slug in ("freecell", "bakers-game") else DECK[laid:])
    assert position.face_down == (2 if slug == "easthaven" else 0,) * len(position.columns)
    assert position.cells == (None,) * (4 if position.stock is None else 0)
    assert len(position.foundations) == (1 if slug in ("aces-up", "golf-relaxed") else 4)


def test_easthavens_last_deal_reaches_three_columns() -> None:
    session = Session.new("easthaven", DECK)
    for left in (24, 17, 10, 3, 0):
        session.make("deal")
        assert session.view.stock == left
    assert [len(column) for column in session.view.columns] == [8, 8, 8, 7, 7, 7, 7]


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_found_by_any_unambiguous_prefix(slug: str) -> None:
    for end in range(1, len(slug) + 1):
        others = [other for other in GAMES if other.startswith(slug[:end])]
        if len(others) == 1:
            assert find_game(slug[:end]) is GAMES[slug]
    game = GAMES[slug]
    for name in (
        game.name,
        game.name.upper(),
        slug.replace("-", "_"),
        f"  {slug.replace('-', ' ')} ",
    ):
        assert find_game(name) is game


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("freecel1", "there is no game 'freecel1': did you mean freecell?"),
        ("frecell", "there is no game 'frecell': did you mean freecell?"),
        ("eastheaven", "there is no game 'eastheaven': did you mean easthaven?"),
        ("ace up", "there is no game 'ace up': did you mean aces-up?"),
        ("klondike", "there is no game 'klondike': the games are "
         "freecell, bakers-game, easthaven, golf-relaxed, aces-up"),
        ("", "there is no game '': the games are "
         "freecell, bakers-game, easthaven, golf-relaxed, aces-up"),
    ],
)  # fmt: skip
def test_a_wrong_name_gets_the_nearest_right_one(name: str, words: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        find_game(name)
    assert str(caught.value) == words


@examples(200)
@given(st.text(max_size=60))
def test_any_name_finds_a_game_or_gets_one_line(name: str) -> None:
    try:
        said = find_game(name).name
    except UnknownGameError as error:
        said = str(error)
    assert len(said.splitlines()) == 1


def test_registering_a_game_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    sixth = replace(FREECELL_WITH_TWO_CELLS, slug="freecell-two")
    monkeypatch.setitem(GAMES, sixth.slug, sixth)
    assert find_game("freecell-t") is sixth
    assert find_game("freecell") is GAMES["freecell"]  # a whole name is never in doubt
    with pytest.raises(
        UnknownGameError, match=r"'free' could be several .*: freecell / freecell-two"
    ):
        find_game("free")
    assert Session.new("FreeCell two", 1).game.cells == 2


def test_the_registry_is_one_line_a_game() -> None:
    source = inspect.getsource(games)
    for game in GAMES.values():
        assert source.count(f'    "{game.slug.replace("-", "_")}",\n') == 1
    assert list(GAMES) == [game.slug for game in GAMES.values()]


def module_of(slug: str) -> ModuleType:
    return importlib.import_module(f"winnable.rules.games.{slug.replace('-', '_')}")


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_one_short_file_of_data(slug: str) -> None:
    module = module_of(slug)
    source = inspect.getsource(module)
    tree = ast.parse(source)
    docstring = tree.body[0]
    code = [
        line
        for number, line in enumerate(source.splitlines(), 1)
        if number > (docstring.end_lineno or 0) and line.strip()
    ]
    assert len(code) <= 20
    kinds = [type(node) for node in tree.body[1:]]
    assert kinds == [ast.ImportFrom, ast.ImportFrom, ast.Assign]  # no logic at all
    assert GAMES[slug].rules == module.__doc__


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
def test_every_game_says_what_it_is(game: Game) -> None:
    assert game.slug == game.slug.lower()
    assert len(game.summary.splitlines()) == 1
    assert len(game.rules.split()) > 40
    assert all(len(line) <= 100 for line in game.rules.splitlines())
    assert game.rules not in repr(game)
    assert hash(game) == hash(replace(game))
    stock = 52 - game.tableau_cards - game.foundation_cards
    assert (not game.has_stock) == (stock == 0)


SIXTH = Game(
    name="FreeCell with two cells",
    slug="two-cells",
    summary="half the cells, twice the thinking",
    rules="As FreeCell, but there are only two cells.",
    columns=8,
    tableau_cards=52,
    cells=2,
    build_rule=BuildRule.ALTERNATE,
    run_rule=RunRule.SUPERMOVE,
)


def test_a_sixth_game_defined_on_the_spot_can_be_played() -> None:
    session = Session.new(SIXTH, 1)
    assert len(session.view.cells) == 2
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    assert session.view.columns[1][-2:] == pile("9C 8D")
    with pytest.raises(IllegalMoveError, match="cell 1 is not empty"):
        session.make("t1c1")
    with pytest.raises(IllegalMoveError, match="there is no cell 3 in this game"):
        session.make("t1c3")
    assert [str(step.move) for step in session.steps] == ["t3c1", "t3t2", "t7c2"]


def test_the_shared_properties_are_held_over_it() -> None:
    twin = next(game for game in ALL_GAMES if game.slug == SIXTH.slug)
    assert replace(SIXTH, summary=twin.summary, rules=twin.rules) == twin
