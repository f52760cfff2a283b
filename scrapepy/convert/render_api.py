"""API items: a heading with the plain signature, then what is said about it.

Sphinx writes ``dl > dt.sig + dd``, Doxygen ``h2.memtitle + div.memitem``, Javadoc ``section.detail > h3 +
div.member-signature``. Overloads are a heading each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scrapepy.convert.escape import code_span
from scrapepy.convert.render_definition import definition_list, emit_fields, groups
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_list
from scrapepy.convert.render_walk import HEADING, LIST, TEXT

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Block, Walker
    from scrapepy.web.html import Node

_NOT_SIGNATURE = frozenset(
    ["headerlink", "viewcode-link", "viewcode-back", "srclink", "copybtn", "permalink", "mlabels"]
)
_TOKENS = frozenset(["span", "em", "code", "tt", "var", "b", "i", "strong", "big"])
_NO_TEXT = frozenset(["button", "script", "style", "svg", "template"])
_APART = frozenset(["br", "dd", "dt", "dl", "div", "p", "table", "tbody", "tr", "td", "li"])
_SPACED = (("( ", "("), (" )", ")"), (",)", ")"), ("[ ", "["), (" ]", "]"))


def signature_text(node: Node) -> str:
    """A declaration as one plain line, without permalinks and links to the source.

    Line ends, indentation and no-break spaces are single spaces; a signature that was broken over lines is joined.
    """
    out: list[str] = []
    _collect(node, out, 0)
    text = "".join(out)
    if "\xa0" in text or "\u200b" in text:
        text = text.replace("\xa0", " ").replace("\u200b", "")
    text = " ".join(text.split())
    for wide, narrow in _SPACED:
        if wide in text:
            text = text.replace(wide, narrow)
    return text


def _collect(node: Node, out: list[str], depth: int) -> None:
    child = node.first_child
    while child is not None:
        tag = child.tag
        if tag == "-text":
            out.append(child.text_content or "")
        elif tag in _TOKENS:
            if not _is_beside(child):
                out.append(child.text())
        elif tag is not None and tag[0] != "-" and tag not in _NO_TEXT and not _is_beside(child):
            apart = tag in _APART
            if apart:
                out.append(" ")
            if depth < 50:
                _collect(child, out, depth + 1)
            else:
                out.append(child.text())
            if apart:
                out.append(" ")
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
        definition_list(walker, node, attributes)
        return
    walker.flush()
    above = walker.level
    level = max(above, 1) + 1
    for terms, details in groups(node):
        for term in terms:
            _signature_heading(walker, term, level)
        walker.level = level
        for detail in details:
            walker.note_id(detail.attributes)
            walker.walk(detail)
            walker.flush()
    walker.level = above


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
    return bool(given.get("id")) and term.css_first("code.descname, tt.descname, span.sig-name") is not None


def _signature_heading(walker: Walker, term: Node, level: int) -> None:
    walker.note_id(term.attributes)
    for inner in term.iter():
        if inner.tag in ("span", "a"):
            walker.note_id(inner.attributes)
    write_signature(walker, signature_text(term), level)


def write_signature(walker: Walker, signature: str, level: int) -> None:
    """Add the heading of an API item; ids that wait for text belong to it."""
    if not signature:
        return
    marks = "".join(walker.pending)
    walker.pending.clear()
    walker.blocks.append((HEADING, f"{'#' * min(level, 6)} {marks}{code_span(signature)}"))


def member_title(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``h2.memtitle``: the signature that follows says more; its ids go there."""
    walker.flush()
    for inner in node.css("[id]"):
        walker.note_id(inner.attributes)
    following = node.next
    while following is not None and following.tag == "-text" and not (following.text_content or "").strip():
        following = following.next
    if following is None or following.css_first("div.memproto") is None:
        walker.handlers["h2"](walker, node, attributes)


