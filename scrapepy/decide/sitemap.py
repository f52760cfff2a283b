"""Sitemaps (sitemaps.org protocol): lists of pages, lists of lists, plain text lists, compressed or not.

What a stranger sends is read with limits: so many bytes after decompression, so many addresses, no entities.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from scrapepy.web.canonical import resolve

MAX_BYTES = 50 * 1024 * 1024
"""Bytes that are read of one sitemap once decompressed, as many as the protocol allows."""

MAX_URLS = 50_000
"""Addresses that the protocol allows in one file."""


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A page that a sitemap lists: its absolute address, and ``lastmod`` as written (a W3C date) or None."""

    url: str
    lastmod: str | None = None


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What one file lists. ``note`` is not empty where something was wrong with it; what was read before stands."""

    pages: tuple[SitemapEntry, ...] = ()
    sitemaps: tuple[str, ...] = ()
    note: str = ""


def parse_sitemap(body: bytes, address: str, max_urls: int = MAX_URLS, max_bytes: int = MAX_BYTES) -> Sitemap:
    """The addresses in a sitemap, each once, in its order; whatever host they are on (scope decides later).

    ``address`` is where the file came from: relative addresses, which the protocol does not know, are joined to it.
    A file that breaks off is read as far as it goes. Feeds, which some sites name as sitemaps, count as lists of pages.
    Nothing raises.
    """
    body, note = _plain(body, max_bytes)
    text = body.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"<") or body.startswith((b"\xff\xfe", b"\xfe\xff")):
        lists = _Lists(address, max_urls)
        note = _read_xml(text if text.startswith(b"<") else body, lists) or note
        return lists.sitemap(note)
    return _text_sitemap(text, address, max_urls, note)


_GZIP = b"\x1f\x8b"
_ENTRIES = frozenset({"url", "sitemap", "item", "entry"})
_MAX_DEPTH = 32
_MAX_ELEMENTS = 100_000
"""Elements in a row without an entry between them; an entry may list a thousand images."""


class _Lists:
    """Collects addresses up to a limit, each once."""

    def __init__(self, address: str, max_urls: int) -> None:
        self._address = address
        self._left = max_urls
        self.pages: dict[str, str | None] = {}
        self.sitemaps: dict[str, None] = {}

    @property
    def full(self) -> bool:
        return self._left <= 0

    def add(self, location: str | None, lastmod: str | None, *, is_sitemap: bool) -> None:
        url = resolve(location.strip(), self._address) if location and location.strip() else None
        if url is None or not url.startswith(("http://", "https://")):
            return
        self._left -= 1
        if is_sitemap:
            self.sitemaps.setdefault(url)
        else:
            self.pages.setdefault(url, lastmod)

    def sitemap(self, note: str) -> Sitemap:
        pages = tuple(SitemapEntry(url, lastmod) for url, lastmod in self.pages.items())
        return Sitemap(pages, tuple(self.sitemaps), note)


def _read_xml(body: bytes, lists: _Lists) -> str:
    """Read ``url`` and ``sitemap`` elements of any namespace; what went wrong, if anything did."""
    location = lastmod = None
    depth = elements = 0
    root: Element | None = None
    try:
        for event, element in iterparse(BytesIO(body), events=("start", "end")):
            name = element.tag.rpartition("}")[2].lower()
            if event == "start":
                root = element if root is None else root
                depth += 1
                elements += 1
                if name in _ENTRIES:
                    location = lastmod = None
                if depth > _MAX_DEPTH or elements > _MAX_ELEMENTS:
                    return "too much nesting for a sitemap"
                continue
            depth -= 1
            if name == "loc" and not _is_extension(element.tag):
                location = element.text
            elif name == "link" and location is None and element.get("rel", "alternate") == "alternate":
                location = element.text or element.get("href")
            elif name in ("lastmod", "pubdate", "updated"):
                lastmod = (element.text or "").strip() or None
            elif name in _ENTRIES:
                lists.add(location, lastmod, is_sitemap=name == "sitemap")
                element.clear()
                elements = 0
                if lists.full:
                    return "more addresses than are read"
            if depth == 1 and root is not None:
                root.clear()  # else the emptied elements of a whole file would pile up
    except DefusedXmlException:
        return "entities in a sitemap are not read"
    except (ParseError, ValueError, LookupError) as error:
        return f"not well-formed XML ({error})"
    return ""


def _is_extension(tag: str) -> bool:
    """True for the ``loc`` of images, videos and news, which are no pages."""
    return bool(re.search(r"sitemap-(?:image|video|news|mobile)", tag))


def _text_sitemap(body: bytes, address: str, max_urls: int, note: str) -> Sitemap:
    """One address a line; a body without any is no sitemap."""
    lists = _Lists(address, max_urls)
    for line in body.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith(("http://", "https://")) and " " not in line:
            lists.add(line, None, is_sitemap=False)
            if lists.full:
                note = "more addresses than are read"
                break
    if body and not lists.pages:
        note = note or "neither XML nor a list of addresses"
    return lists.sitemap(note)


def _plain(body: bytes, max_bytes: int) -> tuple[bytes, str]:
    """The body decompressed, twice where a server compressed a compressed file, up to ``max_bytes``."""
    note = ""
    for _ in range(2):
        if not body.startswith(_GZIP):
            break
        plain = bytearray()
        while body.startswith(_GZIP) and len(plain) < max_bytes:  # one stream after the other is one file
            unzip = zlib.decompressobj(31)
            try:
                plain += unzip.decompress(body, max_bytes - len(plain))
            except zlib.error as error:
                note = f"not valid gzip ({error})"
                break
            if not unzip.eof:
                note = f"more than {max_bytes} bytes" if unzip.unconsumed_tail else "cut short"
                break
            body = unzip.unused_data
        body = bytes(plain)
    if len(body) > max_bytes:
        return body[:max_bytes], f"more than {max_bytes} bytes"
    return body, note
