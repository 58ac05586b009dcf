"""The atlas: what is known of a numbered deal, in every game.

A verdict that ships with the package is answered at once; the rest is worked out by the coach's
workers, within a number of positions. Whoever only looks becomes no player.
"""

from __future__ import annotations

from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Query, Request

from winnable.coach.known_verdicts import known_verdict
from winnable.deals import numbered_deck
from winnable.l10n import t
from winnable.rules import GAMES, Game, find_game
from winnable.solver import Verdict
from winnable.web.app_state import AppState
from winnable.web.coach_messages import FactsMessage
from winnable.web.dependencies import AppStateDep, CurrentPlayer, job_owner
from winnable.web.http_errors import ApiError
from winnable.web.replay_steps import visible_cards
from winnable.web.request_models import DealNumber
from winnable.web.response_models.catalog import GameDeal, NumberedDeal
from winnable.web.routes.openapi import ERRORS
from winnable.web.streaming import coach_messages

__all__ = ["router"]

router = APIRouter(prefix="/deals", tags=["deals"], responses=ERRORS)


@router.get("/{number}")
async def numbered_deal(
    number: DealNumber,
    request: Request,
    state: AppStateDep,
    player: CurrentPlayer,
    games: Annotated[
        str | None,
        Query(
            max_length=200,
            description="Slugs of games with commas between them; all games unless set.",
            examples=["freecell,golf-relaxed"],
        ),
    ] = None,
    known: Annotated[
        bool, Query(description="Only what is known at once: nothing is worked out.")
    ] = False,
) -> NumberedDeal:
    """A deal in every game: its table, whether it can be won, in how many moves, and its level.

    This is about the deal as dealt. Hidden cards are looked at and not shown.
    """
    wanted = list(GAMES.values()) if games is None else _read_games(games)
    found = []
    for game in wanted:
        facts = _known_facts(state, game, number)
        if not known and (facts is None or facts.cut_short):
            facts = await _find_facts(request, state, player, game, number)
        found.append(_game_deal(game, number, facts))
    return NumberedDeal(deal_number=number, games=found)


def _read_games(text: str) -> list[Game]:
    return list(dict.fromkeys(find_game(name.strip()) for name in text.split(",")))


def _known_facts(state: AppState, game: Game, number: int) -> FactsMessage | None:
    """What is known without a search; `cut_short` if a search would find out more."""
    if (found := state.deal_facts.get(game.slug, number)) is not None:
        return found
    verdict = known_verdict(game, number)
    if verdict is None:
        return None
    # A lost deal has neither a line nor a level.
    return FactsMessage(
        verdict=verdict,
        moves=None,
        moves_by_hand=None,
        minimal=False,
        level=None,
        cut_short=verdict is not Verdict.LOST,
    )


async def _find_facts(
    request: Request, state: AppState, player: int | None, game: Game, number: int
) -> FactsMessage:
    async def search() -> FactsMessage:
        task = {"task": "facts", "game": game.slug, "deal_number": number}
        job = state.pool.submit(await job_owner(request, state, player), None, task)
        async with aclosing(coach_messages(request, job, stopped_status=503)) as messages:
            async for message in messages:
                if isinstance(message, FactsMessage):
                    return message
        raise ApiError(503, t("web.nothing_in_time"))

    return await state.deal_facts.find(game.slug, number, search)


def _game_deal(game: Game, number: int, facts: FactsMessage | None) -> GameDeal:
    view = visible_cards(game.deal(numbered_deck(number)).view)
    if facts is None:
        return GameDeal(game=game.slug, game_name=game.name, view=view)
    return GameDeal(
        game=game.slug,
        game_name=game.name,
        view=view,
        verdict=facts.verdict,
        moves=facts.moves,
        moves_by_hand=facts.moves_by_hand,
        minimal=facts.minimal,
        level=facts.level,
        final=not facts.cut_short,
    )
