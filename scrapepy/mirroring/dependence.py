"""What the copies of a page depend on besides the page: where each of its references leads, told by one digest a page.

It is computed from the state alone (no body is read), so that a run knows which pages are as they would be written now
although others came, went, were renamed, or have other headings. What the files of a page were made with is recorded
with it: the digest of the whole mirror, which settles the matter at once where nothing changed at all, and its own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scrapepy.mirroring.address_book import AddressBook, slug_for, wanted_ids
from scrapepy.model.document import Anchors
from scrapepy.model.options import AnchorStyle
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.reading import Readings

_ANCHORS_CACHED = 4096
_NOT_WANTED: frozenset[str] = frozenset()
_WITHOUT = [""]
"""The fragments of what is only referred to without one."""


class _End(NamedTuple):
    """What an address stands for."""

    stands: str
    """All that is known of it, as text."""
    page: CanonicalUrl
    """Whose Markdown stands for it."""
    fragment: str
    """Of the redirects that lead there."""


class Dependence:
    """How the links of every page resolve by one address book."""

    def __init__(self, book: AddressBook, state: Readings, choosy: Iterable[CanonicalUrl]) -> None:
        """``choosy``: pages that write further anchors, where some link wants them."""
        self.book = book
        self._state = state
        self._ends: dict[CanonicalUrl, _End | None] = {}
        self._anchors_of = functools.lru_cache(maxsize=_ANCHORS_CACHED)(state.anchors_of)
        self._wanted = self._wanted_by(frozenset(choosy))
        self._rules = _rules_of(book)
        self._all = self._digest_of_all()

    def recorded(self, url: CanonicalUrl, settings: str) -> str:
        """What is recorded with the files of a page that are written now. ``settings``: those of its derivation."""
        return f"{settings}:{self._all}:{self._own(url)}"

    def is_current(self, url: CanonicalUrl, settings: str, recorded: str) -> bool:
        """True where the files that were written with ``recorded`` would be the same now, the page being the same."""
        if recorded.startswith(f"{settings}:{self._all}:"):
            return True
        return recorded.startswith(f"{settings}:") and recorded.endswith(f":{self._own(url)}")

    def is_of_today(self, recorded: str) -> bool:
        """True where the whole mirror was what it is now when that was recorded."""
        return f":{self._all}:" in recorded

    def wanted_of(self, url: CanonicalUrl) -> frozenset[str]:
        """The further anchors that a page is to have, since some link of the mirror points at them."""
        return self._wanted.get(url, _NOT_WANTED)

    # a page --------------------------------------------------------------------------------------------------------

    def _own(self, url: CanonicalUrl) -> str:
        book = self.book
        parts = [self._rules, book.files[url], document := book.documents.get(url, "")]
        parts += sorted(self.wanted_of(url))
        for target, fragments in self._state.links_of(url).items():
            end = self._ends[target] if target in self._ends else self._end_of(target)
            if end is None:
                continue
            parts += (target, end.stands)
            if document and (fragments != _WITHOUT or end.fragment):
                parts += self._anchors(end, fragments)
        return _digest(parts)[:24]

    def _end_of(self, target: CanonicalUrl) -> _End | None:
        """What an address stands for, None for what is not saved: a link to it is what it was in the page."""
        book = self.book
        url, fragment = book.settle(target)
        page = book.twins.get(url, url)
        end = None
        if url in book.files or page in book.files or page in book.documents:
            names = (book.files.get(url), book.files.get(page), book.documents.get(page))
            end = _End(repr((url, fragment, page, url in book.pages, *names)), page, fragment)
        self._ends[target] = end
        return end

    def _anchors(self, end: _End, fragments: Iterable[str]) -> Iterator[str]:
        """The anchors that fragments of a page become in Markdown, each after its fragment."""
        anchors = self._anchors_of(end.page)
        if anchors is None:
            return
        is_named = self.book.anchors is AnchorStyle.OBSIDIAN
        for fragment in fragments:
            asked = fragment or end.fragment
            slug = slug_for(anchors, asked) if asked else ""
            yield f"{asked}\0{slug}\0{anchors.texts.get(slug)}" if is_named else f"{asked}\0{slug}"

    # the mirror ----------------------------------------------------------------------------------------------------

    def _wanted_by(self, choosy: frozenset[CanonicalUrl]) -> Mapping[CanonicalUrl, frozenset[str]]:
        if not choosy:
            return {}
        book = self.book
        fragments: dict[CanonicalUrl, set[str]] = {}
        for url in book.files:
            for target, several in self._state.links_of(url).items():
                end, inherited = book.settle(target)
                end = book.twins.get(end, end)
                if end in choosy:
                    fragments.setdefault(end, set()).update(fragment or inherited for fragment in several)
        wanted = {}
        for url, asked in fragments.items():
            anchors = self._state.anchors_of(url) or Anchors()
            wanted[url] = anchors.optional & wanted_ids(anchors.slugs, asked)
        return wanted

    def _digest_of_all(self) -> str:
        book = self.book
        parts = (
            self._rules,
            *sorted(book.files.items()),
            *sorted(book.documents.items()),
            *sorted((source, alias.target, alias.fragment) for source, alias in book.aliases.items()),
            *sorted((url, *sorted(ids)) for url, ids in self._wanted.items()),
            *((url, digest) for url, digest in self._state.anchor_digests() if url in book.files),
            *sorted(book.twins.items()),
            *sorted(book.pages),
        )
        return _digest(map(repr, parts))[:32]


def _rules_of(book: AddressBook) -> str:
    """What of a book is said of all links: the options, and how the trees lie to each other, wherever they are."""
    roots = book.html_root, book.markdown_root
    with contextlib.suppress(ValueError):  # two drives of Windows
        roots = os.path.relpath(*roots), os.path.relpath(*reversed(roots))
    return repr((book.images.value, book.index_links.value, book.anchors.value, roots))


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
