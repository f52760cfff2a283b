"""``scrapepy check [SITE…]``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from scrapepy.cli.output import plain, say, say_json
from scrapepy.cli.shape import ExampleCommand
from scrapepy.cli.terminal import count_text, printable
from scrapepy.errors import UsageError

if TYPE_CHECKING:
    from scrapepy.mirroring.check import CheckReport
    from scrapepy.mirroring.faults import Fault

SHOWN = 20


@click.command(
    cls=ExampleCommand,
    short_help="Check the links of mirrors without a network.",
    examples=("scrapepy check", "scrapepy check docs.example.com --json"),
)
@click.argument("sites", nargs=-1, metavar="[SITE...]")
@stacked((html_dir_option, markdown_dir_option, quiet_option, verbose_option, json_option))
def check(sites: tuple[str, ...], **values: Any) -> int:
    """Check copies without a network: every local link, anchor, image and asset of both trees.

    SITE is the name of a mirror's folder or its address; without one, all mirrors are checked. The exit status is 1 if
    the copy broke something; what is dead on the site itself is listed apart and is no fault.
    """
    from scrapepy.cli.progress import Counter
    from scrapepy.mirroring.check import check_site, sites_in

    html_dir: Path = values["html_dir"]
    markdown_dir: Path = values["markdown_dir"]
    names = [_folder_name(site) for site in sites] or sites_in(html_dir, markdown_dir)
    if not names:
        raise UsageError(f"no mirrors in {html_dir}")
    code = ExitCode.COMPLETE
    results = []
    for name in names:
        with Counter(f"checking {printable(name)}", "files", quiet=values["quiet"]) as counter:
            report = check_site(html_dir / name, markdown_dir / name, counter)
        if values["json"]:
            results.append({**plain(report), "whole": report.whole})
        elif not values["quiet"] or report.faults:
            say(_text(report, None if values["verbose"] else SHOWN))
        if not report.whole:
            code = ExitCode.INCOMPLETE
    if values["json"]:
        say_json(results[0] if len(sites) == 1 else results)
    return code


def _folder_name(site: str) -> str:
    """``docs.example.com`` for that folder's name, its path or its address."""
    if "://" in site:
        from scrapepy.mirroring.start_url import parse_start_url
        from scrapepy.web.canonical import site_name

        return site_name(parse_start_url(site).url)
    name = Path(site).name
    if not name or name == "..":
        raise UsageError(f"{site!r} names no mirror")
    return name


def _text(report: CheckReport, limit: int | None) -> str:
    verdict = "whole" if report.whole else count_text(len(report.faults), "fault")
    lines = [
        f"{printable(report.site)}: {verdict}; {count_text(report.pages, 'page')}, "
        f"{count_text(report.stylesheets, 'style sheet')}, {count_text(report.documents, 'Markdown file')}, "
        f"{count_text(report.references, 'local reference')}"
    ]
    for title, faults in (("faults of the copy", report.faults), ("dead on the site itself", report.dead)):
        if faults:
            lines.append(f"  {title}: {len(faults):,}")
            lines += [f"    {line_of(fault)}" for fault in faults[:limit]]
            if limit is not None and len(faults) > limit:
                lines.append(f"    and {len(faults) - limit:,} more (--verbose or --json lists all)")
    return "\n".join(lines)


def line_of(fault: Fault) -> str:
    """One fault on one line."""
    from scrapepy.mirroring.faults import FaultKind

    match fault.kind:
        case FaultKind.NOT_WRITTEN:
            pages = f"{count_text(fault.count, 'page')} {fault.kind.value}"
            return f"{printable(fault.target)}: {pages}; the command that made the mirror goes on with it"
        case FaultKind.MISSING_TREE:
            return f"{printable(fault.target)}: {fault.kind.value} ({count_text(fault.count, 'file')})"
        case _:
            pass
    times = f" ({fault.count:,} times)" if fault.count > 1 else ""
    return f"{printable(fault.target)}: {fault.kind.value}{times}, in {printable(fault.sources[0])}"
