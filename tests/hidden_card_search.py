"""For tests of the coach: sessions with other hidden cards, and games in which few are hidden."""

import random
from dataclasses import replace

from winnable import DECK, GAMES, Card, Game, Position, Session
from winnable.coach.hidden_cards import HiddenCards
from winnable.solver import Limit, Verdict, solve

HIDING = tuple(GAMES[slug] for slug in ("golf-relaxed", "aces-up", "easthaven"))
"""The games that hide cards."""
OPEN = tuple(GAMES[slug] for slug in ("freecell", "bakers-game"))
"""Those that do not."""


def lying_otherwise(session: Session, rng: random.Random) -> Session:
    """A session that has looked the same from the start, with the unseen cards shuffled."""
    unseen = HiddenCards.of(session.game, session.view).unseen
    other = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    twin = Session(session.game, _exchanged(session.start, other), autoplay=session.autoplay)
    for step in session.steps:
        twin.make(step.move, step.automoves)
    assert twin.view == session.view
    return twin


def _exchanged(position: Position, other: dict[Card, Card]) -> Position:
    return replace(
        position,
        columns=tuple(tuple(other.get(card, card) for card in pile) for pile in position.columns),
        stock=None
        if position.stock is None
        else tuple(other.get(card, card) for card in position.stock),
    )


def shuffled(game: Game, rng: random.Random, autoplay: str = "off") -> Session:
    """A fresh game."""
    return Session(game, deal=tuple(rng.sample(DECK, len(DECK))), autoplay=autoplay)


def with_few_hidden(game: Game, rng: random.Random, most: int) -> Session:
    """A game in which at most `most` cards are hidden, but some are.

    A winning line is followed, so that it is not lost yet, and then a few random moves are made, so
    that not every way can be won.
    """
    while True:
        session = shuffled(game, rng)
        result = solve(game, session.position, Limit(states=50_000))
        if result.verdict is not Verdict.WINNABLE:
            continue
        for move in result.moves:
            session.make(move)
            if len(HiddenCards.of(game, session.view).unseen) <= most:
                break
        for _ in range(rng.randrange(3)):
            moves = [move for move in game.distinct_moves(session.position) if str(move) != "deal"]
            if moves and not session.is_won:
                session.make(rng.choice(moves))
        if HiddenCards.of(game, session.view).unseen and not session.is_won:
            return session


def position_like(game: Game, position: Position, rng: random.Random) -> Position:
    """The same position with the unseen cards shuffled."""
    hidden = HiddenCards.of(game, position.view)
    return hidden.arrange(rng.sample(hidden.unseen, len(hidden.unseen)))
