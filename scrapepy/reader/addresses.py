"""The reader's own addresses."""

from __future__ import annotations

from urllib.parse import quote, urlencode

SAVED, MARKDOWN = "saved", "markdown"
"""The two views of a page; the first is the one that is meant where none is named."""


def page_address(site: str, path: str, view: str = SAVED, fragment: str = "", *, told: bool = False) -> str:
    """Of a page, by its HTML path; ``told``: the server is told the fragment, too.

    >>> page_address("docs.example.com", "a b.html", MARKDOWN, "c")
    '/page/docs.example.com/a%20b.html?view=markdown#c'
    """
    query = f"?view={view}" if view != SAVED else ""
    anchor = f"#{quote(fragment)}" if fragment else ""
    if told and fragment:
        query += f"{'&' if query else '?'}at={quote(fragment, safe='')}"
    return f"/page/{quote(site, safe='')}/{quote(path)}{query}{anchor}"


def file_address(site: str, tree: str, path: str) -> str:
    """Of a file in one of a mirror's two trees (``html``, ``markdown``)."""
    return f"/file/{quote(site, safe='')}/{tree}/{quote(path)}"


def search_address(query: str, site: str = "", limit: int = 0) -> str:
    """Of the results of a search."""
    values = {"q": query} | ({"site": site} if site else {}) | ({"limit": str(limit)} if limit else {})
    return "/search?" + urlencode(values)


def site_address(what: str, site: str, **values: str | int) -> str:
    """Of a view of a whole mirror: ``contents``, ``changes``."""
    return f"/{what}/{quote(site, safe='')}" + ("?" + urlencode(values) if values else "")
