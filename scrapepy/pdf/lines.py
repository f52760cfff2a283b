"""Rows of words → lines of text, with what of them is code, a footnote mark or a link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scrapepy.pdf.values import FontFace, Gap, Line, Link, Span, Word
from scrapepy.pdf.words import Row, joined

_WIDE = 0.9
"""Of the size: a gap that no justified line has."""


def line_of(
    row: Row, faces: Sequence[FontFace], links: Sequence[Link], page: int, left: float, right: float
) -> Line | None:
    """One line; None where nothing stands in it."""
    words = joined(row, [face.mono for face in faces])
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
    code = words[1:] if len(words) > 1 and words[0].text.isdigit() and not faces[words[0].font].mono else words
    pitch = _pitch(code) if is_mono or all(faces[word.font].mono for word in code) else 0.0
    text, spans, gaps = _text(words, faces, links, pitch, is_mono)
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
        gaps=gaps,
    )


def _pitch(words: Row) -> float:
    widths = [(w.x1 - w.x0) / len(w.text) for w in words if len(w.text) > 2]
    if not widths:
        widths = [(w.x1 - w.x0) / len(w.text) for w in words]
    return max(1.0, sorted(widths)[len(widths) // 2])


def _text(
    words: Row, faces: Sequence[FontFace], links: Sequence[Link], pitch: float, is_mono: bool
) -> tuple[str, tuple[Span, ...], tuple[Gap, ...]]:
    parts: list[str] = []
    spans: list[Span] = []
    gaps: list[Gap] = []
    length = 0
    last = None
    for word in words:
        if last is not None and last.text:
            gap = word.x0 - last.x1
            if word.glued:
                blanks = ""
            elif pitch:
                blanks = " " * max(1, round(gap / pitch))
            elif is_cjk(last.text[-1:]) and is_cjk(word.text[:1]) and gap < 0.6 * word.size:
                blanks = ""
            else:
                blanks = " "
            parts.append(blanks)
            length += len(blanks)
            if gap >= _WIDE * word.size:
                gaps.append(Gap(last.x1, word.x0, length))
        start = length
        parts.append(word.text)
        length += len(word.text)
        if not is_mono and word.text and faces[word.font].mono:
            _add(spans, Span(start, length, "code"))
        for link in links:
            covered = _covered(word, link)
            if covered is not None:
                _add(spans, Span(start + covered[0], start + covered[1], "link", link.target))
                break
        if word.mark:
            spans.append(Span(length, length + len(word.mark), "sup"))
            parts.append(word.mark)
            length += len(word.mark)
        last = word
    return "".join(parts), tuple(spans), tuple(gaps)


def _add(spans: list[Span], new: Span) -> None:
    """Append a span, or make the last of its kind longer where only a blank stands between."""
    for index in range(len(spans) - 1, max(-1, len(spans) - 3), -1):
        old = spans[index]
        if old.kind == new.kind and old.target == new.target and new.start - old.end <= 1:
            spans[index] = Span(old.start, new.end, new.kind, new.target)
            return
    spans.append(new)


def _covered(word: Word, link: Link) -> tuple[int, int] | None:
    """Which characters of a word a link's rectangle covers: the sign behind a linked word stands outside."""
    x0, top, x1, bottom = link.box
    if not top - 1 <= word.y - 0.27 * word.size <= bottom + 1 or word.x1 <= x0 or word.x0 >= x1:
        return None
    count = len(word.text)
    pitch = (word.x1 - word.x0) / max(1, count)
    first, last = max(0, round((x0 - word.x0) / pitch - 0.2)), min(count, round((x1 - word.x0) / pitch + 0.2))
    if last < count and word.text[last:].isalnum() and last > first:
        last = count  # letters are of many widths: a word is not cut in itself
    elif last == count and count - first > 1 and word.text[-1] in ").,;:" and (word.x1 - x1) > 0.3 * pitch:
        last = count - 1
    return (first, last) if last > first else None


def is_cjk(character: str) -> bool:
    """True for characters of scripts that write no spaces between words."""
    code = ord(character) if character else 0
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFF00 <= code <= 0xFFEF or code >= 0x20000
