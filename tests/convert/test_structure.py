from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.convert.structure import (
    as_read,
    headings,
    links_on_one_line,
    one_main_heading,
    tidy,
    without_copyright,
    without_repeat,
)
from scrapepy.convert.titles import heading_text, without_site_name
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, slot
from scrapepy.web.html import parse


def mark(identifier: str, flag: str = "h") -> str:
    return f"{ANCHOR_OPEN}{flag}{identifier}{ANCHOR_CLOSE}"


LINK = f"{LINK_OPEN}[text]({slot(0)})"


@pytest.mark.parametrize(
    ("before", "title", "after"),
    [
        ("# Title\n\ntext\n", "Other", "# Title\n\ntext\n"),
        ("text\n", "Title", "# Title\n\ntext\n"),
        ("## Title\n\ntext\n", "Title", "# Title\n\ntext\n"),
        ("## 8.1. Numeric Types\n\ntext\n", "8.1.  Numeric Types", "# 8.1. Numeric Types\n\ntext\n"),
        ("## Section\n\ntext\n", "Title", "# Title\n\n## Section\n\ntext\n"),
        ("text\n\n## Title\n\nmore\n", "Title", "# Title\n\ntext\n\n## Title\n\nmore\n"),
        ("text\n", "", "text\n"),
        ("```\n# not a heading\n```\n", "Title", "# Title\n\n```\n# not a heading\n```\n"),
        ("text\n", "C# *and* [x]", "# C# \\*and\\* \\[x\\]\n\ntext\n"),
        (f"{mark('a')}## Title\n\ntext\n", "Title", f"{mark('a')}# Title\n\ntext\n"),
        (f"## {mark('a')}Title\n\ntext\n", "Title", f"# {mark('a')}Title\n\ntext\n"),
        ("# Title | Example.com\n\ntext\n", "", "# Title\n\ntext\n"),
        ("# Results | Round 5\n\ntext\n", "", "# Results | Round 5\n\ntext\n"),
        ("# `code` | Example.com\n\ntext\n", "", "# `code` | Example.com\n\ntext\n"),
        ("# Title\n\n## Title\n\ntext\n", "", "# Title\n\ntext\n"),
        ("# One\n\n## a\n\n# Two\n\n## b\n\n### c\n", "", "# One\n\n## a\n\n## Two\n\n### b\n\n#### c\n"),
        ("# Site\n\n## a\n\n# Title\n\n## b\n", "Title", "## Site\n\n### a\n\n# Title\n\n## b\n"),
        ("# R\n\nToc\n\n# R\n\ntext\n\n# 1 Intro\n", "R", "# R\n\nToc\n\ntext\n\n## 1 Intro\n"),
        (f"# A\n\n{mark('b')}# {mark('c')}B\n", "A", f"# A\n\n{mark('b')}## {mark('c')}B\n"),
        ("## 5.7 Further Tips\n\ntext\n", "Pots: 5.7 Further tips", "# 5.7 Further Tips\n\ntext\n"),
        ("## Tips\n\ntext\n", "Pots: Tips", "# Pots: Tips\n\n## Tips\n\ntext\n"),
        ("# A\n\n```\n# B\n```\n", "A", "# A\n\n```\n# B\n```\n"),
    ],
)
def test_one_main_heading(before: str, title: str, after: str) -> None:
    assert one_main_heading(before, title) == after
    assert one_main_heading(after, title) == after


def test_a_heading_outside_the_content_comes_first() -> None:
    assert one_main_heading("# Section\n\ntext\n", "Title", outside=True) == "# Title\n\n## Section\n\ntext\n"
    assert one_main_heading("# Title\n\ntext\n", "Title", outside=True) == "# Title\n\ntext\n"


