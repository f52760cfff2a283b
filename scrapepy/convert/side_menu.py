"""Menus beside the text that neither an element nor a name gives away: home-grown manuals, frames made of tables.

A menu is told by its place and by what it holds: nothing but links, beside the part with the first main heading,
before it or in another cell of its row, while that part says something of its own. Where the heading stands over a
table that is only there to part the page, the part is the cell that holds nearly all of it.
"""

from __future__ import annotations

from scrapepy.convert.outline import Box, Outline, outline_of
from scrapepy.web.html import Node, Tree

_LINKED = 0.9
"""Share of its words that stand in links: a heading over the menu may be none."""
_LINKS = 6
"""Fewer links can be a line of the text."""
_OWN_WORDS = 20
"""Words outside links from which on the part beside says something of its own."""
_TITLES = (("h1",), ("h2", "h3"))


def side_menus(outline: Outline) -> frozenset[int]:
    """The boxes (by ``id``) that are menus beside the text; nothing where the page has no heading."""
    title = _title(outline)
    if title is None:
        return frozenset()
    around: dict[int, Box] = {}
    part = title
    while part.parent is not None:
        around[id(part.parent)] = part
        part = part.parent
    found = _cells_beside(outline)
    for box in outline.boxes:
        text = around.get(id(box.parent)) if box.parent is not None else None
        if (
            text is not None
            and text is not box
            and box.words
            and (box.stop <= text.first or box.tag == text.tag == "td")
            and text.words - text.linked >= _OWN_WORDS
            and _is_menu(box)
        ):
            found.add(id(box))
    return frozenset(found)


def _cells_beside(outline: Outline) -> set[int]:
    """The cells of nothing but links in tables of one row, of which another cell is the text of the page."""
    rows: dict[int, list[Box]] = {}
    for box in outline.boxes:
        if box.tag == "td" and box.parent is not None and box.words:
            rows.setdefault(id(box.parent), []).append(box)
    found = set()
    for cells in rows.values():
        row, text = cells[0].parent, max(cells, key=lambda cell: cell.words - cell.linked)
        if row is None or row.parent is None or row.parent.words - row.words > _OWN_WORDS:
            continue
        if 2 * (text.words - text.linked) < outline.words or text.node.css_first("p, ul, ol, dl, pre") is None:
            continue
        found |= {id(cell) for cell in cells if cell is not text and _is_menu(cell)}
    return found


def _is_menu(box: Box) -> bool:
    return box.linked >= _LINKED * box.words and len(box.node.css("a[href]")) >= _LINKS


def menu_nodes(tree: Tree) -> tuple[Node, ...]:
    """The elements that are menus beside the text of a page."""
    outline = outline_of(tree)
    found = side_menus(outline)
    return tuple(box.node for box in outline.boxes if id(box) in found)


def _title(outline: Outline) -> Box | None:
    """The box of the first main heading that is no link itself."""
    for tags in _TITLES:
        for block in outline.blocks:
            if block.tag in tags and 2 * block.linked < block.words:
                return block.box
    return None
