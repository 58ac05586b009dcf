"""Cards fly to their places, except for those who want nothing to move."""

from __future__ import annotations

from typing import Literal

import pytest
from browsers import Visitor
from callers import nearly_won
from page.conftest import Invite
from page.hands import Mouse
from servers import Server

# Whatever begins to move is counted, however short it lasts.
_COUNT = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.flights.push(this.className);
  return animate.apply(this, how);
};
for (const name of ["transitionrun", "animationstart"])
  document.addEventListener(name, ({ target }) => window.flights.push(target.className), true);
"""


def flights(mouse: Mouse) -> list[str]:
    """What has moved since it was asked last."""
    moved: list[str] = mouse.page.evaluate("() => window.flights.splice(0)")
    return moved


def play(visitor: Visitor) -> list[list[str]]:
    """What moves in a game: at a drag, a tap, an undo, a deal, and at the end of another."""
    visitor.context.add_init_script(_COUNT)
    mouse = Mouse(visitor.page())
    mouse.sit_down("golf-relaxed", deal=16)
    seen = []
    flights(mouse)
    mouse.make("deal")
    seen.append(flights(mouse))
    mouse.make("t3f1", "tap")
    seen.append(flights(mouse))
    version = mouse.version
    mouse.page.keyboard.press("u")
    mouse.settle(version)
    seen.append(flights(mouse))
    record, move = nearly_won("golf-relaxed-16")
    mouse.sit_down(record=record)
    flights(mouse)
    mouse.make(move, "tap")
    mouse.expect_won()
    seen.append(flights(mouse))
    return seen


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion(
    invite: Invite, server: Server, motion: Literal["reduce", "no-preference"]
) -> None:
    visitor = invite(server, motion=motion, settings={"lamp": False})
    seen = play(visitor)
    if motion == "reduce":
        assert not any(seen), seen
        assert visitor.context.pages[0].evaluate("() => document.getAnimations().length") == 0
    else:
        assert all(any("slot" in name for name in one) for one in seen), seen
        assert len(seen[-1]) > 50  # all cards leap off the table


def test_motion_can_be_switched_off(invite: Invite, server: Server) -> None:
    settings = {"lamp": False, "motion": "off"}
    visitor = invite(server, motion="no-preference", settings=settings)
    seen = play(visitor)
    assert not any("slot" in name for one in seen for name in one), seen
