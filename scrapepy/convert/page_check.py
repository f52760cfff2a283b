"""Is a page one to keep: error pages, archive pages of WordPress, shells, and what is left after converting.

:func:`page_facts` is asked of every page before its tree is altered, so it only reads, and mostly lets C do it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from scrapepy.convert.extract import platform_nodes
from scrapepy.convert.platforms.recognise import PageSigns, holds, page_signs, recognise
from scrapepy.convert.titles import title_of
from scrapepy.model.analysis import PageFacts
from scrapepy.model.options import ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.archives import WORDPRESS_ARCHIVES
from scrapepy.rules.brands import PART_WORDS, SEPARATORS
from scrapepy.rules.error_pages import CODE, LONG_ARTICLE, MESSAGES, OPENINGS, SAYINGS, SHORT_BODY
from scrapepy.rules.platforms import Platform
from scrapepy.rules.shells import SHELL_ROOTS, SHELL_WORDS
from scrapepy.web.html import Node, block_text, visible_words
from scrapepy.web.links import ParsedPage
from scrapepy.web.meta import PageMeta

MIN_CHARACTERS = 50
"""Markdown of this many characters or fewer is no content (SPEC 6.6)."""


def page_facts(page: ParsedPage, meta: PageMeta, wordpress: bool = False) -> PageFacts:
    """What the crawl needs to know of a page; the tree stays as it is.

    ``wordpress`` says whether the site shows that it is WordPress, without which no page is taken for an archive.
    """
    signs = page_signs(page)
    platform = recognise(signs)
    nodes = main_nodes(signs, platform)
    text = b" ".join(node.text().encode("utf-8", "replace") for node in nodes)
    words = _words(text)
    title = title_of(signs.tree, platform, meta, nodes)
    reason, rule = verdict(signs, meta, nodes, wordpress, words)
    return PageFacts(
        title=title,
        canonical=_other_address(page, meta),
        nofollow="nofollow" in meta.robots,
        noindex="noindex" in meta.robots,
        platform=platform.name if platform is not None else "",
        words=words,
        text_hash=text_hash(text),
        verdict=reason,
        verdict_rule=rule,
        is_shell=words < SHELL_WORDS and is_shell(signs),
    )


def main_nodes(signs: PageSigns, platform: Platform | None) -> tuple[Node, ...]:
    """The main text as far as it can be told at once: the platform's content, a landmark, or the body."""
    if platform is not None:
        for css in platform.content:
            nodes = platform_nodes(signs.tree, platform, css)
            if nodes:
                return nodes
    found = {(node.tag or ""): node for node in reversed(signs.tree.css("main, article"))}
    for node in (found.get("main"), found.get("article"), signs.tree.css_first("[role=main], #content")):
        if node is not None and node.text(strip=True):
            return (node,)
    body = signs.tree.body
    return () if body is None else (body,)


def text_hash(text: bytes) -> str:
    """16 hex digits over ``text`` (UTF-8) without its white space."""
    return hashlib.blake2b(text.translate(None, _SPACES), digest_size=8).hexdigest()


_SPACES = b" \t\n\r\f\v"
_SPACE_OR_NOT = bytes(32 if byte in _SPACES else 120 for byte in range(256))


def _words(text: bytes) -> int:
    """Words between ASCII white space; much faster than splitting."""
    shape = text.translate(_SPACE_OR_NOT)
    return shape.count(b" x") + shape.startswith(b"x")


def is_shell(signs: PageSigns) -> bool:
    """Whether the body holds next to nothing and a script would fill it (asked where there are few words)."""
    tree = signs.tree
    body = tree.body
    if body is None or tree.css_first("script") is None:
        return False
    return tree.css_first(SHELL_ROOTS) is not None and visible_words(block_text(body)) < SHELL_WORDS


def is_search_page(signs: PageSigns, platform: Platform | None) -> bool:
    """Whether the page is the search form of a recognised platform, which holds no content of its own."""
    return platform is not None and any(holds(signal, signs) for signal in platform.search)


