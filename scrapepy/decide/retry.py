"""Whether and when a URL is asked for again."""

from __future__ import annotations

from zlib import crc32

from scrapepy.decide.retry_after import LONGEST_WAIT, asked_wait
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl

LONGEST_BACKOFF = 30.0

_HOPELESS = frozenset(
    {
        FailureKind.TOO_SLOW,
        FailureKind.TOO_LARGE,
        FailureKind.BOMB,
        FailureKind.ENCODING,
        FailureKind.FORBIDDEN_ADDRESS,
        FailureKind.DISK,
        FailureKind.TLS,  # a certificate does not become valid within seconds
    }
)
"""Failures that a second try, seconds later, would only repeat."""


def retry_after(outcome: Outcome, attempts: int, now: float, limits: Pace) -> float | None:
    """When to try again, as a Unix time; None where the outcome is final.

    ``attempts`` counts the tries made so far, this one included: with ``--retries 3`` the fourth is the last. Tried
    again are network failures, 408, 429 and 5xx, after 1, 2, 4 … seconds (30 at most, and up to a quarter more, so
    that what failed together does not come back together), and not before the moment that the server named in
    Retry-After. If that is more than :data:`LONGEST_WAIT` seconds away, the URL is given up.

    >>> retry_after(FetchFailed("http://h/", FailureKind.TOO_LARGE, at=0.0), 1, 0.0, Pace()) is None
    True
    """
    if attempts > limits.retries or not may_come_back(outcome):
        return None
    asked = asked_wait(outcome, now)
    if asked is not None and asked > LONGEST_WAIT:
        return None
    wait = backoff(outcome.url, attempts)
    return now + max(wait, asked or 0.0)


def may_come_back(outcome: Outcome) -> bool:
    """True for what another try may mend."""
    match outcome:
        case FetchFailed(failure=failure):
            return failure not in _HOPELESS
        case Fetched(status=status):
            return status in (408, 429) or status >= 500
        case NotModified():
            return False


def asks_too_long(outcome: Outcome, now: float) -> bool:
    """True if the server asks for a longer wait than we are willing to (SPEC 4): the URL is given up, and said."""
    asked = asked_wait(outcome, now)
    return asked is not None and asked > LONGEST_WAIT and may_come_back(outcome)


def backoff(url: CanonicalUrl, attempts: int) -> float:
    """Seconds to wait after the ``attempts``-th failed try of ``url``: the same for the same arguments."""
    jitter = crc32(f"{attempts} {url}".encode("utf-8", "replace")) / 2**32 / 4
    return float(min(LONGEST_BACKOFF, 2.0 ** min(attempts - 1, 10)) * (1 + jitter))
