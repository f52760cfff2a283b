"""Ends, interruptions and going on; what the engine tells while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

import pytest

from scrapepy.crawl.engine import MOST_READING
from scrapepy.crawl.events import AssetDone, Failed, PageDone, Progress, StartStands
from scrapepy.crawl.plan import ScopeOptions
from scrapepy.decide.frontier import Frontier
from scrapepy.errors import StoreError
from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched, Headers
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from tests.support.crawling import FAST, MemoryJournal, PlainAnalyst, crawl_site, paths_of
from tests.support.guard import Guard
from tests.support.server import Answer, Server, conditional, html, typed

NEVER = 3600.0
"""Seconds that no test waits for."""
TREE = {
    f"/{n}": f'<a href="/{2 * n + 1}">l</a><a href="/{2 * n + 2}">r</a><img src="/i{n % 5}.png">{n}' for n in range(31)
}
IMAGES = {f"/i{n}.png": typed("image/png", b"\x89PNG\r\n\x1a\n") for n in range(5)}


def tree(server: Server) -> None:
    server.pages({**TREE, **IMAGES})


class TestEvents:
    def test_what_is_told(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a><a href="/no">n</a><img src="/i0.png">', "/a": "a", **IMAGES})
        events = crawl_site(server).events
        stands = next(n for n, event in enumerate(events) if isinstance(event, StartStands))
        first_page = next(n for n, event in enumerate(events) if isinstance(event, PageDone))
        assert stands < first_page
        assert {e.url for e in events if isinstance(e, PageDone)} == {server.origin + "/", server.origin + "/a"}
        assert [e.url for e in events if isinstance(e, AssetDone)] == [server.origin + "/i0.png"]
        assert [(e.url, e.reason) for e in events if isinstance(e, Failed)] == [
            (server.origin + "/no", "404 Not Found")
        ]
        last = events[-1]
        assert isinstance(last, Progress)
        assert (last.pages, last.assets, last.queued, last.in_flight, last.failures) == (2, 1, 0, 0, 1)
        assert last.requests == len(server.asked())

    def test_numbers_of_the_result(self, server: Server) -> None:
        tree(server)
        result = crawl_site(server, "/0").result
        assert result.requests == len(server.asked())
        assert result.pages == 31
        assert result.failures == 32
        bodies = sum(len(body) for body in TREE.values()) + 5 * 8
        assert bodies + 30 * result.requests < result.bytes < bodies + 100 * result.requests


class TestEnds:
    def test_stop_leaves_a_journal_to_go_on_from(self, server: Server) -> None:
        tree(server)
        server.script("/2", replace(html("slow"), delay=NEVER))
        crawled = crawl_site(
            server, "/0", stop_when=lambda _: "/2" in server.paths(), pace=replace(FAST, timeout=NEVER)
        )
        assert crawled.result.interrupted
        assert crawled.result.start_failure == ""
        assert server.origin + "/2" in crawled.journal.entries
        assert server.origin + "/2" not in crawled.journal.pages

    def test_cancelling_is_an_interruption_too(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": Answer(delay=NEVER)})
        crawled = crawl_site(server, cancel_when=lambda _: "/a" in server.paths(), pace=replace(FAST, timeout=NEVER))
        assert crawled.result.interrupted
        assert list(crawled.journal.pages) == [server.origin + "/"]

    def test_a_full_disk_ends_the_crawl(self, server: Server) -> None:
        class Full(MemoryJournal):
            def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
                if entry.kind is not EntryKind.SEED:
                    raise StoreError("the disk is full")
                super().fetched(entry, page, kind)

        tree(server)
        with pytest.raises(StoreError, match="the disk is full"):
            crawl_site(server, "/0", journal=Full())

    def test_a_fault_of_ours_is_not_hidden(self, server: Server) -> None:
        class Broken(PlainAnalyst):
            async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
                raise ZeroDivisionError

        server.pages({"/": "x"})
        with pytest.raises(ZeroDivisionError):
            crawl_site(server, analyst=Broken())

    def test_journal_is_told_in_an_order_that_survives_a_kill(self, server: Server) -> None:
        """A body is recorded before it is read, and what it leads to before it counts as read."""

        class Ordered(MemoryJournal):
            def queued(self, entries: Sequence[FrontierEntry]) -> None:
                super().queued(entries)
                for entry in entries:
                    assert entry.referrer is None or f"fetched {entry.referrer}" in self.calls
                    assert f"analysed {entry.referrer}" not in self.calls

        tree(server)
        journal = crawl_site(server, "/0", journal=Ordered()).journal
        assert len(journal.pages) == 36


class TestMemory:
    def test_no_more_requests_than_workers_can_follow(self, server: Server) -> None:
        class Slow(PlainAnalyst):
            waiting = most = 0
            full = asyncio.Event()

            async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
                self.waiting += 1
                self.most = max(self.most, self.waiting)
                if self.most >= MOST_READING:
                    self.full.set()
                if entry.kind is not EntryKind.SEED:  # it names all the others
                    await self.full.wait()
                    await asyncio.sleep(0.05)  # so that more would come, if more were asked for
                self.waiting -= 1
                return await super().analyse(entry, page, kind)

        server.pages(
            {"/": "".join(f'<a href="/p{n}">{n}</a>' for n in range(60)), **{f"/p{n}": "x" for n in range(60)}}
        )
        analyst = Slow()
        crawl_site(server, analyst=analyst)
        assert MOST_READING <= analyst.most < MOST_READING + FAST.concurrency


class KilledError(Exception):
    pass


class KilledJournal(MemoryJournal):
    """A process that dies at its n-th record; what was recorded before is there."""

    left = 10**9

    def _tick(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise KilledError

    def queued(self, entries: Sequence[FrontierEntry]) -> None:
        self._tick()
        super().queued(entries)

    def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
        self._tick()
        self.pages.pop(entry.url, None)
        super().fetched(entry, page, kind)

    def analysed(self, analysis: Analysis) -> None:
        self._tick()
        super().analysed(analysis)


class TestGoingOn:
    @pytest.mark.parametrize("kill_at", [1, 2, 3, 4, 7, 12, 20, 33, 50, 61])
    def test_after_a_kill_nothing_is_lost_and_little_is_asked_twice(self, server: Server, kill_at: int) -> None:
        tree(server)
        journal = KilledJournal()
        journal.left = kill_at
        with pytest.raises(KilledError):
            crawl_site(server, "/0", journal=journal)
        before = len(server.asked())
        journal.left = 10**9
        queued = [e for e in journal.entries.values() if e.url not in journal.pages and e.url not in journal.failures]
        unread = [
            (journal.entries[url], kind) for url, (_, kind) in journal.pages.items() if url not in journal.analyses
        ]
        stored = {url: (page.body, kind) for url, (page, kind) in journal.pages.items()}
        known = [CanonicalUrl(url) for url in (*journal.pages, *journal.failures)]

        def restore(frontier: Frontier) -> None:
            frontier.restore(known, queued)

        crawl_site(
            server,
            "/0",
            journal=journal,
            analyst=PlainAnalyst(stored),
            prepare=restore,
            start_known=server.origin + "/0" in journal.pages,
            unanalysed=tuple(unread),
        )
        assert paths_of(server, journal.saved()) == sorted([*TREE, *IMAGES])
        again = [p for p in server.paths()[before:] if p in server.paths()[:before]]
        allowed = {"/robots.txt", *(p for p in again if p.startswith("/no-such-page"))}
        assert len(set(again) - allowed) <= FAST.concurrency

    def test_a_run_that_was_complete_asks_for_nothing(self, server: Server) -> None:
        tree(server)
        known = [CanonicalUrl(server.origin + path) for path in (*TREE, *IMAGES)]
        crawl_site(server, "/0", prepare=lambda frontier: frontier.restore(known, []), start_known=True)
        assert server.paths() == []

    def test_what_private_pages_named_is_still_asked_for(self, server: Server) -> None:
        """robots.txt of the other host is asked on behalf of what waits there, wherever it was queued."""
        server.pages({"/": "start", **IMAGES})
        image = CanonicalUrl(f"http://localhost:{server.port}/i0.png")
        entry = FrontierEntry(image, image, EntryKind.ASSET, Role.IMAGE)
        public = replace(entry, url=CanonicalUrl(image.replace("i0", "i1")), public_referrer=True)

        def went_on(*queued: FrontierEntry) -> MemoryJournal:
            known = [CanonicalUrl(server.origin + "/")]
            return crawl_site(
                server, prepare=lambda frontier: frontier.restore(known, queued), start_known=True
            ).journal

        journal = went_on(entry, public)
        assert (journal.saved(), [(skip.url, skip.reason) for skip in journal.skips]) == (
            [image],
            [(public.url, SkipReason.FORBIDDEN_ADDRESS)],
        )
        journal = went_on(public)
        assert (journal.saved(), journal.skipped_for(SkipReason.FORBIDDEN_ADDRESS)) == ([], [public.url])

    def test_pages_of_a_private_name_that_were_not_read_yet(self, server: Server, loopback_only: Guard) -> None:
        loopback_only.names = {"intranet.test": ["127.0.0.1"]}
        server.pages({"/": "start", **IMAGES})
        start = f"http://intranet.test:{server.port}/"
        page = FrontierEntry(CanonicalUrl(start + "a"), start + "a", EntryKind.PAGE)
        body = f'<img src="{server.origin}/i0.png">'.encode()
        crawled = crawl_site(
            server,
            start,
            analyst=PlainAnalyst({page.url: (body, BodyKind.HTML)}),
            prepare=lambda frontier: frontier.restore([CanonicalUrl(start), page.url], []),
            start_known=True,
            unanalysed=((page, BodyKind.HTML),),
        )
        assert crawled.journal.saved() == [server.origin + "/i0.png"]

    def test_a_site_that_shows_its_start_page_for_what_it_lacks(self, server: Server) -> None:
        server.pages({"/": "Welcome", "/a": "Welcome"})
        server.script(f"/no-such-page-{crc32((server.origin + '/').encode()):08x}", html("Welcome"))
        start, page = (CanonicalUrl(server.origin + path) for path in ("/", "/a"))
        crawled = crawl_site(
            server,
            analyst=PlainAnalyst({start: (b"Welcome", BodyKind.HTML)}),
            prepare=lambda frontier: frontier.restore([start], [FrontierEntry(page, page, EntryKind.PAGE)]),
            start_known=True,
        )
        assert crawled.journal.saved() == [page]

    def test_a_sitemap_that_nobody_named_is_nobodys_fault(self, server: Server) -> None:
        server.pages({"/": "start", "/sitemap.xml": Answer(503)})
        url = CanonicalUrl(server.origin + "/sitemap.xml")
        entry = FrontierEntry(url, url, EntryKind.SITEMAP, Role.SITEMAP, public_referrer=False)
        crawled = crawl_site(
            server,
            prepare=lambda frontier: frontier.restore([CanonicalUrl(server.origin + "/")], [entry]),
            start_known=True,
        )
        assert crawled.journal.failures[url][1]
        assert crawled.result.failures == 0


class TestConditions:
    def test_unchanged_pages_are_not_sent_and_their_links_are_known(self, server: Server) -> None:
        home, page = html('<a href="/a">a</a><img src="/i0.png">'), html('<a href="/new">n</a>')
        server.script("/", conditional(home, etag='"1"'))
        server.script("/a", conditional(page, modified="Mon, 30 Nov 2026 00:00:00 GMT"))
        server.script("/i0.png", conditional(IMAGES["/i0.png"], etag='"i"'))
        server.pages({"/new": "new"})
        validators: dict[str, Headers] = {
            "/": (("if-none-match", '"1"'),),
            "/a": (("if-modified-since", "Mon, 30 Nov 2026 00:00:00 GMT"),),
            "/i0.png": (("if-none-match", '"i"'),),
        }
        analyst = PlainAnalyst({
            server.origin + "/": (home.body, BodyKind.HTML),
            server.origin + "/a": (page.body, BodyKind.HTML),
            server.origin + "/i0.png": (b"", BodyKind.IMAGE),
        })  # fmt: skip
        crawled = crawl_site(
            server,
            analyst=analyst,
            condition=lambda url: validators.get(url.removeprefix(server.origin), ()),
        )
        assert paths_of(server, crawled.journal.unchanged) == ["/", "/a", "/i0.png"]
        assert list(crawled.journal.pages) == [server.origin + "/new"]
        assert crawled.result.not_modified == 3
        assert crawled.result.pages == 3
        assert "if-none-match" not in server.asked("/robots.txt")[0].headers

    def test_304_without_a_condition_is_a_failure(self, server: Server) -> None:
        server.pages({"/": '<a href="/a">a</a>', "/a": Answer(304)})
        crawled = crawl_site(server)
        assert crawled.journal.failures == {server.origin + "/a": ("304 Not Modified", False)}


def test_subdomains(server: Server) -> None:
    server.pages({
        "http://docs.test/": '<a href="http://api.docs.test/">a</a><a href="http://notdocs.test/">n</a>',
        "http://api.docs.test/": "api",
    })  # fmt: skip
    crawled = crawl_site(server, "http://docs.test/", proxied=True, scope=ScopeOptions(subdomains=True))
    assert crawled.journal.saved() == ["http://docs.test/", "http://api.docs.test/"]
