"""A long section packed into parts of at most so many characters (SPEC 8, ``--max-chars``).

Paragraphs are packed as long as they fit, heading lines included. What does not fit into a part of its own is taken
apart: a list into items, a table into rows, a quote into its blocks, a paragraph at the ends of sentences. Code blocks,
raw HTML, list items and table rows are never cut and may be longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from scrapepy.sections.blocks import Blocks
from scrapepy.sections.inline import wholes
from scrapepy.sections.pieces import Piece, pieces_of_section
from scrapepy.sections.sentences import pieces_of


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a section, and what must be read before it."""

    start: int
    end: int
    context: str


def parts_of(
    body: str, blocks: Blocks, tokens: Sequence[Token], place: tuple[int, int], max_chars: int
) -> tuple[Part, ...]:
    """The parts of the section at ``place`` (start and end), which has these tokens."""
    start, end = place
    if end - start <= max_chars:
        return (Part(start, end, ""),)
    packer = _Packer(body, blocks, max_chars)
    packer.pack(pieces_of_section(body, blocks, tokens, start, end))
    return tuple(packer.parts)


class _Packer:
    """Packs pieces in order; ``current`` holds those of the part that is being filled."""

    def __init__(self, body: str, blocks: Blocks, max_chars: int) -> None:
        self.body = body
        self.blocks = blocks
        self.max_chars = max_chars
        self.parts: list[Part] = []
        self.current: list[Piece] = []
        self.context = ""
        self.headings: list[tuple[int, str]] = []
        """Level and lines of the headings that the next part stands under."""

    def pack(self, pieces: Sequence[Piece]) -> None:
        """Fill ``parts``."""
        waiting = deque(pieces)
        while waiting:
            piece = waiting.popleft()
            if self._fits(piece):
                self._add(piece)
                continue
            carried = self._trailing_headings()
            begins = len(carried) == len(self.current)
            before = self._before([*carried, piece])
            length = piece.end - (carried[0].start if carried else piece.start)
            if not begins and length <= self._room(before):
                self._close(carried)
                self._add(piece)
            elif smaller := self._taken_apart(piece, self._room(before) - (length - piece.end + piece.start)):
                waiting.extendleft(reversed(smaller))
            else:  # too long whatever is done
                if not begins:
                    self._close(carried)
                self._add(piece)
        self._close([])

    def _fits(self, piece: Piece) -> bool:
        if not self.current:
            return piece.end - piece.start <= self._room(self.context if not self.parts else self._before([piece]))
        return piece.end - self.current[0].start <= self._room(self.context)

    def _room(self, context: str) -> int:
        """How long the text of a part may be; half of what is wanted where the headings alone are longer."""
        return max(self.max_chars - len(context), self.max_chars // 2)

    def _add(self, piece: Piece) -> None:
        if not self.current and self.parts:
            self.context = self._before([piece])
        self.current.append(piece)

    def _trailing_headings(self) -> list[Piece]:
        count = 0
        while count < len(self.current) and self.current[-1 - count].level:
            count += 1
        return self.current[len(self.current) - count :]

    def _before(self, pieces: Sequence[Piece]) -> str:
        """The context of a part that begins with these pieces: headings it stands under, and its first piece's own."""
        headings = self.headings
        for piece in self.current:
            headings = _under(headings, piece, self.body)
        first = pieces[0]
        if first.level:
            headings = [heading for heading in headings if heading[0] < first.level]
        return "".join(lines for _, lines in headings) + ("" if first.prose else first.context)

    def _close(self, carried: list[Piece]) -> None:
        done = self.current[: len(self.current) - len(carried)]
        if done:
            self.parts.append(Part(done[0].start, done[-1].end, self.context))
        for piece in done:
            self.headings = _under(self.headings, piece, self.body)
        self.current = []
        for piece in carried:
            self._add(piece)

    def _taken_apart(self, piece: Piece, most: int) -> tuple[Piece, ...]:
        """What the piece may be cut into, at most so long; nothing where it may not be cut."""
        if piece.children:
            return piece.children if len(piece.children) > 1 else self._taken_apart(piece.children[0], most)
        if not piece.prose:
            return ()
        text = self.body[piece.start : piece.end]
        found = list(pieces_of(text, max(most - len(piece.context), 1), wholes(text, self.blocks.references)))
        if len(found) < 2:
            return ()
        return tuple(
            Piece(piece.start + start, piece.start + end, piece.context if start else "") for start, end in found
        )


def _under(headings: list[tuple[int, str]], piece: Piece, body: str) -> list[tuple[int, str]]:
    """The headings that stand above what comes behind the piece."""
    if not piece.level:
        return headings
    lines = body[piece.start : piece.end].strip() + "\n\n"
    return [*(heading for heading in headings if heading[0] < piece.level), (piece.level, lines)]
