from __future__ import annotations

import pytest

from scrapepy.decide.status import (
    MOST_HOPS,
    Answer,
    Hop,
    NoHop,
    answer_of,
    follow,
    is_site_fault,
    reason,
    redirect_target,
)
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/dir/page")


def answer(status: int, location: str | None = None, *, cookie: str | None = None, address: str = URL) -> Fetched:
    headers = [("location", location)] if location is not None else []
    if cookie is not None:
        headers.append(("set-cookie", cookie))
    return Fetched(URL, address, status, tuple(headers), b"", at=0.0)


@pytest.mark.parametrize(
    ("outcome", "meaning"),
    [
        (answer(200), Answer.CAME),
        (answer(203), Answer.CAME),
        (answer(204), Answer.EMPTY),
        (NotModified(URL, (), at=0.0), Answer.UNCHANGED),
        (answer(301, "/x"), Answer.MOVED),
        (answer(302, ""), Answer.BROKEN),
        (answer(300, "/x"), Answer.BROKEN),
        (answer(304), Answer.BROKEN),
        (answer(404), Answer.GONE),
        (answer(410), Answer.GONE),
        (answer(401), Answer.REFUSED),
        (answer(403), Answer.REFUSED),
        (answer(451), Answer.REFUSED),
        (answer(429), Answer.BUSY),
        (answer(503), Answer.BUSY),
        (answer(500), Answer.BROKEN),
        (answer(999), Answer.BROKEN),
        (FetchFailed(URL, FailureKind.DNS, at=0.0), Answer.FAILED),
    ],
)
def test_meanings(outcome: Fetched | NotModified | FetchFailed, meaning: Answer) -> None:
    assert answer_of(outcome) is meaning


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/x", "http://h/x"),
        ("next", "http://h/dir/next"),
        ("//o.org/y", "http://o.org/y"),
        ("https://o.org/z?a#b", "https://o.org/z?a#b"),
        ("?q", "http://h/dir/page?q"),
        (" /x ", "http://h/x"),
        ("/caf\xc3\xa9", "http://h/caf%C3%A9"),  # UTF-8 bytes that came as Latin-1
        ("/caf\xe9", "http://h/caf%C3%A9"),
        ("/a b", "http://h/a%20b"),
        ("javascript:alert(1)", None),
        ("ftp://h/x", None),
        ("http://", None),
        ("  ", None),
    ],
)
def test_where_a_redirect_leads(location: str, target: str | None) -> None:
    assert redirect_target(answer(301, location)) == target


def test_a_fragment_is_inherited() -> None:
    asked = "http://h/dir/page#part"
    assert redirect_target(answer(301, "/x", address=asked)) == "http://h/x#part"
    assert redirect_target(answer(301, "/x#own", address=asked)) == "http://h/x#own"


@pytest.mark.parametrize("status", [200, 201, 300, 304, 404])
def test_a_location_alone_is_no_redirect(status: int) -> None:
    assert redirect_target(answer(status, "/x")) is None


def test_hops() -> None:
    assert follow(answer(302, "/x"), 0) == Hop("http://h/x")
    assert follow(answer(302, "/x"), MOST_HOPS - 1) == Hop("http://h/x")
    assert follow(answer(302, "/x"), MOST_HOPS) == NoHop("more than 20 redirects in a row")
    assert follow(answer(302), 0) == NoHop("302 Found without a usable Location")


def test_loops() -> None:
    assert follow(answer(302, "/x#a"), 3, seen=["http://h/x"]) == NoHop("redirect loop")
    assert follow(answer(302, "page"), 0) == NoHop("redirect loop")
    assert follow(answer(302, "page#x"), 0) == NoHop("redirect loop")


def test_a_cookie_check_is_passed_once() -> None:
    assert follow(answer(302, "page", cookie="ok=1"), 0) == Hop("http://h/dir/page", again=True)
    assert follow(answer(302, "page", cookie="ok=1"), 1) == NoHop("redirect loop")


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (answer(500), "500 Internal Server Error"),
        (answer(404), "404 Not Found"),
        (answer(799), "799"),
        (answer(301), "301 Moved Permanently without a usable Location"),
        (FetchFailed(URL, FailureKind.TIMEOUT, at=0.0), "timeout"),
        (FetchFailed(URL, FailureKind.DNS, at=0.0, detail="h"), "name not found (h)"),
        (NotModified(URL, (), at=0.0), "304 Not Modified"),
    ],
)
def test_reasons_are_words(outcome: Fetched | NotModified | FetchFailed, words: str) -> None:
    assert reason(outcome) == words


def test_a_long_wait_is_told() -> None:
    outcome = Fetched(URL, URL, 503, (("retry-after", "86400"),), b"", at=0.0)
    assert reason(outcome, now=0.0) == "503 Service Unavailable, asks to wait 86400 s"


def test_the_sites_own_faults() -> None:
    assert is_site_fault(answer(404))
    assert is_site_fault(answer(410))
    assert not is_site_fault(answer(403))
    assert not is_site_fault(FetchFailed(URL, FailureKind.TIMEOUT, at=0.0))
