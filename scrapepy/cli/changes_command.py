"""``scrapepy changes [SITE…]``"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, json_option, markdown_dir_option, stacked, verbose_option
from scrapepy.cli.one_run import Result, guarded
from scrapepy.cli.output import say, say_json
from scrapepy.cli.report_text import SHOWN, list_changes, list_failures, report_json, traffic_line
from scrapepy.cli.shape import ExampleCommand, SectionOption
from scrapepy.cli.terminal import printable

if TYPE_CHECKING:
    from scrapepy.mirroring.changes import PastReport, StartHistory


@click.command(
    cls=ExampleCommand,
    short_help="Show what the last refresh changed.",
    examples=("scrapepy changes", "scrapepy changes docs.example.com --last 2", "scrapepy changes --json"),
)
@click.argument("sites", nargs=-1, metavar="[SITE...]")
@click.option(
    "--last",
    cls=SectionOption,
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="The reports of the last N runs, newest first: 2 shows the one before, too.",
)
@stacked((html_dir_option, markdown_dir_option, verbose_option, json_option))
def changes(sites: tuple[str, ...], **values: Any) -> int:
    """Show again what the last refresh changed: pages new, changed, removed, moved, failed, and how many stayed.

    SITE is the name of a mirror's folder or its address; without one, all mirrors are shown. A mirror with several
    starts has a report for each.
    """
    from scrapepy.mirroring.changes import past_changes
    from scrapepy.mirroring.refresh import mirrors_named

    worst = ExitCode.COMPLETE
    results: list[dict[str, Any]] = []
    for mirror in mirrors_named(sites, values["html_dir"]):
        found: list[StartHistory] = []

        def look(site: str = mirror.site, found: list[StartHistory] = found) -> Result:
            found += past_changes(site, values["html_dir"], values["markdown_dir"], values["last"])
            return ExitCode.COMPLETE, {}

        code, result = guarded(look, site=mirror.site)
        worst = max(worst, code)
        if code is not ExitCode.COMPLETE:
            results.append(result)
        for history in found:
            results += _values(history)
            if not values["json"]:
                say("\n".join(_text(history, None if values["verbose"] else SHOWN)))
    if values["json"]:
        say_json(results[0] if len(sites) == len(results) == 1 else results)
    return worst


def _values(history: StartHistory) -> list[dict[str, Any]]:
    in_vain = [{"finished": when, "error": why} for when, why in history.in_vain]
    if not history.reports:
        return [{"site": history.site, "start": history.start, "finished": None, "in_vain": in_vain}]
    return [
        {
            **report_json(past.report),
            "finished": past.finished,
            "refresh": past.refresh,
            "in_vain": [] if number else in_vain,
        }
        for number, past in enumerate(history.reports)
    ]


def _text(history: StartHistory, limit: int | None) -> list[str]:
    name = f"{printable(history.site)} ({printable(history.start)})"
    lines = [f"{name}: the run of {_when(when)} changed nothing: {printable(why)}" for when, why in history.in_vain]
    for past in history.reports:
        lines += [f"{name}: {_kind(past)} of {_when(past.finished)}", traffic_line(past.report)]
        lines += list_changes(past.report, limit) + list_failures(past.report, limit)
        lines += [f"  note: {printable(note)}" for note in past.report.notes]
    return lines or [f"{name}: no run has ended yet"]


def _kind(past: PastReport) -> str:
    return "refresh" if past.refresh else "first run"


def _when(moment: str) -> str:
    return moment.replace("T", " ").replace("Z", " UTC")
