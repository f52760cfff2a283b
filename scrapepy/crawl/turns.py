"""Keeps the moments apart at which requests really leave for a host.

The frontier spaces the moments at which requests are *begun*. A request that first has to connect leaves later than
one that finds an open connection, so that two of them could reach the server closer together than ``--delay`` allows.
"""

from __future__ import annotations

import asyncio

MARGIN = 0.01
"""Seconds added, since what leaves evenly does not arrive evenly."""


class Turn:
    """The right to send one request; the next one waits until it is given back."""

    def __init__(self, turns: Turns, origin: str, lock: asyncio.Lock) -> None:
        self._turns = turns
        self._origin = origin
        self._lock: asyncio.Lock | None = lock

    def left(self) -> None:
        """The request is on its way, or will never be: the time until the next one begins. Twice is once."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
            self._turns.departed(self._origin)


class Turns:
    """One turn after the other for each origin. Times are the event loop's."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._spacing: dict[str, float] = {}
        self._next: dict[str, float] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    def space(self, origin: str, seconds: float) -> None:
        """Keep requests to ``origin`` so many seconds apart, if that is more than the delay."""
        if seconds > self._delay:
            self._spacing[origin] = seconds

    async def turn(self, origin: str) -> Turn | None:
        """Wait until a request to ``origin`` may leave; None where nothing is kept apart."""
        if self._spacing.get(origin, self._delay) <= 0:
            return None
        lock = self._locks.setdefault(origin, asyncio.Lock())
        await lock.acquire()
        turn = Turn(self, origin, lock)
        try:
            now = asyncio.get_running_loop().time()
            at = self._next.get(origin, now)
            if at > now:
                await asyncio.sleep(at - now)
        except BaseException:
            turn.left()
            raise
        return turn

    def departed(self, origin: str) -> None:
        """A request has left now (a busy machine may have held it up since its turn came)."""
        now = asyncio.get_running_loop().time()
        self._next[origin] = now + self._spacing.get(origin, self._delay) + MARGIN
