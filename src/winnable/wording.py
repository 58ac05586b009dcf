"""Small pieces of English that messages and pictures share."""

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(1234, "move")
    ('1 move', '1,234 moves')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"
