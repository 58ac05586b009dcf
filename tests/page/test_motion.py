"""Cards fly to their places, except for those who want nothing to move."""

from __future__ import annotations

from browsers import Visitor
from callers import nearly_won
from page.hands import Mouse

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


def play(mouse: Mouse) -> list[list[str]]:
    """What moves in a game: at a deal, a tap, an undo, and at the last move of another game."""
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
    seen.append(flights(mouse))
    return seen


def test_cards_fly_only_where_that_is_liked(visitor: Visitor) -> None:
    visitor.context.add_init_script(_COUNT)
    mouse = Mouse(visitor.page())
    seen = play(mouse)
    assert not any(seen), seen
    assert mouse.page.evaluate("() => document.getAnimations().length") == 0

    mouse.page.emulate_media(reduced_motion="no-preference")
    seen = play(mouse)
    assert all(any("item" in name for name in one) for one in seen), seen
    assert len(seen[-1]) > 50  # all cards leap off the table

    mouse.sit_down("golf-relaxed", deal=16)
    mouse.page.locator(".menu [data-action=options]").click()
    mouse.page.locator("input[data-option=motion]").uncheck()
    mouse.page.keyboard.press("Escape")
    seen = play(mouse)
    assert not any("item" in name for one in seen for name in one), seen