def test_known_site_names_go_from_the_main_heading() -> None:
    assert one_main_heading("# Boil - Kettle\n\nx\n", "", ["Kettle"]) == "# Boil\n\nx\n"
    assert one_main_heading("# Boil - Kettle\n\nx\n", "") == "# Boil - Kettle\n\nx\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# Title\n\n## Title\n\ntext\n", "# Title\n\ntext\n"),
        ("# The *Title*\n\n# the title\n\ntext\n", "# The *Title*\n\ntext\n"),
        ("# Title\n\ntext\n\n## Title\n", "# Title\n\ntext\n\n## Title\n"),
        ("# Title\n\n## Titles\n", "# Title\n\n## Titles\n"),
        ("## Title\n\n## Title\n", "## Title\n\n## Title\n"),
        ("# Title\n\n**Title**\n\ntext\n", "# Title\n\ntext\n"),
        ("# Title\n\n**Title** and more\n", "# Title\n\n**Title** and more\n"),
        ("# Title\n\n**Titles**\n\ntext\n", "# Title\n\n**Titles**\n\ntext\n"),
        (f"# Title\n\n{mark('x')}## {mark('y')}Title\n\ntext\n", f"{mark('x')}{mark('y')}# Title\n\ntext\n"),
    ],
)
def test_the_main_heading_stands_once(before: str, after: str) -> None:
    assert without_repeat(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\n\n\n\n\nb\n", "a\n\nb\n"),
        ("a\n \n\t\nb\n", "a\n\nb\n"),
        ("a\n\n##\n\nb\n", "a\n\nb\n"),
        (f"a\n\n## {mark('x')}\n\nb\n", f"a\n\n{mark('x')}\n\nb\n".replace(f"{mark('x')}\n\n", f"{mark('x')}\n")),
        (f"a {LINK_OPEN}[]({slot(1)}) b\n", "a  b\n"),
        ('a [](http://x.example/ "t") b\n', "a  b\n"),
        (f"{LINK} `[](x)` ``a ` [](y)``\n", f"{LINK} `[](x)` ``a ` [](y)``\n"),
        ("![](a.png)\n", "![](a.png)\n"),
        (f"![a]({slot(1)})\n\n![b]({slot(1)})\n", f"![a]({slot(1)})\n"),
        (f"![a]({slot(1)}) ![a]({slot(1)}) ![a]({slot(1)})\n", f"![a]({slot(1)})\n"),
        (f"![a]({slot(1)})\n\ntext\n\n![a]({slot(1)})\n", f"![a]({slot(1)})\n\ntext\n\n![a]({slot(1)})\n"),
        (f"![a]({slot(1)})\n\n![a]({slot(11)})\n", f"![a]({slot(1)})\n\n![a]({slot(11)})\n"),
        ("```\n\n\n\n# \n[](x)\n```\n", "```\n\n\n\n# \n[](x)\n```\n"),
        ("a\n\n\n    code\n\n\n    code\n", "a\n\n\n    code\n\n\n    code\n"),
        ("\n\na\n\n", "a\n"),
        ("\n", ""),
        ("a\\\nb\n", "a\\\nb\n"),
    ],
)
def test_tidy(before: str, after: str) -> None:
    assert tidy(before) == after
    assert tidy(after) == after


@pytest.mark.parametrize(
    "line",
    [
        "© 2024 Example Inc.",
        "Copyright © 1996–2026 The Kettle Group",
        "Copyright (c) 2020-2024, Kettle crew. All rights reserved.",
        "© Copyright 2026, Kettle crew.",
    ],
)
def test_copyright_lines(line: str) -> None:
    assert tidy(f"# Title\n\ntext\n\n{line}\n\nmore\n") == "# Title\n\ntext\n\nmore\n"
    assert tidy(f"# Title\n\ntext\n\n{line}\n") == "# Title\n\ntext\n"
    for heading in ("# Copyright", "# Kettle License (BSD)", "# Legal notice"):
        page = f"{heading}\n\n{line}\n\ntext\n"
        assert tidy(page) == page
    code = f"# Title\n\n```\n\n{line}\n\n```\n"
    assert tidy(code) == code


@pytest.mark.parametrize(
    "line",
    [
        "Copyright law protects authors.",
        "The © sign is U+00A9.",
        "copyright_year = 2020 sets the year.",
        "- © 2024 Example Inc.\n- another item",
        "Text before © 2024 Example Inc.",
    ],
)
def test_lines_about_copyright_stay(line: str) -> None:
    page = f"# Title\n\ntext\n\n{line}\n\nmore\n"
    assert without_copyright(page) == page


def test_links_on_one_line() -> None:
    assert links_on_one_line("a [link\ntext](x) b [y] (c\nd)") == "a [link text](x) b [y] (c\nd)"
    assert links_on_one_line("`[a\nb](x)`\n\n```\n[a\nb](x)\n```\n") == "`[a\nb](x)`\n\n```\n[a\nb](x)\n```\n"


def test_headings_are_found_outside_code_only() -> None:
    text = f"# One\n\n```sh\n# comment\n```\n\n{mark('a')}## Two `x`\n\n#no heading\n####### seven\n\n"
    text += f"### {mark('b')}Three {LINK}\n"
    assert [(heading.level, heading.text) for heading in headings(text)] == [
        (1, "One"),
        (2, "Two x"),
        (3, "Three text"),
    ]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (f"{mark('x')}**Bold** and *it* {LINK}", "Bold and it text"),
        (r"snake_case \*not\*", "snake_case *not*"),
        ("## Title ##", "Title"),
        ('[a](b) [c](d "t")', "a c"),
    ],
)
def test_as_read(markdown: str, text: str) -> None:
    assert as_read(markdown) == text


