"""How much of a page's content its Markdown keeps: one measure for twins, for the choice of extractor, for the report.

Cheap by intent: letters are counted in C, elements by their names, and nothing is compared one by one that can be
counted. Exact comparison is the business of ``benchmarks/fidelity.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapepy.convert.heading_lines import as_read, folded, headings
from scrapepy.convert.segments import code_spans, prose_of
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.web.html import Node, tag_ids

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


# at the conversion of every page --------------------------------------------------------------------------------------


FLOORS = {
    "letters": (0.6, 400),
    "code": (0.6, 4),
    "headings": (0.5, 4),
    "tables": (0.0, 1),
    "links": (0.0, 1),
    "images": (0.0, 1),
}
"""Of each kind: the share that a page's Markdown must keep, asked where the content has at least so many.

Far below what is usual (0.98 and more), since some of what stands in the HTML is rightly left out: the second writing
of a formula, line numbers, tables that are only layout, links within signatures, icons. Where a page falls below, a
rule went wrong. A share of 0 is measured and not asked for.
"""

_NO_LETTERS = bytes(range(0x30)) + b":;<=>?@[\\]^_`{|}~\x7f"
_ELEMENTS = {
    "code": ("pre",),
    "headings": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "tables": ("table",),
    "links": ("a[href]",),
    "images": ("img",),
}
_KINDS_BY_ID = {number: kind for kind in ("code", "headings") for number in tag_ids(_ELEMENTS[kind]).values()}


def amounts_of(nodes: Sequence[Node], every: bool = True, most: Mapping[str, int] | None = None) -> dict[str, int]:
    """How much the content holds of each kind, or of those with a floor alone; the tree stays as it is.

    ``most`` says how many elements of a name the page has, if they hold the content: where it has less than a floor
    asks for, nobody needs to count.
    """
    amounts = {"letters": sum(letters_in(node.text() or "") for node in nodes)}
    asked = {}
    for kind in ("code", "headings"):
        if every or most is None or sum(most.get(name, 0) for name in _ELEMENTS[kind]) >= FLOORS[kind][1]:
            asked[kind] = ", ".join(_ELEMENTS[kind])
            amounts[kind] = 0
    if asked:
        css = ", ".join(asked.values())
        for node in nodes:
            for found in node.css(css):
                amounts[_KINDS_BY_ID[found.tag_id]] += 1
    if every:
        for kind in ("tables", "links", "images"):
            amounts[kind] = sum(len(node.css(_ELEMENTS[kind][0])) for node in nodes)
    return amounts


def amount_in(kind: str, markdown: str, headings: int) -> int:
    """How much of a kind settled Markdown with slots holds; ``headings`` are counted where they get their anchors."""
    count = markdown.count
    match kind:
        case "letters":
            # a mark is three bytes of UTF-8, and a slot holds two digits or so
            return letters_in(markdown) - 3 * count(LINK_OPEN) - 8 * count(SLOT_OPEN)
        case "code":
            # a signature stands as a heading
            return count("```") // 2 + count("<pre") + count("# `")
        case "headings":
            return headings + count("[!")  # the title of an admonition is a heading on some pages
        case "tables":
            return len(_TABLE.findall(markdown))
        case "links":
            return count(LINK_OPEN) + count(' href="')
        case _:
            return count("![") + count("<img")


def shares(content: Mapping[str, int], markdown: str, headings: int) -> dict[str, float]:
    """What the Markdown keeps of each kind that the content has, at most 1."""
    return {kind: _share(amount_in(kind, markdown, headings), content[kind]) for kind in FLOORS if content.get(kind)}


def below_floor(content: Mapping[str, int], markdown: str, headings: int) -> str:
    """The kind of which too little is kept, and how much, as words; ``""`` where all is well."""
    for kind, (floor, least) in FLOORS.items():
        amount = content.get(kind, 0)
        if floor and amount >= least:
            share = _share(amount_in(kind, markdown, headings), amount)
            if share < floor:
                return f"{share:.0%} of the {kind}"
    return ""


def _share(kept: int, amount: int) -> float:
    return round(min(1.0, kept / amount), 3)


def letters_in(text: str) -> int:
    """Letters and digits of a text, roughly: UTF-8 bytes that are no ASCII sign and no white space."""
    return len(text.encode("utf-8", "replace").translate(None, _NO_LETTERS))


def _inside(block: str) -> str:
    """The text of a code block without its fences and indentation."""
    lines = block.strip("\n").split("\n")
    return "\n".join(line.strip() for line in lines[1:-1])
