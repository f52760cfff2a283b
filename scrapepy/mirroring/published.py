"""What stands in the trees: which resources belong there, and the sum of what was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scrapepy.decide.classify import extension_for
from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import EntryKind
from scrapepy.model.report import SectionChange, SectionTexts
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.records import AliasRow, Derived, Resource, Shown, Status

_LONGEST_CHAIN = 24
_NOT_KEPT = frozenset({EntryKind.ROBOTS, EntryKind.PROBE, EntryKind.SITEMAP})


@dataclass(frozen=True, slots=True)
class Published:
    """What stands on disk now, and what is new about it."""

    pages: int = 0
    documents: int = 0
    assets: int = 0
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    unchanged: int = 0
    sections: tuple[SectionChange, ...] = ()
    """What became of the sections of the pages that changed."""
    texts: tuple[SectionTexts, ...] = ()
    """Of those whose words changed: too much for the report."""
    lost: tuple[str, ...] = ()
    """URLs whose bytes could not be found again."""
    twins: int = 0
    """Markdown files that are the site's own."""
    thin: tuple[tuple[str, str], ...] = ()
    """Pages whose Markdown keeps too little of them, and what it keeps."""
    refusals: Mapping[str, tuple[str, ...]] | None = None
    finds: bool | None = None
    """Whether a page that was written has a search box of ours; None where none has, of those that were written."""
    """Pages without a Markdown copy, by reason."""


def is_saved(resource: Resource, *, gone_too: bool = False) -> bool:
    """True for what stands in the trees: a good answer that is no error page, nor stands for another resource.

    What is left out now but was saved before (robots.txt forbids it since, say) stays as it was.
    """
    copy = resource.copy
    if copy is None or resource.kind in _NOT_KEPT or copy.verdict is not None:
        return False
    if resource.status is Status.ALIAS or (resource.status is Status.SKIPPED and not was_shown(resource)):
        return False
    return gone_too or resource.status is not Status.GONE


def is_unread(resource: Resource, made: Derived | None) -> bool:
    """True for a page that no worker could read: without its links it would not be a copy."""
    copy = resource.copy
    return copy is not None and copy.kind is BodyKind.HTML and made is None


def was_shown(resource: Resource) -> bool:
    """True if the trees have a file for it, or had when they were last written."""
    return resource.kept is not None and resource.path is not None


def end_of(url: CanonicalUrl, aliases: Mapping[CanonicalUrl, AliasRow]) -> CanonicalUrl:
    """What an address finally stands for."""
    for _ in range(_LONGEST_CHAIN):
        if url not in aliases:
            break
        url = aliases[url].target
    return url


def standing(
    resources: Iterable[Resource], aliases: Mapping[CanonicalUrl, AliasRow], start_id: int, *, remove: bool
) -> list[Resource]:
    """What is to stand in the trees. ``remove``: what is gone leaves them, as far as the start had brought it.

    A page that has moved stays as it was until the one that stands for it was had.
    """
    several = list(resources)
    saved = {r.url for r in several if is_saved(r, gone_too=not remove or r.start_id != start_id)}
    waiting = {
        r.url
        for r in several
        if r.status is Status.ALIAS and was_shown(r) and is_good(r) and end_of(r.url, aliases) not in saved
    }
    return [r for r in several if r.url in saved or r.url in waiting]


def outgrown(resources: Iterable[Resource], shown: Mapping[CanonicalUrl, Shown]) -> dict[CanonicalUrl, LocalPath]:
    """The names that cannot stay, since what they hold has become something else: a page turned into data, say.

    Or are kept for what is gone, and that comes back as something else.
    """
    return {
        r.url: r.path
        for r in resources
        if r.path is not None
        and r.copy is not None
        and (r.is_new or (r.is_changed and r.url in shown and r.copy.kind is not shown[r.url].kind))
        and not r.path.lower().endswith(extension_for(r.copy.kind, r.copy.content_type, r.url))
    }


def is_good(resource: Resource) -> bool:
    """True if there is a copy that is no error page."""
    return resource.copy is not None and resource.copy.verdict is None and resource.kind not in _NOT_KEPT


def summary_of(
    resources: Sequence[Resource],
    documents: Mapping[CanonicalUrl, LocalPath],
    derived: Mapping[CanonicalUrl, Derived],
    removed: tuple[str, ...],
    moved: tuple[tuple[str, str], ...],
    lost: tuple[str, ...],
) -> Published:
    """What was written. A page that came in place of one that moved is told as moved, not as new."""
    pages = sum(1 for r in resources if r.copy is not None and r.copy.kind is BodyKind.HTML)
    refusals: dict[str, list[str]] = {}
    for resource in resources:
        made = derived.get(resource.url)
        if made is not None and made.refusal:
            refusals.setdefault(made.refusal, []).append(resource.url)
    arrived = {new for _, new in moved}
    fresh = [r.url for r in resources if r.is_new]
    new = tuple(url for url in fresh if url not in arrived)
    changed = tuple(r.url for r in resources if r.is_changed)
    return Published(
        pages=pages,
        documents=len(documents),
        assets=len(resources) - pages - len(lost),
        new=new,
        changed=changed,
        removed=removed,
        moved=moved,
        unchanged=len(resources) - len(fresh) - len(changed),
        lost=lost,
        twins=sum(1 for url in documents if url in derived and derived[url].extractor.startswith("twin: ")),
        thin=tuple((url, derived[url].lack) for url in documents if url in derived and derived[url].lack),
        refusals={reason: tuple(urls) for reason, urls in refusals.items()},
    )