def refusal(
    markdown: str, platform: Platform | None, options: ConvertOptions
) -> tuple[SkipReason, str, str] | None:
    """Why finished Markdown (before a title is put on top) is not worth a file: reason, rule, detail (SPEC 6.6)."""
    if options.fragment:
        return None
    if len(markdown) > _CERTAINLY_ENOUGH * max(options.min_words, 1):
        return None
    plain = _plain(markdown)
    if has_something_own(markdown):
        return None if plain or "![" in markdown else (SkipReason.NO_CONTENT, "empty", "nothing left")
    if len(plain) <= MIN_CHARACTERS:
        return SkipReason.NO_CONTENT, "short", f"{len(plain)} characters left"
    if platform is not None:
        return None
    words = visible_words(plain)
    if words < options.min_words:
        return SkipReason.LIST_PAGE, "min-words", f"{words} words"
    return None


def has_something_own(markdown: str) -> bool:
    """Code, a table, a signature (a heading of code) or an image: worth a file however short the text."""
    return "```" in markdown or "\n| " in markdown or "![" in markdown or _SIGNATURE.search(markdown) is not None


_CERTAINLY_ENOUGH = 160
"""Characters of Markdown for each word asked for, from which on nothing need be counted."""
_SIGNATURE = re.compile(r"^#{1,6} [^\n]*`|<table|<pre|^~~~|^\| ", re.MULTILINE)
_MARKS = re.compile(f"{ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE}|{LINK_OPEN}")
_TARGET = re.compile(rf"\]\((?:{SLOT_OPEN}[0-9]+{SLOT_CLOSE}|[^()\s]*)(?:[ \t]+\"[^\"\n]*\")?\)")


def _plain(markdown: str) -> str:
    """Markdown without link targets and signs of markup: what counts as text."""
    text = _TARGET.sub("", _MARKS.sub("", markdown))
    return " ".join(_SYNTAX.sub(" ", text).split())


_SYNTAX = re.compile(r"^[ \t]*(?:#{1,6}|[-*+]|>|[0-9]+[.)])[ \t]+|[\[\]`*_|]+", re.MULTILINE)


def _other_address(page: ParsedPage, meta: PageMeta) -> CanonicalUrl | None:
    return None if meta.canonical == page.url else meta.canonical


# verdict ---------------------------------------------------------------------------------------------------------------


def verdict(
    signs: PageSigns,
    meta: PageMeta,
    nodes: Sequence[Node],
    wordpress: bool | None = None,
    words: int | None = None,
) -> tuple[SkipReason | None, str]:
    """Why the page is not to be kept at all, and by which rule; ``nodes`` hold its main text.

    ``wordpress`` None means: as the page itself shows. ``words`` are those of ``nodes``, if they are counted already.
    """
    if wordpress or (wordpress is None and _shows_wordpress(signs)):
        for archive in WORDPRESS_ARCHIVES:
            if signs.body_classes.issuperset(archive.classes):
                return SkipReason.TAXONOMY, archive.id
    rule = error_rule(_titles(signs, meta, nodes), meta.site_name or "", nodes, words)
    return (SkipReason.ERROR_PAGE, rule) if rule else (None, "")


def _shows_wordpress(signs: PageSigns) -> bool:
    return "/wp-content/" in signs.assets or any(
        name == "generator" and content.startswith("wordpress") for name, content in signs.metas
    )


def _titles(signs: PageSigns, meta: PageMeta, nodes: Sequence[Node]) -> tuple[str, str]:
    heading = next((h for node in nodes if (h := node.css_first("h1")) is not None), None) or signs.tree.css_first("h1")
    if heading is None:
        heading = signs.tree.css_first("h2")
    return meta.title or "", heading.text() if heading is not None else ""


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
    words = _count(nodes) if words is None else words
    if words > (_MANY_WORDS if nodes and nodes[0].tag == "body" else 2 * SHORT_BODY):
        return ""
    body = _folded(" ".join(_text_without_frame(node) for node in nodes))
    if len(body.split()) >= SHORT_BODY:
        return ""
    return next((rule for rule, pattern in _SAYINGS if pattern.search(body)), "")


def message_of(title: str, site: str = "") -> tuple[str, bool]:
    """The rule by which a title is an error message (else nothing), and whether it is a weak one.

    >>> message_of("403 – Forbidden"), message_of("Page not found – Site"), message_of("The 500 best albums")
    (('code', False), ('not-found', False), ('', False))
    """
    whole = _folded(title)
    if not whole or len(whole) > _LONGEST:
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
    return sum(_words(node.text().encode("utf-8", "replace")) for node in nodes)


def _is_long_article(nodes: Sequence[Node], words: int | None, enough: int) -> bool:
    words = _count(nodes) if words is None else words
    if words < enough:
        return False
    return words - sum(len(link.text().split()) for node in nodes for link in node.css("a")) >= enough
