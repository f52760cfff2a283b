from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.convert.clean import clean_markdown, promote_bold_headings
from scrapepy.convert.render_walk import LABEL
from scrapepy.convert.segments import code_spans, outside_code
from scrapepy.convert.structure import tidy
from scrapepy.model.document import Removal
from scrapepy.model.template import LINK_OPEN, slot
from scrapepy.rules.junk_markdown import LINES, SECTIONS

TEXT = "Lamps and kettles are both hot, and neither should be left alone with children."
FENCES = st.sampled_from(["```", "````", "~~~", "~~~~~"])
BEFORE = st.sampled_from(["", "  ", "> ", "- ", "1. ", "   ", "> - "])
JUNK = st.sampled_from(
    [row.gone for row in (*LINES, *SECTIONS)] + ["## Comments", "**Share**", "![a](b)\n\n![a](b)", "# ", "[](x)"]
)


@pytest.mark.parametrize("row", LINES, ids=lambda row: row.id)
def test_lines(row) -> None:
    page = f"# Title\n\n{TEXT}\n\n{row.gone}\n\n{TEXT}\n\n{row.stays}\n"
    removed: list[Removal] = []
    assert clean_markdown(page, removed) == f"# Title\n\n{TEXT}\n\n\n\n{TEXT}\n\n{row.stays}\n"
    assert [(removal.step, removal.rule) for removal in removed] == [("clean", row.id)]
    others = [other for other in LINES if other is not row]
    assert row.gone in clean_markdown(page, lines=others), "goes by another row too"


@pytest.mark.parametrize("row", SECTIONS, ids=lambda row: row.id)
def test_sections(row) -> None:
    def page(heading: str) -> str:
        return f"# Title\n\n{TEXT} {TEXT}\n\n## {heading}\n\n- a\n- b\n"

    assert row.gone not in clean_markdown(page(row.gone))
    assert clean_markdown(page(row.stays)) == page(row.stays)
    others = [other for other in SECTIONS if other is not row]
    assert row.gone in clean_markdown(page(row.gone), sections=others), "goes by another row too"


@pytest.mark.parametrize(
    "line",
    [
        "**Advertisement**",
        "*3 hours ago*",
        f"{LINK_OPEN}[Skip to main content]({slot(3)})",
        "[Share](https://social.example/share)",
        "- [Share](a)\n- [Tweet](b)",
        "3 hours ago.",
        "Advertisement:",
        "[Jump to Recipe](#recipe)",
        "Items 1-8 of 20",
        "[Post Reply](/reply)",
        "[Ask Question](/ask)",
    ],
)
def test_lines_in_other_clothes(line: str) -> None:
    assert tidy(clean_markdown(f"{TEXT}\n\n{line}\n\n{TEXT}\n")) == f"{TEXT}\n\n{TEXT}\n"


@pytest.mark.parametrize(
    "markdown",
    [
        "He said this happened 2 hours ago during the meeting.",
        "- Print\n- Save\n- Close the window",
        "The label reads\nAdvertisement\nin small letters.",
        "| Share |\n| --- |\n| 3 hours ago |",
        "> Advertisement",
        "```\nAdvertisement\n```",
        "    Advertisement",
        "Read more about lamps.",
    ],
)
def test_lines_that_stay(markdown: str) -> None:
    page = f"{TEXT}\n\n{markdown}\n\n{TEXT}\n"
    assert clean_markdown(page) == page


@pytest.mark.parametrize(
    "markdown",
    [
        f"# Comments API\n\n{TEXT}\n\n## Comments\n\nList the comments of an issue.\n",
        f"# REST API\n\n{TEXT}\n\n## Comments\n\n```\nGET /comments\n```\n",
        f"# REST API\n\n{TEXT}\n\n## Comments\n\nAn issue has comments.\n\n## Labels\n\nAn issue has labels.\n",
        f"# Issues\n\n{TEXT}\n\n## Comments\n\nText.\n\n## Editing comments\n\nText.\n",
        f"# Comments\n\n{TEXT}\n",
        f"# Share\n\n## Share\n\n{TEXT}\n",
        f"{TEXT}\n\n```\n## Related Articles\n```\n",
    ],
)
def test_sections_that_belong_to_the_page(markdown: str) -> None:
    assert clean_markdown(markdown) == markdown


