"""Redirects, hop by hop, and where the crawl starts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapepy.crawl.events import StartStands
from scrapepy.crawl.plan import ScopeOptions
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl
from tests.support.crawling import FAST, Crawled, crawl_site, paths_of
from tests.support.server import Answer, Server, html, redirect, robots, typed

ONCE = replace(FAST, retries=0)
IN_PATH = ScopeOptions(stay_in_path=True)


class TestHops:
    def test_links_resolve_where_the_page_came_from(self, server: Server) -> None:
        server.pages({
            "/docs/": '<a href="intro">i</a>',
            "/docs/intro": redirect("/docs/guide/intro/"),
            "/docs/guide/intro/": '<a href="next.html">n</a>',
            "/docs/guide/intro/next.html": "n",
        })  # fmt: skip
        crawled = crawl_site(server, "/docs/")
        assert "/docs/guide/intro/next.html" in server.paths()
        assert crawled.journal.aliases == {
            server.origin + "/docs/intro": (server.origin + "/docs/guide/intro/", "redirect", 301, "")
        }
        assert crawled.journal.entries[server.origin + "/docs/guide/intro/"].hops == 1

    def test_two_ways_to_one_page(self, server: Server) -> None:
        server.pages(
            {"/": '<a href="a">a</a><a href="b">b</a>', "/a": redirect("/t#x"), "/b": redirect("/t"), "/t": "t"}
        )
        crawled = crawl_site(server)
        assert server.paths().count("/t") == 1
        assert crawled.journal.aliases[server.origin + "/a"] == (server.origin + "/t", "redirect", 301, "x")

    def test_out_of_scope_is_not_followed(self, server: Server) -> None:
        server.pages({
            "http://docs.test/": '<a href="login">l</a><a href="p">p</a>',
            "http://docs.test/login": redirect("http://auth.test/realms?x=1", 302),
            "http://docs.test/p": "p",
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert not any("auth.test" in url for url in server.urls())
        (skip,) = [s for s in crawled.journal.skips if s.reason is SkipReason.OUT_OF_SCOPE]
        assert (skip.url, skip.detail) == ("http://docs.test/login", "redirects to http://auth.test/realms?x=1")
        assert crawled.journal.failures == {}

    def test_assets_are_followed_anywhere(self, server: Server) -> None:
        server.pages({
            "http://docs.test/": '<img src="/i">',
            "http://docs.test/i": redirect("http://cdn.test/i.png"),
            "http://cdn.test/i.png": typed("image/png", b"\x89PNG\r\n\x1a\n"),
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert "http://cdn.test/i.png" in crawled.journal.saved()
        assert "http://cdn.test/robots.txt" in server.urls()

    def test_robots_is_asked_at_the_target(self, server: Server) -> None:
        server.pages({"/": '<a href="a">a</a>', "/a": redirect("/private/a"), "/private/a": "x"})
        server.script("/robots.txt", robots("User-agent: *\nDisallow: /private/\n"))
        crawled = crawl_site(server)
        assert "/private/a" not in server.paths()
        assert crawled.journal.skipped_for(SkipReason.ROBOTS) == [server.origin + "/private/a"]

    def test_skip_list_is_asked_at_the_target(self, server: Server) -> None:
        server.pages({"/": '<a href="a">a</a>', "/a": redirect("/logout")})
        crawl_site(server)
        assert "/logout" not in server.paths()

    @pytest.mark.parametrize(
        "site",
        [
            {"/a": redirect("/a")},
            {"/a": redirect("/b"), "/b": redirect("/a")},
            {"/a": redirect("/b"), "/b": redirect("/c"), "/c": redirect("/b")},
            {"/a": redirect("/a?utm_source=1"), "/a?utm_source=1": redirect("/a")},
        ],
    )
    def test_loops_end_and_are_named(self, server: Server, site: dict[str, str | Answer]) -> None:
        server.pages({"/": '<a href="/a">a</a>', **site})
        crawled = crawl_site(server)
        assert len(server.asked()) <= 8
        assert [reason for reason, _ in crawled.journal.failures.values()] == ["redirect loop"]

    def test_long_chain_ends(self, server: Server) -> None:
        server.pages({"/": '<a href="/r0">r</a>', **{f"/r{n}": redirect(f"/r{n + 1}") for n in range(40)}})
        crawled = crawl_site(server)
        assert len([p for p in server.paths() if p.startswith("/r")]) <= 23
        assert "more than 20 redirects" in " ".join(reason for reason, _ in crawled.journal.failures.values())

    def test_a_round_for_a_cookie(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>'})
        server.script(
            "/a",
            lambda request: (
                html("in") if "ok=1" in request.headers.get("cookie", "") else redirect("/a", 302, Set_Cookie="ok=1")
            ),
        )
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a"]
        assert server.paths().count("/a") == 2

    def test_a_tracking_parameter_that_the_server_insists_on(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": redirect("/a?utm_source=docs"), "/a?utm_source=docs": "a"})
        crawled = crawl_site(server)
        assert crawled.journal.pages[server.origin + "/a"][0].address == server.origin + "/a?utm_source=docs"
        assert crawled.journal.aliases == {}

    def test_redirect_without_a_target(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": Answer(302), "/b": "b"})
        crawled = crawl_site(server)
        assert "302" in crawled.journal.failures[server.origin + "/a"][0]

    def test_non_ascii_location(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": redirect("/größe"), "/gr%C3%B6%C3%9Fe": "big"})
        assert "/gr%C3%B6%C3%9Fe" in paths_of(server, crawl_site(server).journal.saved())


class TestStart:
    def test_moved_within_the_site(self, server: Server) -> None:
        server.pages({"/docs/": redirect("/manual/v3/", 302), "/manual/v3/": '<a href="p">p</a><a href="/docs/x">x</a>',
                      "/manual/v3/p": "p"})  # fmt: skip
        crawled = crawl_site(server, "/docs/", scope=IN_PATH)
        assert paths_of(server, crawled.journal.saved()) == ["/manual/v3/", "/manual/v3/p"]
        assert crawled.result.seed == server.origin + "/manual/v3/"
        assert crawled.result.scope.prefix == "/manual/v3/"
        assert crawled.journal.notes == [
            f"The start URL {server.origin}/docs/ redirects to {server.origin}/manual/v3/; the mirror starts there."
        ]
        (stands,) = [event for event in crawled.events if isinstance(event, StartStands)]
        assert stands.moved
        assert stands.scope.prefix == "/manual/v3/"

    def test_www_is_the_same_site(self, server: Server) -> None:
        server.pages({
            "http://docs.test/": redirect("http://www.docs.test/"),
            "http://www.docs.test/": '<a href="/p">p</a>',
            "http://www.docs.test/p": "p",
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert crawled.journal.saved() == ["http://www.docs.test/", "http://www.docs.test/p"]
        assert crawled.result.site.host == "www.docs.test"

    def test_another_site_is_named(self, server: Server) -> None:
        server.pages({"http://docs.test/": redirect("http://new.test/docs")})
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert crawled.result.start_failure == (
            "the start URL http://docs.test/ redirects to another site: http://new.test/docs"
        )
        assert not any("new.test" in url for url in server.urls())

    def test_folder_without_its_slash(self, server: Server) -> None:
        server.pages({"/guide": redirect("/guide/"), "/guide/": '<a href="a">a</a><a href="/b">b</a>', "/guide/a": "a"})
        crawled = crawl_site(server, "/guide", scope=IN_PATH)
        assert paths_of(server, crawled.journal.saved()) == ["/guide/", "/guide/a"]

    def test_page_that_might_be_a_folder_is_said(self, server: Server) -> None:
        server.pages({"/m/guide": '<a href="a">a</a>', "/m/a": "a"})
        crawled = crawl_site(server, "/m/guide", scope=IN_PATH)
        assert paths_of(server, crawled.journal.saved()) == ["/m/a", "/m/guide"]
        assert "--stay-in-path" in crawled.journal.notes[0]

    def test_loop_at_the_start(self, server: Server) -> None:
        server.pages({"/": redirect("/", 302, Set_Cookie="ok=1")})
        crawled = crawl_site(server)
        assert len(server.asked()) == 3
        assert crawled.result.start_failure.endswith("redirect loop")

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (Answer(404), "answered 404 Not Found"),
            (Answer(500), "answered 500 Internal Server Error"),
            (Answer(204), "answered 204 No Content"),
            (Answer(delay=60), "could not be fetched: timeout (no answer for 2 s)"),
            (Answer(200, b"x", length=9), "could not be fetched: cut short"),
        ],
    )
    def test_start_that_cannot_be_had(self, server: Server, answer: Answer, words: str) -> None:
        server.pages({"/x": answer})
        crawled = crawl_site(server, "/x", pace=replace(ONCE, timeout=2.0 if answer.delay else 60.0))
        assert crawled.result.start_failure.startswith(f"the start URL {server.origin}/x {words}")
        assert set(server.paths()) == {"/robots.txt", "/x"}

    def test_no_such_host(self, server: Server) -> None:
        crawled = crawl_site(server, "http://no.such.host.invalid/", pace=ONCE)
        assert "robots.txt unreachable: name not found" in crawled.result.start_failure

    def test_the_start_is_saved_whatever_the_rules_say(self, server: Server) -> None:
        server.pages({"/docs/": '<title>404 Not Found</title><a href="p">p</a>', "/docs/p": "p"})
        crawled = crawl_site(server, "/docs/", scope=ScopeOptions(include=("/docs/p",), exclude=("/docs/",)))
        assert paths_of(server, crawled.journal.saved()) == ["/docs/", "/docs/p"]

    def test_dry_run(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a><a href="/no">n</a><img src="/i.png">', "/a": "a"})
        server.script("/robots.txt", robots(f"User-agent: *\nDisallow: /no\nSitemap: {server.origin}/s.xml\n"))
        server.script("/s.xml", typed("application/xml", f"<urlset><url><loc>{server.origin}/b</loc></url></urlset>"))
        crawled = crawl_site(server, dry_run=True, sitemap=True)
        assert server.paths() == ["/robots.txt", "/", "/s.xml"]
        assert paths_of(server, [e.url for e in crawled.result.planned]) == ["/a", "/b", "/i.png"]
        assert crawled.result.skipped[SkipReason.ROBOTS] == 1


class TestFormerStarts:
    """A redirect of the start that held for a while: later runs have its target among what is to be asked again."""

    @staticmethod
    def again(server: Server) -> Crawled:
        old = CanonicalUrl(server.origin + "/summer/")
        entry = FrontierEntry(old, old, EntryKind.SEED, hops=1)
        return crawl_site(server, prepare=lambda frontier: frontier.restore([], [entry]))

    def test_it_is_over(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": "a"})
        crawled = self.again(server)
        assert crawled.result.start_failure == ""
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a"]
        assert crawled.journal.failures == {server.origin + "/summer/": ("404 Not Found", True)}

    def test_it_still_holds(self, server: Server) -> None:
        server.pages({"/": redirect("/summer/", 302), "/summer/": '<a href="/a">a</a>', "/a": "a"})
        crawled = self.again(server)
        assert crawled.result.seed == server.origin + "/summer/"
        assert paths_of(server, crawled.journal.saved()) == ["/a", "/summer/"]
        assert server.paths().count("/summer/") == 1


class TestTheOtherHost:
    def test_links_to_the_host_from_which_the_start_moved(self, server: Server) -> None:
        server.pages({
            "http://docs.test/": redirect("http://www.docs.test/"),
            "http://www.docs.test/": '<a href="http://docs.test/p">p</a><a href="http://api.docs.test/">x</a>',
            "http://docs.test/p": redirect("http://www.docs.test/p"),
            "http://www.docs.test/p": '<a href="http://docs.test./q">q</a>',
            "http://docs.test/q": "<p>only here",
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert crawled.journal.aliases["http://docs.test/p"][0] == "http://www.docs.test/p"
        assert crawled.journal.saved() == ["http://www.docs.test/", "http://www.docs.test/p", "http://docs.test/q"]
        assert crawled.journal.skipped_for(SkipReason.OUT_OF_SCOPE) == ["http://api.docs.test/"]
