"""Small PDFs, each made to the point by reportlab: what is golden below ``tests/golden/pdf/<name>.md``.

``python -m tests.support.small_pdfs [name …]`` rewrites expectations and shows what changed, to be read before it is
kept; with ``--save FOLDER`` it writes the PDFs themselves, to be looked at.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from reportlab.lib.utils import ImageReader

from tests.support import small_sheets
from tests.support.paper import HEIGHT, LEFT, PROSE, WIDTH, Paper, wrapped

ROOT = Path(__file__).parent.parent / "golden" / "pdf"


def two_columns() -> bytes:
    paper = Paper(title="Two columns")
    paper.heading("A title over both columns of text", size=18)
    paper.block("Abstract. " + PROSE, size=9)
    top = paper.y
    for x, name in ((LEFT, "left"), (225.0, "right")):
        paper.y = top
        for number in range(1, 4):
            paper.block(f"Column {name}, paragraph {number}. {PROSE}", width=150, x=x, size=9)
    paper.y = 470.0
    paper.block("A line that crosses the page again, below the columns, and ends it all with some more words.", size=9)
    return paper.done()


def bars_over_columns() -> bytes:
    paper = Paper()
    for y in (50.0, 120.0):
        paper.canvas.line(LEFT, HEIGHT - y, 375, HEIGHT - y)
    for number in range(1, 4):
        paper.text(LEFT, 50 + 18 * number, f"left {number}", size=9)
        paper.text(240, 50 + 18 * number, f"and right {number} of the table", size=9)
    for x, name in ((LEFT, "left"), (225.0, "right")):
        paper.y = 150.0
        for number in range(1, 3):
            paper.block(f"Column {name}, paragraph {number}. {PROSE}", width=150, x=x, size=9)
    return paper.done()


def three_columns() -> bytes:
    paper = Paper()
    top = paper.y
    for x, name in ((40.0, "one"), (160.0, "two"), (280.0, "three")):
        paper.y = top
        for number in range(1, 4):
            paper.block(f"Column {name}, part {number}. {PROSE}", width=100, x=x, size=8)
    return paper.done()


def margin_note() -> bytes:
    paper = Paper()
    for number in range(1, 4):
        y = paper.y
        paper.block(f"Paragraph {number}. {PROSE}", width=250)
        if number == 2:
            paper.text(320, y + 12, "a note beside", size=7)
            paper.text(320, y + 21, "the paragraph", size=7)
    return paper.done()


def table_over_pages() -> bytes:
    paper = Paper()
    xs = [50.0, 130.0, 220.0, 370.0]
    header = ["Name", "Kind", "What it does"]
    paper.block("A table over three pages follows.")
    for page in range(3):
        rows = [header] + [[f"item {page}{row}", "plain", f"does number {page}{row}"] for row in range(3)]
        if page == 1:
            rows[1] = ["", "", "and goes on here"]
        paper.y = 90.0 if page == 0 else 60.0
        paper.table(xs, rows)
        if page < 2:
            paper.page()
    paper.block("Behind the table the text goes on.")
    return paper.done()


def merged_cells() -> bytes:
    paper = Paper()
    xs, ys = [50.0, 120.0, 190.0, 260.0, 330.0], [60.0, 80.0, 100.0, 120.0, 140.0, 160.0]
    # "Size" stands over two columns, "Name" and "Note" beside two rows, "alpha" beside two
    paper.grid(xs, ys, (("v", 2, 0), ("h", 1, 0), ("h", 1, 3), ("h", 3, 0)))
    for column, row, text in (
        (0, 0, "Name"), (1, 0, "Size"), (3, 0, "Note"), (1, 1, "small"), (2, 1, "large"),
        (0, 2, "alpha"), (1, 2, "1"), (2, 2, "2"), (3, 2, "first"), (1, 3, "3"), (2, 3, "4"), (3, 3, "second"),
        (0, 4, "beta"), (1, 4, "5"), (2, 4, "6"), (3, 4, "third"),
    ):  # fmt: skip
        paper.text(xs[column] + 4, ys[row] + 13, text, size=9)
    paper.y = 190
    paper.block("A box is no table:")
    paper.grid([50.0, 330.0], [220.0, 250.0])
    paper.text(60, 238, "Only a frame around a line of text.")
    return paper.done()


def tall_row() -> bytes:
    paper = Paper()
    xs, ys = [50.0, 150.0, 330.0], [60.0, 80.0, 180.0]
    paper.grid(xs, ys)
    paper.text(54, 73, "Option", size=9)
    paper.text(154, 73, "Meaning", size=9)
    for y, option, lines in (
        (95, "--quiet", ("says nothing at", "all while it runs")),
        (130, "--verbose", ("says more than", "one wants to know")),
    ):
        paper.text(54, y, option, size=9)
        for index, line in enumerate(lines):
            paper.text(154, y + 11 * index, line, size=9)
    return paper.done()


def running_lines() -> bytes:
    paper = Paper()
    for page in range(1, 6):
        paper.text(LEFT, 30, "The Manual of Everything")
        paper.text(200, 570, f"{page}" if page > 2 else "i" * page)
        paper.block(f"This is what page {page} says. The Manual of Everything is named here as well. {PROSE}")
        paper.page()
    return paper.done()


def hyphens() -> bytes:
    paper = Paper()
    paper.block("A documentation is written once. It has a command-line and well-known options.")
    for line in (
        "Another docu-", "mentation is broken at the end of its line, and the com-", "mand is as well. A new command-",
        "line stays what it is, and a well-", "known word too. Some user-", "space stays, since a user needs space.",
    ):  # fmt: skip
        paper.line(line)
    return paper.done()


def small_caps() -> bytes:
    paper = Paper()
    x = paper.text(LEFT, 60, "A word in ")
    for letter, size in (("S", 10), ("MALL", 8)):
        x = paper.text(x, 60, letter, size=size)
    x = paper.text(x + 3, 60, "C", size=10)
    x = paper.text(x, 60, "APITALS", size=8)
    paper.text(x + 3, 60, "is one word, and the line goes on.")
    paper.text(LEFT, 72, "A second line follows it, with nothing special in it at all.")
    paper.text(LEFT + 12, 96.5, "\u2022", size=14)
    paper.text(LEFT + 22, 95, "A bullet that sits lower than its line.")
    paper.text(LEFT + 12, 111.5, "\u2022", size=14)
    paper.text(LEFT + 22, 110, "Another one.")
    return paper.done()


def slug_outside() -> bytes:
    paper = Paper()
    paper.canvas.setPageSize((WIDTH, HEIGHT))
    paper.canvas.setCropBox((20, 20, WIDTH - 20, HEIGHT - 20))
    paper.text(60, 10, "manual.indd 17 printed on 30.11.2026")
    paper.text(-200, 300, "far outside of the page")
    paper.block("What stands inside the page is the text. " + PROSE)
    return paper.done()


def missing_bookmark() -> bytes:
    paper = Paper(title="A manual", author="Somebody")
    paper.heading("A manual", size=22)
    for number, (title, level) in enumerate(
        (("First steps", 0), ("Setting up", 1), ("No bookmark names this", None), ("Last steps", 0)), 1
    ):
        paper.heading(title, level, size=16 if level == 0 else 13)
        paper.block(f"Section {number}. {PROSE}")
    return paper.done()


def styles() -> bytes:
    paper = Paper()
    for number in (1, 2):
        paper.heading(f"Chapter {'One' if number == 1 else 'Two'}", size=18)
        paper.block(f"Chapter {number}. {PROSE}")
        paper.heading("Bold section" if number == 1 else "Another section", size=10)
        paper.block(f"Section {number}. {PROSE}")
    paper.heading("This line ends with a full stop.", size=10)
    paper.block(PROSE)
    return paper.done()


def kinds_of_text() -> bytes:
    paper = Paper()
    x = paper.text(LEFT, paper.y, "Run ")
    x = paper.text(x, paper.y, "make", "Courier")
    x = paper.text(x, paper.y, ", then see ")
    start = x
    x = paper.text(x, paper.y, "the site")
    paper.canvas.linkURL("https://example.com/a", (start, HEIGHT - 62, x, HEIGHT - 50))
    paper.text(x, paper.y, ". It costs nothing, as they say")
    x += paper.canvas.stringWidth(". It costs nothing, as they say", "Helvetica", 10)
    paper.text(x, paper.y - 4, "1", size=6)
    paper.y += 30
    paper.line("def f(x):", x=70, font="Courier", size=9)
    paper.line("    if x > 1:", x=70, font="Courier", size=9)
    paper.y += 11
    paper.line("        return *x*", x=70, font="Courier", size=9)
    paper.y += 15
    for sign, text in (
        ("\u2022", "a first item, which is long enough to go over"),
        ("", "one line"),
        ("\u2022", "a second"),
    ):
        paper.text(60, paper.y, sign)
        paper.line(text, x=72)
    paper.y += 10
    for number in (1, 2):
        paper.text(60, paper.y, f"{number}.")
        paper.line(f"step {number}", x=76)
    paper.y += 10
    paper.block("Snake_case and *stars* and <tags> stay as they stand.")
    paper.text(LEFT, 520, "1", size=5)
    paper.text(LEFT + 4, 523, "The note at the foot of the page.", size=8)
    paper.page()
    paper.block("Another page, so that the first one is none by itself. " + PROSE)
    return paper.done()


def over_pages() -> bytes:
    paper = Paper()
    paper.y = 480
    for line in wrapped(paper.canvas, PROSE + "A sentence that goes", 320, "Helvetica", 10):
        paper.line(line)
    paper.page()
    picture = Image.new("RGB", (60, 40), (200, 30, 30))
    paper.canvas.drawImage(ImageReader(picture), LEFT, HEIGHT - 120, 60, 40)
    paper.y = 140
    paper.block("on behind a picture on the next page. " + PROSE)
    return paper.done()


def contents() -> bytes:
    paper = Paper()
    paper.heading("Contents", size=16)
    for number, title in enumerate(("First steps", "Further steps", "Last steps"), 1):
        paper.line(f"{number} {title} . . . . . . . . . . . . . . . . {number + 1}")
    paper.page()
    paper.heading("First steps", size=16)
    paper.block(PROSE)
    return paper.done()


def rows() -> bytes:
    """A matrix, equations beside each other at their signs, a file of numbers in a cell; and numbers in prose."""
    paper = Paper()
    paper.block("The matrix of this linear system is")
    for row in ("1 1 -1 0", "0 12 1 -1", "1 0 0 3"):
        for column, word in enumerate(row.split()):
            paper.text(180 + 24 * column, paper.y, word)
        paper.y += 14
    paper.y += 12
    paper.block("and its equations are, in the order of the rows above,")
    for number in range(1, 10):
        paper.text(140, paper.y, "x + y" if number == 1 else "")
        paper.text(180, paper.y, "=")
        paper.text(200, paper.y, f"a + {number} b + c")
        paper.y += 16
    paper.y += 12
    paper.block("A sentence may hold numbers, too: the first years were those of 1990 1991 1992 1993 1994 1995 1996.")
    paper.table([60, 160, 260], [["system.mat", "system.sign"], ["", ""]], 40)
    for line, (left, right) in enumerate((("2 3", "1 2"), ("1 -1 4", "0 1"))):
        paper.text(70, paper.y - 42 + 12 * line, left)
        paper.text(170, paper.y - 42 + 12 * line, right)
    return paper.done()


def _cut_page(paper: Paper) -> None:
    for y in range(100, 420, 20):
        paper.text(LEFT, y + 6, f"A line of the cut page that stands {y} points below its top.")


def clipped() -> bytes:
    """Figures that were cut out of pages: by a path, and by the box of a form; what follows is seen again."""
    paper = Paper()
    paper.block(PROSE)
    canvas = paper.canvas
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(40, HEIGHT - 180, 340, 60)
    canvas.clipPath(path, stroke=0, fill=0)
    _cut_page(paper)
    canvas.restoreState()
    canvas.beginForm("cut", 40, HEIGHT - 300, 380, HEIGHT - 200)
    _cut_page(paper)
    canvas.endForm()
    canvas.doForm("cut")
    paper.y = 450.0
    paper.block("A line below the figures, which is seen. " + PROSE)
    return paper.done()


CASES: dict[str, Callable[[], bytes]] = {
    "two-columns": two_columns,
    "bars-over-columns": bars_over_columns,
    "three-columns": three_columns,
    "margin-note": margin_note,
    "table-over-pages": table_over_pages,
    "merged-cells": merged_cells,
    "tall-row": tall_row,
    "running-lines": running_lines,
    "hyphens": hyphens,
    "small-caps": small_caps,
    "slug-outside": slug_outside,
    "missing-bookmark": missing_bookmark,
    "styles": styles,
    "kinds-of-text": kinds_of_text,
    "over-pages": over_pages,
    "contents": contents,
    "rows": rows,
    "clipped": clipped,
    **small_sheets.CASES,
}


def convert(name: str) -> str:
    """What the case becomes."""
    from scrapepy.mirroring.pdfs import filled
    from scrapepy.pdf.document import convert_pdf

    return filled(convert_pdf(CASES[name]()))[0]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--save"]:
        for name, make in CASES.items():
            (Path(arguments[1]) / f"{name}.pdf").write_bytes(make())
    else:
        for name in arguments or CASES:
            path = ROOT / f"{name}.md"
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            after = convert(name)
            path.write_text(after, encoding="utf-8")
            sys.stdout.writelines(
                difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"{name} before", f"{name} now")
            )