def test_a_section_ends_at_the_next_heading_of_level_one_to_three() -> None:
    page = f"# T\n\n{TEXT} {TEXT}\n\n## Most Read\n\n- a\n\n#### Deeper\n\n- b\n\n### Next\n\n{TEXT}\n"
    assert clean_markdown(page) == f"# T\n\n{TEXT} {TEXT}\n\n### Next\n\n{TEXT}\n"


@pytest.mark.parametrize("line", ["**Trending**", "**The second part**", "__Related Articles__", "**What now?**"])
def test_bold_paragraphs_become_headings(line: str) -> None:
    assert promote_bold_headings(f"{TEXT}\n\n{line}\n\n{TEXT}\n") == f"{TEXT}\n\n## {line[2:-2]}\n\n{TEXT}\n"


@pytest.mark.parametrize(
    "line",
    [
        "**Bold** and more",
        "**One sentence. And another**",
        "**A sentence.**",
        "**A label:**",
        "**" + "long " * 20 + "**",
        "**a** **b**",
        "**[A link](x)**",
        "- **Item**",
        "> **Note**",
        f"{LABEL}**npm**",
        f"**{LABEL}npm**",
        "**42**",
    ],
)
def test_bold_paragraphs_that_are_no_headings(line: str) -> None:
    page = f"{TEXT}\n\n{line}\n\n{TEXT}\n"
    assert promote_bold_headings(page) == page


def test_bold_terms_throughout_are_no_headings() -> None:
    page = "\n\n".join(f"**Term {letter}**\n\nWhat it means." for letter in "abcdef") + "\n"
    assert promote_bold_headings(page) == page


def test_a_promoted_label_opens_a_section_that_goes() -> None:
    page = f"# T\n\n{TEXT} {TEXT}\n\n**You May Also Like**\n\n- [x](y)\n"
    assert clean_markdown(promote_bold_headings(page)).strip() == f"# T\n\n{TEXT} {TEXT}"


@given(FENCES, BEFORE, st.lists(JUNK | st.text("ab `~#*\n", max_size=12), max_size=5))
def test_nothing_in_code_is_touched(fence: str, before: str, lines: list[str]) -> None:
    inside = "\n".join(
        line for text in lines for line in text.split("\n") if not line.lstrip(" >").startswith(fence[:3])
    )
    block = f"{before}{fence} python\n{inside}\n{fence}\n"
    page = f"{TEXT}\n\n{block}\n{TEXT}\n"
    assert block in clean_markdown(promote_bold_headings(page))


@given(st.lists(JUNK | st.text(max_size=30) | st.just(TEXT), max_size=8))
def test_cleaning_twice_is_once(parts: list[str]) -> None:
    once = clean_markdown("\n\n".join(parts))
    assert clean_markdown(once) == once


@given(
    st.lists(
        st.lists(
            st.sampled_from(["lamp", "kettle", "boils", "quietly", "under", "water", "today", "never"]),
            min_size=3,
            max_size=30,
        )
    )
)
def test_prose_passes_unchanged(paragraphs: list[list[str]]) -> None:
    text = "\n\n".join(" ".join(words).capitalize() + "." for words in paragraphs) + "\n"
    assert clean_markdown(promote_bold_headings(text)) == text


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a\n```\ncode\n```\nb\n", ["```\ncode\n```\n"]),
        ("- x\n\n  ````md\n  ```\n  ````\n  y\n", ["  ````md\n  ```\n  ````\n"]),
        ("> ~~~\n> code\n> ~~~\ntext", ["> ~~~\n> code\n> ~~~\n"]),
        ("```\nnever closed\n", ["```\nnever closed\n"]),
        ("text ``` in a line\n\nmore\n", []),
        ("```inline``` code\n", []),
        ("~~~\n```\n~~~\n```\nx\n```\n", ["~~~\n```\n~~~\n", "```\nx\n```\n"]),
        ("<table><tr><td><pre>a\n\n\nb</pre></td></tr></table>\n", ["<pre>a\n\n\nb</pre>"]),
        ("```\n<pre>\n```\n<b></pre>\n", ["```\n<pre>\n```\n"]),
        ("", []),
    ],
)
def test_code_spans(text: str, spans: list[str]) -> None:
    assert [text[start:stop] for start, stop in code_spans(text)] == spans
    assert outside_code(text, lambda piece: "") == "".join(spans)


