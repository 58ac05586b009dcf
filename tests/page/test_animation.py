"""Cards slide to their places, except where motion is reduced."""

from __future__ import annotations

from api_client import nearly_won
from browsers import Visitor
from page.browser_players import Mouse

# Every animation is counted, however short.
_COUNT = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.animated.push(this.className);
  return animate.apply(this, how);
};
for (const name of ["transitionrun", "animationstart"])
  document.addEventListener(name, ({ target }) => window.animated.push(target.className), true);
"""


def animated(mouse: Mouse) -> list[str]:
    """What has moved since the last call."""
    moved: list[str] = mouse.page.evaluate("() => window.animated.splice(0)")
    return moved


def play(mouse: Mouse) -> list[list[str]]:
    """What moves at a deal, a tap, an undo, and at the last move of another game."""
    mouse.start_game("golf-relaxed", deal_number=16)
    seen = []
    animated(mouse)
    mouse.make("deal")
    seen.append(animated(mouse))
    mouse.make("t3f1", "tap")
    seen.append(animated(mouse))
    version = mouse.version
    mouse.page.keyboard.press("u")
    mouse.wait_until_shown(version)
    seen.append(animated(mouse))
    record, move = nearly_won("golf-relaxed-16")
    mouse.start_game(record=record)
    animated(mouse)
    mouse.make(move, "tap")
    seen.append(animated(mouse))
    return seen


def test_cards_are_animated_unless_motion_is_reduced(fresh_visitor: Visitor) -> None:
    fresh_visitor.context.add_init_script(_COUNT)
    mouse = Mouse(fresh_visitor.page())
    seen = play(mouse)
    assert not any(seen), seen
    assert mouse.page.evaluate("() => document.getAnimations().length") == 0

    mouse.page.emulate_media(reduced_motion="no-preference")
    seen = play(mouse)
    assert all(any("item" in name for name in one) for one in seen), seen
    # All cards jump off the board, once the last one has come home.
    mouse.page.wait_for_function(
        "(before) => before + window.animated.length > 50", arg=len(seen[-1])
    )

    mouse.start_game("golf-relaxed", deal_number=16)
    mouse.page.locator(".menu [data-action=options]").click()
    mouse.page.locator("input[data-option=motion]").uncheck()
    mouse.page.keyboard.press("Escape")
    seen = play(mouse)
    assert not any("item" in name for one in seen for name in one), seen
