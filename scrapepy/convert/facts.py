"""What can be seen of each block of a page without reading it: the facts that ``rules.evidence`` weighs."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import log

from scrapepy.convert.junk_rules import DEFAULT, names_words
from scrapepy.convert.outline import Block, Box, Outline
from scrapepy.rules.evidence import BUTTON_TEXTS, LANDMARKS, NAMES, OTHER_PAGES, PRICE, ROLES

Facts = dict[str, float]
"""Facts by the id of their row; 1 where a fact is only there or not."""

_PRICE = re.compile(PRICE)
_BUTTON = re.compile(BUTTON_TEXTS, re.IGNORECASE)
_OTHER_PAGES = re.compile(OTHER_PAGES, re.IGNORECASE)
_WORD = re.compile(r"\w+")
_FAR = 12
"""So many blocks after a heading, what stands there may belong to something else."""
_LONG = 20
_NEAR = 15
_WINDOW = 5
_GROUP = 4
_BIG = 30
_BY_WORD = {word: row.id for row in NAMES for word in row.words}
_TAGS = {"h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h5", "p": "paragraph", "div": "division"}


@lru_cache(maxsize=8192)
def _named(classes: str, identity: str) -> frozenset[str]:
    """The groups of names that classes and id belong to, and the row of junk that they would go by."""
    words = {word for name in (*classes.split(), identity) for word in names_words(name)}
    found = {group for word in words if (group := _BY_WORD.get(word)) is not None}
    rule = DEFAULT.named(classes, identity)
    if rule is not None:
        found.add(f"junk-{rule.id}")
    return frozenset(found)


def facts_of(outline: Outline, title: str) -> list[Facts]:
    """The facts of each block, in order. ``title`` is the page's."""
    return _Reader(outline, title).read()


def runs_of_words(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words in ``text``, in lower case."""
    words = _WORD.findall(text.lower())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


class _Reader:
    """Reads the facts of one page."""

    def __init__(self, outline: Outline, title: str) -> None:
        self.outline = outline
        self.title = frozenset(_WORD.findall(title.lower()))
        self.total = max(1, outline.words)
        self.main = _main(outline)
        self.groups, self.largest = _groups(outline)
        self.of_box: dict[int, tuple[frozenset[str], int]] = {}
        for box in outline.boxes:
            self._inherit(box)

    def _inherit(self, box: Box) -> None:
        """What holds for all that stands in a box: its own facts and those of the boxes around it."""
        above, group = self.of_box[id(box.parent)] if box.parent is not None else (_NOTHING, 0)
        own = set()
        if box.tag in LANDMARKS:
            own.add(LANDMARKS[box.tag])
        if box.role in ROLES:
            own.add(ROLES[box.role])
        if box.hidden:
            own.add("hidden")
        if box.parent is not None and (box.classes or box.identity):
            own |= _named(box.classes, box.identity)
        if box is self.main:
            own.add("in-main")
        if box.alike >= 3 and box.words > 3:
            own.add("repeated")
            if box.alike >= 8:
                own.add("repeated-often")
            if box.alike >= _GROUP:
                group = max(group, self.groups.get((id(box.parent), box.tag, box.classes), 0))
        self.of_box[id(box)] = (above | own if own else above, group)

    def read(self) -> list[Facts]:
        blocks = self.outline.blocks
        shares = [block.linked / block.words for block in blocks]
        first_heading = next((at for at, block in enumerate(blocks) if block.tag == "h1"), None)
        seen = Counter(block.text for block in blocks)
        answer = []
        heading, since, before = "", _FAR, 0
        for at, block in enumerate(blocks):
            if block.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
                heading, since = block.text, 0
            else:
                since += 1
            facts: Facts = dict.fromkeys(self.of_box[id(block.box)][0], 1.0)
            self._own(facts, block, shares[at])
            if seen[block.text] > 1:
                facts["said-twice"] = 1.0
                if seen[block.text] > 2:
                    facts["said-often"] = 1.0
            if heading and since < _FAR and _OTHER_PAGES.search(heading):
                facts["other-pages"] = 1.0
            if first_heading is not None:
                facts["before-title" if at < first_heading else "after-title"] = 1.0
            facts["late"] = before / self.total
            before += block.words
            self._around(facts, at, shares)
            self._boxes(facts, block)
            answer.append(facts)
        return answer

    def _own(self, facts: Facts, block: Block, linked: float) -> None:
        words, text = block.words, block.text
        facts["length"] = min(5.0, log(1 + words))
        facts["linked"] = linked
        if words == 1:
            facts["one-word"] = 1.0
        if words < 10:
            facts["short"] = 1.0
            if _BUTTON.fullmatch(text):
                facts["button-text"] = 1.0
        elif words > _LONG and linked < 0.3:
            facts["long-text"] = 1.0
        if block.is_sentence:
            facts["sentence"] = 1.0
        commas = text.count(",")
        if commas:
            facts["commas"] = min(3, commas) / 3
        if words < 40 and _PRICE.search(text):
            facts["price"] = 1.0
        if "©" in text or "rights reserved" in text.lower():
            facts["copyright"] = 1.0
        tag = "whole" if block.whole and block.tag != "pre" else _TAGS.get(block.tag)
        if tag is not None:
            facts[tag] = 1.0
        if words < 30 and self.title:
            facts["like-title"] = len(self.title.intersection(_WORD.findall(text.lower()))) / len(self.title)

    def _around(self, facts: Facts, at: int, shares: list[float]) -> None:
        blocks = self.outline.blocks
        if at:
            facts["length-before"] = min(4.0, log(1 + blocks[at - 1].words))
            if blocks[at - 1].words > _NEAR and shares[at - 1] < 0.3:
                facts["after-text"] = 1.0
        if at + 1 < len(blocks):
            facts["length-after"] = min(4.0, log(1 + blocks[at + 1].words))
            if blocks[at + 1].words > _NEAR and shares[at + 1] < 0.3:
                facts["before-text"] = 1.0
        else:
            facts["last"] = 1.0
        window = blocks[max(0, at - _WINDOW) : at + _WINDOW + 1]
        words = sum(block.words for block in window)
        facts["linked-around"] = sum(block.linked for block in window) / words
        facts["dense-around"] = log(1 + words)

    def _boxes(self, facts: Facts, block: Block) -> None:
        _, group = self.of_box[id(block.box)]
        if group:
            facts["largest-group" if group == self.largest else "smaller-group"] = 1.0
        if self.main is not None and "in-main" not in facts:
            facts["outside-main"] = 1.0
        box = block.box.parent
        for level in ("1", "2", "3"):
            if box is None:
                break
            facts["share-" + level] = box.words / self.total
            facts["said-" + level] = box.said / (box.words or 1)
            box = box.parent
        box = block.box
        while box.parent is not None and box.words < _BIG:
            box = box.parent
        facts["linked-part"] = box.linked / (box.words or 1)
        facts["said-part"] = box.said / (box.words or 1)
        facts["share-part"] = box.words / self.total


_NOTHING: frozenset[str] = frozenset()


def _main(outline: Outline) -> Box | None:
    return next((box for box in outline.boxes if box.tag == "main" or box.role == "main"), None)


def _groups(outline: Outline) -> tuple[dict[tuple[int, str, str], int], int]:
    """Words in each group of boxes that look alike and stand beside each other, and the most there are in one."""
    found: dict[tuple[int, str, str], int] = {}
    for box in outline.boxes:
        if box.alike >= _GROUP and box.words > 3:
            key = (id(box.parent), box.tag, box.classes)
            found[key] = found.get(key, 0) + box.words
    return found, max(found.values(), default=0)