PROSE = "The kettle answers with the list of all its cups, each with its size. "


@pytest.mark.parametrize("heading", ["Recommended", "Subscribe", "Newsletter", "Share", "Stay informed", "Follow us"])
def test_only_the_kinds_that_are_named_go(heading: str) -> None:
    text = f"# Title\n\n{PROSE * 4}\n\n## {heading}\n\n{PROSE}\n"
    assert clean_markdown(text) == text


def test_a_section_of_the_documentation_itself_stays() -> None:
    between = f"# API\n\n## Latest\n\n{PROSE}\n\n## Trending\n\n{PROSE}\n\n## Search\n\n{PROSE}\n"
    last = f"# API\n\n## Latest\n\n{PROSE * 3}\n\n## Trending\n\n{PROSE}\n"
    assert clean_markdown(between) == between
    assert clean_markdown(last) == last


def test_a_list_of_links_between_sections_goes() -> None:
    links = "- [One thing that happened](x)\n- [Another thing that happened](y)\n\n[A third.](z)"
    text = f"# News\n\n## First\n\n{PROSE * 3}\n\n## Trending\n\n{links}\n\n## Second\n\n{PROSE}\n"
    assert "Trending" not in clean_markdown(text)


def test_two_sections_of_one_kind_are_no_reason_for_each_other() -> None:
    reviews = "## Reviews\n\n- Good\n\n## Customer reviews\n\n- Bright\n\n"
    text = f"# Lamp\n\nOil and light.\n\n{reviews}## Size\n\nSmall, but bright.\n"
    assert clean_markdown(text) == "# Lamp\n\nOil and light.\n\n## Size\n\nSmall, but bright.\n"


def test_a_call_to_action_is_short() -> None:
    text = f"# Lamps\n\n{TEXT} {TEXT}\n\n## Ready to get started?\n\n"
    assert "Ready" not in clean_markdown(text + "No card needed. [Sign up](/s)\n")
    long = "".join(f"{n}. Fill the lamp, trim the wick and light it with the match number {n}.\n" for n in range(9))
    assert "Ready" in clean_markdown(f"{text}{long}\n## Care\n\n{TEXT * 9}\n")


@pytest.mark.parametrize(
    "line", ["Skip to product list", "Skip to search results", "Sort by: Price, low to high", "Qty"]
)
def test_lines_of_shops(line: str) -> None:
    assert line not in clean_markdown(f"# Lamps\n\n{TEXT}\n\n{line}\n\n{TEXT}\n")


@pytest.mark.parametrize("line", ["Skip lists are sorted", "Sort by hand", "Filters of glass", "Loading docks"])
def test_lines_that_only_begin_so(line: str) -> None:
    assert line in clean_markdown(f"# Lamps\n\n{TEXT}\n\n{line}\n\n{TEXT}\n")


@pytest.mark.parametrize("label", ["Related Posts:", "**Related:**", "You may also like:"])
def test_a_list_of_links_goes_with_its_label(label: str) -> None:
    links = "- [Ten lamps](/ten)\n- **[Two kettles](/two)**\n"
    page = f"# T\n\n{TEXT}\n\n{label}\n\n{{}}\n{TEXT}\n"
    removed: list[Removal] = []
    assert clean_markdown(page.format(links), removed) == f"# T\n\n{TEXT}\n\n\n\n{TEXT}\n"
    assert [removal.rule for removal in removed] == ["related-list"]
    for near in ("- [Ten lamps](/ten)\n- [Two](/two), which are hot\n", "- [Ten lamps](/ten)\n", "- Ten\n- Two\n"):
        assert clean_markdown(page.format(near)) == page.format(near)
    other = page.replace(label, "Parts of a lamp:").format(links)
    assert clean_markdown(other) == other
