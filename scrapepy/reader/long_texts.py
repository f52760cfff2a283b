"""Very long Markdown in parts: an index of a million letters would take seconds to render and a hundred megabytes."""

from __future__ import annotations

import re

PART = 250_000
"""Code points after which a part ends at the next good place."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BORDER = re.compile(r"\s*$|#{1,6} |[-*+] ")


def parts_of(body: str, size: int = PART) -> tuple[str, ...]:
    """The text in parts, cut between blocks and never inside fenced code; the parts joined are the text.

    >>> parts_of("one\\n\\ntwo\\n\\nthree\\n", size=4)
    ('one\\n\\n', 'two\\n\\n', 'three\\n')
    """
    if len(body) <= size:
        return (body,)
    parts: list[str] = []
    part: list[str] = []
    length, fence, border = 0, "", False
    for line in body.splitlines(keepends=True):
        if length >= size and not fence and (border or _BORDER.match(line)) and line.strip():
            parts.append("".join(part))
            part, length = [], 0
        part.append(line)
        length += len(line)
        border = not line.strip()
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip() == mark[1] and mark[1].startswith(fence):
            fence = ""
    return (*parts, "".join(part))
