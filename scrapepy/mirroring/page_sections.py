"""A Markdown file as what the search index is told of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scrapepy.mirroring.messages import PagePlace
from scrapepy.store.search_index import IndexedPage, IndexedSection


def read_pages(markdown_root: Path, places: Iterable[PagePlace]) -> tuple[IndexedPage, ...]:
    """Those of the Markdown files that can be read, cut into what can be found."""
    pages = (_read_page(markdown_root, place) for place in places)
    return tuple(page for page in pages if page is not None)


def _read_page(root: Path, place: PagePlace) -> IndexedPage | None:
    try:
        text = (root / place.path).read_bytes().decode("utf-8", "replace")
    except OSError:
        return None  # gone since, or not ours to read: it is not found
    return indexed_page(root, place, text)


def indexed_page(root: Path, place: PagePlace, text: str) -> IndexedPage:
    """The file at ``place``, which holds ``text``."""
    from scrapepy.sections.outline import outline  # here, since it loads a parser of Markdown

    sections = []
    for part in outline(_body(text)):
        *above, heading = part.headings or ("",)
        written = part.text.partition("\n")[2] if part.headings else part.text
        sections.append(IndexedSection(part.anchor, heading, (place.title, *above), written))
    return IndexedPage(place.path, place.url, place.title, stamp_of(root, place), tuple(sections))


def stamp_of(root: Path, place: PagePlace) -> str:
    """Changes when the file does, or what the state says of it."""
    try:
        found = (root / place.path).stat()
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {place.url} {place.title}"


def _body(text: str) -> str:
    """What stands below the frontmatter."""
    if not text.startswith("---\n"):
        return text
    return text.partition("\n---\n")[2]
