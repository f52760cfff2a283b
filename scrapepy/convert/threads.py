"""Forum threads, and questions with their answers: all posts, each with its author and date as lines.

A thread is told by its structure: several bodies of text under the same class name, each in a part of its own that
names who wrote it and when, and together most of what the page says. Comments under an article are none, because the
article is not one of them and says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scrapepy.convert.junk_table import names_words
from scrapepy.convert.outline import Box, Outline
from scrapepy.convert.weigh import Likelihood
from scrapepy.rules.posts import AUTHORS, BODIES, DATES, MEMBERS, STATED_BODIES, SURE_BODIES, THREAD_SIGNS
from scrapepy.web.html import Node, Tree, ancestors, block_text

_MIN_POSTS = 2
_WITH_AUTHOR = 0.6
"""Share of the posts that must name their author or date."""
_MOST_OF_PAGE = 0.5
"""Share of the page's likely content that must stand in posts, where nothing else says that it is a thread."""
_ENOUGH = 0.4
"""Share of the words of the largest group from which on another may be the one."""
_MIN_WORDS = 12
_FEW_WORDS = 4
_TIGHT = 0.9
_LONGEST_NAME = 40
_LONGEST_DATE = 60
_STATE = re.compile(r"\d+")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:^|[\s,/.-])(?:19|20)\d\d\b")
_OF_MEMBER = re.compile(r"(?:joined|join date|member since|registered)\b", re.IGNORECASE)
"""What tells since when somebody is a member."""


@dataclass(frozen=True, slots=True)
class Post:
    """One post: the elements that name its author and date, where there are any, and the one that holds its text."""

    author: Node | None
    date: Node | None
    body: Node


def thread_of(outline: Outline, likelihood: Likelihood | None = None) -> tuple[Post, ...]:
    """The posts of a thread, in order; nothing where the page is none."""
    says_so = is_thread_page(outline.tree)
    known = _groups(outline)
    groups = [group for group in known if len(group.boxes) >= (1 if says_so else _MIN_POSTS)]
    most_words = max((group.words for group in groups if len(group.boxes) > 1), default=0)
    groups = [
        group for group in groups if group.words > _ENOUGH * most_words and (len(group.boxes) > 1 or not most_words)
    ]
    surest = max((group.certainty for group in groups), default=0)
    groups = [group for group in groups if group.certainty == surest]
    most = max((group.words for group in groups), default=0)
    # one inside the other: the tightest that still holds nearly all
    best = min(
        (group for group in groups if group.words >= _TIGHT * most), key=lambda group: group.all, default=_NONE
    ).boxes
    if not best:
        return ()
    best = _with_others(best, [group for group in groups if group.boxes is not best])
    best = _with_unstated(best, [group for group in known if group.certainty < surest])
    most = sum(box.words - box.linked for box in best)
    if not says_so and most < _MOST_OF_PAGE * _likely_words(outline, likelihood):
        return ()
    posts = tuple(_posts(best, outline))
    named = sum(post.author is not None or post.date is not None for post in posts)
    both = sum(post.author is not None and post.date is not None for post in posts)
    if len(posts) < (1 if says_so else _MIN_POSTS) or named < _WITH_AUTHOR * len(posts):
        return ()
    return posts if says_so or surest > 1 or both >= _WITH_AUTHOR * len(posts) else ()


def _likely_words(outline: Outline, likelihood: Likelihood | None) -> float:
    if likelihood is not None:
        return likelihood.total
    return sum(block.words - block.linked for block in outline.blocks)


@dataclass(slots=True)
class _Group:
    """Boxes that hold the texts of posts by the same name; none inside another."""

    certainty: int
    boxes: list[Box]

    @property
    def words(self) -> int:
        return sum(box.words - box.linked for box in self.boxes)

    @property
    def all(self) -> int:
        return sum(box.words for box in self.boxes)


_NONE = _Group(0, [])


def _with_others(best: list[Box], others: list[_Group]) -> list[Box]:
    """The bodies of one name, and those of others beside them: a question is named otherwise than its answers."""
    boxes = list(best)
    for group in others:
        for box in group.boxes:
            if box.words >= _MIN_WORDS and not any(_overlap(box, one) for one in boxes):
                boxes.append(box)
    return sorted(boxes, key=lambda box: box.first)


def _with_unstated(best: list[Box], others: list[_Group]) -> list[Box]:
    """The bodies that a sure sign names, and those that it leaves out.

    XenForo states the replies' texts as microdata and the first post's as JSON-LD; all of them have the same class.
    """
    for group in sorted(others, key=lambda group: (-group.certainty, group.all)):  # the tightest of them
        shared = [box for box in group.boxes if any(_overlap(box, one) for one in best)]
        if len(shared) >= _MIN_POSTS and 2 * len(shared) > len(group.boxes):
            left_out = [box for box in group.boxes if box.words >= _FEW_WORDS and box not in shared]
            best = sorted((*best, *left_out), key=lambda box: box.first)
    return best


