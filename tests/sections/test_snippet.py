from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.sections.query import parse_query
from scrapepy.sections.searchable import searchable, shown
from scrapepy.sections.snippet import Snippet, snippet


def hits(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_the_line_shows_where_most_words_stand() -> None:
    text = "alpha once. " + "filler words go here. " * 40 + "then alpha and `beta` together. " + "more. " * 40
    found = snippet(text, parse_query("alpha beta"))
    assert hits(found) == ["alpha", "beta"]
    assert found.text.startswith("…")
    assert found.text.endswith("…")
    assert len(found.text) <= 162


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("Use subprocess.run(args) now", "subprocess.run", ["subprocess", "run"]),
        ("run the subprocess", "subprocess.run", []),
        ("The predecessor and the preface", "pre*", ["predecessor", "preface"]),
        ("كتاب‌های خوب", "کتاب", ["كتاب‌های"]),
        ("全文検索とは", "検索", ["検索"]),
        ("STRASSE", "straße", ["STRASSE"]),
        ("a [link **data**base](u/database.md) b", "database", ["database"]),
    ],
)
def test_hits_are_marked(text: str, query: str, marked: list[str]) -> None:
    assert hits(snippet(text, parse_query(query))) == marked


def test_a_hit_far_down_a_long_section() -> None:
    assert hits(snippet("filler " * 50_000 + "needle " + "filler " * 50_000, parse_query("needle"))) == ["needle"]


@given(st.text(max_size=400), st.text(max_size=20))
def test_marks_lie_in_the_text(text: str, query: str) -> None:
    found = snippet(text, parse_query(query))
    at = 0
    for start, end in found.marks:
        assert at <= start < end <= len(found.text)
        at = end
    assert "\n" not in found.text


@pytest.mark.parametrize(
    ("markdown", "wanted"),
    [
        ("[a](b.md) ![c](d.png)", "[a] ![c]"),
        ('[a](<b c.md> "title") [d](e\\)f)', "[a] [d]"),
        ("`a[i](x)` [y](z)", "`a[i](x)` [y]"),
        ("```\na[i](x)\n```\n[y](z)", "```\na[i](x)\n```\n[y]"),
        ('<a id="x"></a>text <https://example.com>', "text "),
        ("data**base** and *x*y", "database** and xy"),
        ("2 < 3 and 4 > 1", "2 < 3 and 4 > 1"),
    ],
)
def test_targets_are_not_searched(markdown: str, wanted: str) -> None:
    assert searchable(markdown).replace("*x", "x") == wanted


@pytest.mark.parametrize(
    ("markdown", "wanted"),
    [
        ("### A `b`\n\ntext", "A b text"),
        ("- [x](y.md) is **not** _so_", "x is not so"),
        ("- [x] done\n- [ ] open", "done open"),
        ("> [!NOTE]\n> said", "said"),
        ("| a | b |\n| --- | :-: |\n| 1 | 2 |", "a b 1 2"),
        ("```py\nx = [1] * 2\n```", "x = [1] * 2"),
        ("run(\\*args) and `f(**kw)`", "run(*args) and f(**kw)"),
        ("snake_case_name", "snake_case_name"),
        ("a | b in prose", "a b in prose"),
        ("<https://example.com/a>", "https://example.com/a"),
    ],
)
def test_what_is_shown(markdown: str, wanted: str) -> None:
    assert shown(markdown) == wanted
