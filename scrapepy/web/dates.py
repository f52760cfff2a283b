"""Dates as pages write them, to ISO 8601; what could mean two days is nobody's date."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

_ISO = re.compile(
    r"(\d{4})([-/.]?)(\d{2})\2(\d{2})"
    r"(?:(?:T|t|\s+)(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\s+[A-Z]{3,4})?)?"
)
_UNIX_SECONDS = re.compile(r"\d{10}(?:\d{3})?")
_UNSET = frozenset({"1970-01-01", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00"})
_EARLIEST = 1000
"""Programs write the year 1 where they know no date."""


def iso_date(text: str) -> str | None:
    """``text`` as an ISO 8601 date, or date and time to the second, with its own offset; None if it is no sure date.

    Understood are ISO 8601 and its everyday variants (``2024/01/31 08:00``), the dates of HTTP and mail headers,
    English dates with the month as a word (``Nov 4, 2021``), and Unix time.
    A date without a year of four digits, or with the month in an unsure place, is None.

    >>> iso_date("2024-01-31 08:00 +0000"), iso_date("Wed, 31 Jan 2024 08:00:00 GMT"), iso_date("31/01/2024")
    ('2024-01-31T08:00:00Z', '2024-01-31T08:00:00Z', None)
    """
    found: str | None
    text = text.strip()
    if _UNIX_SECONDS.fullmatch(text):
        found = _written(datetime.fromtimestamp(int(text[:10]), tz=UTC))
    else:
        match = _ISO.fullmatch(text)
        found = _from_iso(match) if match else _from_words(text) or _from_header(text)
    return None if found in _UNSET else found


def _from_iso(match: re.Match[str]) -> str | None:
    year, _, month, day, hour, minute, second, zone = match.groups()
    if int(year) < _EARLIEST:
        return None
    try:
        if hour is None:
            return date(int(year), int(month), int(day)).isoformat()
        moment = datetime.fromisoformat(
            f"{year}-{month}-{day}T{hour}:{minute}:{second or '00'}{_offset(zone) if zone else ''}"
        )
    except ValueError:
        return None
    return _written(moment)


_WORDS = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th|\.)? (?P<month>[A-Za-z]{3,9})\.?"
    r"|(?P<named>[A-Za-z]{3,9})\.? (?P<number>\d{1,2})(?:st|nd|rd|th)?),? (?P<year>\d{4})"
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)


def _from_words(text: str) -> str | None:
    """``Nov 4, 2021`` and ``4 November 2021``: English names of months leave no doubt."""
    match = _WORDS.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    name = (match["month"] or match["named"]).lower()
    month = next((at for at, full in enumerate(_MONTHS, 1) if full.startswith(name) or name == "sept" == full[:4]), 0)
    year = int(match["year"])
    try:
        return date(year, month, int(match["day"] or match["number"])).isoformat() if year >= _EARLIEST else None
    except ValueError:
        return None


def _offset(zone: str) -> str:
    if zone[0] not in "+-":
        return "+00:00"
    digits = zone[1:].replace(":", "").ljust(4, "0")
    return f"{zone[0]}{digits[:2]}:{digits[2:]}"


def _from_header(text: str) -> str | None:
    if not re.search(r"\b\d{4}\b", text):
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    return _written(moment) if moment.year >= _EARLIEST else None


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
