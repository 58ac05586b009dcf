"""A player who uses a screen reader: hears what has the focus and what live regions announce.

Cards and piles are found by role and name only. All announcements are recorded in order.
"""

from __future__ import annotations

import re
from typing import Any

from browsers import Visitor, go
from page.browser_players import Player, Step
from playwright.sync_api import Locator, Page, TimeoutError

__all__ = ["ScreenReader"]

_LISTEN = """
if (!window.heard) {
  const heard = window.heard = [];
  const isLive = (node) => node.closest?.("[role=status], [role=alert], [aria-live]");
  new MutationObserver((changes) => {
    for (const region of new Set(changes.map(({ target }) => isLive(target)).filter(Boolean))) {
      const text = region.textContent.trim();
      const isSilent = document.querySelector("dialog:modal") && !region.closest("dialog:modal");
      if (text && !isSilent) heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true });
}
"""

_FOCUS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const label = node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent;
  return {
    what: node.tagName.toLowerCase(),
    name: (label ?? node.textContent).trim(),
    pile: node.closest("[role=list][aria-label]")?.getAttribute("aria-label") ?? null,
    isHidden:
      !node.checkVisibility({ visibilityProperty: true }) || !!node.closest("[aria-hidden=true]"),
  };
}"""

_HEARD = """([since, pattern]) => {
  const at = window.heard.findIndex((text, at) => at >= since && RegExp(pattern).test(text));
  return at >= 0 && { at, text: window.heard[at] };
}"""


class ScreenReader(Player):
    """A player with a screen reader."""

    def __init__(self, visitor: Visitor) -> None:
        page = visitor.page()
        page.add_init_script(_LISTEN)
        super().__init__(page)
        self._forget()

    def _forget(self) -> None:
        """Forget what was announced before."""
        self.page.evaluate(f"() => {{ delete window.heard; {_LISTEN} }}")
        self._since = 0

    # -- what is announced -------------------------------------------------------------------------

    def hear(self, text: str | re.Pattern[str]) -> str:
        """Wait for an announcement, after those that were waited for before; its whole text."""
        pattern = text.pattern if isinstance(text, re.Pattern) else re.escape(text)
        try:
            found = self.page.wait_for_function(_HEARD, arg=[self._since, pattern]).json_value()
        except TimeoutError:
            heard = self.heard[self._since :]
            raise AssertionError(f"not heard: {pattern}; but {heard}") from None
        self._since = found["at"] + 1
        return str(found["text"])

    def recall(self, text: str) -> None:
        """Wait until this has been announced on this page, perhaps with something else."""
        self._since = 0
        self.hear(re.compile(text))

    @property
    def heard(self) -> list[str]:
        """All announcements on this page."""
        heard: list[str] = self.page.evaluate("() => window.heard")
        return heard

    @property
    def focus(self) -> dict[str, Any]:
        """What has the focus; it must not be lost or on a hidden element."""
        focus: dict[str, Any] | None = self.page.evaluate(_FOCUS)
        assert focus is not None, "the focus is lost"
        assert not focus["isHidden"], focus
        return focus

    # -- what the player does ---------------------------------------------------------------------

    def go(self, path: str) -> Page:
        """Go to a page, and forget what was announced before."""
        self._forget()
        go(self.page, path)
        return self.page

    def pile(self, name: str) -> Locator:
        """A pile by the start of its name: "Column 3"."""
        return self.page.get_by_role("list", name=re.compile(rf"^{name}\b"))

    def card(self, name: str) -> Locator:
        """A card in any pile."""
        return self.page.get_by_role("list").get_by_role("button", name=name, exact=True)

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)

    def activate(self, button: Locator) -> None:
        """Press a button without a pointer."""
        button.focus()
        self.press("Enter")

    def ends(self, place: str) -> Locator:
        """Where to put a card down in a place: its last card, or the empty place."""
        return self.pile(pile_name(place)).get_by_role("button").last

    def make(self, move: str) -> None:
        """Pick cards up, hear that they are, and put them down."""
        step = Step.parse(move)
        if step.is_deal:
            self.activate(self.page.get_by_role("button", name=re.compile("^Deal from the stock")))
            return
        source = self.pile(pile_name(step.source)).get_by_role("button")
        self.activate(source.nth(source.count() - step.count))
        self.hear("picked up")
        self.activate(self.ends(step.target))


def pile_name(place: str) -> str:
    """The name of a place: t3 is "Column 3"."""
    kinds = {"t": "Column", "c": "Cell", "f": "Foundation"}
    return f"{kinds[place[0]]} {place[1:]}"