@given(
    st.lists(
        st.sampled_from(
            ["# A\n", "## A\n", "#\n", "text\n", "```\n# x\n```\n", f"{mark('m')}\n", "© 2020 X\n", "\n\n"]
        ),
        max_size=8,
    )
)
def test_tidying_twice_is_once_and_loses_no_mark(parts: list[str]) -> None:
    text = "\n".join(parts)
    once = tidy(text)
    assert tidy(once) == once
    assert once.count(ANCHOR_OPEN) == text.count(ANCHOR_OPEN)


# titles --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "names", "heading", "result"),
    [
        ("Title | Example.com", (), "", "Title"),
        ("Results | Round 5", (), "", "Results | Round 5"),
        ("How to boil water in a kettle | Acme", (), "", "How to boil water in a kettle"),
        ("Boil water | Acme", (), "", "Boil water | Acme"),
        ("Boil water | Acme", ("Acme",), "", "Boil water"),
        ("Boil water - Acme", (), "Boil water", "Boil water"),
        ("How to boil water in a kettle - Acme", (), "", "How to boil water in a kettle - Acme"),
        ("Everything about water, Part 2 | Part 2", (), "", "Everything about water, Part 2 | Part 2"),
        ("Coroutines and Tasks — Python 3.11.2 documentation", (), "", "Coroutines and Tasks"),
        ("Writing docs — How to", (), "", "Writing docs — How to"),
        ("Acme: Boil water", ("Acme",), "", "Boil water"),
        ("Acme - Boil water", (), "Boil water", "Boil water"),
        ("Boiling: Kettle Reference Manual", ("Kettle Reference Manual",), "", "Boiling"),
        ("Acme", ("Acme",), "", "Acme"),
        ("a | b | Example.org", (), "", "a | b"),
        ("A - B", (), "A - B", "A - B"),
        ("", (), "", ""),
    ],
)
def test_without_site_name(title: str, names: tuple[str, ...], heading: str, result: str) -> None:
    assert without_site_name(title, names, heading) == result


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h1>Tasks<a class=headerlink href='#t'>¶</a></h1>", "Tasks"),
        ("<h1>Learning C#</h1>", "Learning C#"),
        ("<h1>Learning C#<a href='#x'>#</a></h1>", "Learning C#"),
        ("<h1>Tasks\uf0c1</h1>", "Tasks"),
        ("<h1>da<b>ta</b>\n base</h1>", "data base"),
        ("<div class=title>Class X<div class=ingroups><a>Module</a></div></div>", "Class X"),
        ("<h1>Uses of<br>x.Y</h1>", "Uses of x.Y"),
    ],
)
def test_heading_text(html: str, text: str) -> None:
    node = parse(html).css_first("h1, div")
    assert node is not None
    assert heading_text(node) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\uf17c\n\ntext\n", "text\n"),
        ("\uf017 Opening hours\n", "Opening hours\n"),
        ("Read \uf0c1 on\n", "Read on\n"),
        ("[\uf0c1](x) Word\uf0c1\n", "Word\n"),
        ("`\uf17c` is a penguin\n", "`\uf17c` is a penguin\n"),
        ("```\n\uf17c\n```\n", "```\n\uf17c\n```\n"),
        ("a\uf8ffb\n", "a\uf8ffb\n"),
    ],
)
def test_icons_of_fonts_are_no_text_outside_code(before: str, after: str) -> None:
    assert tidy(before).replace("\n ", "\n").lstrip(" ") == after


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# Smokers\n\nSmokers\n\nText\n", "# Smokers\n\nText\n"),
        ("Smokers\n\n# Smokers\n\nText\n", "# Smokers\n\nText\n"),
        ("**Smokers**\n\n# Smokers\n\nSmokers\n\nText\n", "# Smokers\n\nText\n"),
        ("# Smokers\n\nSmokers are lit.\n\nText\n", None),
        ("# Smokers\n\nSmokers\nand bees\n\nText\n", None),
        ("# Smokers\n\n- Smokers\n- Bees\n", None),
        ("# Smokers\n\n`Smokers`\n\nText\n", None),
        ("Bees\n\n# Smokers\n\nText\n", None),
        ("Text\n\nSmokers\n\n# Smokers\n\nText\n", None),
    ],
)
def test_a_line_beside_the_main_heading_that_says_the_same_goes(text: str, wanted: str | None) -> None:
    assert one_main_heading(text, "Smokers") == (wanted or text)
