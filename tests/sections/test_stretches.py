"""A body parsed in stretches gives the sections that the whole gives, for less memory."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapepy.sections import chunk, stretches
from scrapepy.sections.chunk import chunk_markdown
from scrapepy.sections.split import split
from tests.sections.test_outline import EXPECTED, LINES

DEFINING = ["[word]: https://example.com/word", "> [word]: <u2>", "[word] and [word](u3)", "[^1]: A note", "a `[x]:` b"]


@given(st.lists(st.sampled_from([*LINES, *DEFINING]), max_size=40), st.integers(1, 6), st.integers(1, 60))
@settings(max_examples=300, deadline=None)
@example(["# One", "[word]", "# Two", "[word]: https://example.com"], 3, 5)
@example(["# One", "- item", "# Two", "  # in an item"], 3, 5)
@example(["# One", "text", "# Two", "# One"], 3, 1)
def test_stretches_are_the_whole(lines: list[str], level: int, length: int) -> None:
    body = "\n" + "\n".join(lines)  # what begins with dashes could be frontmatter
    with pytest.MonkeyPatch().context() as patch:
        patch.setattr(chunk, "stretches", lambda text, depth: stretches.stretches(text, depth, length))
        chunks = chunk_markdown(body, level=level)
    whole = split(body, level)
    assert [(c.id, c.anchor, c.headings, c.text, c.words, c.fingerprint, c.sha256) for c in chunks] == [
        (s.id, s.anchor, s.headings, s.text, s.words, s.fingerprint, s.sha256) for s in whole
    ]


@pytest.mark.parametrize("max_chars", [None, 300])
def test_the_expected_markdown_of_all_cases(monkeypatch: pytest.MonkeyPatch, max_chars: int | None) -> None:
    bodies = [file.read_text() for file in EXPECTED if file.stat().st_size > 2000]
    whole = [chunk_markdown(body, max_chars=max_chars) for body in bodies]
    counts = []

    def short(text: str, level: int) -> object:
        several = list(stretches.stretches(text, level, 500))
        counts.append(len(several))
        return several

    monkeypatch.setattr(chunk, "stretches", short)
    assert [chunk_markdown(body, max_chars=max_chars) for body in bodies] == whole
    assert sum(counts) > 2 * len(counts)


def test_memory_is_that_of_the_sections() -> None:
    """Not that of the parser's tokens, which take thirty times the memory of their text."""
    words = "Words of a section, a few of them with a [link](page.md#x) and `code`, and more to be read. "
    body = "# Long\n\n" + "".join(
        f"## Section {number}\n\n{words}\n\n- {words}\n- {words}\n\n" for number in range(2000)
    )
    tracemalloc.start()
    try:
        chunks = chunk_markdown(body)
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(chunks) == 2001
    assert peak - kept < 8 * stretches.LENGTH * 10
