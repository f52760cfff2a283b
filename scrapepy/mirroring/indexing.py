"""Keeps a site's search index at what its Markdown tree holds: a page that changed is a few rows that change.

A file that still has the size and the moment of change under which it was indexed is not read again, so this can be
run at any time, and goes on where it was broken off. Most pages are in the index already, by the workers that wrote
them (:mod:`scrapepy.mirroring.page_indexer`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from itertools import islice

from scrapepy.errors import ScrapePyError, StateDamaged
from scrapepy.mirroring.messages import IndexTask, PagePlace
from scrapepy.mirroring.page_sections import read_pages, stamp_of
from scrapepy.mirroring.workers import FailureCause, Result, WorkerPool
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import Readings, StateReader
from scrapepy.store.search_index import IndexedPage, SearchIndex, remove_index

_READ_AT_ONCE = 16
_WRITTEN_AT_ONCE = 512
"""Pages a transaction: each one ends in a piece of the index that has to be merged with the others later."""

Reader = Callable[[tuple[PagePlace, ...]], Awaitable[tuple[IndexedPage, ...]]]


async def index_documents(layout: SiteLayout, state: Readings, pool: WorkerPool) -> tuple[str, ...]:
    """Bring the index to the Markdown tree, with the workers reading.

    Answers a sentence for each page that no worker could read: search does not find it. Raises ``StoreError`` where the
    disk refuses.
    """
    told: dict[str, str] = {}

    async def read(places: tuple[PagePlace, ...]) -> tuple[IndexedPage, ...]:
        answer = await pool.run(IndexTask(places))
        if isinstance(answer, Result):
            pages: tuple[IndexedPage, ...] = answer.value
            return pages
        if answer.kind is FailureCause.START or pool.is_closed:
            raise ScrapePyError(f"a worker process failed while the search index was made: {answer.detail}")
        if len(places) > 1:
            return tuple([page for place in places for page in await read((place,))])
        told[places[0].url] = f"Search does not find {places[0].url}: {answer.detail}."
        return ()

    await _update(layout, _places(state), read)
    return tuple(told.values())


def update_index(layout: SiteLayout) -> None:
    """The same without workers, for a mirror that nobody is at work on (the caller holds its lock)."""

    async def read(places: tuple[PagePlace, ...]) -> tuple[IndexedPage, ...]:
        return read_pages(layout.markdown, places)

    with StateReader(layout.state) as state:
        places = _places(state)
    asyncio.run(_update(layout, places, read))


async def _update(layout: SiteLayout, places: Mapping[str, PagePlace], read: Reader) -> None:
    try:
        await _bring(layout, places, read)
    except StateDamaged:
        remove_index(layout.search_index)
        await _bring(layout, places, read)


async def _bring(layout: SiteLayout, places: Mapping[str, PagePlace], read: Reader) -> None:
    with SearchIndex.open(layout.search_index) as index:
        known = index.stamps()
        gone = [path for path in known if path not in places]
        if gone:
            index.remove(gone)
        todo = [place for path, place in places.items() if known.get(path) != stamp_of(layout.markdown, place)]
        for several in _batches(todo, _WRITTEN_AT_ONCE):
            answers = await asyncio.gather(*(read(batch) for batch in _batches(several, _READ_AT_ONCE)))
            index.replace(page for pages in answers for page in pages)


def _places(state: Readings) -> dict[str, PagePlace]:
    return {path: PagePlace(path, url, title) for url, path, title in state.titles()}


def _batches(places: Iterable[PagePlace], size: int) -> Iterator[tuple[PagePlace, ...]]:
    iterator = iter(places)
    while batch := tuple(islice(iterator, size)):
        yield batch
