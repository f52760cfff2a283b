"""The order and the tree in which a reader who follows a site's own navigation meets its pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

INDEX_NAMES = frozenset({"", "index", "default", "readme", "package-summary", "module-summary"})
"""Names, without their ending, of the page that stands for its folder; the last two are Javadoc's."""


@dataclass(frozen=True, slots=True)
class Navigation:
    """All pages. ``parents`` has no entry for the starts, nor for pages that no page leads to."""

    order: tuple[str, ...]
    parents: Mapping[str, str]


def navigation(starts: Sequence[str], links_of: Callable[[str], Iterable[str]], pages: Collection[str]) -> Navigation:
    """The trees of the pages below ``starts``.

    ``links_of`` answers the pages that a page leads to, in the order in which they stand there: a start page's
    are the site's own navigation. What it does not name comes below the page that names it first, what nobody names
    comes last.
    A page belongs to its folder: where the folder has an index page, a general index elsewhere that names everything
    does not take it away. No page is asked for its links twice, and none once every page has its place.

    >>> links = {"/": ["/all", "/g/"], "/all": ["/g/x", "/g/y"], "/g/": ["/g/y", "/g/x"]}
    >>> navigation(["/"], lambda page: links.get(page, []), ["/", "/all", "/g/", "/g/x", "/g/y"]).order
    ('/', '/all', '/g/', '/g/y', '/g/x')
    """
    known = set(pages)
    homes = _homes(known)
    children: dict[str, list[str]] = defaultdict(list)
    parents: dict[str, str] = {}
    seen = set(starts)
    read: dict[str, tuple[str, ...]] = {}

    def walk(level: list[str], *, strict: bool) -> None:
        while level and not known <= seen:
            following = []
            for page in level:
                if page not in read:
                    read[page] = tuple(dict.fromkeys(target for target in links_of(page) if target in known))
                for target in read[page]:
                    if target in seen or (strict and homes[target] != _folder(page)):
                        continue
                    seen.add(target)
                    parents[target] = page
                    children[page].append(target)
                    following.append(target)
            level = following

    walk(list(starts), strict=True)
    walk([*starts, *_ordered(starts, children, known)], strict=False)
    ordered = _ordered(starts, children, known)
    return Navigation((*ordered, *sorted(known.difference(ordered))), parents)


def _ordered(starts: Sequence[str], children: Mapping[str, Sequence[str]], known: Collection[str]) -> list[str]:
    """The trees from their roots, each page before those below it."""
    ordered, waiting = [], list(reversed(starts))
    while waiting:
        page = waiting.pop()
        if page in known:
            ordered.append(page)
        waiting.extend(reversed(children.get(page, ())))
    return ordered


def _homes(pages: Collection[str]) -> dict[str, str]:
    """For each page the folder that it belongs to: the nearest with an index page that is not the page itself."""
    indexed = {_folder(page) for page in pages if _is_index(page)}
    homes = {}
    for page in pages:
        folder = _folder(page)
        if _is_index(page):
            folder = _above(folder)
        while folder and folder not in indexed:
            folder = _above(folder)
        homes[page] = folder or _folder(page)
    return homes


def _folder(page: str) -> str:
    return page.partition("?")[0].rpartition("/")[0] + "/"


def _above(folder: str) -> str:
    """The folder around it; empty above the first."""
    outer = folder.rstrip("/").rpartition("/")[0]
    return outer + "/" if outer or folder != "/" else ""


def _is_index(page: str) -> bool:
    address, query, _ = page.partition("?")
    return not query and address.rpartition("/")[2].partition(".")[0].lower() in INDEX_NAMES
