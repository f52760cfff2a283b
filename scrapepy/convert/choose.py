"""The choice of the content among candidates, by score, on pages of no recognised platform (SPEC 6.2).

Each candidate is a set of the page's blocks. Its score is the expected F1 against what is likely content
(``convert.weigh``), so that it counts how much of the text is kept, how much of it is links and furniture, and how far
it agrees with everything else that is known of the blocks. Candidates that come from a name or statement of the page
itself are believed a little more, because they keep the order and wholeness of what an author wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

from scrapepy.convert import density, readability
from scrapepy.convert.facts import Facts, facts_of, runs_of_words
from scrapepy.convert.kept import letters_in
from scrapepy.convert.outline import Block, Box, Outline, outline_of
from scrapepy.convert.threads import Post, thread_of
from scrapepy.convert.weigh import Likelihood
from scrapepy.rules.content import CONTENT, MIN_WORDS
from scrapepy.rules.evidence import FURNITURE_FACTS
from scrapepy.web.html import Node, Tree

_NO_CONTENT = 0.1
BELIEVED = 1.15
"""By so much a candidate is believed more that the page itself names: a landmark, or ``#content``."""
BELIEVED_MORE = 1.2
"""By so much one that it names as the text of an article."""
BELIEVED_MOST = 1.35
"""By so much one whose text its structured data repeats."""
_THREAD = 0.25
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
    trust: float = 1.0


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: elements in order, and what of them is not content."""

    nodes: tuple[Node, ...]
    name: str
    dropped: tuple[Node, ...] = ()
    words: int = 0
    left: int = 0
    """Letters of plain text that the page has besides: nothing but its weight speaks against it."""


def choose_content(tree: Tree, stated: str = "") -> Choice | None:
    """The content of a page; ``stated`` is its text as its structured data repeats it. None where there is no text."""
    return next(choices(tree, stated), None)


def choices(tree: Tree, stated: str = "") -> Iterator[Choice]:
    """The content of a page as the best candidate has it, then as the others have it, best first; only reads."""
    outline = outline_of(tree)
    if not outline.blocks:
        return
    facts = facts_of(outline)
    likelihood = Likelihood(outline.blocks, facts)
    posts = thread_of(outline, likelihood)
    if posts and _covers(posts, outline, likelihood):
        yield Choice(_nodes_of(posts), "thread", words=sum(len(post.body.text().split()) for post in posts))
    with_code = _share_of_code(outline, facts)
    ranked = sorted(
        proposals(outline, facts, likelihood, stated),
        key=lambda found: likelihood.expected_f1(found.blocks) * found.trust * with_code(found.blocks),
        reverse=True,
    )
    seen = set()
    for best in ranked:
        if not best.blocks or best.blocks in seen:
            continue
        seen.add(best.blocks)
        words = sum(outline.blocks[at].words for at in best.blocks)
        if best.node is not None and best.trust != BELIEVED:
            # what an author named as the text is left whole: what is junk in it, the rules of junk say with more care
            inside = next(range(box.first, box.stop) for box in outline.boxes if box.node.mem_id == best.node.mem_id)
            yield Choice((best.node,), best.name, words=words, left=_left(outline, facts, inside))
        else:
            blocks = best.blocks | _opening(outline, best.blocks, facts)
            root, dropped, kept = _kept(
                outline, blocks, facts, likelihood, best.node if blocks == best.blocks else None
            )
            yield Choice((root.node,), best.name, dropped, words, _left(outline, facts, kept))


def proposals(outline: Outline, facts: list[Facts], likelihood: Likelihood, stated: str) -> Iterator[Proposal]:
    """All candidates of a page, the most trusted first."""
    furniture = frozenset(
        at for at, found in enumerate(facts) if likelihood.of[at] < _NO_CONTENT or not FURNITURE_FACTS.isdisjoint(found)
    )
    by_node = {box.node.mem_id: box for box in outline.boxes}
    for rule in CONTENT:
        found = [by_node[node.mem_id] for node in outline.tree.css(rule.css) if node.mem_id in by_node]
        together = _beside_each_other(found)
        if len(together) > 1:
            blocks = frozenset().union(*(_without(box, furniture) for box in together))
            yield Proposal(f"selectors: {rule.css}", blocks, None, BELIEVED)
        for box in found[:_MOST_MATCHES]:
            if box.words > MIN_WORDS and box.role != "tabpanel":  # a panel among others is a part of the text
                trust = BELIEVED if rule.landmark else BELIEVED_MORE
                yield Proposal(f"selector: {rule.css}", _without(box, furniture), box.node, trust)
    said = _saying(outline, stated)
    if said is not None:
        yield Proposal("stated", _without(said, furniture), said.node, BELIEVED_MOST)
    scored = readability.best_box(outline)
    if scored is not None:
        yield Proposal("readability", _without(scored, furniture), scored.node)
    dense = density.dense_blocks(outline)
    if dense:
        yield Proposal("density", dense - furniture)
    yield Proposal("blocks", likelihood.best())


def _beside_each_other(boxes: list[Box]) -> list[Box]:
    """The most words among boxes of one kind with the same parent, without teasers: a text may be several articles."""
    groups: dict[int, list[Box]] = {}
    for box in boxes:
        groups.setdefault(id(box.parent), []).append(box)
    best = max(groups.values(), key=lambda group: sum(box.words for box in group), default=[])
    largest = max(best, key=lambda box: box.words, default=None)
    return [box for box in best if largest and (box.classes == largest.classes or 2 * box.words > MIN_WORDS)]


def _share_of_code(outline: Outline, facts: list[Facts]) -> Callable[[frozenset[int]], float]:
    """How far a candidate is believed by the code blocks between its ends: who loses code has lost content."""
    code = [at for at, block in enumerate(outline.blocks) if block.tag == "pre" and not _is_furniture(facts[at])]

    def share(blocks: frozenset[int]) -> float:
        if not code or not blocks:
            return 1.0
        first, last = min(blocks), max(blocks)
        return 1 - _CODE + _CODE * sum(first <= at <= last for at in code) / len(code)

    return share


_CODE = 0.3
"""So much of its score a candidate loses that holds none of the page's code."""


