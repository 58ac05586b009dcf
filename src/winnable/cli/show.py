"""A table on paper: as text, board, picture or JSON."""

from __future__ import annotations

import json

from winnable import text
from winnable.cli.terminal import Screen
from winnable.play.board_notation import board_text
from winnable.play.descriptions import describe_session, status
from winnable.play.session import Session
from winnable.view import View

__all__ = ["FORMATS", "drawn", "rendered"]

FORMATS = ("text", "board", "svg", "json")


def drawn(view: View, screen: Screen) -> str:
    """The table as text, as good as the screen can show it."""
    return text.table(
        view,
        unicode=screen.unicode,
        colour=screen.colour,
        four_colour=screen.four_colour,
        width=screen.width,
    )


def rendered(session: Session, form: str, screen: Screen, *, dark: bool = False) -> str:
    """The table of a session in one of the formats."""
    if form == "board":
        return board_text(session.game, session.position).rstrip("\n")
    if form == "svg":
        from winnable import svg

        style = svg.Style(four_colour=screen.four_colour, dark=dark)
        return svg.table(session.view, style=style, title=describe_session(session))
    if form == "json":
        return json.dumps(_as_dict(session), indent=2)
    parts = (describe_session(session), drawn(session.view, screen), status(session))
    return "\n\n".join(part for part in parts if part)


def _as_dict(session: Session) -> dict[str, object]:
    return {
        "game": session.game.slug,
        "deal": session.deal_number,
        "moves": [str(move) for move in session.moves],
        "table": session.view.as_dict(),
        "legal_moves": [str(move) for move in session.game.legal_moves(session.position)],
        "won": session.is_won,
        "stuck": session.is_stuck,
    }
