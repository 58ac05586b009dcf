"""The `cards` module for Aces Up (2023): `Card` and `Deck`, as its course hands them out."""

try:
    from winnable.course.cards import Card, Deck
except ModuleNotFoundError:  # not installed: take the library from the clone around us
    import sys
    from pathlib import Path

    sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))
    from winnable.course.cards import Card, Deck

__all__ = ["Card", "Deck"]
