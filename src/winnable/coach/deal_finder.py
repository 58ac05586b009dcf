"""Deals to order: one that can be won, of a wanted level, or the deal of the day.

>>> from datetime import date
>>> from winnable import find_game
>>> find_daily_deal(find_game("aces-up"), date(2027, 1, 1))
191330

`docs/difficulty.md` defines the daily deal so that anybody can work it out without us.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from datetime import date
from threading import Event

from winnable.coach.difficulty import Level, has_level, is_winnable
from winnable.deals import numbered_deck, random_number
from winnable.errors import LimitError
from winnable.rules import GAMES, Game
from winnable.solver import Limit, Verdict, solve

__all__ = ["find_daily_deal", "find_winnable_deal", "first_candidate", "next_candidate"]

_DAILY_DEALS = 1_000_000
"""Daily deals are among the first so many. It is part of their definition, and stays."""

_MOST_DEALS = 100_000
"""After so many deals nobody believes any more that there is one that can be won."""

_PATIENCE = Limit(memory=2**31)
"""What the verdict on a candidate for the daily deal may take. No deal that was ever looked at
came near it; where one does there is no daily deal, rather than another one."""


def find_winnable_deal(
    game: Game,
    *,
    level: Level | None = None,
    rng: random.Random | None = None,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """A deal number by chance, short enough to tell a friend, whose deal is proved to be winnable.

    With a level, the deal is of that level too. Deals that a small limit leaves unsettled are
    passed over; so the few that can be won but take long to solve are never dealt. `rng` is the
    operating system's randomness unless another is given. `progress` is told how many deals have
    been passed over. `cancel` set from another thread ends it soon, with a LimitError: there is
    no number then.
    """
    chance = random.SystemRandom() if rng is None else rng
    for passed_over in range(1, _MOST_DEALS + 1):
        number = random_number(chance)
        start = game.deal(numbered_deck(number))
        fits = is_winnable(game, start, cancel) and (
            level is None or has_level(game, start, level, cancel=cancel)
        )
        _go_on(cancel)
        if fits:
            return number
        if progress is not None:
            progress(passed_over)
    kind = "that can be won" if level is None else f"of level {level.value}"
    raise LimitError(f"none of {_MOST_DEALS} deals of {game.name} is known to be one {kind}")


def find_daily_deal(
    game: Game,
    day: date,
    *,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """The number of the day's deal: the same for everyone, for ever, and a deal that can be won.

    It is the first winnable deal from `first_candidate` on. Only a deal that is proved to be lost
    is passed over: one that cannot be settled is a LimitError, never another number, so that the
    answer does not depend on how well or how long anybody's solver searches. `progress` and
    `cancel` are as for `find_winnable_deal`.
    """
    number = first_candidate(game, day)
    if (lost := _known(game, day)) is not None:
        for _ in range(lost):
            number = next_candidate(number)
        return number
    for passed_over in range(1, _MOST_DEALS + 1):
        start = game.deal(numbered_deck(number))
        verdict = solve(game, start, _PATIENCE, cancel=cancel).verdict
        if verdict is Verdict.WINNABLE:
            return number
        _go_on(cancel)
        if verdict is Verdict.UNSETTLED:
            raise LimitError(
                f"the daily deal of {game.name} for {day:%Y-%m-%d} is not known: "
                f"whether deal {number} can be won is not settled within the memory allowed"
            )
        if progress is not None:
            progress(passed_over)
        number = next_candidate(number)
    raise LimitError(f"{game.name} has no daily deal: {_MOST_DEALS} deals in a row are lost")


def first_candidate(game: Game, day: date) -> int:
    """The number that stands for a day: the day's deal if that can be won.

    >>> first_candidate(GAMES["aces-up"], date(2027, 1, 1))
    191329
    """
    text = f"winnable daily {game.slug} {day.year:04}-{day.month:02}-{day.day:02}"
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % _DAILY_DEALS + 1


def next_candidate(number: int) -> int:
    """The number to go on with if a deal is lost: the next, and after the last the first.

    >>> next_candidate(617), next_candidate(1_000_000)
    (618, 1)
    """
    return number % _DAILY_DEALS + 1


def _known(game: Game, day: date) -> int | None:
    """How many lost deals come before the day's, where that has been proved beforehand."""
    if game != GAMES["aces-up"] or day.year not in _PASSED_OVER:
        return None
    return int(_PASSED_OVER[day.year][day.timetuple().tm_yday - 1], base=36)


