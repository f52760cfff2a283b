"""``scrapepy mirror URL…``"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import (
    kept_options,
    output_options,
    pace_options,
    request_options,
    scope_options,
)
from scrapepy.cli.one_run import Result, guarded, once, plan_one, run_one, warn_of_robots
from scrapepy.cli.option_values import overruling, request_from, spelled
from scrapepy.cli.output import say_json
from scrapepy.cli.resume import resume_command
from scrapepy.cli.shape import ExampleCommand

if TYPE_CHECKING:
    from scrapepy.mirroring.request import MirrorRequest
    from scrapepy.mirroring.start_url import StartUrl


@click.command(
    cls=ExampleCommand,
    short_help="Mirror sites: HTML that opens offline, and Markdown.",
    examples=(
        "scrapepy https://docs.example.com/guide/ --stay-in-path",
        "scrapepy docs.example.com --exclude '/blog/*' --max-pages 500 --delay 1",
        "scrapepy https://docs.example.com/ --dry-run",
    ),
)
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@scope_options
@pace_options
@request_options
@kept_options
@output_options
@click.pass_context
def mirror(context: click.Context, /, urls: tuple[str, ...], **values: Any) -> int:
    """Mirror a site: save its pages as HTML that opens offline, and write a Markdown copy of each.

    Without a scheme an address means https. A second run asks only for what has changed, and goes on with the options
    of the one before where none are given (but --max-pages); --no-stay-in-path and the like take them back. Several
    addresses are mirrored in turn; the exit status is the worst of theirs.
    """
    from scrapepy.mirroring.rounds import Round
    from scrapepy.mirroring.start_url import parse_start_url

    starts = [parse_start_url(url) for url in urls]  # all are looked at before the first is fetched
    if values["ignore_robots"]:
        warn_of_robots()
    worst = ExitCode.COMPLETE
    results: list[dict[str, Any]] = []
    round_ = Round(values["html_dir"], resume_command(context.obj))
    for start in starts:
        work = partial(_one, context, start, values)
        # A single address needs no note of what was done before it; a dry run does nothing.
        alone = len(starts) == 1 or values["dry_run"]
        code, result = guarded(work, start=start.url) if alone else once(round_, start.url, work)
        worst = max(worst, code)
        results.append(result)
        if code is ExitCode.INTERRUPTED:
            break
    if worst is not ExitCode.INTERRUPTED and not (worst is ExitCode.DISK and round_.moved):
        round_.end()
    if values["json"]:
        say_json(results[0] if len(starts) == 1 else results)
    return worst


def _one(context: click.Context, start: StartUrl, values: dict[str, Any]) -> Result:
    request = _request(context, start, values)
    return plan_one(request, values) if values["dry_run"] else run_one(context, request, values)


def _request(context: click.Context, start: StartUrl, values: dict[str, Any]) -> MirrorRequest:
    """What is asked: of a start that was run before, with the options of then where none are given now."""
    from scrapepy.mirroring.refresh import start_again

    request = request_from(values, start)
    given = {
        name: value
        for name, value in values.items()
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    again = start_again(start, values["html_dir"], values["markdown_dir"], overruling(values, given))
    if again is None:
        return request
    now = set(spelled(request))
    kept = [option for option in spelled(again) if option not in now]
    told = (f"with {' '.join(kept)} as before (options that are given overrule those of the run before)",) * bool(kept)
    return replace(again, dry_run=request.dry_run, accept_losses=request.accept_losses, told=told)
