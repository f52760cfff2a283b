"""Pages that a browser draws: what the crawl and the browser say to each other, and who waits for which answer.

The browser never reaches the network. Each of its requests is put to the crawl (:mod:`scrapepy.crawl.drawing`), which
queues it like what a page names; so robots.txt, pace, retries and conditions are those of everything else, and what a
page has loaded is saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import BrowserPolicy
from scrapepy.model.outcome import Fetched, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl

LARGEST = 32 * 1024 * 1024
"""Bytes of a body from which on a browser does not get it."""
_REMEMBERED = 64 * 1024 * 1024
"""Bytes of answers that are kept in memory: pages of a site load the same things."""
_MOST_WAITING = 8
"""Pages that wait to be drawn, from which on no further pages are asked for."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that a page makes in the browser. ``kind`` is what it is for, in the browser's words (``script``)."""

    address: str
    kind: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the browser is told."""

    status: int
    content_type: str = ""
    body: bytes = b""


Answering = Callable[[Ask], Awaitable[Answer | None]]
"""Answers a request of the page; None where it is not to be made."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page as it stood when it had come to rest. ``moves``: addresses that its scripts would have gone on to."""

    html: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotDrawn:
    """A page that the browser could not draw, and why, in words that follow its address."""

    why: str


class Renderer(Protocol):
    """Draws pages. Raises UsageError where there is no browser."""

    async def render(self, address: str, answer: Answer, answering: Answering) -> Drawn | NotDrawn:
        """The page that came as ``answer`` from ``address``, after its scripts have run."""
        ...


@dataclass(frozen=True, slots=True)
class StoredCopy:
    """What is known of the latest copy of a resource."""

    status: int
    content_type: str
    sha256: str
    is_changed: bool
    """Other bytes than those that the last run had left."""
    is_shell: bool
    rendered: str
    """The header :data:`~scrapepy.model.outcome.RENDERED`; empty for what no browser has seen."""


class Library(Protocol):
    """The copies that the mirror has."""

    def copy(self, url: CanonicalUrl) -> StoredCopy | None:
        """What is known of the latest copy."""
        ...

    def body(self, url: CanonicalUrl) -> bytes | None:
        """Its bytes."""
        ...


class Rendering:
    """The state of all drawing in one crawl. Without a ``renderer`` it does nothing."""

    def __init__(
        self,
        policy: BrowserPolicy = BrowserPolicy.NEVER,
        renderer: Renderer | None = None,
        library: Library | None = None,
    ) -> None:
        self.policy = policy if renderer is not None and library is not None else BrowserPolicy.NEVER
        self._renderer, self._library = renderer, library
        self.waiting = 0
        self.unconditional: set[CanonicalUrl] = set()
        """Pages to be had whole although the server would say that they have not changed."""
        self.refused: dict[str, str] = {}
        """Origins that pages wanted data from and that were not asked, each with the first page."""
        self.failed: list[tuple[CanonicalUrl, str]] = []
        self._arrivals: dict[CanonicalUrl, list[asyncio.Future[Outcome | None]]] = {}
        self._memory = _Memory()

    @property
    def active(self) -> bool:
        """Whether any page may be drawn at all."""
        return self.policy is not BrowserPolicy.NEVER

    @property
    def renderer(self) -> Renderer:
        """The browser."""
        assert self._renderer is not None, "asked for only where pages are drawn"
        return self._renderer

    @property
    def library(self) -> Library:
        """The copies."""
        assert self._library is not None, "asked for only where pages are drawn"
        return self._library

    @property
    def crowded(self) -> bool:
        """Whether enough pages wait to be drawn."""
        return self.waiting >= _MOST_WAITING

    def wants(self, entry: FrontierEntry) -> bool:
        """Whether an answer for ``entry`` may be drawn, if it is a page."""
        return self.active and entry.kind in (EntryKind.SEED, EntryKind.PAGE)

    def is_unseen(self, entry: FrontierEntry) -> bool:
        """Whether the copy of a page is one that no browser has drawn and should have: it is to be had whole."""
        if not self.wants(entry):
            return False
        if entry.url in self.unconditional:
            return True
        copy = self.library.copy(entry.url)
        return copy is not None and not copy.rendered and (self.policy is BrowserPolicy.ALL or copy.is_shell)

    # answers -------------------------------------------------------------------------------------------------------

    async def arrival(self, url: CanonicalUrl) -> Outcome | None:
        """The outcome of what is on its way; None where it is not asked for after all."""
        future: asyncio.Future[Outcome | None] = asyncio.get_running_loop().create_future()
        self._arrivals.setdefault(url, []).append(future)
        try:
            return await future
        finally:
            with suppress(ValueError):
                self._arrivals.get(url, []).remove(future)

    def arrived(self, url: CanonicalUrl, outcome: Outcome | None) -> None:
        """The final outcome of an entry, before anything is done with it (a file may be moved away)."""
        if not self.active:
            return
        waiting = [future for future in self._arrivals.pop(url, ()) if not future.done()]
        if waiting and outcome is not None:
            self._remember(url, outcome)
        for future in waiting:
            future.set_result(outcome)

    def answer(self, url: CanonicalUrl) -> Answer | None:
        """What the browser is told of a resource that was asked for in this run; None where there is nothing."""
        known = self._memory.get(url)
        if known is None:
            known = self._stored(url)
            if known is not None:
                self._memory.put(url, known)
        return known

    def _remember(self, url: CanonicalUrl, outcome: Outcome) -> None:
        match outcome:
            case Fetched() if outcome.file is not None:
                if outcome.size <= LARGEST:
                    with open(outcome.file, "rb") as file:
                        self._memory.put(url, Answer(outcome.status, outcome.header("content-type") or "", file.read()))
            case Fetched():
                self._memory.put(url, Answer(outcome.status, outcome.header("content-type") or "", outcome.body))
            case NotModified():
                if (stored := self._stored(url)) is not None:
                    self._memory.put(url, stored)
            case _:
                pass

    def _stored(self, url: CanonicalUrl) -> Answer | None:
        copy = self.library.copy(url)
        body = self.library.body(url) if copy is not None else None
        if copy is None or body is None or len(body) > LARGEST:
            return None
        return Answer(copy.status, copy.content_type, body)

    def sentences(self) -> list[str]:
        """What the report says of it."""
        told = [f"{url} could not be drawn by the browser: {why}; it is saved as it came." for url, why in self.failed]
        for origin, page in self.refused.items():
            told.append(f"{page} wanted data from {origin}, another host, which was not asked.")
        return told


@dataclass(slots=True)
class _Memory:
    """The answers that were used last."""

    _answers: dict[CanonicalUrl, Answer] = field(default_factory=dict)
    _bytes: int = 0

    def get(self, url: CanonicalUrl) -> Answer | None:
        answer = self._answers.pop(url, None)
        if answer is not None:
            self._answers[url] = answer
        return answer

    def put(self, url: CanonicalUrl, answer: Answer) -> None:
        old = self._answers.pop(url, None)
        self._bytes += len(answer.body) - (len(old.body) if old is not None else 0)
        self._answers[url] = answer
        while self._bytes > _REMEMBERED and len(self._answers) > 1:
            first = next(iter(self._answers))
            self._bytes -= len(self._answers.pop(first).body)
