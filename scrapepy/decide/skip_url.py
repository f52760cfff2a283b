"""The skip list (:mod:`scrapepy.rules.skip_pages`) and the trackers (:mod:`scrapepy.rules.trackers`) by address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from scrapepy.decide.scope import included
from scrapepy.model.options import Scope
from scrapepy.model.skip import Skip
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.skip_pages import (
    SKIP_PAGES,
    LastSegment,
    LastSegmentEnds,
    QueryKey,
    QueryPair,
    Segments,
    SkipPage,
)
from scrapepy.rules.trackers import tracker_of, trackers_of
from scrapepy.web.canonical import host_of, path_and_query


@dataclass(frozen=True, slots=True)
class SkipUrl:
    """A page left out. ``read_links``: it is a listing, fetched and read for its links but not saved."""

    skip: Skip
    read_links: bool


def skip_url(url: CanonicalUrl, *, wordpress: bool = False, scope: Scope | None = None) -> SkipUrl | None:
    """Why a linked page is left out by its address; None if it is not.

    For links only: page requisites are asked for whatever they are called. ``wordpress``: the site shows a sign of
    WordPress. With a ``scope``, ``--include`` and the start URL itself overrule the list.

    >>> skip_url("http://h/post/?replytocom=3").skip.rule
    'reply-to-comment'
    """
    row = matching_row(url, wordpress=wordpress)
    if row is None or (scope is not None and (url == scope.seed or included(url, scope))):
        return None
    return SkipUrl(Skip(url, row.reason, row.id), row.read_links)


def matching_row(url: str, *, wordpress: bool, rows: tuple[SkipPage, ...] = SKIP_PAGES) -> SkipPage | None:
    """The first row that fits an absolute address."""
    table = _TABLE if rows is SKIP_PAGES else _table(rows)
    path, _, query = path_and_query(url).lower().partition("?")
    last = path.rstrip("/").rpartition("/")[2]
    pairs = _pairs(query) if query else ()
    if (
        last not in table.names
        and not last.endswith(table.ends)
        and not table.path.search(path)
        and not any(key in table.keys for key, _ in pairs)
    ):
        return None
    for matcher in table.matchers:
        row = matcher.row
        if (
            (wordpress or not row.wordpress_only)
            and matcher.fits(path, last, pairs)
            and (not row.not_below or not any(segment in row.not_below for segment in path.split("/")[:-1]))
        ):
            return row
    return None


def is_tracker(url: str, start: str | None = None) -> str | None:
    """The id of the tracker or advert service that an absolute address belongs to; None if it belongs to none.

    A site of such a service that is mirrored itself (its ``start`` URL) may load what is its own.

    >>> is_tracker("https://www.google-analytics.com/analytics.js")
    'google-analytics'
    """
    row = tracker_of(host_of(url), path_and_query(url))
    if row is None or (start is not None and row in trackers_of(host_of(start))):
        return None
    return row.id


_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Matcher:
    """A row made ready for fast questions."""

    row: SkipPage
    names: frozenset[str] | None
    ends: tuple[str, ...]
    paths: tuple[re.Pattern[str], ...]
    query: tuple[QueryKey | QueryPair, ...]

    def fits(self, path: str, last: str, pairs: _Pairs) -> bool:
        if self.names is not None and last not in self.names:
            return False
        if self.ends and (not last.endswith(self.ends) or last in self.ends):
            return False
        return all(pattern.search(path) for pattern in self.paths) and all(_asks(part, pairs) for part in self.query)


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows made ready, with what an address must at least have one of to be fitted by any."""

    matchers: tuple[_Matcher, ...]
    names: frozenset[str]
    ends: tuple[str, ...]
    path: re.Pattern[str]
    keys: frozenset[str]


def _table(rows: tuple[SkipPage, ...]) -> _Table:
    matchers = tuple(_matcher(row) for row in rows)
    names = frozenset(name for matcher in matchers for name in matcher.names or ())
    # every pattern begins with a slash; said once, it lets the regular expression jump from slash to slash
    paths = [pattern.pattern.removeprefix("^")[1:] for matcher in matchers for pattern in matcher.paths]
    ends = tuple(end for matcher in matchers for end in matcher.ends)
    keys = frozenset(key for matcher in matchers for part in matcher.query for key in part.keys)
    return _Table(matchers, names, ends, re.compile(f"/(?:{'|'.join(paths) or '(?!)'})"), keys)


def _matcher(row: SkipPage) -> _Matcher:
    names: frozenset[str] | None = None
    ends: tuple[str, ...] = ()
    paths: list[re.Pattern[str]] = []
    query: list[QueryKey | QueryPair] = []
    for part in row.parts:
        match part:
            case LastSegment(wanted):
                names = frozenset(wanted)
            case LastSegmentEnds(wanted):
                ends = wanted
            case Segments():
                paths.append(_segments_pattern(part))
            case QueryKey() | QueryPair():
                query.append(part)
    return _Matcher(row, names, ends, tuple(paths), tuple(query))


def _segments_pattern(part: Segments) -> re.Pattern[str]:
    kinds = {"*": "[^/]+", "#": "[0-9]+", "####": "(?:19|20)[0-9][0-9]"}
    segments = [kinds.get(name) or f"(?:{'|'.join(map(re.escape, name.split('|')))})" for name in part.sequence]
    start = "^/" if part.at_start else "/"
    return re.compile(start + "/".join(segments) + ("/?$" if part.at_end else "(?=/|$)"))


def _pairs(query: str) -> _Pairs:
    """Keys and values of a query in lower case; a key without ``=`` has the empty value."""
    pieces = (piece.partition("=") for piece in re.split("[&;]", query) if piece)
    return tuple((unquote(key), unquote(value)) for key, _, value in pieces)


def _asks(part: QueryKey | QueryPair, pairs: _Pairs) -> bool:
    if isinstance(part, QueryKey):
        return any(key in part.keys for key, _ in pairs)
    return any(key in part.keys and value in part.values for key, value in pairs)


_TABLE = _table(SKIP_PAGES)
