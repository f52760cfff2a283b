from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from scrapepy.decide.frontier import (
    Done,
    Final,
    Frontier,
    Idle,
    Retry,
    WaitUntil,
)
from scrapepy.decide.robots import AllowAll, DisallowAll, RobotsPolicy, Rules, parse_robots
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, Outcome
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl

FAST = Pace(delay=0.0, concurrency=8)
OPEN = AllowAll("test")


def entry(path: str, kind: EntryKind = EntryKind.PAGE, depth: int = 1, host: str = "http://h") -> FrontierEntry:
    url = CanonicalUrl(f"{host}/{path}")
    return FrontierEntry(url, url, kind, depth=depth)


def answer(to: FrontierEntry, status: int = 200, wait: str | None = None) -> Fetched:
    return Fetched(to.url, to.address, status, () if wait is None else (("retry-after", wait),), b"", at=0.0)


def failure(to: FrontierEntry, kind: FailureKind = FailureKind.CONNECT) -> FetchFailed:
    return FetchFailed(to.url, kind, at=0.0)


def opened(
    *entries: FrontierEntry, pace: Pace = FAST, policy: RobotsPolicy = OPEN, max_pages: int | None = None
) -> Frontier:
    """A frontier whose hosts' policies are known at moment 0 without a request."""
    frontier = Frontier(pace, max_pages=max_pages)
    for one in entries:
        frontier.add(one)
    for origin in {one.url[: one.url.index("/", 8)] for one in entries}:
        frontier.set_robots(origin, policy, 0.0)
    return frontier


def claimed(frontier: Frontier, now: float) -> FrontierEntry:
    claim = frontier.claim(now)
    assert isinstance(claim, FrontierEntry), claim
    return claim


def path(one: FrontierEntry) -> str:
    return one.url.partition("/")[2].partition("/")[2].partition("/")[2]


def all_claimed(frontier: Frontier, now: float = 0.0) -> list[str]:
    """Claim and finish everything, as fast as time allows."""
    paths = []
    while not isinstance(claim := frontier.claim(now), Done):
        if isinstance(claim, WaitUntil):
            assert claim.moment > now
            now = claim.moment
        else:
            assert isinstance(claim, FrontierEntry), claim
            paths.append(path(claim))
            frontier.finished(claim, answer(claim, 404), now)
    return paths


# --- robots.txt -------------------------------------------------------------------------------------------------------


def test_robots_first_and_once() -> None:
    frontier = Frontier(FAST)
    frontier.add(entry("", EntryKind.SEED))
    frontier.add(entry("a"))
    robots = claimed(frontier, 0.0)
    assert (robots.url, robots.kind) == ("http://h/robots.txt", EntryKind.ROBOTS)
    assert isinstance(frontier.claim(0.0), Idle)
    assert frontier.finished(robots, answer(robots, 404), 1.0) == Final()
    assert isinstance(frontier.claim(1.0), Idle)  # the policy is still to be set
    frontier.set_robots("http://h", OPEN, 1.0)
    assert frontier.policy_of("http://h") == OPEN
    assert all_claimed(frontier, 1.0) == ["", "a"]
    assert not frontier.add(entry("robots.txt"))


def test_each_new_host_is_asked_for_its_own() -> None:
    frontier = opened(entry("", EntryKind.SEED))
    frontier.add(entry("logo.png", EntryKind.ASSET, host="http://cdn"))
    robots = claimed(frontier, 0.0)
    assert robots.url == "http://cdn/robots.txt"
    assert claimed(frontier, 0.0).kind is EntryKind.SEED
    assert isinstance(frontier.claim(0.0), Idle)
    frontier.finished(robots, answer(robots), 0.0)
    frontier.set_robots("http://cdn", OPEN, 0.0)
    assert path(claimed(frontier, 0.0)) == "logo.png"


def test_a_known_policy_spares_the_request() -> None:
    assert all_claimed(opened(entry("a"))) == ["a"]


