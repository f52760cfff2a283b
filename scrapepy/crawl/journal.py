"""What the engine needs of others: somebody who fetches, who remembers, who reads bodies. Wired together by mirror."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.outcome import Fetched, FetchFailed, FetchRequest, NotModified, Outcome
from scrapepy.model.skip import Skip
from scrapepy.model.url import CanonicalUrl


class Fetcher(Protocol):
    """Makes one request."""

    async def fetch(self, request: FetchRequest) -> Outcome:
        """Ask once; redirects are not followed, nothing is tried again. Cancelling abandons the request."""
        ...

    def is_public(self, address: str) -> bool:
        """Whether the host of a page that was fetched stands on the public internet."""
        ...

    async def locate(self, address: str) -> None:
        """Find out where the host of a page stands that an earlier run fetched: for :meth:`is_public`."""
        ...

    def space(self, origin: str, seconds: float) -> None:
        """Let so many seconds pass between two requests to ``origin``, if that is more than ``--delay``."""
        ...


class Journal(Protocol):
    """Records what happens, at once. Each call is whole: a crawl killed between two of them can go on.

    ROBOTS and PROBE entries are never told: their answers are rules for this process, not copies.
    """

    def batch(self) -> AbstractContextManager[None]:
        """What is recorded inside is recorded together or not at all."""
        ...

    def queued(self, entries: Sequence[FrontierEntry]) -> None:
        """New entries of the frontier."""
        ...

    def retrying(self, entry: FrontierEntry, at: float) -> None:
        """The entry (its ``attempts`` raised) is to be tried again at Unix time ``at``."""
        ...

    def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
        """A body to keep. ``page.file`` is taken over."""
        ...

    def not_modified(self, entry: FrontierEntry, answer: NotModified) -> None:
        """304 to a conditional request."""
        ...

    def failed(self, entry: FrontierEntry, outcome: Fetched | FetchFailed, reason: str, site_fault: bool) -> None:
        """No usable answer; ``reason`` in plain words. ``site_fault``: dead on the site itself (404, 410)."""
        ...

    def skipped(self, skip: Skip) -> None:
        """Something was left out, before it was asked for or after."""
        ...

    def aliased(
        self, source: CanonicalUrl, target: CanonicalUrl, why: str, status: int | None = None, fragment: str = ""
    ) -> None:
        """``source`` stands for ``target``; ``fragment`` is the redirect's own, without ``#``."""
        ...

    def analysed(self, analysis: Analysis) -> None:
        """What a body turned out to be; what it led to was recorded before, in the same batch."""
        ...

    def noted(self, sentence: str) -> None:
        """A sentence for the report."""
        ...


class Analyst(Protocol):
    """Reads bodies, in other processes.

    Entries of kind PROBE are read for their facts only, nothing is kept of them. A SEED, and what ``--include`` names,
    is a page whatever it looks like: the engine takes no verdict on them.
    """

    async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
        """The links and facts of a body that was just fetched and journaled (where it is ``page.file``, it has moved).

        A sitemap's pages have the role LINK, the sitemaps that it lists the role SITEMAP.
        """
        ...

    async def recall(self, entry: FrontierEntry) -> Analysis | None:
        """The same for the stored copy of ``entry.url``; None where there is none that can be read."""
        ...


class NullJournal:
    """Records nothing: a dry run."""

    def batch(self) -> AbstractContextManager[None]:
        """Nothing, together."""
        return nullcontext()

    def queued(self, entries: Sequence[FrontierEntry]) -> None:
        """Not recorded."""

    def retrying(self, entry: FrontierEntry, at: float) -> None:
        """Not recorded."""

    def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
        """Not recorded."""

    def not_modified(self, entry: FrontierEntry, answer: NotModified) -> None:
        """Not recorded."""

    def failed(self, entry: FrontierEntry, outcome: Fetched | FetchFailed, reason: str, site_fault: bool) -> None:
        """Not recorded."""

    def skipped(self, skip: Skip) -> None:
        """Not recorded."""

    def aliased(
        self, source: CanonicalUrl, target: CanonicalUrl, why: str, status: int | None = None, fragment: str = ""
    ) -> None:
        """Not recorded."""

    def analysed(self, analysis: Analysis) -> None:
        """Not recorded."""

    def noted(self, sentence: str) -> None:
        """Not recorded."""
