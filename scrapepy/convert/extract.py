"""Where the content of a page is: extractors in turn, the first good result wins (SPEC 6.2).

An extractor only reads; it answers with nodes of the page's tree, or of a tree of its own. What is taken out of the
content is taken out afterwards, by ``junk``. Each yields :class:`Candidate` values, so that a choice by score needs
no more than another :func:`choose`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from scrapepy.convert import fallback
from scrapepy.convert.choose import choices, choose_content
from scrapepy.convert.platforms.recognise import PageSigns, page_signs, recognise
from scrapepy.convert.side_menu import menu_nodes
from scrapepy.rules.content import MIN_WORDS
from scrapepy.rules.platforms import Platform
from scrapepy.web.html import Node, Tree, ancestors
from scrapepy.web.json_ld import stated_text
from scrapepy.web.links import ParsedPage
from scrapepy.web.meta import PageMeta


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one extractor holds for the content."""

    nodes: tuple[Node, ...]
    """In document order, none inside another."""
    extractor: str
    """``docbook: div.chapter``, ``selector: article``, ``trafilatura``, ``landmark: body``."""
    by_row: bool = False
    dropped: tuple[Node, ...] = ()
    """What stands inside the nodes and is no content; still in its place."""
    left: int = 0
    """Letters of the page's plain text that was not chosen."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The content of a page. ``nodes`` is empty where there is none."""

    nodes: tuple[Node, ...]
    extractor: str
    platform: Platform | None
    """The platform recognised, whether or not its row found the content."""
    signs: PageSigns
    by_row: bool = False
    """The platform's row found the content, so that its other selectors hold there."""
    dropped: tuple[Node, ...] = ()
    """What stands inside the nodes and is no content; still in its place."""
    left: int = 0
    """Letters of the page's plain text that was not chosen."""


Extractor = Callable[[PageSigns, Platform | None], Iterator[Candidate]]


def by_platform(signs: PageSigns, platform: Platform | None) -> Iterator[Candidate]:
    """The content that the recognised platform's row names."""
    if platform is None:
        return
    for css in platform.content:
        nodes = platform_nodes(signs.tree, platform, css)
        if nodes and any(node.tag != "header" for node in nodes):  # a title alone is no content
            yield Candidate(nodes, f"{platform.name}: {described(nodes[0])}", by_row=True)


def by_score(signs: PageSigns, platform: Platform | None) -> Iterator[Candidate]:
    """The candidates that can be judged by what is known of the page's blocks, best first (``convert.choose``)."""
    found = choices(signs.tree, stated_text(signs.tree))
    first = next(found, None)
    hidden = fallback.by_noscript(signs.tree)
    if hidden is not None and (first is None or first.words < hidden[1]):
        unseen = choose_content(hidden[0])
        if unseen is not None:
            yield Candidate(unseen.nodes, "noscript", dropped=unseen.dropped)
    if first is not None:
        for choice in islice(chain((first,), found), _MOST_CHOICES):
            if choice.words >= MIN_WORDS:
                yield Candidate(choice.nodes, choice.name, dropped=choice.dropped, left=choice.left)


_MOST_CHOICES = 3
"""What ranks behind these differs too little from them, and each costs a conversion of its own."""


def by_trafilatura(signs: PageSigns, platform: Platform | None) -> Iterator[Candidate]:
    """trafilatura, where the extra is installed and has not lost the shape of the page."""
    node = fallback.by_trafilatura(signs.tree)
    if node is not None and not fallback.has_lost_shape(node, signs.tree):
        yield Candidate((node,), "trafilatura")


def by_landmark(signs: PageSigns, platform: Platform | None) -> Iterator[Candidate]:
    """Whatever ``main``, ``article`` or ``body`` holds."""
    node = fallback.landmark(signs.tree)
    if node is not None:
        menus = menu_nodes(signs.tree) if node.tag == "body" else ()
        yield Candidate((node,), f"landmark: {node.tag}", dropped=menus)


EXTRACTORS: tuple[Extractor, ...] = (by_platform, by_score, by_trafilatura, by_landmark)


def extract(page: ParsedPage, meta: PageMeta) -> Extraction:
    """Find the content of ``page``; the tree stays as it is."""
    return extract_from(*look_at(page))


def look_at(page: ParsedPage) -> tuple[PageSigns, Platform | None]:
    """The signs of a page, and the platform that they show."""
    signs = page_signs(page)
    return signs, recognise(signs)


def extract_from(signs: PageSigns, platform: Platform | None, passed: int = 0) -> Extraction:
    """Find the content of a page that has been looked at; ``passed`` candidates were tried and found wanting."""
    candidates = (candidate for extractor in EXTRACTORS for candidate in extractor(signs, platform))
    chosen = choose(islice(candidates, passed, None))
    if chosen is None:
        return Extraction((), "", platform, signs)
    return Extraction(chosen.nodes, chosen.extractor, platform, signs, chosen.by_row, chosen.dropped, chosen.left)


def choose(candidates: Iterator[Candidate]) -> Candidate | None:
    """The first candidate: each extractor offers only what is good enough."""
    return next(candidates, None)


def described(node: Node) -> str:
    """An element for people: its tag with its id or first class."""
    attributes = node.attributes
    if attributes.get("id"):
        return f"{node.tag}#{attributes['id']}"
    classes = (attributes.get("class") or "").split()
    return f"{node.tag}.{classes[0]}" if classes else str(node.tag)


def platform_nodes(tree: Tree, platform: Platform, css: str) -> tuple[Node, ...]:
    """What one content selector of a row matches: its first element, or all that do not stand inside another."""
    if not platform.join:
        node = tree.css_first(css)
        return () if node is None else (node,)
    nodes = tree.css(css)
    taken = {node.mem_id for node in nodes}
    return tuple(node for node in nodes if not _stands_in(node, taken))


def _stands_in(node: Node, taken: set[int]) -> bool:
    return any(above.mem_id in taken for above in ancestors(node))
