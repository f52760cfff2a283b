"""Writes ``llms.txt`` and ``llms-full.txt`` beside a site's Markdown where a start wants them (``--llms``).

A marker in the state's folder says that they are ours: they are taken away when no start wants them any more, and files
of the same names that somebody else put there are not touched.
"""

from __future__ import annotations

from collections.abc import Mapping

from scrapepy.errors import StoreError
from scrapepy.mirroring.messages import tree_of
from scrapepy.mirroring.navigation import site_navigation
from scrapepy.model.url import CanonicalUrl
from scrapepy.sections.llms import LlmsPage, llms_full_txt, llms_txt
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import Readings
from scrapepy.web.canonical import host_of
from scrapepy.web.frontmatter import parse_frontmatter

INDEX, FULL = "llms.txt", "llms-full.txt"


def write_llms(layout: SiteLayout, state: Readings) -> str:
    """Write both files, or take them away. Answers a sentence where they could not be written, else nothing."""
    tree = tree_of(layout.markdown)
    marker = layout.state_folder / "llms"
    if not any(_wants(start.options) for start in state.starts()):
        if marker.exists():
            tree.remove(INDEX)
            tree.remove(FULL)
            marker.unlink(missing_ok=True)
        return ""
    if not marker.exists() and any(tree.size(name) is not None for name in (INDEX, FULL)):
        return f"{INDEX} was not written: {layout.markdown} holds a file of that name that is not the mirror's."
    pages, title, description = _pages(layout, state)
    if not pages:
        return ""
    try:
        marker.touch()
    except OSError as error:
        raise StoreError(f"cannot write {marker}: {error.strerror}") from error
    tree.write(INDEX, llms_txt(title, description, pages).encode("utf-8", "replace"))
    tree.write(FULL, llms_full_txt(title, description, pages).encode("utf-8", "replace"))
    return ""


def _wants(options: Mapping[str, object]) -> bool:
    keep = options.get("keep")
    return isinstance(keep, dict) and bool(keep.get("llms")) and bool(keep.get("markdown", True))


def _pages(layout: SiteLayout, state: Readings) -> tuple[list[LlmsPage], str, str]:
    """The pages in the order of the navigation, and the site's title and description."""
    documents = {url: (path, title) for url, path, title in state.titles()}
    start, tree = site_navigation(state, documents)
    pages: list[LlmsPage] = []
    site = title = description = ""
    for address in tree.order:
        url = CanonicalUrl(address)
        path, name = documents[url]
        try:
            text = (layout.markdown / path).read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        fields, body = parse_frontmatter(text)
        about = fields.get("description")
        page = LlmsPage(url, path, name, about if isinstance(about, str) else "", body)
        if url == start:
            site, title, description = str(fields.get("site") or ""), name, page.description
        pages.append(page)
    return pages, site or title or host_of(start), description
