"""Put streamed pieces of a page where its script would put them.

React's server sends a page in pieces (``renderToPipeableStream`` of React 18; Next.js does so by default). A place that
is not ready yet is a ``<template id="B:0">`` with what is shown meanwhile, up to ``<!--/$-->``; where a part was too
long stands a ``<template id="P:1">``. What belongs there follows in an element that is ``hidden``, with the id ``S:0``
or ``S:1``, and a small script puts it in its place. Without it the page's text stands hidden at its end.
"""

from __future__ import annotations

from scrapepy.web.html import COMMENT_ID, Node, Tree

_PLACES = "template[id*='B:'], template[id*='P:']"
_PIECES = "[id*='S:']"
_OPENS = frozenset(("$", "$?", "$!", "$~"))
_CLOSES = "/$"
_MARKS = "BP"


def settle_streamed(tree: Tree) -> None:
    """Put what was streamed into its places; a page that was not streamed stays as it is."""
    if tree.css_first(_PLACES) is None:
        return
    pieces = {node.attributes.get("id") or "": node for node in tree.css(_PIECES)}
    _fill(tree.css(_PLACES), pieces)


def is_awaited(node: Node) -> bool:
    """Whether something of an element's content stands elsewhere in the page, until a script puts it here."""
    return node.css_first(_PLACES) is not None


def _fill(places: list[Node], pieces: dict[str, Node]) -> None:
    """Fill ``places``, those inside a piece before it is moved itself."""
    for place in places:
        name = place.attributes.get("id") or ""
        prefix, mark, number = name.rpartition(":")[0][:-1], name.rpartition(":")[0][-1:], name.rpartition(":")[2]
        piece = pieces.pop(f"{prefix}S:{number}", None)
        if piece is None or mark not in _MARKS:
            continue
        _fill(piece.css(_PLACES), pieces)
        _take_out_fallback(place)
        child = piece.first_child
        while child is not None:
            place.insert_before(child)  # a copy
            child = child.next
        piece.decompose()
        place.decompose()


def _take_out_fallback(place: Node) -> None:
    """Take out what is shown while the piece is awaited: up to the comment that ends the place."""
    if (place.attributes.get("id") or "").rpartition(":")[0][-1:] != "B":
        return
    going = []
    depth = 0
    node = place.next
    while node is not None:
        if node.tag_id == COMMENT_ID:
            said = (node.comment_content or "").strip()
            if said == _CLOSES:
                if not depth:
                    break
                depth -= 1
            elif said in _OPENS:
                depth += 1
        going.append(node)
        node = node.next
    else:
        return  # its end is nowhere: what follows may be the page itself
    for node in going:
        node.decompose()
