"""A mirror as somebody who reads it walks through it: its pages in the order of the site, each with its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from scrapepy.mirroring.navigation import site_navigation
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import StateReader
from scrapepy.store.records import ShelfRow


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page. The numbers are places in :attr:`SiteBook.leaves`."""

    number: int
    url: str
    path: str
    """Below the site's HTML folder."""
    document: str
    """Below the site's Markdown folder; empty where there is no Markdown."""
    title: str
    language: str
    changed: str
    """UTC day on which what it holds was first seen."""
    fetched: str
    """UTC day on which it was fetched."""
    parent: int | None
    below: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SiteBook:
    """All pages of a mirror, in the order of the site's navigation."""

    site: str
    edition: tuple[int, float]
    """Of the state that it was read from."""
    leaves: tuple[Leaf, ...]
    paths: Mapping[str, int]
    """HTML path → number."""
    documents: Mapping[str, int]
    """Markdown path → number."""
    urls: Mapping[str, int]

    def above(self, leaf: Leaf) -> tuple[Leaf, ...]:
        """The pages that a page stands under, outermost first."""
        line: list[Leaf] = []
        at = leaf.parent
        while at is not None:
            line.append(self.leaves[at])
            at = self.leaves[at].parent
        return tuple(reversed(line))

    def tops(self) -> tuple[int, ...]:
        """The first page and those that stand under none."""
        return tuple(leaf.number for leaf in self.leaves if leaf.parent is None)

    def before(self, leaf: Leaf) -> Leaf | None:
        """The page before it."""
        return self.leaves[leaf.number - 1] if leaf.number else None

    def after(self, leaf: Leaf) -> Leaf | None:
        """The page after it."""
        return self.leaves[leaf.number + 1] if leaf.number + 1 < len(self.leaves) else None


def edition_of(layout: SiteLayout) -> tuple[int, float]:
    """What a :class:`SiteBook` that is up to date was read from. Raises StateError, StoreError."""
    with StateReader(layout.state) as state:
        return state.edition()


def read_book(layout: SiteLayout) -> SiteBook:
    """Read a mirror's pages and put them in order. Raises StateError, StoreError."""
    with StateReader(layout.state) as state:
        edition = state.edition()
        shelf = {row.url: row for row in state.shelf()}
        _, tree = site_navigation(state, shelf)
    rows = {str(url): row for url, row in shelf.items()}
    numbers = {url: number for number, url in enumerate(tree.order)}
    below: dict[int, list[int]] = {}
    for url, number in numbers.items():
        if url in tree.parents:
            below.setdefault(numbers.get(tree.parents[url], -1), []).append(number)
    leaves = []
    for url, number in numbers.items():
        parent = numbers.get(tree.parents[url]) if url in tree.parents else None
        leaves.append(_leaf(rows, url, number, parent, tuple(below.get(number, ()))))
    return SiteBook(
        layout.site,
        edition,
        tuple(leaves),
        {leaf.path: leaf.number for leaf in leaves},
        {leaf.document: leaf.number for leaf in leaves if leaf.document},
        numbers,
    )


def _leaf(rows: Mapping[str, ShelfRow], url: str, number: int, parent: int | None, below: tuple[int, ...]) -> Leaf:
    row = rows[url]
    return Leaf(
        number=number,
        url=url,
        path=row.path,
        document=row.md_path or "",
        title=" ".join(row.title.split()) or row.path,
        language=row.language,
        changed=row.changed,
        fetched=datetime.fromtimestamp(row.fetched_at, UTC).strftime("%Y-%m-%d"),
        parent=parent,
        below=below,
    )