def test_what_the_rules_forbid_is_refused_with_the_line() -> None:
    rules = Rules(parse_robots(b"User-agent: *\nDisallow: /private/", "ScrapePy"))
    frontier = opened(replace(entry("private/a"), referrer=CanonicalUrl("http://h/r")), entry("b"), policy=rules)
    assert all_claimed(frontier) == ["b"]
    (skip,) = frontier.pop_refused()
    assert (skip.url, skip.reason, skip.rule) == ("http://h/private/a", SkipReason.ROBOTS, "Disallow: /private/")
    assert skip.referrer == "http://h/r"
    assert frontier.pop_refused() == []
    assert frontier.counts().refused == 1


def test_the_address_that_would_be_asked_for_is_judged() -> None:
    rules = Rules(parse_robots(b"User-agent: *\nDisallow: /*utm_", "ScrapePy"))
    frontier = opened(replace(entry("a"), address="http://h/a?utm_source=x"), policy=rules)
    assert all_claimed(frontier) == []
    assert len(frontier.pop_refused()) == 1


def test_an_unreachable_file_closes_the_host_for_what_waits_and_what_comes() -> None:
    frontier = opened(entry("a"), entry("b"), policy=DisallowAll("robots.txt answered 503", until=300.0))
    frontier.add(entry("c"))
    assert isinstance(frontier.claim(0.0), Done)
    assert [skip.rule for skip in frontier.pop_refused()] == ["robots.txt answered 503"] * 3
    frontier.set_robots("http://h", OPEN, 400.0)
    frontier.add(entry("d"))
    assert all_claimed(frontier, 400.0) == ["d"]


def test_ignoring_robots_asks_for_none() -> None:
    frontier = Frontier(Pace(delay=0.0, ignore_robots=True))
    frontier.add(entry("a"))
    assert all_claimed(frontier) == ["a"]


def test_a_long_crawl_delay_is_kept_in_part_and_said() -> None:
    frontier = opened(entry("a"), policy=Rules(parse_robots(b"User-agent: *\nCrawl-delay: 600", "ScrapePy")))
    assert frontier.pop_notes() == [
        "robots.txt of http://h asks for 600 s between requests (Crawl-delay); 60 s are kept."
    ]
    frontier = opened(entry("a"), policy=Rules(parse_robots(b"User-agent: *\nCrawl-delay: 60", "ScrapePy")))
    assert frontier.pop_notes() == ["robots.txt of http://h asks for 60 s between requests (Crawl-delay)."]
    frontier = opened(entry("a"), policy=Rules(parse_robots(b"User-agent: *\nCrawl-delay: 5", "ScrapePy")))
    assert frontier.pop_notes() == []


# --- order ------------------------------------------------------------------------------------------------------------


def test_breadth_first() -> None:
    frontier = opened(
        entry("deep", depth=3),
        entry("one", depth=1),
        entry("style.css", EntryKind.ASSET, depth=1),
        entry("two", depth=2),
        entry("another", depth=1),
        entry("sitemap.xml", EntryKind.SITEMAP, depth=0),
        entry("", EntryKind.SEED, depth=0),
    )
    assert all_claimed(frontier) == ["", "sitemap.xml", "one", "style.css", "another", "two", "deep"]


def test_nothing_twice() -> None:
    frontier = opened(entry("a"))
    assert not frontier.add(entry("a"))
    assert frontier.know(CanonicalUrl("http://h/skipped"))
    assert not frontier.know(CanonicalUrl("http://h/skipped"))
    assert not frontier.add(entry("skipped"))
    assert "http://h/skipped" in frontier
    assert "http://h/never" not in frontier
    assert all_claimed(frontier) == ["a"]
    assert not frontier.add(entry("a"))


def test_a_smaller_depth_counts_while_the_entry_waits() -> None:
    frontier = opened(entry("x", depth=2), entry("far", depth=5), entry("y", depth=2))
    assert not frontier.add(replace(entry("far", depth=1), referrer=CanonicalUrl("http://h/r")))
    assert not frontier.add(entry("far", depth=4))
    assert frontier.counts().queued == 3
    first = claimed(frontier, 0.0)
    assert (path(first), first.depth, first.referrer) == ("far", 1, "http://h/r")
    assert not frontier.add(entry("far", depth=0))
    assert path(claimed(frontier, 0.0)) == "x"


