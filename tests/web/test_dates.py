"""Dates as pages write them."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.web.dates import iso_date


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2024-01-31", "2024-01-31"),
        (" 2024-01-31 ", "2024-01-31"),
        ("2024/01/31", "2024-01-31"),
        ("2024.01.31", "2024-01-31"),
        ("20240131", "2024-01-31"),
        ("2024-01-31T08:05:09", "2024-01-31T08:05:09"),
        ("2024-01-31T08:05", "2024-01-31T08:05:00"),
        ("2024-01-31T08:05:09Z", "2024-01-31T08:05:09Z"),
        ("2024-01-31T08:05:09.123456Z", "2024-01-31T08:05:09Z"),
        ("2024-01-31T08:05:09+00:00", "2024-01-31T08:05:09Z"),
        ("2024-01-31T08:05:09+02:00", "2024-01-31T08:05:09+02:00"),
        ("2024-01-31T08:05:09-0530", "2024-01-31T08:05:09-05:30"),
        ("2024-01-31T08:05:09+02", "2024-01-31T08:05:09+02:00"),
        ("2024-01-31 08:05:09", "2024-01-31T08:05:09"),
        ("2024-01-31 08:05:09 +0100 CET", "2024-01-31T08:05:09+01:00"),
        ("2024-01-31 08:05:09 UTC", "2024-01-31T08:05:09Z"),
        ("20240131T080509Z", "2024-01-31T08:05:09Z"),
        ("Wed, 31 Jan 2024 08:05:09 GMT", "2024-01-31T08:05:09Z"),
        ("31 Jan 2024 08:05:09 +0200", "2024-01-31T08:05:09+02:00"),
        ("1706688309", "2024-01-31T08:05:09Z"),
        ("1706688309000", "2024-01-31T08:05:09Z"),
    ],
)
def test_sure_dates(written: str, expected: str) -> None:
    assert iso_date(written) == expected


@pytest.mark.parametrize(
    "written",
    [
        "",
        "today",
        "31/01/2024",
        "01-02-2024",
        "2024-13-01",
        "2024-02-30",
        "2024-01-31T25:00",
        "2024",
        "2024-01",
        "January 31",
        "31 Jan",
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "0",
        "2024-01/31",
        "version 2024-01-31",
        "٢٠٢٤-٠١-٣١x",
    ],
)
def test_what_is_no_sure_date(written: str) -> None:
    assert iso_date(written) is None


@given(st.datetimes(min_value=datetime(1990, 1, 1)))
def test_iso_dates_stay(moment: datetime) -> None:
    text = moment.isoformat(timespec="seconds")
    assert iso_date(text) == text


@given(st.text(max_size=40))
def test_any_text_is_a_date_or_none(text: str) -> None:
    found = iso_date(text)
    assert found is None or iso_date(found) == found
