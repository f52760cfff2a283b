"""Is a page one to keep: error pages, archive pages of WordPress, shells, and what is left after converting.

:func:`page_facts` is asked of every page before its tree is altered, so it only reads, and mostly lets C do it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from scrapepy.convert.error_check import SPACES, count_words, error_rule
from scrapepy.convert.extract import platform_nodes
from scrapepy.convert.platforms.recognise import PageSigns, holds, page_signs, recognise
from scrapepy.convert.streamed import is_awaited
from scrapepy.convert.titles import title_of
from scrapepy.convert.unmade_panels import UNMADE, has_unmade_panels
from scrapepy.model.analysis import PageFacts
from scrapepy.model.options import ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.archives import WORDPRESS_ARCHIVES
from scrapepy.rules.platforms import Platform
from scrapepy.rules.shells import SHELL_MESSAGES, SHELL_PLACES, SHELL_ROOTS, SHELL_TAKEN, SHELL_WORDS
from scrapepy.web.html import Node, Tree, block_text, visible_words
from scrapepy.web.likeness import may_repeat, text_sketch
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
    words = count_words(text) - sum(_unread_words(node) for node in nodes)
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
        is_shell=(words < SHELL_WORDS and is_shell(signs)) or (page.may_fold and _is_half_drawn(signs.tree)),
        sketch=text_sketch(text) if may_repeat(page.address) else b"",
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
        if node is not None and node.text(strip=True) and not is_awaited(node):
            return (node,)
    body = signs.tree.body
    return () if body is None else (body,)


def _unread_words(node: Node) -> int:
    """What the parser counts as text and nobody reads: a page that is drawn from it has none yet."""
    return sum(count_words(script.text().encode("utf-8", "replace")) for script in node.css("script, style"))


def text_hash(text: bytes) -> str:
    """16 hex digits over ``text`` (UTF-8) without its white space."""
    return hashlib.blake2b(text.translate(None, SPACES), digest_size=8).hexdigest()


def is_shell(signs: PageSigns) -> bool:
    """Whether the body holds next to nothing and a script would fill it (asked where there are few words)."""
    tree = signs.tree
    body = tree.body
    if body is None or tree.css_first("script") is None:
        return False
    words = visible_words(block_text(body))
    if words >= SHELL_WORDS and body.css_first(SHELL_MESSAGES) is not None:
        words -= sum(visible_words(block_text(node)) for node in body.css(SHELL_MESSAGES))
    if words >= SHELL_WORDS:
        return False
    return tree.css_first(SHELL_ROOTS) is not None or _is_bare(body, tree)


def _is_half_drawn(tree: Tree) -> bool:
    """Whether a script has yet to draw what stands behind the page's tabs, or in parts that fold."""
    return tree.css_first(UNMADE) is not None and tree.css_first("script") is not None and has_unmade_panels(tree)


def _is_bare(body: Node, tree: Tree) -> bool:
    """Whether nothing stands in the body but a place to draw in, whatever its name, or nothing, and a script comes."""
    if tree.css_first("script[src], script[type=module]") is None or body.css_first(SHELL_TAKEN) is not None:
        return False
    return not block_text(body).strip() or any(
        node.tag in SHELL_PLACES or _is_custom(node.tag or "") for node in body.traverse()
    )


def _is_custom(tag: str) -> bool:
    """Whether an element is one of the site's own; the parser's names of texts and comments begin with a hyphen."""
    return "-" in tag.lstrip("-")


def is_search_page(signs: PageSigns, platform: Platform | None) -> bool:
    """Whether the page is the search form of a recognised platform, which holds no content of its own."""
    return platform is not None and any(holds(signal, signs) for signal in platform.search)


def is_print_view(signs: PageSigns, platform: Platform | None) -> bool:
    """Whether the page holds what other pages of a recognised platform hold, to be printed."""
    return platform is not None and any(holds(signal, signs) for signal in platform.print_view)


def refusal(markdown: str, platform: Platform | None, options: ConvertOptions) -> tuple[SkipReason, str, str] | None:
    """Why finished Markdown (before a title is put on top) is not worth a file: reason, rule, detail (SPEC 6.6)."""
    if options.fragment:
        return None
    if len(markdown) > _CERTAINLY_ENOUGH * (10 if platform is not None else max(options.min_words, 10)):
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
    if "```" in markdown or "\n| " in markdown or "![" in markdown or _SIGNATURE.search(markdown) is not None:
        return True
    return "`" in markdown and any(map(_is_signature, _MARKS.sub("", markdown).split("\n")))


def _is_signature(line: str) -> bool:
    """Whether a line is the code of a call from beginning to end, with a label before it perhaps, and no mere link."""
    if "`" not in line or "(" not in line:
        return False
    own = _LINKED_CODE.sub(" ", _TARGET.sub("", _LABEL.sub("", line)))
    return "(" in own and _ALL_CODE.fullmatch(own) is not None


_LABEL = re.compile(r"[ \t]*(?:(?:[-*+>:]|[0-9]+[.)])[ \t]+)*(?:\*\*[^*`\n]+\*\*:?[ \t]+)?")
_LINKED_CODE = re.compile(r"\[`[^`]*`")
_ALL_CODE = re.compile(r"(?:\s*[*_]{0,3}`[^`]+`[*_]{0,3})+\s*[:;.]?\s*")


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


# verdict -------------------------------------------------------------------------------------------------------------


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
