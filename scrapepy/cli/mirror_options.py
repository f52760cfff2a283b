"""The options of ``mirror`` and ``refresh`` as they are typed (SPEC 3); their values: cli.option_values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from scrapepy.cli.option_types import (
    FOLDER,
    HEADER,
    LINE,
    PATH_PREFIX,
    SECONDS,
    SECONDS_ABOVE_ZERO,
    SIZE,
    STANDING_FOLDER,
)
from scrapepy.cli.shape import OptionalValue, SectionOption, Switch
from scrapepy.model.options import AnchorStyle, BrowserPolicy, ImagePolicy, IndexLinks, ScriptPolicy

F = TypeVar("F", bound=Callable[..., Any])

SCOPE, PACE, REQUESTS, KEPT, OUTPUT = "Scope", "Pace", "Requests", "What is kept", "Output"


def _option(section: str, *names: str, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=SectionOption, section=section, **settings)


def _optional(section: str, *names: str, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=OptionalValue, section=section, **settings)


def _switch(section: str, name: str, text: str) -> Callable[[F], F]:
    return click.option(name, cls=Switch, section=section, help=text)


def stacked(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """The decorators as one, so that ``--help`` lists them in the order written."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


html_dir_option = _option(
    OUTPUT,
    "--html-dir",
    type=STANDING_FOLDER,
    metavar="DIRECTORY",
    default="ScrapedSites",
    envvar="SCRAPEPY_HTML_DIR",
    show_envvar=True,
    show_default=True,
    help="Where the HTML copies of all sites stand.",
)
markdown_dir_option = _option(
    OUTPUT,
    "--markdown-dir",
    type=FOLDER,
    metavar="DIRECTORY",
    default="MarkdownSites",
    envvar="SCRAPEPY_MARKDOWN_DIR",
    show_envvar=True,
    show_default=True,
    help="Where the Markdown copies of all sites stand; if it is the same folder, each .md stands beside its .html.",
)
quiet_option = _switch(OUTPUT, "--quiet", "No progress and no report; errors only.")
verbose_option = _switch(OUTPUT, "--verbose", "A line for each thing done, and full lists in the report.")
json_option = _switch(OUTPUT, "--json", "The result as JSON on standard output.")
min_words_option = _option(
    KEPT,
    "--min-words",
    type=click.IntRange(min=0),
    metavar="N",
    default=50,
    show_default=True,
    help="Pages with fewer words and nothing of their own get no Markdown copy.",
)
index_links_option = _option(
    KEPT,
    "--index-links",
    type=click.Choice([choice.value for choice in IndexLinks]),
    default=IndexLinks.LINK.value,
    show_default=True,
    help="Links in Markdown to the index page of this or a parent folder.",
)
anchors_option = _option(
    KEPT,
    "--anchors",
    type=click.Choice([choice.value for choice in AnchorStyle]),
    default=AnchorStyle.GITHUB.value,
    show_default=True,
    help="How Markdown links name a heading.",
)

scope_options = stacked(
    (
        _switch(SCOPE, "--stay-in-path", "Only pages below the start URL's folder."),
        _option(
            SCOPE,
            "--path",
            type=PATH_PREFIX,
            metavar="PREFIX",
            help="Only pages below this path of the start URL's host; /docs is not /docs-old.",
        ),
        _option(
            SCOPE,
            "--include",
            multiple=True,
            metavar="GLOB",
            help="Also pages whose path and query match, whatever the skip list says; * crosses /. May be repeated.",
        ),
        _option(
            SCOPE,
            "--exclude",
            multiple=True,
            metavar="GLOB",
            help="No pages whose path and query match. May be repeated.",
        ),
        _switch(SCOPE, "--subdomains", "Pages of the host's subdomains too."),
        _option(
            SCOPE,
            "--max-pages",
            type=click.IntRange(min=1),
            metavar="N",
            help="Save at most N pages; how many are left over is reported.",
        ),
        _option(
            SCOPE,
            "--max-depth",
            type=click.IntRange(min=0),
            metavar="N",
            help="Follow at most N links from the start URL.",
        ),
        _switch(SCOPE, "--no-sitemap", "Do not read sitemap.xml for further pages."),
        _switch(
            SCOPE,
            "--dry-run",
            "Read robots.txt, sitemap and start page only; list what would be fetched first, and how many.",
        ),
    )
)

