from __future__ import annotations

from dataclasses import replace

import pytest

from winnable.cards import Suit
from winnable.judge import load_profile, shipped_profiles
from winnable.judge.conventions import Conventions, standard_conventions
from winnable.judge.lines import LineKind, understand
from winnable.judge.plan import line_topic
from winnable.judge.profile import Profile
from winnable.judge.scripts import goals, situations
from winnable.judge.whole_games import Script, losing_scripts, winning_script


def follow(profile: Profile, conventions: Conventions, script: Script) -> list[str]:
    """The topics of the lines; nothing may come after the end of a game."""
    position = conventions.deal(profile.game, script.order)
    topics = []
    ended = False
    for line in script.lines:
        assert not ended
        meaning = understand(profile, conventions, position, line)
        topics.append(line_topic(position, meaning))
        position, ended = meaning.position, meaning.ends
    return topics


@pytest.mark.parametrize("handout", shipped_profiles())
def test_every_goal_is_found(handout: str) -> None:
    profile = load_profile(handout)
    conventions = standard_conventions(profile.game)
    found = situations(profile, conventions)
    assert set(found.scripts) == set(goals(profile))
    topics = set()
    for scripts in found.scripts.values():
        for script in scripts:
            topics.add(follow(profile, conventions, script)[script.start])
    assert len(topics) >= len(found.scripts) - 2
    for tour in found.tours:
        follow(profile, conventions, tour)


@pytest.mark.parametrize("handout", shipped_profiles())
def test_whole_games(handout: str) -> None:
    profile = load_profile(handout)
    conventions = standard_conventions(profile.game)
    won = winning_script(profile, conventions)
    assert won is not None
    assert follow(profile, conventions, won)[won.start] == "won"
    lost = losing_scripts(profile, conventions)
    assert lost
    for script in lost:
        end = follow(profile, conventions, script)[-1]
        assert end == "lost" or not profile.ends_when_lost


def test_a_win_where_the_stock_waits_and_foundations_belong_to_suits() -> None:
    profile = load_profile("easthaven")
    owned = {suit: slot for slot, suit in enumerate(reversed(Suit))}
    conventions = replace(standard_conventions(profile.game), owned=owned, stock_waits=True)
    won = winning_script(profile, conventions)
    assert won is not None
    assert follow(profile, conventions, won)[-1] == "won"


def test_a_refused_move_changes_nothing() -> None:
    profile = load_profile("freecell")
    conventions = standard_conventions(profile.game)
    (tour, *_) = situations(profile, conventions).tours
    position = conventions.deal(profile.game, tour.order)
    for line in tour.lines:
        meaning = understand(profile, conventions, position, line)
        if meaning.kind is LineKind.REFUSED:
            assert meaning.position == position
        position = meaning.position
