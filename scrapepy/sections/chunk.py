"""Chunks: the sections of a page, packed, with all that an index wants to know of them (SPEC 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scrapepy.errors import UsageError
from scrapepy.model.section import Chunk, Section
from scrapepy.sections.blocks import Blocks, parse_blocks
from scrapepy.sections.fingerprint import digest
from scrapepy.sections.parts import parts_of
from scrapepy.sections.reading import read_blocks
from scrapepy.sections.split import DEFAULT_LEVEL, Cut, cuts, section_of
from scrapepy.web.frontmatter import parse_frontmatter

_HIGHEST = 6


def chunk_markdown(
    text: str,
    *,
    level: int = DEFAULT_LEVEL,
    max_chars: int | None = None,
    url: str | None = None,
    path: str | None = None,
    captured: str | None = None,
) -> tuple[Chunk, ...]:
    """The sections of a Markdown text, in order; the texts of all chunks joined are its body, exactly.

    Frontmatter is no part of the body; its ``source`` is the chunks' ``url`` where none is given. Headings to ``level``
    (1 to 6) start a section. ``max_chars``: longer sections come in parts of at most so many characters, with the
    heading lines that each stands under in ``context``. ``path`` and ``captured`` are taken over as they are. Raises
    :class:`~scrapepy.errors.UsageError` for another level, for ``max_chars`` below 1, and for a text with half
    characters (lone surrogates).

    >>> [chunk.id for chunk in chunk_markdown("# Guide\\n\\nHello.\\n\\n## Setup\\n")]
    ['Guide', 'Guide > Setup']
    """
    if not isinstance(text, str):
        raise UsageError(f"the Markdown must be a text, not {'None' if text is None else type(text).__name__}")
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= _HIGHEST:
        raise UsageError(f"level must be 1 to {_HIGHEST}, not {level}")
    if max_chars is not None and (isinstance(max_chars, bool) or not isinstance(max_chars, int) or max_chars < 1):
        raise UsageError(f"max_chars must be 1 or more, not {max_chars}")
    fields, body = parse_frontmatter(text)
    body = body.removeprefix("\ufeff")
    source = fields.get("source")
    address = url if url is not None else source if isinstance(source, str) and source else None
    blocks = parse_blocks(body)
    places = cuts(body, blocks, level)
    chunks = tuple(_whole(section_of(cut, body, blocks), address, path, captured) for cut in places)
    return chunks if max_chars is None else tuple(_packed(body, blocks, places, chunks, max_chars))


def _whole(section: Section, url: str | None, path: str | None, captured: str | None) -> Chunk:
    return Chunk(
        id=section.id,
        url=url,
        path=path,
        anchor=section.anchor,
        headings=section.headings,
        words=section.words,
        chars=len(section.text),
        sha256=section.sha256,
        fingerprint=section.fingerprint,
        text=section.text,
        captured=captured,
    )


def _packed(
    body: str, blocks: Blocks, places: tuple[Cut, ...], chunks: tuple[Chunk, ...], max_chars: int
) -> Iterator[Chunk]:
    """The chunks, the long ones in parts. A section keeps its id; its later parts are numbered behind all others."""
    taken = {chunk.id for chunk in chunks}
    for cut, chunk in zip(places, chunks, strict=True):
        if chunk.chars <= max_chars:
            yield chunk
            continue
        parts = parts_of(body, blocks, blocks.tokens[cut.tokens], (cut.start, cut.end), max_chars)
        number = 2
        for index, part in enumerate(parts):
            identifier = chunk.id
            if index:
                while (identifier := f"{chunk.id} #{number}") in taken:
                    number += 1
                taken.add(identifier)
            text = body[part.start : part.end]
            read, words = _read_part(text, blocks)
            yield replace(
                chunk,
                id=identifier,
                words=words,
                chars=len(text),
                sha256=digest(text),
                fingerprint=digest(read),
                text=text,
                context=part.context,
                part=f"{index + 1}/{len(parts)}" if len(parts) > 1 else None,
            )


def _read_part(text: str, blocks: Blocks) -> tuple[str, int]:
    """A part as read, and its words."""
    tokens = parse_blocks(text).tokens
    read, words = read_blocks(tokens, blocks.references)
    if text.startswith("|") and tokens[0].type == "paragraph_open":  # rows of a table whose header is the context
        words -= read.split().count("|")
    return read, words
