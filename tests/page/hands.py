"""Players at the page: one with a mouse, one with a finger, one with keys. All can make a move.

Each looks first where the cards lie, does with real events what a person would do, and waits until
the page shows what the server has answered.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

Told = dict[str, Any]
Piles = dict[str, list[str]]
Point = tuple[float, float]

BOARD = "[data-page=game] .board"

_CALM = f"""(version) => {{
  const board = document.querySelector("{BOARD}");
  return board && !board.hasAttribute("data-busy") && Number(board.dataset.version) > version;
}}"""

_UNDER_WAY = f"""(version) => {{
  const board = document.querySelector("{BOARD}");
  const refusal = document.querySelector("[data-field=message][data-kind=illegal]");
  return board.hasAttribute("data-busy") || Number(board.dataset.version) > version
    || (refusal !== null && !refusal.hidden);
}}"""

_PILES = f"""() => Object.fromEntries(
  [...document.querySelectorAll("{BOARD} [data-place]")].map((pile) => [
    pile.dataset.place,
    [...pile.querySelectorAll(".item:not(.base)")].map((slot) => slot.dataset.card),
  ]),
)"""

# Where to take hold of a card: in the middle of what the cards on it leave free.
_SPOT = f"""([place, count]) => {{
  const pile = document.querySelector(`{BOARD} [data-place="${{place}}"]`);
  const slots = [...pile.querySelectorAll(".item")]; // the first is the place itself
  const slot = count > 0 ? slots.at(-count) : slots.at(-1);
  const box = slot.getBoundingClientRect();
  const next = slots[slots.indexOf(slot) + 1]?.getBoundingClientRect();
  const free = count > 1 && next ? next.top - box.top : box.height;
  const x = box.left + box.width / 2;
  const y = box.top + free / 2;
  const seen = document.elementFromPoint(x, y);
  return {{
    x, y, left: box.left, top: box.top,
    isFree: seen?.closest(".item") === slot,
    version: Number(document.querySelector("{BOARD}").dataset.version),
    over: seen?.outerHTML.slice(0, 80),
  }};
}}"""

_FOLLOW = "(path) => import('/static/js/router.js').then((router) => router.navigate(path))"

_FOCUS = f"""() => {{
  const node = document.activeElement;
  const box = (one) => (({{ left, top }}) => [left, top])(one.getBoundingClientRect());
  const places = [...document.querySelectorAll("{BOARD} [data-place]")];
  return {{
    place: node.closest("{BOARD} [data-place]")?.dataset.place ?? null,
    places: Object.fromEntries(places.map((one) => [one.dataset.place, box(one.firstChild)])),
  }};
}}"""


@dataclass(frozen=True)
class Step:
    """A written move in its parts; "deal" is one from the stock to nowhere."""

    source: str
    target: str
    count: int

    @classmethod
    def read(cls, move: str) -> Step:
        """From how moves are written."""
        if move == "deal":
            return cls("stock", "", 1)
        found = re.fullmatch(r"([tc]\d+)([tcf]\d+)(?:x(\d+))?", move)
        assert found, move
        return cls(found[1], found[2], int(found[3] or 1))

    @property
    def is_deal(self) -> bool:
        """Whether cards come from the stock."""
        return self.source == "stock"

    @property
    def goes_home(self) -> bool:
        """Whether it is a card for a foundation."""
        return self.target.startswith("f")


class Player:
    """Somebody at a table that a page shows."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- what is to be seen -----------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The version of the table as the page shows it."""
        return int(self.page.locator(BOARD).get_attribute("data-version") or -1)

    @property
    def piles(self) -> Piles:
        """The cards of each place, as the page shows them."""
        piles: Piles = self.page.evaluate(_PILES)
        return piles

    @property
    def state(self) -> Told:
        """The table as the server knows it."""
        key = self.page.url.rpartition("/")[2]
        answer = self.page.request.get(f"/api/v1/tables/{key}")
        assert answer.ok
        state: Told = answer.json()
        return state

    def sit_down(self, game: str | None = None, **asked: object) -> Told:
        """Come to a new table, past the first page."""
        body = json.dumps({"game": game, **asked})
        headers = {"content-type": "application/json"}
        answer = self.page.request.post("/api/v1/tables", data=body, headers=headers)
        assert answer.status == 201, answer.text()
        state: Told = answer.json()
        path = f"/t/{state['key']}"
        if self.page.url == "about:blank":
            self.page.goto(path)
        else:  # as a link would: nothing is loaded anew
            self.page.evaluate(_FOLLOW, path)
        self.settle()
        return state

    def settle(self, after: int = -1) -> None:
        """Wait for a table that is newer than a version, with nothing on its way."""
        self.page.wait_for_function(_CALM, arg=after)

    def spot(self, place: str, count: int = 0) -> Told:
        """Where a place is, or the card that so many cards from the end of it begin with."""
        spot: Told = self.page.evaluate(_SPOT, [place, count])
        return spot

    def is_under_way(self, version: int) -> bool:
        """Whether something was asked of the server since a version, and perhaps refused."""
        return bool(self.page.evaluate(_UNDER_WAY, version))

    def expect_said(self, words: str | re.Pattern[str]) -> None:
        """Somebody who listens has just heard this."""
        expect(self.page.locator("#polite")).to_contain_text(words)

    def expect_won(self) -> None:
        """The page says that the game is won, and so does the server."""
        expect(self.page.locator("dialog[data-dialog=won]")).to_be_visible()
        state = self.state
        assert (state["outcome"], state["is_won"]) == ("won", True)
        assert self.piles == piles_of(state)


