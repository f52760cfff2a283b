"""``scrapepy compare OLD NEW``"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, json_option, markdown_dir_option, stacked, verbose_option
from scrapepy.cli.output import plain, say, say_json
from scrapepy.cli.section_text import section_line
from scrapepy.cli.shape import ExampleCommand, SectionOption
from scrapepy.cli.terminal import printable
from scrapepy.errors import UsageError

if TYPE_CHECKING:
    from scrapepy.mirroring.sources import Source
    from scrapepy.model.section import Comparison

STDIN = "-"


@click.command(
    cls=ExampleCommand,
    short_help="Compare two versions section by section.",
    examples=(
        "scrapepy compare old.jsonl docs.example.com",
        "scrapepy compare manual-3.11/ manual-3.12/ --diff",
        "scrapepy compare old.html new.html --json",
    ),
)
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option(
    "--rename-threshold",
    cls=SectionOption,
    type=click.FloatRange(0, 1),
    metavar="RATIO",
    default=0.6,
    show_default=True,
    help="How alike two texts must be to be one section under another name.",
)
@click.option("--diff", cls=SectionOption, is_flag=True, help="Show what changed in each section, as a unified diff.")
@stacked((html_dir_option, markdown_dir_option, verbose_option, json_option))
def compare(old: str, new: str, **values: Any) -> int:
    """Compare two versions of a documentation: sections added, removed, renamed, changed, with other links only.

    OLD, NEW: files that 'scrapepy chunks' wrote (.jsonl), mirrors, folders of Markdown, Markdown, HTML or PDF
    files; one of them may be - for standard input. The exit status is 0 where nothing changed, and 1 where something
    did.
    """
    from scrapepy.mirroring.comparing import compare_sources

    if old == new == STDIN:
        raise UsageError("standard input is one of the two versions, not both")
    comparison = compare_sources(_read(old, values), _read(new, values), values["rename_threshold"])
    if values["json"]:
        say_json(_json(comparison, diff=values["diff"]))
    else:
        say("\n".join(_text(comparison, diff=values["diff"], all_of_them=values["verbose"])))
    return ExitCode.COMPLETE if comparison.is_same else ExitCode.INCOMPLETE


def _read(name: str, values: dict[str, Any]) -> Source:
    from scrapepy.mirroring.sources import read_body, read_source

    if name == STDIN:
        return read_body(sys.stdin.buffer.read(), None, chunks_too=True)
    return read_source(name, values["html_dir"], values["markdown_dir"], chunks_too=True)


def _json(comparison: Comparison, *, diff: bool) -> dict[str, object]:
    from scrapepy.sections.compare import text_diff

    sections = []
    for section in comparison.sections:
        value = {
            "kind": section.kind.value,
            "old": plain(section.old),
            "new": plain(section.new),
            "similarity": section.similarity,
            "words_changed": section.words_changed,
            "moved": section.moved,
        }
        sections.append({**value, "diff": text_diff(section)} if diff else value)
    return {"same": comparison.is_same, "counts": comparison.counts, "sections": sections}


def _text(comparison: Comparison, *, diff: bool, all_of_them: bool) -> list[str]:
    from scrapepy.model.section import ChangeKind
    from scrapepy.sections.compare import text_diff

    lines = []
    for section in comparison.sections:
        if section.kind is ChangeKind.UNCHANGED and not all_of_them:
            continue
        lines.append(section_line(section))
        if diff:
            lines += [f"    {printable(line)}" for line in text_diff(section).split("\n")[:-1]]
    counts = comparison.counts
    lines.append(", ".join(f"{counts[kind.value]:,} {kind.value}" for kind in ChangeKind))
    return lines
