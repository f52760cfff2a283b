"""The guard against endless spaces: sites whose pages link to ever new addresses (SPEC 4, "Left out").

Each test looks for something that finite sites hardly have. Long books, version numbers in paths, deep packages and
thousands of pages in one folder are all finite, and must pass; so must long chains of pages that each say something
else. Hence the texts count as well as the addresses.
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

MOST_OF_A_PATH = 4_000
"""Addresses that share their path, whatever the names and the order of their parameters."""

MOST_ALIKE = 50
"""Pages at one path, one after the other, that say what one before said: other queries only sort and filter it."""

DEEPEST_CALENDAR = 120
"""Links from the start beyond which no date is followed from a date, whatever the pages say …"""

DEEPEST_CHAIN = 5_000
"""… and none of the other look-alike addresses."""

LONGEST_URL = 8_000
MOST_SEGMENTS = 40
MOST_REPEATS = 4
"""How often one word stands in a path that grows on its own: relative links that are wrong by one level add it again
on each page."""

REPEATS_IN_A_ROW = 3

HARD_REPEATS = 7
"""The same for a path on which each page has a text of its own: it may be called so, but not without end."""

MOST_REPEATING = 500
"""Addresses with that many repetitions that are believed to be called so."""

OVERRULED = frozenset(
    {"calendar-chain", "look-alike-chain", "population", "same-text", "repeated-path", "repeated-folder"}
)
"""Rules that give way to ``--include``; the others keep a run finite."""


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


def chain_of(parent: FrontierEntry, url: CanonicalUrl, *, own_text: bool = False) -> int:
    """The ``chain`` of an entry for ``url`` found on ``parent``: how many ancestors in a row look like it.

    A parent with a text of its own (``own_text``) begins a new chain: a book's chapters are numbered, too. Where it has
    none, other names in the query make no difference: a list, sorted and filtered in all ways.
    """
    pattern, before = pattern_of(url), pattern_of(parent.url)
    if pattern is None or before is None:
        return 0
    if pattern == before:
        return 1 if own_text else parent.chain + 1
    same_path = "?" in pattern and pattern.partition("?")[0] == before.partition("?")[0]
    return parent.chain + 1 if same_path and not own_text else 0


class Populations:
    """Counts addresses that differ in the values of their query only, and paths that repeat. One for each run."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._repeating = 0

    def strict(self, parent: FrontierEntry, url: CanonicalUrl, *, own_text: bool) -> bool:
        """Whether a path that repeats itself is not believed.

        It is where it was found on a page with a text of its own, or on one whose own path does not repeat: then it
        did not grow there. For ``url`` that is new.
        """
        if _path_trap(url, strict=True) is None:
            return True
        if (not own_text and _repeats(_segments(parent.url))) or self._repeating >= MOST_REPEATING:
            return True
        self._repeating += 1
        return False

    def count(self, url: CanonicalUrl) -> int:
        """How many addresses like ``url`` there are, with this one, which is new; 0 for one without a query.

        Where more than :data:`MOST_OF_A_PATH` share the path alone, that is their number.
        """
        before, mark, query = url.partition("?")
        if not mark:
            return 0
        key = f"{before}?{'&'.join(sorted(set(_names(query))))}"
        self._counts[key] += 1
        self._counts[before] += 1
        return self._counts[before] if self._counts[before] > MOST_OF_A_PATH else self._counts[key]


def trap(
    url: CanonicalUrl,
    chain: int = 0,
    population: int = 0,
    *,
    depth: int = 0,
    strict: bool = True,
    same: int = 0,
) -> Skip | None:
    """Why ``url`` seems to be of an endless space; None where it does not.

    ``chain`` is that of its entry (:func:`chain_of`), ``depth`` its links from the start, ``population`` what
    :meth:`Populations.count` said and ``strict`` what :meth:`Populations.strict` did. ``same``: how many pages at its
    path in a row, up to the one that it was found on, said what one before said; 0 for an address without a query.
    ``detail`` of the answer is a clause for the report.

    >>> trap("http://h/a/b/a/b/a/b/c").rule
    'repeated-path'
    """
    found = _path_trap(url, strict=strict)
    if found is None and chain:
        found = _chain_trap(url, chain, depth)
    if found is None and population > LARGEST_POPULATION:
        most = MOST_OF_A_PATH if population > MOST_OF_A_PATH else LARGEST_POPULATION
        found = "population", f"limit of {most} addresses that differ in their query only"
    if found is None and same > MOST_ALIKE:
        found = "same-text", f"limit of {MOST_ALIKE} pages in a row at one path that say the same"
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


def _segments(url: CanonicalUrl) -> list[str]:
    return [segment for segment in path_and_query(url).partition("?")[0].split("/") if segment]


def _repeats(segments: list[str]) -> bool:
    return len(set(segments)) < len(segments)


def _path_trap(url: CanonicalUrl, *, strict: bool) -> tuple[str, str] | None:
    if len(url) > LONGEST_URL:
        return "long-address", f"limit of {LONGEST_URL} characters of an address"
    segments = _segments(url)
    if len(segments) < REPEATS_IN_A_ROW:
        return None
    if len(segments) > MOST_SEGMENTS:
        return "deep-path", f"limit of {MOST_SEGMENTS} folders"
    if not _repeats(segments):
        return None
    in_a_row, in_all = (REPEATS_IN_A_ROW, MOST_REPEATS) if strict else (HARD_REPEATS, HARD_REPEATS)
    if _cycles(segments, in_a_row):
        return "repeated-path", f"limit of {in_a_row - 1} times the same folders in a row"
    words = Counter(segment for segment in segments if not segment.isdigit())
    word, times = words.most_common(1)[0] if words else ("", 0)
    if times >= in_all:
        return "repeated-folder", f"limit of {in_all - 1} times the same folder ({word})"
    return None


def _cycles(segments: list[str], times: int) -> bool:
    """True if some segments are there so often in a row; numbers once more, since dates and versions repeat."""
    for period in range(1, len(segments) // times + 1):
        run = 0
        for at in range(len(segments) - period):
            run = run + 1 if segments[at] == segments[at + period] else 0
            if run >= (times - 1) * period:
                cycle = segments[at : at + period]
                if not all(segment.isdigit() for segment in cycle) or run >= times * period:
                    return True
    return False


def _chain_trap(url: CanonicalUrl, chain: int, depth: int) -> tuple[str, str] | None:
    if depth > DEEPEST_CHAIN:
        return "endless-chain", f"limit of {DEEPEST_CHAIN:,} links from the start for look-alike addresses"
    if depth > DEEPEST_CALENDAR and _is_calendar(url):
        return "calendar-chain", f"limit of {DEEPEST_CALENDAR} links from the start for dates"
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
