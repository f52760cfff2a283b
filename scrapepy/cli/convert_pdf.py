"""``scrapepy convert manual.pdf``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.output import complain, remark, say_bytes
from scrapepy.cli.terminal import count_text
from scrapepy.errors import StoreError
from scrapepy.mirroring.pdfs import Refusal, images_of, options_for, read_pdf, text_of
from scrapepy.store.trees import TreeWriter

if TYPE_CHECKING:
    from scrapepy.pdf.result import Counts


def convert_one(body: bytes, name: str, url: str | None, output: Path | None, values: dict[str, Any]) -> ExitCode:
    """Convert a PDF to ``output``, with its images beside it, or to standard output, without images."""
    options = options_for(
        output.name if output is not None else None,
        outline=not values["no_outline"],
        fill_down=not values["no_fill_down"],
    )
    if output is not None and output.is_dir():
        raise StoreError(f"{output} is a folder")
    document = read_pdf(body, options)
    if isinstance(document, Refusal):
        complain(f"{name} {document.sentence}")
        return ExitCode.INCOMPLETE
    if values["explain"]:
        for line in _told(document.counts):
            remark(line)
    frontmatter = not values["no_frontmatter"] and not values["fragment"]
    data = text_of(document, url, frontmatter=frontmatter).encode("utf-8", "replace")
    if output is None:
        say_bytes(data)
        return ExitCode.COMPLETE
    tree = TreeWriter(output.parent)
    for path, image in images_of(document, output.name):
        tree.write(path, image.data)
    tree.write(output.name, data)
    return ExitCode.COMPLETE


def _told(counts: Counts) -> list[str]:
    """What was found, for ``--explain``."""
    return [
        f"{count_text(counts.pages, 'page')}, {count_text(counts.bookmarks, 'bookmark')}",
        f"{count_text(counts.headings_from_bookmarks, 'heading')} named by bookmarks, "
        f"{counts.headings_from_style:,} by their style",
        f"{count_text(counts.tables_found, 'ruled table')} on single pages, {counts.tables:,} when joined over pages",
        f"left out: {count_text(counts.running_lines, 'line')} that repeat on pages or number them, "
        f"{counts.contents_lines:,} of tables of contents",
        count_text(counts.images, "image"),
    ]
