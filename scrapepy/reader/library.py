"""The mirrors on disk, and what is remembered of them between two requests."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.browsing import SiteBook, edition_of, read_book
from scrapepy.mirroring.searching import SearchResult, search
from scrapepy.store.layout import SiteLayout, sites_in

_FRESH = 2.0
"""Seconds for which a book is believed without a look at the state."""
_BOOKS = 8
"""Mirrors whose pages are remembered: about 3 MB for 6,000 pages."""


class Library:
    """The mirrors below two folders; ``only`` restricts it to those named. May be used by several threads."""

    def __init__(self, html_dir: Path, markdown_dir: Path, only: tuple[str, ...] = ()) -> None:
        self.html_dir = html_dir
        self.markdown_dir = markdown_dir
        self._only = only
        self._books: OrderedDict[str, tuple[float, SiteBook]] = OrderedDict()
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def sites(self) -> tuple[str, ...]:
        """Their names, sorted; a mirror that came since the start is among them."""
        return tuple(site for site in sites_in(self.html_dir) if not self._only or site in self._only)

    def layout(self, site: str) -> SiteLayout | None:
        """Where a mirror stands; ``None`` for a name that is none, whatever it holds."""
        return SiteLayout(site, self.html_dir, self.markdown_dir) if site in self.sites() else None

    def book(self, layout: SiteLayout) -> SiteBook:
        """The pages of a mirror, read again when a run has ended since. Raises StateError, StoreError."""
        with self._lock:
            lock = self._locks.setdefault(layout.site, threading.Lock())
        with lock:
            known = self._books.get(layout.site)
            now = time.monotonic()
            if known is not None and (now - known[0] < _FRESH or edition_of(layout) == known[1].edition):
                book = known[1]
            else:
                book = read_book(layout)
            with self._lock:
                self._books[layout.site] = (now, book)
                self._books.move_to_end(layout.site)
                while len(self._books) > _BOOKS:
                    self._books.popitem(last=False)
            return book

    def known_book(self, site: str) -> SiteBook | None:
        """The pages of a mirror that was found by a search; ``None`` where they cannot be read."""
        try:
            return self.book(SiteLayout(site, self.html_dir, self.markdown_dir))
        except ScrapePyError:
            return None

    def search(self, query: str, site: str, limit: int, *, typing: bool) -> SearchResult:
        """Look in one mirror, or in all."""
        sites = [name for name in self.sites() if site in ("", name)]
        return search(
            query, sites, self.html_dir, self.markdown_dir, limit=limit, typing=typing, build=False, quick=typing
        )

    def warm(self) -> None:
        """Read all books, so that the first page does not wait."""
        for site in self.sites()[:_BOOKS]:
            layout = self.layout(site)
            if layout is not None:
                try:
                    self.book(layout)
                except ScrapePyError:
                    continue
