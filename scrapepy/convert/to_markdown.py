"""HTML pages as clean Markdown: the front door of the converter.

The names that people know stand here, each a short call into the room that does it. :func:`convert_page` leaves slots
where links stand, for a mirror that will know later where they lead; :func:`convert_html`, :func:`convert_fragment` and
:func:`convert_file` finish a page that stands alone.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from scrapepy.convert import clean, structure
from scrapepy.convert.beside import Library, look_beside
from scrapepy.convert.extract import extract
from scrapepy.convert.links import fill as convert_links
from scrapepy.convert.links import with_plain_headings
from scrapepy.convert.pipeline import convert_page
from scrapepy.convert.single import LonePageLinks
from scrapepy.model.document import Conversion, Document
from scrapepy.model.options import AnchorStyle, ConvertOptions
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, without_marks
from scrapepy.web.controls import without_controls
from scrapepy.web.decode import decode_html
from scrapepy.web.links import parse_page
from scrapepy.web.meta import page_meta
from scrapepy.web.xhtml import as_html, is_xhtml

__all__ = [
    "clean_markdown",
    "convert_file",
    "convert_fragment",
    "convert_html",
    "convert_links",
    "convert_page",
    "convert_text",
    "extract_content",
    "promote_bold_headings",
]

PAGE_ENDINGS = frozenset(("", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".cgi"))
"""Endings of files that can be pages; those that are not HTML's own only if they hold HTML."""

_HTML_ENDINGS = frozenset((".html", ".htm", ".xhtml", ".xht", ".shtml"))
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<meta", b"<title", b"<script", b"<?xml")
_FEED_STARTS = (b"<rss", b"<feed", b"<rdf:rdf", b"<urlset", b"<sitemapindex", b"<opml")


def promote_bold_headings(text: str) -> str:
    """Bold paragraphs that stand for headings become ``##`` headings (``clean.promote_bold_headings``)."""
    return clean.promote_bold_headings(text)


def clean_markdown(text: str) -> str:
    """``text`` without what only shows as text, and tidied: nothing empty, nothing twice (SPEC 6.4, 6.5)."""
    return structure.tidy(structure.without_repeat(structure.links_on_one_line(clean.clean_markdown(text))))


def convert_text(
    html: str | bytes,
    url: str | None = None,
    options: ConvertOptions | None = None,
    anchors: AnchorStyle = AnchorStyle.GITHUB,
    library: Library | None = None,
) -> tuple[Conversion, str]:
    """Convert one page, links filled in: the :class:`Conversion` and its Markdown (empty where it was refused).

    ``library`` has what the page names besides itself: the API description that it would show, say.
    """
    source = _text_of(html, url)
    page = parse_page(source, url or "")
    beside = look_beside(page, library, lambda: parse_page(source, url or ""))
    conversion = convert_page(page, options, beside=beside)
    if conversion.body is None:
        return conversion, ""
    partial = options is not None and options.fragment
    links = LonePageLinks(page.address, conversion.anchors, anchors, partial=partial)
    body = with_plain_headings(conversion.body) if anchors is AnchorStyle.OBSIDIAN else conversion.body
    return conversion, convert_links(body, links, links.wanted(conversion.body).__contains__)


def convert_html(
    html: str | bytes,
    url: str | None = None,
    *,
    min_words: int = 50,
    anchors: AnchorStyle = AnchorStyle.GITHUB,
) -> Document | None:
    """The Markdown of one HTML page; None where it is no page or has no content (SPEC 11).

    ``url`` is the page's address: links become absolute by it, else they stay as they are. Bytes are decoded as a
    browser would.
    """
    conversion, markdown = convert_text(html, url, ConvertOptions(min_words=min_words), anchors)
    if conversion.body is None:
        return None
    return Document(markdown, conversion.metadata, conversion.extractor, conversion.removals)


def convert_fragment(html: str | bytes, url: str | None = None) -> str:
    """The Markdown of a piece of content: all of it, however short.

    >>> convert_fragment("<p>One <b>bold</b> word</p>")
    'One **bold** word\\n'
    """
    return convert_text(html, url, ConvertOptions(fragment=True))[1]


def convert_file(path: str | Path, url: str | None = None, *, min_words: int = 50) -> Document | None:
    """The Markdown of an HTML file; None where the file is no page (by its name and first bytes) or has no content.

    Raises ``OSError`` where it cannot be read.
    """
    path = Path(path)
    if path.suffix.lower() not in PAGE_ENDINGS:
        return None
    body = path.read_bytes()
    if not is_page(path.name, body):
        return None
    return convert_html(body, url, min_words=min_words)


def is_page(name: str, head: bytes) -> bool:
    """Whether a file can be a page: its name's ending, and what it begins with. Feeds and site maps are none."""
    ending = Path(name).suffix.lower()
    start = head[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if any(sign in start for sign in _FEED_STARTS):
        return False
    if ending in _HTML_ENDINGS:
        return True
    return ending in PAGE_ENDINGS and start.startswith(_HTML_STARTS)


def extract_content(html: str | bytes, url: str | None = None) -> str | None:
    """The HTML of the page's content, as it stands in the page, junk included; None where there is none."""
    page = parse_page(_text_of(html, url), url or "")
    extraction = extract(page, page_meta(page))
    if not extraction.nodes:
        return None
    references = page.references
    # slots are of no use to the caller: what the page wrote, resolved where its address is known, goes back
    return _SLOT.sub(
        lambda match: escape(references[int(match[1])].address),
        "\n".join(node.html or "" for node in extraction.nodes),
    )


_SLOT = re.compile(f"{SLOT_OPEN}([0-9]+){SLOT_CLOSE}")


def _text_of(html: str | bytes, url: str | None = None) -> str:
    """The page as text; XHTML, by its name or its first line, as HTML says it."""
    if not isinstance(html, str | bytes | bytearray | memoryview):
        raise TypeError(f"the HTML must be a text or bytes, not {'None' if html is None else type(html).__name__}")
    named = "application/xhtml+xml" if (url or "").partition("?")[0].lower().endswith((".xhtml", ".xht")) else None
    if not isinstance(html, str):
        return decode_html(html, named).text
    text = without_controls(without_marks(html))
    return as_html(text) if is_xhtml(text, named) else text
