"""Small pieces of English that messages and pictures share."""

__all__ = ["counted", "figure_text", "size_text"]


def counted(number: float, noun: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(1234, "move"), counted(2.5, "second")
    ('1 move', '1,234 moves', '2.5 seconds')
    """
    shown = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{shown} {noun}{'s' * (number != 1)}"


def figure_text(number: float) -> str:
    """A measured number, to three significant digits.

    >>> figure_text(0.01234), figure_text(6.789), figure_text(45678.9)
    ('0.0123', '6.79', '45,679')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def size_text(size: int) -> str:
    """A number of bytes, in the largest unit that is not larger.

    >>> size_text(4 * 2**30), size_text(1536 * 2**20), size_text(100)
    ('4 GiB', '1.5 GiB', '100 bytes')
    """
    for name, power in (("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if size >= 2**power:
            return f"{size / 2**power:.4g} {name}"
    return counted(size, "byte")
