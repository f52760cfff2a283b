"""``scrapepy chunks SOURCE``"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.mirror_options import html_dir_option, markdown_dir_option, stacked
from scrapepy.cli.output import plain, say
from scrapepy.cli.shape import ExampleCommand, SectionOption

if TYPE_CHECKING:
    from scrapepy.model.section import Chunk

STDIN = "-"
DEFAULT_LEVEL = 3
PDF_LEVEL = 6
"""No chunk of a PDF reaches over a heading."""
PDF_CHARS = 1500


@click.command(
    cls=ExampleCommand,
    short_help="Cut Markdown into sections, as JSON Lines.",
    examples=(
        "scrapepy chunks docs.example.com",
        "scrapepy chunks notes/ --level 2 --max-chars 1500",
        "scrapepy chunks page.html",
        "scrapepy chunks manual.pdf",
    ),
)
@click.argument("source", metavar="SOURCE")
@click.option(
    "--level",
    cls=SectionOption,
    type=click.IntRange(1, 6),
    metavar="N",
    help="Headings to this level start a section: 3 unless told otherwise, in PDFs 6.",
)
@click.option(
    "--max-chars",
    cls=SectionOption,
    type=click.IntRange(min=1),
    metavar="N",
    help="Pack longer sections into parts of at most N characters: no limit unless told otherwise, in PDFs 1500.",
)
@stacked((html_dir_option, markdown_dir_option))
def chunks(source: str, **values: Any) -> int:
    """Write one JSON object a section: heading path, anchor, text, words, hashes. For search indexes and RAG.

    SOURCE is a mirror (the name of its folder, or its address), a folder of Markdown, a Markdown, HTML or PDF file, or
    - for standard input. Chunks of PDFs tell their pages, and whether they hold a table. The texts of a page's chunks
    joined are its Markdown without the frontmatter, byte for byte.
    """
    from scrapepy.mirroring.chunking import chunks_of
    from scrapepy.mirroring.sources import SourcePage, read_body, read_source

    if source == STDIN:
        found = read_body(sys.stdin.buffer.read(), None)
    else:
        found = read_source(source, values["html_dir"], values["markdown_dir"])
    pages = [page for page in found if isinstance(page, SourcePage)]
    level, size = values["level"], values["max_chars"]
    for cut in chunks_of(pages, level or DEFAULT_LEVEL, size, (level or PDF_LEVEL, size or PDF_CHARS)):
        # ASCII: some readers take U+2028 for the end of a line
        lines = [json.dumps(_fields(chunk)) for chunk in cut]
        if lines:
            say("\n".join(lines))
    return ExitCode.COMPLETE


def _fields(chunk: Chunk) -> dict[str, object]:
    """A chunk as JSON; what only PDFs have is left out of others."""
    fields: dict[str, object] = plain(chunk)
    if chunk.pages is None:
        del fields["pages"], fields["has_table"]
    return fields
