from __future__ import annotations

import pytest

from scrapepy.decide.throttle import (
    LONGEST_CRAWL_DELAY,
    LONGEST_SLOW_DELAY,
    RECOVERY,
    START_MARGIN,
    Throttle,
)
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/a")
FAST = Pace(delay=0.0, concurrency=8)


def answer(status: int = 200, wait: str | None = None, seconds: float = 0.1, size: int = 1000) -> Fetched:
    headers = () if wait is None else (("retry-after", wait),)
    return Fetched(URL, URL, status, headers, b"", at=0.0, seconds=seconds, size=size)


TIMEOUT = FetchFailed(URL, FailureKind.TIMEOUT, at=0.0)
RESET = FetchFailed(URL, FailureKind.NETWORK, at=0.0)


def one(state: Throttle, outcome: Fetched | FetchFailed, now: float) -> Throttle:
    return state.started(now).finished(outcome, now, now)


def test_a_fresh_host_is_ready() -> None:
    ready = Throttle.of(Pace()).ready_at()
    assert ready is not None
    assert ready <= 0.0


def test_starts_are_the_delay_apart() -> None:
    state = Throttle.of(Pace(delay=0.5)).started(100.0)
    assert state.ready_at() == pytest.approx(100.5 + START_MARGIN)


def test_no_more_at_once_than_allowed() -> None:
    state = Throttle.of(Pace(delay=0.0, concurrency=2)).started(1.0).started(1.0)
    assert state.ready_at() is None
    assert state.finished(answer(), 1.0, 2.0).ready_at() == 1.0


def test_without_delay_nothing_waits() -> None:
    state = Throttle.of(FAST)
    for _ in range(7):
        state = state.started(50.0)
        assert state.ready_at() == 50.0
    assert state.started(50.0).ready_at() is None


def test_the_longer_of_delay_and_crawl_delay() -> None:
    assert Throttle.of(Pace(delay=0.5)).with_crawl_delay(2.0).delay == 2.0
    assert Throttle.of(Pace(delay=3.0)).with_crawl_delay(2.0).delay == 3.0
    assert Throttle.of(Pace(delay=3.0)).with_crawl_delay(None).delay == 3.0
    assert Throttle.of(Pace()).with_crawl_delay(86400.0).delay == LONGEST_CRAWL_DELAY


@pytest.mark.parametrize("outcome", [answer(429), answer(503), TIMEOUT])
def test_a_refusal_slows_down_and_pauses(outcome: Fetched | FetchFailed) -> None:
    state = one(Throttle.of(FAST), outcome, 100.0)
    assert (state.delay, state.limit) == (1.0, 4)
    assert state.slowed
    assert state.ready_at() == pytest.approx(101.0, abs=START_MARGIN)
    state = one(state, outcome, 102.0)
    assert (state.delay, state.limit) == (2.0, 2)


@pytest.mark.parametrize("outcome", [answer(500), answer(404), RESET])
def test_other_bad_outcomes_do_not(outcome: Fetched | FetchFailed) -> None:
    assert not one(Throttle.of(FAST), outcome, 100.0).slowed


def test_requests_under_way_together_are_one_piece_of_news() -> None:
    state = Throttle.of(FAST)
    for _ in range(8):
        state = state.started(100.0)
    for end in range(8):
        state = state.finished(answer(429), 100.0, 100.1 + end / 100)
    assert (state.delay, state.limit, state.in_flight) == (1.0, 4, 0)


def test_the_host_is_given_the_time_it_asks_for() -> None:
    state = one(Throttle.of(FAST), answer(503, "30"), 100.0)
    assert state.ready_at() == 130.0
    # a second answer of the same moment does not shorten the pause
    assert state.started(100.0).finished(answer(503, "5"), 100.0, 101.0).ready_at() == 130.0


def test_a_day_is_not_waited_for() -> None:
    state = one(Throttle.of(FAST), answer(503, "86400"), 100.0)
    assert state.ready_at() == pytest.approx(101.0, abs=START_MARGIN)


def test_who_says_how_long_to_wait_is_not_kept_further_away() -> None:
    state = Throttle.of(FAST)
    for round_ in range(10):
        state = one(state, answer(503, "2"), 100.0 * round_)
    assert state.delay == 2.0


def test_slowing_down_has_an_end() -> None:
    state = Throttle.of(FAST)
    for round_ in range(20):
        state = one(state, answer(429), 1000.0 * round_)
    assert (state.delay, state.limit) == (LONGEST_SLOW_DELAY, 1)


def test_a_host_that_recovers_is_asked_more_often_again() -> None:
    state = Throttle.of(Pace(delay=0.5, concurrency=4))
    for round_ in range(3):
        state = one(state, answer(429), 100.0 * round_)
    assert (state.delay, state.limit) == (4.0, 1)
    steps = []
    for round_ in range(5 * RECOVERY):
        state = one(state, answer(), 1000.0 + 10.0 * round_)
        steps.append((state.delay, state.limit))
    assert steps[RECOVERY - 2] == (4.0, 1)
    assert steps[RECOVERY - 1] == (2.0, 2)
    assert steps[-1] == (0.5, 4)
    assert not state.slowed


def test_recovery_never_goes_below_what_was_asked_for() -> None:
    state = one(Throttle.of(Pace(delay=0.0)).with_crawl_delay(2.0), answer(429), 100.0)
    assert state.delay == 4.0
    for round_ in range(4 * RECOVERY):
        state = one(state, answer(), 1000.0 + 10.0 * round_)
    assert state.delay == 2.0


def test_a_failure_starts_recovery_anew() -> None:
    state = one(Throttle.of(FAST), answer(429), 100.0)
    for round_ in range(RECOVERY - 1):
        state = one(state, answer(), 200.0 + 10 * round_)
    state = one(one(state, RESET, 300.0), answer(), 310.0)
    assert state.delay == 1.0


def test_a_host_under_strain_is_asked_less_at_once() -> None:
    state = Throttle.of(FAST)
    for round_ in range(10):
        state = one(state, answer(seconds=0.2), 10.0 * round_)
    assert one(state, answer(seconds=4.0), 200.0).limit == 8
    assert one(state, answer(seconds=9.0, size=50_000_000), 200.0).limit == 8
    dragged = one(state, answer(seconds=9.0), 200.0)
    assert (dragged.limit, dragged.delay) == (4, 0.0)


def test_a_host_that_is_slow_by_nature_is_not_under_strain() -> None:
    state = Throttle.of(FAST)
    for round_ in range(10):
        state = one(state, answer(seconds=6.0), 10.0 * round_)
    assert state.limit == 8


def test_calmed() -> None:
    state = Throttle.of(FAST).calmed()
    assert (state.delay, state.limit) == (1.0, 1)
    assert Throttle.of(Pace(delay=5.0)).calmed().delay == 5.0


def test_released_says_nothing() -> None:
    state = Throttle.of(FAST).started(1.0)
    assert state.released().in_flight == 0
    assert not state.released().slowed