def _without(box: Box, furniture: frozenset[int]) -> frozenset[int]:
    return frozenset(range(box.first, box.stop)) - furniture


def _nodes_of(posts: Iterable[Post]) -> tuple[Node, ...]:
    return tuple(node for post in posts for node in (post.author, post.date, post.body) if node is not None)


def _covers(posts: Iterable[Post], outline: Outline, likelihood: Likelihood) -> bool:
    """Whether most of what is likely content stands in the posts."""
    wanted = {post.body.mem_id for post in posts}
    inside: set[int] = set()
    for box in outline.boxes:
        if box.node.mem_id in wanted:
            inside.update(range(box.first, box.stop))
    return likelihood.likely_words(inside) >= _THREAD * likelihood.total


def _saying(outline: Outline, stated: str) -> Box | None:
    """The smallest box that holds nearly all of the text which the structured data repeats."""
    runs = runs_of_words(stated)
    if len(runs) < _STATED_WORDS:
        return None
    found = [
        block.words > 4 and len(runs_of_words(block.text) & runs) > 0.6 * (block.words - 2) for block in outline.blocks
    ]
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
    outline: Outline, blocks: frozenset[int], facts: list[Facts], likelihood: Likelihood, node: Node | None
) -> tuple[Box, tuple[Node, ...], set[int]]:
    """The box around the blocks, what in it is to go, and which blocks stay: what belongs together stays together."""
    root = outline.boxes[0]
    first, last = min(blocks), max(blocks)
    for box in outline.boxes:
        if box.first <= first and last < box.stop and box.tag not in _PARTS:
            root = box
        if node is not None and box.node.mem_id == node.mem_id:
            break
    kept = _whole(outline, set(blocks), facts, likelihood, root)
    kept.update(at for at in range(min(kept), root.stop) if is_plain_text(outline.blocks[at], facts[at]))
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
    return root, _outermost(dropped), kept


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


def _whole(outline: Outline, kept: set[int], facts: list[Facts], likelihood: Likelihood, root: Box) -> set[int]:
    """``kept`` with what nobody would tear from it: code, the rest of a list or a table, the heading over a text."""
    blocks = outline.blocks
    total = sum(blocks[at].words for at in kept)
    for box in reversed(outline.boxes):
        if box.stop - box.first < 2 or not (root.first <= box.first and box.stop <= root.stop):
            continue
        inside = range(box.first, box.stop)
        words = sum(blocks[at].words for at in inside if at in kept)
        if box.tag in _TOGETHER:
            if 2 * words >= box.words:
                kept.update(at for at in inside if not _is_furniture(facts[at]))
            elif words < _LITTLE * total:
                kept.difference_update(inside)
        elif words >= _NEARLY_ALL * box.words:
            kept.update(at for at in inside if likelihood.of[at] > _UNLIKELY and not _is_furniture(facts[at]))
    for at in range(root.first, root.stop - 1):
        if (at not in kept and _is_heading(blocks[at]) and at + 1 in kept and not _is_heading(blocks[at + 1])) or (
            at not in kept and blocks[at].tag == "pre" and not _is_furniture(facts[at])
        ):
            kept.add(at)
    _keep_between(outline, kept, facts, root)
    return kept


