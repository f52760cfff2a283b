"""What the saved pages say of themselves: where each is from, and since when.

The comment at the top of a page's HTML names its address, the day it last changed and its Markdown copy; the copy's
frontmatter the day on which it was first had. So the names of a mirror outlive its state.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.offline.banner import read_banner
from scrapepy.offline.local_path import EXTERNAL, Nameable, markdown_path, name_all
from scrapepy.store.layout import STATE_FOLDER, SiteLayout
from scrapepy.store.rebuild import SavedPage
from scrapepy.web.canonical import canonical, site_name
from scrapepy.web.frontmatter import parse_frontmatter

_HEAD = 8192
"""Bytes within which the comment stands: behind the doctype, and its address is no longer than a server takes."""
_LOOKED_AT = 100
"""Files that are read to see whether a folder is a mirror."""
_PAGE = re.compile(r"\.x?html?$", re.IGNORECASE)


def saved_pages(layout: SiteLayout) -> tuple[SavedPage, ...]:
    """The pages of a site's tree, each address once. Symbolic links are not followed, other people's files not read."""
    found: dict[CanonicalUrl, list[SavedPage]] = {}
    for path in _files(layout.html):
        page = saved_page(layout, path)
        if page is not None:
            found.setdefault(page.url, []).append(page)
    return tuple(_ours(pages) for pages in found.values())


def first_saved_page(layout: SiteLayout) -> SavedPage | None:
    """The page of the shortest address near the top of the folder; None where no page there tells of a mirror."""
    pages = (saved_page(layout, path) for path in islice(_files(layout.html), _LOOKED_AT))
    return min((page for page in pages if page is not None), key=lambda page: (len(page.url), page.url), default=None)


def _files(root: Path) -> Iterator[LocalPath]:
    for where, folders, names in os.walk(root):
        if where == str(root) and STATE_FOLDER in folders:
            folders.remove(STATE_FOLDER)
        folders.sort()
        for name in sorted(names):
            if _PAGE.search(name):
                yield LocalPath(Path(where, name).relative_to(root).as_posix())


def saved_page(layout: SiteLayout, path: LocalPath) -> SavedPage | None:
    """What the file tells of itself; None for what is no page of this site's mirror."""
    file = layout.html / path
    try:
        if file.is_symlink():
            return None
        with file.open("rb") as opened:
            told = read_banner(opened.read(_HEAD).decode("utf-8", "replace"))
    except OSError:
        return None
    url = canonical(told.source) if told is not None else None
    if told is None or url is None or not _stands_where_it_belongs(layout.site, url, path):
        return None
    document = markdown_path(path)
    created = created_in(layout.markdown / document, url) if told.has_markdown else None
    return SavedPage(url, path, told.changed, document if created is not None else None, created or "")


def _stands_where_it_belongs(site: str, url: CanonicalUrl, path: LocalPath) -> bool:
    """False for a page of another mirror that somebody has put here."""
    return (site_name(url) == site) != path.startswith(EXTERNAL + "/")


def created_in(file: Path, url: CanonicalUrl) -> str | None:
    """The day in the frontmatter of a Markdown copy of ``url``; empty without one, None for what is no copy of it."""
    try:
        fields, _ = parse_frontmatter(file.read_text("utf-8", "replace"))
    except OSError:
        return None
    source = fields.get("source")
    if not isinstance(source, str) or canonical(source) != url:
        return None
    return str(fields.get("created") or "")


def _ours(pages: list[SavedPage]) -> SavedPage:
    """Of several files of one address the one that has its name; the others are somebody's copies of it."""
    if len(pages) == 1:
        return pages[0]
    name = name_all([Nameable(pages[0].url, ".html", pages[0].path.startswith(EXTERNAL + "/"))], {})[pages[0].url]
    return min(pages, key=lambda page: (page.path != name, page.document is None, len(page.path), page.path))