# --- pace -------------------------------------------------------------------------------------------------------------


def test_starts_on_a_host_are_the_delay_apart() -> None:
    frontier = opened(entry("a"), entry("b"), pace=Pace(delay=0.5, concurrency=4))
    claimed(frontier, 100.0)
    wait = frontier.claim(100.0)
    assert isinstance(wait, WaitUntil)
    assert wait.moment == pytest.approx(100.52)
    assert wait.host == "http://h"
    assert isinstance(frontier.claim(100.49), WaitUntil)
    claimed(frontier, wait.moment)


def test_the_robots_request_counts_for_the_delay() -> None:
    frontier = Frontier(Pace(delay=0.5))
    frontier.add(entry("a"))
    robots = claimed(frontier, 0.0)
    frontier.finished(robots, answer(robots), 0.1)
    frontier.set_robots("http://h", Rules(parse_robots(b"User-agent: *\nCrawl-delay: 2", "ScrapePy")), 0.1)
    wait = frontier.claim(0.1)
    assert isinstance(wait, WaitUntil)
    assert wait.moment == pytest.approx(2.02)


def test_so_many_at_once_on_a_host_and_all_together() -> None:
    frontier = opened(*(entry(f"{n}", host=f"http://h{n % 5}") for n in range(40)), pace=Pace(delay=0.0, concurrency=4))
    under_way = [claimed(frontier, 0.0) for _ in range(16)]
    assert isinstance(frontier.claim(0.0), Idle)
    hosts = [one.url.partition("/")[2][:4] for one in under_way]
    assert max(hosts.count(host) for host in set(hosts)) <= 4
    frontier.finished(under_way[0], answer(under_way[0]), 1.0)
    claimed(frontier, 1.0)
    assert isinstance(frontier.claim(1.0), Idle)


def test_no_artificial_waits_without_delay() -> None:
    frontier = opened(*(entry(str(n)) for n in range(100)))
    now = 0.0
    for _ in range(100):
        one = claimed(frontier, now)
        frontier.finished(one, answer(one), now)
    assert isinstance(frontier.claim(now), Done)


def test_a_slow_host_does_not_hold_up_the_others() -> None:
    frontier = opened(entry("a", host="http://slow"), entry("b", host="http://slow"), pace=Pace(delay=60.0))
    claimed(frontier, 0.0)
    for number in range(3):
        frontier.add(entry(f"{number}", depth=9, host=f"http://quick{number}"))
        frontier.set_robots(f"http://quick{number}", OPEN, 0.0)
        assert path(claimed(frontier, 0.0)) == str(number)
    wait = frontier.claim(0.0)
    assert isinstance(wait, WaitUntil)
    assert wait.host == "http://slow"


# --- trying again -----------------------------------------------------------------------------------------------------


def test_a_failure_comes_back_three_times() -> None:
    frontier = opened(entry("a"))
    now, moments = 0.0, []
    for _ in range(4):
        one = claimed(frontier, now)
        moments.append(now)
        result = frontier.finished(one, answer(one, 500), now)
        if isinstance(result, Retry):
            now = result.at
            assert frontier.claim(now - 0.01) == WaitUntil(now, "http://h")
    assert result == Final()
    assert [round(b - a) for a, b in pairwise(moments)] == [1, 2, 4]
    assert isinstance(frontier.claim(now), Done)
    assert not frontier.add(entry("a"))


def test_others_go_on_while_one_waits() -> None:
    frontier = opened(entry("a"), entry("b"))
    first = claimed(frontier, 0.0)
    assert isinstance(frontier.finished(first, answer(first, 502), 0.0), Retry)
    assert path(claimed(frontier, 0.0)) == "b"


def test_what_failed_once_goes_before_what_was_found_later() -> None:
    frontier = opened(*(entry(str(n)) for n in range(9)))
    first = claimed(frontier, 0.0)
    frontier.finished(first, answer(first, 500), 0.0)
    assert path(claimed(frontier, 5.0)) == "0"


