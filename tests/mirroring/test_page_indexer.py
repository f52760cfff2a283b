"""Pages that are written are in the search index at once; what goes wrong there is no failure yet."""

from __future__ import annotations

import asyncio
from pathlib import Path

from scrapepy.mirroring.messages import PagePlace
from scrapepy.mirroring.page_indexer import PageIndexer
from scrapepy.mirroring.page_sections import indexed_page, read_pages, stamp_of
from scrapepy.store.search_index import IndexedPage, SearchIndex

TEXT = "---\ntitle: A\n---\n\nAt the top.\n\n# A\n\nOf it.\n\n## B\n\nMore.\n"


def of(root: Path, name: str) -> IndexedPage:
    (root / name).write_text(TEXT)
    return indexed_page(root, PagePlace(name, f"http://docs.test/{name}", "A"), TEXT)


async def told(path: Path, *several: list[IndexedPage]) -> None:
    async with PageIndexer(path) as indexer:
        for pages in several:
            await indexer.add(pages)


def test_pages_are_in_the_index_under_the_stamp_of_their_files(tmp_path: Path) -> None:
    first, second = of(tmp_path, "a.md"), of(tmp_path, "b.md")
    asyncio.run(told(tmp_path / "index", [first], [], [second, first]))
    with SearchIndex.open(tmp_path / "index") as index:
        assert index.stamps() == {"a.md": first.stamp, "b.md": second.stamp}
    place = PagePlace("a.md", "http://docs.test/a.md", "A")
    assert first.stamp == stamp_of(tmp_path, place)
    assert read_pages(tmp_path, [place, PagePlace("c.md", "http://docs.test/c.md", "C")]) == (first,)


def test_a_page_is_cut_into_what_can_be_found(tmp_path: Path) -> None:
    found = [(section.heading, section.above, section.text.strip()) for section in of(tmp_path, "a.md").sections]
    assert found == [("", ("A",), "At the top."), ("A", ("A",), "Of it."), ("B", ("A", "A"), "More.")]


def test_no_page_means_no_file(tmp_path: Path) -> None:
    asyncio.run(told(tmp_path / "index", []))
    assert not (tmp_path / "index").exists()


def test_what_cannot_be_opened_is_no_failure_here(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    asyncio.run(told(tmp_path / "index", [of(tmp_path, "a.md")], [of(tmp_path, "b.md")]))
    assert (tmp_path / "index").is_dir()
