"""Writes the verdicts that ship with the package, from studies: `winnable.coach.known_verdicts`.

    python -m benchmarks.known_verdicts STUDY [STUDY ...] --last 100000 --last aces-up=10000

For each registered game the first study that has it counts. A deal that is unsettled, or not
solved yet, is an error: there is no way to write it down.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from winnable.coach import known_verdicts
from winnable.coach.known_verdicts import FORMAT, MANIFEST, bits_file, pack_bits
from winnable.errors import WinnableError
from winnable.rules import GAMES
from winnable.solver import Verdict
from winnable.study import DealRange, Study, StudyError, StudyResults

_FOLDER = Path(known_verdicts.__file__).with_name("known_verdicts_data")


def write_tables(studies: list[Study], folder: Path, last: dict[str, int]) -> None:
    """Write a file of bits a game, and the manifest; `last` has the last deal of each game."""
    entries = {}
    for slug, end in last.items():
        study = next((one for one in studies if _has(one, slug)), None)
        if study is None:
            raise StudyError(f"none of the studies has {slug} from deal 1 on")
        verdicts = list(islice(_verdicts(study, slug), end))
        if len(verdicts) < end:
            raise StudyError(f"{study.name} has only deals 1 to {len(verdicts)} of {slug}")
        bits = pack_bits(verdicts)
        (folder / bits_file(slug)).write_bytes(bits)
        entries[slug] = {
            "first": 1,
            "last": end,
            "winnable": verdicts.count(Verdict.WINNABLE),
            "sha256": hashlib.sha256(bits).hexdigest(),
            "rules_sha256": study.manifest.game(slug).rules_sha256,
            "study": json.loads(study.manifest.to_json()),
        }
    text = json.dumps({"format": FORMAT, "games": entries}, indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def _has(study: Study, slug: str) -> bool:
    deals = study.manifest.deals
    starts_at_1 = isinstance(deals, DealRange) and deals.first == 1
    return starts_at_1 and any(game.slug == slug for game in study.manifest.games)


def _verdicts(study: Study, slug: str) -> Iterator[Verdict]:
    expected = count(1)
    for table in StudyResults(study).tables(slug):
        for deal, verdict in zip(
            table["deal"].to_pylist(), table["verdict"].to_pylist(), strict=True
        ):
            if deal != next(expected):
                raise StudyError(
                    f"a deal of {slug} before {deal} is not solved yet in {study.name}"
                )
            if verdict == Verdict.UNSETTLED.value:
                raise StudyError(f"deal {deal} of {slug} is unsettled in {study.name}")
            yield Verdict(verdict)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("studies", nargs="+")
    parser.add_argument("--last", action="append", default=[], metavar="[GAME=]N")
    parser.add_argument("--out", type=Path, default=_FOLDER)
    arguments = parser.parse_args()
    last = dict.fromkeys(GAMES, 100_000)
    for word in arguments.last:
        slug, _, number = word.rpartition("=")
        last |= {game: int(number) for game in ([slug] if slug else GAMES)}
    try:
        write_tables([Study.open(name) for name in arguments.studies], arguments.out, last)
    except WinnableError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
