"""Finding a deal: a random winnable one, one of a given level, or the daily deal.

>>> from datetime import date
>>> from winnable import find_game
>>> find_daily_deal(find_game("aces-up"), date(2027, 1, 1))
191330

`docs/difficulty.md` defines the daily deal so that anybody can work it out without this program.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from datetime import date
from functools import cache
from importlib.resources import files
from threading import Event
from typing import NamedTuple

from winnable.coach.difficulty import Level, deal_has_level, is_winnable
from winnable.coach.known_verdicts import known_verdict, verdict_table
from winnable.deals import DealSource, numbered_deck, random_number
from winnable.errors import FileError, LimitError
from winnable.l10n import t
from winnable.rules import GAMES, Game
from winnable.solver import Limit, Verdict, solve
from winnable.solver.cancellation import is_cancelled

__all__ = [
    "DAILY_DEALS",
    "NewDeal",
    "find_daily_deal",
    "find_new_deal",
    "find_winnable_deal",
    "first_candidate",
    "known_lost_deals",
    "next_candidate",
    "search_daily_deal",
]

DAILY_DEALS = 1_000_000
"""Daily deals are numbered 1 to this. It is part of their definition and must never change."""

_MAX_DEALS = 100_000
"""After this many deals there is probably none that can be won."""

_DAILY_LIMIT = Limit(memory=2**31)
"""For the verdict on a candidate for the daily deal. No deal ever solved came near it; if one does,
there is no daily deal, rather than a different one."""


_NEW_DEAL_LIMIT = Limit(states=2_000)
_NEW_DEALS = 10
"""How many random deals are solved, within that limit, for a new game of other rules than ours:
without kernels that takes a few seconds at most."""


class NewDeal(NamedTuple):
    """A deal for a new game."""

    number: int
    source: DealSource | None
    """None: nothing is known of it, and it may be impossible."""


def find_new_deal(game: Game, *, rng: random.Random | None = None) -> NewDeal:
    """A deal to play at once: proved winnable, unless that takes too long; then any deal.

    For our games the known verdicts tell at once. For other rules, or where those cannot be read, a
    few random deals are solved within small limits.
    """
    rng = random.SystemRandom() if rng is None else rng
    try:
        table = verdict_table(game)
    except FileError:  # to play should be possible all the same
        table = None
    if table is not None and table.winnable:
        number = table.winnable_deal(rng.randrange(table.winnable))
        return NewDeal(number, DealSource.WINNABLE)
    for _ in range(_NEW_DEALS):
        number = random_number(rng)
        result = solve(game, game.deal(numbered_deck(number)), _NEW_DEAL_LIMIT)
        if result.verdict is Verdict.WINNABLE:
            return NewDeal(number, DealSource.WINNABLE)
    return NewDeal(random_number(rng), None)


def find_winnable_deal(
    game: Game,
    *,
    level: Level | None = None,
    rng: random.Random | None = None,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
    max_deals: int = _MAX_DEALS,
) -> int:
    """A random deal number, short enough to tell a friend, of a deal that is proved winnable.

    With a level, the deal has that level too. For a game with known verdicts it is one of the deals
    that they say are winnable, each as likely as any other, and without a level nothing is solved.
    For other games random deals are solved; those that a small limit leaves unsettled are passed
    over.

    Without `rng` the operating system's randomness is used; a generator in the same state gives the
    same deal, as long as the known verdicts are the same. `progress` gets the number of deals
    passed over. Setting `cancel` from another thread ends the search soon, with a LimitError, since
    there is no number to return.
    """
    rng = random.SystemRandom() if rng is None else rng
    table = verdict_table(game)
    if table is not None and not table.winnable:
        table = None
    for passed_over in range(1, max_deals + 1):
        if table is not None:
            number = table.winnable_deal(rng.randrange(table.winnable))
        else:
            number = random_number(rng)
        if level is not None:
            fits = deal_has_level(game, number, level, cancel=cancel)
        else:
            fits = table is not None or _is_winnable(game, number, cancel)
        _raise_if_cancelled(cancel)
        if fits:
            return number
        if progress is not None:
            progress(passed_over)
    if level is None:
        raise LimitError(t("coach.deal.none_winnable", game=game.name, count=max_deals))
    name = t(f"page.deals.level_{level.value}")
    raise LimitError(t("coach.deal.none_of_level", game=game.name, level=name, count=max_deals))


def find_daily_deal(
    game: Game,
    day: date,
    *,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """The number of the day's deal: the same for everyone, for ever, and a deal that can be won.

    `progress` and `cancel` are as for `find_winnable_deal`.
    """
    lost = known_lost_deals(game, day)
    if lost is None:
        return search_daily_deal(game, day, cancel=cancel, progress=progress)
    number = first_candidate(game, day)
    for _ in range(lost):
        number = next_candidate(number)
    return number


def search_daily_deal(
    game: Game,
    day: date,
    *,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
    limit: Limit = _DAILY_LIMIT,
    max_deals: int = _MAX_DEALS,
) -> int:
    """Find the day's deal by its definition: the first winnable deal from `first_candidate` on.

    Candidates are solved, except where the verdict is known, which is faster and no different. Only
    a deal that is proved lost is passed over. One that cannot be settled is a LimitError,
    never another number, so that the answer does not depend on how well or how long a solver
    searches.
    """
    number = first_candidate(game, day)
    for passed_over in range(1, max_deals + 1):
        verdict = known_verdict(game, number)
        if verdict is None:
            verdict = solve(game, game.deal(numbered_deck(number)), limit, cancel=cancel).verdict
        if verdict is Verdict.WINNABLE:
            return number
        _raise_if_cancelled(cancel)
        if verdict is Verdict.UNSETTLED:
            raise LimitError(
                t(
                    "coach.deal.daily_unsettled",
                    game=game.name,
                    day=f"{day:%Y-%m-%d}",
                    number=str(number),
                )
            )
        if progress is not None:
            progress(passed_over)
        number = next_candidate(number)
    raise LimitError(t("coach.deal.no_daily", game=game.name, count=max_deals))


def first_candidate(game: Game, day: date) -> int:
    """The first deal number to try for a day.

    >>> first_candidate(GAMES["aces-up"], date(2027, 1, 1))
    191329
    """
    text = f"winnable daily {game.slug} {day.year:04}-{day.month:02}-{day.day:02}"
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % DAILY_DEALS + 1


def next_candidate(number: int) -> int:
    """The number to try after a lost deal: the next, and after the last the first.

    >>> next_candidate(617), next_candidate(1_000_000)
    (618, 1)
    """
    return number % DAILY_DEALS + 1


def known_lost_deals(game: Game, day: date) -> int | None:
    """How many deals are lost from the day's first candidate on; None if not worked out in advance.

    Half the deals of Aces Up are lost, and the proofs for a day take half a second on average but
    more than five on one day in 37. So they were made once and for all, for some years; in other
    years they are made when needed, with the same answer.
    """
    digits = _aces_up_lost_deals().get(day.year) if game == GAMES["aces-up"] else None
    return None if digits is None else int(digits[day.timetuple().tm_yday - 1], base=36)


@cache
def _aces_up_lost_deals() -> dict[int, str]:
    text = files("winnable.coach").joinpath("aces_up_daily.json").read_text("utf-8")
    return {int(year): digits for year, digits in json.loads(text)["lost_deals"].items()}


def _is_winnable(game: Game, number: int, cancel: Event | None) -> bool:
    return is_winnable(game, game.deal(numbered_deck(number)), cancel)


def _raise_if_cancelled(cancel: Event | None) -> None:
    if is_cancelled(cancel):
        raise LimitError(t("coach.deal.cancelled"))
