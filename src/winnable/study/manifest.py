"""The manifest of a study: what was asked, so that anybody can ask it again.

It is written once, when the study begins, and never changed. A run that asks for something else, or
by a Winnable that would count differently, is refused with what differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import winnable
from winnable.errors import WinnableError, quote
from winnable.rules.fingerprint import rules_record
from winnable.solver import Limit, has_kernel
from winnable.study.deal_set import DealSet, deal_set_from_dict
from winnable.study.errors import StudyError
from winnable.study.games import StudyGame, parse_game
from winnable.study.provenance import deal_generator, provenance
from winnable.study.shard_key import WHOLE, Part, ShardKey
from winnable.wording import size_text

__all__ = ["DEFAULT_MEMORY", "Manifest", "StudyRequest"]

_FORMAT = "winnable study"
_FORMAT_VERSION = 1

DEFAULT_MEMORY = (2**30, 4 * 2**30)


@dataclass(frozen=True)
class StudyRequest:
    """What somebody asks of a study. What is None is left to the manifest, or to its defaults."""

    games: tuple[StudyGame, ...] | None = None
    deals: DealSet | None = None
    memory: tuple[int, ...] | None = None
    states: int | None = None
    seconds: float | None = None
    shard_deals: int | None = None


@dataclass(frozen=True)
class Manifest:
    """What a study is about, how hard it tries, and what began it."""

    games: tuple[StudyGame, ...]
    deals: DealSet
    shard_deals: Mapping[str, int]
    """For each game how many deals a shard has; the last one of a game may have fewer."""
    memory: tuple[int, ...] = DEFAULT_MEMORY
    """Limits in bytes, ascending: what one leaves unsettled is tried again with the next."""
    states: int | None = None
    seconds: float | None = None
    made_by: Mapping[str, object] = field(default_factory=provenance)
    kernels: tuple[str, ...] = ()
    """The games that are solved by kernels; pure Python counts positions differently."""
    created: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%d}")

    def limit(self, attempt: int) -> Limit:
        """The limit of an attempt; 0 is the first."""
        return Limit(self.states, self.memory[attempt], self.seconds)

    # -- its shards -------------------------------------------------------------------------------

    def game(self, slug: str) -> StudyGame:
        """One of its games; StudyError if it has no such game."""
        for game in self.games:
            if game.slug == slug:
                return game
        raise StudyError(f"the study has no game {quote(slug)}: it has {_slugs(self.games)}")

    def shard_count(self, slug: str) -> int:
        return -(-len(self.deals) // self.shard_deals[slug])

    def bounds(self, key: ShardKey) -> tuple[int, int]:
        """The places of a shard's deals in the set of deals: from, and up to but without."""
        size = self.shard_deals[key.slug]
        return (key.number - 1) * size, min(key.number * size, len(self.deals))

    def shard_keys(self, part: Part = WHOLE) -> Iterator[ShardKey]:
        """The shards of the first attempt, game by game."""
        for game in self.games:
            for number in range(1, self.shard_count(game.slug) + 1):
                if part.has(number):
                    yield ShardKey(game.slug, number)

    # -- does it fit? -----------------------------------------------------------------------------

    def differences(self, asked: StudyRequest) -> list[str]:
        """What the manifest says otherwise than a request, in words."""
        pairs: list[tuple[str, object, object]] = [
            ("", _slugs(self.games), asked.games and _slugs(asked.games)),
            ("", self.deals.describe(), asked.deals and asked.deals.describe()),
            (" of memory", self.memory, asked.memory),
            (" positions", self.states, asked.states),
            (" seconds", self.seconds, asked.seconds),
        ]
        if asked.shard_deals is not None:
            sizes = sorted({min(size, len(self.deals)) for size in self.shard_deals.values()})
            wanted = [min(asked.shard_deals, len(self.deals))]
            pairs.append((" deals per shard", _numbers(sizes), _numbers(wanted)))
        return [
            f"{_shown(ours)}{what}, not {_shown(theirs)}"
            for what, ours, theirs in pairs
            if theirs is not None and ours != theirs
        ]

    def version_differences(self) -> list[str]:
        """Why this Winnable would not count as the one that began the study."""
        faults = []
        if self.made_by.get("winnable") != winnable.__version__:
            faults.append(
                f"version: winnable {self.made_by.get('winnable')}, not {winnable.__version__}"
            )
        for game in self.games:
            if (game.slug in self.kernels) != has_kernel(game.game):
                ours, theirs = (
                    ("with", "without") if game.slug in self.kernels else ("without", "with")
                )
                faults.append(f"solver of {game.slug}: {ours} kernels, not {theirs}")
        return faults

    # -- as a file --------------------------------------------------------------------------------

    def to_json(self) -> str:
        record: dict[str, object] = {
            "format": _FORMAT,
            "format_version": _FORMAT_VERSION,
            "created": self.created,
            "games": [
                {
                    "slug": game.slug,
                    "rules": rules_record(game.game),
                    "rules_sha256": game.rules_sha256,
                }
                for game in self.games
            ],
            "deals": self.deals.as_dict(),
            "deal_generator": deal_generator(),
            "limits": {"memory": list(self.memory), "states": self.states, "seconds": self.seconds},
            "shard_deals": dict(self.shard_deals),
            "kernels": list(self.kernels),
            "made_by": dict(self.made_by),
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Manifest:
        """Read a manifest; StudyError says why it is none, or none for this version."""
        try:
            stored = json.loads(text)
        except (ValueError, RecursionError):
            raise StudyError("its manifest is not JSON") from None
        if not isinstance(stored, dict) or stored.get("format") != _FORMAT:
            raise StudyError("its manifest is not that of a study")
        if stored.get("format_version") != _FORMAT_VERSION:
            raise StudyError(
                f"its manifest has format {stored.get('format_version')!r}, and this version of "
                f"winnable reads format {_FORMAT_VERSION}"
            )
        try:
            return cls._from_record(stored)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, WinnableError):
                raise StudyError(str(error)) from None
            raise StudyError("its manifest is damaged: a field is missing or wrong") from None

    @classmethod
    def _from_record(cls, stored: dict[str, Any]) -> Manifest:
        games = tuple(parse_game(game["slug"]) for game in stored["games"])
        for game, kept in zip(games, stored["games"], strict=True):
            if game.rules_sha256 != kept["rules_sha256"]:
                raise StudyError(f"it was made with other rules of {game.slug}")
        if stored["deal_generator"]["sha256"] != deal_generator()["sha256"]:
            raise StudyError("it was made with other deal numbers")
        limits = stored["limits"]
        shard_deals = {game.slug: int(stored["shard_deals"][game.slug]) for game in games}
        memory = tuple(int(size) for size in limits["memory"])
        if not games or not memory or min(shard_deals.values()) < 1:
            raise StudyError("its manifest is damaged: a field is missing or wrong")
        for size in memory:
            Limit(limits["states"], size, limits["seconds"])
        return cls(
            games,
            deal_set_from_dict(stored["deals"]),
            shard_deals,
            memory,
            limits["states"],
            limits["seconds"],
            dict(stored["made_by"]),
            tuple(stored["kernels"]),
            str(stored["created"]),
        )


def _slugs(games: tuple[StudyGame, ...]) -> str:
    """Their names in one order: in which order they are asked for does not matter."""
    return ", ".join(sorted(game.slug for game in games))


def _numbers(numbers: list[int]) -> str:
    return ", ".join(f"{number:,}" for number in numbers)


def _shown(value: object) -> object:
    if isinstance(value, tuple):
        return ", ".join(map(_size, value))
    return "no limit of" if value is None else value


def _size(size: int) -> str:
    """A number of bytes, exactly."""
    unit = next(power for power in (30, 20, 10, 0) if size % 2**power == 0)
    return size_text(size) if unit else f"{size:,} bytes"
