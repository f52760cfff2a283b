"""Writes the words that a page's search box finds without a server (:mod:`scrapepy.offline.find_box`).

They are those of the search index, so a mirror without Markdown has none. A marker in the state's folder says that the
file is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from scrapepy.errors import StoreError
from scrapepy.mirroring.messages import tree_of
from scrapepy.model.url import CanonicalUrl
from scrapepy.offline.find_box import WORDS_FILE, FindablePage, words_script
from scrapepy.sections.searchable import shown
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import Readings
from scrapepy.store.search_index import SearchIndex


def write_words(layout: SiteLayout, state: Readings, wanted: bool | None) -> str:
    """Write the file, or take it away. Answers a sentence where it could not be written, else nothing.

    ``wanted``: whether a page that was written now has such a box, False only where all pages were written; None
    leaves it as it was.
    """
    tree = tree_of(layout.html)
    marker = layout.state_folder / "words"
    if wanted is None:
        wanted = marker.exists()
    if not wanted:
        if marker.exists():
            tree.remove(WORDS_FILE)
            marker.unlink(missing_ok=True)
        return ""
    if not marker.exists() and tree.size(WORDS_FILE) is not None:
        return f"{WORDS_FILE} was not written: {layout.html} holds a file of that name that is not the mirror's."
    try:
        marker.touch()
    except OSError as error:
        raise StoreError(f"cannot write {marker}: {error.strerror}") from error
    tree.write(WORDS_FILE, words_script(_pages(layout, state)).encode("utf-8", "replace"))
    return ""


def _pages(layout: SiteLayout, state: Readings) -> Iterator[FindablePage]:
    index = SearchIndex.open_readonly(layout.search_index)
    if index is None:
        return
    paths = state.paths()
    try:
        for page in index.pages():
            url = CanonicalUrl(page.url)
            if url not in paths:
                continue
            anchors = state.anchors_of(url)
            ids = {slug: name for name, slug in anchors.slugs.items()} if anchors is not None else {}
            sections = tuple((ids.get(part.anchor, ""), part.heading, shown(part.text)) for part in page.sections)
            yield FindablePage(quote(paths[url]), page.title, sections)
    finally:
        index.close()
