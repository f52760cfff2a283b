"""A long body in stretches that are parsed one after the other: the parser takes thirty times the memory of its text.

A stretch ends where the parser sees a heading of the document itself that opens a section. What stands before one is
what it is whatever comes after, and what comes after begins anew; only definitions of links reach further, and those
are looked for first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scrapepy.sections.blocks import Blocks, parse_blocks

LENGTH = 100_000
"""Code points that are parsed at once, but for a section that is longer."""
_MAY_DEFINE = re.compile(r"^[ \t>*+\-0-9.)]*\[(?!\^)", re.MULTILINE)


def stretches(body: str, level: int, length: int = LENGTH) -> Iterator[tuple[str, Blocks]]:
    """The texts, which joined are the body, and their blocks; headings to ``level`` open a section."""
    if len(body) <= length or "]:" not in body or not _MAY_DEFINE.search(body):
        yield from _stretches(body, level, length)
        return
    texts = [text for text, _ in _stretches(body, level, length)]
    environment: dict[str, Any] = {}
    for text in texts:
        parse_blocks(text, environment)
    for text in texts:
        yield text, replace(parse_blocks(text), references=environment)


def _stretches(body: str, level: int, length: int) -> Iterator[tuple[str, Blocks]]:
    start, window = 0, length
    while start < len(body):
        end = body.find("\n", start + window) + 1 or len(body)
        text = body[start:end]
        blocks = parse_blocks(text)
        last = _last_opening(text, blocks, level, is_first=not start) if end < len(body) else None
        if last is not None:
            token, line = last
            text = text[: blocks.offset(line)]
            blocks = Blocks(blocks.tokens[:token], blocks.references, blocks.offsets[: line + 1])
        elif end < len(body):
            window *= 2
            continue
        yield text, blocks
        start += len(text)
        window = length


def _last_opening(text: str, blocks: Blocks, level: int, *, is_first: bool) -> tuple[int, int] | None:
    """Token and line of the last heading that opens a section, where something stands before it."""
    for index in range(len(blocks.tokens) - 1, 0, -1):
        token = blocks.tokens[index]
        if token.type == "heading_open" and token.level == 0 and token.map and int(token.tag[1]) <= level:
            offset = blocks.offset(token.map[0])
            return (index, token.map[0]) if not is_first or text[:offset].strip() else None
    return None
