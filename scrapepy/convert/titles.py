"""The title of a page, without the site's name behind it (SPEC 6.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scrapepy.convert.render_shapes import shape_of
from scrapepy.convert.said_twice import second_saying
from scrapepy.rules.brands import (
    BRAND_SEPARATORS,
    MAX_BRAND_WORDS,
    MIN_TITLE,
    PART_WORDS,
    SEPARATORS,
    SITE_WORDS,
)
from scrapepy.rules.markup import Shape
from scrapepy.rules.meta_names import LONGEST_LINE, LONGEST_TAG
from scrapepy.rules.platforms import Platform
from scrapepy.web.html import Node, Tree, block_text
from scrapepy.web.meta import PageMeta

_SITE = re.compile(rf"{SITE_WORDS}(?:\s+v?\d[\w.]*)?\s*$", re.IGNORECASE)
_PART = re.compile(rf"\b{PART_WORDS}\b|\d", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}", re.IGNORECASE)


def without_site_name(title: str, names: Iterable[str] = (), heading: str = "") -> str:
    """``title`` without the site's name at its end (or, where the name is known, at its start).

    ``names`` are known names of the site; ``heading`` is the page's main heading, which tells what the title is.

    >>> without_site_name("Title | Example.com")
    'Title'
    >>> without_site_name("Results | Round 5")
    'Results | Round 5'
    >>> without_site_name("Coroutines and Tasks — Python 3.11.2 documentation")
    'Coroutines and Tasks'
    """
    title = " ".join(title.split())
    known = {_folded(name) for name in names if name and name.strip()}
    if _folded(title) in known:
        return title
    if heading and title.startswith(heading) and any(title.startswith(heading + sign) for sign in SEPARATORS):
        return heading
    for separator in SEPARATORS:
        before, found, last = title.rpartition(separator)
        before, last = before.strip(), last.strip()
        if found and before and last and _names_site(before, last, separator, known, heading):
            return before
    before, found, last = title.rpartition(": ")
    if found and _folded(last) in known:
        return before.strip()
    for separator in (*SEPARATORS, ": "):
        first, found, rest = title.partition(separator)
        first, rest = first.strip(), rest.strip()
        if found and first and rest and (_folded(first) in known or (heading and _folded(rest) == _folded(heading))):
            return rest
    return title


def title_of(tree: Tree, platform: Platform | None, meta: PageMeta, nodes: Sequence[Node] = ()) -> str:
    """The page's title: where the platform has it, else ``<title>`` without the site's name, else the main heading.

    ``nodes`` hold the content, whose ``h1`` says better than any other in the page what the title is.
    """
    if platform is not None and platform.title:
        node = tree.css_first(platform.title)
        text = heading_text(node) if node is not None else ""
        if text:
            return text
    names = [meta.site_name or "", site_of(tree, platform)]
    heading = next(_headings(tree, nodes), "")
    if platform is None and meta.title:
        lower = _said_below_site(meta.title, heading, nodes)
        if lower:
            return lower
        said = _said_by_heading(_headings(tree, nodes), meta, names)
        if said:
            return said
        if meta.shared_title:
            return without_site_name(meta.shared_title, names, heading)
    if not meta.title:
        return heading
    title = without_site_name(meta.title, names, heading)
    return heading if heading and any(_folded(title) == _folded(name) for name in names if name) else title


def _said_below_site(title: str, heading: str, nodes: Sequence[Node]) -> str:
    """What a heading of the second level says where the main heading is the site's name, or none: so in forums.

    The title is then made of both, that of the page before that of the site.
    """
    for separator in SEPARATORS:
        before, found, last = title.rpartition(separator)
        of_the_site = not heading or _folded(last) == _folded(heading)
        if found and of_the_site and _folded(before) != _folded(heading):
            wanted = (_folded(before),) if heading else (_folded(before), _folded(last))
            said = (heading_text(node) for content in nodes for node in content.css("h2"))
            return next((text for text in said if _folded(text) in wanted), "")
    return ""


def _headings(tree: Tree, nodes: Sequence[Node]) -> Iterator[str]:
    """What the main headings say: those in the content, then all of the page. The first mostly is all that is asked."""
    for node in nodes:
        first = node.css_first("h1")
        if first is not None:
            yield from _said(first, node)
    first = tree.css_first("h1")
    if first is not None:
        yield from _said(first, tree)


def _said(first: Node, within: Node | Tree) -> Iterator[str]:
    if text := heading_text(first):
        yield text
    yield from (text for node in within.css("h1")[1:] if (text := heading_text(node)))


def _said_by_heading(headings: Iterable[str], meta: PageMeta, names: Iterable[str]) -> str:
    """The main heading that says what the title says: ``<title>`` is often made for search engines.

    A heading of other words may belong to something else on the page, and one that is the site's name is its logo.
    """
    title = meta.title or ""
    known = {_folded(name) for name in names if name}
    # what is cut from the end of the title names the site
    shorter = without_site_name(title, names)
    known.add(_folded(title[len(shorter) :]) if title.startswith(shorter) else "")
    words = set(_folded(f"{title} {meta.shared_title or ''}").split())
    for heading in headings:
        own = set(_folded(heading).split())
        if own and _folded(heading) not in known and 2 * len(own & words) >= len(own):
            return heading
    return ""


def site_of(tree: Tree, platform: Platform | None) -> str:
    """The site's name where the platform's pages show it."""
    if platform is None or not platform.site:
        return ""
    css, _, attribute = platform.site.partition("@")
    node = tree.css_first(css)
    if node is None:
        return ""
    said = " ".join((node.attributes.get(attribute) or "").split()) if attribute else block_text(node)
    return said if len(said) <= LONGEST_LINE else ""


def tags_of(tree: Tree, platform: Platform | None) -> tuple[str, ...]:
    """The page's tags where the platform's pages show them."""
    if platform is None or not platform.tags:
        return ()
    said = dict.fromkeys(block_text(node) for node in tree.css(platform.tags))
    return tuple(tag for tag in said if 0 < len(tag) <= LONGEST_TAG)


def heading_text(node: Node) -> str:
    """The text of a heading on one line, without a permalink mark at its end and without blocks inside.

    >>> from scrapepy.web.html import parse
    >>> heading_text(parse("<h1>Tasks<a class=headerlink href=#t>¶</a></h1>").css_first("h1"))
    'Tasks'

    Empty for what is too long to be one.
    """
    text = block_text(node)
    if len(text) > LONGEST_LINE:  # text in the wrong element
        return ""
    second = second_saying(node)
    if second is not None:
        text = text.removesuffix(block_text(second)).rstrip()
    for badge in node.css("span[class]"):
        if shape_of("span", badge.attributes["class"] or "") is Shape.BADGE:
            said = block_text(badge)
            text = " ".join(text.replace(said, f" {said} ", 1).split()) if said else text
    for button in node.css("button"):
        text = text.removesuffix(block_text(button)).rstrip()
    if any(inner.mem_id != node.mem_id for inner in node.css("div, ul, p")):
        text = " ".join(node.text(deep=False).split()) or text
    for link in node.css("a"):
        mark = link.text().strip()
        if mark and not any(character.isalnum() for character in mark):
            text = text.removesuffix(mark).rstrip()
    return _PERMALINK.sub("", text)


_PERMALINK = re.compile("\\s*[¶\ue000-\uf8ff]+$")


def _names_site(before: str, last: str, separator: str, known: set[str], heading: str) -> bool:
    if _folded(last) in known:
        return True
    if heading and (_folded(heading) == _folded(before) or _folded(heading).endswith(" " + _folded(before))):
        return True
    if heading and _folded(heading) == _folded(before + separator + last):
        return False
    if _DOMAIN.fullmatch(last):
        return True
    if _SITE.search(last) and len(last.split()) > 1:
        return True
    if separator not in BRAND_SEPARATORS or len(before) < MIN_TITLE or _PART.search(last):
        return False
    return len(last.split()) <= MAX_BRAND_WORDS and last[:1].upper() == last[:1]


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
