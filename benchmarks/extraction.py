#!/usr/bin/env python3
"""How well the main text of real pages is found: word F1 against what people marked, beside trafilatura, in one run.

usage: python benchmarks/extraction.py FOLDER [--half A|B] [--without-trafilatura] [--leave-out PART]

FOLDER holds ``truth.jsonl.gz`` and ``pages.tar.gz`` of WCXB, the Web Content Extraction Benchmark (Foley, 2026, CC BY
4.0), in the packing of its development pages: each line of truth has ``id``, ``type``, ``text``, ``with``, ``without``
and ``title``. The exit status is 1 where a figure is below its floor. Halves are by a hash of the page's name: A was
looked at while the rules were written, B never. ``--leave-out`` measures what a part brings: ``threads``, ``blocks``,
``believed``, ``junk``, ``text`` or ``choice`` (trafilatura and bare landmarks are all that is left).
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import gzip
import hashlib
import json
import re
import statistics
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrapepy.convert import choose, extract, fallback, pipeline
from scrapepy.convert.to_markdown import convert_text
from scrapepy.model.options import ConvertOptions
from scrapepy.web.decode import decode_html

FLOORS = {
    "all": 0.857,
    "article": 0.945,
    "documentation": 0.942,
    "forum": 0.835,
    "service": 0.85,
    "listing": 0.735,
    "collection": 0.75,
    "product": 0.74,
    "without": 0.92,
    "title": 0.80,
}
"""What must be reached on all pages; a change that falls below is no improvement."""

MOST_CPU = 2.0
"""Seconds that no page may take."""

_LINK = r"\[((?:[^\[\]\\\n]|\\.)*)\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+\"[^\"\n]*\")?\)"
_MARKUP = (
    (rf"!{_LINK}", " "),
    (_LINK, r"\1"),
    (_LINK, r"\1"),
    (r"(?m)^[ \t>]*(?:```|~~~).*$", " "),
    (r"(?m)^[ \t|:-]*\|[ \t|:-]*$", " "),
    (r"</?[a-zA-Z][^<>\n]{0,500}>", " "),
    (r"\\([!-/:-@\[-`{-~])", r"\1"),
    (r"[*`#>|]", ""),
)


def plain(markdown: str) -> str:
    """Markdown to the words that a reader sees."""
    for pattern, instead in _MARKUP:
        markdown = re.sub(pattern, instead, markdown)
    return markdown


def word_f1(got: str, right: str) -> float:
    """F1 over words with their counts; 1 where both are empty."""
    found = collections.Counter(re.findall(r"\w+", got.lower()))
    wanted = collections.Counter(re.findall(r"\w+", right.lower()))
    if not found or not wanted:
        return float(not found and not wanted)
    return 2 * (found & wanted).total() / (found.total() + wanted.total())


@dataclasses.dataclass
class Row:
    """The figures of one page."""

    kind: str
    f1: float
    without: float
    title: float | None
    seconds: float


def with_scrapepy(body: bytes) -> tuple[str, str]:
    """Text and title as ScrapePy finds them."""
    conversion, markdown = convert_text(body, None, ConvertOptions(min_words=0))
    return plain(markdown), (conversion.metadata.title or "") if markdown else ""


def with_trafilatura(body: bytes) -> tuple[str, str]:
    """Text and title as trafilatura finds them, with its own settings."""
    import trafilatura

    found: Any = trafilatura.bare_extraction(decode_html(body, None).text, with_metadata=True)
    return (found.text or "", found.title or "") if found is not None else ("", "")


def measure(tool: Callable[[bytes], tuple[str, str]], pages: list[tuple[dict[str, Any], bytes]]) -> list[Row]:
    """One tool on all pages, in this process, on one core."""
    rows = []
    for truth, body in pages:
        start = time.process_time()
        text, title = tool(body)
        seconds = time.process_time() - start
        flat = " ".join(text.lower().split())
        unwanted = [" ".join(one.lower().split()) not in flat for one in truth["without"]]
        right = word_f1(title, truth["title"]) > 0.8 if truth["title"] else None
        kept = statistics.mean(unwanted) if unwanted else 1.0
        rows.append(Row(truth["type"], word_f1(text, truth["text"]), kept, right, seconds))
    return rows


def table(name: str, rows: list[Row]) -> dict[str, float]:
    """Print a tool's figures by kind of page, and give them back with the overall ones."""
    figures = {}
    print(name)
    for kind in [*sorted({row.kind for row in rows}), "all"]:
        those = [row for row in rows if kind in (row.kind, "all")]
        figures[kind] = statistics.mean(row.f1 for row in those)
        titles = [row.title for row in those if row.title is not None]
        without = statistics.mean(row.without for row in those)
        title = statistics.mean(titles) if titles else 0.0
        cpu = 1000 * statistics.mean(row.seconds for row in those)
        print(
            f"  {kind:14} {len(those):4} pages  F1 {figures[kind]:.3f}  without {without:.3f}  title {title:.2f}"
            f"  {cpu:.0f} ms a page, {1000 * max(row.seconds for row in those):.0f} at most"
        )
        figures["without"], figures["title"] = without, title
    return figures


