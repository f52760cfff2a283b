"""How much of a page's content its Markdown keeps: one measure for twins, for the choice of extractor, for the report.

Cheap by intent: letters are counted in C, elements by their names, and nothing is compared one by one that can be
counted. Exact comparison is the business of ``benchmarks/fidelity.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from scrapepy.convert.heading_lines import as_read, folded, headings
from scrapepy.convert.segments import code_spans, prose_of
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN

ENOUGH = 0.98
"""Of the words and links of a page a twin must have at least so many."""

_MARKS = re.compile(f"{ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE}")
_TARGET = re.compile(rf"\]\({SLOT_OPEN}[0-9]+{SLOT_CLOSE}[^)\n]*\)")
_WORD = re.compile(r"\w+")
_IMAGE = re.compile(rf"!\[[^\]\n]*\]\({SLOT_OPEN}")
_TABLE = re.compile(r"^[> \t]*\| ?:?-{3,}|<table\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a piece of Markdown with slots holds."""

    words: Counter[str]
    code: Counter[str]
    headings: Counter[str]
    tables: int
    links: int
    images: int


def holdings(markdown: str) -> Holdings:
    """Count what ``markdown`` holds."""
    text = _MARKS.sub("", markdown)
    spans = code_spans(text)
    code = Counter(_inside(text[start:stop]) for start, stop in spans)
    plain = prose_of(text, spans)
    return Holdings(
        Counter(_WORD.findall(_TARGET.sub("]", plain).casefold())),
        code,
        Counter(folded(as_read(heading.text)) for heading in headings(text, spans)),
        len(_TABLE.findall(plain)),
        plain.count(LINK_OPEN),
        len(_IMAGE.findall(plain)),
    )


def lacks(own: Holdings, other: Holdings) -> str:
    """What ``other`` lacks of ``own``, as words; ``""`` where it is at least as complete."""
    missing = sum((own.words - other.words).values())
    if missing > (1 - ENOUGH) * max(1, sum(own.words.values())):
        return f"{missing} words"
    if code := sum((own.code - other.code).values()):
        return f"{code} code blocks"
    if lost := own.headings - other.headings:
        return f"the heading {next(iter(lost))!r}"
    for name, mine, others in (
        ("links", own.links, other.links),
        ("tables", own.tables, other.tables),
        ("images", own.images, other.images),
    ):
        if others < ENOUGH * mine:
            return f"{mine - others} {name}"
    return ""


def _inside(block: str) -> str:
    """The text of a code block without its fences and indentation."""
    lines = block.strip("\n").split("\n")
    return "\n".join(line.strip() for line in lines[1:-1])
