"""Games of a study, and variants of them."""

from dataclasses import replace

import pytest

from winnable import GAMES
from winnable.errors import WinnableError
from winnable.rules import BuildRule
from winnable.study import parse_game, parse_games


@pytest.mark.parametrize("slug", GAMES)
def test_a_registered_game_is_itself(slug: str) -> None:
    game = parse_game(slug)
    assert (game.slug, game.game) == (slug, GAMES[slug])


def test_a_variant_has_the_rules_that_were_asked() -> None:
    game = parse_game("FreeCell:build_rule=SUIT:cells=3").game
    changed = replace(GAMES["freecell"], cells=3, build_rule=BuildRule.SUIT)
    assert replace(game, name=changed.name, slug=changed.slug) == changed


def test_a_variant_has_one_name_however_it_is_written() -> None:
    slugs = {parse_game(text).slug for text in (
        "freecell:cells=3:build_rule=suit", "free:build_rule=Suit:cells=3",
        "freecell:build_rule=suit:columns=8:cells=3",
    )}  # fmt: skip
    assert len(slugs) == 1
    assert parse_game(slugs.pop()).game.cells == 3


def test_a_rule_that_does_not_change_makes_no_variant() -> None:
    assert parse_game("golf:wraps=yes").slug == "golf-relaxed"


def test_all_is_every_game() -> None:
    assert [game.slug for game in parse_games("all")] == list(GAMES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chess",
        "freecell,,golf",
        "freecell,freecell",
        "golf,golf:wraps=yes",
        "freecell:",
        "freecell:cells",
        "freecell:cells=",
        "freecell:cells=many",
        "freecell:cells=-1",
        "freecell:cells=1000",
        "freecell:cells=²",
        "freecell:cells=3:cells=2",
        "freecell:name=x",
        "freecell:rules=x",
        "freecell:build_rule=none",
        "golf:wraps=maybe",
        "freecell:columns=0",
        "freecell:tableau_cards=50",
        "freecell:tableau_cards=60",
        "golf:tableau_cards=52",
    ],
)
def test_what_is_not_a_game_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(WinnableError) as caught:
        parse_games(text)
    assert len(str(caught.value).splitlines()) == 1
