"""A picture of a finished game to send to others: its cards, and the result below them."""

from __future__ import annotations

import re
from html import escape

from winnable import svg
from winnable.l10n import t
from winnable.play import Session
from winnable.store import GameSummary, Outcome
from winnable.store.formatting import result_text

__all__ = ["result_picture"]

_FOOT = 84
_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def result_picture(summary: GameSummary, session: Session) -> str:
    """The start of a won game, because at its end there is nothing left to see; else the end."""
    is_won = summary.outcome is Outcome.WON
    shown = session.start.view if is_won else session.view
    title = session.game.name
    if summary.deal:
        deal = t("moves.deal_number", number=str(summary.deal))
        title = t("moves.game", game=title, deal=deal)
    result = result_text(summary)
    table = svg.table(shown, title=title)
    size = _SIZE.search(table)
    assert size is not None  # noqa: S101 - it is our own picture
    width, height = float(size[1]), float(size[2])
    middle = f"{width / 2:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + _FOOT:g}" '
        f'width="{width:g}" height="{height + _FOOT:g}" role="img">'
        f"<title>{escape(f'{title}: {result}')}</title>"
        f'<rect width="{width:g}" height="{height + _FOOT:g}" rx="12" fill="#17342a"/>{table}'
        f'<g font-family="system-ui, sans-serif" text-anchor="middle" fill="#f6f1e4">'
        f'<text x="{middle}" y="{height + 36:g}" font-size="26" font-weight="600">'
        f"{escape(title)}</text>"
        f'<text x="{middle}" y="{height + 66:g}" font-size="19">{escape(result)}</text>'
        f"</g></svg>\n"
    )
