"""What becomes of answers, and of what pages name."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest

from scrapepy.crawl.plan import ScopeOptions
from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import Role
from tests.support.crawling import FAST, PlainAnalyst, crawl_site, paths_of
from tests.support.server import Answer, Server, bomb, gzipped, html, redirect, robots, typed

PNG = typed("image/png", b"\x89PNG\r\n\x1a\n")
ONCE = replace(FAST, retries=0)


class TestPagesAndAssets:
    def test_requisites_of_a_page(self, server: Server) -> None:
        server.pages({
            "/": '<link rel=stylesheet href="s.css"><img src="a.png" srcset="b.png 2x"><script src="x.js"></script>'
            '<div style="background:url(c.png)"></div><a href="p#top">p</a><form action="/send"></form>',
            "/s.css": typed("text/css", '@import "t.css"; b{background:url(d.png)}'),
            "/t.css": typed("text/css", "@font-face{src:url(f.woff2)}"),
            "/x.js": typed("text/javascript", 'import "./y.js";'),
            "/y.js": typed("text/javascript", "1"),
            "/f.woff2": typed("font/woff2", b"wOF2"),
            "/p": "<p>page",
            **dict.fromkeys(("/a.png", "/b.png", "/c.png", "/d.png"), PNG),
        })  # fmt: skip
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == sorted(
            ["/", "/s.css", "/t.css", "/x.js", "/y.js", "/a.png", "/b.png", "/c.png", "/d.png", "/f.woff2", "/p"]
        )
        assert "/send" not in server.paths()
        assert crawled.result.pages == 2
        assert crawled.journal.entries[server.origin + "/p"].depth == 1
        assert crawled.journal.entries[server.origin + "/t.css"].kind is EntryKind.ASSET
        assert crawled.journal.entries[server.origin + "/t.css"].role is Role.STYLE

    def test_no_assets(self, server: Server) -> None:
        server.pages({"/": '<img src="a.png"><a href="p">p</a><script src="_static/doctools.js"></script>', "/p": "p"})
        crawled = crawl_site(server, assets=False)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/p"]
        assert f"{server.origin}/a.png" in crawled.journal.skipped_for(SkipReason.NO_ASSETS)

    def test_pages_out_of_scope_are_not_asked_for_but_their_images_are(self, server: Server) -> None:
        server.pages({
            "http://docs.test/guide/": '<a href="/blog/">b</a><a href="http://other.test/">o</a>'
            '<img src="/logo.png"><img src="http://cdn.test/i.png"><a href="intro">i</a>',
            "http://docs.test/guide/intro": "intro",
            "http://docs.test/logo.png": PNG,
            "http://cdn.test/i.png": PNG,
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/guide/", proxied=True, scope=ScopeOptions(stay_in_path=True))
        assert sorted(crawled.journal.saved()) == [
            "http://cdn.test/i.png",
            "http://docs.test/guide/",
            "http://docs.test/guide/intro",
            "http://docs.test/logo.png",
        ]
        assert sorted(crawled.journal.skipped_for(SkipReason.OUT_OF_SCOPE)) == [
            "http://docs.test/blog/",
            "http://other.test/",
        ]

    def test_a_link_out_of_scope_may_still_be_an_image(self, server: Server) -> None:
        server.pages({
            "http://docs.test/": '<a href="http://cdn.test/big.png"><img src="http://cdn.test/big.png"></a>',
            "http://cdn.test/big.png": PNG,
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert "http://cdn.test/big.png" in crawled.journal.saved()

    def test_trackers_are_not_asked(self, server: Server) -> None:
        server.pages({"http://docs.test/": '<script src="http://www.google-analytics.com/ga.js"></script>'})
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        assert crawled.journal.skipped_for(SkipReason.TRACKER) == ["http://www.google-analytics.com/ga.js"]
        assert not any("google" in url for url in server.urls())

    def test_frames(self, server: Server) -> None:
        server.pages({
            "http://docs.test/guide/": '<iframe src="in"></iframe><iframe src="/demo"></iframe>'
            '<iframe src="http://video.test/x"></iframe>',
            "http://docs.test/guide/in": "in scope",
            "http://docs.test/demo": '<img src="/d.png"><a href="/elsewhere">e</a>',
            "http://docs.test/d.png": PNG,
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/guide/", proxied=True, scope=ScopeOptions(stay_in_path=True))
        kinds = {url.partition("test")[2]: crawled.journal.entries[url].kind for url in crawled.journal.saved()}
        assert kinds == {
            "/guide/": EntryKind.SEED,
            "/guide/in": EntryKind.PAGE,
            "/demo": EntryKind.FRAME,
            "/d.png": EntryKind.ASSET,
        }

    def test_meta_refresh_is_followed(self, server: Server) -> None:
        server.pages({"/": '<meta http-equiv="refresh" content="2;URL=/start">', "/start": "s"})
        assert paths_of(server, crawl_site(server).journal.saved()) == ["/", "/start"]

    def test_page_without_a_type_is_a_page(self, server: Server) -> None:
        server.pages({"/": '<a href="a">a</a>', "/a": Answer(200, b"<html><a href=b>b</a>"), "/b": "b"})
        crawled = crawl_site(server)
        assert crawled.journal.pages[server.origin + "/a"][1] is BodyKind.HTML
        assert "/b" in server.paths()

    def test_image_under_a_wrong_type_is_an_image(self, server: Server) -> None:
        server.pages({"/": '<a href="a.png">a</a>', "/a.png": typed("text/html", b"\x89PNG\r\n\x1a\n...")})
        crawled = crawl_site(server)
        assert crawled.journal.pages[server.origin + "/a.png"][1] is BodyKind.IMAGE
        assert crawled.result.pages == 1

    def test_feeds_and_sitemaps_are_left_out(self, server: Server) -> None:
        server.pages({
            "/": '<link rel="alternate" type="application/rss+xml" href="/f1"><a href="/f2">f</a><a href="/m">m</a>',
            "/f2": typed("application/xml", "<?xml version='1.0'?><rss version='2.0'></rss>"),
            "/m": typed("application/xml", "<urlset></urlset>"),
        })  # fmt: skip
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/"]
        assert paths_of(server, crawled.journal.skipped_for(SkipReason.FEED)) == ["/f1", "/f2"]
        assert paths_of(server, crawled.journal.skipped_for(SkipReason.MANIFEST)) == ["/m"]
        assert "/f1" not in server.paths()

    def test_listing_is_read_for_its_links_only(self, server: Server) -> None:
        server.pages({
            "/": '<link rel=stylesheet href="/wp-content/s.css"><a href="/category/news/">c</a>',
            "/wp-content/s.css": typed("text/css", ""),
            "/category/news/": '<title>News</title><a href="/post">p</a>',
            "/post": "post",
        })  # fmt: skip
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/post", "/wp-content/s.css"]
        assert paths_of(server, crawled.journal.skipped_for(SkipReason.TAXONOMY)) == ["/category/news/"]
        assert crawled.frontier.counts().pages_saved == 2

    def test_include_overrules_the_verdict(self, server: Server) -> None:
        site = {"/": '<a href="/e">e</a>', "/e": "<title>404 Not Found</title>an article of that name"}
        server.pages(site)
        assert paths_of(server, crawl_site(server).journal.saved()) == ["/"]
        crawled = crawl_site(server, scope=ScopeOptions(include=("/e",)))
        assert paths_of(server, crawled.journal.saved()) == ["/", "/e"]

    def test_one_address_in_many_spellings(self, server: Server) -> None:
        server.pages({
            "/": '<a href="a?utm_source=x">1</a><a href="./a#f">2</a><a href="b/../a">3</a><a href="/%61">4</a>'
            '<a href="//{host}/a?gclid=1">5</a>'.replace("{host}", server.host),
            "/a": "a", "/a?utm_source=x": "a",
        })  # fmt: skip
        crawled = crawl_site(server)
        assert len([p for p in server.paths() if p.startswith("/a")]) == 1
        assert crawled.result.pages == 2

    def test_many_links(self, server: Server) -> None:
        server.pages(
            {"/": "".join(f'<a href="/skip/{n}">x</a>' for n in range(30_000)) + '<a href="/a">a</a>', "/a": "a"}
        )
        crawled = crawl_site(server, scope=ScopeOptions(exclude=("/skip/*",)))
        assert "/a" in server.paths()
        assert crawled.result.skipped[SkipReason.EXCLUDED] == 30_000
        assert len(crawled.journal.skips) == 10_000, "the journal has examples, the result the count"


class TestFailures:
    def test_dead_links_are_the_sites_own(self, server: Server) -> None:
        server.pages({"/": '<a href="/gone">g</a><a href="/no">n</a><a href="/stop">s</a>', "/gone": Answer(410)})
        server.script("/stop", Answer(403))
        crawled = crawl_site(server)
        assert crawled.journal.failures == {
            server.origin + "/gone": ("410 Gone", True),
            server.origin + "/no": ("404 Not Found", True),
            server.origin + "/stop": ("403 Forbidden", False),
        }
        assert [server.paths().count(p) for p in ("/gone", "/no", "/stop")] == [1, 1, 1]
        assert crawled.result.failures == 3

    def test_errors_that_pass(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>'})
        server.script("/a", Answer(500), html("a"))
        server.script("/b", Answer(reset=True), html("b"))
        server.script("/c", Answer(200, b"<p>half", length=50), html("c"))
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a", "/b", "/c"]
        assert sorted(url for url, _ in crawled.journal.retries) == [f"{server.origin}/{x}" for x in "abc"]

    def test_errors_that_stay(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": Answer(502)})
        crawled = crawl_site(server)
        assert server.paths().count("/a") == 2
        assert crawled.journal.failures == {server.origin + "/a": ("502 Bad Gateway", False)}

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (Answer(200, b"x" * 1000, drip=0.1), "timeout"),
            (Answer(delay=60), "timeout"),
            (Answer(200, b"x" * 2000, drip=0.05, endless=True), "too slow"),
            (Answer(200, bomb(20), {"Content-Encoding": "gzip"}), "too large unpacked"),
            (Answer(200, b"<p>", length=10), "cut short"),
            (Answer(200, b"<p>", broken_chunk=True), "cut short"),
            (Answer(reset=True), "connection broken"),
            (Answer(raw=b"SMTP ready\r\n"), "not valid HTTP"),
            (Answer(200, b"\x0b\x80", {"Content-Encoding": "br"}), "undecodable"),
        ],
    )
    def test_hostile_answers_are_named_and_the_rest_is_kept(self, server: Server, answer: Answer, words: str) -> None:
        server.pages({"/": '<a href="/bad">x</a><a href="/good">y</a>', "/bad": answer, "/good": "good"})
        patience = {"timeout": {"timeout": 2.0}, "too slow": {"body_seconds": 2.0}}.get(words, {})
        crawled = crawl_site(server, pace=replace(ONCE, **patience), max_size=1_000_000)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/good"]
        ((url, (reason, site_fault)),) = crawled.journal.failures.items()
        assert url == server.origin + "/bad"
        assert reason.startswith(words)
        assert not site_fault

    def test_a_compression_that_cannot_be_undone_is_declined(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>'})
        server.script("/a", Answer(200, b"\x0b\x80", {"Content-Encoding": "br"}), html("plain"))
        crawled = crawl_site(server)
        assert [r.headers["accept-encoding"] for r in server.asked("/a")] == ["gzip, deflate", "identity"]
        assert crawled.journal.pages[server.origin + "/a"][0].body == b"plain"

    def test_announced_size_over_the_limit_is_left_out(self, server: Server) -> None:
        server.pages({"/": '<a href="/big.zip">z</a>', "/big.zip": typed("application/zip", b"x" * 200_000)})
        crawled = crawl_site(server, max_size=100_000)
        assert crawled.journal.skipped_for(SkipReason.SIZE) == [server.origin + "/big.zip"]
        assert crawled.journal.failures == {}

    def test_and_so_is_one_that_grows_over_it(self, server: Server) -> None:
        server.pages({"/": '<a href="/big">z</a>', "/big": Answer(200, b"x" * 300_000, endless=True)})
        crawled = crawl_site(server, max_size=1_000_000)
        assert crawled.journal.skipped_for(SkipReason.SIZE) == [server.origin + "/big"]
        assert crawled.journal.failures == {}

    def test_a_body_that_seems_to_have_no_end_is_a_failure(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scrapepy.crawl.answers.ENDLESS", 1_000_000)
        server.pages({"/": '<a href="/big">z</a>', "/big": Answer(200, b"x" * 300_000, endless=True)})
        crawled = crawl_site(server, max_size=1_000_000)
        assert crawled.journal.failures == {server.origin + "/big": ("too large (more than 1,000,000 bytes)", False)}

    def test_partial_content_is_no_page(self, server: Server) -> None:
        server.pages({"/": '<a href="/part">a</a><a href="/all">b</a><a href="/mended">c</a>', "/all": Answer(
            206, b"<p>all", {"Content-Type": "text/html", "Content-Range": "bytes 0-5/6"}
        ), "/part": Answer(206, b"<p>half", {"Content-Range": "bytes 0-6/14"})})  # fmt: skip
        server.script("/mended", Answer(206, b"<p>half"), html("<p>whole"))
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/all", "/mended"]
        reason = "cut short (partial content that nobody asked for)"
        assert crawled.journal.failures == {server.origin + "/part": (reason, False)}

    def test_no_content(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": Answer(204)})
        crawled = crawl_site(server)
        assert crawled.journal.skipped_for(SkipReason.NO_CONTENT) == [server.origin + "/a"]

    def test_page_that_hangs_the_parser(self, server: Server) -> None:
        class Hanging(PlainAnalyst):
            async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
                if entry.url.endswith("/bad"):
                    return Analysis(entry.url, kind, failure="gave up after 20 s")
                return await super().analyse(entry, page, kind)

        server.pages({"/": '<a href="/bad">x</a><a href="/good">y</a>', "/bad": "<b>" * 9, "/good": "good"})
        crawled = crawl_site(server, analyst=Hanging())
        assert crawled.journal.failures == {server.origin + "/bad": ("could not be read: gave up after 20 s", False)}
        assert "/good" in server.paths()

    def test_a_start_page_that_cannot_be_read(self, server: Server) -> None:
        class Broken(PlainAnalyst):
            async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
                return Analysis(entry.url, kind, failure="ValueError: odd (html.py:9)")

        server.pages({"/": "<b>"})
        crawled = crawl_site(server, analyst=Broken())
        said = f"the start URL {server.origin}/ could not be read: ValueError: odd (html.py:9)"
        assert crawled.result.start_failure == said


class TestSafety:
    def test_a_public_page_cannot_make_us_ask_inside(self, server: Server) -> None:
        inside: tuple[str, ...] = ("http://127.0.0.1/a.png", "http://10.0.0.1/b.png", "http://localhost/c.png")
        inside += ("http://[::1]/d.png",)
        inside += ("http://localhost.localdomain/e.png", "http://a.localhost/f.png", "http://localhost/g.png")
        images = "".join(f'<img src="{url}">' for url in (*inside[:-1], "http://169.254.169.254/latest"))
        images += '<img src="http://localhost./g.png">'
        server.pages({
            "http://docs.test/": images + '<a href="/r">r</a><img src="/hop.png">',
            "http://docs.test/hop.png": redirect("http://127.0.0.1/secret"),
        })  # fmt: skip
        crawled = crawl_site(server, "http://docs.test/", proxied=True)
        refused = crawled.journal.skipped_for(SkipReason.FORBIDDEN_ADDRESS)
        assert set(refused) == {*inside, "http://169.254.169.254/latest", "http://127.0.0.1/secret"}
        assert [url for url in server.urls() if "docs.test" not in url] == []

    def test_a_page_on_loopback_may_use_its_neighbours(self, server: Server) -> None:
        with Server() as other:
            other.pages({"/a.png": PNG})
            server.pages({"/": f'<img src="{other.origin}/a.png">'})
            crawled = crawl_site(server)
            assert other.paths() == ["/robots.txt", "/a.png"]
        assert len(crawled.journal.saved()) == 2

    def test_header_lines_cannot_be_smuggled(self, server: Server) -> None:
        server.pages({"/": '<a href="p&#13;&#10;X-Evil: 1">p</a>', "/pX-Evil:%201": "p"})
        crawl_site(server)
        assert not any("x-evil" in request.headers for request in server.asked())

    def test_cookies_and_credentials_stay(self, server: Server) -> None:
        from scrapepy.model.options import RequestOptions

        server.pages({
            "http://docs.test/": html('<a href="/p">p</a><img src="http://cdn.test/a.png">', Set_Cookie="s=1"),
            "http://docs.test/p": "p",
            "http://cdn.test/a.png": PNG,
        })  # fmt: skip
        options = RequestOptions(username="u", password="secret", headers=(("X-Key", "k"),))
        crawled = crawl_site(server, "http://docs.test/", proxied=True, options=options)
        inner, outer = server.asked("http://docs.test/p")[0].headers, server.asked("http://cdn.test/a.png")[0].headers
        assert inner["cookie"] == "s=1"
        assert inner["authorization"].startswith("Basic ")
        assert not {"cookie", "authorization", "x-key"} & set(outer)
        assert "secret" not in repr(crawled.journal)
        assert "secret" not in repr(crawled.events)


class TestTraps:
    def test_calendar_ends(self, server: Server) -> None:
        for n in range(200):
            server.script(f"/cal?m={n}", html(f'<a href="/cal?m={n + 1}">next</a>{n}'))
        server.pages({"/": '<a href="/cal?m=0">c</a>'})
        crawled = crawl_site(server)
        assert len(server.asked()) < 120
        assert len(crawled.journal.skipped_for(SkipReason.TRAP)) == 1

    def test_the_same_folder_again_and_again(self, server: Server) -> None:
        server.script("/", html('<a href="products/">p</a>'))
        path = "/"
        for _ in range(30):
            path += "products/"
            server.script(path, html('<a href="products/">p</a>'))
        crawled = crawl_site(server)
        assert len(server.asked()) < 10
        assert crawled.journal.skipped_for(SkipReason.TRAP)

    def test_max_pages(self, server: Server) -> None:
        server.pages(
            {"/": "".join(f'<a href="/p{n}">{n}</a>' for n in range(20)) + '<img src="/a.png">', "/a.png": PNG}
        )
        for n in range(20):
            server.script(f"/p{n}", html("x"))
        crawled = crawl_site(server, max_pages=5)
        assert crawled.result.pages == 5
        assert crawled.result.left_over == 16
        assert "/a.png" in server.paths()

    def test_max_depth(self, server: Server) -> None:
        server.pages(
            {"/": '<a href="/1">1</a>', "/1": '<a href="/2">2</a><img src="/i.png">', "/2": "2", "/i.png": PNG}
        )
        crawled = crawl_site(server, scope=ScopeOptions(max_depth=1), sitemap=True)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/1", "/i.png"]
        assert crawled.journal.skipped_for(SkipReason.DEPTH) == [server.origin + "/2"]
        assert "/sitemap.xml" not in server.paths()


class TestSoft404:
    def test_pages_that_say_what_the_probe_says(self, server: Server) -> None:
        missing = html("<title>Oops</title><p>We could not find that page, sorry.")
        server.pages(
            {"/": '<a href="/a">a</a><a href="/old">o</a>', "/a": "<title>A</title><p>content here", "/old": missing}
        )

        def answer(request: object) -> Answer:
            return missing

        crawled = crawl_site(server)  # learns the address of the probe
        probe = next(path for path in server.paths() if path.startswith("/no-such-page-"))
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a", "/old"]
        server.script(probe, answer)
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a"]
        assert crawled.journal.skipped_for(SkipReason.SOFT_404) == [server.origin + "/old"]

    def test_pages_that_came_before_the_probes_answer(self, server: Server) -> None:
        missing = html("<title>Oops</title><p>We could not find that page, sorry.")
        server.pages({"/": '<a href="/a">a</a><a href="/old">o</a>', "/a": "<p>content", "/old": missing})
        crawl_site(server)
        probe = next(path for path in server.paths() if path.startswith("/no-such-page-"))
        server.script(probe, replace(missing, delay=0.4))
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/a"]

    def test_a_site_that_shows_its_start_page_instead(self, server: Server) -> None:
        home = '<title>Home</title><p>Welcome to all of it</p><a href="/a">a</a>'
        server.pages({"/": home, "/a": home})
        crawl_site(server)
        probe = next(path for path in server.paths() if path.startswith("/no-such-page-"))
        server.script(probe, html(home))
        assert paths_of(server, crawl_site(server).journal.saved()) == ["/", "/a"]

    def test_the_probe_is_not_kept_and_obeys_robots(self, server: Server) -> None:
        server.pages({"/": "home"})
        server.script("/robots.txt", robots("User-agent: *\nDisallow: /no-such-page\n"))
        crawled = crawl_site(server)
        assert server.paths() == ["/robots.txt", "/"]
        assert crawled.journal.skips == []
        assert list(crawled.journal.entries) == [server.origin + "/"]


class TestSitemaps:
    def urlset(self, server: Server, *paths: str) -> Answer:
        urls = "".join(f"<url><loc>{server.origin}{path}</loc></url>" for path in paths)
        return typed("application/xml", f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>')

    def test_named_by_robots(self, server: Server) -> None:
        server.pages({"/docs/": "d", "/docs/orphan": "o", "/blog/1": "b"})
        server.script("/robots.txt", robots("Sitemap: /maps/all.xml\n"))
        server.script("/maps/all.xml", typed("application/xml",
            f"<sitemapindex><sitemap><loc>{server.origin}/maps/1.xml.gz</loc></sitemap>"
            "<sitemap><loc>http://elsewhere.test/2.xml</loc></sitemap></sitemapindex>"))  # fmt: skip
        listed = self.urlset(server, "/docs/orphan", "/blog/1", "/docs/")
        server.script("/maps/1.xml.gz", typed("application/gzip", gzip.compress(gzip.compress(listed.body))))
        crawled = crawl_site(server, "/docs/", scope=ScopeOptions(stay_in_path=True), sitemap=True)
        assert "/sitemap.xml" not in server.paths()
        assert "/docs/orphan" in server.paths()
        assert "/blog/1" not in server.paths()
        assert crawled.journal.entries[server.origin + "/docs/orphan"].role is Role.SITEMAP
        assert crawled.result.pages == 2

    def test_the_one_at_the_root(self, server: Server) -> None:
        server.pages({"/": "d", "/orphan": "o"})
        server.script("/sitemap.xml", gzipped(self.urlset(server, "/orphan")))
        assert "/orphan" in paths_of(server, crawl_site(server, sitemap=True).journal.saved())

    @pytest.mark.parametrize(
        "answer", [Answer(404), Answer(500), html("<h1>Home</h1>"), Answer(200, b"<urlset", length=99)]
    )
    def test_a_missing_one_is_nobodys_fault(self, server: Server, answer: Answer) -> None:
        server.pages({"/": "d", "/sitemap.xml": answer})
        crawled = crawl_site(server, sitemap=True, pace=ONCE)
        assert all(site_fault for _, site_fault in crawled.journal.failures.values())
        assert crawled.result.failures == 0

    def test_a_guess_that_robots_txt_forbids_is_not_worth_a_word(self, server: Server) -> None:
        server.pages({"/": "d"})
        server.script("/robots.txt", robots("User-agent: *\nDisallow: /*.xml\n"))
        crawled = crawl_site(server, sitemap=True)
        assert "/sitemap.xml" not in server.paths()
        assert crawled.journal.skips == []

    def test_not_asked_for(self, server: Server) -> None:
        server.pages({"/": "d"})
        crawl_site(server, sitemap=False)
        assert "/sitemap.xml" not in server.paths()

    def test_lists_that_name_each_other(self, server: Server) -> None:
        server.pages({"/": "d"})
        for n in range(20):
            index = f"<sitemapindex><sitemap><loc>{server.origin}/m{n + 1}.xml</loc></sitemap></sitemapindex>"
            server.script(f"/m{n}.xml", typed("application/xml", index))
        server.script("/robots.txt", robots("Sitemap: /m0.xml\n"))
        crawl_site(server, sitemap=True)
        assert len([path for path in server.paths() if path.endswith(".xml")]) == 4


class TestWebPagesInPlaceOfFiles:
    @pytest.mark.parametrize(
        ("markup", "path"),
        [
            ('<img src="/a.png">', "/a.png"),
            ('<link rel="stylesheet" href="/s.css">', "/s.css"),
            ('<script src="/x.js"></script>', "/x.js"),
            ('<link rel="icon" href="/favicon.ico">', "/favicon.ico"),
        ],
    )
    def test_the_file_is_missing(self, server: Server, markup: str, path: str) -> None:
        server.pages({"/": markup, path: '<!doctype html><h1>Nothing here</h1><a href="/b">b</a>'})
        crawled = crawl_site(server)
        assert crawled.journal.failures[server.origin + path][0].startswith("a web page in place of")
        assert crawled.journal.failures[server.origin + path][1]
        assert "/b" not in server.paths()

    def test_a_page_in_an_img_by_mistake_is_a_page(self, server: Server) -> None:
        server.pages(
            {"/": '<img src="/guide/"><a href="/guide/">g</a>', "/guide/": '<a href="next">n</a>', "/guide/next": "n"}
        )
        crawled = crawl_site(server)
        assert paths_of(server, crawled.journal.saved()) == ["/", "/guide/", "/guide/next"]

    def test_the_refresh_header_is_followed(self, server: Server) -> None:
        server.pages({"/": html("moved", Refresh="0; url=/start"), "/start": "s"})
        assert paths_of(server, crawl_site(server).journal.saved()) == ["/", "/start"]
