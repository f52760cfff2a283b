"""Keeps the moments apart at which requests really leave for a host.

The frontier spaces the moments at which requests are *begun*. A request that first has to connect leaves later than
one that finds an open connection, so that two of them could reach the server closer together than ``--delay`` allows.
"""

from __future__ import annotations

import asyncio

MARGIN = 0.01
"""Seconds added, since what leaves evenly does not arrive evenly."""


class Turns:
    """One turn after the other for each origin. Times are the event loop's."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._spacing: dict[str, float] = {}
        self._next: dict[str, float] = {}

    def space(self, origin: str, seconds: float) -> None:
        """Keep requests to ``origin`` so many seconds apart, if that is more than the delay."""
        if seconds > self._delay:
            self._spacing[origin] = seconds

    async def turn(self, origin: str) -> None:
        """Wait until a request to ``origin`` may leave."""
        spacing = self._spacing.get(origin, self._delay)
        if spacing <= 0:
            return
        now = asyncio.get_running_loop().time()
        at = max(now, self._next.get(origin, now))
        self._next[origin] = at + spacing + MARGIN
        if at > now:
            await asyncio.sleep(at - now)
