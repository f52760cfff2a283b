"""What is going on, while it goes on: a bar on a terminal, a plain line now and then elsewhere.

The one door to tqdm. Everything is written to standard error, so that the result can be piped.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Never, Self

from tqdm import tqdm

from scrapepy.cli.terminal import printable, size_text
from scrapepy.crawl import events

LINE_EVERY = 10.0
"""Seconds between two plain lines where there is no terminal."""
DRAW_EVERY = 0.1
"""Seconds between two drawings of the bar, at least: a crawl tells of hundreds of events a second."""

WAIT_WORTH_TELLING = 2.0
"""Seconds: shorter waits are the ordinary pace."""


class Display:
    """A bar (on a terminal), plain lines (elsewhere) or nothing (``quiet``)."""

    def __init__(self, label: str, unit: str, *, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._label = label
        self._clock = clock
        self._started = self._last = clock()
        self._lines = not quiet and not sys.stderr.isatty()
        self._bar: tqdm[Never] | None = None
        if not quiet and not self._lines:
            self._bar = tqdm(desc=label, unit=f" {unit}", leave=False, dynamic_ncols=True, file=sys.stderr)

    def show(self, done: int, total: int | None, detail: str = "") -> None:
        """Tell the state of things; most calls draw nothing."""
        now = self._clock()
        if self._bar is not None and now - self._last >= DRAW_EVERY:
            self._last = now
            self._bar.total = total
            self._bar.set_postfix_str(printable(detail), refresh=False)
            self._bar.n = done
            self._bar.refresh()
        elif self._lines and now - self._last >= LINE_EVERY:
            self._last = now
            rate = done / max(now - self._started, 0.001)
            of = f" of {total:,}" if total is not None else ""
            self.line(f"{self._label}: {done:,}{of}, {rate:.1f}/s" + (f", {printable(detail)}" if detail else ""))

    def note(self, sentence: str) -> None:
        """Tell something at once, unless nothing is to be told."""
        if self._bar is not None or self._lines:
            self.line(printable(sentence))

    def line(self, text: str) -> None:
        """Write a line above the bar."""
        if self._bar is not None:
            self._bar.write(text, file=sys.stderr)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


class Progress:
    """Listens to a crawl (:mod:`scrapepy.crawl.events`) and shows where it stands."""

    def __init__(self, *, quiet: bool, verbose: bool, clock: Callable[[], float] = time.time) -> None:
        self._display = Display("mirroring", "files", quiet=quiet)
        self._verbose = verbose and not quiet
        self._clock = clock
        self._waits: dict[str, tuple[float, str]] = {}

    def __call__(self, event: object) -> None:
        """One event. Unknown ones are let pass: what is told may grow."""
        match event:
            case events.Progress():
                done = event.pages + event.assets + event.failures
                self._display.show(done, done + event.queued + event.in_flight, self._detail(event))
            case events.Waiting(host, until, why):
                self._waits[host] = (until, why)
            case events.Noted(sentence):
                self._display.note(sentence)
            case events.PageDone(url, status) | events.AssetDone(url, status) if self._verbose:
                self._display.line(f"{status} {printable(url)}")
            case events.Failed(url, reason) | events.Retrying(url, reason) if self._verbose:
                again = "; will be tried again" if isinstance(event, events.Retrying) else ""
                self._display.line(f"--- {printable(url)}: {printable(reason)}{again}")
            case events.StartStands(seed, moved=True) if self._verbose:
                self._display.line(f"the start URL has moved to {printable(seed)}")
            case _:
                pass

    def _detail(self, event: events.Progress) -> str:
        """What the bar says behind the numbers: pages, bytes, errors, what is being waited for."""
        now = self._clock()
        self._waits = {host: wait for host, wait in self._waits.items() if wait[0] > now}
        parts = [f"{event.pages:,} pages", size_text(event.bytes)]
        if event.failures:
            parts.append(f"{event.failures:,} errors")
        for host, (until, why) in self._waits.items():
            if until - now >= WAIT_WORTH_TELLING:
                parts.append(f"waiting {until - now:.0f} s for {host} ({why})")
        return ", ".join(parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._display.close()


class Counter:
    """Counts things of which the number is not known before: files checked, pages converted."""

    def __init__(self, label: str, unit: str, *, quiet: bool) -> None:
        self._display = Display(label, unit, quiet=quiet)
        self._done = 0

    def __call__(self, _name: str) -> None:
        """One more."""
        self._done += 1
        self._display.show(self._done, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._display.close()
