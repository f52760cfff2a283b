"""How long one request may take (SPEC 3, ``--timeout``): so long without progress, and so long for a body in all."""

from __future__ import annotations

import asyncio

from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind

PROGRESS = 1024
"""Bytes that count as progress: fewer within ``--timeout`` are a byte now and then."""


class Patience:
    """The clock of one request: ``async with patience.limit`` around all of it, told of every step.

    Connecting, waiting for the answer's head, and each kilobyte of the body have ``--timeout`` each.
    """

    def __init__(self, pace: Pace) -> None:
        self._loop = asyncio.get_running_loop()
        self._timeout = pace.timeout
        self._in_all = pace.body_seconds
        self._missing = "no connection"
        self._ends = 0.0
        self._moved = 0.0
        self._seen = 0
        self.limit = asyncio.timeout(pace.timeout)

    def connected(self) -> None:
        """There is a connection."""
        self._missing = "no answer"
        self.limit.reschedule(self._loop.time() + self._timeout)

    def answered(self) -> None:
        """The head of the answer is there, the body begins."""
        self._missing = "no progress"
        self._moved = self._loop.time()
        self._ends = self._moved + self._in_all
        self.limit.reschedule(min(self._moved + self._timeout, self._ends))

    def received(self, bytes_so_far: int) -> None:
        """More of the body came."""
        if bytes_so_far - self._seen < PROGRESS:
            return
        self._seen = bytes_so_far
        now = self._loop.time()
        if now - self._moved > self._timeout / 8:  # a timer for every piece would cost more than the piece
            self._moved = now
            self.limit.reschedule(min(now + self._timeout, self._ends))

    def forgo(self) -> None:
        """The limit is not needed any more: somebody else watches the time."""
        self.limit.reschedule(None)

    def verdict(self) -> tuple[FailureKind, str]:
        """What to call it when the limit has struck."""
        if self._ends and self._loop.time() >= self._ends - 0.001:
            return FailureKind.TOO_SLOW, f"not done after {self._in_all:g} s"
        return FailureKind.TIMEOUT, f"{self._missing} for {self._timeout:g} s"
