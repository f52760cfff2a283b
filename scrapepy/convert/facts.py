"""What can be seen of each block of a page without reading it: the facts that ``rules.evidence`` weighs."""

from __future__ import annotations

import re
from functools import lru_cache
from math import log

from scrapepy.convert.junk_rules import MANY, shows_itself
from scrapepy.convert.junk_table import DEFAULT, names_words, without_names
from scrapepy.convert.offered_choices import offered_choices
from scrapepy.convert.outline import Block, Box, Outline
from scrapepy.convert.repeats import repeated, repeated_links
from scrapepy.convert.shop import is_product_page, other_products, parts_of_shop
from scrapepy.convert.side_menu import side_menus
from scrapepy.rules.evidence import FURNITURE_FACTS, FURNITURE_RULES, LANDMARKS, NAMES, OTHER_PAGES, ROLES

Facts = dict[str, float]
"""Facts by the id of their row; 1 where a fact is only there or not."""

_OTHER_PAGES = re.compile(OTHER_PAGES, re.IGNORECASE)
_WORD = re.compile(r"\w+")
_FAR = 12
"""So many blocks after a heading, what stands there may belong to something else."""
_LONG = 20
_SHORT = 10
_FEW_LINKS = 0.3
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_GROUP = 4
_BIG = 30
_BY_WORD = {word: row.id for row in NAMES for word in row.words}
_TAGS = {"h2": "h2", "div": "division"}


@lru_cache(maxsize=8192)
def _named(classes: str, identity: str) -> frozenset[str]:
    """The groups of names that classes and id belong to, and the row of junk that they would go by."""
    words = {word for name in (*classes.split(), identity) for word in names_words(name)}
    found = {group for word in words if (group := _BY_WORD.get(word)) is not None}
    rule = DEFAULT.named(classes, "")
    if rule is not None and words.isdisjoint(_TABS):  # labels of tabs are named like a menu
        found.add(f"junk-{rule.id}")
        if rule.id in FURNITURE_RULES:
            found.add("furniture")
    elif rule is None and identity:
        # ids are made of what the text is about: they count, but prove nothing
        rule = DEFAULT.named("", identity)
        if rule is not None:
            found.add(f"junk-{rule.id}")
    return frozenset(found)


def facts_of(outline: Outline) -> list[Facts]:
    """The facts of each block, in order."""
    return _Reader(outline).read()


