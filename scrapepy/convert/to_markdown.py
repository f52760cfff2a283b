"""HTML pages as clean Markdown: the front door of the converter.

One page goes through :data:`TEXT_STEPS` after its content is found (``extract``), freed of junk (``junk``) and rendered
(``render``). :func:`convert_page` leaves slots where links stand, for a mirror that will know later where they lead;
:func:`convert_html`, :func:`convert_fragment` and :func:`convert_file` finish a page that stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from scrapepy.convert import clean, structure
from scrapepy.convert.anchors import settle
from scrapepy.convert.extract import Extraction, extract
from scrapepy.convert.junk import remove_junk
from scrapepy.convert.links import fill as convert_links
from scrapepy.convert.page_check import is_search_page, refusal, verdict
from scrapepy.convert.render import render
from scrapepy.convert.single import LonePageLinks
from scrapepy.convert.titles import heading_text, site_of, tags_of, title_of
from scrapepy.model.document import Conversion, Document, Metadata, Removal
from scrapepy.model.options import AnchorStyle, ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, Template
from scrapepy.web.decode import decode_html
from scrapepy.web.html import Node
from scrapepy.web.links import ParsedPage, parse_page
from scrapepy.web.meta import PageMeta, page_meta

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


@dataclass(slots=True)
class TextContext:
    """What the steps on text know of the page."""

    title: str
    site_names: tuple[str, ...]
    documentation: bool
    """The page of a recognised platform: its words are its own, and nothing is taken for junk."""
    fragment: bool
    heading_outside: bool
    """The page's main heading stands outside the content."""
    removed: list[Removal]


def promote_bold_headings(text: str) -> str:
    """Bold paragraphs that stand for headings become ``##`` headings (``clean.promote_bold_headings``)."""
    return clean.promote_bold_headings(text)


def clean_markdown(text: str) -> str:
    """``text`` without what only shows as text, and tidy: lines, sections, empty and repeated things (SPEC 6.4, 6.5)."""
    return structure.tidy(structure.without_repeat(structure.links_on_one_line(clean.clean_markdown(text))))


def _promote(text: str, context: TextContext) -> str:
    return text if context.documentation or context.fragment else promote_bold_headings(text)


def _clean(text: str, context: TextContext) -> str:
    return text if context.documentation or context.fragment else clean.clean_markdown(text, context.removed)


def _tidy(text: str, context: TextContext) -> str:
    return structure.tidy(text, None if context.fragment else context.removed)


def _head(text: str, context: TextContext) -> str:
    if context.fragment:
        return text
    return structure.one_main_heading(text, context.title, context.site_names, context.heading_outside)


TEXT_STEPS: tuple[Callable[[str, TextContext], str], ...] = (_promote, _clean, _tidy)
"""What happens to rendered Markdown, in this order; the main heading is set when it is known that the page stays."""


def convert_page(
    page: ParsedPage, options: ConvertOptions | None = None, meta: PageMeta | None = None
) -> Conversion:
    """Convert a parsed page. Its tree is consumed: call this last.

    ``body`` of the answer is Markdown with slots, without frontmatter; where the page has no Markdown copy it is None
    and ``refusal`` says why.
    """
    options = options or ConvertOptions()
    meta = meta or page_meta(page)
    if options.fragment:
        return _convert_fragment(page, meta)
    extraction = extract(page, meta)
    platform = extraction.platform
    conversion = Conversion(
        None,
        metadata_of(page, meta, extraction),
        extractor=extraction.extractor,
        platform=platform.name if platform is not None else "",
    )
    reason, rule = verdict(extraction.signs, meta, extraction.nodes)
    if reason is not None:
        return replace(conversion, refusal=reason, refusal_rule=rule)
    if is_search_page(extraction.signs, platform):
        return replace(conversion, refusal=SkipReason.SEARCH_PAGE, refusal_rule=conversion.platform)
    context = _context(page, extraction, conversion.metadata)
    context.removed.extend(remove_junk(extraction.nodes, page, platform if extraction.by_row else None))
    text = _rendered(extraction.nodes, page, context)
    # a heading that the page has outside its content is text of the page; one made of <title> is not
    refused = refusal(_head(text, context) if context.heading_outside else text, platform, options)
    if refused is not None:
        reason, rule, detail = refused
        return replace(
            conversion,
            refusal=reason,
            refusal_rule=rule,
            refusal_detail=detail,
            removals=tuple(context.removed),
        )
    text, anchors = settle(_head(text, context))
    return replace(
        conversion,
        body=Template(text, tuple(page.references)),
        anchors=anchors,
        removals=tuple(context.removed),
    )


