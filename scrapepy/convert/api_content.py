"""A page that a viewer of API descriptions would fill: its content is what the viewer would draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scrapepy.convert.openapi.described import described
from scrapepy.convert.openapi.documents import Library
from scrapepy.convert.openapi.page import ApiPage
from scrapepy.convert.openapi.viewer import Viewer
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, slot, without_marks
from scrapepy.rules.api_viewers import API_VIEWERS
from scrapepy.web.controls import without_controls
from scrapepy.web.html import Node, block_text, parse_fragment, visible_words
from scrapepy.web.links import ParsedPage, parse_page

OWN_WORDS = 50
"""A page with so many words beside its viewer is an article that shows an API."""

_SLOT = re.compile(f"{SLOT_OPEN}([0-9]+){SLOT_CLOSE}")


@dataclass(frozen=True, slots=True)
class ApiContent:
    """What became of a page. ``page`` is one of its own; with ``stands_in`` it is the page itself, changed."""

    page: ParsedPage
    title: str
    summary: str
    stands_in: bool = False


def api_content(page: ParsedPage, viewer: Viewer, title: str, library: Library | None) -> ApiContent | None:
    """The content of a page with a viewer; None where no description is had. Its tree may be changed."""
    root = _root(page, viewer)
    body = page.tree.body
    own = visible_words(block_text(body)) if body is not None else 0
    own -= visible_words(block_text(root)) if root is not None else 0
    is_article = root is not None and own >= OWN_WORDS
    api = described(viewer, page.address, title, library, 2 if is_article else 1)
    if api is None:
        return None
    if is_article and root is not None:
        _put(page, root, api)
        return ApiContent(page, title, "", stands_in=True)
    return ApiContent(_parsed(page, api), api.title, api.summary)


def nodes_of(content: ApiContent) -> Sequence[Node]:
    """The content of a page of its own."""
    body = content.page.tree.body
    return () if body is None else (body,)


def _parsed(page: ParsedPage, api: ApiPage) -> ParsedPage:
    html = without_controls(without_marks(api.html))
    parsed = parse_page(f"<!DOCTYPE html><title></title><body>{html}</body>", page.address, page.site)
    parsed.charset = page.charset
    return parsed


def _root(page: ParsedPage, viewer: Viewer) -> Node | None:
    row = next(row for row in API_VIEWERS if row.name == viewer.name)
    node = page.tree.css_first(", ".join((*row.tags, *row.roots)))
    return None if node is None or node.tag == "script" else node


def _put(page: ParsedPage, root: Node, api: ApiPage) -> None:
    """Put the description in the place of the viewer's element, with slots that go on where the page's own end."""
    inner = _parsed(page, api)
    offset = len(page.references)
    body = inner.tree.body
    html = _SLOT.sub(lambda match: slot(int(match[1]) + offset), (body.inner_html if body is not None else "") or "")
    page.references.extend(inner.references)
    container = parse_fragment(f"<div>{html}</div>").root
    if container is not None:
        root.replace_with(container)