def test_a_site_whose_every_page_fails_once_is_had() -> None:
    frontier = opened(*(entry(str(n)) for n in range(40)), pace=Pace(delay=0.0, concurrency=4))
    now, under_way, had = 0.0, [], []
    while True:
        claim = frontier.claim(now)
        if isinstance(claim, FrontierEntry):
            under_way.append(claim)
        elif under_way:
            now += 0.05
            for one in under_way:
                result = frontier.finished(one, answer(one) if one.attempts else answer(one, 503, "1"), now)
                had += [one.url] if isinstance(result, Final) else []
            under_way = []
        elif isinstance(claim, WaitUntil):
            now = claim.moment
        else:
            break
    assert len(had) == 40
    assert frontier.pop_abandoned() == []
    assert now < 150


def test_retry_after_pauses_the_whole_host() -> None:
    frontier = opened(entry("a"), entry("b"))
    first = claimed(frontier, 0.0)
    result = frontier.finished(first, answer(first, 429, "20"), 0.0)
    assert result == Retry(20.0)
    assert frontier.claim(0.0) == WaitUntil(20.0, "http://h")
    assert path(claimed(frontier, 20.0)) == "a"
    assert [(wait.queued, wait.why) for wait in frontier.waits(20.0)] == [(1, "slowed down")]


def test_a_day_is_not_waited_for_and_said() -> None:
    frontier = opened(entry("a"), entry("b"))
    first = claimed(frontier, 0.0)
    assert frontier.finished(first, answer(first, 503, "86400"), 0.0) == Final(
        "the server asks to wait longer than we do"
    )
    wait = frontier.claim(0.0)
    assert isinstance(wait, WaitUntil)
    assert wait.moment < 5.0


def test_a_host_that_says_so_again_and_again_is_left_alone() -> None:
    frontier = opened(*(entry(f"{n}") for n in range(50)))
    assert len(all_of_a_failing_host(frontier, lambda one: answer(one, 503, "86400"), 1)) == 3
    assert len(frontier.pop_abandoned()) == 47


def test_a_probe_is_not_repeated() -> None:
    frontier = opened(entry("no-such-page", EntryKind.PROBE))
    probe = claimed(frontier, 0.0)
    assert frontier.finished(probe, answer(probe, 500), 0.0) == Final()


def all_of_a_failing_host(frontier: Frontier, outcome: object, concurrency: int = 8) -> list[float]:
    """When each try began on a host that only fails."""
    assert callable(outcome)
    now, starts, under_way = 0.0, [], []
    while True:
        claim = frontier.claim(now)
        if isinstance(claim, FrontierEntry):
            starts.append(now)
            under_way.append(claim)
            if len(under_way) < concurrency:
                continue
        if under_way:
            now += 0.01
            for one in under_way:
                frontier.finished(one, outcome(one), now)
            under_way = []
        elif isinstance(claim, WaitUntil):
            now = claim.moment
        else:
            assert isinstance(claim, Done), claim
            return starts


@pytest.mark.parametrize("kind", [FailureKind.CONNECT, FailureKind.NETWORK, FailureKind.TRUNCATED])
def test_a_host_that_is_down_is_left_alone(kind: FailureKind) -> None:
    frontier = opened(*(entry(f"{n}") for n in range(1000)))
    starts = all_of_a_failing_host(frontier, lambda one: failure(one, kind))
    assert len(starts) <= 40
    assert starts[-1] < 30.0
    (note,) = frontier.pop_notes()
    assert note.startswith("http://h is left alone: the host failed ")
    abandoned = frontier.pop_abandoned()
    assert len(abandoned) >= 960
    assert len({one.entry.url for one in abandoned}) == len(abandoned)
    assert kind.value in abandoned[0].reason
    frontier.add(entry("new"))
    assert [path(one.entry) for one in frontier.pop_abandoned()] == ["new"]


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_host_that_answers_errors_only_is_left_alone(status: int) -> None:
    frontier = opened(*(entry(f"{n}") for n in range(1000)))
    starts = all_of_a_failing_host(frontier, lambda one: answer(one, status))
    assert len(starts) <= 40
    assert starts[-1] < 120.0
    assert frontier.counts().queued == 0


