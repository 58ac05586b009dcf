"""Limits as they are typed, and in words."""

import pytest

from winnable import LimitError
from winnable.cli.limits import GivenLimit, describe_limit, parse_limit
from winnable.solver import Limit


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["500000"], {"states": 500_000}),
        (["500k"], {"states": 500_000}),
        (["1.5M"], {"states": 1_500_000}),
        (["2GiB"], {"memory": 2**31}),
        (["2gb"], {"memory": 2 * 10**9}),
        (["512 MiB"], {"memory": 2**29}),
        (["10s"], {"seconds": 10}),
        (["0.5s"], {"seconds": 0.5}),
        (["5m"], {"seconds": 300}),
        (["5min"], {"seconds": 300}),
        (["2h"], {"seconds": 7200}),
        (["10s,2GiB"], {"seconds": 10, "memory": 2**31}),
        (["10s, 2GiB", "3M"], {"seconds": 10, "memory": 2**31, "states": 3_000_000}),
        ([], {}),
    ],
)
def test_parse_limit(words: list[str], given: GivenLimit) -> None:
    assert parse_limit(words) == given


@pytest.mark.parametrize(
    ("word", "message"),
    [
        *((word, f"{word!r} is not a limit: write 500k") for word in ("-5", "nan", "inf", "1e6")),
        *((word, f"{word!r} is not a limit: write 500k") for word in ("", "k", "5x", "٣", "5 k s")),
        ("9" * 13, "is not a limit"),
        ("9999999TiB", "is too much memory: the most is 1024TiB"),
        ("5s,6s", "two limits of time: give one"),
        ("5,6", "two limits of positions: give one"),
        ("1GB,1GiB", "two limits of memory: give one"),
        ("5s,", "'' is not a limit"),
        ("\x1b[2J", r"'\x1b[2J' is not a limit"),
    ],
)
def test_what_is_not_a_limit(word: str, message: str) -> None:
    with pytest.raises(LimitError) as caught:
        parse_limit([word])
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit(states=1, memory=None), "1 position"),
        (Limit(states=500_000, memory=None, seconds=1), "500,000 positions and 1 second"),
        (Limit(states=None, memory=2**30, seconds=20), "1 GiB of memory and 20 seconds"),
        (Limit(states=None, memory=10**9), "953.7 MiB of memory"),
        (Limit(states=7, memory=100, seconds=60), "7 positions, 100 bytes of memory and 1 minute"),
        (Limit(states=None, memory=None, seconds=90), "90 seconds"),
        (Limit(states=None, memory=None), "no limit"),
    ],
)
def test_describe_limit(limit: Limit, words: str) -> None:
    assert describe_limit(limit) == words


@pytest.mark.parametrize("word", ["0", "0k", "0.4", "0s", "0GiB"])
def test_a_limit_of_nothing_is_refused(word: str) -> None:
    with pytest.raises(LimitError):
        parse_limit([word])
