"""``scrapepy demo``"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import (
    html_dir_option,
    json_option,
    markdown_dir_option,
    quiet_option,
    stacked,
    verbose_option,
)
from scrapepy.cli.output import say, say_json
from scrapepy.cli.report_text import exit_of_report, report_json, report_text
from scrapepy.cli.shape import ExampleCommand
from scrapepy.model.options import Pace
from scrapepy.model.report import MirrorReport


@click.command(
    cls=ExampleCommand, short_help="Mirror a small site that ships with ScrapePy.", examples=("scrapepy demo",)
)
@stacked((html_dir_option, markdown_dir_option, quiet_option, verbose_option, json_option))
def demo(**values: Any) -> int:
    """Mirror a small documentation site that ships with ScrapePy.

    The site is served on this machine (127.0.0.1) for as long as it takes, mirrored into the current folder without a
    pause between requests, and the files to open are named. One of its links is dead and one page is closed by
    robots.txt, so that the report has something to say.
    """
    from scrapepy.cli.demo_server import DemoServer
    from scrapepy.cli.progress import Progress
    from scrapepy.mirroring.request import MirrorRequest
    from scrapepy.mirroring.site import mirror_site

    _bypass_proxies()
    with DemoServer() as server:
        request = MirrorRequest(
            url=server.origin + "/",
            pace=Pace(delay=0),
            html_dir=values["html_dir"],
            markdown_dir=values["markdown_dir"],
        )
        with Progress(quiet=values["quiet"], verbose=values["verbose"]) as progress:
            report = mirror_site(request, progress)
    code = exit_of_report(report)
    if values["json"]:
        say_json(report_json(report))
    elif not values["quiet"]:
        say(report_text(report, verbose=values["verbose"]))
        if code is not ExitCode.INTERRUPTED:
            say(_where_to_look(report))
    return code


def _bypass_proxies() -> None:
    """A proxy of the environment cannot reach this machine's loopback."""
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, (os.environ.get(name), "127.0.0.1")))


def _where_to_look(report: MirrorReport) -> str:
    lines = ["", "Open in a browser:", f"  {Path(report.html_dir).resolve() / 'index.html'}"]
    if report.markdown_dir is not None:
        folder = Path(report.markdown_dir).resolve()
        lines += ["Read in an editor:", f"  {folder / 'guide' / 'first-steps.md'}", f"  {folder / 'api' / 'queue.md'}"]
    lines += ["Check that no link is broken:", "  scrapepy check"]
    return "\n".join(lines)
