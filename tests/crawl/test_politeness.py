"""What the host sees (SPEC 4, "Politeness"): asserted from the server's own log."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from email.utils import formatdate

import pytest

from scrapepy.crawl.events import Event, Noted, Progress, Retrying, Waiting
from scrapepy.crawl.outgoing import USER_AGENT
from scrapepy.model.options import Pace
from scrapepy.model.skip import SkipReason
from tests.support.crawling import FAST, crawl_site, paths_of
from tests.support.guard import Guard
from tests.support.server import Answer, Request, Server, html, redirect, robots, typed

TEN = "".join(f'<a href="/p{n}">{n}</a>' for n in range(10))


def ten_pages(server: Server, **more: str) -> None:
    server.pages({"/": TEN, **{f"/p{n}": f"<p>page {n}" for n in range(10)}, **more})


def test_robots_txt_comes_first_and_once(server: Server) -> None:
    ten_pages(server)
    server.script("/robots.txt", robots("User-agent: *\nDisallow: /p3\nDisallow: /p4$\n"))
    crawled = crawl_site(server)
    paths = server.paths()
    assert paths[0] == "/robots.txt"
    assert paths.count("/robots.txt") == 1
    assert "/p3" not in paths
    assert "/p4" not in paths
    assert sorted(set(paths)) == sorted(paths), "no address is asked for twice"
    assert [(s.url, s.rule) for s in crawled.journal.skips if s.reason is SkipReason.ROBOTS] == [
        (f"{server.origin}/p3", "Disallow: /p3"),
        (f"{server.origin}/p4", "Disallow: /p4$"),
    ]


def test_every_request_names_the_tool(server: Server) -> None:
    ten_pages(server)
    crawl_site(server)
    assert {request.headers["user-agent"] for request in server.asked()} == {USER_AGENT}
    assert not any("referer" in request.headers for request in server.asked())


def test_own_group_counts_alone(server: Server) -> None:
    ten_pages(server)
    server.script("/robots.txt", robots("User-agent: *\nDisallow: /\n\nUser-agent: ScrapePy\nDisallow: /p1\n"))
    crawled = crawl_site(server)
    assert len(crawled.journal.saved()) == 10
    assert "/p1" not in server.paths()


def test_delay_between_starts(server: Server) -> None:
    ten_pages(server)
    begun = time.monotonic()
    crawl_site(server, pace=replace(FAST, delay=0.1))
    assert len(server.asked()) == 13
    assert server.is_paced(0.1, begun)


def test_the_default_pace() -> None:
    assert (Pace().delay, Pace().concurrency) == (0.5, 4)


def test_at_most_so_many_at_once(server: Server) -> None:
    server.pages({"/": TEN})
    together = threading.Barrier(3)

    def when_three_are_there(request: Request) -> Answer:
        together.wait(60)
        return html("x")

    for n in range(3, 10):
        server.script(f"/p{n}", replace(html("x"), delay=0.1))
    for n in range(3):
        server.script(f"/p{n}", when_three_are_there)
    crawl_site(server, pace=replace(FAST, concurrency=3))
    concurrency = [request.concurrency for request in server.asked()]
    assert max(concurrency) == 3


def test_crawl_delay(server: Server) -> None:
    server.pages({"/": '<a href="/a">a</a><a href="/b">b</a>', "/a": "a", "/b": "b"})
    server.script("/robots.txt", robots("User-agent: *\nCrawl-delay: 0.3\n"))
    begun = time.monotonic()
    crawl_site(server)
    assert len(server.asked()) == 5
    assert server.is_paced(0.3, begun)


def test_assets_are_paced_too(server: Server) -> None:
    images = "".join(f'<img src="/i{n}.png">' for n in range(4))
    server.pages({"/": images, **{f"/i{n}.png": typed("image/png", b"\x89PNG\r\n\x1a\n") for n in range(4)}})
    begun = time.monotonic()
    crawl_site(server, pace=replace(FAST, delay=0.08))
    assert len(server.asked()) == 7
    assert server.is_paced(0.08, begun)


def test_robots_txt_of_an_asset_host(server: Server) -> None:
    server.pages({
        "http://docs.test/": '<img src="http://cdn.test/a.png"><img src="http://cdn.test/private/b.png">',
        "http://cdn.test/a.png": typed("image/png", b"\x89PNG\r\n\x1a\n"),
        "http://cdn.test/robots.txt": robots("User-agent: *\nDisallow: /private/\n"),
    })  # fmt: skip
    crawled = crawl_site(server, "http://docs.test/", proxied=True)
    asked = [url for url in server.urls() if "cdn.test" in url]
    assert asked == ["http://cdn.test/robots.txt", "http://cdn.test/a.png"]
    assert crawled.journal.skipped_for(SkipReason.ROBOTS) == ["http://cdn.test/private/b.png"]


def test_asset_host_without_an_answer_for_robots_is_left_alone(server: Server) -> None:
    server.pages({
        "http://docs.test/": '<img src="http://cdn.test/a.png">',
        "http://cdn.test/a.png": typed("image/png", b"\x89PNG\r\n\x1a\n"),
        "http://cdn.test/robots.txt": Answer(500),
    })  # fmt: skip
    crawled = crawl_site(server, "http://docs.test/", proxied=True, pace=replace(FAST, retries=0))
    assert "http://cdn.test/a.png" not in server.urls()
    reason, site_fault = crawled.journal.failures["http://cdn.test/a.png"]
    assert reason.startswith("robots.txt ")
    assert not site_fault  # the mirror lacks it: exit 1
    assert crawled.result.start_failure == ""


@pytest.mark.parametrize(
    ("answer", "opens"),
    [
        (Answer(404), True),
        (Answer(403), True),
        (Answer(401), True),
        (Answer(200, b""), True),
        (html("<!doctype html><h1>Welcome"), True),
        (Answer(500), False),
        (Answer(503), False),
        (Answer(200, b"User-agent: *\nAllow: /", length=999), False),
        (Answer(reset=True), False),
        (Answer(200, b"User-agent: *\nDisallow: /x", {"Content-Encoding": "gzip"}), True),
    ],
)
def test_states_of_robots_txt(server: Server, answer: Answer, opens: bool) -> None:
    server.pages({"/": "home"})
    server.script("/robots.txt", answer)
    crawled = crawl_site(server, pace=replace(FAST, retries=0))
    assert ("/" in server.paths()) is opens
    assert bool(crawled.result.start_failure) is not opens
    if not opens:
        assert crawled.result.start_failure.startswith(f"nothing could be fetched from {server.origin}: robots.txt ")


def test_robots_txt_that_forbids_the_start(server: Server) -> None:
    server.script("/robots.txt", robots("User-agent: *\nDisallow: /docs/\n"))
    crawled = crawl_site(server, "/docs/")
    assert server.paths() == ["/robots.txt"]
    assert crawled.result.start_failure == (f"robots.txt of {server.origin} forbids the start URL (Disallow: /docs/)")


def test_ignoring_robots_txt_is_said(server: Server) -> None:
    server.pages({"/": "home"})
    server.script("/robots.txt", robots("User-agent: *\nDisallow: /\n"))
    crawled = crawl_site(server, pace=replace(FAST, ignore_robots=True))
    assert "/robots.txt" not in server.paths()
    assert any("--ignore-robots" in note for note in crawled.journal.notes)


def test_robots_txt_over_redirects(server: Server) -> None:
    server.pages({
        "http://docs.test/": '<a href="/no">n</a><a href="/yes">y</a>',
        "http://docs.test/yes": "yes",
        "http://docs.test/robots.txt": redirect("http://www.test/r1"),
        "http://www.test/r1": redirect("/r2", 302),
        "http://www.test/r2": robots("User-agent: *\nDisallow: /no\n"),
    })  # fmt: skip
    crawl_site(server, "http://docs.test/", proxied=True)
    assert "http://docs.test/yes" in server.urls()
    assert "http://docs.test/no" not in server.urls()


def test_robots_txt_that_redirects_for_ever_counts_as_missing(server: Server) -> None:
    server.pages({"/": "home"})
    server.script("/robots.txt", lambda request: redirect("/robots.txt"))
    crawl_site(server)
    assert "/" in server.paths()
    server.script("/robots.txt", redirect("/r?1"))
    for n in range(9):
        server.script(f"/r?{n}", redirect(f"/r?{n + 1}"))
    before = len(server.log)
    crawl_site(server)
    assert len([path for path in server.paths()[before:] if path.startswith("/r?")]) == 5


def test_one_robots_txt_serves_two_spellings(server: Server) -> None:
    """The robots.txt of the host that another one redirects to is read once."""
    server.pages({
        "http://docs.test/": redirect("http://www.docs.test/"),
        "http://docs.test/robots.txt": redirect("http://www.docs.test/robots.txt"),
        "http://www.docs.test/robots.txt": robots("User-agent: *\nDisallow: /no\n"),
        "http://www.docs.test/": '<a href="no">n</a><a href="yes">y</a>',
        "http://www.docs.test/yes": "yes",
    })  # fmt: skip
    crawl_site(server, "http://docs.test/", proxied=True)
    assert server.urls().count("http://www.docs.test/robots.txt") == 1
    assert "http://www.docs.test/yes" in server.urls()
    assert "http://www.docs.test/no" not in server.urls()


def test_retry_after_in_seconds(server: Server) -> None:
    server.pages({"/": '<a href="/a">a</a>'})
    server.script("/a", Answer(429, b"", {"Retry-After": "1"}), html("came"))
    crawled = crawl_site(server)
    first, second = server.asked("/a")
    assert second.at - first.at >= 1.0
    assert crawled.journal.failures == {}
    assert any(isinstance(event, Retrying) and event.reason.startswith("429") for event in crawled.events)
    assert any(isinstance(event, Waiting) and event.host == server.origin for event in crawled.events)


def test_retry_after_as_a_date(server: Server) -> None:
    server.pages({"/": '<a href="/a">a</a>'})
    server.script(
        "/a",
        lambda request: (
            Answer(503, b"", {"Retry-After": formatdate(time.time() + 2, usegmt=True)})
            if len(server.asked("/a")) == 1
            else html("came")
        ),
    )
    crawl_site(server)
    first, second = server.asked("/a")
    assert second.at - first.at >= 1.0


def test_a_wait_of_a_day_is_not_waited_for(server: Server) -> None:
    server.pages({"/": '<a href="/a">a</a><a href="/b">b</a>', "/b": "b"})
    server.script("/a", Answer(429, b"", {"Retry-After": "86400"}))
    crawled = crawl_site(server)
    assert len(server.asked("/a")) == 1
    reason, site_fault = crawled.journal.failures[server.origin + "/a"]
    assert "86400" in reason
    assert not site_fault


def test_a_host_that_only_fails_is_left_alone(server: Server) -> None:
    """About ten failures in a row; here each URL is given up at once."""
    server.pages({"/": "".join(f'<a href="/p{n}">{n}</a>' for n in range(40))})
    for n in range(40):
        server.script(f"/p{n}", Answer(500))
    crawled = crawl_site(server, pace=replace(FAST, retries=0))
    asked = [path for path in server.paths() if path.startswith("/p")]
    assert 10 <= len(asked) <= 20
    assert len(crawled.journal.failures) == 40
    assert any("left alone" in note for note in crawled.journal.notes)


def test_nofollow_of_page_and_header(server: Server) -> None:
    server.pages({
        "/": '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>',
        "/a": '<meta name="robots" content="nofollow"><a href="/a1">x</a><img src="/a.png">',
        "/b": html('<a href="/b1">x</a>', X_Robots_Tag="nofollow"),
        "/c": '<meta name="robots" content="noindex"><a href="/c1" rel="nofollow">x</a>',
        "/c1": "c1",
        "/a.png": typed("image/png", b"\x89PNG\r\n\x1a\n"),
    })  # fmt: skip
    crawled = crawl_site(server)
    assert paths_of(server, crawled.journal.skipped_for(SkipReason.NOFOLLOW)) == ["/a1", "/b1"]
    assert {"/a1", "/b1"}.isdisjoint(server.paths())
    assert {"/c1", "/a.png"} <= set(server.paths())


def test_connecting_does_not_bring_requests_closer_together(server: Server, loopback_only: Guard) -> None:
    """A first request that takes long to connect leaves late; the next one must not follow on its heels."""
    lookups: list[float] = []

    def slow(name: str) -> None:
        if not lookups:
            time.sleep(0.25)
        lookups.append(time.monotonic())

    loopback_only.names = {"slow.test": ["127.0.0.1"]}
    loopback_only.on_lookup = slow
    server.pages({"/": '<a href="/a">a</a>', "/a": "a"})
    crawl_site(server, f"http://slow.test:{server.port}/", pace=replace(FAST, delay=0.3))
    assert server.is_paced(0.3, lookups[0])


def test_a_long_wait_is_told_at_once_and_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapepy.crawl.engine._TELL_AGAIN", 0.5)
    monkeypatch.setattr("scrapepy.crawl.engine._TICK", 0.25)
    server.pages({"/": '<a href="/p">p</a>', "/p": "p"})
    server.script("/robots.txt", robots("User-agent: *\nCrawl-delay: 60\n"))

    def told_again(events: list[Event]) -> bool:
        return (
            sum(isinstance(event, Waiting) for event in events) >= 3
            and sum(isinstance(event, Progress) for event in events) >= 6
        )

    crawled = crawl_site(server, stop_when=told_again)
    note = f"robots.txt of {server.origin} asks for 60 s between requests (Crawl-delay)."
    assert [event.sentence for event in crawled.events if isinstance(event, Noted)] == [note]
    assert note in crawled.journal.notes
    waits = [event for event in crawled.events if isinstance(event, Waiting)]
    assert len({wait.until for wait in waits}) == 1
    assert {wait.why for wait in waits} == {"delay"}
