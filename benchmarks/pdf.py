"""PDFs: time beside pdfplumber's own, and how much of the words is kept.

``python -m benchmarks.pdf FILE…`` writes one line a file: pages, seconds, the ratio of the time to pdfplumber's
``extract_words`` and ``find_tables`` on the same file in the same run (at most 1.3), headings, tables, chunks,
running lines, and the share of pdfplumber's words inside the visible page that stand in the Markdown, of all and of
those that were not meant to go (running lines and contents are). ``--memory`` tells how the process grew.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pdfplumber

from scrapepy.mirroring.pdfs import filled
from scrapepy.pdf.document import convert_pdf
from scrapepy.sections.chunk import chunk_markdown

_NO_SPACES = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_TOKEN = re.compile(rf"[{_NO_SPACES}]|[^\W_{_NO_SPACES}]+")
_TARGET = re.compile(r"\]\([^)\s]*\)|<a id=[^>]*></a>")
_CODE = re.compile(r"\(cid:\d+\)")
_LIGATURES = str.maketrans({"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"})


def tokens(texts: Iterable[str]) -> Counter[str]:
    """Words, letters and digits only; letters of scripts that write no spaces each by itself."""
    return Counter(token.casefold() for text in texts for token in _TOKEN.findall(text.translate(_LIGATURES)))


def plumbers_words(path: Path) -> tuple[list[str], float]:
    """The words inside the visible page, fragments at line ends joined, and the seconds of processor time for all."""
    words: list[str] = []
    seconds = 0.0
    with pdfplumber.open(path) as pdf:
        for page in pdf.pages:
            began = time.process_time()
            found = page.extract_words()
            page.find_tables()
            seconds += time.process_time() - began
            x0, top, x1, bottom = page.cropbox
            better = page.extract_words(x_tolerance_ratio=0.15) if found else []
            for word in better:
                if not (
                    x0 <= (word["x0"] + word["x1"]) / 2 <= x1 and top <= (word["top"] + word["bottom"]) / 2 <= bottom
                ):
                    continue
                text = _CODE.sub("", word["text"])  # what stands for letters that the font does not tell
                if words and words[-1].endswith("-") and len(words[-1]) > 1 and text[:1].islower():
                    words[-1] = words[-1][:-1] + text
                else:
                    words.append(text)
            page.close()
    return words, seconds


def kept_share(words: Iterable[str], markdown: str) -> tuple[float, Counter[str]]:
    """The share of the words that the Markdown holds, and what it lacks."""
    wanted = tokens(words)
    have = tokens([_TARGET.sub("]", markdown)])
    joined = "".join(_TOKEN.findall(markdown.casefold()))
    missing = wanted - have
    # A compound that the one writes in two words and the other in one is not lost.
    for token in [token for token in missing if len(token) > 5 and token in joined]:
        del missing[token]
    total = sum(wanted.values())
    return 1 - sum(missing.values()) / max(1, total), missing


def row(path: Path) -> str:
    """The measures of one file."""
    began = time.process_time()
    document = convert_pdf(path.read_bytes())
    ours = time.process_time() - began
    text, _ = filled(document)
    words, theirs = plumbers_words(path)
    share, missing = kept_share(words, text)
    sizes = sorted(chunk.chars for chunk in chunk_markdown(text, level=6, max_chars=1500))
    counts = document.counts
    total, gone = sum(tokens(words).values()), counts.left_out_words
    of_the_rest = 1 - max(0, sum(missing.values()) - gone) / max(1, total - gone)
    left_out = f"{counts.running_lines} + {counts.contents_lines}"
    return (
        f"| {path.name} | {counts.pages} | {ours:.1f} | {ours / theirs:.2f} | "
        f"{counts.headings_from_bookmarks} + {counts.headings_from_style} | {counts.tables_found} / {counts.tables} | "
        f"{len(sizes)}: {sizes[0]}/{sizes[len(sizes) // 2]}/{sizes[-1]} | {left_out} | "
        f"{share:.1%} | {of_the_rest:.1%} | {' '.join(token for token, _ in missing.most_common(6))} |"
    )


def main(arguments: list[str]) -> None:
    """One line a file."""
    memory = "--memory" in arguments
    print("| file | pages | s | ratio | headings | tables | chunks | left out | kept | of the rest | lacks |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments:
        if name.startswith("--"):
            continue
        print(row(Path(name)), flush=True)
        if memory:
            print(f"  at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