def runs_of_words(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words in ``text``, in lower case."""
    words = _WORD.findall(text.lower())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


class _Reader:
    """Reads the facts of one page."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.total = max(1, outline.words)
        self.main = _main(outline)
        self.groups, self.largest = _groups(outline)
        self.units = _units(outline)
        self.menus = side_menus(outline)
        self.of_box: dict[int, tuple[frozenset[str], int]] = {}
        for box in outline.boxes:
            self._inherit(box)

    def _inherit(self, box: Box) -> None:
        """What holds for all that stands in a box: its own facts and those of the boxes around it."""
        above, group = self.of_box[id(box.parent)] if box.parent is not None else (_NOTHING, 0)
        own = set()
        if box.tag in LANDMARKS and not (box.tag == "footer" and _ends_a_part(box)):
            own.add(LANDMARKS[box.tag])
        if box.role in ROLES:
            own.add(ROLES[box.role])
        if box.hidden:
            own.add("hidden")
        if box.parent is not None and (box.classes or box.identity):
            named = _named(self._believed(box) if self.units else box.classes, box.identity)
            if "furniture" in named and (self._is_frame(box) or not shows_itself(box.node, box.classes)):
                named = frozenset()
            own |= named
        if id(box) in self.menus:
            own.add("side-menu")
        if box is self.main:
            own.add("in-main")
        if box.alike >= 3 and box.words > 3:
            own.add("repeated")
            if box.alike >= _GROUP:
                group = max(group, self.groups.get((id(box.parent), box.tag, box.classes), 0))
        self.of_box[id(box)] = (above | own if own else above, group)

    def _is_frame(self, box: Box) -> bool:
        """Whether a box stands around the page's main part: its name says what else is in it (``content-sidebar``)."""
        main = self.main
        return main is not None and box is not main and box.first <= main.first and main.stop <= box.stop

    def _believed(self, box: Box) -> str:
        """The classes of a box without the names of units, and of their parts."""
        found = DEFAULT.unit_names(box.classes)
        return without_names(box.classes, [name for name, words in found.items() if words in self.units])

    def read(self) -> list[Facts]:
        blocks = self.outline.blocks
        first_heading = next((at for at, block in enumerate(blocks) if block.tag == "h1"), 0)
        answer = []
        others, again, choices = self._unwanted()
        leads_away, since, before, length = False, _FAR, 0, 0.0
        for at, block in enumerate(blocks):
            if block.tag in _HEADINGS:
                leads_away, since = _OTHER_PAGES.search(block.text) is not None, 0
            else:
                since += 1
            inherited, group = self.of_box[id(block.box)]
            facts: Facts = dict.fromkeys(inherited, 1.0)
            if group:
                facts["largest-group" if group == self.largest else "smaller-group"] = 1.0
            if self.main is not None and "in-main" not in inherited:
                facts["outside-main"] = 1.0
            if leads_away and since < _FAR:
                facts["other-pages"] = 1.0
            if at in again:
                facts["again"] = 1.0
            if at in others:
                facts["other-products"] = 1.0
            if at in choices:
                facts["choices"] = 1.0
            if at < first_heading:
                facts["before-title"] = 1.0
            facts["late"] = before / self.total
            facts["length-before"] = length
            before += block.words
            length = min(4.0, log(1 + block.words))
            _own(facts, block)
            self._around(facts, block)
            answer.append(facts)
        return answer

    def _unwanted(self) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
        """The blocks not about the product, where the page is that of one; what stood there before; facets."""
        blocks = self.outline.blocks
        furniture, unseen, reviews = set(), set(), set()
        for at, block in enumerate(blocks):
            inherited = self.of_box[id(block.box)][0]
            if block.tag == "pre" or not FURNITURE_FACTS.isdisjoint(inherited):
                furniture.add(at)
            if not _UNSEEN.isdisjoint(inherited):
                unseen.add(at)
            if "junk-reviews" in inherited and block.tag != "pre":
                reviews.add(at)
        if not is_product_page(self.outline.tree):
            again = repeated(blocks, furniture)
            return frozenset(), again | repeated_links(blocks, furniture | again), offered_choices(self.outline)
        others = other_products(self.outline, unseen) | reviews | parts_of_shop(self.outline, furniture | unseen)
        # what a shop says twice it says for another screen, or in another window
        again = repeated(blocks, furniture, _LEAST_SAID, 0)
        return others, again | repeated_links(blocks, furniture | again | others), frozenset()

    def _around(self, facts: Facts, block: Block) -> None:
        """How much of the page the boxes around hold, and how much of that is said in sentences."""
        box = block.box.parent
        for level in (1, 2, 3):
            if box is None:
                break
            if level != 2:
                facts[_SHARE[level]] = box.words / self.total
            if level != 1:
                facts[_SAID[level]] = box.said / (box.words or 1)
            box = box.parent
        box = block.box
        while box.parent is not None and box.words < _BIG:
            box = box.parent
        facts["said-part"] = box.said / (box.words or 1)


_LEAST_SAID = 12
_UNSEEN = frozenset(("hidden", "in-dialog"))
_SHARE = {1: "share-1", 3: "share-3"}
_SAID = {2: "said-2", 3: "said-3"}


def _own(facts: Facts, block: Block) -> None:
    """What the block itself shows."""
    words = block.words
    linked = block.linked / words
    facts["linked"] = linked
    if words == 1:
        facts["one-word"] = 1.0
    if words < _SHORT:
        facts["short"] = 1.0
    elif words > _LONG and linked < _FEW_LINKS:
        facts["long-text"] = 1.0
    if block.is_sentence:
        facts["sentence"] = 1.0
    commas = block.text.count(",")
    if commas:
        facts["commas"] = min(3, commas) / 3
    tag = "whole" if block.whole and block.tag != "pre" else _TAGS.get(block.tag)
    if tag is not None:
        facts[tag] = 1.0


def _ends_a_part(footer: Box) -> bool:
    """Whether a ``footer`` says whose words a quotation is, or where a section has its facts from (SPEC 6.3)."""
    around = footer.parent
    while around is not None and around.tag not in _PARTS:
        around = around.parent
    if around is None or (around.tag in ("article", "section") and 2 * footer.linked >= footer.words):
        return False
    return around.tag != "article" or _NAMED_PARTS.isdisjoint(_named(footer.classes, footer.identity))


_PARTS = frozenset(("blockquote", "figure", "section", "article"))
_NAMED_PARTS = frozenset(("names-frame", "furniture"))
_NOTHING: frozenset[str] = frozenset()
_TABS = frozenset(("tab", "tabs", "tablist"))


def _main(outline: Outline) -> Box | None:
    return next((box for box in outline.boxes if box.tag == "main" or box.role == "main"), None)


_MUCH = 0.4
"""Share of the page from which on what is named alike is what the page is made of."""


def _units(outline: Outline) -> frozenset[str]:
    """Words that mean junk elsewhere, and here the pieces that the page is built of."""
    found: dict[tuple[str, str], list[Box]] = {}
    for box in outline.boxes:
        for name in DEFAULT.unit_names(box.classes).items() if box.classes else ():
            known = found.setdefault(name, [])
            if not known or known[-1].stop <= box.first:
                known.append(box)
    return frozenset(
        words
        for (_, words), boxes in found.items()
        if len(boxes) >= MANY and sum(box.words for box in boxes) > _MUCH * outline.words
    )


def _groups(outline: Outline) -> tuple[dict[tuple[int, str, str], int], int]:
    """Words in each group of boxes that look alike and stand beside each other, and the most there are in one."""
    found: dict[tuple[int, str, str], int] = {}
    for box in outline.boxes:
        if box.alike >= _GROUP and box.words > 3:
            key = (id(box.parent), box.tag, box.classes)
            found[key] = found.get(key, 0) + box.words
    return found, max(found.values(), default=0)
