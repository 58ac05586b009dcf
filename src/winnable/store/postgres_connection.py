"""Connections to PostgreSQL that wait for the server until the deadline, and no longer.

A server that is stopped or cut off does not answer, and its own `statement_timeout` does not run;
TCP notices nothing where the kernel at the other end still acknowledges. So it is the client that
has to stop waiting. It closes the connection then: whatever the server may still send belongs to a
statement that nobody waits for. What was not committed is rolled back by the server; if it was the
commit that got no answer, nobody knows.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from concurrent.futures import Future
from threading import Thread
from typing import Any

import psycopg
from psycopg import waiting
from psycopg.errors import ConnectionFailure

from winnable.store.deadline import has_time_passed, time_left

__all__ = ["BoundedPostgresConnection", "connect_in_time"]

_INTERVAL = 0.1
"""Seconds between two looks at the deadline."""
_NO_ANSWER = "the server did not answer in time"


class BoundedPostgresConnection(psycopg.Connection[Any]):
    """A connection in which every statement, commit and rollback observes the deadline."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **options: Any) -> Any:
        """Send something to the server and wait for the answer.

        Unlike psycopg's own method this does not wait for the server either when Ctrl-C interrupts
        it: psycopg would ask the server to cancel the statement, and wait until it has.
        """
        if has_time_passed():  # so a commit that comes too late is not even sent
            self.close()
            raise ConnectionFailure(_NO_ANSWER)
        try:
            # Whatever else psycopg passes differs from version to version, and only ever limits it.
            return waiting.wait(_until_deadline(gen), self.pgconn.socket, interval=_INTERVAL)
        except BaseException as error:
            if has_time_passed() or not isinstance(error, Exception):
                self.close()
            raise

    def rollback(self) -> None:
        """Roll back; where the server does not answer, it will do so when it finds us gone."""
        try:
            super().rollback()
        except psycopg.OperationalError:
            if not self.closed:
                raise


def _until_deadline(gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """The same generator, which psycopg resumes at every interval; it raises at the deadline."""
    try:
        state = next(gen)
        while True:
            ready = yield state
            state = gen.send(ready)  # first, so that an answer that has just come is taken
            if has_time_passed():
                raise ConnectionFailure(_NO_ANSWER)
    except StopIteration as end:
        return end.value


def connect_in_time(*args: Any, **options: Any) -> BoundedPostgresConnection:
    """Connect before the deadline.

    It is done in a thread of its own, because nothing interrupts the search for a host's address,
    and each address of a host has a time limit of its own.
    """
    left = time_left()
    if left is not None:
        seconds = max(2, math.ceil(left))  # which is as little as psycopg allows
        options["connect_timeout"] = min(seconds, int(options.get("connect_timeout") or seconds))
    connecting: Future[BoundedPostgresConnection] = Future()

    def connect() -> None:
        try:
            connection = BoundedPostgresConnection.connect(*args, **options)
        except BaseException as error:
            if connecting.set_running_or_notify_cancel():
                connecting.set_exception(error)
        else:
            if connecting.set_running_or_notify_cancel():
                connecting.set_result(connection)
            else:  # nobody waits for it any more
                connection.close()

    Thread(target=connect, name="connecting", daemon=True).start()
    try:
        return connecting.result(left)
    except TimeoutError:
        if connecting.cancel():
            raise ConnectionFailure(_NO_ANSWER) from None
        return connecting.result()  # it was connected at the last moment
    except BaseException:
        connecting.cancel()
        raise
