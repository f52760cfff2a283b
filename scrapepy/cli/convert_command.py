"""``scrapepy convert SOURCE``"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import (
    anchors_option,
    index_links_option,
    markdown_dir_option,
    min_words_option,
    quiet_option,
    stacked,
    verbose_option,
)
from scrapepy.cli.option_types import LINE
from scrapepy.cli.output import complain, remark, say, say_bytes
from scrapepy.cli.shape import ExampleCommand, SectionOption, Switch
from scrapepy.cli.terminal import count_text, printable, shortened
from scrapepy.errors import StoreError, UsageError
from scrapepy.model.options import AnchorStyle, ConvertOptions, IndexLinks

if TYPE_CHECKING:
    from scrapepy.mirroring.foreign import FolderReport
    from scrapepy.model.document import Conversion

STDIO = Path("-")
SHOWN = 10


@click.command(
    cls=ExampleCommand,
    short_help="Convert an HTML or PDF file or a folder to Markdown.",
    examples=(
        "scrapepy convert page.html",
        "scrapepy convert manual.pdf -o manual.md",
        "scrapepy convert docs/_build/html -o notes",
        "curl -s https://docs.example.com/ | scrapepy convert - --url https://docs.example.com/",
    ),
)
@click.argument("source", type=click.Path(allow_dash=True))
@click.option("--url", cls=SectionOption, type=LINE, metavar="URL", help="The page's address; a folder's: its root's.")
@click.option(
    "-o",
    "--output",
    cls=SectionOption,
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="PATH",
    help="Output file, or folder for a folder; - is standard output, the default for one page. "
    "A folder's default is its name below --markdown-dir.",
)
@click.option(
    "--fragment",
    cls=Switch,
    help="The input is content, not a page: convert all of it, without frontmatter, however short.",
)
@click.option("--no-frontmatter", cls=Switch, help="Write no YAML frontmatter.")
@click.option("--no-outline", cls=Switch, help="PDF: find headings by their style, whatever the bookmarks say.")
@click.option("--no-fill-down", cls=Switch, help="PDF: do not repeat a merged value in each row of a table.")
@click.option("--explain", cls=Switch, help="Say on standard error which extractor and which rules did what.")
@stacked((min_words_option, index_links_option, anchors_option, markdown_dir_option, quiet_option, verbose_option))
def convert(source: str, **values: Any) -> int:
    """Convert HTML or PDF to Markdown: a file, a folder (from any tool), or - for standard input.

    A folder is its own root: links between its files are kept, and lead to the Markdown. One page alone is written to
    standard output; its links become absolute with --url, else they stay as they are. The exit status is 1 where a
    single page has no content.
    """
    url = _address(values["url"])
    if "://" in source and not os.path.exists(source):
        raise UsageError(f"there is no file {shortened(source)}; to fetch a page: scrapepy {source}")
    path = Path(source)
    try:
        is_folder = path.is_dir()
    except OSError as error:  # a name that is too long
        raise UsageError(f"{shortened(source)} cannot be read: {(error.strerror or '').lower()}") from error
    return _folder(path, url, values) if is_folder else _page(path, url, values)


def _address(url: str | None) -> str | None:
    if url is None:
        return None
    from scrapepy.mirroring.start_url import parse_start_url

    return parse_start_url(url).url


def _page(source: Path, url: str | None, values: dict[str, Any]) -> ExitCode:
    output: Path | None = values["output"]
    if output is not None and output != STDIO:
        name = "page" if source == STDIO else source.stem
        output = output / f"{name}.md" if _is_folder(output) else output
        if output.exists() and source != STDIO and output.samefile(source):
            raise UsageError(f"{output} is the page itself; name another file with -o")
    body = _read(source)  # before the converter is loaded: a wrong name is told at once
    from scrapepy.mirroring.binary import is_binary
    from scrapepy.mirroring.pdfs import is_pdf

    if is_pdf(body):
        from scrapepy.cli.convert_pdf import convert_one

        return convert_one(body, _name(source), url, output if output != STDIO else None, values)
    if not body and source.suffix.lower() == ".pdf":
        complain(f"{_name(source)} is empty: a PDF of 0 bytes")
        return ExitCode.INCOMPLETE
    if is_binary(body):
        complain(f"{_name(source)} is no page: it holds no text")
        return ExitCode.INCOMPLETE

    from scrapepy.convert.frontmatter import with_frontmatter
    from scrapepy.convert.to_markdown import convert_text
    from scrapepy.mirroring.shelf import FileShelf

    fragment: bool = values["fragment"]
    options = ConvertOptions(values["min_words"], fragment, address_rules=url is not None)
    shelf = FileShelf(source.parent, urljoin(url, ".") if url else "", beside=True) if source != STDIO else None
    conversion, text = convert_text(body, url, options, AnchorStyle(values["anchors"]), shelf)
    if values["explain"]:
        _explain(conversion)
    if conversion.body is None:
        complain(f"{_name(source)} has no content: {_why(conversion)}")
        return ExitCode.INCOMPLETE
    if not fragment and not values["no_frontmatter"]:
        text = with_frontmatter(conversion.metadata, text)
    data = text.encode("utf-8", "replace")
    if output is None or output == STDIO:
        say_bytes(data)
    else:
        _write(output, data)
    return ExitCode.COMPLETE


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise UsageError(f"{shortened(str(path))} cannot be written: {(error.strerror or '').lower()}") from error


def _name(source: Path) -> str:
    return "standard input" if source == STDIO else str(source)


def _read(source: Path) -> bytes:
    if source == STDIO:
        return sys.stdin.buffer.read()
    try:
        return source.read_bytes()
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {source}") from error
    except OSError as error:
        raise UsageError(f"{source} cannot be read: {error.strerror}") from error


def _write(output: Path, data: bytes) -> None:
    from scrapepy.store.trees import TreeWriter

    if output.is_dir():
        raise StoreError(f"{output} is a folder")
    TreeWriter(output.parent).write(output.name, data)


def _folder(source: Path, url: str | None, values: dict[str, Any]) -> ExitCode:
    from scrapepy.cli.progress import Counter
    from scrapepy.mirroring.foreign import FolderOptions, convert_folder

    output: Path = values["output"] or values["markdown_dir"] / source.resolve().name
    if output == STDIO:
        raise UsageError("a folder cannot be written to standard output; name a folder with -o")
    if not _is_folder(output) and output.exists():
        raise UsageError(f"{output} is a file; a folder is converted into a folder")
    if values["fragment"]:
        raise UsageError("--fragment is for one piece of content, not for a folder")
    options = FolderOptions(
        url=url,
        frontmatter=not values["no_frontmatter"],
        min_words=values["min_words"],
        index_links=IndexLinks(values["index_links"]),
        anchors=AnchorStyle(values["anchors"]),
    )
    with Counter("converting", "pages", quiet=values["quiet"]) as counter:

        def on_page(path: str, conversion: Conversion) -> None:
            counter(path)
            if values["explain"]:
                remark(printable(path))
                _explain(conversion)

        report = convert_folder(source, output, options, on_page)
    if not values["quiet"]:
        say(_text(report, None if values["verbose"] else SHOWN))
    for path, reason in report.failed:
        complain(f"{path}: {reason}")
    return ExitCode.INCOMPLETE if report.failed else ExitCode.COMPLETE


def _why(conversion: Conversion) -> str:
    from scrapepy.convert.page_check import MIN_CHARACTERS

    reason = conversion.refusal.value if conversion.refusal is not None else "nothing is left of it"
    if conversion.refusal_rule == "short":
        return f"{reason} ({conversion.refusal_detail}; {MIN_CHARACTERS} or fewer are no page, --fragment takes them)"
    details = [text for text in (conversion.refusal_detail, conversion.refusal_rule) if text]
    return f"{reason} ({'; '.join(details)})" if details else reason


def _explain(conversion: Conversion) -> None:
    """Which extractor chose the content, and what was taken out of it by which rule."""
    from scrapepy.convert.explain import explain

    for line in explain(conversion).splitlines():
        remark(printable(line))


def _text(report: FolderReport, limit: int | None) -> str:
    lines = [
        f"{count_text(report.documents, 'Markdown file')} and {count_text(report.images, 'image')} "
        f"in {printable(report.output)}" + (f"; {report.unchanged:,} were there already" if report.unchanged else "")
    ]
    if report.refused:
        lines.append(f"  {count_text(len(report.refused), 'page')} left out:")
        lines += [f"    {printable(page.path)}: {page.reason.value}" for page in report.refused[:limit]]
        if limit is not None and len(report.refused) > limit:
            lines.append(f"    and {len(report.refused) - limit:,} more (--verbose lists all)")
    lines += [f"  note: {printable(note)}" for note in report.notes]
    return "\n".join(lines)
