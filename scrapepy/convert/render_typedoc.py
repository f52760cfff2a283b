"""TypeDoc's members: a heading for each signature, then its text, then what is said of its parts as a list.

``section.tsd-member > h3`` has the bare name, and ``div.tsd-signature`` the declaration, alone or as the first of each
item of ``ul.tsd-signatures`` where there may be overloads. Facts stand under small headings: parameters, what is
returned, the tags of the comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text, write_signature
from scrapepy.convert.render_code import fence, parted_code
from scrapepy.convert.render_definition import emit_fields, labelled
from scrapepy.convert.render_flow import CODE, TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_LOWEST = 2
"""Headings below this one are labels of the page's facts, and no signature stands under them."""
_PART_LISTS = frozenset({"tsd-parameter-list", "tsd-type-parameter-list", "tsd-parameters"})


def member(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a member; one without a signature (a name that another module exports) as its page has it."""
    walker.flush()
    heading = next((child for child in node.iter() if child.tag in _HEADINGS), None)
    if heading is None or node.css_first("div.tsd-signature") is None:
        walker.plain(node)
        return
    above, level = walker.level, max(walker.level, 1) + 1
    walker.note_id(heading.attributes)
    tags = [text for tag in heading.css("code.tsd-tag") if (text := tag.text().strip())]
    for child in node.iter():
        if child == heading:
            continue
        words = class_words(child)
        if "tsd-signature" in words:
            _heading(walker, child, level, tags)
            _described(walker, [other for other in node.iter() if other not in (heading, child)])
            break
        if "tsd-signatures" in words:
            _overloads(walker, child, level, tags)
        else:
            walker.visit(child)
    walker.flush()
    walker.level = above


def signatures(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the signatures of a page that is about one function, or of what an interface can be called with."""
    walker.flush()
    above = walker.level
    _overloads(walker, node, min(max(above, 1), _LOWEST) + 1, [])
    walker.level = above


def declaration(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the declaration of the page's type: on one line with its links, on several as a code block."""
    walker.flush()
    if node.css_first("br") is None:
        parted_code(walker, node)
        walker.flush()
        return
    for line_break in node.css("br"):
        line_break.replace_with("\n")
    code = "\n".join(line.rstrip() for line in node.text().replace("\xa0", " ").strip("\n").split("\n"))
    walker.emit(CODE, fence(code))


def _overloads(walker: Walker, node: Node, level: int, tags: list[str]) -> None:
    for item in node.iter():
        children = list(item.iter())
        signature = next((child for child in children if "tsd-signature" in class_words(child)), None)
        if signature is None:
            walker.walk(item)
            walker.flush()
            continue
        _heading(walker, signature, level, tags)
        for child in children:
            if "tsd-description" in class_words(child):
                _described(walker, list(child.iter()))
            elif child != signature:
                walker.visit(child)
        walker.flush()


def _heading(walker: Walker, signature: Node, level: int, tags: list[str]) -> None:
    walker.note_id(signature.attributes)
    write_signature(walker, signature_text(signature), level)
    walker.level = level
    if tags:
        walker.emit(TEXT, ", ".join(f"*{tag}*" for tag in tags))


def _described(walker: Walker, parts: list[Node]) -> None:
    """What follows a signature: text stays text, small headings become the labels of a list."""
    facts: list[list[Block]] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        at += 1
        label = part if part.tag in _HEADINGS else _label_in(part)
        if label == part:
            held: list[Node] = []
            while at < len(parts) and not _begins_another(parts[at]):
                held.append(parts[at])
                at += 1
            facts.append(_fact(walker, part, held))
        elif label is not None:
            facts.append(_fact(walker, label, [child for child in part.iter(include_text=True) if child != label]))
        elif any(_label_in(child) is not None for child in part.iter()):
            for child in part.iter():
                own = _label_in(child)
                if own is None:
                    walker.visit(child)
                else:
                    facts.append(_fact(walker, own, [each for each in child.iter(include_text=True) if each != own]))
        else:
            walker.visit(part)
    emit_fields(walker, facts)


def _label_in(part: Node) -> Node | None:
    """The small heading that a part begins with."""
    first = next(iter(part.iter()), None)
    return first if first is not None and first.tag in ("h4", "h5") and part.tag in ("div", "section") else None


def _begins_another(part: Node) -> bool:
    return part.tag in ("aside", "section", *_HEADINGS) or any(
        word in ("tsd-comment", "tsd-parameters", "tsd-type-parameters") for word in class_words(part)
    )


def _fact(walker: Walker, heading: Node, held: list[Node]) -> list[Block]:
    walker.note_id(heading.attributes)
    if "tsd-returns-title" in class_words(heading):
        label, found = "**Returns**", _returned(walker, heading)
    else:
        label, found = walker.inline_of(heading, marks=STRONG), []
    outer = walker.enter()
    for part in held:
        if part.tag == "ul" and not _PART_LISTS.isdisjoint(class_words(part)):
            _parts(walker, part)
        else:
            walker.visit(part)
    blocks = walker.leave(outer)
    if found and blocks and blocks[0][0] == TEXT:
        found = [(TEXT, f"{found[0][1]}: {blocks[0][1]}")]
        blocks = blocks[1:]
    return labelled(label, [*found, *blocks])


def _returned(walker: Walker, heading: Node) -> list[Block]:
    """The type in "Returns number"."""
    outer = walker.enter()
    first = heading.first_child
    if first is not None and first.tag == "-text":
        first.replace_with((first.text_content or "").replace("Returns", "", 1).lstrip())
    parted_code(walker, heading)
    return walker.leave(outer)


def _parts(walker: Walker, node: Node) -> None:
    """Render parameters: each declaration as code, then what is said of it; parts of a parameter are nested."""
    items: list[list[Block]] = []
    for item in node.iter():
        walker.note_id(item.attributes)
        outer = walker.enter()
        children = list(item.iter())
        said = children[0] if children and children[0].tag in ("span", "h5") else None
        if said is not None:
            walker.note_id(said.attributes)
            tags = [tag for tag in said.css("code.tsd-tag") if tag.text().strip()]
            words = [tag.text().strip() for tag in tags]
            for tag in tags:
                tag.decompose()
            parted_code(walker, said)
            walker.pieces.extend(f" *{word}*" for word in words)
            walker.flush()
        for child in children:
            if child == said:
                continue
            if child.tag == "ul" and not _PART_LISTS.isdisjoint(class_words(child)):
                _parts(walker, child)
            else:
                walker.visit(child)
        blocks = walker.leave(outer)
        if said is not None and len(blocks) > 1 and blocks[0][0] == blocks[1][0] == TEXT:
            blocks[:2] = [(TEXT, f"{blocks[0][1]}: {blocks[1][1]}")]
        items.append(blocks)
    emit_bullets(walker, items)
