#!/usr/bin/env python3
"""HTML → Markdown, CPU time on the same pages: ScrapePy, markdownify on the whole page, html-to-markdown.

usage: python benchmarks/convert.py FOLDER [--pages N]

ScrapePy does more than the others (it finds the content, removes what is none, resolves links and anchors, writes
frontmatter); markdownify and html-to-markdown convert the page as it stands. Reading and decoding is in no figure.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.to_markdown import convert_text


def with_scrapepy(text: str) -> None:
    conversion, markdown = convert_text(text, "https://docs.example.com/page.html")
    with_frontmatter(conversion.metadata, markdown)


def with_markdownify(text: str) -> None:
    import markdownify  # the benchmark compares with it; the package uses it through its one door

    markdownify.markdownify(text, heading_style="ATX", bullets="-")


def with_html_to_markdown(text: str) -> None:
    import html_to_markdown

    html_to_markdown.convert(text)


TOOLS: dict[str, Callable[[str], None]] = {
    "markdownify": with_markdownify,
    "html-to-markdown": with_html_to_markdown,
    "scrapepy": with_scrapepy,
}


def pages_of(folder: Path, limit: int) -> list[str]:
    """Pages spread evenly over the folder, so that one kind does not decide."""
    paths = sorted(path for path in folder.rglob("*.html") if path.is_file())
    step = max(len(paths) // limit, 1)
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths[::step][:limit]]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure converters on the same pages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=60)
    arguments = parser.parse_args()
    pages = pages_of(arguments.folder, arguments.pages)
    if not pages:
        print(f"no .html files in {arguments.folder}", file=sys.stderr)
        return 2
    size = sum(map(len, pages)) / len(pages) / 1000
    print(f"{len(pages)} pages of {arguments.folder}, {size:.0f} kB each\n")
    print("| tool | ms a page | × markdownify |\n| --- | ---: | ---: |")
    base = 0.0
    for name, convert in TOOLS.items():
        convert(pages[0])  # imports and first-use tables
        failed = 0
        started = time.process_time()
        for page in pages:
            try:
                convert(page)
            except RecursionError:  # markdownify, on deeply nested pages
                failed += 1
        each = (time.process_time() - started) / len(pages)
        base = base or each
        print(f"| {name} | {each * 1000:.1f} | {each / base:.2f} |" + (f" {failed} failed" if failed else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
