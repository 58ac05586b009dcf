"""Somebody who plays without looking: hears what has the focus, and what the page says.

Cards and piles are found by their roles and names alone, as a screen reader finds them, and
everything that a live region was ever told is kept, in the order in which it is heard.
"""

from __future__ import annotations

import re
from typing import Any

from browsers import Visitor
from page.hands import Player, Step
from playwright.sync_api import Locator, Page, TimeoutError

__all__ = ["Listener"]

_LISTEN = """
if (!window.heard) {
  window.heard = [];
  const isLive = (node) => node.closest?.("[role=status], [role=alert], [aria-live]");
  new MutationObserver((changes) => {
    for (const region of new Set(changes.map(({ target }) => isLive(target)).filter(Boolean))) {
      const words = region.textContent.trim();
      const isSilent = document.querySelector("dialog:modal") && !region.closest("dialog:modal");
      if (words && !isSilent) window.heard.push(words);
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
  const at = window.heard.findIndex((said, at) => at >= since && RegExp(pattern).test(said));
  return at >= 0 && { at, said: window.heard[at] };
}"""


class Listener(Player):
    """A player with a screen reader."""

    def __init__(self, visitor: Visitor) -> None:
        page = visitor.page()
        page.add_init_script(_LISTEN)
        super().__init__(page)
        self._since = 0

    # -- what is heard ----------------------------------------------------------------------------

    def hear(self, words: str | re.Pattern[str]) -> str:
        """Wait for words to be said, after those that were waited for before; the whole saying."""
        pattern = words.pattern if isinstance(words, re.Pattern) else re.escape(words)
        try:
            told = self.page.wait_for_function(_HEARD, arg=[self._since, pattern]).json_value()
        except TimeoutError:
            raise AssertionError(f"not heard: {pattern}; but {self.heard[self._since :]}") from None
        self._since = told["at"] + 1
        return str(told["said"])

    def recall(self, words: str) -> None:
        """Wait until this has been said on this page, perhaps together with something else."""
        self._since = 0
        self.hear(re.compile(words))

    @property
    def heard(self) -> list[str]:
        """All that was said on this page."""
        heard: list[str] = self.page.evaluate("() => window.heard")
        return heard

    @property
    def focus(self) -> dict[str, Any]:
        """What has the focus; it must not be lost, nor on something that is not there."""
        focus: dict[str, Any] | None = self.page.evaluate(_FOCUS)
        assert focus is not None, "the focus is lost"
        assert not focus["isHidden"], focus
        return focus

    # -- what is done -----------------------------------------------------------------------------

    def go(self, path: str) -> Page:
        """Load a page; what was heard before is forgotten."""
        self.page.goto(path)
        self._since = 0
        return self.page

    def pile(self, name: str) -> Locator:
        """A pile by the beginning of its name: "Column 3"."""
        return self.page.get_by_role("list", name=re.compile(rf"^{name}\b"))

    def card(self, name: str) -> Locator:
        """A card, wherever it lies."""
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
        """Where to lay a card down in a place: its last card, or the empty place."""
        return self.pile(pile_name(place)).get_by_role("button").last

    def make(self, move: str) -> None:
        """Pick cards up, hear that they are, and lay them down."""
        step = Step.read(move)
        if step.is_deal:
            self.activate(self.page.get_by_role("button", name=re.compile("^Deal from the stock")))
            return
        source = self.pile(pile_name(step.source)).get_by_role("button")
        self.activate(source.nth(source.count() - step.count))
        self.hear("picked up")
        self.activate(self.ends(step.target))


def pile_name(place: str) -> str:
    """What a place is called: t3 is "Column 3"."""
    kinds = {"t": "Column", "c": "Cell", "f": "Foundation"}
    return f"{kinds[place[0]]} {place[1:]}"