def _go_on(cancel: Event | None) -> None:
    if cancel is not None and cancel.is_set():
        raise LimitError("no deal was chosen: the search was called off")


_PASSED_OVER = {
    2026: (
        "1000100211100004000000100021011210310111017002300010001102202107020010002201101220021200"
        "1100000203114040101001010122001200052000111424100001001000010021000030004302000300040000"
        "0021000002330310002100031400110000120110101101200224121300120020010300100311010021200012"
        "0116010181212001503401000000111002002000330104310010100000203100420011101030006210013100"
        "0423101014100"
    ),
    2027: (
        "1211004030000100002000000011150004001200121100200004100602110120030000013001121101003000"
        "1030100002000110100101201100100012301200021101022004110005241102101031121312003110220101"
        "0120011212201305011220021004400011500212030111301001000000100102111030123402001202210000"
        "000120100021112012130004110c200400450030120102210120510200010113400221034000001014000010"
        "2311002021301"
    ),
    2028: (
        "0502100010200001010210031100010120300200201000100010005200000000004100120031511000000000"
        "4101101012101310303312160000002100000110111083010010005021000031000002012200000020101031"
        "1001001112101000012000402002113200503101320002501000002111102501210500100002111040000022"
        "0301051220201520112000100000021103002014000100140012004002003011100101000000011110000200"
        "00105010011100"
    ),
    2029: (
        "2130310161300110171052001000010100000230130010100010110013012203320001011050101200012114"
        "0133000010120200000000021322036020100400121212120010110301111021020230000021310011201200"
        "2012033301010110100210100101d00010101110012210321113221001010001001120022040000103001320"
        "0411110040010100022232233000000111251101610001300101000311031002010000020202110101210250"
        "0232210101100"
    ),
    2030: (
        "0010111100001000010000210012004000000031001031033001100020000000111310203001404000000002"
        "0032002120230010010200110520235120212020136341111202212001000127010024100011200200100100"
        "2200031010123001002001003001103010021020101001131450201131000200262000300011231202101033"
        "2000020010201001220102010303010010011120001000102210101100004314000010010015101000011131"
        "0300000020011"
    ),
    2031: (
        "1104301000003104200000002000100030770020100200000300111110403000311103202112040200101000"
        "3111101002010401001002022252032002100100021104420102073013103101000127110110101156000222"
        "2010410011500210100310001021513300000001011000110100100000090205212010114101311002200022"
        "0101261000510100310100120000012011212000112030101002002002001130100017402304230041000101"
        "3053101420104"
    ),
    2032: (
        "6000321013010100003005043223201301007100020020300001021121012001113120001821010001000010"
        "0054000021050010030010204710215030203011201100101000033830300300001102000001030202161002"
        "0100010000410100203110005000102111011210122002130000015021000001240016010310010001300001"
        "3310000114004311111000000005010211421002211020221000303000000000020010101100002022111140"
        "10020111200010"
    ),
}
"""By year and day, how many deals of Aces Up are lost from the day's first candidate on.

Half the deals of Aces Up are lost, and the proofs that a day needs take half a second on average
but more than five on one day in 37, for everybody who plays. So they were made beforehand, by
``python -m benchmarks.levels daily aces-up --year YEAR``; in other years they are made when
wanted, with the same answer. Digits above 9 go on with a, b, c.
"""
