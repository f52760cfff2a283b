from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.traps import (
    DEEPEST_CALENDAR,
    DEEPEST_CHAIN,
    LARGEST_POPULATION,
    LONGEST_CALENDAR_CHAIN,
    LONGEST_DATE_CHAIN,
    LONGEST_NUMBER_CHAIN,
    LONGEST_QUERY_CHAIN,
    MOST_ALIKE,
    MOST_OF_A_PATH,
    MOST_REPEATING,
    Populations,
    chain_of,
    pattern_of,
    trap,
)
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl


def url(rest: str) -> CanonicalUrl:
    return CanonicalUrl("http://h" + rest)


def length_of_walk(addresses: list[CanonicalUrl]) -> int:
    """How many of a chain of pages, each linking to the next, are let through."""
    parent = FrontierEntry(url("/"), url("/"), EntryKind.SEED)
    for count, address in enumerate(addresses):
        chain = chain_of(parent, address)
        if trap(address, chain) is not None:
            return count
        parent = FrontierEntry(address, address, EntryKind.PAGE, chain=chain)
    return len(addresses)


def strict(populations: Populations, parent: str, path: str, *, own_text: bool) -> bool:
    entry = FrontierEntry(url(parent), url(parent), EntryKind.PAGE)
    return populations.strict(entry, url(path), own_text=own_text)


def test_repeating_paths_are_believed_where_they_did_not_grow() -> None:
    told = Populations()
    path = "/api/std/std/std/std/x.html"
    assert not strict(told, "/", path, own_text=False)
    assert not strict(told, "/api/std/std/", path, own_text=True)
    assert strict(told, "/api/std/std/", path, own_text=False)
    assert trap(url(path), strict=False) is None
    assert trap(url("/v/1/v/2/v/3/v/4/p"), strict=False) is None
    assert trap(url("/a" * 6), strict=False) is None
    for endless in ("/a" * 7, "/a/b" * 7, "/a/x/a/y/a/z/a/1/a/2/a/3/a"):
        skip = trap(url(endless), strict=False)
        assert skip is not None
        assert skip.rule.startswith("repeated")
    for n in range(MOST_REPEATING):
        last = strict(told, "/", f"/a/a/a/{n}", own_text=True)
    assert last


@pytest.mark.parametrize("template", ["/chapter/{}", "/rfc?id={}", "/p/{}.html"])
def test_chains_of_pages_with_their_own_text_pass(template: str) -> None:
    parent = FrontierEntry(url("/"), url("/"), EntryKind.SEED)
    for number in range(1, DEEPEST_CHAIN + 3):
        address = url(template.format(number))
        chain = chain_of(parent, address, own_text=True)
        skip = trap(address, chain, depth=number)
        if skip is not None:
            break
        parent = FrontierEntry(address, address, EntryKind.PAGE, chain=chain, depth=number)
    assert (number, skip and skip.rule) == (DEEPEST_CHAIN + 1, "endless-chain")


def test_a_calendar_that_tells_stories_ends_later() -> None:
    assert trap(url("/calendar/2026/05/"), 1, depth=DEEPEST_CALENDAR) is None
    skip = trap(url("/calendar/2026/05/"), 1, depth=DEEPEST_CALENDAR + 1)
    assert skip is not None
    assert skip.rule == "calendar-chain"
    assert trap(url("/calendar/2026/05/"), 0, depth=DEEPEST_CALENDAR + 1) is None


def months(template: str, count: int = 400) -> list[CanonicalUrl]:
    return [url(template.format(y=2026 + n // 12, m=n % 12 + 1)) for n in range(count)]


@pytest.mark.parametrize(
    "template",
    [
        "/cal?m={y}-{m:02}",
        "/calendar/{y}/{m:02}/",
        "/calendar/{y}-{m:02}.html",
        "/events/?date={y}-{m:02}-01",
        "/x?month={m}&year={y}",
        "/x?start={y}{m:02}01",
        "/agenda.php?w={m}&jahr={y}",
        "/month/{y}-{m:02}/",
    ],
)
def test_calendars_end_after_two_years(template: str) -> None:
    assert length_of_walk(months(template)) == LONGEST_CALENDAR_CHAIN + 1


def test_other_chains_of_queries_end_later() -> None:
    assert length_of_walk([url(f"/list?page={n}") for n in range(500)]) == LONGEST_QUERY_CHAIN + 1
    assert length_of_walk([url(f"/t?token={n:032x}") for n in range(500)]) == LONGEST_QUERY_CHAIN + 1
    assert length_of_walk([url(f"/entry/{n}/") for n in range(500)]) == LONGEST_NUMBER_CHAIN + 1
    assert length_of_walk(months("/{y}/{m:02}/")) == LONGEST_DATE_CHAIN + 1
    assert length_of_walk([url(f"/n/{n:08x}a") for n in range(500)]) == LONGEST_NUMBER_CHAIN + 1


@pytest.mark.parametrize(
    "addresses",
    [
        [url(f"/book/{word}-{other}.html") for word in "abcdefghijklmnopqrst" for other in "abcdefghijklmnopqrst"],
        [url(f"/slides/sld{n:03}.htm") for n in range(1, 240)],
        [url(f"/blog/{2000 + n // 12}/{n % 12 + 1:02}/") for n in range(120)],
        [url(f"/release/{a}.{b}/notes.html") for a in range(15) for b in range(15)],
    ],
)
def test_long_finite_chains_pass(addresses: list[CanonicalUrl]) -> None:
    assert length_of_walk(addresses) == len(addresses)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/a/a/a/", "repeated-path"),
        ("/docs/img/img/img/x.html", "repeated-path"),
        ("/a/b/a/b/a/b/c", "repeated-path"),
        ("/x/a/b/c/a/b/c/a/b/c", "repeated-path"),
        ("/a/x/a/y/a/z/a/", "repeated-folder"),
        ("/1/1/1/1/", "repeated-path"),
        ("/" + "/".join(f"d{n}" for n in range(41)), "deep-path"),
        ("/" + "x" * 8000, "long-address"),
        ("/a?" + "b=c&" * 2000, "long-address"),
    ],
)
def test_paths_that_only_grow(path: str, rule: str) -> None:
    skip = trap(url(path))
    assert skip is not None
    assert (skip.reason, skip.rule) == (SkipReason.TRAP, rule)
    assert "limit" in skip.detail


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a/a/",
        "/docs/api/java.base/java/util/concurrent/atomic/package-summary.html",
        "/org/foo/foo/Foo.html",
        "/a/b/a/b/",
        "/2011/11/11/",
        "/1/1/1/",
        "/release/1.2.3/",
        "/a//b///c/",
        "/img/a/img/b/img/c",
        "/src/main/java/com/example/src/main.html",
        "/" + "/".join(f"d{n}" for n in range(40)),
    ],
)
def test_near_misses(path: str) -> None:
    assert trap(url(path)) is None


