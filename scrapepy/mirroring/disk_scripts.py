"""Writes the scripts that hold what the pages of a copy cannot ask for from a disk: the words that our search box finds
(:mod:`scrapepy.offline.find_box`), and indexes of sites that look for their own as a script there.

The words are those of the search index, so a mirror without Markdown has none. The first line of each file says that it
is ours; one that is somebody else's is not touched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from scrapepy.errors import StoreError
from scrapepy.mirroring.messages import tree_of
from scrapepy.model.url import CanonicalUrl
from scrapepy.offline.find_box import WORDS_FILE, FindablePage, words_script
from scrapepy.rules.site_indexes import SCRIPT_TWINS, ScriptTwin
from scrapepy.sections.searchable import shown
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import Readings
from scrapepy.store.search_index import SearchIndex

_OURS = b"// Made by ScrapePy, for pages that are opened from a disk.\n"


def write_words(layout: SiteLayout, state: Readings, wanted: bool | None) -> str:
    """Write the file, or take it away. Answers a sentence where it could not be written, else nothing.

    ``wanted``: whether a page that was written now has such a box, False only where all pages were written; None
    leaves it as it was.
    """
    tree = tree_of(layout.html)
    is_there = tree.size(WORDS_FILE) is not None
    is_ours = is_there and _is_ours(layout.html / WORDS_FILE)
    if wanted is None:
        wanted = is_ours
    if not wanted:
        if is_ours:
            tree.remove(WORDS_FILE)
        return ""
    if is_there and not is_ours:
        return f"{WORDS_FILE} was not written: {layout.html} holds a file of that name that is not the mirror's."
    tree.write(WORDS_FILE, _OURS + words_script(_pages(layout, state)))
    return ""


def write_script_twins(layout: SiteLayout, state: Readings) -> None:
    """Beside each index that a site reads as a script from a disk, that script.

    Its places lead to files there, since a disk shows no ``index.html`` for a folder.
    """
    tree = tree_of(layout.html)
    paths = state.paths()
    files = set(paths.values())
    for row in SCRIPT_TWINS:
        for url, path in sorted(paths.items()):
            if not ("/" + path).endswith("/" + row.data) or not url.endswith("/" + row.data):
                continue
            twin = path.removesuffix(row.data) + row.script
            if twin in files or (tree.size(twin) is not None and not _is_ours(layout.html / twin)):
                continue  # the site's own, or somebody's
            if tree.size(path) is None:
                tree.remove(twin)
                continue
            try:
                data = (layout.html / path).read_bytes()
            except OSError as error:
                raise StoreError(f"cannot read {layout.html / path}: {error.strerror}") from error
            root, folder = url.removesuffix(row.data), path.removesuffix(row.data)

            def place_of(place: str, root: str = root, folder: str = folder) -> str:
                address, sign, anchor = place.partition("#")
                found = paths.get(CanonicalUrl(root + address))
                return quote(found.removeprefix(folder)) + sign + anchor if found is not None else place

            text = with_places(data.decode("utf-8", "replace"), row, place_of)
            tree.write(twin, _OURS + f"{row.before}{text};\n".encode("utf-8", "replace"))


def with_places(text: str, row: ScriptTwin, place_of: Callable[[str], str]) -> str:
    """The data of an index whose places are those of files; as it stands where it is not what it should be."""
    try:
        data = json.loads(text)
        for entry in data[row.entries]:
            entry[row.place] = place_of(entry[row.place])
    except (ValueError, KeyError, TypeError, AttributeError):
        return text
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_OURS)) == _OURS
    except OSError:
        return False


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
