"""``scrapepy list``"""

from __future__ import annotations

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
        say("\n".join(_text(mirror) for mirror in mirrors))
    return ExitCode.COMPLETE


def _text(mirror: MirrorListing) -> str:
    if mirror.problem:
        return f"{printable(mirror.site)}: {printable(mirror.problem)}"
    when = mirror.last_refresh.replace("T", " ").replace("Z", " UTC") if mirror.last_refresh else "never ended"
    parts = [
        count_text(mirror.pages, "page"),
        count_text(mirror.documents, "Markdown file"),
        count_text(mirror.assets, "asset"),
        size_text(mirror.size),
        "complete" if mirror.complete else "incomplete",
    ]
    lines = [f"{printable(mirror.site)}: {', '.join(parts)}; last run {when}"]
    lines += [f"  {printable(start)}" for start in mirror.starts]
    return "\n".join(lines)
