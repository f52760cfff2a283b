"""``scrapepy search QUERY``"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, json_option, markdown_dir_option, stacked
from scrapepy.cli.output import complain, say, say_json
from scrapepy.cli.shape import ExampleCommand, SectionOption
from scrapepy.cli.terminal import count_text, printable, shortened

if TYPE_CHECKING:
    from scrapepy.mirroring.searching import SearchHit, SearchResult

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_LONGEST_NAME = 160


class _SearchCommand(ExampleCommand):
    """Words that begin with ``--`` are options, but not behind a ``--``: there all is the query. ``-h`` shows the help
    where it comes first; behind a word it leaves out sections with "h"."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        if args[:1] == ["-h"]:
            args = ["--help"]
        behind = len(args) - args.index("--") - 1 if "--" in args else 0
        rest = super().parse_args(ctx, args)
        words: tuple[str, ...] = ctx.params.get("query") or ()
        for word in words[: len(words) - behind]:
            if word.startswith("--"):
                raise click.NoSuchOption(word, ctx=ctx)
        return rest


@click.command(
    cls=_SearchCommand,
    short_help="Search the text of all mirrors.",
    # "-word" is part of the query, and "-html" must not be taken for "-h".
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
    examples=(
        "scrapepy search subprocess.run",
        "scrapepy search '\"exact phrase\"' begin* -without --site docs.example.com",
        "scrapepy search ON CONFLICT --json",
    ),
)
@click.argument("query", nargs=-1, required=True, metavar="QUERY...")
@click.option(
    "--site",
    "sites",
    cls=SectionOption,
    multiple=True,
    metavar="SITE",
    help="Only this mirror (the name of its folder, or its address); may be given several times.",
)
@click.option(
    "--limit",
    cls=SectionOption,
    type=click.IntRange(min=1, max=1000),
    metavar="N",
    default=10,
    show_default=True,
    help="Show the best N sections.",
)
@stacked((html_dir_option, markdown_dir_option, json_option))
def search(query: tuple[str, ...], sites: tuple[str, ...], **values: Any) -> int:
    """Search the sections of all mirrors and show the best first, each with its Markdown file.

    All words must be in a section. "some words" in quotes (inside the shell's own) stand side by side, begin* is the
    beginning of a word, -word must not be there. Letters with and without accents are one, and so are other spellings
    of one letter; if no section has all the words, those with some of them are shown.
    """
    from scrapepy.mirroring.refresh import mirrors_named
    from scrapepy.mirroring.searching import search as find

    names = [mirror.site for mirror in mirrors_named(sites, values["html_dir"])]
    result = find(" ".join(query), names, values["html_dir"], values["markdown_dir"], limit=values["limit"])
    for problem in result.problems:
        complain(problem)
    if values["json"]:
        say_json(result)
    else:
        say(_text(result, marked=sys.stdout.isatty()))
    return ExitCode.DISK if result.problems and not result.hits else ExitCode.COMPLETE


def _text(result: SearchResult, *, marked: bool) -> str:
    took = f"{result.milliseconds:.0f} ms"
    if not result.hits:
        return f"nothing found for {printable(result.query)} ({took})"
    lines = []
    for hit in result.hits:
        lines += _lines(hit, marked=marked)
    shown = "" if len(result.hits) == result.total else f", the best {len(result.hits):,} shown"
    some = "; none has all the words" if result.any_word else ""
    lines.append(f"{count_text(result.total, 'section')} found{shown}{some} ({took})")
    return "\n".join(lines)


def _lines(hit: SearchHit, *, marked: bool) -> list[str]:
    place = f"{hit.path}#{hit.anchor}" if hit.anchor else hit.path
    name = hit.heading if hit.heading.startswith(hit.title) else " > ".join(filter(None, (hit.title, hit.heading)))
    before, after = (_BOLD, _PLAIN) if marked else ("**", "**")
    parts, at = [], 0
    for start, end in hit.marks:
        parts += [printable(hit.snippet[at:start]), before, printable(hit.snippet[start:end]), after]
        at = end
    parts.append(printable(hit.snippet[at:]))
    return [printable(place), f"  {printable(shortened(name, _LONGEST_NAME))}", f"  {''.join(parts)}", ""]
