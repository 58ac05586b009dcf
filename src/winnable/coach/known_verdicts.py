"""Verdicts that ship with the package: which numbered deals can be won, worked out in advance.

The folder `known_verdicts_data` has a file of bits for each game, and `manifest.json`, which says
of each file which deals it has, how many are winnable, its SHA-256, the fingerprint of the
rules by which they were solved (`rules.fingerprint`), and the manifest of the study that did it.

In a file of bits, deal `first + i` is bit `i % 8` of byte `i // 8`, counted from the lowest: 1 for
winnable, 0 for lost. Bits after the last deal are 0. So the file as one little-endian number has
the deals in order from its lowest bit on. There is no way to write unsettled: a table has no gaps.

>>> from winnable.rules import GAMES
>>> known_verdict(GAMES["freecell"], 2**33 - 1) is None
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from winnable.errors import FileError, WinnableError
from winnable.rules import Game
from winnable.rules.fingerprint import rules_fingerprint
from winnable.solver import Verdict

__all__ = [
    "FORMAT",
    "MANIFEST",
    "VerdictTable",
    "bits_file",
    "known_range",
    "known_verdict",
    "pack_bits",
    "read_tables",
    "verdict_table",
]

FORMAT = 1
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class VerdictTable:
    """The verdicts of a range of deals of one game, all of them settled."""

    deals: range
    bits: bytes = field(repr=False)
    winnable: int
    """How many of the deals are winnable."""

    def verdict(self, deal: int) -> Verdict | None:
        """The verdict on a deal; None if the table does not have it."""
        if deal not in self.deals:
            return None
        byte, bit = divmod(deal - self.deals.start, 8)
        return Verdict.WINNABLE if self.bits[byte] >> bit & 1 else Verdict.LOST

    def winnable_deal(self, index: int) -> int:
        """The winnable deal with so many winnable ones before it in the table."""
        if not 0 <= index < self.winnable:
            raise IndexError(index)
        start, end = 0, len(self.bits)
        while end - start > 1:  # the half of the bytes that has it
            middle = (start + end) // 2
            before = int.from_bytes(self.bits[start:middle]).bit_count()
            start, end = (start, middle) if index < before else (middle, end)
            index -= 0 if end == middle else before
        byte, bit = self.bits[start], 0
        while index or not byte >> bit & 1:
            index -= byte >> bit & 1
            bit += 1
        return self.deals.start + 8 * start + bit


def pack_bits(verdicts: Iterable[Verdict]) -> bytes:
    """The bits of consecutive deals, all of which have to be settled.

    >>> pack_bits([Verdict.WINNABLE, Verdict.LOST, Verdict.WINNABLE]).hex()
    '05'
    """
    packed = bytearray()
    for index, verdict in enumerate(verdicts):
        if verdict is Verdict.UNSETTLED:
            raise WinnableError(
                f"deal number {index + 1} of the table is unsettled: settle it first"
            )
        if index % 8 == 0:
            packed.append(0)
        packed[-1] |= (verdict is Verdict.WINNABLE) << index % 8
    return bytes(packed)


def bits_file(slug: str) -> str:
    """The name of a game's file of bits."""
    return f"{slug}.bits"


def known_verdict(game: Game, deal: int) -> Verdict | None:
    """The verdict on a numbered deal, if it ships with the package; otherwise None."""
    table = verdict_table(game)
    return None if table is None else table.verdict(deal)


def known_range(game: Game) -> range:
    """The deals of a game whose verdicts ship with the package; an empty range if none do."""
    table = verdict_table(game)
    return range(0) if table is None else table.deals


def verdict_table(game: Game) -> VerdictTable | None:
    """The verdicts that ship with the package for a game with these rules, by whatever name."""
    return _shipped_tables().get(_fingerprint(game))


_fingerprint = cache(rules_fingerprint)


@cache
def _shipped_tables() -> dict[str, VerdictTable]:
    return read_tables(files("winnable.coach").joinpath("known_verdicts_data"))


def read_tables(folder: Traversable) -> dict[str, VerdictTable]:
    """The tables in a folder by the fingerprints of their games' rules.

    A table that is not exactly what its manifest says is a FileError: a verdict from it might be
    wrong.
    """
    try:
        manifest = json.loads(folder.joinpath(MANIFEST).read_text("utf-8"))
        if manifest["format"] != FORMAT:
            raise _damaged(f"{MANIFEST} has another format than {FORMAT}")
        return {
            str(entry["rules_sha256"]): _read_table(folder, slug, entry)
            for slug, entry in manifest["games"].items()
        }
    except OSError as error:
        raise _damaged(error.strerror or str(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        if isinstance(error, WinnableError):
            raise
        raise _damaged(f"{MANIFEST} cannot be read") from error


def _read_table(folder: Traversable, slug: str, entry: dict[str, object]) -> VerdictTable:
    name = bits_file(slug)
    bits = folder.joinpath(name).read_bytes()
    if hashlib.sha256(bits).hexdigest() != entry["sha256"]:
        raise _damaged(f"{name} is not what {MANIFEST} says")
    first, last, winnable = entry["first"], entry["last"], entry["winnable"]
    if not (isinstance(first, int) and isinstance(last, int) and isinstance(winnable, int)):
        raise TypeError(slug)
    deals = range(first, last + 1)
    number = int.from_bytes(bits, "little")
    if (
        len(bits) != -(-len(deals) // 8)
        or number.bit_length() > len(deals)
        or number.bit_count() != winnable
    ):
        raise _damaged(f"{name} does not have the deals that {MANIFEST} says")
    return VerdictTable(deals, bits, winnable)


def _damaged(what: str) -> FileError:
    return FileError(f"the known verdicts are damaged ({what}): install Winnable again")
