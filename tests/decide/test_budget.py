from __future__ import annotations

import pytest

from scrapepy.decide.budget import FAILURES_IN_A_ROW, LEAST_OUTAGE, HostHealth, PageBudget
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/a")
REFUSED = FetchFailed(URL, FailureKind.CONNECT, at=0.0)


def answer(status: int, wait: str | None = None) -> Fetched:
    return Fetched(URL, URL, status, () if wait is None else (("retry-after", wait),), b"", at=0.0)


def after(outcome: Outcome, times: int, *, final: bool = False, every: float = 0.0) -> HostHealth:
    health = HostHealth()
    for index in range(times):
        health = health.after(outcome, index * every, final=final)
    return health


def test_ten_urls_given_up_in_a_row_are_enough() -> None:
    assert after(answer(500), FAILURES_IN_A_ROW - 1, final=True).left_alone(0.0) is None
    why = after(answer(500), FAILURES_IN_A_ROW, final=True).left_alone(0.0)
    assert why == "the host failed 10 times in a row (last: 500)"


def test_ten_tries_are_enough_if_they_took_longer_than_a_restart() -> None:
    health = after(REFUSED, FAILURES_IN_A_ROW)
    assert health.left_alone(LEAST_OUTAGE - 1) is None
    assert health.left_alone(LEAST_OUTAGE) == "the host failed 10 times in a row (last: connection refused)"
    assert after(REFUSED, FAILURES_IN_A_ROW - 1).left_alone(1000.0) is None


@pytest.mark.parametrize("good", [answer(200), answer(404), answer(301), NotModified(URL, (), at=0.0)])
def test_any_answer_that_makes_sense_starts_anew(good: Outcome) -> None:
    health = after(REFUSED, 9, final=True).after(good, 5.0, final=True)
    assert health == HostHealth()


@pytest.mark.parametrize("kind", [FailureKind.TOO_LARGE, FailureKind.ENCODING, FailureKind.DISK])
def test_what_is_our_own_says_nothing(kind: FailureKind) -> None:
    health = after(REFUSED, 3)
    assert health.after(FetchFailed(URL, kind, at=0.0), 9.0, final=True) == health


def test_half_way_the_host_is_asked_calmly() -> None:
    assert not after(REFUSED, 4).ailing
    assert after(REFUSED, 5).ailing


def test_three_times_a_longer_wait_than_ours() -> None:
    assert after(answer(503, "86400"), 2, final=True).left_alone(0.0) is None
    why = after(answer(503, "86400"), 3, final=True).left_alone(0.0)
    assert why == "the host asked 3 times for a longer wait than we are ready for"
    assert after(answer(503, "60"), 3, final=True).left_alone(0.0) is None


def test_pages_are_begun_only_while_they_can_still_be_needed() -> None:
    budget = PageBudget(limit=5, saved=3)
    assert [budget.open(under_way) for under_way in (0, 1, 2, 3)] == [True, True, False, False]
    assert not budget.spent()
    assert PageBudget(limit=5, saved=5).spent()
    assert not PageBudget(limit=5, saved=5).open(0)


def test_no_limit() -> None:
    assert PageBudget().open(10**6)
    assert not PageBudget(saved=10**6).spent()
