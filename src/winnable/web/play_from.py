"""A new game from a position of another one."""

from __future__ import annotations

from winnable.l10n import t
from winnable.play import Record, Session
from winnable.web.http_errors import ApiError
from winnable.web.request_models import MAX_RECORD, NewGame

__all__ = ["new_game_from"]


def new_game_from(session: Session) -> NewGame:
    """The request for a game with the moves of a session made; without moves, for the same deal."""
    if session.is_won:
        raise ApiError(409, t("page.analysis.errors.won"))
    body: dict[str, object] = {"autoplay": session.autoplay}
    if not session.steps and session.deal_number is not None:
        body |= {"game": session.game.slug, "deal_number": session.deal_number}
    else:
        record = str(Record.of(session))
        if len(record) > MAX_RECORD:
            raise ApiError(409, t("page.analysis.errors.too_long_to_play"))
        body["record"] = record
    return NewGame.model_validate(body)
