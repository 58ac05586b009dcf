"""A picture of how a game came out, to be sent to a friend: the last table, and a line below it."""

from __future__ import annotations

import re
from html import escape

from winnable import svg
from winnable.play import Session
from winnable.play.descriptions import counted
from winnable.store import GameSummary, Outcome

__all__ = ["result_picture"]

_FOOT = 84
_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def result_picture(kept: GameSummary, session: Session) -> str:
    """The start of a game that was won, since at its end nothing is left to see; else its end."""
    is_won = kept.outcome is Outcome.WON
    shown = session.start.view if is_won else session.view
    title = f"{session.game.name}, deal {kept.deal}" if kept.deal else session.game.name
    table = svg.table(shown, title=title)
    size = _SIZE.search(table)
    assert size is not None  # noqa: S101 - it is our own picture
    width, height = float(size[1]), float(size[2])
    middle = f"{width / 2:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + _FOOT:g}" '
        f'width="{width:g}" height="{height + _FOOT:g}" role="img">'
        f"<title>{escape(f'{title}: {_result(kept)}')}</title>"
        f'<rect width="{width:g}" height="{height + _FOOT:g}" rx="12" fill="#17342a"/>{table}'
        f'<g font-family="system-ui, sans-serif" text-anchor="middle" fill="#f6f1e4">'
        f'<text x="{middle}" y="{height + 36:g}" font-size="26" font-weight="600">'
        f"{escape(title)}</text>"
        f'<text x="{middle}" y="{height + 66:g}" font-size="19">{escape(_result(kept))}</text>'
        f"</g></svg>\n"
    )


def _result(kept: GameSummary) -> str:
    minutes, seconds = divmod(int(kept.seconds), 60)
    how = f"{counted(kept.moves, 'move')}, {minutes}:{seconds:02}"
    if kept.outcome is not Outcome.WON:
        return f"given up after {how}"
    return f"won in {how}{', unaided' if kept.is_unaided else ''}"