def _convert_fragment(page: ParsedPage, meta: PageMeta) -> Conversion:
    context = TextContext("", (), False, True, False, [])
    body = page.tree.body
    nodes = () if body is None else (body,)
    text, anchors = settle(_rendered(nodes, page, context))
    return Conversion(
        Template(text, tuple(page.references)), Metadata(), extractor="fragment", anchors=anchors, removals=()
    )


def _rendered(nodes: Sequence[Node], page: ParsedPage, context: TextContext) -> str:
    text = "\n\n".join(piece for node in nodes if (piece := render(node, page).strip("\n")))
    for step in TEXT_STEPS:
        text = step(text, context)
    return text


def _context(page: ParsedPage, extraction: Extraction, metadata: Metadata) -> TextContext:
    heading = page.tree.css_first("h1")
    title = metadata.title or ""
    outside = False
    platform = extraction.platform
    if platform is not None and platform.title:
        node = page.tree.css_first(platform.title)
        outside = node is not None and not _is_inside(node, extraction.nodes)
    elif heading is not None and not _is_inside(heading, extraction.nodes):
        said = heading_text(heading)
        same = structure.folded(said)
        if same and same in structure.folded(f"{title} {metadata.title or ''}"):
            title, outside = said, True
    return TextContext(
        title=title,
        site_names=tuple(name for name in (metadata.site, site_of(page.tree, platform)) if name),
        documentation=platform is not None,
        fragment=False,
        heading_outside=outside,
        removed=[],
    )


def _is_inside(node: Node, contents: Sequence[Node]) -> bool:
    own = {content.mem_id for content in contents}
    above: Node | None = node
    while above is not None:
        if above.mem_id in own:
            return True
        above = above.parent
    return False


def metadata_of(page: ParsedPage, meta: PageMeta, extraction: Extraction) -> Metadata:
    """The frontmatter's fields, as far as the page states them."""
    platform = extraction.platform
    site = meta.site_name or site_of(page.tree, platform) or None
    return Metadata(
        title=title_of(page.tree, platform, meta, extraction.nodes) or None,
        source=str(page.url) or None,
        author=meta.author or None,
        published=meta.published or None,
        modified=meta.modified or None,
        description=meta.description or None,
        site=site,
        language=meta.language or None,
        tags=tuple(meta.tags) or tags_of(page.tree, platform),
        platform=platform.name if platform is not None else None,
    )


# a page that stands alone ----------------------------------------------------------------------------------------------


def convert_text(
    html: str | bytes,
    url: str | None = None,
    options: ConvertOptions | None = None,
    anchors: AnchorStyle = AnchorStyle.GITHUB,
) -> tuple[Conversion, str]:
    """Convert one page, links filled in: the :class:`Conversion` and its Markdown (empty where it was refused)."""
    page = parse_page(_text_of(html), url or "")
    conversion = convert_page(page, options)
    if conversion.body is None:
        return conversion, ""
    links = LonePageLinks(page.address, conversion.anchors, anchors)
    return conversion, convert_links(conversion.body, links, links.wanted(conversion.body).__contains__)


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
    page = parse_page(_text_of(html), url or "")
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


def _text_of(html: str | bytes) -> str:
    return html if isinstance(html, str) else decode_html(html, None).text

