"""The Retry-After header (RFC 9110, section 10.2.3), in both its forms, and what it means for us."""

from __future__ import annotations

import re
from calendar import timegm

from scrapepy.model.outcome import Fetched, Outcome

LONGEST_WAIT = 120.0
"""Seconds we are willing to wait because a server asks. Who asks for more is not waited for: the URL is given up."""


def asked_wait(outcome: Outcome, now: float) -> float | None:
    """Seconds from ``now`` (a Unix time) that the server asks to wait; None if it does not say.

    Counted from ``now``, also where the header is a date; a date of the past means 0.
    """
    if not isinstance(outcome, Fetched) or outcome.status < 400:
        return None
    value = outcome.header("retry-after")
    return None if value is None else parse_retry_after(value, now)


def parse_retry_after(value: str, now: float) -> float | None:
    """Seconds from ``now`` that a Retry-After value means; None where it is neither a number nor a date.

    >>> parse_retry_after("120", 0.0), parse_retry_after("Thu, 01 Jan 1970 00:00:30 GMT", 10.0)
    (120.0, 20.0)
    """
    value = value.strip()
    if re.fullmatch(r"\d{1,12}(?:\.\d+)?", value):  # some servers write fractions
        return float(value)
    moment = parse_http_date(value)
    return None if moment is None else max(0.0, moment - now)


def parse_http_date(value: str) -> float | None:
    """The Unix time that an HTTP date names, in any form of RFC 9110, section 5.6.7; None if it is none."""
    for form in (_IMF, _RFC850, _ASCTIME):
        match = form.fullmatch(value.strip())
        if match is None:
            continue
        parts = match.groupdict()
        year = int(parts["year"])
        if year < 100:
            year += 2000 if year < 70 else 1900
        month = _MONTHS.index(parts["month"].lower()) + 1
        day, hour, minute, second = (int(parts[name]) for name in ("day", "hour", "minute", "second"))
        if not (1 <= day <= 31 and hour < 24 and minute < 60 and second <= 60):
            return None
        return float(timegm((year, month, day, hour, minute, second)))
    return None


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = "(?P<month>" + "|".join(_MONTHS) + ")"
_TIME = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
_IMF = re.compile(
    rf"(?:[a-z]{{3}},\s+)?(?P<day>\d\d?)\s+{_MONTH}\s+(?P<year>\d{{4}})\s+{_TIME}\s*(?:GMT|UTC|[+-]0000)?", re.I
)
_RFC850 = re.compile(rf"[a-z]+,\s+(?P<day>\d\d)-{_MONTH}-(?P<year>\d\d|\d{{4}})\s+{_TIME}\s+GMT", re.I)
_ASCTIME = re.compile(rf"[a-z]{{3}}\s+{_MONTH}\s+(?P<day>\d\d?)\s+{_TIME}\s+(?P<year>\d{{4}})", re.I)
