"""Does a page say that it is an error page (SPEC 4, "Error pages"; ``rules.error_pages``)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapepy.rules.brands import PART_WORDS, SEPARATORS
from scrapepy.rules.error_pages import (
    CODE,
    CONDITION,
    CONTENT_OF_ITS_OWN,
    LONG_ARTICLE,
    MESSAGES,
    OPENINGS,
    SAYINGS,
    SHORT_BODY,
)
from scrapepy.web.html import TEXT_ID, Node, block_text


def error_rule(titles: tuple[str, str], site: str, nodes: Sequence[Node], words: int | None = None) -> str:
    """The id of the rule by which the page is an error page, or nothing.

    ``titles`` are ``<title>`` and the main heading, ``nodes`` hold the main text, of that many words (scripts
    counted) if it is known.
    """
    speaks_of_errors = False
    for text in titles:
        rule, weak = message_of(text, site)
        if rule and not _is_long_article(nodes, words, SHORT_BODY if weak else LONG_ARTICLE):
            return rule
        speaks_of_errors = speaks_of_errors or (not rule and _ERROR_WORDS.search(_folded(text)) is not None)
    # what a page about errors quotes, it does not say
    if speaks_of_errors:
        return ""
    enough = _MANY_WORDS if nodes and nodes[0].tag == "body" else 2 * SHORT_BODY
    if words > enough if words is not None else _has_more_words(nodes, enough):
        return ""
    body = " ".join(_text_without_frame(node) for node in nodes)
    if len(_folded(body).split()) >= SHORT_BODY or any(node.css_first(CONTENT_OF_ITS_OWN) for node in nodes):
        return ""
    return _said_in(body)


def _said_in(body: str) -> str:
    """The rule of the first saying that is a statement: nothing before it in its sentence makes it a condition."""
    for sentence in _SENTENCE.split(body):
        folded = _folded(sentence)
        for rule, pattern in _SAYINGS:
            found = pattern.search(folded)
            if found is not None and _CONDITION.search(folded, 0, found.start()) is None:
                return rule
    return ""


def message_of(title: str, site: str = "") -> tuple[str, bool]:
    """The rule by which a title is an error message (else nothing), and whether it is a weak one.

    >>> message_of("403 – Forbidden"), message_of("Page not found – Site"), message_of("The 500 best albums")
    (('code', False), ('not-found', False), ('', False))
    """
    whole = _folded(title)
    if not whole or len(whole) > _LONGEST or (whole.isascii() and not _HINT.search(whole)):
        return "", False
    found = _message(whole)
    if found[0]:
        return found
    for separator in (*SEPARATORS, ": "):
        if separator not in title:
            continue
        before, _, last = title.rpartition(separator)
        first, _, rest = title.partition(separator)
        for part, other in ((last, before), (rest, first), (before, last), (first, rest)):
            if _is_site(other, site) and (separator != ": " or part in (last, rest)):
                found = _message(_folded(part))
                if found[0]:
                    return found
    return "", False


_LONGEST = 120
_HINT = re.compile(
    "[45][0-9][0-9]|not|found|exist|error|deni|forbid|restrict|permission|log|sign in|unavail|available|gateway|oops"
    "|sorry|wrong|missing|gone|nothing|unauthor|bad|down|many|introuv|nicht|verweig|encontr|trovat|gevonden|znalez|zugriff"
)
"""No message in Latin letters is without one of these; most titles are."""
_MANY_WORDS = 20 * SHORT_BODY
"""Words, those of menus and scripts included, beyond which a whole body is not looked at for what it says."""
_FRAME = frozenset({"nav", "header", "footer", "aside", "script", "style", "noscript", "template"})
_FEW_WORDS = 4
_NOT_WORD = re.compile(r"[^\w]+")
_PART = re.compile(rf"\b{PART_WORDS}\b|\d", re.IGNORECASE)
_ERROR_WORDS = re.compile(r"\b(?:error|errors|not found|exceptions?|4[0-9][0-9]|50[0-9]|denied|forbidden)\b")
_WEAK = tuple((rule.id, re.compile(f"{OPENINGS}(?:{rule.pattern})")) for rule in MESSAGES if rule.weak)
_ANY = "|".join(rule.pattern for rule in MESSAGES if rule.id != "code")
_STRONG = tuple(
    (
        rule.id,
        re.compile(
            f"{OPENINGS}(?:{CODE})(?: (?:{_ANY}))*(?: {CODE})?(?: 1)?"
            if rule.id == "code"
            else f"{OPENINGS}(?:{rule.pattern})(?: {CODE}| error)?(?: (?:{_ANY}))*"
        ),
    )
    for rule in MESSAGES
    if not rule.weak
)
_WITH_CODE = re.compile(f"{OPENINGS}(?:{_ANY}) {CODE}")
_SENTENCE = re.compile(r"[.!?;:](?=\s)")
_CONDITION = re.compile(CONDITION)
_SAYINGS = tuple((rule.id, re.compile(rule.pattern)) for rule in SAYINGS)


def _message(folded: str) -> tuple[str, bool]:
    for rule, pattern in _STRONG:
        if pattern.fullmatch(folded):
            return rule, False
    if _WITH_CODE.fullmatch(folded):
        return "code", False
    for rule, pattern in _WEAK:
        if pattern.fullmatch(folded):
            return rule, True
    return "", False


def _folded(text: str) -> str:
    return _NOT_WORD.sub(" ", text.lower()).strip()


def _is_site(part: str, site: str) -> bool:
    """Whether the part of a title beside a message can be the site's name."""
    if site and _folded(part) == _folded(site):
        return True
    words = part.split()
    if not words or len(words) > _FEW_WORDS or _PART.search(part) is not None:
        return False
    return len(words) <= _FEW_WORDS // 2 or all(word[0].isupper() or not word[0].isalpha() for word in words)


def _text_without_frame(node: Node) -> str:
    if node.tag != "body":
        return block_text(node)
    return " ".join(block_text(child) for child in node.iter(include_text=True) if child.tag not in _FRAME)


def _count(nodes: Sequence[Node]) -> int:
    return sum(count_words(node.text().encode("utf-8", "replace")) for node in nodes)


def _has_more_words(nodes: Sequence[Node], most: int) -> bool:
    """Whether these hold more words than ``most``; where they are many, the first of them are enough to say so."""
    left = most
    for node in nodes:
        for count, child in enumerate(node.traverse(include_text=True)):
            if count > _MOST_LOOKED_AT:
                break
            if child.tag_id == TEXT_ID:
                # its first word may be the end of one in the text before
                shape = (child.text_content or "").encode("utf-8", "replace").translate(_SPACE_OR_NOT)
                left -= shape.count(b" x")
                if left < 0:
                    return True
    return _count(nodes) > most


_MOST_LOOKED_AT = 1000


def _is_long_article(nodes: Sequence[Node], words: int | None, enough: int) -> bool:
    words = _count(nodes) if words is None else words
    if words < enough:
        return False
    return words - sum(len(link.text().split()) for node in nodes for link in node.css("a")) >= enough


SPACES = b" \t\n\r\f\v"
_SPACE_OR_NOT = bytes(32 if byte in SPACES else 120 for byte in range(256))


def count_words(text: bytes) -> int:
    """Words of UTF-8 text between ASCII white space; much faster than splitting."""
    shape = text.translate(_SPACE_OR_NOT)
    return shape.count(b" x") + shape.startswith(b"x")
