"""Studies: the verdicts on many deals of several games, as data.

A study is a folder. `winnable study run` makes one, `load` reads its results, and docs/study.md
explains it all. Needs the extra ``study``.
"""

from winnable.study.deal_set import DealRange, DealSample, DealSet
from winnable.study.errors import StudyError, WorkerMismatchError
from winnable.study.games import StudyGame, parse_game, parse_games
from winnable.study.manifest import Manifest, StudyRequest
from winnable.study.results import StudyResults, load
from winnable.study.shard_key import Part
from winnable.study.study import Study

__all__ = [
    "DealRange",
    "DealSample",
    "DealSet",
    "Manifest",
    "Part",
    "Study",
    "StudyError",
    "StudyGame",
    "StudyRequest",
    "StudyResults",
    "WorkerMismatchError",
    "load",
    "parse_game",
    "parse_games",
]
