"""Takes the pages that a run writes into the search index while workers write the next ones.

SQLite works in a thread of its own: most of its time it does without the interpreter. What goes wrong here is no
failure yet, since :mod:`scrapepy.mirroring.indexing` looks at the whole tree afterwards, and reads what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from scrapepy.errors import ScrapePyError
from scrapepy.store.search_index import IndexedPage, SearchIndex


class PageIndexer:
    """``async with``; the index is opened for the first page, and closed in the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="search-index")
        self._index: SearchIndex | None = None
        self._gave_up = False

    async def add(self, pages: Sequence[IndexedPage]) -> None:
        """Index these pages, in place of what was known of them; waits until that is done."""
        if pages and not self._gave_up:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._add, pages)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._gave_up = True
        self._thread.submit(self._close)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)

    # in the thread -------------------------------------------------------------------------------------------------

    def _add(self, pages: Sequence[IndexedPage]) -> None:
        if self._gave_up:
            return
        try:
            if self._index is None:
                self._index = SearchIndex.open(self._path)
            self._index.replace(pages)
        except ScrapePyError:
            self._gave_up = True

    def _close(self) -> None:
        if self._index is not None:
            self._index.close()
