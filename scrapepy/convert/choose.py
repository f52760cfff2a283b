"""The choice of the content among candidates, by score, on pages of no recognised platform (SPEC 6.2).

Each candidate is a set of the page's blocks. Its score is the expected F1 against what is likely content
(``convert.weigh``), so that it counts how much of the text is kept, how much of it is links and furniture, and how far
it agrees with everything else that is known of the blocks. Candidates that come from a name or statement of the page
itself are believed a little more, because they keep the order and wholeness of what an author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scrapepy.convert import density, readability, standard
from scrapepy.convert.facts import Facts, facts_of, runs_of_words
from scrapepy.convert.outline import Block, Box, Outline, outline_of
from scrapepy.convert.threads import Post, thread_of
from scrapepy.convert.weigh import Likelihood
from scrapepy.rules.evidence import FURNITURE_FACTS
from scrapepy.web.html import Node, Tree

BELIEVED = 1.05
"""By so much a candidate is believed more that the page itself names."""
_STATED_WORDS = 80
_COVERED = 0.9
_MOST_MATCHES = 24


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate before it is chosen: an element of the page, or a set of its blocks."""

    name: str
    blocks: frozenset[int]
    node: Node | None = None
    """The element whose content it is; None where the blocks say which."""
    believed: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: elements in order, and what of them is not content."""

    nodes: tuple[Node, ...]
    name: str
    dropped: tuple[Node, ...] = ()
    score: float = 0.0
    words: int = 0


def choose_content(tree: Tree, title: str, stated: str = "") -> Choice | None:
    """The content of a page; ``stated`` is its text as its structured data repeats it. None where there is no text."""
    outline = outline_of(tree)
    if not outline.blocks:
        return None
    facts = facts_of(outline, title)
    likelihood = Likelihood(outline.blocks, facts)
    posts = thread_of(outline, likelihood)
    if posts:
        return Choice(_nodes_of(posts), "thread", score=1.0, words=sum(len(post.body.text().split()) for post in posts))
    best = max(
        proposals(outline, facts, likelihood, stated),
        key=lambda found: likelihood.expected_f1(found.blocks) * (BELIEVED if found.believed else 1.0),
    )
    score = likelihood.expected_f1(best.blocks)
    words = sum(outline.blocks[at].words for at in best.blocks)
    if best.node is not None:
        return Choice((best.node,), best.name, score=score, words=words)
    root, dropped = _kept(outline, best.blocks, facts, likelihood)
    return Choice((root.node,), best.name, dropped, score, words)


def proposals(outline: Outline, facts: list[Facts], likelihood: Likelihood, stated: str) -> Iterator[Proposal]:
    """All candidates of a page, the most trusted first."""
    furniture = frozenset(at for at, found in enumerate(facts) if not FURNITURE_FACTS.isdisjoint(found))
    by_node = {box.node.mem_id: box for box in outline.boxes}
    for count, (node, css) in enumerate(standard.matches(outline.tree)):
        box = by_node.get(node.mem_id)
        if box is not None:
            yield Proposal(f"selector: {css}", _without(box, furniture), node, believed=True)
        if count > _MOST_MATCHES:
            break
    said = _saying(outline, stated)
    if said is not None:
        yield Proposal("stated", _without(said, furniture), said.node, believed=True)
    scored = readability.best_box(outline)
    if scored is not None:
        yield Proposal("readability", _without(scored, furniture), scored.node)
    dense = density.dense_blocks(outline)
    if dense:
        yield Proposal("density", dense - furniture)
    yield Proposal("blocks", likelihood.best())


def _without(box: Box, furniture: frozenset[int]) -> frozenset[int]:
    return frozenset(range(box.first, box.stop)) - furniture


def _nodes_of(posts: Iterable[Post]) -> tuple[Node, ...]:
    return tuple(node for post in posts for node in (post.author, post.date, post.body) if node is not None)


def _saying(outline: Outline, stated: str) -> Box | None:
    """The smallest box that holds nearly all of the text which the structured data repeats."""
    runs = runs_of_words(stated)
    if len(runs) < _STATED_WORDS:
        return None
    found = [block.words > 4 and len(runs_of_words(block.text) & runs) > 0.6 * (block.words - 2) for block in outline.blocks]
    total = sum(block.words for block, said in zip(outline.blocks, found, strict=True) if said)
    if total < 0.7 * len(runs):
        return None
    best = None
    for box in outline.boxes:
        if best is not None and not (best.first <= box.first and box.stop <= best.stop):
            continue
        inside = sum(outline.blocks[at].words for at in range(box.first, box.stop) if found[at])
        if inside >= _COVERED * total:
            best = box
    return best


# a set of blocks as an element without the others ---------------------------------------------------------------------


def _kept(
    outline: Outline, blocks: frozenset[int], facts: list[Facts], likelihood: Likelihood
) -> tuple[Box, tuple[Node, ...]]:
    """The box around the blocks, and what in it is to go: what belongs together stays together."""
    root = outline.boxes[0]
    first, last = min(blocks), max(blocks)
    for box in outline.boxes:
        if box.first <= first and last < box.stop and box.tag not in _PARTS:
            root = box
    kept = _whole(outline, set(blocks), facts, likelihood, root)
    dropped: list[Node] = []
    gone_until = 0
    position = outline.boxes.index(root)
    owners: dict[int, list[int]] = {}
    for at in range(root.first, root.stop):
        if at not in kept:
            owners.setdefault(id(outline.blocks[at].box), []).append(at)
    for box in outline.boxes[position + 1 :]:
        if box.first >= root.stop:
            break
        if box.first < gone_until or box.first == box.stop:
            continue
        if not any(at in kept for at in range(box.first, box.stop)):
            dropped.append(box.node)
            gone_until = box.stop
    for box in outline.boxes[position:]:
        for at in owners.get(id(box), ()):
            dropped.extend(outline.blocks[at].nodes)
    return root, _outermost(dropped)


_PARTS = frozenset({"tr", "td", "th", "tbody", "thead", "li", "dd", "dt", "p", "a"})


def _outermost(nodes: list[Node]) -> tuple[Node, ...]:
    known = {node.mem_id for node in nodes}
    answer = []
    for node in nodes:
        above = node.parent
        while above is not None and above.mem_id not in known:
            above = above.parent
        if above is None:
            answer.append(node)
    return tuple(answer)


def _whole(
    outline: Outline, kept: set[int], facts: list[Facts], likelihood: Likelihood, root: Box
) -> set[int]:
    """``kept`` with what nobody would tear from it: code, the rest of a list or a table, the heading over a text."""
    blocks = outline.blocks
    for box in reversed(outline.boxes):
        if box.stop - box.first < 2 or not (root.first <= box.first and box.stop <= root.stop):
            continue
        inside = range(box.first, box.stop)
        words = sum(blocks[at].words for at in inside if at in kept)
        if box.tag in _TOGETHER:
            if 2 * words >= box.words:
                kept.update(at for at in inside if not _is_furniture(facts[at]))
            elif box.tag != "li":
                kept.difference_update(inside)
        elif words >= _NEARLY_ALL * box.words:
            kept.update(at for at in inside if likelihood.of[at] > _UNLIKELY and not _is_furniture(facts[at]))
    for at in range(root.first, root.stop - 1):
        if at not in kept and _is_heading(blocks[at]) and at + 1 in kept and not _is_heading(blocks[at + 1]):
            kept.add(at)
        elif at not in kept and blocks[at].tag == "pre" and not _is_furniture(facts[at]):
            kept.add(at)
    return kept


_TOGETHER = frozenset({"ul", "ol", "dl", "table", "tr", "blockquote", "p", "figure"})
_NEARLY_ALL = 0.8
_UNLIKELY = 0.1


def _is_heading(block: Block) -> bool:
    return len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1].isdigit()


def _is_furniture(facts: Facts) -> bool:
    return not FURNITURE_FACTS.isdisjoint(facts)
