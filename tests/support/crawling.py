"""Crawl in a test: journal and analyst in memory, and one call that wires an engine to the scripted server."""

from __future__ import annotations

import asyncio
import hashlib
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from scrapepy.crawl.engine import crawl
from scrapepy.crawl.events import Event
from scrapepy.crawl.fetch import HttpFetcher
from scrapepy.crawl.plan import CrawlPlan, CrawlResult, ScopeOptions
from scrapepy.crawl.proxies import Proxies, Proxy
from scrapepy.decide.frontier import Frontier
from scrapepy.decide.sitemap import parse_sitemap
from scrapepy.model.analysis import Analysis, BodyKind, Found, PageFacts
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.options import Pace, RequestOptions
from scrapepy.model.outcome import Fetched, FetchFailed, NotModified
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.web.canonical import canonical
from scrapepy.web.decode import decode_css, decode_html
from scrapepy.web.html import block_text
from scrapepy.web.links import found, number_css, number_module, parse_page
from scrapepy.web.meta import page_meta
from tests.support.server import Server

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=1)


@dataclass
class MemoryJournal:
    """What the engine recorded, to be looked at."""

    entries: dict[str, FrontierEntry] = field(default_factory=dict)
    pages: dict[str, tuple[Fetched, BodyKind]] = field(default_factory=dict)
    unchanged: list[str] = field(default_factory=list)
    failures: dict[str, tuple[str, bool]] = field(default_factory=dict)
    retries: list[tuple[str, float]] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    aliases: dict[str, tuple[str, str, int | None, str]] = field(default_factory=dict)
    analyses: dict[str, Analysis] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    """The names of the calls in order, with their URL."""

    @contextmanager
    def batch(self) -> Iterator[None]:
        yield

    def queued(self, entries: Sequence[FrontierEntry]) -> None:
        for entry in entries:
            assert entry.url not in self.entries, f"queued twice: {entry.url}"
            self.entries[entry.url] = entry

    def retrying(self, entry: FrontierEntry, at: float) -> None:
        self.retries.append((entry.url, at))

    def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
        assert entry.url not in self.pages, f"fetched twice: {entry.url}"
        self.pages[entry.url] = (page, kind)
        self.calls.append(f"fetched {entry.url}")

    def not_modified(self, entry: FrontierEntry, answer: NotModified) -> None:
        self.unchanged.append(entry.url)

    def failed(self, entry: FrontierEntry, outcome: Fetched | FetchFailed, reason: str, site_fault: bool) -> None:
        self.failures[entry.url] = (reason, site_fault)

    def skipped(self, skip: Skip) -> None:
        self.skips.append(skip)

    def aliased(
        self, source: CanonicalUrl, target: CanonicalUrl, why: str, status: int | None = None, fragment: str = ""
    ) -> None:
        self.aliases[source] = (target, why, status, fragment)

    def analysed(self, analysis: Analysis) -> None:
        self.analyses[analysis.url] = analysis
        self.calls.append(f"analysed {analysis.url}")

    def noted(self, sentence: str) -> None:
        self.notes.append(sentence)

    def skipped_for(self, reason: SkipReason) -> list[str]:
        """The URLs left out for a reason."""
        return [skip.url for skip in self.skips if skip.reason is reason]

    def saved(self) -> list[str]:
        """The URLs of bodies that stay: fetched, and not left out by a verdict."""
        return [
            url
            for url in self.pages
            if url not in self.failures
            and not ((a := self.analyses.get(url)) and a.facts and a.facts.verdict is not None)
        ]


class PlainAnalyst:
    """Reads bodies in this process; facts are the plain ones (title, words, hash, robots meta)."""

    def __init__(self, stored: dict[str, tuple[bytes, BodyKind]] | None = None) -> None:
        self.stored = stored or {}
        self.read: list[str] = []

    async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
        await asyncio.sleep(0)
        self.read.append(entry.url)
        return analysis_of(entry.url, page.address, page.body, page.header("content-type"), kind)

    async def recall(self, entry: FrontierEntry) -> Analysis | None:
        self.read.append(entry.url)
        if entry.url not in self.stored:
            return None
        body, kind = self.stored[entry.url]
        return analysis_of(entry.url, entry.address, body, None, kind)