def piles_of(state: Told) -> Piles:
    """The cards of each place, as the page should show a state."""
    view = state["view"]
    piles = {f"t{slot}": pile for slot, pile in enumerate(view["columns"], 1)}
    piles |= {f"f{slot}": pile for slot, pile in enumerate(view["foundations"], 1)}
    piles |= {f"c{slot}": [card] if card else [] for slot, card in enumerate(view["cells"], 1)}
    return piles if view["stock"] is None else piles | {"stock": []}


def way(start: Point, end: Point) -> list[Point]:
    """Points on the way from here to there; the last one is there."""
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + right * part, y + down * part) for part in (0.3, 1.0)]


class Pointer(Player, ABC):
    """What mouse and finger have in common."""

    @abstractmethod
    def press(self, at: Point) -> None:
        """Click, or tap."""

    @abstractmethod
    def draw(self, start: Point, end: Point) -> None:
        """Drag from here to there."""

    def point(self, place: str, count: int = 0) -> tuple[Told, Point]:
        """Where to point at a card or place; nothing may lie over it."""
        spot = self.spot(place, count)
        assert spot["isFree"], f"{place} is covered: {spot['over']}"
        return spot, (spot["x"], spot["y"])

    def tap(self, place: str, count: int = 0) -> int:
        """Point at a card or a place; the version that was shown then."""
        spot, at = self.point(place, count)
        self.press(at)
        return int(spot["version"])

    def drag(self, source: str, target: str, count: int = 1) -> int:
        """Drag cards over to a place and drop them there; the version that was shown before."""
        spot, start = self.point(source, count)
        there = self.spot(target)
        end = there["left"] + start[0] - spot["left"], there["top"] + start[1] - spot["top"]
        self.draw(start, end)
        return int(spot["version"])

    def send_home(self, place: str) -> int:
        """Press a card twice, as quickly as this computer can today; a person too may try again."""
        version = self.version
        for _ in range(20):
            _, at = self.point(place, 1)
            self.press(at)
            self.press(at)
            if self.is_under_way(version):
                break
        return version

    def make(self, move: str, way: str = "drag") -> None:
        """Make a move by "drag", by "taps", by one "tap", or "home" by two quick ones.

        What does not go home is tapped instead, and then the place for it.
        """
        step = Step.read(move)
        if step.is_deal or way == "tap":
            version = self.tap(step.source)
        elif way == "drag":
            version = self.drag(step.source, step.target, step.count)
        elif way == "home" and step.goes_home:
            version = self.send_home(step.source)
        else:
            version = self.tap(step.source, step.count)
            self.tap(step.target)
        self.settle(version)


