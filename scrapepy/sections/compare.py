"""Two versions of a document, or of a folder of them, section by section (SPEC 8)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import unified_diff
from typing import Any

from scrapepy.errors import UsageError
from scrapepy.model.section import ChangeKind, Chunk, Comparison, SectionDiff
from scrapepy.sections.similar import renamed
from scrapepy.sections.version import Side, sides

RENAME_THRESHOLD = 0.6


def compare_chunks(
    old: Iterable[Chunk | Mapping[str, Any]],
    new: Iterable[Chunk | Mapping[str, Any]],
    *,
    rename_threshold: float = RENAME_THRESHOLD,
) -> Comparison:
    """What became of each section: added, removed, renamed, changed, links-only or unchanged.

    ``old`` and ``new`` are chunks (:func:`scrapepy.chunk_markdown`) or the objects that ``scrapepy chunks`` writes.
    Sections are paired by page and id; where each side is a single page, its name does not matter. What is left is
    paired by similarity (``difflib`` on the text as read, at least ``rename_threshold``), one to one, the best pairs
    first. Raises :class:`~scrapepy.errors.UsageError` for what is no chunk, and for a threshold that is not 0 to 1.

    >>> from scrapepy.sections.chunk import chunk_markdown
    >>> old, new = chunk_markdown("# A\\n\\n[x](u1)\\n"), chunk_markdown("# A\\n\\n[x](u2)\\n")
    >>> compare_chunks(old, new).counts["links-only"]
    1
    """
    if isinstance(rename_threshold, bool) or not isinstance(rename_threshold, int | float):
        raise UsageError("rename_threshold must be a number")
    if math.isnan(rename_threshold) or not 0 <= rename_threshold <= 1:
        raise UsageError(f"rename_threshold must be 0 to 1, not {rename_threshold}")
    before, after = sides(old), sides(new)
    alone = len({side.path for side in before}) <= 1 and len({side.path for side in after}) <= 1
    pairs = _by_id(before, after, alone=alone)
    paired_old = {one.index for one, _ in pairs}
    paired_new = {two.index for _, two in pairs}
    found = {two.index: _paired(one, two) for one, two in pairs}
    left_old = [side for side in before if side.index not in paired_old]
    left_new = [side for side in after if side.index not in paired_new]
    gone = {side.index for side in left_old}
    for pair in renamed(left_old, left_new, rename_threshold, pairs):
        gone.discard(pair.old.index)
        found[pair.new.index] = SectionDiff(
            ChangeKind.RENAMED,
            pair.old.place,
            pair.new.place,
            round(pair.similarity, 4),
            pair.words_changed,
            pair.old.text,
            pair.new.text,
        )
    for side in left_new:
        if side.index not in found:
            found[side.index] = SectionDiff(ChangeKind.ADDED, None, side.place, new_text=side.text)
    removed = [
        SectionDiff(ChangeKind.REMOVED, side.place, None, old_text=side.text) for side in before if side.index in gone
    ]
    ordered = _ordered([found[side.index] for side in after], removed)
    return Comparison(tuple(replace(diff, one_page=True) for diff in ordered) if alone else tuple(ordered))


def _by_id(old: Sequence[Side], new: Sequence[Side], *, alone: bool) -> list[tuple[Side, Side]]:
    """Pairs of the same page and heading path. Of repeats, equal texts first: their numbers say only their order."""
    groups: dict[tuple[str | None, str], tuple[list[Side], list[Side]]] = defaultdict(lambda: ([], []))
    for number, several in enumerate((old, new)):
        for side in several:
            groups[None if alone else side.path, side.base][number].append(side)
    pairs: list[tuple[Side, Side]] = []
    for before, after in groups.values():
        if len(before) == len(after) == 1:
            pairs.append((before[0], after[0]))
            continue
        for key in (_same_place, _bytes, _words, _id):
            waiting = {key(side): side for side in reversed(after)}
            for side in list(before):
                other = waiting.pop(key(side), None)
                if other is not None:
                    pairs.append((side, other))
                    before.remove(side)
                    after.remove(other)
    return pairs


def _same_place(side: Side) -> object:
    return side.id, side.fingerprint


def _bytes(side: Side) -> object:
    return side.sha256


def _words(side: Side) -> object:
    return side.fingerprint


def _id(side: Side) -> object:
    return side.id


def _paired(old: Side, new: Side) -> SectionDiff:
    if old.sha256 == new.sha256:
        kind = ChangeKind.UNCHANGED
    elif old.fingerprint != new.fingerprint:
        kind = ChangeKind.CHANGED
    elif old.text.split() == new.text.split():  # white space alone: a section before it has gone, or lines break anew
        kind = ChangeKind.UNCHANGED
    else:
        kind = ChangeKind.LINKS_ONLY
    return SectionDiff(kind, old.place, new.place, old_text=old.text, new_text=new.text)


def _ordered(found: Sequence[SectionDiff], removed: Sequence[SectionDiff]) -> list[SectionDiff]:
    """Page by page as in the new version, what was removed from a page behind what is there; gone pages last."""
    pages: dict[str | None, list[SectionDiff]] = defaultdict(list)
    for diff in found:
        assert diff.new is not None
        pages[diff.new.path].append(diff)
    for diff in removed:
        assert diff.old is not None
        pages[diff.old.path].append(diff)
    return [diff for diffs in pages.values() for diff in diffs]


def text_diff(diff: SectionDiff, context: int = 3) -> str:
    """The unified diff of a section's Markdown; empty where its bytes are the same.

    Lines end as a terminal and ``patch`` want them: a last line without an end is said to have none.
    """
    lines = unified_diff(
        _LINE.findall(diff.old_text),
        _LINE.findall(diff.new_text),
        _name(diff.old),
        _name(diff.new),
        n=context,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def _name(place: object) -> str:
    path = getattr(place, "path", None)
    identifier = getattr(place, "id", None)
    if identifier is None:
        return "/dev/null"
    return f"{path}: {identifier}" if path else str(identifier)