def _overlap(one: Box, other: Box) -> bool:
    return one.first < other.stop and other.first < one.stop


def _groups(outline: Outline) -> list[_Group]:
    found: dict[str, _Group] = {}
    stated = {node.mem_id for node in outline.tree.css(STATED_BODIES)}
    for box in outline.boxes:
        if box.hidden:
            continue
        says_so = box.node.mem_id in stated if stated else False
        certainty = 3 if says_so else _certainty(box.classes) if box.classes else 0
        if certainty:
            name = "" if says_so else " ".join(sorted(_STATE.sub("", box.classes).lower().split())[:4])
            group = found.setdefault(name, _Group(certainty, []))
            if not group.boxes or not _stands_in(box, group.boxes[-1]):
                group.boxes.append(box)
    return list(found.values())


_BY_FIRST = {word: tuple(phrase for phrase in BODIES if phrase[0] == word) for word in {phrase[0] for phrase in BODIES}}


@lru_cache(maxsize=4096)
def _certainty(classes: str) -> int:
    """How surely one of these classes means the text of a post: 0 not at all, 2 more than 1."""
    best = 0
    for name in classes.split():
        words = names_words(name)
        for phrase in (phrase for word in words for phrase in _BY_FIRST.get(word, ())):
            if (len(phrase) > 1 or len(words) == 1) and _in_order(phrase, words):
                best = max(best, 2 if len(phrase) > 1 or phrase[0] in SURE_BODIES else 1)
    return best


def _in_order(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    left = iter(words)
    return all(word in left for word in phrase)


def _stands_in(box: Box, other: Box) -> bool:
    return other.first <= box.first and box.stop <= other.stop and box is not other


def _posts(bodies: list[Box], outline: Outline) -> Iterator[Post]:
    seen = set()
    for at, body in enumerate(bodies):
        text = block_text(body.node)
        if not text or text in seen:
            continue
        seen.add(text)
        others = [box for box in bodies[max(0, at - 1) : at + 2] if box is not body]
        part = _part(body, others)
        author = _first(part.node, AUTHORS, body.node, _is_name)
        date = _first(part.node, DATES, body.node, _is_date)
        if author is not None and date is not None and _holds(author, date):
            date = None
        if author is not None and date is not None and _holds(date, author):
            author, date = None, date
        yield Post(author, date, body.node)


def _part(body: Box, others: list[Box]) -> Box:
    """The largest box around a body in which no other body stands."""
    part = body
    while part.parent is not None and part.parent.parent is not None:
        if any(part.parent.first <= other.first < part.parent.stop for other in others):
            break
        part = part.parent
        if not others and (part.tag in ("article", "main") or part.words > 2 * body.words + 60):
            break
    return part


def _first(part: Node, css: str, body: Node, fits: object) -> Node | None:
    own = body.mem_id
    for node in part.css(css):
        if node.mem_id == own or _is_inside(node, own) or not callable(fits) or not fits(node):
            continue
        if _is_of_member(node, part):
            continue
        return node
    return None


def _is_inside(node: Node, own: int) -> bool:
    return any(above.mem_id == own for above in ancestors(node))


def _is_of_member(node: Node, part: Node) -> bool:
    """Whether it stands in what tells of the member (when they joined, how much they wrote)."""
    above: Node | None = node
    while above is not None and above.mem_id != part.mem_id:
        classes = above.attributes.get("class") or ""
        if classes and not MEMBERS.isdisjoint(names_words(classes)):
            return True
        above = above.parent
    return False


def _holds(outer: Node, inner: Node) -> bool:
    return _is_inside(inner, outer.mem_id) or outer.mem_id == inner.mem_id


def _is_name(node: Node) -> bool:
    text = block_text(node)
    return (
        1 < len(text) <= _LONGEST_NAME
        and len(text.split()) <= 5
        and any(map(str.isalpha, text))
        and _YEAR.search(text) is None
        and node.css_first("li, dd") is None
    )


def _is_date(node: Node) -> bool:
    text = block_text(node)
    return 4 <= len(text) <= _LONGEST_DATE and _DIGIT.search(text) is not None and _OF_MEMBER.match(text) is None


def is_thread_page(tree: Tree) -> bool:
    """Whether the page says in its markup that it is a thread."""
    return tree.css_first(THREAD_SIGNS) is not None
