"""Two sources compared section by section: for ``scrapepy compare``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scrapepy.mirroring.chunking import chunks_of
from scrapepy.mirroring.sources import Source, SourcePage
from scrapepy.model.section import Chunk, Comparison
from scrapepy.sections.compare import compare_chunks

_AnyChunk = Chunk | Mapping[str, Any]


def compare_sources(old: Source, new: Source, rename_threshold: float) -> Comparison:
    """What became of each section of two sources. A page with the same text in both is cut once."""
    before, after = _pages(old), _pages(new)
    known = {page.path: page.text for page in before}
    fresh = [page for page in after if known.get(page.path) != page.text]
    cut = chunks_of([*before, *fresh])
    old_cut = dict(zip((page.path for page in before), cut, strict=False))
    new_cut = {**old_cut, **dict(zip((page.path for page in fresh), cut[len(before) :], strict=True))}
    return compare_chunks(
        _chunks(old, before, old_cut), _chunks(new, after, new_cut), rename_threshold=rename_threshold
    )


def _pages(source: Source) -> list[SourcePage]:
    return [page for page in source if isinstance(page, SourcePage)]


def _chunks(
    source: Source, pages: Sequence[SourcePage], cut: Mapping[str | None, Sequence[Chunk]]
) -> Sequence[_AnyChunk]:
    if not pages:
        return [chunk for chunk in source if not isinstance(chunk, SourcePage)]
    return [chunk for page in pages for chunk in cut[page.path]]
