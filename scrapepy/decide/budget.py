"""When enough is enough: the number of pages, and hosts that only fail."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scrapepy.decide.retry import asks_too_long, may_come_back
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, Outcome

FAILURES_IN_A_ROW = 10
"""After so many failed tries without one that worked, a host is left alone (SPEC 4) …"""

LEAST_OUTAGE = 15.0
"""… unless that took fewer seconds than the restart of a server; ten URLs given up in a row are enough in any case."""

LONG_WAITS_IN_A_ROW = 3
"""A host that asks so often for more patience than we have is left alone."""

_OUR_OWN = frozenset(
    {
        FailureKind.TOO_LARGE,
        FailureKind.BOMB,
        FailureKind.ENCODING,
        FailureKind.FORBIDDEN_ADDRESS,
        FailureKind.DISK,
    }
)
"""Failures that say nothing about whether the host is well."""


@dataclass(frozen=True, slots=True)
class HostHealth:
    """How a host has been answering lately."""

    failures: int = 0
    """Failed tries since the last good one."""
    since: float = 0.0
    """When the first of them ended."""
    given_up: int = 0
    """URLs given up since the last good try."""
    long_waits: int = 0
    last: str = ""

    def after(self, outcome: Outcome, now: float, *, final: bool) -> HostHealth:
        """The state after one more try; ``final`` if the URL is not tried again."""
        why = _failure(outcome)
        if why is None:
            return self if _says_nothing(outcome) else HostHealth()
        return replace(
            self,
            failures=self.failures + 1,
            since=self.since if self.failures else now,
            given_up=self.given_up + final,
            long_waits=self.long_waits + 1 if asks_too_long(outcome, now) else 0,
            last=why,
        )

    def left_alone(self, now: float) -> str | None:
        """Why the host is asked for nothing more; None while it is worth a try."""
        if self.long_waits >= LONG_WAITS_IN_A_ROW:
            return f"the host asked {self.long_waits} times for a longer wait than we are ready for"
        lasting = self.failures >= FAILURES_IN_A_ROW and now - self.since >= LEAST_OUTAGE
        if lasting or self.given_up >= FAILURES_IN_A_ROW:
            return f"the host failed {self.failures} times in a row (last: {self.last})"
        return None

    @property
    def ailing(self) -> bool:
        """True if so many tries failed that the host should be asked calmly, whatever ``--delay`` says."""
        return self.failures >= FAILURES_IN_A_ROW // 2


@dataclass(frozen=True, slots=True)
class PageBudget:
    """``--max-pages``: how many pages may still be begun. ``limit`` None means all."""

    limit: int | None = None
    saved: int = 0

    def spent(self) -> bool:
        """True if as many pages are saved as were asked for."""
        return self.limit is not None and self.saved >= self.limit

    def open(self, under_way: int) -> bool:
        """True if one more page may be begun while ``under_way`` others may still turn out to be pages."""
        return self.limit is None or self.saved + under_way < self.limit


def _failure(outcome: Outcome) -> str | None:
    match outcome:
        case FetchFailed(failure=failure) if failure not in _OUR_OWN:
            return failure.value
        case Fetched(status=status) if may_come_back(outcome):
            return str(status)
        case _:
            return None


def _says_nothing(outcome: Outcome) -> bool:
    return isinstance(outcome, FetchFailed)
