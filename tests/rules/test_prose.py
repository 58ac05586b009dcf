"""What games are, in words: in English the words of their records, in other languages others."""

from dataclasses import replace

import pytest

from winnable import GAMES, Game
from winnable.l10n import DEFAULT_LANGUAGE, languages, strings_of, use_language
from winnable.rules import HANDOUTS
from winnable.rules.prose import game_rules, game_summary

ALL = [*GAMES.values(), *(handout.game for handout in HANDOUTS.values())]
OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]


def paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
def test_the_english_words_are_those_of_the_record(game: Game) -> None:
    assert game_summary(game) == game.summary
    assert game_rules(game).split("\n\n") == paragraphs(game.rules)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
def test_every_language_has_words_of_its_own(game: Game, language: str) -> None:
    with use_language(language):
        assert game_summary(game) != game.summary
        assert len(game_summary(game).splitlines()) == 1
        assert len(game_rules(game).split("\n\n")) == len(paragraphs(game.rules))
        assert set(game_rules(game).split("\n\n")).isdisjoint(paragraphs(game.rules))


@pytest.mark.parametrize("language", languages())
def test_no_language_describes_a_game_that_there_is_not(language: str) -> None:
    keys = [key.split(".") for key in strings_of(language).texts if key.startswith("games.")]
    assert {slug for _, slug, _ in keys} == {game.slug for game in ALL}


def test_another_game_is_described_by_its_record() -> None:
    game = replace(
        GAMES["freecell"], slug="sixth", summary="half the cells", rules="One.\n\nTwo\n."
    )
    with use_language(OTHERS[0]):
        assert (game_summary(game), game_rules(game)) == ("half the cells", "One.\n\nTwo .")