def test_thousands_of_pages_in_one_folder_are_no_trap() -> None:
    parent = FrontierEntry(url("/api/index.html"), url("/api/index.html"), EntryKind.PAGE)
    populations = Populations()
    for number in range(5000):
        address = url(f"/api/java/util/Class{number}.html")
        assert trap(address, chain_of(parent, address), populations.count(address)) is None


def test_facets_in_all_their_combinations() -> None:
    populations = Populations()
    caught = [
        number
        for number in range(LARGEST_POPULATION + 5)
        if trap(url(f"/shop?color={number}&size=1"), 0, populations.count(url(f"/shop?color={number}&size=1")))
    ]
    assert caught == list(range(LARGEST_POPULATION, LARGEST_POPULATION + 5))
    assert populations.count(url("/shop?size=1&color=x")) == LARGEST_POPULATION + 6  # the order of names is nothing
    assert populations.count(url("/shop?color=1")) == 1
    assert populations.count(url("/other?color=1&size=1")) == 1


def test_facets_in_all_orders_and_all_sets_of_names() -> None:
    populations = Populations()
    names = [f"{a}{b}" for a in "abcdefgh" for b in "abcdefgh"]
    queries = (f"/shop?{first}={n}&{second}={n}" for n in range(3) for first in names for second in names)
    for number, query in enumerate(queries, 1):
        skip = trap(url(query), 0, populations.count(url(query)))
        assert (skip is not None) == (number > MOST_OF_A_PATH), query
    assert skip is not None
    assert skip.detail == "limit of 4000 addresses that differ in their query only"
    assert populations.count(url("/shop")) == 0


def test_pages_that_say_the_same_at_one_path() -> None:
    assert trap(url("/shop?a=1"), same=MOST_ALIKE) is None
    skip = trap(url("/shop?a=1"), same=MOST_ALIKE + 1)
    assert skip is not None
    assert skip.rule == "same-text"


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/guide/intro.html", None),
        ("/v1/a", "http://h/v#/a"),
        ("/a?b=1&c=x", "http://h/a?b&c"),
        ("/may/report", "http://h/#/report"),
        ("/mayor/report", None),
        ("/2026-Jan-03", "http://h/#-#-#"),
        ("/6ba7b810-9dad-11d1-80b4-00c04fd430c8", "http://h/#"),
        ("/feedface", None),
        ("/deadbeef01", "http://h/#"),
    ],
)
def test_patterns(path: str, pattern: str | None) -> None:
    assert pattern_of(url(path)) == pattern


def test_a_host_is_not_folded() -> None:
    assert pattern_of(CanonicalUrl("http://h1:8080/a")) is None


def test_chains() -> None:
    parent = FrontierEntry(url("/p/4"), url("/p/4"), EntryKind.PAGE, chain=3)
    assert chain_of(parent, url("/p/5")) == 4
    assert chain_of(parent, url("/q/5")) == 0
    assert chain_of(FrontierEntry(url("/a"), url("/a"), EntryKind.PAGE, chain=3), url("/b")) == 0


@given(st.text("/ab1?&=-%", max_size=60), st.integers(0, 400), st.integers(0, 3000))
def test_nothing_raises(rest: str, chain: int, population: int) -> None:
    skip = trap(url("/" + rest), chain, population)
    assert skip is None or skip.reason is SkipReason.TRAP


def test_hostile_addresses_cost_little() -> None:
    start = time.process_time()
    for text in ("a" * 1990, "a/" * 990, "1-" * 990, "jan" * 600):
        pattern_of(url("/" + text))
        trap(url("/" + text), 300)
    assert time.process_time() - start < 1
