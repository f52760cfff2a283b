"""Each alternative inside a pattern of ``rules.junk_markdown`` has a phrase that is junk by it alone."""

from __future__ import annotations

import re

import pytest

from scrapepy.convert.clean import _said, clean_markdown
from scrapepy.rules.junk_markdown import LINES, SECTIONS
from tests.support.alternatives import without_each
from tests.support.junk_phrases import LINE_PHRASES, SECTION_PHRASES

TEXT = "Lamps and kettles are both hot, and neither should be left alone with children."
ROWS = [
    *(pytest.param(row, LINE_PHRASES, id=f"line {row.id}") for row in LINES),
    *(pytest.param(row, SECTION_PHRASES, id=f"section {row.id}") for row in SECTIONS),
]


@pytest.mark.parametrize(("row", "phrases"), ROWS)
def test_each_alternative_is_tried(row, phrases: dict[str, str]) -> None:
    said = [_said(phrase) for phrase in (row.gone, *phrases.get(row.id, "").split(" | "))]
    untried = [
        alternative
        for alternative, rest in without_each(row.pattern)
        if all(re.fullmatch(rest, phrase) for phrase in said if re.fullmatch(row.pattern, phrase))
    ]
    assert untried == [], "take out what no phrase needs, or write the phrase that needs it"


@pytest.mark.parametrize("row", LINES, ids=lambda row: row.id)
def test_each_phrase_goes_as_a_line_and_stays_in_a_sentence(row) -> None:
    for phrase in LINE_PHRASES.get(row.id, row.gone).split(" | "):
        line = f"[{phrase}](x)" if row.linked and "](" not in phrase else phrase
        assert phrase not in clean_markdown(f"# A\n\n{TEXT}\n\n{line}\n\n{TEXT}\n"), phrase
        page = f"# A\n\n{TEXT}\n\nWhoever reads that it says {phrase} on the lid will find the lamp below it.\n"
        assert clean_markdown(page) == page


@pytest.mark.parametrize("row", SECTIONS, ids=lambda row: row.id)
def test_each_phrase_heads_a_section_that_goes(row) -> None:
    for phrase in SECTION_PHRASES[row.id].split(" | "):
        page = f"# A\n\n{TEXT} {TEXT}\n\n## {{}}\n\n- [b](c)\n"
        assert phrase not in clean_markdown(page.format(phrase)), phrase
        near = page.format(f"Lids that say: {phrase}")
        assert clean_markdown(near) == near


def test_a_label_stays_where_its_list_stands() -> None:
    page = f"# A\n\n{TEXT}\n\nTable of Contents\n\n{{}}\n\n{TEXT}\n"
    assert "Table" not in clean_markdown(page.format(TEXT))
    for rows in ("- [b](#b)", "1. b", "[b](#b)"):
        assert clean_markdown(page.format(rows)) == page.format(rows)


def test_a_heading_that_only_says_it_loads_goes() -> None:
    assert "Loading" not in clean_markdown(f"# A\n\n{TEXT}\n\n### Loading...\n\n{TEXT}\n")
    page = f"# A\n\n{TEXT}\n\n### Quantity\n\n{TEXT}\n\n### Loading the lamp\n\n{TEXT}\n"
    assert clean_markdown(page) == page
