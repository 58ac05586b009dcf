"""Small pieces of English that messages and pictures share."""

__all__ = ["counted"]


def counted(number: float, noun: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(1234, "move"), counted(2.5, "second")
    ('1 move', '1,234 moves', '2.5 seconds')
    """
    shown = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{shown} {noun}{'s' * (number != 1)}"
