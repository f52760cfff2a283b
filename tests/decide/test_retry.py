from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.retry import LONGEST_BACKOFF, asks_too_long, backoff, may_come_back, retry_after
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/a")
PACE = Pace(retries=3)


def answer(status: int, wait: str | None = None) -> Fetched:
    headers = () if wait is None else (("retry-after", wait),)
    return Fetched(URL, URL, status, headers, b"", at=0.0)


def failure(kind: FailureKind) -> FetchFailed:
    return FetchFailed(URL, kind, at=0.0)


@pytest.mark.parametrize("status", [408, 429, 500, 501, 502, 503, 504, 599])
def test_these_statuses_come_back(status: int) -> None:
    assert may_come_back(answer(status))


@pytest.mark.parametrize("status", [200, 204, 301, 400, 401, 403, 404, 405, 410, 416, 451])
def test_no_other_status_does(status: int) -> None:
    assert not may_come_back(answer(status))
    assert retry_after(answer(status), 1, 0.0, PACE) is None


@pytest.mark.parametrize(
    ("kind", "again"),
    [
        (FailureKind.TIMEOUT, True),
        (FailureKind.DNS, True),
        (FailureKind.CONNECT, True),
        (FailureKind.NETWORK, True),
        (FailureKind.PROTOCOL, True),
        (FailureKind.TRUNCATED, True),
        (FailureKind.TLS, False),
        (FailureKind.TOO_SLOW, False),
        (FailureKind.TOO_LARGE, False),
        (FailureKind.BOMB, False),
        (FailureKind.ENCODING, False),
        (FailureKind.FORBIDDEN_ADDRESS, False),
        (FailureKind.DISK, False),
    ],
)
def test_failures(kind: FailureKind, again: bool) -> None:
    assert may_come_back(failure(kind)) is again


def test_every_kind_of_failure_was_thought_of() -> None:
    assert len(FailureKind) == 13


def test_not_modified_is_final() -> None:
    assert retry_after(NotModified(URL, (), at=0.0), 1, 0.0, PACE) is None


def test_three_further_tries_at_growing_intervals() -> None:
    moments = [retry_after(answer(500), tries, 1000.0, PACE) for tries in (1, 2, 3, 4)]
    waits = [moment - 1000.0 for moment in moments if moment is not None]
    assert moments[3] is None
    assert [1 <= waits[0] <= 1.25, 2 <= waits[1] <= 2.5, 4 <= waits[2] <= 5] == [True, True, True]


def test_no_retries_asked_for() -> None:
    assert retry_after(answer(500), 1, 0.0, Pace(retries=0)) is None


def test_the_server_is_given_the_time_it_asks_for() -> None:
    assert retry_after(answer(429, "17"), 1, 100.0, PACE) == 117.0
    assert retry_after(answer(503, "Thu, 01 Jan 1970 00:02:00 GMT"), 1, 100.0, PACE) == 120.0
    at = retry_after(answer(503, "0"), 1, 100.0, PACE)  # our own patience is the least
    assert at is not None
    assert at >= 101.0


@pytest.mark.parametrize("wait", ["121", "86400", "Fri, 02 Jan 1970 00:00:00 GMT"])
def test_who_asks_for_too_much_is_given_up(wait: str) -> None:
    outcome: Outcome = answer(503, wait)
    assert retry_after(outcome, 1, 0.0, PACE) is None
    assert asks_too_long(outcome, 0.0)


def test_two_minutes_are_waited() -> None:
    assert retry_after(answer(429, "120"), 1, 0.0, PACE) == 120.0
    assert not asks_too_long(answer(429, "120"), 0.0)
    assert not asks_too_long(answer(404, "9999"), 0.0)  # final anyway


@given(st.integers(1, 2000), st.text(max_size=20))
def test_back_off_is_bounded_and_always_the_same(attempts: int, path: str) -> None:
    url = CanonicalUrl("http://h/" + path)
    assert 1 <= backoff(url, attempts) == backoff(url, attempts) <= LONGEST_BACKOFF * 1.25