def leave_out(part: str) -> None:
    """Switch a part of the extraction off, to see what it brings."""
    modules: dict[str, Any] = {"choose": choose, "extract": extract, "pipeline": pipeline}
    if part == "threads":
        modules["choose"].thread_of = lambda *arguments: ()
    elif part == "believed":
        for name in ("BELIEVED", "BELIEVED_MORE", "BELIEVED_MOST"):
            setattr(choose, name, 1.0)
    elif part == "blocks":
        every = choose.proposals
        modules["choose"].proposals = lambda *arguments: (
            found for found in every(*arguments) if found.name not in ("blocks", "density", "readability")
        )
    elif part == "junk":
        modules["pipeline"].remove_junk = lambda *arguments: []
    elif part == "text":
        modules["pipeline"].TEXT_STEPS = pipeline.TEXT_STEPS[-1:]
    elif part == "choice":
        modules["extract"].EXTRACTORS = (extract.by_platform, extract.by_trafilatura, extract.by_landmark)
    else:
        raise SystemExit(f"there is no part called {part}")


def main() -> int:
    """Measure, print, and compare with the floors."""
    parser = argparse.ArgumentParser(description="Measure how well the main text of pages is found.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("A", "B"))
    parser.add_argument("--without-trafilatura", action="store_true")
    parser.add_argument("--leave-out")
    arguments = parser.parse_args()
    if arguments.without_trafilatura:
        fallback._trafilatura.cache_clear()
        vars(sys)["modules"]["trafilatura"] = None
    if arguments.leave_out:
        leave_out(arguments.leave_out)
    with gzip.open(arguments.folder / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        truths = {truth["id"]: truth for truth in map(json.loads, lines)}
    with tarfile.open(arguments.folder / "pages.tar.gz") as archive:
        pages = [
            (truths[Path(member.name).stem], file.read())
            for member in archive
            if Path(member.name).stem in truths and (file := archive.extractfile(member)) is not None
        ]
    if arguments.half:
        odd = arguments.half == "B"
        pages = [page for page in pages if hashlib.md5(page[0]["id"].encode()).digest()[0] % 2 == odd]
    with_scrapepy(pages[0][1])
    rows = measure(with_scrapepy, pages)
    figures = table("ScrapePy", rows)
    if not arguments.without_trafilatura:
        table("trafilatura", measure(with_trafilatura, pages))
    slow = [row for row in rows if row.seconds > MOST_CPU]
    below = [f"{name} {figures[name]:.3f} < {floor}" for name, floor in FLOORS.items() if figures[name] < floor]
    if not arguments.half and not arguments.leave_out and (below or slow):
        print("below the floor: " + ", ".join([*below, *(f"{row.seconds:.1f} s for a page" for row in slow)]))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
