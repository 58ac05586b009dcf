"""A player and their browsers, and whether the server is well."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from winnable.web.response_models.model import Model

__all__ = ["Health", "Player", "Ready", "RecoveryCode", "SignIns", "SignedInBrowser", "SignedOut"]


class Player(Model):
    """What is known of the player."""

    is_known: bool
    since: datetime | None = None
    is_local: bool
    """Whether it is the player of the terminal."""


class SignedInBrowser(Model):
    """A browser that plays as the player."""

    number: int
    browser: str
    """Such as "Firefox on Linux"; empty if it is not known."""
    since: datetime
    last_used: date
    """The day, in UTC."""
    is_this: bool
    """Whether it is the browser that asks."""


class SignIns(Model):
    """All browsers that play as the player, the one used latest first."""

    sign_ins: list[SignedInBrowser]


class SignedOut(Model):
    """How many browsers were signed out."""

    signed_out: int


class RecoveryCode(Model):
    """A recovery code; only its hash is kept, so it is shown once."""

    code: str


class Health(Model):
    """That the server answers."""

    status: Literal["ok"] = "ok"


class Ready(Model):
    """That the database answers in time."""

    status: Literal["ready"] = "ready"
