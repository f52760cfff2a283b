"""Markdown cut into text and code, so that no rule for text is asked of code.

Code is a fenced block, of any length and indentation and in quotes and lists too, and what stands between ``<pre>`` and
``</pre>``. Code spans inside a line are the business of the rule that works inside lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BEFORE = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*")
"""What may stand before a fence on its line: indentation, quotes, list marks."""
_BEFORE_CLOSING = re.compile(r"[ \t>]*")
_PRE = re.compile(r"<pre[\s>].*?</pre>", re.DOTALL | re.IGNORECASE)


def code_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each code block, whole lines with their line end, in order. An open fence goes to the end."""
    spans: list[tuple[int, int]] = []
    ticks, tildes = text.find("```"), text.find("~~~")
    while ticks >= 0 or tildes >= 0:
        at = ticks if tildes < 0 or 0 <= ticks < tildes else tildes
        span, position = _fence_at(text, at)
        if span is not None:
            spans.append(span)
        if 0 <= ticks < position:
            ticks = text.find("```", position)
        if 0 <= tildes < position:
            tildes = text.find("~~~", position)
    if "<pre" in text or "<PRE" in text:
        spans = _merged(spans, [(match.start(), match.end()) for match in _PRE.finditer(text)])
    return spans


def _fence_at(text: str, at: int) -> tuple[tuple[int, int] | None, int]:
    """The code block that three signs at ``at`` open, if they do, and where to look on."""
    start = text.rfind("\n", 0, at) + 1
    sign = text[at]
    stop = at + 3
    while text.startswith(sign, stop):
        stop += 1
    end = text.find("\n", stop)
    information = text[stop : end if end >= 0 else len(text)]
    if (sign == "`" and "`" in information) or _BEFORE.fullmatch(text, start, at) is None:
        return None, stop
    stop = _end_of_fence(text, end, text[at:stop])
    return (start, stop), stop


def _end_of_fence(text: str, position: int, fence: str) -> int:
    """Where the code block ends that a fence opened on the line ending at ``position``."""
    while position >= 0:
        at = text.find(fence, position)
        if at < 0:
            return len(text)
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if start > position and _BEFORE_CLOSING.fullmatch(text, start, at) and not text[at:end].strip(fence[0] + " \t"):
            return min(end + 1, len(text))
        position = end if end < len(text) else -1
    return len(text)


def outside_code(text: str, change: Callable[[str], str], spans: list[tuple[int, int]] | None = None) -> str:
    """``text`` with ``change`` applied to each piece between code blocks (``spans``, if they are known)."""
    spans = code_spans(text) if spans is None else spans
    if not spans:
        return change(text)
    pieces = []
    position = 0
    for start, stop in spans:
        if start > position:
            pieces.append(change(text[position:start]))
        pieces.append(text[start:stop])
        position = stop
    if position < len(text):
        pieces.append(change(text[position:]))
    return "".join(pieces)


def prose_of(text: str, spans: list[tuple[int, int]] | None = None) -> str:
    """``text`` without its code blocks; its pieces are lines of their own."""
    spans = code_spans(text) if spans is None else spans
    starts = [0, *(stop for _, stop in spans)]
    return "\n".join(text[start:stop] for start, stop in zip(starts, [*(s for s, _ in spans), len(text)], strict=True))


def _merged(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept = list(first)
    for start, stop in second:
        if not any(start < taken_stop and taken_start < stop for taken_start, taken_stop in first):
            kept.append((start, stop))
    return sorted(kept)
