"""The report of a run, as text for a person and as a value for ``--json``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.output import plain
from scrapepy.cli.terminal import count_text, duration_text, printable, size_text
from scrapepy.model.report import Failure, MirrorReport, SectionChange, SkipCount

SHOWN = 10
"""Lines of a list before "and N more"; ``--verbose`` shows all."""
EXAMPLES = 2


def exit_of_report(report: MirrorReport) -> ExitCode:
    """0 for a complete mirror, 1 for one with gaps, 130 for one that was interrupted."""
    if report.interrupted:
        return ExitCode.INTERRUPTED
    return ExitCode.COMPLETE if report.complete else ExitCode.INCOMPLETE


def report_json(report: MirrorReport) -> dict[str, Any]:
    """The report as plain values; ``exit`` is the status that this start URL alone would end with."""
    return {**plain(report), "complete": report.complete, "exit": int(exit_of_report(report))}


def report_text(report: MirrorReport, *, verbose: bool = False) -> str:
    """The report as lines; everything that came from a server is made printable."""
    limit = None if verbose else SHOWN
    saved = [
        count_text(report.pages, "page"),
        count_text(report.documents, "Markdown file"),
        count_text(report.assets, "asset"),
    ]
    lines = [
        f"{printable(report.site)}: {', '.join(saved)} saved in {duration_text(report.seconds)}",
        f"  HTML      {printable(report.html_dir)}",
    ]
    if report.markdown_dir is not None:
        lines.append(f"  Markdown  {printable(report.markdown_dir)}{_twins(report)}")
    lines.append(traffic_line(report))
    lines += _changes(report, limit)
    lines += _skips(report.skipped, limit)
    if report.thin:
        lines.append(f"  Markdown that keeps less than it should: {count_text(len(report.thin), 'page')}")
        rows = (f"    {printable(url)}: {printable(kept)}" for url, kept in report.thin)
        lines += _limited(rows, len(report.thin), limit)
    if report.left_over:
        lines.append(f"  left over because of --max-pages: {count_text(report.left_over, 'address', 'addresses')}")
    lines += list_failures(report, limit)
    lines += [f"  note: {printable(note)}" for note in report.notes]
    if report.interrupted:
        lines.append("  interrupted: what was gathered so far is written")
    return "\n".join(lines)


def _twins(report: MirrorReport) -> str:
    return f" ({count_text(report.twins, 'file')} from the site's own Markdown)" if report.twins else ""


def traffic_line(report: MirrorReport) -> str:
    """Requests, those answered 304, and bytes received."""
    return (
        f"  {count_text(report.requests, 'request')}"
        + (f", {report.not_modified} answered not modified" if report.not_modified else "")
        + f", {size_text(report.bytes)}"
    )


def list_failures(report: MirrorReport, limit: int | None) -> list[str]:
    """What is dead on the site itself, and what the mirror lacks."""
    dead = [failure for failure in report.failed if failure.site_fault]
    missing = [failure for failure in report.failed if not failure.site_fault]
    return [
        *_failures("dead on the site itself", dead, limit),
        *_failures("could not be had", missing, limit),
    ]


def _changes(report: MirrorReport, limit: int | None) -> list[str]:
    """What a second run found; a first run has only new pages, which the first line counts."""
    is_first = not (report.unchanged or report.changed or report.removed or report.moved)
    return [] if is_first else list_changes(report, limit)


def list_changes(report: MirrorReport, limit: int | None) -> list[str]:
    """How many are new, changed, removed, moved and unchanged, and which; ``limit`` lines of each (None: all)."""
    lines = [
        f"  {len(report.new)} new, {len(report.changed)} changed, {len(report.removed)} removed, "
        f"{len(report.moved)} moved, {report.unchanged} unchanged"
    ]
    sections: dict[str, list[SectionChange]] = {}
    for section in report.sections:
        sections.setdefault(section.url, []).append(section)
    for mark, urls in (("new", report.new), ("changed", report.changed), ("removed", report.removed)):
        rows = ("\n".join([f"    {mark:8} {printable(url)}", *_sections(sections.get(url, ()), limit)]) for url in urls)
        lines += _limited(rows, len(urls), limit)
    moves = (f"    moved    {printable(old)} -> {printable(new)}" for old, new in report.moved)
    return lines + _limited(moves, len(report.moved), limit)


def _sections(sections: Sequence[SectionChange], limit: int | None) -> list[str]:
    """What became of the sections of one page."""
    rows = [f"      {section.kind:<10} {_section(section)}" for section in sections]
    if limit is None or len(rows) <= limit:
        return rows
    return [*rows[:limit], f"      and {len(rows) - limit:,} more sections"]


def _section(section: SectionChange) -> str:
    if section.old_id is None:
        return printable(section.id)
    old = printable(section.old_id)
    if section.old_path != section.path:
        old = f"{printable(section.old_path or '')}: {old}"
    words = ", words changed" if section.words_changed else ""
    return f"{old} -> {printable(section.id)} ({section.similarity or 0:.2f}{words})"


def _skips(skipped: Sequence[SkipCount], limit: int | None) -> list[str]:
    if not skipped:
        return []
    lines = ["  left out:"]
    for skip in skipped:
        lines.append(f"    {skip.count:6,}  {printable(skip.reason)}")
        examples = skip.examples if limit is None else skip.examples[:EXAMPLES]
        for example in examples:
            rule = f" ({printable(example.rule)})" if example.rule else ""
            lines.append(f"            {printable(example.url)}{rule}")
    return lines


def _failures(title: str, failures: Sequence[Failure], limit: int | None) -> list[str]:
    if not failures:
        return []
    rows = (
        f"    {printable(failure.url)}: {printable(failure.reason)}"
        + (f", linked from {printable(failure.referrer)}" if failure.referrer else "")
        for failure in failures
    )
    return [f"  {title}: {count_text(len(failures), 'address', 'addresses')}", *_limited(rows, len(failures), limit)]


def _limited(rows: Iterable[str], total: int, limit: int | None) -> list[str]:
    if limit is None or total <= limit:
        return list(rows)
    shown = [row for row, _ in zip(rows, range(limit), strict=False)]
    return [*shown, f"    and {total - limit:,} more (--verbose or --json lists all)"]
