"""``scrapepy serve [SITE]``"""

from __future__ import annotations

from typing import Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, markdown_dir_option, stacked, verbose_option
from scrapepy.cli.output import remark, say
from scrapepy.cli.shape import ExampleCommand, SectionOption, Switch
from scrapepy.cli.terminal import printable


@click.command(
    cls=ExampleCommand,
    short_help="Read the mirrors in a browser.",
    examples=("scrapepy serve", "scrapepy serve docs.example.com --open", "scrapepy serve --port 8000"),
)
@click.argument("sites", nargs=-1, metavar="[SITE...]")
@click.option(
    "--port",
    cls=SectionOption,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Where the reader answers: 7273, or the next free one; 0 is any free one.",
)
@click.option(
    "--host",
    cls=SectionOption,
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at. Any but a loopback address lets others read the mirrors.",
)
@click.option("--open", cls=Switch, help="Open it in your browser.")
@stacked((html_dir_option, markdown_dir_option, verbose_option))
def serve(sites: tuple[str, ...], **values: Any) -> int:
    """Read the mirrors in a browser: search as you type, the pages as saved or as Markdown, what a refresh changed.

    SITE is the name of a mirror's folder or its address; without one, all mirrors are there. Ctrl-C ends it.
    """
    from scrapepy.reader.extra import require_extra

    require_extra()
    from scrapepy.reader.library import Library
    from scrapepy.reader.serving import serve as run

    only: tuple[str, ...] = ()
    if sites:
        from scrapepy.mirroring.refresh import mirrors_named

        only = tuple(mirror.site for mirror in mirrors_named(sites, values["html_dir"]))
    library = Library(values["html_dir"], values["markdown_dir"], only)

    def started(address: str) -> None:
        say(f"reading at {address} (Ctrl-C ends)")
        if values["open"]:
            import webbrowser

            webbrowser.open(address)

    def opened(site: str, address: str) -> None:
        if values["verbose"]:
            remark(f"the pages of {printable(site)} are at {address}")

    run(library, values["host"], values["port"], started, opened)
    return ExitCode.COMPLETE
