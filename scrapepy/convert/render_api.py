"""API items: a heading with the plain signature, then what is said about it.

Sphinx writes ``dl > dt.sig + dd``, Doxygen ``h2.memtitle + div.memitem``, Javadoc ``section.detail > h3 +
div.member-signature``. Overloads are a heading each.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scrapepy.convert.render_definition import definition_list, groups
from scrapepy.convert.render_flow import HEADING, anchor
from scrapepy.rules.markup import Shape
from scrapepy.web.escape import code_span
from scrapepy.web.html import TEXT_ID, tag_ids

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_NOT_SIGNATURE = frozenset(
    ["headerlink", "viewcode-link", "viewcode-back", "srclink", "copybtn", "permalink", "mlabels", "selflink"]
)
_TOKEN_IDS = frozenset(tag_ids(["span", "em", "code", "tt", "var", "b", "i", "strong", "big"]).values())
_NO_TEXT = frozenset(["button", "script", "style", "svg", "template"])
_APART = frozenset(["br", "dd", "dt", "dl", "div", "p", "table", "tbody", "tr", "td", "li"])
_SPACED = (("( ", "("), (" )", ")"), ("[ ", "["), (" ]", "]"))
_LAST_COMMA = re.compile(r",\)(?=[^()]*\Z)")


def signature_text(node: Node, breaks: bool = True) -> str:
    """A declaration as one plain line, without permalinks and links to the source.

    Line ends, indentation and no-break spaces are single spaces; a signature that was broken over lines is joined.
    ``breaks`` False spares looking for ``br`` on a page that has none.
    """
    out: list[str] = []
    _collect(node, out, 0, breaks and node.css_first("br") is not None)
    text = "".join(out).strip()
    if "\xa0" in text or "\u200b" in text:
        text = text.replace("\xa0", " ").replace("\u200b", "")
    if "\n" not in text and "\t" not in text:
        return " ".join(text.split())
    text = " ".join(text.split())
    for wide, narrow in _SPACED:
        text = text.replace(wide, narrow)
    return _LAST_COMMA.sub(")", text)


def _collect(node: Node, out: list[str], depth: int, broken: bool) -> None:
    """The pieces of a declaration; where it has no line breaks (``broken``) its tokens are read whole."""
    child = node.first_child
    while child is not None:
        number = child.tag_id
        if number == TEXT_ID:
            out.append(child.text_content or "")
            child = child.next
            continue
        tag = child.tag
        if number in _TOKEN_IDS:
            if not _is_beside(child):
                inner = child.first_child
                if inner is not None and inner.tag_id == TEXT_ID and inner.next is None:
                    out.append(inner.text_content or "")
                elif broken and depth < 50:
                    _collect(child, out, depth + 1, broken)
                else:
                    out.append(child.text())
        elif tag is not None and tag[0] != "-" and tag not in _NO_TEXT and not _is_beside(child):
            apart = tag in _APART
            if apart:
                out.append("\n")
            if depth < 50:
                _collect(child, out, depth + 1, broken)
            else:
                out.append(child.text())
            if apart:
                out.append("\n")
        child = child.next


def _is_beside(node: Node) -> bool:
    """Whether an element stands beside a declaration: a permalink, a link to the source, a label."""
    classes = node.attributes.get("class")
    return bool(classes) and _says_beside(classes or "")


@lru_cache(maxsize=512)
def _says_beside(classes: str) -> bool:
    return not _NOT_SIGNATURE.isdisjoint(classes.lower().split())


def api_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a ``dl`` of signatures; one whose terms are none is a definition list."""
    if not _holds_signatures(node):
        if node.css_first("dd > table.exception") is not None:  # Doxygen has a word of Sphinx's for it
            walker.shapes[Shape.PARAMETER_TABLE](walker, node, attributes)
        else:
            definition_list(walker, node, attributes)
        return
    walker.flush()
    above, base = walker.level, walker.base
    level = max(above, 1) + 1
    walker.base = level
    for terms, details in groups(node):
        for term in terms:
            _signature_heading(walker, term, level)
        walker.level = level
        for detail in details:
            walker.note_id(detail.attributes)
            walker.walk(detail)
            walker.flush()
    walker.level, walker.base = above, base


def _holds_signatures(node: Node) -> bool:
    term = node.first_child
    while term is not None and term.tag != "dt":
        term = term.next
    if term is None:
        return False
    given = term.attributes
    words = (given.get("class") or "").split()
    if "sig" in words or "sig-object" in words:
        return True
    return bool(given.get("id")) and term.css_first("code.descname, tt.descname, span.sig-name, code.name") is not None


def _signature_heading(walker: Walker, term: Node, level: int) -> None:
    walker.note_id(term.attributes)
    for inner in term.iter():
        identifier = inner.id
        if identifier and inner.tag in ("span", "a"):
            walker.pending.append(anchor(identifier, walker.flag))
    write_signature(walker, signature_text(term, walker.has_breaks()), level)


def write_signature(walker: Walker, signature: str, level: int) -> None:
    """Add the heading of an API item; ids that wait for text belong to it."""
    if not signature:
        return
    marks = "".join(walker.pending)
    walker.pending.clear()
    walker.blocks.append((HEADING, f"{'#' * min(level, 6)} {marks}{code_span(signature)}"))
