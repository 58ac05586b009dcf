"""Who a request is from: the token in its cookie, looked up among the sign-ins of the database.

What was found is remembered for some seconds, so that a move need not ask again. A browser that is
signed out here is out at once; another server on the same database notices when its memory of it
expires. Players' numbers are never given twice, so a memory can be out of date but never somebody
else's.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from fastapi import Request, Response

from winnable.errors import StoreError
from winnable.store import SignIn, Store
from winnable.store.deadline import time_limit
from winnable.web.browser_names import browser_name
from winnable.web.cookies import Cookie, find_cookie_name
from winnable.web.thread_pool import ThreadPool

__all__ = ["Authentication"]

CACHE_SECONDS = 30.0
_MAX_CACHED = 10_000
_SIGNATURE_MARK = "."
"""What stands before the signature in a cookie of version 0.1, and in no token."""


class Authentication:
    """Signs browsers in and out. Use it on the event loop's thread only."""

    def __init__(
        self,
        store: Store,
        threads: ThreadPool,
        *,
        is_secure: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._threads, self._clock = store, threads, clock
        self.cookie = Cookie(find_cookie_name(store), is_secure=is_secure)
        self._cache: OrderedDict[str, tuple[SignIn, float]] = OrderedDict()
        """Sign-ins by token, with the time until which they need not be looked up; an LRU cache."""
        self._sign_outs = 0

    async def find(self, request: Request, response: Response) -> SignIn | None:
        """The sign-in of the browser that sent a request; `response` may renew its cookie."""
        token = self.cookie.read(request)
        if token is None:
            return None
        sign_in, valid_until = self._cache.get(token, (None, 0.0))
        if sign_in is not None and self._clock() < valid_until:
            self._cache.move_to_end(token)
            return sign_in
        return await self._look_up(token, response)

    async def _look_up(self, token: str, response: Response) -> SignIn | None:
        with time_limit(self._store.timeout):
            return await self._look_up_and_renew(token, response)

    async def _look_up_and_renew(self, token: str, response: Response) -> SignIn | None:
        sign_outs = self._sign_outs
        sign_in = await self._threads.run(self._store.sign_ins.find, token)
        if sign_in is None:
            self._cache.pop(token, None)
            return None
        if self._store.now().date() != sign_in.used.date():  # not every request is a write
            with suppress(StoreError):  # then the next request does it
                await self._threads.run(self._store.sign_ins.renew, sign_in.number)
            self.cookie.set(response, token)
        if sign_outs == self._sign_outs:  # else this one may have been signed out meanwhile
            self._cache[token] = sign_in, self._clock() + CACHE_SECONDS
            if len(self._cache) > _MAX_CACHED:
                self._cache.popitem(last=False)
        return sign_in

    async def sign_in(self, request: Request, response: Response, player: int) -> None:
        """Sign a browser in as a player; one that was somebody else until now no longer is."""
        before = await self.find(request, response)
        if before is not None and before.player == player:
            return
        token = await self._threads.run(self.new_token, request, player)
        self.cookie.set(response, token)
        if before is not None:
            await self._end(request, before)

    async def forget(self, request: Request, response: Response, sign_in: SignIn | None) -> None:
        """Sign the browser out that sent a request."""
        if sign_in is not None:
            await self._end(request, sign_in)
        self.cookie.delete(response)

    async def _end(self, request: Request, sign_in: SignIn) -> None:
        if not self._has_shared_token(request):  # which other browsers need
            await self.sign_out(sign_in.player, sign_in.number)

    def _has_shared_token(self, request: Request) -> bool:
        return _SIGNATURE_MARK in (self.cookie.read(request) or "")

    async def replace_shared_token(self, request: Request, response: Response, player: int) -> None:
        """Give a browser with a cookie of version 0.1 a token of its own.

        Such a cookie is the same in all browsers of a player, so none of them could be signed out
        without the others.
        """
        if self._has_shared_token(request):
            self.cookie.set(response, await self._threads.run(self.new_token, request, player))

    def new_token(self, request: Request, player: int) -> str:
        """Sign a browser in, in a thread; the token for its cookie."""
        name = browser_name(request.headers.get("user-agent", ""))
        return self._store.sign_ins.create(player, name)

    async def sign_out(self, player: int, number: int) -> bool:
        """Sign one of a player's browsers out; whether it was signed in."""
        was_signed_in = await self._threads.run(self._store.sign_ins.delete, player, number)
        self._forget(lambda sign_in: sign_in.number == number)
        return was_signed_in

    async def sign_out_others(self, sign_in: SignIn) -> int:
        """Sign all other browsers of a player out; how many."""
        count = await self._threads.run(
            self._store.sign_ins.delete_others, sign_in.player, sign_in.number
        )
        self._forget(lambda other: other.player == sign_in.player)
        return count

    def _forget(self, is_out: Callable[[SignIn], bool]) -> None:
        self._sign_outs += 1
        for token in [token for token, (sign_in, _) in self._cache.items() if is_out(sign_in)]:
            del self._cache[token]