def analysis_of(url: CanonicalUrl, address: str, body: bytes, content_type: str | None, kind: BodyKind) -> Analysis:
    """What a worker would answer."""
    match kind:
        case BodyKind.HTML:
            page = parse_page(decode_html(body, content_type).text, address)
            meta = page_meta(page)
            text = " ".join(block_text(page.tree.body).split()) if page.tree.body is not None else ""
            facts = PageFacts(
                title=meta.title or "",
                nofollow="nofollow" in meta.robots,
                words=len(text.split()),
                text_hash=hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
                platform="javadoc" if "javadoc" in " ".join(meta.generator).lower() else "",
                verdict=SkipReason.ERROR_PAGE if re.match(r"(404|page not found)", meta.title or "", re.I) else None,
            )
            return Analysis(url, kind, found(page), facts)
        case BodyKind.CSS | BodyKind.SCRIPT:
            if kind is BodyKind.CSS:
                template = number_css(decode_css(body, content_type).text, address, None)
            else:
                template = number_module(body.decode("utf-8", "replace"), address, None)
            links = (Found(r.url, r.address, r.role) for r in template.references if r.url is not None)
            return Analysis(url, kind, tuple(links))
        case BodyKind.SITEMAP:
            sitemap = parse_sitemap(body, address)
            pairs = [(entry.url, Role.LINK) for entry in sitemap.pages]
            pairs += [(one, Role.SITEMAP) for one in sitemap.sitemaps]
            return Analysis(url, kind, tuple(Found(u, a, role) for a, role in pairs if (u := canonical(a)) is not None))
        case _:
            return Analysis(url, kind)


@dataclass
class Crawled:
    """A crawl that is over."""

    result: CrawlResult
    journal: MemoryJournal
    events: list[Event]
    frontier: Frontier


def crawl_site(
    server: Server,
    start: str = "/",
    *,
    pace: Pace = FAST,
    scope: ScopeOptions | None = None,
    max_pages: int | None = None,
    max_size: int = 5_000_000,
    options: RequestOptions | None = None,
    proxied: bool = False,
    journal: MemoryJournal | None = None,
    analyst: PlainAnalyst | None = None,
    prepare: Callable[[Frontier], None] | None = None,
    stop_when: Callable[[list[Event]], bool] | None = None,
    cancel_when: Callable[[list[Event]], bool] | None = None,
    sitemap: bool = False,
    **plan: object,
) -> Crawled:
    """Crawl ``start`` (a path of the server, or with ``proxied`` an address for which it plays the host).

    ``stop_when`` and ``cancel_when`` look, again and again, at the events so far: as soon as one says so, the crawl is
    asked to stop, or its task cancelled.
    """
    address = start if "://" in start else server.origin + start
    seed = canonical(address)
    assert seed is not None
    made = CrawlPlan(seed, address, scope or ScopeOptions(), pace, sitemap=sitemap, **plan)  # type: ignore[arg-type]
    frontier = Frontier(pace, "ScrapePy", max_pages)
    if prepare is not None:
        prepare(frontier)
    journal = journal or MemoryJournal()
    events: list[Event] = []

    async def run() -> CrawlResult:
        with tempfile.TemporaryDirectory() as spool:
            fetcher = HttpFetcher(
                pace,
                options or RequestOptions(),
                start=address,
                max_size=max_size,
                spool_dir=spool,
                proxies=Proxies(http=Proxy("127.0.0.1", server.port)) if proxied else Proxies(),
            )
            stop = asyncio.Event()
            task = asyncio.current_task()
            assert task is not None
            ends = [(stop_when, stop.set), (cancel_when, task.cancel)]
            watches = [asyncio.create_task(_watch(when, events, end)) for when, end in ends if when is not None]
            try:
                return await crawl(
                    made, frontier, fetcher, journal, analyst or PlainAnalyst(), on_event=events.append, stop=stop
                )
            finally:
                for watch in watches:
                    watch.cancel()
                await fetcher.aclose()

    return Crawled(asyncio.run(run()), journal, events, frontier)


async def _watch(when: Callable[[list[Event]], bool], events: list[Event], end: Callable[[], object]) -> None:
    while not when(events):
        await asyncio.sleep(0.01)
    end()


def paths_of(server: Server, urls: Iterable[str]) -> list[str]:
    """The paths of addresses on the server, sorted."""
    return sorted(url.removeprefix(server.origin) for url in urls)
