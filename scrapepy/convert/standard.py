"""Content by selectors that many sites share (``rules.content``): every match is tried, the most specific first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scrapepy.rules.content import CONTENT, MIN_CHARACTERS, MIN_WORDS, ContentRule
from scrapepy.web.html import Node, Tree, block_text, visible_words


def matches(tree: Tree, rules: Iterable[ContentRule] = CONTENT) -> Iterator[tuple[Node, str]]:
    """Elements with enough words, each with its selector, best first. Only reads."""
    for rule in rules:
        for node in tree.css(rule.css):
            if is_enough(node):
                yield node, rule.css


def is_enough(node: Node) -> bool:
    """More than 100 characters and more than 50 words of visible text, borders of elements parting words."""
    text = node.text()
    if len(text) <= MIN_CHARACTERS:
        return False
    # counted with all borders ignored there are too few words rather than too many
    surely = text.count(" ") > 4 * MIN_WORDS and len(text.split()) > MIN_WORDS
    if surely and node.css_first("script, style, template, noscript") is None:
        return True
    seen = block_text(node)
    return len(seen) > MIN_CHARACTERS and visible_words(seen) > MIN_WORDS
