"""Event loops whose clock the test has in its hands, so that what is said of seconds does not hang on the machine's."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _NobodyWaits(selectors.DefaultSelector):
    """Instead of waiting, the time goes on."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(timeout if timeout is None else 0)
        if timeout and not ready:
            self.now += timeout
        return ready


class _TimelessLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _NobodyWaits()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


class MovedClock(asyncio.SelectorEventLoop):
    """The system's clock, and what the test adds to it: for work with other processes, which take their time."""

    _added = 0.0

    def time(self) -> float:
        return super().time() + self._added

    def forward(self, seconds: float) -> None:
        """So much later it is now: timers that were due until then are due."""
        self._added += seconds


def timeless(main: Coroutine[Any, Any, Any]) -> Any:
    """Run ``main``, for which waiting takes no time and work none either; its loop's clock begins at 0."""
    with asyncio.Runner(loop_factory=_TimelessLoop) as runner:
        return runner.run(main)


def with_moved_clock(main: Coroutine[Any, Any, Any]) -> Any:
    """Run ``main`` in a :class:`MovedClock`, its running loop."""
    with asyncio.Runner(loop_factory=MovedClock) as runner:
        return runner.run(main)
