"""The guard against endless spaces: sites whose pages link to ever new addresses (SPEC 4, "Left out").

Each test looks for something that finite sites hardly have. Long books, version numbers in paths, deep packages and
thousands of pages in one folder are all finite, and must pass.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from urllib.parse import unquote

from scrapepy.model.entry import FrontierEntry
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import path_and_query

LONGEST_CALENDAR_CHAIN = 24
"""Look-alike addresses in a row, each found on the one before, where they name dates: two years of months."""

LONGEST_QUERY_CHAIN = 100
"""The same for other queries: pages of a list …"""

LONGEST_DATE_CHAIN = 120
"""… years and months in a path, as blogs have them: ten years …"""

LONGEST_NUMBER_CHAIN = 250
"""… and other numbers in a path, which slides and scanned books have hundreds of."""

LARGEST_POPULATION = 2_000
"""Addresses that share path and parameter names: facets and filters in all their combinations."""

LONGEST_URL = 2_000
MOST_SEGMENTS = 40
MOST_REPEATS = 4
"""How often one word may stand in a path: relative links that are wrong by one level add it again on each page."""

REPEATS_IN_A_ROW = 3


@lru_cache(maxsize=1024)
def pattern_of(url: CanonicalUrl) -> str | None:
    """What look-alike addresses have in common: numbers and names of months folded, values of a query left out.

    None for an address without numbers and query, which looks like no other.

    >>> pattern_of("http://h/cal/2026/may/?view=2"), pattern_of("http://h/guide/intro")
    ('http://h/cal/#/#/?view', None)
    """
    before, mark, query = url.partition("?")
    start = before.find("/", before.find("//") + 2)
    folded = _NUMBERS.sub(_fold, before[start:])
    if mark:
        return f"{before[:start]}{folded}?{'&'.join(_names(query))}"
    return before[:start] + folded if folded != before[start:] else None


def chain_of(parent: FrontierEntry, url: CanonicalUrl) -> int:
    """The ``chain`` of an entry for ``url`` found on ``parent``: how many ancestors in a row look like it."""
    pattern = pattern_of(url)
    return parent.chain + 1 if pattern is not None and pattern == pattern_of(parent.url) else 0


class Populations:
    """Counts addresses that differ in the values of their query only. One for each run."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, url: CanonicalUrl) -> int:
        """How many addresses like ``url`` there are, with this one, which is new; 0 for one without a query."""
        before, mark, query = url.partition("?")
        if not mark:
            return 0
        key = f"{before}?{'&'.join(sorted(set(_names(query))))}"
        self._counts[key] += 1
        return self._counts[key]


def trap(url: CanonicalUrl, chain: int = 0, population: int = 0) -> Skip | None:
    """Why ``url`` seems to be of an endless space; None where it does not.

    ``chain`` is that of its entry (:func:`chain_of`), ``population`` what :meth:`Populations.count` said.
    ``detail`` of the answer is a clause for the report.

    >>> trap("http://h/a/b/a/b/a/b/c").rule
    'repeated-path'
    """
    found = _path_trap(url)
    if found is None and chain:
        found = _chain_trap(url, chain)
    if found is None and population > LARGEST_POPULATION:
        found = "population", f"limit of {LARGEST_POPULATION} addresses that differ in their query only"
    return None if found is None else Skip(url, SkipReason.TRAP, *found)