def member_item(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``div.memitem``: the prototype as a heading, its labels, then the text."""
    walker.flush()
    prototype = node.css_first("div.memproto")
    if prototype is None:
        walker.plain(node)
        return
    above = walker.level
    level = max(above, 1) + 1
    parts = [signature_text(part) for part in prototype.css("div.memtemplate, table.memname")]
    write_signature(walker, " ".join(parts).replace(" (", "(") if parts else signature_text(prototype), level)
    labels = [f"*{label.text().strip()}*" for label in prototype.css("span.mlabel") if label.text().strip()]
    if labels:
        walker.emit(TEXT, ", ".join(labels))
    walker.level = level
    for child in node.iter():
        if child != prototype:
            walker.visit(child)
    walker.flush()
    walker.level = above


def member_section(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Javadoc's ``section.detail``: its heading is the member's bare name, the signature takes its place."""
    walker.flush()
    declaration = node.css_first("div.member-signature")
    heading = node.first_child
    while heading is not None and (heading.tag or "-")[0] == "-":
        heading = heading.next
    if declaration is None or heading is None or heading.tag not in ("h2", "h3", "h4", "h5"):
        walker.plain(node)
        return
    above = walker.level
    level = max(above, 1) + 1
    walker.note_id(heading.attributes)
    for inner in heading.css("[id], a[name]"):
        walker.note_id(inner.attributes)
    write_signature(walker, signature_text(declaration), level)
    walker.level = level
    child = node.first_child
    while child is not None:
        if child not in (heading, declaration):
            walker.visit(child)
        child = child.next
    walker.flush()
    walker.level = above


def member_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``table.memberdecls``: a heading, then a list of declarations with what is said about each."""
    walker.flush()
    items: list[tuple[str, list[Block]]] = []
    prefix = ""
    for row in node.css("tr"):
        walker.note_id(row.attributes)
        heading = row.css_first("h2, h3")
        if heading is not None:
            emit_list(walker, items)
            items = []
            walker.visit(heading)
            walker.flush()
            continue
        cells = [cell for cell in row.iter() if cell.tag == "td"]
        words = {word.lower() for cell in cells for word in (cell.attributes.get("class") or "").split()}
        if "memseparator" in words:
            continue
        text = " ".join(t for cell in cells if (t := walker.inline_of(cell).strip("\xa0 ")))
        if not text:
            continue
        if "memtemplparams" in words:
            prefix = text + " "
        elif words & {"mdescright", "mdescleft"} and items:
            items[-1][1].append((TEXT, text))
        else:
            items.append(("- ", [(TEXT, prefix + text)]))
            prefix = ""
    emit_list(walker, items)


def parameter_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``dl.params > dd > table``: a list under its label."""
    walker.flush()
    for terms, details in groups(node):
        label = walker.inline_of(terms[0], marks=STRONG) if terms else ""
        rows: list[str] = []
        for detail in details:
            for row in detail.css("tr"):
                text = _parameter(walker, [cell for cell in row.iter() if cell.tag == "td"])
                if text:
                    rows.append(f"- {text}")
            if not detail.css_first("tr"):
                rows.extend(f"- {text}" for _, text in walker.blocks_of(detail))
        if rows:
            blocks: list[Block] = [(TEXT, label)] if label else []
            emit_fields(walker, [("- ", [*blocks, (LIST, "\n".join(rows))])])


def _parameter(walker: Walker, cells: list[Node]) -> str:
    direction = name = ""
    said: list[str] = []
    for cell in cells:
        words = (cell.attributes.get("class") or "").lower().split()
        if "paramname" in words:
            name = signature_text(cell)
        elif "paramdir" in words:
            direction = " " + walker.inline_of(cell)
        else:
            said.append(walker.inline_of(cell))
    text = " ".join(filter(None, said))
    if not name:
        return text
    return f"{code_span(name)}{direction}: {text}" if text else f"{code_span(name)}{direction}"
