"""One run of one start, as ``mirror`` and ``refresh`` have it: progress, report, exit status."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode, exit_code_of
from scrapepy.cli.output import complain, plain, remark, say
from scrapepy.cli.report_text import exit_of_report, report_json, report_text
from scrapepy.cli.resume import resume_command
from scrapepy.cli.terminal import printable
from scrapepy.errors import ScrapePyError

if TYPE_CHECKING:
    from scrapepy.mirroring.request import MirrorRequest, Plan
    from scrapepy.mirroring.rounds import Round

Result = tuple[ExitCode, dict[str, Any]]
"""How it ended, and what it was for ``--json``."""


def warn_of_robots() -> None:
    """Say it loudly, ``--quiet`` or not."""
    remark("scrapepy: WARNING: robots.txt is ignored; do this only with the consent of the site's owner")


def guarded(work: Callable[[], Result], **told: str) -> Result:
    """What the work answers; an error of our tree is told at once, so that what comes next has its turn."""
    try:
        code, result = work()
    except ScrapePyError as error:
        complain(str(error))
        code, result = exit_code_of(error), {**told, "error": str(error), "complete": False}
    return code, {**result, "exit": int(code)}


def once(round_: Round, start: str, work: Callable[[], Result], **told: str) -> Result:
    """What the work answers, guarded; or, where an interrupted round had done it already, that this is so."""
    done = round_.done(start)
    if done is not None:
        remark(f"{printable(start)}: brought up to date at {done.moment}, before the interruption; not asked again")
        return ExitCode(done.code), {**told, "start": start, "done_before": done.moment, "exit": done.code}
    code, result = guarded(work, **told, start=start)
    if code in (ExitCode.COMPLETE, ExitCode.INCOMPLETE):
        round_.tell(start, code)
    return code, result


@contextmanager
def few_collections() -> Iterator[None]:
    """Look for garbage in circles seldom: a run makes many objects that live for one answer and go by themselves.

    Looking after every 700 of them, as is usual, takes the main process 6 % of its time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


_NEW_OBJECTS = 20_000


def run_one(context: click.Context, request: MirrorRequest, values: dict[str, Any]) -> Result:
    """Mirror or refresh one start."""
    with few_collections():
        from scrapepy.cli.progress import Progress
        from scrapepy.mirroring.site import mirror_site

        with Progress(quiet=values["quiet"], verbose=values["verbose"]) as progress:
            report = mirror_site(request, progress)
    if not values["json"] and not values["quiet"]:
        say(report_text(report, verbose=values["verbose"]))
    code = exit_of_report(report)
    if code is ExitCode.INTERRUPTED:
        complain(f"interrupted; to go on: {resume_command(context.obj)}")
    return code, report_json(report)


def plan_one(request: MirrorRequest, values: dict[str, Any]) -> Result:
    """What a run of one start would fetch first."""
    from scrapepy.mirroring.planning import plan_site

    plan = plan_site(request)
    if not values["json"]:
        say(_plan_text(plan))
    return ExitCode.COMPLETE, {"start": request.url, **plain(plan)}


def _plan_text(plan: Plan) -> str:
    lines = [f"would fetch {plan.total:,} pages at least; first:"]
    lines += [f"  {printable(url)}" for url in plan.first]
    lines += [f"  note: {printable(note)}" for note in plan.notes]
    return "\n".join(lines)
