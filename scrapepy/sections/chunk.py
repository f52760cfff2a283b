"""Chunks: the sections of a page, packed, with all that an index wants to know of them (SPEC 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scrapepy.errors import UsageError
from scrapepy.model.section import Chunk, Section
from scrapepy.sections.blocks import Blocks, parse_blocks
from scrapepy.sections.fingerprint import digest
from scrapepy.sections.ids import unique_ids
from scrapepy.sections.parts import parts_of
from scrapepy.sections.reading import read_blocks
from scrapepy.sections.split import DEFAULT_LEVEL, Cut, Cutter, section_of
from scrapepy.sections.stretches import stretches
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
    drafts = list(_drafts(body, level, max_chars, address, path, captured))
    ids = unique_ids([draft.name for draft in drafts])
    whole = (replace(draft.whole, id=identifier) for draft, identifier in zip(drafts, ids, strict=True))
    return tuple(whole) if max_chars is None else tuple(_packed(list(whole), drafts))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A section before the ids of its document are given."""

    name: str
    whole: Chunk
    parts: tuple[Chunk, ...]
    """What it comes in, where it is too long."""


def _drafts(
    body: str, level: int, max_chars: int | None, url: str | None, path: str | None, captured: str | None
) -> Iterator[_Draft]:
    cutter = Cutter(level)
    for text, blocks in stretches(body, level):
        for cut in cutter.cuts(text, blocks):
            whole = _whole(section_of(cut, "", text, blocks), url, path, captured)
            is_long = max_chars is not None and whole.chars > max_chars
            parts = tuple(_parts(cut, whole, text, blocks, max_chars)) if is_long and max_chars is not None else ()
            yield _Draft(cut.name, whole, parts)


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


def _parts(cut: Cut, whole: Chunk, body: str, blocks: Blocks, max_chars: int) -> Iterator[Chunk]:
    parts = parts_of(body, blocks, blocks.tokens[cut.tokens], (cut.start, cut.end), max_chars)
    for index, part in enumerate(parts):
        text = body[part.start : part.end]
        read, words = _read_part(text, blocks)
        yield replace(
            whole,
            words=words,
            chars=len(text),
            sha256=digest(text),
            fingerprint=digest(read),
            text=text,
            context=part.context,
            part=f"{index + 1}/{len(parts)}" if len(parts) > 1 else None,
        )


def _packed(chunks: list[Chunk], drafts: list[_Draft]) -> Iterator[Chunk]:
    """The chunks, the long ones in parts. A section keeps its id; its later parts are numbered behind all others."""
    taken = {chunk.id for chunk in chunks}
    for chunk, draft in zip(chunks, drafts, strict=True):
        if not draft.parts:
            yield chunk
        number = 2
        for index, part in enumerate(draft.parts):
            identifier = chunk.id
            if index:
                while (identifier := f"{chunk.id} #{number}") in taken:
                    number += 1
                taken.add(identifier)
            yield replace(part, id=identifier)


def _read_part(text: str, blocks: Blocks) -> tuple[str, int]:
    """A part as read, and its words."""
    tokens = parse_blocks(text).tokens
    read, words = read_blocks(tokens, blocks.references)
    if text.startswith("|") and tokens[0].type == "paragraph_open":  # rows of a table whose header is the context
        words -= read.split().count("|")
    return read, words