_MONTH = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_NUMBERS = re.compile(
    rf"[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}|[0-9a-f]{{8,}}|[0-9]+|(?<![a-z])(?:{_MONTH})(?![a-z])",
    re.IGNORECASE,
)
_HEX_LETTERS = re.compile("[a-f]{8,}", re.IGNORECASE)
_CALENDAR_WORDS = frozenset(
    {"calendar", "cal", "kalender", "calendrier", "calendario", "events", "event", "agenda", "termine", "schedule"}
)
_PERIODS = frozenset({"day", "week", "month", "date", "daily", "weekly", "monthly"})
_YEAR_IN_PATH = re.compile(r"/(?:19|20)\d\d(?:[/-]|$)")
_DATE_IN_PATH = re.compile(r"/(?:19|20)\d\d[/-](?:0?[1-9]|1[0-2])(?![0-9])")
_DATE_KEYS = frozenset(
    {"month", "year", "date", "day", "week", "cal", "calendar", "cal_month", "cal_year", "mon", "yr", "ym", "ymd"}
    | {"start_date", "startdate", "end_date", "from_date", "eventdate", "event_date", "monat", "jahr", "datum", "mois"}
)
_SHORT_DATE_KEYS = frozenset({"m", "y", "d", "t", "from", "start", "to", "end", "when", "view"})
_DATE = re.compile(r"(?:19|20)\d\d(?:[-/_.]?\d\d?(?:[-/_.]?\d\d?)?)?|\d\d?[-/_.](?:\d\d?[-/_.])?(?:19|20)\d\d")
_DATE_VALUE = re.compile(rf"\d{{1,4}}|{_DATE.pattern}|(?:{_MONTH})(?:[-_ ]?\d+)?", re.I)


def _names(query: str) -> list[str]:
    return [pair.partition("=")[0] for pair in query.split("&") if pair]


def _path_trap(url: CanonicalUrl) -> tuple[str, str] | None:
    if len(url) > LONGEST_URL:
        return "long-address", f"limit of {LONGEST_URL} characters of an address"
    segments = [segment for segment in path_and_query(url).partition("?")[0].split("/") if segment]
    if len(segments) < REPEATS_IN_A_ROW:
        return None
    if len(segments) > MOST_SEGMENTS:
        return "deep-path", f"limit of {MOST_SEGMENTS} folders"
    if len(set(segments)) == len(segments):
        return None
    if _cycles(segments):
        return "repeated-path", f"limit of {REPEATS_IN_A_ROW - 1} times the same folders in a row"
    words = Counter(segment for segment in segments if not segment.isdigit())
    word, times = words.most_common(1)[0] if words else ("", 0)
    if times >= MOST_REPEATS:
        return "repeated-folder", f"limit of {MOST_REPEATS - 1} times the same folder ({word})"
    return None


def _cycles(segments: list[str]) -> bool:
    """True if some segments are there three times in a row; of numbers four times, since dates and versions repeat."""
    for period in range(1, len(segments) // REPEATS_IN_A_ROW + 1):
        run = 0
        for at in range(len(segments) - period):
            run = run + 1 if segments[at] == segments[at + period] else 0
            if run >= (REPEATS_IN_A_ROW - 1) * period:
                cycle = segments[at : at + period]
                if not all(segment.isdigit() for segment in cycle) or run >= REPEATS_IN_A_ROW * period:
                    return True
    return False


def _chain_trap(url: CanonicalUrl, chain: int) -> tuple[str, str] | None:
    if chain <= LONGEST_CALENDAR_CHAIN:
        return None
    if _is_calendar(url):
        return "calendar-chain", f"limit of {LONGEST_CALENDAR_CHAIN} dates in a row, each found on the one before"
    if "?" in url:
        limit = LONGEST_QUERY_CHAIN
    else:
        limit = LONGEST_DATE_CHAIN if _DATE_IN_PATH.search(url) else LONGEST_NUMBER_CHAIN
    if chain > limit:
        return "look-alike-chain", f"limit of {limit} look-alike addresses in a row, each found on the one before"
    return None


def _is_calendar(url: CanonicalUrl) -> bool:
    """True if an address names a date as calendars do: in its query, or in its path after a word for calendar."""
    path, _, query = path_and_query(url).lower().partition("?")
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        value = unquote(value)
        if key in _DATE_KEYS and _DATE_VALUE.fullmatch(value):
            return True
        if key in _SHORT_DATE_KEYS and _DATE.fullmatch(value):
            return True
    segments = path.split("/")
    if not _PERIODS.isdisjoint(segments) and _YEAR_IN_PATH.search(path):
        return True
    words = {word for segment in segments for word in segment.partition(".")[0].split("-")}
    return not words.isdisjoint(_CALENDAR_WORDS) and pattern_of(url) is not None


def _fold(match: re.Match[str]) -> str:
    """``#`` for a number; what only looks like one, as a word of the letters a to f does, stays."""
    text = match.group()
    return text if _HEX_LETTERS.fullmatch(text) else "#"
