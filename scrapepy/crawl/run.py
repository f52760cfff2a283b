"""One crawl on its way: what all parts of the engine share."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scrapepy.crawl.discovery import Discovery
from scrapepy.crawl.events import AssetDone, Failed, OnEvent, PageDone
from scrapepy.crawl.journal import Analyst, Fetcher, Journal
from scrapepy.crawl.plan import CrawlPlan
from scrapepy.crawl.probe import SoftNotFound
from scrapepy.crawl.rendering import Rendering
from scrapepy.crawl.site_indexes import SiteIndexes
from scrapepy.crawl.texts import Texts
from scrapepy.decide.frontier import Frontier
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Scope
from scrapepy.model.outcome import Fetched, FetchFailed, NotModified, Outcome, head_bytes
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import SiteIdentity

_EXAMPLES = {SkipReason.OUT_OF_SCOPE: 100}
"""How many skips of a reason are journaled; the rest is counted."""
_MOST_EXAMPLES = 10_000

UNREADABLE = "could not be read"
"""How the reason begins where the answer was fine and a worker could not read its body."""


class StartFailure(Exception):  # noqa: N818 (not an error of the program: how a crawl can end)
    """The start URL cannot be had; the message is a sentence for the user."""


@dataclass(slots=True)
class Run:
    """The parts and the tallies of one crawl."""

    plan: CrawlPlan
    frontier: Frontier
    fetcher: Fetcher
    journal: Journal
    analyst: Analyst
    rendering: Rendering
    emit: OnEvent
    clock: Callable[[], float]
    seed: CanonicalUrl
    scope: Scope
    site: SiteIdentity
    discovery: Discovery
    soft404: SoftNotFound = field(default_factory=SoftNotFound)
    indexes: SiteIndexes = field(default_factory=SiteIndexes)
    texts: Texts = field(default_factory=Texts)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by whatever may give the dispatcher something to do."""
    started: bool = False
    """True once the start URL has answered well."""
    former: list[FrontierEntry] = field(default_factory=list)
    """Where the start URL redirected to in earlier runs, to be asked for like other pages once the start stands."""
    moved_from: str = ""
    """The address that was asked for, where the start URL redirects."""
    probe: CanonicalUrl | None = None
    lists: set[CanonicalUrl] = field(default_factory=set)
    """Lists of the site's own Markdown that nobody named and that have not been answered yet."""
    twins: dict[str, str] = field(default_factory=dict)
    """The Markdown that such lists name: the page's key, and the address."""
    before_lists: dict[str, FrontierEntry] = field(default_factory=dict)
    """Pages that came before the lists, by their keys."""
    asked: dict[CanonicalUrl, set[str]] = field(default_factory=dict)
    """Addresses asked for one identity, where redirects led from one to the other."""
    forbidden: set[str] = field(default_factory=set)
    """Origins whose robots.txt must not be asked for, nor anything else there."""
    plain: set[CanonicalUrl] = field(default_factory=set)
    """What is asked for without compression, since the compressed answer could not be undone."""
    reading: int = 0
    """Bodies that workers have not read yet."""
    aliases: dict[CanonicalUrl, CanonicalUrl] = field(default_factory=dict)
    sitemaps: int = 0
    planned: list[FrontierEntry] = field(default_factory=list)
    skipped: Counter[SkipReason] = field(default_factory=Counter)
    pages: int = 0
    assets: int = 0
    failures: int = 0
    requests: int = 0
    not_modified: int = 0
    bytes: int = 0

    def count(self, outcome: Outcome) -> None:
        """Count one answer."""
        self.requests += 1
        if isinstance(outcome, NotModified):
            self.not_modified += 1
        else:
            self.bytes += outcome.wire_bytes
        if not isinstance(outcome, FetchFailed):
            self.bytes += head_bytes(outcome.headers)

    def add(self, entries: Iterable[FrontierEntry]) -> None:
        """Queue what is new, in the journal too (in a dry run: list it)."""
        if self.plan.dry_run:
            for entry in entries:
                if entry.kind in (EntryKind.SEED, EntryKind.SITEMAP):
                    self.frontier.add(entry)
                elif self.frontier.know(entry.url):
                    self.planned.append(entry)
            self.wake.set()
            return
        new = [entry for entry in entries if self.frontier.add(entry)]
        if new:
            self.journal.queued(new)
            self.wake.set()

    def skip(self, skip: Skip, *, settles: bool = False) -> None:
        """Count something left out. ``settles``: it was queued, so the journal has to know in any case."""
        self.skipped[skip.reason] += 1
        if settles or self.skipped[skip.reason] <= _EXAMPLES.get(skip.reason, _MOST_EXAMPLES):
            self.journal.skipped(skip)

    def alias(self, source: CanonicalUrl, target: CanonicalUrl, status: int, fragment: str) -> bool:
        """Record a redirect; False where it would close a circle."""
        at: CanonicalUrl | None = target
        while at is not None:
            if at == source:
                return False
            at = self.aliases.get(at)
        self.aliases[source] = target
        self.journal.aliased(source, target, "redirect", status, fragment)
        return True

    def had(self, entry: FrontierEntry, status: int, *, page: bool) -> None:
        """Something was had; settles what ``--max-pages`` counts."""
        if entry.kind in (EntryKind.SEED, EntryKind.PAGE):
            if page:
                self.frontier.page_saved(entry.url)
            else:
                self.frontier.page_not_saved(entry.url)
        if page:
            self.pages += 1
            self.emit(PageDone(entry.url, status))
        else:
            self.assets += 1
            self.emit(AssetDone(entry.url, status))

    def leave_out(self, entry: FrontierEntry, why: SkipReason, *, rule: str = "", detail: str = "") -> None:
        """Leave out something that was asked for, now that it is known what it is."""
        self.not_a_page(entry)
        self.skip(Skip(entry.url, why, rule, detail, entry.referrer), settles=True)

    def not_a_page(self, entry: FrontierEntry) -> None:
        """Nothing is saved of an entry that was answered well."""
        if entry.kind in (EntryKind.SEED, EntryKind.PAGE):
            self.frontier.page_not_saved(entry.url)

    def fail(
        self, entry: FrontierEntry, outcome: Fetched | FetchFailed, reason: str, *, site_fault: bool = False
    ) -> None:
        """Give an entry up. Raises StartFailure where it is the start URL."""
        self.not_a_page(entry)
        self.lists.discard(entry.url)
        self.journal.failed(entry, outcome, reason, site_fault)
        if entry.kind is EntryKind.SEED:
            verb = "answered " if isinstance(outcome, Fetched) else "could not be fetched: "
            if reason.startswith(UNREADABLE):
                verb = ""
            raise StartFailure(f"the start URL {entry.address} {verb}{reason}")
        quiet = site_fault and entry.kind in (EntryKind.DATA, EntryKind.SITEMAP)
        if not quiet:
            self.failures += 1
            self.emit(Failed(entry.url, reason, site_fault))