def test_a_restart_of_the_server_is_survived() -> None:
    frontier = opened(*(entry(f"{n}") for n in range(200)), pace=Pace(delay=0.0, concurrency=4))
    now, failed, had = 0.0, 0, 0
    while not isinstance(claim := frontier.claim(now), Done):
        if isinstance(claim, WaitUntil):
            now = claim.moment
            continue
        assert isinstance(claim, FrontierEntry)
        now += 0.01
        outcome: Outcome = failure(claim) if now < 5.0 else answer(claim)
        result = frontier.finished(claim, outcome, now)
        had += outcome.__class__ is Fetched
        failed += isinstance(result, Final) and outcome.__class__ is FetchFailed
    assert (had, failed) == (200, 0)
    assert frontier.pop_abandoned() == []


# --- pages ------------------------------------------------------------------------------------------------------------


def test_no_more_pages_are_begun_than_can_be_needed() -> None:
    frontier = opened(*(entry(f"{n}") for n in range(10)), entry("a.css", EntryKind.ASSET, depth=9), max_pages=3)
    pages = [claimed(frontier, 0.0) for _ in range(3)]
    style = claimed(frontier, 0.0)
    assert path(style) == "a.css"
    assert isinstance(frontier.claim(0.0), Idle)
    for one in [*pages, style]:
        frontier.finished(one, answer(one), 1.0)
    assert isinstance(frontier.claim(1.0), Idle)  # under way still: their bodies are being judged
    frontier.page_saved(pages[0].url)
    frontier.page_saved(pages[1].url)
    assert isinstance(frontier.claim(1.0), Idle)
    frontier.page_not_saved(pages[2].url)
    last = claimed(frontier, 1.0)
    assert path(last) == "3"
    frontier.finished(last, answer(last), 2.0)
    frontier.page_saved(last.url)
    assert isinstance(frontier.claim(2.0), Done)
    assert frontier.left_over() == frontier.counts().left_over == 6
    frontier.add(entry("b.css", EntryKind.ASSET))
    assert path(claimed(frontier, 2.0)) == "b.css"


@pytest.mark.parametrize("status", [301, 404, 403])
def test_what_cannot_be_a_page_makes_room_by_itself(status: int) -> None:
    frontier = opened(entry("a"), entry("b"), max_pages=1)
    first = claimed(frontier, 0.0)
    frontier.finished(first, answer(first, status), 0.0)
    assert path(claimed(frontier, 0.0)) == "b"


def test_a_page_that_comes_back_later_makes_room_meanwhile() -> None:
    frontier = opened(entry("a"), entry("b"), max_pages=1)
    first = claimed(frontier, 0.0)
    frontier.finished(first, answer(first, 500), 0.0)
    second = claimed(frontier, 0.0)
    frontier.finished(second, answer(second), 0.0)
    frontier.page_saved(second.url)
    assert isinstance(frontier.claim(99.0), Done)
    assert frontier.left_over() == 1


# --- odds and ends ----------------------------------------------------------------------------------------------------


def test_a_cookie_redirect_is_asked_once_more() -> None:
    frontier = opened(entry("", EntryKind.SEED))
    seed = claimed(frontier, 0.0)
    frontier.finished(seed, answer(seed, 302), 0.0)
    frontier.again(seed)
    again = claimed(frontier, 0.0)
    assert (again.url, again.hops) == (seed.url, 1)
    frontier.finished(again, answer(again), 0.0)
    assert frontier.counts().done == 1


def test_a_cancelled_request_is_not_lost() -> None:
    frontier = opened(entry("a"), max_pages=1)
    first = claimed(frontier, 0.0)
    frontier.release(first)
    assert claimed(frontier, 0.0) == first


def test_a_cancelled_request_frees_its_place() -> None:
    frontier = opened(entry("a", depth=3), pace=Pace(delay=0.0, concurrency=1))
    first = claimed(frontier, 0.0)
    frontier.add(entry("better", depth=1))
    assert isinstance(frontier.claim(0.0), Idle)
    frontier.release(first)
    assert path(claimed(frontier, 0.0)) == "better"


