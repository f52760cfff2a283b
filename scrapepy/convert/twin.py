"""The Markdown that a site publishes of a page: used where it holds as much as the page (SPEC 6).

A twin goes through the renderer like a page, so that its links, images and anchors follow the rules of all Markdown
here; what it would lose on the way is refused (``rules.twins``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapepy.convert.segments import prose_of
from scrapepy.model.template import without_marks
from scrapepy.rules.twins import FOREIGN_SYNTAXES, TWIN_ENDINGS, TWIN_TYPES
from scrapepy.web.controls import without_controls
from scrapepy.web.html import Node
from scrapepy.web.links import ParsedPage, parse_page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MOST_CHARACTERS = 2_000_000

_FRONTMATTER = re.compile(r"\A\s*---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n]*", re.MULTILINE)
_PAGE_ENDING = re.compile(r"(?:/index)?\.(?:html?|xhtml|php)$|/$")
_TASK = re.compile(r"<li>(\s*(?:<p>)?)\[([ xX])\](?=\s)")
_MARKDOWN_LINK = re.compile(r"\.md(?=$|[?#])")
_SOURCES = "/_sources/"


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, since few sites publish Markdown

    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def twins_of(page: ParsedPage) -> tuple[str, ...]:
    """Addresses of the Markdown that a page announces as its own, the likeliest first. The tree stays as it is."""
    found: dict[str, None] = {}
    links = page.met.elements.get("link", ()) if page.met is not None else page.tree.css("link[rel]")
    for link in links:
        if _announces(link) and (reference := page.reference(link.attributes.get("href"))) is not None:
            found[reference.address.partition("#")[0]] = None
    own = _PAGE_ENDING.sub("", urlsplit(page.address).path)
    for reference in page.references:
        address = reference.address
        if ".md" not in address or "://" not in address:
            continue
        path = urlsplit(address).path
        if path.endswith(TWIN_ENDINGS) and _is_of(path, own) and _same_host(address, page.address):
            found[address.partition("#")[0]] = None
    return tuple(found)


def _announces(link: Node) -> bool:
    attributes = link.attributes
    rel = (attributes.get("rel") or "").lower().split()
    return "alternate" in rel and (attributes.get("type") or "").partition(";")[0].strip().lower() in TWIN_TYPES


def _is_of(path: str, own: str) -> bool:
    """Whether a path is the page's own (``own`` is without its ending) as Markdown, or as Sphinx's source of it."""
    name = re.sub(r"\.(?:md\.txt|md|markdown)$", "", path)
    if _SOURCES in path:
        before, _, after = name.partition(_SOURCES)
        name = f"{before}/{after}"
    name = name.removesuffix("/index")
    return name == own


def _same_host(address: str, other: str) -> bool:
    return urlsplit(address).netloc == urlsplit(other).netloc


def foreign_syntax(markdown: str) -> str:
    """The id of a syntax that is no Markdown of GitHub's; ``""`` for plain Markdown."""
    fences = "\n".join(_FENCE.findall(markdown))
    text = _CODE_SPAN.sub("`", prose_of(markdown))
    for row in FOREIGN_SYNTAXES:
        where = f"{fences}\n{text}" if row.id == "myst-directive" else text
        if row.pattern.search(where):
            return row.id
    return ""


def twin_page(body: bytes, address: str, page: ParsedPage) -> ParsedPage | str:
    """A twin as a page to be rendered; why it cannot be used, as words, where it cannot."""
    text = without_controls(without_marks(body.decode("utf-8-sig", "replace"))).replace("\r\n", "\n")
    if len(text) > MOST_CHARACTERS:
        return "too large"
    if text.lstrip()[:1] == "<" and re.match(r"\s*<(?:!doctype|html|\?xml)", text, re.IGNORECASE):
        return "a web page"
    text = _FRONTMATTER.sub("", text, count=1)
    if foreign := foreign_syntax(text):
        return foreign
    base = address
    reader = _reader()
    tokens = reader.parse(text)
    if _SOURCES in address:
        # sources name each other where pages name pages
        ending = "/" if page.address.endswith("/") else ".html"
        base = page.address.rstrip("/")
        for token in tokens:
            for child in token.children or ():
                href = child.attrs.get("href")
                if child.type == "link_open" and isinstance(href, str) and "://" not in href:
                    child.attrs["href"] = _MARKDOWN_LINK.sub(ending, href)
    html = reader.renderer.render(tokens, reader.options, {})
    html = _TASK.sub(lambda m: f'<li>{m[1]}<input type="checkbox"{"" if m[2] == " " else " checked"}>', html)
    twin = parse_page(f"<!DOCTYPE html><title></title><body>{html}</body>", base, page.site)
    twin.url = page.url
    return twin
