"""Says which pages' copies lack drawings that only a browser makes."""

from __future__ import annotations

from urllib.parse import urlsplit

from scrapepy.mirroring.published import is_saved
from scrapepy.model.analysis import BodyKind
from scrapepy.model.outcome import RENDERED
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.drawings import SCRIPT_DRAWINGS
from scrapepy.store.reading import Readings
from scrapepy.store.records import Resource


def note_on_drawings(state: Readings) -> str:
    """One sentence; nothing where no page is known to lack any. What a browser has drawn lacks none."""
    lacking = _lacking(state)
    if not lacking:
        return ""
    pages = "1 page has" if len(lacking) == 1 else f"{len(lacking):,} pages have"
    return (
        f"{pages} diagrams that scripts draw from a text that the page does not hold (the first is {min(lacking)}):"
        " they are missing here; run again with --browser=all."
    )


def _lacking(state: Readings) -> set[CanonicalUrl]:
    found: set[CanonicalUrl] = set()
    pages: dict[tuple[str, str], Resource] = {}
    for script in state.resources(kinds=[BodyKind.SCRIPT]):
        parts = urlsplit(script.url)
        for row in SCRIPT_DRAWINGS:
            if row.script.search(parts.path) is None or not is_saved(script):
                continue
            body = state.body_of(script.url) or b""
            named = row.page.search(body) if row.source.search(body) is not None else None
            if named is None:
                continue
            pages = pages or _by_path(state)
            page = pages.get((parts.netloc, named[1].decode("utf-8", "replace").rstrip("/")))
            if page is not None and page.copy is not None and RENDERED not in dict(page.copy.headers):
                found.add(page.url)
    return found


def _by_path(state: Readings) -> dict[tuple[str, str], Resource]:
    pages = {}
    for page in state.resources(kinds=[BodyKind.HTML]):
        if page.copy is not None and is_saved(page):
            parts = urlsplit(page.url)
            pages[parts.netloc, parts.path.removesuffix(".html").removesuffix("/index").rstrip("/")] = page
    return pages
