"""What an answer means: come, moved, gone, refused, broken; and where a redirect leads."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus

from scrapepy.decide.retry_after import asked_wait
from scrapepy.model.outcome import Fetched, FetchFailed, NotModified, Outcome
from scrapepy.web.canonical import resolve, split_fragment

MOST_HOPS = 20
"""Redirects that are followed from one link (the Fetch standard's limit)."""


class Answer(Enum):
    """What came of a request."""

    CAME = "came"  # 2xx with a body to look at
    UNCHANGED = "unchanged"  # 304
    EMPTY = "empty"  # 204, 205: no body by definition
    MOVED = "moved"  # a redirect with somewhere to go
    GONE = "gone"  # 404, 410: final, and the site's own fault
    REFUSED = "refused"  # any other 4xx
    BUSY = "busy"  # 429, 503
    BROKEN = "broken"  # 5xx, and statuses that make no sense here
    FAILED = "failed"  # no answer at all


def answer_of(outcome: Outcome) -> Answer:
    """The meaning of an outcome (RFC 9110, section 15).

    >>> answer_of(Fetched("http://h/", "http://h/", 404, (), b"", at=0.0))
    <Answer.GONE: 'gone'>
    """
    match outcome:
        case NotModified():
            return Answer.UNCHANGED
        case FetchFailed():
            return Answer.FAILED
        case Fetched(status=status):
            if status in (204, 205):
                return Answer.EMPTY
            if 200 <= status < 300:
                return Answer.CAME
            if status in _REDIRECTS:
                return Answer.MOVED if redirect_target(outcome) is not None else Answer.BROKEN
            if status in (404, 410):
                return Answer.GONE
            if status in (429, 503):
                return Answer.BUSY
            if 400 <= status < 500:
                return Answer.REFUSED
            return Answer.BROKEN


def reason(outcome: Outcome, now: float | None = None) -> str:
    """An unwanted outcome in plain words for the report: ``500 Internal Server Error``, ``timeout``.

    With ``now``, a Retry-After that is longer than we wait is told, too.
    """
    match outcome:
        case FetchFailed(failure=failure, detail=detail):
            return f"{failure.value} ({detail})" if detail else failure.value
        case NotModified():
            return "304 Not Modified"
        case Fetched(status=status):
            words = f"{status} {_phrase(status)}".rstrip()
            if status in _REDIRECTS:
                return f"{words} without a usable Location"
            asked = None if now is None else asked_wait(outcome, now)
            return words if asked is None else f"{words}, asks to wait {asked:.0f} s"


def is_site_fault(outcome: Outcome) -> bool:
    """True for 404 and 410: the link is dead on the site itself, which is no lack of the mirror."""
    return isinstance(outcome, Fetched) and outcome.status in (404, 410)


def redirect_target(outcome: Fetched) -> str | None:
    """Where a redirect leads, absolute and with its fragment; None for what is no redirect or leads nowhere.

    Location is resolved against the address that was asked for, whose fragment it inherits where it has none (RFC 9110,
    section 10.2.2). Bytes beyond ASCII, which servers do send, are taken for UTF-8.
    """
    if outcome.status not in _REDIRECTS:
        return None
    location = outcome.header("location")
    if location is None or not location.strip():
        return None
    target = resolve(_utf8(location.strip()), outcome.address)
    if target is None or not target.startswith(("http://", "https://")):
        return None
    fragment = split_fragment(outcome.address)[1]
    return f"{target}#{fragment}" if fragment and "#" not in target else target


@dataclass(frozen=True, slots=True)
class Hop:
    """A redirect to follow. ``again``: it leads to itself and has set a cookie, so that one more try is due."""

    target: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class NoHop:
    """A redirect that is not followed; ``why`` is a clause for the report."""

    why: str


def follow(outcome: Fetched, hops: int, seen: Collection[str] = ()) -> Hop | NoHop:
    """What to do with a redirect that is the ``hops``-th in a row, counted from 0; ``seen`` are the addresses before.

    A page that sends a visitor to itself to see whether cookies come back is asked once more.
    """
    target = redirect_target(outcome)
    if target is None:
        return NoHop(reason(outcome))
    if hops >= MOST_HOPS:
        return NoHop(f"more than {MOST_HOPS} redirects in a row")
    bare = split_fragment(target)[0]
    if bare == split_fragment(outcome.address)[0]:
        if hops == 0 and outcome.header("set-cookie") is not None:
            return Hop(target, again=True)
        return NoHop("redirect loop")
    if bare in seen:
        return NoHop("redirect loop")
    return Hop(target)


_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _utf8(text: str) -> str:
    """Headers come as Latin-1; an address in them is UTF-8 where it can be."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text
