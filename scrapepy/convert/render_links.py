"""Links and their texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scrapepy.convert.render_flow import HEADING, LIST, QUOTE, TEXT, Block, anchor
from scrapepy.convert.render_inline import BREAK, without_inline_marks
from scrapepy.convert.render_walk import BLOCK_TAGS
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.web.escape import escape_title, suspect
from scrapepy.web.html import TEXT_ID

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.model.url import Reference
    from scrapepy.web.html import Node

_FIRST_LINE = re.compile(
    rf"((?:#{{1,6}} |> |[-*] |\d+[.)] )*(?:{ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE})*)(.*?)(\\?(?=\n|$).*)",
    re.DOTALL,
)
Writer = Callable[["Node", str, set[str]], str]
NO_TARGETS = ("javascript:", "data:", "vbscript:")


def slot_in(value: str | None) -> str | None:
    """The slot that an attribute holds, or None."""
    if value and value.startswith(SLOT_OPEN):
        return value[: value.index(SLOT_CLOSE) + 1]
    return None


def reference_of(walker: Walker, slot: str) -> Reference | None:
    """What a slot stands for."""
    index = int(slot[1:-1])
    return walker.references[index] if index < len(walker.references) else None


def link_title(attributes: Attributes, text: str, reference: Reference | None = None) -> str:
    """The title part of a link with its leading space, or nothing where it only repeats the text or the target."""
    title = attributes.get("title")
    if not title:
        return ""
    if title.isspace() or title == text or title == text.strip("`").removesuffix("()"):
        return ""
    if reference is not None and reference.fragment == title:
        return ""
    return f' "{escape_title(title)}"'


def link(walker: Walker, node: Node, attributes: Attributes, write: Writer) -> None:
    """Render ``a`` with ``write``; a link around blocks goes to their heading or first line.

    In a heading a link to the heading itself is a permalink: without words it goes, else it is its text.
    """
    name = attributes.get("name")
    if name and name != attributes.get("id"):
        walker.note_place(node, name)
    href = attributes.get("href")
    if not href or href[0] != SLOT_OPEN:
        walker.walk(node)
        return
    slot = href[: href.index(SLOT_CLOSE) + 1]
    if walker.in_note and _is_label(node) and is_here(walker, slot):
        return
    pieces = walker.pieces
    child = node.first_child
    if child is None:
        return
    if child.tag_id == TEXT_ID and child.next is None:
        text: str = child.text_content  # type: ignore[assignment] # of a text node
        if text.isspace():
            if pieces:
                pieces.append(text)
            return
        if suspect(text) is not None:
            text = walker.escaped(text)
    else:
        if pieces:
            if holds_block(child):
                walker.flush()
            elif pieces[-1][-1:] == "`":
                pieces.append("")  # or the code at its start would be one with the code before it
        start, before = len(pieces), len(walker.blocks)
        walker.walk(node)
        if len(walker.blocks) != before:
            walker.flush()
            identifier = attributes.get("id")
            if identifier and fragment_here(walker, reference_of(walker, slot)) == identifier:
                return  # Haddock: a heading in a link to itself
            _link_blocks(walker.blocks, before, slot, link_title(attributes, "", reference_of(walker, slot)))
            return
        if len(pieces) == start:
            return
        text = "".join(pieces[start:])
        del pieces[start:]
    references = walker.references
    index = int(slot[1:-1])
    reference = references[index] if index < len(references) else None
    if reference is None or (reference.url is None and reference.address[:11].lower().startswith(NO_TARGETS)):
        pieces.append(text)
    elif walker.in_heading and (fragment := fragment_here(walker, reference)) is not None:
        if not any(map(str.isalnum, text)):
            return
        if _leads_here(walker, fragment):
            pieces.append(text)
        else:
            pieces.append(write(node, text, walker.parent_tags))
    elif walker.own_links:
        pieces.append(write(node, text, walker.parent_tags))
    else:
        title = link_title(attributes, text, reference) if "title" in attributes else ""
        pieces.append(linked(text, slot, title))


def _is_label(node: Node) -> bool:
    text = node.text()
    return not any(map(str.isalpha, text)) or len(text.strip("[]() \xa0")) <= 2


def fragment_here(walker: Walker, reference: Reference | None) -> str | None:
    """The fragment of a reference to a place in the page itself, else None.

    A page without an address, such as a fragment of HTML, has only the references that are nothing but a fragment.
    """
    if reference is None:
        return None
    if reference.url is None and reference.address[:1] == "#" and not walker.page_url:
        return reference.address[1:]
    return reference.fragment if reference.url == walker.page_url else None


def is_here(walker: Walker, slot: str) -> bool:
    """Whether a link leads to a place in the page itself."""
    return bool(fragment_here(walker, reference_of(walker, slot)))


def _leads_here(walker: Walker, fragment: str) -> bool:
    """Whether a fragment names the heading that is being rendered."""
    here = anchor(unquote(fragment), "")[1:]
    return any(mark.endswith(here) and mark[2:] == here for mark in walker.pending)


def linked(text: str, slot: str, title: str) -> str:
    """A link with this text; white space and breaks at its ends step outside, a break inside is a space."""
    core = text.strip(" \n\t\x0c\xa0")
    lead = trail = ""
    if core == text:
        if "\x00" not in core and LINK_OPEN not in core and not core.isspace():  # most links
            return f"{LINK_OPEN}[{core}]({slot}{title})" if core else text
    else:
        at = text.find(core)
        lead, trail = text[:at], text[at + len(core) :]
    if BREAK in core:
        while core.startswith(BREAK):
            lead, core = lead + BREAK, core[2:].lstrip(" ")
        while core.endswith(BREAK):
            trail, core = BREAK + trail, core[:-2].rstrip(" ")
        core = core.replace(BREAK, " ")
    if not core or LINK_OPEN in core or core.isspace():
        return text
    if "\x00" in core and not without_inline_marks(core).strip():
        return text
    return f"{lead}{LINK_OPEN}[{core}]({slot}{title}){trail}"


def holds_block(child: Node | None) -> bool:
    """Whether one of these siblings (or what is directly inside them) stands on lines of its own."""
    while child is not None:
        tag = child.tag
        if tag in BLOCK_TAGS:
            return True
        if tag != "-text":
            inner = child.first_child
            while inner is not None:
                if inner.tag in BLOCK_TAGS:
                    return True
                inner = inner.next
        child = child.next
    return False


def _link_blocks(blocks: list[Block], start: int, slot: str, title: str) -> None:
    """A link around blocks: it goes to the first heading, else to the first line of text."""
    best = next((at for at in range(start, len(blocks)) if blocks[at][0] == HEADING), None)
    if best is None:
        best = next((at for at in range(start, len(blocks)) if blocks[at][0] in (TEXT, LIST, QUOTE)), None)
    if best is None:
        return
    kind, text = blocks[best]
    match = _FIRST_LINE.match(text)
    if match and match[2] and LINK_OPEN not in match[2]:
        blocks[best] = kind, f"{match[1]}{LINK_OPEN}[{match[2]}]({slot}{title}){match[3]}"


def permalink(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Drop a permalink mark; one that is all of its heading's text is unwrapped (VuePress 2, mdBook)."""
    text = node.text()
    if not any(map(str.isalnum, text)):
        return
    parent = node.parent
    if parent is not None and parent.text().strip() == text.strip():
        walker.walk(node)