class Mouse(Pointer):
    """Somebody with a mouse."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._line: CDPSession = page.context.new_cdp_session(page)

    def press(self, at: Point) -> None:
        """Click."""
        self.page.mouse.click(*at)

    def draw(self, start: Point, end: Point) -> None:
        """Drag. Playwright's own mouse would look at each step for a native drag, which is slow."""
        self._send("mouseMoved", start)
        self._send("mousePressed", start, button="left", buttons=1, clickCount=1)
        for at in way(start, end):
            self._send("mouseMoved", at, button="left", buttons=1)
        self._send("mouseReleased", end, button="left", clickCount=1)

    def _send(self, kind: str, at: Point, **more: object) -> None:
        event = {"type": kind, "x": at[0], "y": at[1], **more}
        self._line.send("Input.dispatchMouseEvent", event)


class Finger(Pointer):
    """Somebody with a phone."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._line: CDPSession = page.context.new_cdp_session(page)

    def press(self, at: Point) -> None:
        """Tap."""
        self.page.touchscreen.tap(*at)

    def draw(self, start: Point, end: Point) -> None:
        """Drag."""
        self._touch("touchStart", start)
        for at in way(start, end):
            self._touch("touchMove", at)
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


class Keys(Player):
    """Somebody without a pointer."""

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until something has the focus."""
        for _ in range(80):
            if self.page.evaluate("(one) => document.activeElement.matches(one)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def go_to(self, place: str, count: int = 1) -> None:
        """Bring the focus to a card or a place of the board, by digits and arrows."""
        if place[0] == "t":
            self.press(place[1:], *["ArrowUp"] * (count - 1))
            return
        for _ in range(24):
            seen = self.page.evaluate(_FOCUS)
            if seen["place"] == place:
                return
            self._step(seen, place)
        raise AssertionError(f"arrows do not lead to {place}")

    def _step(self, seen: Told, place: str) -> None:
        """An arrow nearer to a place."""
        here, there = seen["places"][seen["place"] or "t1"], seen["places"][place]
        if seen["place"] is None:
            self.press("1")
        elif seen["place"][0] == "t" and there[1] < here[1]:
            self.press("Home", "ArrowUp")
        elif abs(there[0] - here[0]) > 1:
            self.press("ArrowRight" if there[0] > here[0] else "ArrowLeft")
        else:
            self.press("ArrowDown" if there[1] > here[1] else "ArrowUp")

    def make(self, move: str, way: str = "cursor") -> None:
        """Make a move with the "cursor", "typed", by one "enter", or "home" with a key for that.

        What does not go home is picked up instead, and laid down.
        """
        version, step = self.version, Step.read(move)
        if way == "typed":
            self.type(move)
        elif step.is_deal:
            self.press("d")
        elif way == "home" and step.goes_home:
            self.go_to(step.source)
            self.press("g")
        elif way == "enter":
            self.go_to(step.source)
            self.press("Enter")
        else:
            self.go_to(step.source, step.count)
            self.press("Enter")
            self.go_to(step.target)
            self.press("Enter")
        self.settle(version)
        # The last move of a game has closed the line, and Escape would close what has come after.
        if way == "typed" and self.page.evaluate(
            "() => document.activeElement.id === 'typed-move'"
        ):
            self.press("Escape")

    def type(self, words: str) -> None:
        """Type a move on the line for it, which stays open."""
        self.press("/")
        expect(self.page.locator("#typed-move")).to_be_focused()
        self.page.keyboard.type(words)
        self.press("Enter")
