"""What a refresh changed, section by section: of pages whose bytes changed, and of new ones what came from those."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.messages import Versions, WriteJob, Written
from scrapepy.model.report import SectionChange, SectionTexts
from scrapepy.model.section import ChangeKind

MOST = 5_000
"""A report names so many sections, those with other words first."""


def before_of(job: WriteJob, root: Path) -> str | None:
    """The Markdown that is about to be overwritten; empty where there is none, None where nobody asks."""
    if not job.compared or job.document is None:
        return None
    try:
        return (root / job.document).read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def versions_of(job: WriteJob, before: str | None, after: str) -> Versions | None:
    """The sections of a page before and after, where its Markdown changed; called in a worker process."""
    if before is None or before == after:
        return None
    from scrapepy.sections.chunk import chunk_markdown  # here, since most workers never compare

    try:
        old, new = (chunk_markdown(text, url=job.online, path=job.document) for text in (before, after))
    except ScrapePyError:
        return None
    return Versions(old, new)


def section_changes(written: Iterable[Written]) -> tuple[tuple[SectionChange, ...], tuple[SectionTexts, ...]]:
    """What became of the sections of the pages that changed, page by page, and the texts of those whose words did."""
    versions = [one.versions for one in written if one.versions is not None]
    if not any(pair.old for pair in versions):
        return (), ()
    from scrapepy.sections.compare import compare_chunks

    old = [chunk for pair in versions for chunk in pair.old]
    new = [chunk for pair in versions for chunk in pair.new]
    addresses = {chunk.path: chunk.url or "" for chunk in (*old, *new)}
    known = {chunk.path for chunk in old}
    changes: list[SectionChange] = []
    texts: dict[int, SectionTexts] = {}
    for diff in compare_chunks(old, new).sections:
        here = diff.new or diff.old
        assert here is not None
        is_new_page = diff.kind is ChangeKind.ADDED and here.path not in known
        if diff.kind is ChangeKind.UNCHANGED or is_new_page:
            continue
        renamed = diff.kind is ChangeKind.RENAMED and diff.old is not None
        changes.append(
            SectionChange(
                kind=diff.kind.value,
                url=addresses[here.path],
                path=here.path or "",
                id=here.id,
                anchor=here.anchor,
                old_path=diff.old.path if renamed and diff.old else None,
                old_id=diff.old.id if renamed and diff.old else None,
                similarity=diff.similarity,
                words_changed=diff.words_changed,
            )
        )
        if diff.kind is not ChangeKind.LINKS_ONLY and not (renamed and not diff.words_changed):
            last = changes[-1]
            texts[id(last)] = SectionTexts(last.kind, last.path, last.id, last.old_id, diff.old_text, diff.new_text)
    if len(changes) > MOST:
        changes.sort(key=lambda change: change.kind == ChangeKind.LINKS_ONLY.value)
    kept = tuple(changes[:MOST])
    return kept, tuple(texts[id(change)] for change in kept if id(change) in texts)
