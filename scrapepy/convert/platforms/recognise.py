"""Which documentation platform made a page (``rules.platforms``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scrapepy.model.url import Role
from scrapepy.rules.platforms import (
    PLATFORMS,
    AllOf,
    HasAsset,
    HasBodyClass,
    HasComment,
    HasHtmlAttribute,
    HasSelector,
    MetaContains,
    Platform,
    Signal,
)
from scrapepy.web.html import Node, Tree
from scrapepy.web.links import ParsedPage

_ASSETS = frozenset({Role.SCRIPT, Role.STYLE})


@dataclass(frozen=True, slots=True)
class PageSigns:
    """What is read of a page once, so that asking a signal costs next to nothing."""

    tree: Tree
    metas: tuple[tuple[str, str], ...]
    """(name, content) of ``meta`` tags, lower case."""
    comments: str
    """Comments at the top of the document, of ``head`` and of ``body``, a line each."""
    assets: str
    """Addresses of scripts and style sheets, a line each."""
    body_classes: frozenset[str]
    attributes: frozenset[str]
    """Names of the attributes of ``html`` and ``body``."""


def page_signs(page: ParsedPage) -> PageSigns:
    """Read the signs of ``page``; the tree stays as it is."""
    tree = page.tree
    head, body, root = tree.head, tree.body, tree.root
    metas = []
    comments: list[str] = []
    if head is not None:
        for node in head.iter(include_text=False):
            if node.tag == "meta":
                attributes = node.attributes
                name = attributes.get("name")
                if name:
                    metas.append((name.lower(), (attributes.get("content") or "").lower()))
            elif node.is_comment_node:
                comments.append(node.comment_content or "")
    for parent in (root, body):
        if parent is not None:
            comments.extend(_comments_in(parent))
    comments.extend(_comments_beside(root))
    body_attributes = body.attributes if body is not None else {}
    html_attributes = root.attributes if root is not None and root.is_element_node else {}
    return PageSigns(
        tree=tree,
        metas=tuple(metas),
        comments="\n".join(comments),
        assets="\n".join(r.address for r in page.references if r.role in _ASSETS),
        body_classes=frozenset((body_attributes.get("class") or "").split()),
        attributes=frozenset((*html_attributes, *body_attributes)),
    )


def recognise(signs: PageSigns, platforms: Sequence[Platform] = PLATFORMS) -> Platform | None:
    """The first row with a signal that holds: cheap signals of all rows first, then selectors. None for other pages."""
    for row, test in _IN_ORDER if platforms is PLATFORMS else _in_order(platforms):
        if test(signs):
            return row
    return None


Test = Callable[[PageSigns], bool]


def _in_order(platforms: Sequence[Platform]) -> tuple[tuple[Platform, Test], ...]:
    # inside AllOf the cheap ones come first and mostly say no, so only a bare selector waits for the second round
    pairs = [(row, signal) for row in platforms for signal in row.signals]
    ordered = sorted(pairs, key=lambda pair: isinstance(pair[1], HasSelector))
    return tuple((row, test_of(signal)) for row, signal in ordered)


def holds(signal: Signal, signs: PageSigns) -> bool:
    """Whether the page shows this signal."""
    return test_of(signal)(signs)


@lru_cache(maxsize=512)
def test_of(signal: Signal) -> Test:
    """The question that a signal asks of a page, ready to be asked of every page of a site."""
    match signal:
        case MetaContains(name, text):
            return lambda signs: any(text in content for key, content in signs.metas if key == name)
        case HasComment(text):
            return lambda signs: text in signs.comments
        case HasAsset(text):
            return lambda signs: text in signs.assets
        case HasBodyClass(name):
            return lambda signs: name in signs.body_classes
        case HasHtmlAttribute(name):
            return lambda signs: name in signs.attributes
        case HasSelector(css):
            return lambda signs: signs.tree.css_first(css) is not None
        case AllOf(signals):
            tests = tuple(map(test_of, signals))
            return lambda signs: all(test(signs) for test in tests)


_IN_ORDER = _in_order(PLATFORMS)


def _comments_in(parent: Node) -> list[str]:
    return [child.comment_content or "" for child in parent.iter(include_text=False) if child.is_comment_node]


def _comments_beside(root: Node | None) -> list[str]:
    found = []
    node = root.prev if root is not None else None
    while node is not None:
        if node.is_comment_node:
            found.append(node.comment_content or "")
        node = node.prev
    node = root.next if root is not None else None
    while node is not None:
        if node.is_comment_node:
            found.append(node.comment_content or "")
        node = node.next
    return found
