"""Rows of words → lines of text, with what of them is code, a footnote mark or a link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scrapepy.pdf.values import FontFace, Line, Link, Span, Target, Word
from scrapepy.pdf.words import Row, joined



def line_of(
    row: Row, faces: Sequence[FontFace], links: Sequence[Link], page: int, left: float, right: float
) -> Line | None:
    """One line; None where nothing stands in it."""
    words = joined(row)
    weights: Counter[tuple[float, int]] = Counter()
    letters = bold = mono = italic = 0
    for word in words:
        count = len(word.text)
        face = faces[word.font]
        weights[round(word.size, 1), word.font] += count
        letters += count
        bold += count * face.bold
        mono += count * face.mono
        italic += count * face.italic
    if not letters:
        return None
    (size, font), _ = weights.most_common(1)[0]
    is_mono = mono >= 0.9 * letters
    y = max(words, key=lambda word: word.size).y
    pitch = _pitch(words) if is_mono else 0.0
    text, spans = _text(words, faces, links, pitch, is_mono)
    return Line(
        text=text,
        x0=words[0].x0,
        x1=max(word.x1 for word in words),
        second=words[1].x0 if len(words) > 1 else words[0].x0,
        y=y,
        size=size,
        bold=bold / letters,
        mono=mono / letters,
        italic=italic >= 0.9 * letters,
        face=faces[font].name,
        page=page,
        left=left,
        right=right,
        spans=spans,
        pitch=pitch,
    )


def _pitch(words: Row) -> float:
    widths = [(w.x1 - w.x0) / len(w.text) for w in words if len(w.text) > 2]
    if not widths:
        widths = [(w.x1 - w.x0) / len(w.text) for w in words]
    return max(1.0, sorted(widths)[len(widths) // 2])


def _text(
    words: Row, faces: Sequence[FontFace], links: Sequence[Link], pitch: float, is_mono: bool
) -> tuple[str, tuple[Span, ...]]:
    parts: list[str] = []
    spans: list[Span] = []
    length = 0
    last = None
    for word in words:
        if last is not None and last.text:
            gap = word.x0 - last.x1
            if pitch:
                blanks = " " * max(1, round(gap / pitch))
            elif is_cjk(last.text[-1:]) and is_cjk(word.text[:1]) and gap < 0.6 * word.size:
                blanks = ""
            else:
                blanks = " "
            parts.append(blanks)
            length += len(blanks)
        start = length
        parts.append(word.text)
        length += len(word.text)
        if not is_mono and word.text and faces[word.font].mono:
            _add(spans, Span(start, length, "code"))
        target = _target(word, links) if links else None
        if target is not None:
            _add(spans, Span(start, length, "link", target))
        if word.mark:
            spans.append(Span(length, length + len(word.mark), "sup"))
            parts.append(word.mark)
            length += len(word.mark)
        last = word
    return "".join(parts), tuple(spans)


def _add(spans: list[Span], new: Span) -> None:
    """Append a span, or make the last of its kind longer where only a blank stands between."""
    for index in range(len(spans) - 1, max(-1, len(spans) - 3), -1):
        old = spans[index]
        if old.kind == new.kind and old.target == new.target and new.start - old.end <= 1:
            spans[index] = Span(old.start, new.end, new.kind, new.target)
            return
    spans.append(new)


def _target(word: Word, links: Sequence[Link]) -> Target | None:
    x = (word.x0 + word.x1) / 2
    y = word.y - 0.27 * word.size
    for box, target in links:
        if box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1:
            return target
    return None


def is_cjk(character: str) -> bool:
    """True for characters of scripts that write no spaces between words."""
    code = ord(character) if character else 0
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFF00 <= code <= 0xFFEF or code >= 0x20000


