"""``scrapepy refresh [SITE…]``"""

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
from scrapepy.cli.option_values import overruling
from scrapepy.cli.output import say_json
from scrapepy.cli.resume import resume_command
from scrapepy.cli.shape import ExampleCommand

if TYPE_CHECKING:
    from scrapepy.mirroring.refresh import Named, Overruling
    from scrapepy.mirroring.request import MirrorRequest
    from scrapepy.mirroring.rounds import Round


@click.command(
    cls=ExampleCommand,
    short_help="Bring mirrors on disk up to date.",
    examples=(
        "scrapepy refresh",
        "scrapepy refresh docs.example.com --delay 1",
        "scrapepy refresh https://docs.example.com/ --header 'X-Team: docs' --json",
    ),
)
@click.argument("sites", nargs=-1, metavar="[SITE...]")
@scope_options
@pace_options
@request_options
@kept_options
@output_options
@click.pass_context
def refresh(context: click.Context, /, sites: tuple[str, ...], **values: Any) -> int:
    """Bring mirrors on disk up to date, each with the options that it was made with.

    SITE is the name of a mirror's folder or its address; without one, all mirrors are refreshed. All starts of a mirror
    are run, one after the other. Options that are given here overrule what is remembered, and are remembered in turn
    (the defaults below are those of mirror). Values of headers, cookies and passwords are not stored: give them again,
    a password in the address. The exit status is the worst of all.
    """
    from scrapepy.mirroring.refresh import mirrors_named
    from scrapepy.mirroring.rounds import Round

    mirrors = mirrors_named(sites, values["html_dir"])
    overruled = overruling(values, _typed(context, values))
    round_ = Round(values["html_dir"], resume_command(context.obj))
    worst = ExitCode.COMPLETE
    results: list[dict[str, Any]] = []
    for mirror in mirrors:
        for code, result in _runs(context, mirror, overruled, values, round_):
            worst = max(worst, code)
            results.append(result)
        if worst is ExitCode.INTERRUPTED:
            break
    if worst is not ExitCode.INTERRUPTED and not (worst is ExitCode.DISK and round_.moved):
        round_.end()
    if values["json"]:
        say_json(results[0] if len(sites) == len(results) == 1 else results)
    return worst


def _typed(context: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """What was typed; ``scrapepy.toml`` speaks for mirrors that are made."""
    return {
        name: value
        for name, value in values.items()
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }


def _runs(
    context: click.Context, mirror: Named, overruled: Overruling, values: dict[str, Any], round_: Round
) -> list[Result]:
    """The starts of a mirror, in turn; a state that cannot be read is told, and the next mirror has its turn."""
    from scrapepy.mirroring.refresh import refresh_requests

    found: list[MirrorRequest] = []

    def look() -> Result:
        found.extend(refresh_requests(mirror, values["html_dir"], values["markdown_dir"], overruled))
        return ExitCode.COMPLETE, {}

    code, result = guarded(look, site=mirror.site)
    if code is not ExitCode.COMPLETE:
        return [(code, result)]
    if any(request.pace.ignore_robots for request in found):
        warn_of_robots()
    results: list[Result] = []
    for request in found:
        request = replace(request, accept_losses=values["accept_losses"])
        if values["dry_run"]:
            results.append(guarded(partial(plan_one, request, values), site=mirror.site, start=request.url))
            continue
        results.append(once(round_, request.url, partial(run_one, context, request, values), site=mirror.site))
        if results[-1][0] is ExitCode.INTERRUPTED:
            break
    return results
