"""The comment at the top of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.offline.banner import banner
from scrapepy.web.html import parse


def test_it_names_source_day_and_markdown_copy() -> None:
    assert banner("https://docs.test/a?b=1", "2026-11-30", "../../MarkdownSites/docs.test/a.md") == (
        "<!-- Saved by ScrapePy. Source: https://docs.test/a?b=1 Changed: 2026-11-30 (UTC)"
        " Markdown: ../../MarkdownSites/docs.test/a.md -->"
    )


@pytest.mark.parametrize(
    "hostile", ["http://x/-->", "http://x/--!>", "http://x/<!--", "->", ">", "--", "a\n--\n>", "-"]
)
def test_nothing_in_it_ends_it(hostile: str) -> None:
    text = banner(hostile, hostile, hostile)
    assert text.count("--") == 2
    assert text.count(">") == 1


@given(st.text(alphabet="->!<x \n", max_size=12), st.text(alphabet="->!<x", max_size=6))
def test_it_is_always_one_comment(source: str, markdown: str) -> None:
    tree = parse(f"<!doctype html>{banner(source, '2026-11-30', markdown)}<p>x</p>")
    assert tree.body is not None
    assert tree.body.html == "<body><p>x</p></body>"
    assert tree.head is not None
    assert tree.head.html == "<head></head>"