def test_a_run_is_taken_up_again() -> None:
    frontier = Frontier(FAST, max_pages=3)
    frontier.restore(
        known=[CanonicalUrl("http://h/done"), CanonicalUrl("http://h/robots.txt"), CanonicalUrl("http://h/a")],
        queued=[entry("a"), entry("b"), entry("b"), entry("robots.txt", EntryKind.ROBOTS)],
        pages_saved=2,
    )
    assert not frontier.add(entry("done"))
    robots = claimed(frontier, 0.0)
    assert robots.kind is EntryKind.ROBOTS
    frontier.finished(robots, answer(robots), 0.0)
    frontier.set_robots("http://h", OPEN, 0.0)
    first = claimed(frontier, 0.0)
    assert path(first) == "a"
    assert isinstance(frontier.claim(0.0), Idle)
    frontier.finished(first, answer(first), 0.0)
    frontier.page_saved(first.url)
    assert isinstance(frontier.claim(0.0), Done)
    assert frontier.counts().pages_saved == 3
    assert frontier.left_over() == 1


def test_an_asset_host_of_restored_urls_only_is_not_asked_for_robots() -> None:
    frontier = opened(entry("a"))
    frontier.restore([CanonicalUrl("http://cdn/x.css")], [])
    assert not frontier.add(entry("x.css", EntryKind.ASSET, host="http://cdn"))
    assert all_claimed(frontier) == ["a"]


def test_counts_and_waits() -> None:
    frontier = Frontier(Pace(delay=5.0))
    assert isinstance(frontier.claim(0.0), Done)
    frontier.add(entry("a"))
    frontier.add(entry("b"))
    assert [(wait.origin, wait.queued, wait.why) for wait in frontier.waits(0.0)] == [("http://h", 3, "robots.txt")]
    frontier.set_robots("http://h", OPEN, 0.0)
    assert frontier.waits(0.0) == []
    first = claimed(frontier, 0.0)
    assert [(wait.until, wait.why) for wait in frontier.waits(0.0)] == [(pytest.approx(5.02), "delay")]
    counts = frontier.counts()
    assert (counts.queued, counts.in_flight, counts.done) == (1, 1, 0)
    frontier.finished(first, answer(first), 1.0)
    counts = frontier.counts()
    assert (counts.queued, counts.in_flight, counts.done) == (1, 0, 1)


def test_a_hundred_thousand_entries_are_cheap() -> None:
    frontier = opened(entry("", EntryKind.SEED))
    start = time.process_time()
    for number in range(20_000):
        frontier.add(entry(f"p/{number}", depth=number % 9))
    for _ in range(5_000):
        one = claimed(frontier, 0.0)
        frontier.finished(one, answer(one), 0.0)
        frontier.page_saved(one.url)
    assert time.process_time() - start < 20


def test_what_somebody_waits_for_comes_first() -> None:
    pages, script = [entry(f"p{number}") for number in range(3)], entry("app.js", EntryKind.ASSET, depth=9)
    frontier = opened(*pages, script)
    assert frontier.hasten(script.url)
    assert frontier.claim(0.0) == script
    assert frontier.hasten(script.url), "it is under way"
    frontier.finished(script, answer(script), 0.0)
    assert not frontier.hasten(script.url), "nothing more is to come"
    assert not frontier.hasten(entry("never").url)


def test_what_waits_for_its_next_try_is_not_hastened() -> None:
    script = entry("app.js", EntryKind.ASSET)
    frontier = opened(script)
    frontier.claim(0.0)
    assert isinstance(frontier.finished(script, answer(script, 503), 0.0), Retry)
    assert frontier.hasten(script.url)
    assert isinstance(frontier.claim(0.01), WaitUntil)


def test_pages_can_be_held_back() -> None:
    page, script = entry("page"), entry("app.js", EntryKind.ASSET)
    frontier = opened(page, script)
    frontier.hold_pages(True)
    assert frontier.claim(0.0) == script
    assert not frontier.hasten(page.url), "no answer is to come while it is held"
    frontier.finished(script, answer(script), 0.0)
    assert isinstance(frontier.claim(0.0), Idle)
    frontier.hold_pages(False)
    assert frontier.claim(0.0) == page
