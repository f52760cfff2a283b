"""The pieces of a section between which it may be cut: blocks, then list items, table rows, the blocks of a quote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from scrapepy.sections.blocks import Blocks

_LEAVES = frozenset({"fence", "code_block", "html_block", "hr"})
_LISTS = frozenset({"bullet_list_open", "ordered_list_open"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the body, with the blank lines behind it."""

    start: int
    end: int
    context: str = ""
    """What must stand before it when it begins a part: header rows, the sign of a quote."""
    level: int = 0
    """That of a heading, which belongs to what comes next; else 0."""
    prose: bool = False
    """True for a paragraph, which may be cut at the ends of sentences; ``context`` is then that of its later pieces."""
    children: tuple[Piece, ...] = ()
    """What it may be cut into; joined they are the piece."""


def pieces_of_section(body: str, blocks: Blocks, tokens: Sequence[Token], start: int, end: int) -> tuple[Piece, ...]:
    """The pieces of the section from ``start`` to ``end``, which has these tokens; joined they are the section."""
    found = tuple(_pieces(body, blocks, tokens, ""))
    return _filled(found, start, end) or (Piece(start, end),)


def _pieces(body: str, blocks: Blocks, tokens: Sequence[Token], quote: str) -> Iterator[Piece]:
    """One piece a block, whose own end is not known yet."""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        after = _behind(tokens, index)
        inner = tokens[index + 1 : after - 1]
        index = after
        if token.map is None:
            continue
        place = blocks.offset(token.map[0])
        kind = token.type
        if kind == "paragraph_open":
            yield Piece(place, place, quote, prose=True)
        elif kind == "heading_open":
            yield Piece(place, place, level=int(token.tag[1]))
        elif kind == "blockquote_open":
            yield Piece(place, place, children=tuple(_pieces(body, blocks, inner, f"{quote}> ")))
        elif kind in _LISTS:
            yield Piece(place, place, children=tuple(_items(blocks, inner)))
        elif kind == "table_open":
            rows_begin = blocks.offset(token.map[0] + 2)
            header = body[place:rows_begin]
            yield Piece(place, place, children=tuple(_rows(blocks, inner, Piece(place, place), header)))
        else:
            yield Piece(place, place)


def _behind(tokens: Sequence[Token], index: int) -> int:
    """The index behind the block that begins at ``index``."""
    token = tokens[index]
    index += 1
    if token.nesting == 1:
        while index < len(tokens) and not (tokens[index].nesting == -1 and tokens[index].level == token.level):
            index += 1
        index += 1
    return index


def _items(blocks: Blocks, tokens: Sequence[Token]) -> Iterator[Piece]:
    level = tokens[0].level if tokens else 0
    for token in tokens:
        if token.type == "list_item_open" and token.level == level and token.map is not None:
            yield Piece(blocks.offset(token.map[0]), 0)


def _rows(blocks: Blocks, tokens: Sequence[Token], head: Piece, header: str) -> Iterator[Piece]:
    """The header with the first row, then each further row."""
    yield head
    rows = [token for token in tokens if token.type == "tr_open" and token.map is not None]
    for token in rows[2:]:
        assert token.map is not None
        yield Piece(blocks.offset(token.map[0]), 0, header)


def _filled(found: tuple[Piece, ...], start: int, end: int) -> tuple[Piece, ...]:
    """The pieces with their ends: each reaches to the next, the first from ``start``, the last to ``end``."""
    edges = [start, *(piece.start for piece in found[1:]), end]
    return tuple(
        replace(
            piece,
            start=edges[index],
            end=edges[index + 1],
            children=_filled(piece.children, edges[index], edges[index + 1]),
        )
        for index, piece in enumerate(found)
    )
