"""Recovery codes as they are written, typed and stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import StoreError
from winnable.store import new_recovery_code
from winnable.store.recovery_codes import hash_recovery_code, normalize_recovery_code

CODE = "01234-56789-ABCDE-FGHJK-MNPQR"


def test_a_code_is_five_groups_of_five_and_always_new() -> None:
    codes = [new_recovery_code() for _ in range(200)]
    assert len(set(codes)) == 200
    for code in codes:
        assert [len(group) for group in code.split("-")] == [5] * 5
        assert normalize_recovery_code(code) == code.replace("-", "")
    assert len({character for code in codes for character in code}) == 32 + 1  # with the dash


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.lower(),
        CODE.replace("-", ""),
        f"  {CODE.replace('-', ' ')}\n",
        CODE.replace("0", "O").replace("1", "I"),
        CODE.replace("0", "o").replace("1", "l"),
        "0-1-2-3-4 56789\tabcdefghjkmnpqr",
    ],
)
def test_spelling_that_makes_no_difference(typed: str) -> None:
    assert hash_recovery_code(typed) == hash_recovery_code(CODE)


@pytest.mark.parametrize(
    "typed",
    ["", "-", CODE[:-1], CODE + "0", CODE.replace("A", "U"), CODE.replace("A", "Ä"), "²" * 25,
     CODE.replace("A", "\x00"), "\ud800" * 25],
)  # fmt: skip
def test_what_is_not_a_code(typed: str) -> None:
    assert normalize_recovery_code(typed) is None
    with pytest.raises(StoreError, match="25 letters and digits"):
        hash_recovery_code(typed)


@given(st.text())
def test_any_text_can_be_checked(typed: str) -> None:
    code = normalize_recovery_code(typed)
    assert code is None or normalize_recovery_code(code) == code


def test_the_hash_of_a_code() -> None:
    assert len(hash_recovery_code(CODE)) == 64
    assert hash_recovery_code(CODE) != hash_recovery_code(CODE.replace("A", "B"))
