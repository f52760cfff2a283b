"""Which addresses the files of a folder stand for (:mod:`scrapepy.mirroring.foreign`)."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from scrapepy.convert.to_markdown import PAGE_ENDINGS
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import canonical

_INDEX_NAMES = ("index.html", "index.htm", "index.xhtml", "default.html")


def root_of(url: str) -> str:
    """The address of a folder's root as a person types it, with its last slash; the address of a page in it will do.

    >>> root_of("https://e.example/docs"), root_of("https://e.example/3.11?x=1"), root_of("https://e.example/a/b.html")
    ('https://e.example/docs/', 'https://e.example/3.11/', 'https://e.example/a/')
    """
    parts = urlsplit(url)
    bare = urlunsplit(parts._replace(query="", fragment=""))
    ending = PurePosixPath(parts.path).suffix.lower()
    is_page = ending and ending in PAGE_ENDINGS and not parts.path.endswith("/")
    return urljoin(bare, ".") if is_page or bare.endswith("/") else bare + "/"


def page_addresses(path: str) -> list[str]:
    """Below the root: a folder leads to its index, and an address without an ending to the page of that name."""
    folder, _, name = path.rpartition("/")
    if name.lower() in _INDEX_NAMES:
        return [quote(folder + "/") if folder else "", quote(folder)]
    bare = path.rpartition(".")[0]
    return [quote(bare)] if name.rpartition(".")[0] else []


def query_addresses(path: str) -> list[str]:
    """Below the root: the addresses of a file that has a query in its name (``p?v=2``, ``p?v=2.html``; wget)."""
    bare, mark, query = path.partition("?")
    if not mark or not query:
        return []
    queries = [query]
    ending = PurePosixPath(query).suffix.lower()
    if ending and ending in PAGE_ENDINGS:
        queries.append(query[: -len(ending)])
    return [f"{quote(bare)}?{quote(each, safe=_QUERY)}" for each in queries]


_QUERY = "/?:@!$&'()*+,;=-._~%"


def without_query(url: str, asked: Collection[str]) -> CanonicalUrl | None:
    """The address that ``url`` leads to in a folder: the one without its query. None where there is no query, or where
    the query chooses among files (``asked``: addresses without the query that stands in the name of some file).

    >>> without_query("https://e.example/b.html?v=2", ())
    'https://e.example/b.html'
    """
    bare, mark, _ = url.partition("?")
    return canonical(bare) if mark and bare not in asked else None
