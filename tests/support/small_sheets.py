"""Small PDFs whose text stands in columns of its own: reference cards, tables without a frame, or without any rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

from tests.support.paper import HEIGHT, LEFT, PROSE, WIDTH, Paper
from tests.support.written import Written

MONO = "Courier"


def _bars(paper: Paper, heights: Sequence[float], left: float = LEFT, right: float = 370) -> None:
    for y in heights:
        paper.canvas.line(left, HEIGHT - y, right, HEIGHT - y)


def _row(paper: Paper, y: float, cells: Sequence[tuple[float, str]], font: str = "Helvetica") -> None:
    for x, text in cells:
        paper.text(x, y, text, font, 9)


def reference_card() -> bytes:
    """Three columns of terms and what they mean, each on heights of its own, and a line over all of them."""
    paper = Paper()
    paper.canvas.setPageSize((HEIGHT, WIDTH))
    for column, (x, names) in enumerate(((30.0, "abc"), (215.0, "def"), (400.0, "ghi"))):
        y = HEIGHT - WIDTH + 60 + 3 * column
        for name in names:
            paper.text(x, y, f"Group {name}", "Helvetica-Bold", 12)
            y += 16
            for number in range(1, 6):
                paper.text(x, y, f"{name}{number}", MONO, 9)
                paper.text(x + 60, y, f"does {name} {number} times", size=9)
                y += 11
            y += 8
            if column == 2:
                paper.text(x, y, "A remark that fills the column.", size=9)
                y += 18
    paper.text(30, HEIGHT - WIDTH + 30, "A line over all of the columns, as a card has it at its top. " * 2, size=9)
    return paper.done()


def columns_between_rules() -> bytes:
    """Rules below the head and above the foot of a page frame its columns: they are those of no table."""
    paper = Paper()
    for page in (1, 2):
        _bars(paper, (45, 560), LEFT, 375)
        for x, name in ((LEFT, "left"), (225.0, "right")):
            paper.y = 70.0
            for number in range(1, 4):
                paper.block(f"Page {page}, {name}, part {number}. {PROSE}", width=150, x=x, size=9)
        paper.page()
    return paper.done()


def columns_apart() -> bytes:
    """Two columns of which no line stands on the height of another."""
    paper = Paper()
    for x, name, off in ((LEFT, "left", 0), (225.0, "right", 5.4)):
        paper.y = 70.0 + off
        for number in range(1, 4):
            paper.block(f"Column {name}, part {number}. {PROSE}", width=150, x=x, size=9)
    return paper.done()


def open_sides() -> bytes:
    """Rules between rows and columns, and none around them; the last row ends without a rule."""
    paper = Paper()
    paper.block("A table without a frame.", size=9)
    _bars(paper, (100, 130, 160))
    paper.canvas.line(150, HEIGHT - 90, 150, HEIGHT - 190)
    for number, (one, two) in enumerate((("Name", "Meaning"), ("--keep-", "Keeps all, and"), ("last", "A row"))):
        _row(paper, 112 + 30 * number, [(LEFT + 5, one), (155, two)])
    _row(paper, 153, [(LEFT + 5, "going"), (155, "goes on with it")])
    paper.y = 230
    paper.block("Two rules alone, and text between them.", size=9)
    _bars(paper, (250, 280))
    paper.text(LEFT, 268, "A sentence that stands between two rules is no table at all.", size=9)
    return paper.done()


def level_rules() -> bytes:
    """A table between level rules, its header in two rows; a listing and an algorithm between such rules are none."""
    paper = Paper()
    _bars(paper, (60, 90, 150))
    paper.canvas.line(150, HEIGHT - 74, 280, HEIGHT - 74)
    _row(paper, 71, [(190, "Time"), (300, "Memory")])
    _row(paper, 86, [(LEFT, "Program"), (150, "first run"), (230, "second run")])
    _row(paper, 102, [(LEFT, "sort"), (150, "1.5 s"), (230, "0.5 s"), (300, "12 MB")])
    _row(paper, 113, [(LEFT, "grep"), (150, "0.9 s"), (230, "0.1 s"), (300, "3 MB, and more")])
    _row(paper, 124, [(300, "with many files")])
    _row(paper, 135, [(LEFT, "make"), (150, "30 s"), (300, "200 MB")])
    _bars(paper, (200, 290), LEFT, 360)
    for number, line in enumerate(("int main(void)", "{", "    int one = 1;", "    return    one;", "}")):
        paper.text(LEFT, 215 + 12 * number, line, MONO, 9)
    _bars(paper, (420, 500), LEFT, 340)
    for number in range(5):
        _row(paper, 434 + 12 * number, [(LEFT, ("Received", "in May,", "accepted", "in June,", "printed")[number])])
        _row(
            paper,
            434 + 12 * number,
            [
                (
                    130,
                    (
                        "An abstract beside it",
                        "goes on in full lines",
                        "and to its last words,",
                        "all beside the dates",
                        "as articles have it.",
                    )[number],
                )
            ],
        )
    _bars(paper, (320, 400), LEFT, 350)
    for number, line in enumerate(("for each page do", "read its words", "find its columns", "end for"), 1):
        _row(paper, 320 + 14 * number, [(LEFT, f"{number}:"), (LEFT + 30, line)])
    return paper.done()


def no_rules() -> bytes:
    """Rows that stand below each other without a rule stay rows; items of a list, and justified prose, are none."""
    paper = Paper()
    paper.block("Keys and what they do.", size=9)
    for key, meaning in (("C-a", "to the start of the line"), ("C-e", "to its end"), ("M-f", "a word forward")):
        _row(paper, paper.y, [(LEFT, key), (LEFT + 80, meaning)])
        paper.y += 11
    _row(paper, paper.y, [(LEFT + 80, "or a symbol")])
    paper.y += 11
    _row(paper, paper.y, [(LEFT, "M-b"), (LEFT + 80, "a word backward")])
    paper.y += 30
    for number in range(1, 4):
        _row(paper, paper.y, [(LEFT, f"{number}."), (LEFT + 25, f"item number {number} of a list")])
        paper.y += 11
    paper.y += 20
    for words in (("A line", "of two parts"), ("and a second", "such line, no third")):
        _row(paper, paper.y, [(LEFT, words[0]), (LEFT + 120, words[1])])
        paper.y += 11
    return paper.done()


def numbered_lines() -> bytes:
    """Code whose lines have numbers in small letters of another font, an empty line among them; and prose with one."""
    paper = Paper()
    paper.block(PROSE, size=9)
    for number, line in enumerate(("def main():", "    run()", "", "}", "main()"), 9):
        paper.text(LEFT + 16 - 4 * len(str(number)), paper.y, str(number), size=6)
        if line:
            paper.text(LEFT + 20, paper.y, line, MONO, 9)
        paper.y += 11
    paper.y += 12
    paper.block("14 days later the fox was still there. " + PROSE, size=9)
    return paper.done()


def counted_heads() -> bytes:
    """Headings at the top of pages that differ in their number alone; a title that repeats, and a numbered foot."""
    paper = Paper()
    for page in range(1, 9):
        paper.text(LEFT, 30, "The title of the card", "Helvetica-Bold", 20)
        if page % 2:
            paper.text(LEFT, 55, f"Part {(page + 1) // 2}", "Helvetica-Bold", 14)
        paper.text(LEFT, 570, f"A large foot of May 2026 {page}", "Helvetica-Bold", 14)
        paper.y = 80.0
        paper.block(PROSE, size=9)
        paper.page()
    return paper.done()


def chapter_label() -> bytes:
    """ "CHAPTER" and "ONE" on lines of their own above a title, at its right edge, as Sphinx sets them."""
    paper = Paper()
    for number, title in (("ONE", "FIRST STEPS"), ("TWO", "THE REST")):
        for y, text, size in ((60, "CHAPTER", 10), (84, number, 14), (130, title, 14)):
            paper.canvas.setFont("Helvetica-Bold", size)
            paper.canvas.drawRightString(370, HEIGHT - y, text)
        paper.canvas.bookmarkHorizontal(title, 0, HEIGHT - 116)
        paper.canvas.addOutlineEntry(title.capitalize(), title, 0)
        paper.y = 170.0
        paper.block(PROSE, size=9)
        paper.page()
    return paper.done()


def wide_code() -> bytes:
    """A line of small code that reaches into the margin stays whole; a note there, and a name beside code, do not."""
    paper = Paper()
    for line in (PROSE[:40], "a line of the text", "another line of it that ends"):
        paper.line(line, LEFT + 60, size=10)
    paper.text(330, 60, "A note in the margin.", size=7)
    paper.y += 10
    paper.text(LEFT - 20, paper.y, "name", MONO, 7)
    for line in ("row 1.00  2.00", "row 3.00  4.00  5.00  6.00  7.00  8.00  9.00  10.00  11.00  12.00  13.00"):
        paper.line(line, LEFT + 60, MONO, 7)
    paper.y += 10
    for _ in range(3):
        paper.block(PROSE, width=210, x=LEFT + 60)
    return paper.done()


def upside_down() -> bytes:
    """A page that is to be turned by half, and stands upside down."""
    paper = Paper()
    paper.canvas.translate(WIDTH, HEIGHT)
    paper.canvas.rotate(180)
    paper.heading("Upside down")
    paper.block(PROSE, size=9)
    return paper.done()


def from_the_top() -> bytes:
    """Japanese lines that run from the top down, the first at the right, in a font made for it; and a page number."""
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3", isVertical=True))
    paper = Paper()
    for number, line in enumerate(
        ("吾輩は猫である", "名前はまだ無い。どこで生れたかとんと見当が", "つかぬ。何でも薄暗い所で泣いていた。")
    ):
        paper.text(350 - 20 * number, 60, line, "HeiseiMin-W3", 12)
    return paper.done()


def stacked_letters() -> bytes:
    """The same, drawn letter by letter below each other, as browsers do it."""
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiKakuGo-W5"))
    paper = Paper()
    for number, line in enumerate(
        ("吾輩は猫である", "名前はまだ無い。どこで生れたかとんと見当が", "つかぬ。何でも薄暗い所で泣いていた。")
    ):
        for place, letter in enumerate(line):
            paper.text(350 - 20 * number, 60 + 12 * place, letter, "HeiseiKakuGo-W5", 12)
    return paper.done()


def from_the_right() -> bytes:
    """Hebrew, drawn from the left as most programs do it: a heading, a list, brackets, a number and an English name."""
    page = Written()
    page.line(WIDTH - LEFT, 70, "מדריך קצר", 16)
    lines = ("השורה הראשונה של המדריך נכתבה בשנת 2026 בידי", "John Smith (המחבר), והיא נמשכת בשורה השנייה.")
    for number, line in enumerate(lines):
        page.line(WIDTH - LEFT, 110 + 13 * number, line, 10)
    for number, line in enumerate(("• פריט ראשון", "• פריט שני, version 1.5.")):
        page.line(WIDTH - LEFT, 160 + 13 * number, line, 10)
    return page.done(WIDTH, HEIGHT)


def fractions() -> bytes:
    """A fraction, one of words, and what stands below a sign; an underlined word, and the rule of a header."""
    paper = Paper()
    paper.block("The sum of the first numbers is", size=10)
    paper.text(80, 100, "S(n)  =", size=10)
    paper.text(120, 100, "max", size=10)
    paper.text(124, 108, "i<n", size=6)
    paper.text(142, 100, "i  =", size=10)
    paper.text(168, 94, "n(n + 1)", size=10)
    _bars(paper, (97,), 166, 208)
    paper.text(184, 107, "2", size=10)
    paper.text(212, 100, ", and", size=10)
    paper.text(250, 100, "speed =", size=10)
    paper.text(293, 94, "distance", size=10)
    _bars(paper, (97,), 291, 333)
    paper.text(302, 107, "time", size=10)
    paper.y = 150
    paper.text(LEFT, 150, "Here", size=10)
    paper.text(75, 150, "one", size=10)
    _bars(paper, (151.5,), 75, 92)
    paper.text(95, 150, "word is underlined, and the next line goes on", size=10)
    paper.text(LEFT, 162, "with a    bc    and some more words.", size=10)
    paper.text(100, 200, "Header", size=10)
    _bars(paper, (204,), 90, 150)
    paper.text(102, 216, "value", size=10)
    return paper.done()


def last_row() -> bytes:
    """A table of which one row is left for the last page, and text behind it; a frame around one row is none."""
    paper = Paper()
    paper.block("A list before the table:", size=9)
    paper.text(LEFT, paper.y, "1.", size=9)
    paper.line("the one item of it", LEFT + 16, size=9)
    paper.y = 420
    paper.table([LEFT, 150, 300], [["Name", "Meaning"], ["one", "the first"], ["two", "the second"]], height=45)
    paper.page()
    paper.y = 40
    paper.table([LEFT, 150, 300], [["three", "the third"]], height=30)
    paper.block(PROSE, size=9)
    paper.table([LEFT, 200, 300], [["A frame of one row", "is no table"]], height=30)
    return paper.done()


def lists_in_columns() -> bytes:
    """Numbered steps directly below a heading, and a list that goes on in the second column."""
    paper = Paper()
    for x, numbers in ((LEFT, range(1, 8)), (225.0, range(8, 15))):
        paper.y = 60.0
        if x == LEFT:
            paper.text(LEFT, 60, "Steps", "Helvetica-Bold", 14)
            paper.y = 76.0
        for number in numbers:
            paper.text(x, paper.y, f"{number}.", size=9)
            for line in (f"Step {number} is described in", "two lines of the column."):
                paper.line(line, x + 16, size=9)
    return paper.done()


def wrong_pitch() -> bytes:
    """A font whose descriptor claims one width for all letters, and whose letters have many: no code."""
    path = os.path.join(os.path.dirname(reportlab.__file__), "fonts", "Vera.ttf")
    pdfmetrics.registerFont(TTFont("Vera", path))
    paper = Paper()
    paper.canvas.setPageCompression(0)
    paper.block(PROSE, size=9)
    paper.line("Table 1: A caption in letters of many widths, minimal ones and wide ones", font="Vera", size=8)
    return paper.done().replace(b"/Flags 4 ", b"/Flags 5 ")


CASES: dict[str, Callable[[], bytes]] = {
    "reference-card": reference_card,
    "columns-between-rules": columns_between_rules,
    "columns-apart": columns_apart,
    "open-sides": open_sides,
    "level-rules": level_rules,
    "no-rules": no_rules,
    "numbered-lines": numbered_lines,
    "counted-heads": counted_heads,
    "chapter-label": chapter_label,
    "wide-code": wide_code,
    "upside-down": upside_down,
    "from-the-top": from_the_top,
    "stacked-letters": stacked_letters,
    "from-the-right": from_the_right,
    "fractions": fractions,
    "last-row": last_row,
    "lists-in-columns": lists_in_columns,
    "wrong-pitch": wrong_pitch,
}