pace_options = stacked(
    (
        _option(
            PACE,
            "--delay",
            type=SECONDS,
            metavar="SECONDS",
            default=0.5,
            show_default=True,
            help="Between the starts of two requests to one host; 0 is as fast as the server answers.",
        ),
        _option(
            PACE,
            "--concurrency",
            type=click.IntRange(min=1),
            metavar="N",
            default=4,
            show_default=True,
            help="Requests to one host at once.",
        ),
        _option(
            PACE,
            "--timeout",
            type=SECONDS_ABOVE_ZERO,
            metavar="SECONDS",
            default=30.0,
            show_default=True,
            help="Without real progress, before a request is given up.",
        ),
        _option(
            PACE,
            "--retries",
            type=click.IntRange(min=0),
            metavar="N",
            default=3,
            show_default=True,
            help="Further tries after network errors, 408, 429 and 5xx.",
        ),
        _switch(
            PACE, "--ignore-robots", "Fetch what robots.txt forbids. Only where you have the site owner's consent."
        ),
    )
)

request_options = stacked(
    (
        _option(REQUESTS, "--user-agent", type=LINE, metavar="TEXT", help="Instead of ScrapePy's own."),
        _option(
            REQUESTS,
            "--header",
            "headers",
            type=HEADER,
            multiple=True,
            metavar="K:V",
            help="A further header, sent to the start URL's host only. May be repeated.",
        ),
        _option(
            REQUESTS,
            "--cookies",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Cookies in Netscape format.",
        ),
        _optional(
            REQUESTS,
            "--browser",
            value_if_alone=BrowserPolicy.ALL.value,
            type=click.Choice([choice.value for choice in BrowserPolicy]),
            default=BrowserPolicy.NEVER.value,
            help="Draw pages in Chromium before they are saved: all, or with =auto those that hold no text without"
            " their scripts. Needs the extra 'browser'.",
        ),
    )
)

kept_options = stacked(
    (
        _switch(KEPT, "--no-markdown", "Write no Markdown copy."),
        _switch(KEPT, "--no-assets", "Fetch no styles, scripts, images and fonts."),
        _option(
            KEPT,
            "--max-size",
            type=SIZE,
            metavar="SIZE",
            default="100MB",
            show_default=True,
            help="Largest file to save: 100MB, 512k.",
        ),
        _option(
            KEPT,
            "--scripts",
            type=click.Choice([choice.value for choice in ScriptPolicy]),
            default=ScriptPolicy.AUTO.value,
            show_default=True,
            help="Scripts in the HTML copy: keep all, strip all, or take out what would break the saved page.",
        ),
        _option(
            KEPT,
            "--images",
            type=click.Choice([choice.value for choice in ImagePolicy]),
            default=ImagePolicy.LOCAL.value,
            show_default=True,
            help="Images of the Markdown copy: beside it, or left online.",
        ),
        min_words_option,
        index_links_option,
        anchors_option,
        _switch(KEPT, "--no-twins", "Convert every page itself, also where the site publishes its Markdown."),
        _switch(KEPT, "--keep-removed", "Keep the copies of pages that are gone from the site."),
        _switch(KEPT, "--llms", "Write llms.txt and llms-full.txt beside the Markdown."),
        _switch(
            KEPT,
            "--accept-losses",
            "Believe it, in this run, where most pages are gone at once or one is nearly empty now.",
        ),
    )
)

output_options = stacked((html_dir_option, markdown_dir_option, quiet_option, verbose_option, json_option))
