from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.scope import glob, in_scope, included, judge, same_site, scope_of
from scrapepy.model.options import Scope
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl

SEED = CanonicalUrl("http://docs.example.com/guide/intro.html")


def url(rest: str) -> CanonicalUrl:
    return CanonicalUrl("http://docs.example.com" + rest)


def reason(address: CanonicalUrl, scope: Scope, depth: int = 1) -> SkipReason | None:
    skip = judge(address, scope, depth)
    return None if skip is None else skip.reason


def test_the_whole_host_by_default() -> None:
    scope = scope_of(SEED)
    assert in_scope(url("/"), scope)
    assert in_scope(CanonicalUrl("https://docs.example.com/x"), scope)
    assert not in_scope(CanonicalUrl("http://example.com/"), scope)
    assert not in_scope(CanonicalUrl("http://docs.example.com:8080/"), scope)
    assert not in_scope(CanonicalUrl("http://evil.com/docs.example.com/"), scope)
    assert not in_scope(CanonicalUrl("http://docs.example.com.evil.com/"), scope)


@pytest.mark.parametrize(
    ("seed", "prefix"),
    [
        ("http://h/guide/", "/guide/"),
        ("http://h/guide/index.html", "/guide/"),
        ("http://h/guide/a?b=/c/d", "/guide/"),
        ("http://h/guide", "/"),
        ("http://h/", "/"),
    ],
)
def test_stay_in_path_is_the_folder(seed: str, prefix: str) -> None:
    assert scope_of(CanonicalUrl(seed), stay_in_path=True).prefix == prefix


def test_below_the_folder_only() -> None:
    scope = scope_of(SEED, stay_in_path=True)
    assert in_scope(url("/guide/"), scope)
    assert in_scope(url("/guide/deep/er?x=1"), scope)
    assert not in_scope(url("/guide-old/"), scope)
    assert not in_scope(url("/guide"), scope)
    assert not in_scope(url("/"), scope)
    skip = judge(url("/blog"), scope, 1)
    assert skip is not None
    assert (skip.reason, skip.rule) == (SkipReason.OUT_OF_SCOPE, "not under /guide/")


@pytest.mark.parametrize("written", ["/docs", "docs", "http://docs.example.com/docs"])
def test_a_path_ends_at_a_border(written: str) -> None:
    scope = scope_of(SEED, path=written, stay_in_path=True)
    assert scope.prefix == "/docs"
    assert in_scope(url("/docs"), scope)
    assert in_scope(url("/docs?page=2"), scope)
    assert in_scope(url("/docs/a"), scope)
    assert not in_scope(url("/docs-old"), scope)
    assert not in_scope(url("/docsx/"), scope)


def test_a_path_is_written_as_people_write_it() -> None:
    assert scope_of(SEED, path="/größe/").prefix == "/gr%C3%B6%C3%9Fe/"


def test_the_seed_is_always_in_scope() -> None:
    scope = scope_of(SEED, path="/other/", exclude=["*"], max_depth=0)
    assert in_scope(SEED, scope)
    assert judge(SEED, scope, 99) is None


def test_exclude_is_asked_first() -> None:
    scope = scope_of(SEED, include=["/a/*"], exclude=["/a/private/*"])
    assert reason(url("/a/private/x"), scope) is SkipReason.EXCLUDED
    assert reason(url("/a/x"), scope) is None
    skip = judge(url("/a/private/x"), scope, 1)
    assert skip is not None
    assert skip.rule == "--exclude /a/private/*"


def test_include_adds_to_the_scope_on_the_same_host_only() -> None:
    scope = scope_of(SEED, stay_in_path=True, include=["/api/*"])
    assert in_scope(url("/api/x"), scope)
    assert in_scope(url("/guide/x"), scope)
    assert not in_scope(url("/blog/x"), scope)
    assert not in_scope(CanonicalUrl("http://other.com/api/x"), scope)


def test_included_is_said_only_where_nothing_excludes() -> None:
    scope = scope_of(SEED, include=["/a/*"], exclude=["*.zip"])
    assert included(url("/a/x"), scope)
    assert not included(url("/a/x.zip"), scope)
    assert not included(url("/b"), scope)
    assert not included(CanonicalUrl("http://other.com/a/x"), scope)


def test_subdomains() -> None:
    scope = scope_of(CanonicalUrl("http://www.example.com/"), subdomains=True)
    for host in ("www.example.com", "example.com", "a.example.com", "a.b.example.com"):
        assert in_scope(CanonicalUrl(f"http://{host}/x"), scope)
    for host in ("notexample.com", "example.org", "example.com.evil.org", "example.com:81"):
        assert not in_scope(CanonicalUrl(f"http://{host}/x"), scope)
    assert not in_scope(CanonicalUrl("http://a.example.com/x"), scope_of(CanonicalUrl("http://example.com/")))


def test_depth() -> None:
    scope = scope_of(SEED, max_depth=2, include=["/far"])
    assert reason(url("/a"), scope, 2) is None
    assert reason(url("/a"), scope, 3) is SkipReason.DEPTH
    assert reason(url("/far"), scope, 3) is SkipReason.DEPTH
    assert in_scope(url("/a"), scope)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/docs/p", "/docs/p", True),
        ("/docs/p", "/docs/p?x", False),
        ("/docs/p", "/docs/p2", False),
        ("/docs/*", "/docs/a/b?c=d", True),
        ("/docs/*", "/docs", False),
        ("*.pdf", "/a/b.pdf", True),
        ("*.pdf", "/a/b.pdfx", False),
        ("*?print=*", "/a?print=1", True),
        ("*?print=*", "/aXprint=1", False),  # a question mark is itself
        ("docs/[a]*", "/docs/[a]b", True),  # and so are brackets
        ("/größe/*", "/gr%C3%B6%C3%9Fe/x", True),
        ("/a%20b", "/a%20b", True),
        ("http://h/docs/*", "/docs/x", True),
    ],
)
def test_globs(pattern: str, path: str, expected: bool) -> None:
    assert glob(pattern).matches(path) is expected


@given(st.text("ab/*?", min_size=1, max_size=8))
def test_a_glob_without_stars_is_one_address(path: str) -> None:
    path = "/" + path.replace("*", "")
    assert glob(path).matches(path)
    assert not glob(path).matches(path + "x")


def test_same_site() -> None:
    assert same_site("http://docs.example.com/", "https://docs.example.com/x")
    assert same_site("http://example.com/", "https://www.example.com/x")
    assert not same_site("http://example.com/", "http://docs.example.com/")
    assert not same_site("http://example.com/", "http://example.com:8080/")


def test_www_and_the_bare_host_are_one_site() -> None:
    for seed, twin in (("http://h.test/", "https://www.h.test/x"), ("https://www.h.test/", "http://h.test/x")):
        scope = scope_of(CanonicalUrl(seed))
        assert in_scope(CanonicalUrl(twin), scope)
        assert not in_scope(CanonicalUrl("http://api.h.test/x"), scope)
        assert not in_scope(CanonicalUrl("http://www.www.h.test/x"), scope)
        assert not in_scope(CanonicalUrl("http://www.h.test:8080/x"), scope)
    scope = scope_of(CanonicalUrl("http://h.test/docs/"), stay_in_path=True)
    assert in_scope(CanonicalUrl("http://www.h.test/docs/x"), scope)
    assert not in_scope(CanonicalUrl("http://www.h.test/blog"), scope)
