"""Pages about one product, and what on them is about others (``rules.shop``).

Below a product shops show what else they sell: "similar items", "customers also bought", "recently viewed". Such a
group is told by its shape: boxes beside each other, each with a link, few words and no sentence, a price or a picture.
On a page that lists products the same cards are the content, so nothing is looked for there.

The rest that is not about the product stands under headings of its own: reviews, terms, ways to buy. Below the first of
them the page is about the shop, until a heading names a part of the product again.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from scrapepy.convert.junk_table import names_words
from scrapepy.convert.outline import Block, Box, Outline
from scrapepy.rules import shop as rules
from scrapepy.web.html import Tree
from scrapepy.web.json_ld import count_types

_PRICE = re.compile(rules.PRICE)
_MIN_CARDS = 3
_MOST = 0.6
"""Share of the boxes of a group that must look like cards: a banner among them is none."""
_FEWEST_WORDS = 3
_MOST_WORDS = 70
_LONG = 15
"""Words of a block that is no line under a heading any more, but a text of its own."""
_LINES = 4
"""So many lines may stand between a heading and the cards: a subtitle, "see all"."""


def is_product_page(tree: Tree) -> bool:
    """Whether a page says in its markup that it is about one product."""
    body = tree.body
    classes = (body.attributes.get("class") or "").split() if body is not None else []
    if any(name in rules.PRODUCT_BODIES or rules.PRODUCT_PAGE in names_words(name) for name in classes):
        return True
    if tree.css_first(rules.PRICE_METAS) is not None:
        return True
    products, lists = count_types(tree, rules.PRODUCT_TYPES, rules.LIST_TYPES)
    if products or lists:
        return products == 1
    return len(tree.css(rules.STATED_PRODUCT)) == 1


def other_products(outline: Outline, unseen: Collection[int] = ()) -> frozenset[int]:
    """The blocks of groups of cards that lead to other products, and of the headings over them.

    ``unseen`` blocks are shown only when asked for (a window over the page), so that they say nothing of their card.
    """
    children: dict[int, dict[str, list[Box]]] = {}
    for box in outline.boxes:
        if box.parent is not None and box.words:
            children.setdefault(id(box.parent), {}).setdefault(box.tag, []).append(box)
    found: set[int] = set()
    for parent in outline.boxes:
        if parent.first in found and parent.stop - 1 in found:
            continue
        for cards in children.get(id(parent), {}).values():
            if len(cards) < _MIN_CARDS:
                continue
            if sum(_is_card(card, outline, unseen) for card in cards) >= _MOST * len(cards):
                found.update(at for card in cards for at in range(card.first, card.stop))
                found |= _heading_over(cards[0].first, outline)
    return frozenset(found)


def _is_card(card: Box, outline: Outline, unseen: Collection[int]) -> bool:
    """Whether a box looks like a teaser: a link, few words and no sentence, a price or a picture."""
    blocks = [outline.blocks[at] for at in range(card.first, card.stop) if at not in unseen]
    words = sum(block.words for block in blocks)
    if not _FEWEST_WORDS <= words <= _MOST_WORDS:
        return False
    if card.tag != "a" and card.node.css_first("a[href]") is None:
        return False
    if 2 * sum(block.words for block in blocks if block.is_sentence) > words:
        return False
    if any(_PRICE.search(block.text) for block in blocks):
        return True
    return 2 * sum(block.linked for block in blocks) >= words and card.node.css_first("img") is not None


def _heading_over(first: int, outline: Outline) -> set[int]:
    """The heading over a group that begins with the block ``first``, and the lines between."""
    for at in range(first - 1, max(-1, first - 1 - _LINES), -1):
        tag = outline.blocks[at].tag
        if len(tag) == 2 and tag[0] == "h" and tag != "h1":
            return set(range(at, first))
        if outline.blocks[at].words > _LONG:
            break
    return set()


def parts_of_shop(outline: Outline, passed: Collection[int] = ()) -> frozenset[int]:
    """The blocks of the parts of a product's page that are about the shop; ``passed`` blocks are not looked at.

    None on a page that says no price: it offers a service, and what customers say of that is a part of it.
    """
    blocks = outline.blocks
    if not any(_PRICE.search(block.text) for block in blocks):
        return frozenset()
    title = next((at for at, block in enumerate(blocks) if block.tag == "h1" and at not in passed), -1)
    found: set[int] = set()
    of_shop, met = False, False
    level = 0
    for at in range(title + 1, len(blocks)):
        block = blocks[at]
        if at in passed:
            continue
        own_level = _level(block)
        if own_level:
            meant = kind_of_heading(block.text)
            if meant is not None or own_level <= level:
                of_shop = meant if meant is not None else met
                level = own_level
                met = met or of_shop
        if of_shop:
            found.add(at)
    shown = sum(block.words for at, block in enumerate(blocks) if at not in passed)
    said = sum(blocks[at].words for at in found)
    return frozenset(found) if said <= _MOST_OF_SHOP * shown else frozenset()


_MOST_OF_SHOP = 0.75
"""Share of a page's words from which on the headings mean something else: it is the shop that the page is about."""


def kind_of_heading(text: str) -> bool | None:
    """Whether a heading is that of a part about the shop; None where its words say nothing of that."""
    words = " ".join(re.findall(r"\w+", text.lower().replace("'", "").replace("\u2019", "").replace("&", " and ")))
    if words.count(" ") >= _LONGEST_HEADING:
        return None
    said = f"^{words} "
    spaced = f" {words} "
    if any(_says(said, spaced, phrase) for part in rules.SHOP_PARTS for phrase in part.phrases):
        return True
    if any(f" {phrase} " in spaced for phrase in rules.OWN_PARTS):
        return False
    return None


_LONGEST_HEADING = 12


def _says(said: str, spaced: str, phrase: str) -> bool:
    return said.startswith(f"{phrase} ") if phrase[0] == "^" else f" {phrase} " in spaced


def _level(block: Block) -> int:
    return int(block.tag[1]) if len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1].isdigit() else 0
