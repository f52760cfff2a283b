"""Has bodies read in worker processes while the crawl goes on, and records what they found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scrapepy.mirroring.charsets import inherited_charset
from scrapepy.mirroring.messages import BodyResult, BodyTask
from scrapepy.mirroring.workers import Result, WorkerFailure, WorkerPool
from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.entries import without_credentials
from scrapepy.store.records import Copy
from scrapepy.store.state import State
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.help_contents import is_contents

READ_KINDS = frozenset({BodyKind.HTML, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.SVG, BodyKind.SITEMAP})
"""Bodies that name URLs; all others are saved as they came and never parsed."""
_NEEDS = 28
"""Bytes of memory that a byte of a large page takes, parsed and converted, as a rule; lists of links take more."""


def is_read(kind: BodyKind, address: str) -> bool:
    """Whether a body may name URLs: of XML only the contents of a help system."""
    return kind in READ_KINDS or (kind is BodyKind.XML and is_contents(address))


class PoolAnalyst:
    """The engine's analyst: sends a body to the pool and keeps what was derived from it in the state."""

    def __init__(self, pool: WorkerPool, state: State | None, site: SiteIdentity) -> None:
        self._pool = pool
        self._state = state
        self.site = site
        """May be changed until the first body comes: a start URL can move to another scheme or host."""
        self.wordpress = False
        """True as soon as one page of the site showed a sign of WordPress."""
        self.twins: Mapping[CanonicalUrl, str] = {}
        """The Markdown that a list of the site's names of a page."""
        self.unreadable: set[CanonicalUrl] = set()
        """Those that no worker could read in this run: nobody need try again."""

    async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
        """Links and facts of a body that just came. A large one stands in a file, which the journal has taken over."""
        if not is_read(kind, page.address):
            return Analysis(entry.url, kind)
        facts_only = self._state is None or entry.kind is EntryKind.PROBE
        if not facts_only and (known := self._known(entry, page)) is not None:
            return known
        task = BodyTask(
            entry.url,
            page.address,
            kind,
            page.header("content-type"),
            self.site,
            body=page.body,
            file=page.file if facts_only else None,
            stored=page.file is not None and not facts_only,
            charset=self._charset(entry.url, entry.referrer, kind, page.header("content-type")),
            wordpress=self.wordpress,
            facts_only=facts_only,
        )
        return await self._run(task, page.size)

    def _known(self, entry: FrontierEntry, page: Fetched) -> Analysis | None:
        """What was found in the same bytes before: many servers send them whole whatever they are asked."""
        assert self._state is not None
        resource = self._state.resource(entry.url)
        if resource is None or resource.copy is None or not resource.copy.analysed:
            return None  # they are new to us
        if resource.copy.address != without_credentials(page.address):
            return None  # what is written relatively may be elsewhere
        return self._state.analysis_of(entry.url)

    async def recall(self, entry: FrontierEntry) -> Analysis | None:
        """The same for the copy that the state holds; what was found in it before needs no parser."""
        known = self._state.analysis_of(entry.url) if self._state is not None else None
        if known is not None:
            return known
        resource = self._state.resource(entry.url) if self._state is not None else None
        if resource is None or resource.copy is None:
            return None
        copy = resource.copy
        if not is_read(copy.kind, copy.address):
            return None
        return await self.again(entry.url, copy.address, copy.kind, copy.content_type)

    async def again(
        self, url: CanonicalUrl, address: str, kind: BodyKind, content_type: str | None, *, complete: bool = False
    ) -> Analysis:
        """The same for a copy that is known to be there. ``complete``: gathering is done."""
        known = self._state.resource(url) if self._state is not None and kind is not BodyKind.HTML else None
        charset = self._charset(url, known.referrer if known is not None else None, kind, content_type)
        task = BodyTask(
            url,
            address,
            kind,
            content_type,
            self.site,
            stored=True,
            charset=charset,
            wordpress=self.wordpress,
            complete=complete,
            twins=(self.twins[url],) if url in self.twins else (),
        )
        return await self._run(task, known.copy.size if known is not None and known.copy is not None else 0)

    async def without_markdown(self, copy: Copy, url: CanonicalUrl, why: str) -> bool:
        """Derive the HTML copy of a page alone, since its Markdown could not be written; False where that fails too."""
        task = BodyTask(
            url,
            copy.address,
            copy.kind,
            copy.content_type,
            self.site,
            stored=True,
            wordpress=self.wordpress,
            complete=True,
            html_only=True,
        )
        answer = await self._pool.run(task, copy.size * _NEEDS)
        if not isinstance(answer, Result) or answer.value.derived is None or self._state is None:
            return False
        self._state.record_derived(url, answer.value.derived)
        self._state.noted(f"{url} is saved as HTML without a Markdown copy: {why} when it was written.")
        return True

    def _charset(
        self, url: CanonicalUrl, referrer: CanonicalUrl | None, kind: BodyKind, content_type: str | None
    ) -> str:
        return inherited_charset(self._state, url, referrer, kind, content_type) if self._state is not None else ""

    async def _run(self, task: BodyTask, size: int) -> Analysis:
        answer = await self._pool.run(task, size * _NEEDS)
        may_try = task.kind is BodyKind.HTML and not task.facts_only and not self._pool.is_closed
        if isinstance(answer, WorkerFailure) and may_try:
            # Most of what can go wrong does so in the converter, and takes the most: the HTML copy is worth a try.
            why = answer.detail
            answer = await self._pool.run(replace(task, html_only=True), size * _NEEDS)
            if isinstance(answer, Result) and self._state is not None:
                self._state.noted(f"{task.url} is saved as HTML without a Markdown copy: {why} when it was converted.")
        if not isinstance(answer, Result):
            self.unreadable.add(task.url)
            return Analysis(task.url, task.kind, failure=answer.detail)
        result = answer.value
        assert isinstance(result, BodyResult)
        if result.derived is not None and self._state is not None:
            self._state.record_derived(task.url, result.derived)
            for what in result.told:
                self._state.noted(f"{task.url}: {what}.")
        facts = result.analysis.facts
        if facts is not None and facts.platform == "wordpress":
            self.wordpress = True
        return result.analysis
