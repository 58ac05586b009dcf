"""The bounded cache: full, it starts again from empty."""

from winnable.coach.bounded_cache import BoundedCache


def test_it_never_holds_more_than_one_entry_too_many() -> None:
    cache = BoundedCache[int, str](max_entries=3)
    for number in range(100):
        cache[number] = str(number)
        assert cache[number] == str(number)
        assert len(cache) <= 4
