"""Networks that are slow: moves that wait, and answers that come late."""

from __future__ import annotations

from playwright.sync_api import Page, Route

__all__ = ["Requests", "be_slow"]


class Requests:
    """Holds moves back, until they are let go."""

    def __init__(self, page: Page, kind: str = "move") -> None:
        self.page, self.held = page, list[Route]()
        page.route(f"**/{kind}", lambda route: self.held.append(route))

    def next(self) -> Route:
        """The next request that is held back."""
        for _ in range(100):
            if self.held:
                return self.held.pop(0)
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing was sent")


def be_slow(page: Page) -> None:
    """Every answer takes 400 milliseconds."""
    network = page.context.new_cdp_session(page)
    conditions = {"latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
