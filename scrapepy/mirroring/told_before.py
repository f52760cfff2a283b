"""What a run that was interrupted had told of already: the report of its end tells all since the run before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from scrapepy.mirroring.published import Published
from scrapepy.mirroring.section_changes import MOST
from scrapepy.mirroring.summary import report_from
from scrapepy.model.report import SectionChange, SectionTexts

_T = TypeVar("_T")


def with_told(published: Published, told: Mapping[str, Any], texts: Iterable[SectionTexts]) -> Published:
    """``published`` with what was told before: ``told`` are the report's values, empty where there is none."""
    if not told:
        return published
    before = report_from(told)
    left = {*published.removed, *(old for old, _ in published.moved)}
    arrived = {new for _, new in (*before.moved, *published.moved)}
    new = _all(before.new, published.new, without=left | arrived)
    changed = _all(before.changed, published.changed, without={*left, *new})
    unchanged_since = {*before.new, *before.changed} - left - {*published.new, *published.changed}
    return replace(
        published,
        new=new,
        changed=changed,
        # What was new to this run alone leaves no trace.
        removed=_all(before.removed, published.removed, without={*before.new, *new}),
        moved=_all(before.moved, published.moved),
        unchanged=published.unchanged - len(unchanged_since),
        sections=_latest(before.sections, published.sections, left)[:MOST],
        texts=_all(texts, published.texts),
    )


def _all(before: Iterable[_T], now: Iterable[_T], without: Iterable[_T] = ()) -> tuple[_T, ...]:
    left_out = set(without)
    return tuple(item for item in dict.fromkeys((*before, *now)) if item not in left_out)


def _latest(
    before: Iterable[SectionChange], now: Iterable[SectionChange], left: Iterable[str]
) -> tuple[SectionChange, ...]:
    """Of a section of which both tell, what is told now."""
    several = list(now)
    known, gone = {(change.path, change.id) for change in several}, set(left)
    return (*(c for c in before if (c.path, c.id) not in known and c.url not in gone), *several)