def _keep_between(outline: Outline, kept: set[int], facts: list[Facts], root: Box) -> None:
    """Keep the tables and figures that stand among what is kept: signatures, examples, values with their meaning.

    They are made of few words and many links, as furniture is; but furniture stands around a text, not in it.
    """
    if not kept:
        return
    first, last = min(kept), max(kept)
    total = sum(outline.blocks[at].words for at in kept)
    until = 0
    for box in outline.boxes:
        if box.tag not in _SHOWN or box.first < max(until, first, root.first) or box.stop > root.stop:
            continue
        until = box.stop
        inside = range(box.first, box.stop)
        if (
            box.stop - 1 <= max(last, _end_of_part(box, outline, kept, root))
            and kept.isdisjoint(inside)
            and box.linked <= _LINKED * box.words
            and not any(_is_furniture(facts[at]) for at in inside)
            and box.words <= total
        ):
            kept.update(inside)


def _end_of_part(box: Box, outline: Outline, kept: set[int], root: Box) -> int:
    """The last block of the element around a box of which something is kept, where most of it is."""
    around = box.parent
    while around is not None and around is not root and kept.isdisjoint(range(around.first, around.stop)):
        around = around.parent
    if around is None or around.first < root.first or around.stop > root.stop:
        return -1
    words = sum(outline.blocks[at].words for at in range(around.first, box.first) if at in kept)
    return around.stop - 1 if 2 * words >= sum(b.words for b in outline.blocks[around.first : box.first]) else -1


_SHOWN = frozenset({"table", "figure"})
_LINKED = 0.8
"""Share of linked words from which on a table is one of links."""


_TOGETHER = frozenset({"ul", "ol", "dl", "table", "tr", "blockquote", "p", "figure"})
_NEARLY_ALL = 0.92
_UNLIKELY = 0.1
_LITTLE = 0.2


def is_plain_text(block: Block, facts: Facts) -> bool:
    """Whether nothing speaks against a block except that it is short: no link, no name, no part of the page.

    Evidence is counted in words, so that a line of six weighs little beside a paragraph: enough to rank candidates,
    not enough to throw the line away.
    """
    return block.linked <= _FEW_LINKED * block.words and not any(
        fact in _AGAINST or fact in FURNITURE_FACTS or fact.startswith("junk-") for fact in facts
    )


_FEW_LINKED = 0.3
_AGAINST = frozenset(
    (
        *("in-header", "in-region", "before-title", "outside-main", "other-pages"),
        *("names-frame", "names-service", "names-window", "names-filter", "names-slides"),
    )
)


def _opening(outline: Outline, blocks: frozenset[int], facts: list[Facts]) -> frozenset[int]:
    """The title of the page with the plain text under it, where the candidate begins later: its introduction."""
    first = min(blocks)
    title = next((at for at, block in enumerate(outline.blocks[:first]) if block.tag == "h1"), None)
    if title is None or not is_plain_text(outline.blocks[title], facts[title]):
        return frozenset()
    found = frozenset(at for at in range(title, first) if is_plain_text(outline.blocks[at], facts[at]))
    says = any("long-text" in facts[at] and outline.blocks[at].is_sentence for at in found)
    words = [sum(outline.blocks[at].words for at in some) for some in (found, blocks)]
    return found if says and words[0] <= words[1] else frozenset()


def _left(outline: Outline, facts: list[Facts], kept: Container[int]) -> int:
    """The letters of the plain text that is not kept."""
    return sum(
        letters_in(block.text)
        for at, block in enumerate(outline.blocks)
        if at not in kept and is_plain_text(block, facts[at])
    )


def _is_heading(block: Block) -> bool:
    return len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1].isdigit()


def _is_furniture(facts: Facts) -> bool:
    return not FURNITURE_FACTS.isdisjoint(facts)
