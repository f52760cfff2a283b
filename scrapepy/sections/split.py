"""A Markdown body cut into sections at its headings (SPEC 8).

Cut where the parser sees a heading of the document itself: a ``# comment`` in code is none, and a heading inside a list
item, a quote or a footnote opens no section, since cutting there would leave half of it on each side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from scrapepy.model.section import TOP, Section
from scrapepy.sections.blocks import Blocks, parse_blocks
from scrapepy.sections.fingerprint import digest
from scrapepy.sections.headings import heading_names
from scrapepy.sections.ids import unique_ids
from scrapepy.sections.reading import read_blocks
from scrapepy.web.slug import Slugger

DEFAULT_LEVEL = 3
"""Headings to this level start a section."""
_HEADING_TOKENS = 3
"""Opening, content, closing."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a section stands in a body, and how it is called (see :class:`~scrapepy.model.section.Section`)."""

    headings: tuple[str, ...]
    level: int
    anchor: str
    start: int
    end: int
    tokens: slice
    """Its blocks."""

    @property
    def name(self) -> str:
        """Its id, where it is no repeat."""
        return " > ".join(self.headings) or TOP


@dataclass(frozen=True, slots=True)
class _Opening:
    """Where a section begins."""

    token: int
    offset: int
    level: int
    name: str
    anchor: str


class Cutter:
    """Cuts a body into sections, in one go or in stretches of which each but the first begins with a section.

    ``level``: headings to this level (1 to 6) start a section.
    """

    def __init__(self, level: int = DEFAULT_LEVEL) -> None:
        self._level = level
        self._slugger = Slugger()
        self._above: list[_Opening] = []

    def cuts(self, body: str, blocks: Blocks) -> tuple[Cut, ...]:
        """Where the sections of the body, or of its next stretch, stand; in order."""
        if not body:
            return ()
        openings = list(self._openings(blocks))
        if not openings or body[: openings[0].offset].strip():
            openings.insert(0, _Opening(0, 0, 0, TOP, ""))
        places = pairwise([0, *(opening.offset for opening in openings[1:]), len(body)])
        ranges = pairwise([0, *(opening.token for opening in openings[1:]), len(blocks.tokens)])
        return tuple(
            Cut(self._path(opening), opening.level, opening.anchor, start, end, slice(first, stop))
            for opening, (start, end), (first, stop) in zip(openings, places, ranges, strict=True)
        )

    def _openings(self, blocks: Blocks) -> Iterator[_Opening]:
        tokens = blocks.tokens
        for index, token in enumerate(tokens):
            if token.type != "heading_open":
                continue
            name, text = heading_names(tokens[index + 1].content, blocks.references)
            anchor = self._slugger.slug(text)
            depth = int(token.tag[1])
            if token.level == 0 and depth <= self._level and token.map is not None:
                yield _Opening(index, blocks.offset(token.map[0]), depth, name, anchor)

    def _path(self, opening: _Opening) -> tuple[str, ...]:
        """An opening's heading path: the nearest headings of lower level before it, and its own."""
        if opening.level == 0:
            return ()
        above = self._above
        while above and above[-1].level >= opening.level:
            above.pop()
        above.append(opening)
        return tuple(one.name for one in above)


def split(body: str, level: int = DEFAULT_LEVEL) -> tuple[Section, ...]:
    """The sections of a body (Markdown without frontmatter), in order; their texts joined are the body.

    ``level``: headings to this level (1 to 6) start a section. Raises UsageError for a text that holds a lone
    surrogate.

    >>> [section.id for section in split("Hello\\n\\n# A\\n\\n### B\\n\\n### C\\n")]
    ['(top)', 'A', 'A > B', 'A > C']
    """
    blocks = parse_blocks(body)
    cuts = Cutter(level).cuts(body, blocks)
    ids = unique_ids([cut.name for cut in cuts])
    return tuple(section_of(cut, identifier, body, blocks) for cut, identifier in zip(cuts, ids, strict=True))


def section_of(cut: Cut, identifier: str, body: str, blocks: Blocks) -> Section:
    """The section that stands there."""
    text = body[cut.start : cut.end]
    tokens = blocks.tokens[cut.tokens]
    heading = _HEADING_TOKENS if cut.level else 0
    heading_read, heading_words = read_blocks(tokens[:heading], blocks.references)
    body_read, body_words = read_blocks(tokens[heading:], blocks.references)
    section = Section(
        id=identifier,
        headings=cut.headings,
        level=cut.level,
        anchor=cut.anchor,
        start=cut.start,
        end=cut.end,
        text=text,
        heading_read=heading_read,
        body_read=body_read,
        words=heading_words + body_words,
        sha256=digest(text),
        fingerprint="",
    )
    return replace(section, fingerprint=digest(section.read))
