"""A round: one command that runs several starts, one after the other. What was done survives an interruption.

A start that was cut off goes on by its state. Those that had come to their end before it are noted in a small file
beside the mirrors, so that the same command, given again, does not ask their sites a second time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scrapepy.store.atomic import put

LASTS = 24 * 3600.0
"""Seconds after which an interrupted round is forgotten: who gives the command again wants all of it."""


@dataclass(frozen=True, slots=True)
class Done:
    """A start that came to its end in the round that goes on: with which exit status, and when (UTC)."""

    code: int
    moment: str


class Round:
    """``command`` tells rounds apart, and holds no secrets. Nothing is raised where the file cannot be had."""

    def __init__(self, html_dir: Path, command: str, clock: Callable[[], float] = time.time) -> None:
        self._file = html_dir / f".scrapepy-round-{hashlib.sha256(command.encode()).hexdigest()[:12]}.json"
        self._clock = clock
        self._done = self._read()
        self.moved = False
        """True if something was done in this process: a round that only meets the same broken mirror is over."""

    def done(self, start: str) -> Done | None:
        """How the start ended, where it did so before the interruption."""
        known = self._done.get(start)
        if known is None:
            return None
        return Done(int(known[0]), f"{datetime.fromtimestamp(known[1], UTC):%Y-%m-%d %H:%M} UTC")

    def tell(self, start: str, code: int) -> None:
        """The start has come to its end."""
        self.moved = True
        self._done[start] = (code, self._clock())
        with contextlib.suppress(OSError):
            put(os.fspath(self._file), json.dumps(self._done).encode())

    def end(self) -> None:
        """All have: the next time, all are asked again."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _read(self) -> dict[str, tuple[int, float]]:
        now = self._clock()
        try:
            noted = json.loads(self._file.read_bytes())
            return {
                str(start): (int(code), float(at))
                for start, (code, at) in noted.items()
                if 0 <= now - float(at) < LASTS
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}
