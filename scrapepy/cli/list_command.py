"""``scrapepy list``"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, json_option, markdown_dir_option, stacked
from scrapepy.cli.output import say, say_json
from scrapepy.cli.shape import ExampleCommand
from scrapepy.cli.terminal import count_text, printable, size_text

if TYPE_CHECKING:
    from scrapepy.mirroring.listing import MirrorListing


@click.command(
    "list",
    cls=ExampleCommand,
    short_help="List the mirrors on disk.",
    examples=("scrapepy list", "scrapepy list --json"),
)
@stacked((html_dir_option, markdown_dir_option, json_option))
def list_command(**values: Any) -> int:
    """List the mirrors on disk: starts, pages, size, last refresh, whether something is missing."""
    from scrapepy.mirroring.listing import list_mirrors

    mirrors = list_mirrors(values["html_dir"], values["markdown_dir"])
    if values["json"]:
        say_json(mirrors)
    elif not mirrors:
        say(f"no mirrors in {values['html_dir']}")
    else:
        elsewhere = _elsewhere(values["html_dir"], values["markdown_dir"])
        say("\n".join(_text(mirror, elsewhere) for mirror in mirrors))
    return ExitCode.COMPLETE


def _elsewhere(html_dir: Path, markdown_dir: Path) -> list[str]:
    """The options that a command needs to find mirrors that are not where they usually are."""
    words = []
    for option, folder, usual in (
        ("--html-dir", html_dir, "ScrapedSites"),
        ("--markdown-dir", markdown_dir, "MarkdownSites"),
    ):
        words += [option, str(folder)] if str(folder) != usual else []
    return words


def _text(mirror: MirrorListing, elsewhere: list[str]) -> str:
    if mirror.problem:
        return f"{printable(mirror.site)}: {printable(mirror.problem)}"
    parts = [
        count_text(mirror.pages, "page"),
        count_text(mirror.documents, "Markdown file"),
        count_text(mirror.assets, "asset"),
        size_text(mirror.size),
        "complete" if mirror.complete else "incomplete",
    ]
    lines = [f"{printable(mirror.site)}: {', '.join(parts)}; {_last(mirror)}"]
    if mirror.interrupted:
        lines.append(f"  to go on: {printable(shlex.join(['scrapepy', 'refresh', mirror.site, *elsewhere]))}")
    lines += [f"  {printable(start)}" for start in mirror.starts]
    return "\n".join(lines)


def _last(mirror: MirrorListing) -> str:
    """How the last run ended, and when."""
    if mirror.running:
        return f"a run is going on ({printable(mirror.running)})"
    if mirror.interrupted:
        before = f" (the one before ended {_moment(mirror.last_refresh)})" if mirror.last_refresh else ""
        return f"last run interrupted {_moment(mirror.interrupted)}{before}"
    return f"last run {_moment(mirror.last_refresh)}" if mirror.last_refresh else "no run yet"


def _moment(text: str) -> str:
    return text.replace("T", " ").replace("Z", " UTC")
