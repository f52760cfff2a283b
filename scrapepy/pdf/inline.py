"""The text of a block as Markdown: lines joined, code, links and marks of notes written, the rest escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from scrapepy.pdf.hyphens import Vocabulary, joint
from scrapepy.pdf.values import Line, Span, Target
from scrapepy.web.escape import code_span, escape_plain

LinkTo = Callable[[str, Target], str]
"""Writes a link: its text as Markdown, and where it leads."""
NoteMark = Callable[[str, int], str]
"""Writes the mark of a note on a page."""


class Joined:
    """Lines as one text; spans count from its start."""

    __slots__ = ("pages", "spans", "text")

    def __init__(self) -> None:
        self.text = ""
        self.spans: list[Span] = []
        self.pages: list[tuple[int, int]] = []
        """Offset and page of each line."""

    def add(self, line: Line, words: Vocabulary, skip: int = 0) -> None:
        """Append a line, without its first ``skip`` characters."""
        text = line.text[skip:]
        spans = [Span(s.start - skip, s.end - skip, s.kind, s.target) for s in line.spans if s.end > skip]
        if self.text:
            drop, between = joint(self.text, text, words)
            if drop == 0 and between and self._is_one_address(spans):
                between = ""
            if drop:
                self.text = self.text[:-drop]
                self.spans = [s._replace(end=min(s.end, len(self.text))) for s in self.spans]
            self.text += between
        base = len(self.text)
        self.pages.append((base, line.page))
        self.text += text
        for span in spans:
            moved = Span(max(0, span.start) + base, span.end + base, span.kind, span.target)
            last = next((s for s in reversed(self.spans) if s.kind == moved.kind), None)
            if last is not None and span.kind != "sup" and last.target == moved.target and moved.start - last.end <= 1:
                self.spans[self.spans.index(last)] = last._replace(end=moved.end)
            else:
                self.spans.append(moved)

    def _is_one_address(self, spans: Sequence[Span]) -> bool:
        """True where an address is written over the end of a line: no blank belongs in it."""
        before = next((s for s in reversed(self.spans) if s.kind == "link" and s.end == len(self.text)), None)
        after = next((s for s in spans if s.kind == "link" and s.start <= 0), None)
        if before is None or after is None or before.target != after.target or before.target is None:
            return False
        end = self.text[before.start : before.end].split()[-1]
        return len(end) > 3 and end in before.target.uri


def joined(lines: Sequence[Line], words: Vocabulary, skip: int = 0) -> Joined:
    """Some lines as one text."""
    result = Joined()
    for index, line in enumerate(lines):
        result.add(line, words, 0 if index else skip)
    return result


def written(text: str, spans: Sequence[Span], page: int, link_to: LinkTo, note_mark: NoteMark) -> str:
    """A text with its spans as Markdown."""
    if not spans:
        return escape_plain(text)
    edges = sorted({0, len(text), *(edge for s in spans for edge in (s.start, s.end) if 0 < edge < len(text))})
    out: list[str] = []
    group: list[str] = []
    open_link: Target | None = None
    for start, end in pairwise(edges):
        piece = text[start:end]
        kinds = {s.kind: s for s in spans if s.start <= start and end <= s.end}
        link = kinds["link"].target if "link" in kinds else None
        if link != open_link:
            _close(out, group, open_link, link_to)
            open_link = link
        if "sup" in kinds:
            group.append(note_mark(piece, page))
        elif "code" in kinds and piece.strip():
            bare = piece.strip()
            before, _, after = piece.partition(bare)
            group.append(f"{before}{code_span(bare)}{after}")
        else:
            group.append(escape_plain(piece))
    _close(out, group, open_link, link_to)
    return "".join(out)


def _close(out: list[str], group: list[str], link: Target | None, link_to: LinkTo) -> None:
    text = "".join(group)
    group.clear()
    if link is None or not text.strip() or text.lstrip().startswith("[^"):
        out.append(text)
        return
    bare = text.strip()
    before, _, after = text.partition(bare)
    out.append(f"{before}{link_to(bare, link)}{after}")
