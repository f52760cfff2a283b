"""How often one host is asked (SPEC 4, "Politeness"): a value that is told of starts and ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scrapepy.decide.retry_after import LONGEST_WAIT, asked_wait
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, Outcome

LONGEST_CRAWL_DELAY = 60.0
"""A Crawl-delay above this is taken for this, and said."""

LONG_CRAWL_DELAY = 5.0
"""One above this is said, since it makes a mirror slow."""

START_MARGIN = 0.02
"""Seconds added to every delay: a first request is slowed by connecting, so that the server would see less between."""

FIRST_SLOW_DELAY = 1.0
LONGEST_SLOW_DELAY = 10.0
RECOVERY = 5
"""Good answers in a row after which a host that was slowed down is asked one step more often."""

_SLOW_SECONDS = 5.0
_SLOW_FACTOR = 5.0
_SMALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Throttle:
    """The pace of one host. All times are Unix times, all spans seconds.

    ``floor`` and ``ceiling`` are what options and robots.txt allow at best: the least delay between two starts and the
    most requests at once. ``delay`` and ``limit`` are what holds now; they are worse after 429, 503 and timeouts, and
    come back step by step.
    """

    floor: float = 0.5
    ceiling: int = 4
    delay: float = 0.5
    limit: int = 4
    in_flight: int = 0
    last_start: float = float("-inf")
    paused_until: float = float("-inf")
    slowed_at: float = float("-inf")
    good: int = 0
    usual: float | None = None
    """Seconds that an answer takes as a rule (smoothed), None before the first."""

    @classmethod
    def of(cls, pace: Pace) -> Throttle:
        """The pace that the options ask for."""
        limit = max(1, pace.concurrency)
        delay = max(0.0, pace.delay)
        return cls(floor=delay, ceiling=limit, delay=delay, limit=limit)

    def with_crawl_delay(self, seconds: float | None) -> Throttle:
        """This state under a robots.txt that asks for ``seconds`` between two starts; the longer of both holds."""
        if seconds is None:
            return self
        floor = max(self.floor, min(seconds, LONGEST_CRAWL_DELAY))
        return replace(self, floor=floor, delay=max(self.delay, floor))

    def ready_at(self) -> float | None:
        """The moment from which the next request may start (perhaps past); None while all places are taken."""
        if self.in_flight >= self.limit:
            return None
        spacing = self.delay + START_MARGIN if self.delay > 0 else 0.0
        return max(self.last_start + spacing, self.paused_until)

    def started(self, now: float) -> Throttle:
        """The state after a request has started."""
        return replace(self, in_flight=self.in_flight + 1, last_start=now)

    def released(self) -> Throttle:
        """The state after a request has ended that says nothing about the host."""
        return replace(self, in_flight=max(0, self.in_flight - 1))

    def finished(self, outcome: Outcome, started_at: float, now: float) -> Throttle:
        """The state after the request started at ``started_at`` ended with ``outcome``.

        Requests that were under way together are one piece of news: only those that started after the last slow-down
        slow down further.
        """
        state = self.released()
        if refuses(outcome):
            return state._slower(started_at, now, asked_wait(outcome, now))
        if isinstance(outcome, FetchFailed) or (isinstance(outcome, Fetched) and outcome.status >= 500):
            return replace(state, good=0)
        if state._drags(outcome):
            return replace(state, limit=max(1, state.limit // 2), good=0, slowed_at=now)
        return state._better(outcome)

    def calmed(self) -> Throttle:
        """This state for a host that only fails: one request at a time, a second apart, whatever ``--delay`` says."""
        return replace(self, delay=max(self.delay, FIRST_SLOW_DELAY), limit=1, good=0)

    @property
    def slowed(self) -> bool:
        """True while the host is asked less often than it might be."""
        return self.delay > self.floor or self.limit < self.ceiling

    def _slower(self, started_at: float, now: float, asked: float | None) -> Throttle:
        if asked is not None and asked > LONGEST_WAIT:
            asked = None  # that loses the URL, not the host, which is only asked less often
        delay, limit = self.delay, self.limit
        if started_at >= self.slowed_at:
            # who says how long to wait is not kept at a greater distance than that
            most = LONGEST_SLOW_DELAY if asked is None else min(LONGEST_SLOW_DELAY, max(FIRST_SLOW_DELAY, asked))
            delay = max(delay, min(most, max(FIRST_SLOW_DELAY, delay * 2)))
            limit = max(1, limit // 2)
        pause = delay if asked is None else asked
        until = max(self.paused_until, now + pause)
        return replace(self, delay=delay, limit=limit, paused_until=until, slowed_at=now, good=0)

    def _better(self, outcome: Outcome) -> Throttle:
        usual = outcome.seconds if self.usual is None else 0.8 * self.usual + 0.2 * outcome.seconds
        if not self.slowed:
            return replace(self, usual=usual, good=0)
        if self.good + 1 < RECOVERY:
            return replace(self, usual=usual, good=self.good + 1)
        delay = self.delay / 2
        if delay <= max(self.floor, FIRST_SLOW_DELAY / 2):
            delay = self.floor
        return replace(self, usual=usual, good=0, delay=delay, limit=min(self.ceiling, self.limit + 1))

    def _drags(self, outcome: Outcome) -> bool:
        """True if a small answer took far longer than this host's answers do: it is under strain."""
        return (
            self.usual is not None
            and isinstance(outcome, Fetched)
            and outcome.size < _SMALL
            and outcome.seconds >= max(_SLOW_SECONDS, _SLOW_FACTOR * self.usual)
        )


def refuses(outcome: Outcome) -> bool:
    """True if the host says, in one way or another, that it is asked too much."""
    if isinstance(outcome, FetchFailed):
        return outcome.failure is FailureKind.TIMEOUT
    return isinstance(outcome, Fetched) and outcome.status in (429, 503)
