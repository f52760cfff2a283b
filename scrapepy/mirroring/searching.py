"""Full-text search over the mirrors on disk, for ``scrapepy search`` and the reader."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scrapepy.errors import ScrapePyError
from scrapepy.sections.query import Query, parse_query, typed_query, without_stub
from scrapepy.sections.snippet import snippet
from scrapepy.store.layout import SiteLayout
from scrapepy.store.lock import SiteLock
from scrapepy.store.search_index import FoundSection, SearchIndex


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One section that was found."""

    site: str
    url: str
    """The page's address online."""
    title: str
    heading: str
    """The section's heading path (``Guide > Setup``)."""
    path: str
    """The Markdown file, below the folder it was looked for in."""
    document: str
    """The same below the site's Markdown folder."""
    anchor: str
    """Of the section in that file; empty at its top."""
    score: float
    """More is better; comparable within one search."""
    snippet: str
    marks: tuple[tuple[int, int], ...]
    """Where the hits stand in the snippet: start and end, in code points."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found: the best first."""

    query: str
    total: int
    """Sections that match; ``hits`` holds the best of them."""
    any_word: bool
    """True if no section holds all the words, and those with some of them are shown."""
    milliseconds: float
    hits: tuple[SearchHit, ...]
    problems: tuple[str, ...] = ()
    """Mirrors that could not be searched: one sentence each."""


def search(
    query: str,
    sites: Sequence[str],
    html_dir: Path,
    markdown_dir: Path,
    *,
    limit: int = 10,
    typing: bool = False,
    build: bool = True,
    quick: bool = False,
) -> SearchResult:
    """Look for ``query`` in these mirrors; no query is wrong.

    ``typing``: the last word may be unfinished. ``build``: a mirror without an index (made by an earlier version, or
    with the index deleted) is indexed first, unless somebody is at work on it. ``quick``: an answer between two
    keystrokes; nothing is counted, and those that match in their heading come first.
    """
    asked = typed_query(query) if typing else parse_query(query)
    if quick:
        asked = without_stub(asked)
    problems: list[str] = []
    layouts = [SiteLayout(site, html_dir, markdown_dir) for site in sites]
    if build:
        for layout in layouts:
            problem = _build(layout)
            if problem:
                problems.append(problem)
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        indexes: list[tuple[SiteLayout, SearchIndex]] = []
        for layout in layouts:
            try:
                index = SearchIndex.open_readonly(layout.search_index)
            except ScrapePyError as error:
                problems.append(f"{layout.site} could not be searched: {error}")
                continue
            if index is not None:
                indexes.append((layout, stack.enter_context(index)))
        total, found, any_word = _ask(indexes, asked, limit, problems, quick=quick)
    hits = tuple(_hit(layout, section, asked) for layout, section in found)
    spent = (time.perf_counter() - began) * 1000
    return SearchResult(query, total, any_word, round(spent, 1), hits, tuple(problems))


def _ask(
    indexes: Sequence[tuple[SiteLayout, SearchIndex]], query: Query, limit: int, problems: list[str], *, quick: bool
) -> tuple[int, list[tuple[SiteLayout, FoundSection]], bool]:
    """All words first; if no section has them all, any of them."""
    for any_word in (False, True):
        if any_word and len(query.wanted) < 2:
            break
        total = 0
        found: list[tuple[SiteLayout, FoundSection]] = []
        for layout, index in indexes:
            try:
                count, sections = index.find(query, limit, any_word=any_word, quick=quick)
            except ScrapePyError as error:
                if not any_word:
                    problems.append(f"{layout.site} could not be searched: {error}")
                continue
            total += count
            found += [(layout, section) for section in sections]
        if found:
            found.sort(key=lambda one: -one[1].score)
            return total, found[:limit], any_word
    return 0, [], False


def _hit(layout: SiteLayout, found: FoundSection, query: Query) -> SearchHit:
    section = found.section
    part = snippet(section.text, query)
    path = [heading for heading in (*section.above[1:], section.heading) if heading]
    return SearchHit(
        site=layout.site,
        url=found.url,
        title=found.title,
        heading=" > ".join(path),
        path=str(layout.markdown / found.path),
        document=found.path,
        anchor=section.anchor,
        score=round(found.score, 4),
        snippet=part.text,
        marks=part.marks,
    )


def _build(layout: SiteLayout) -> str:
    """Index a mirror that has no index that can be asked; answers why not, or nothing."""
    try:
        index = SearchIndex.open_readonly(layout.search_index)
        if index is not None:
            index.close()
            return ""
        from scrapepy.mirroring.indexing import update_index  # here, since it loads the workers

        with SiteLock(layout.lock, layout.site):
            update_index(layout)
    except ScrapePyError as error:
        return f"{layout.site} has no search index, and none could be made: {error}"
    return ""
