from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.retry_after import asked_wait, parse_http_date, parse_retry_after
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/a")


@pytest.mark.parametrize(
    ("value", "now", "seconds"),
    [
        ("0", 5.0, 0.0),
        ("120", 5.0, 120.0),
        (" 7 ", 5.0, 7.0),
        ("1.5", 5.0, 1.5),
        ("Thu, 01 Jan 1970 00:01:00 GMT", 10.0, 50.0),
        ("Thu, 01 Jan 1970 00:01:00 GMT", 100.0, 0.0),
        ("-1", 0.0, None),
        ("soon", 0.0, None),
        ("", 0.0, None),
    ],
)
def test_both_forms(value: str, now: float, seconds: float | None) -> None:
    assert parse_retry_after(value, now) == seconds


@pytest.mark.parametrize(
    "value",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 08:49:37 gmt",
        "06 Nov 1994 08:49:37 +0000",
    ],
)
def test_the_three_forms_of_a_date(value: str) -> None:
    assert parse_http_date(value) == 784111777.0


@pytest.mark.parametrize(
    "value",
    ["Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "x" * 9999],
)
def test_what_is_no_date(value: str) -> None:
    assert parse_http_date(value) is None


@given(st.integers(0, 4_000_000_000))
def test_a_date_written_is_the_date_read(moment: int) -> None:
    assert parse_http_date(format_datetime(datetime.fromtimestamp(moment, UTC), usegmt=True)) == moment


def test_only_unwanted_answers_ask_to_wait() -> None:
    headers = (("retry-after", "9"),)
    assert asked_wait(Fetched(URL, URL, 503, headers, b"", at=0.0), 0.0) == 9.0
    assert asked_wait(Fetched(URL, URL, 503, (), b"", at=0.0), 0.0) is None
    assert asked_wait(Fetched(URL, URL, 301, headers, b"", at=0.0), 0.0) is None
    assert asked_wait(FetchFailed(URL, FailureKind.TIMEOUT, at=0.0), 0.0) is None
