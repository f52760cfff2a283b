from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.reader.long_texts import parts_of


@given(st.lists(st.sampled_from(["text\n", "\n", "# H\n", "- a\n", "```\n", "```py\n", "    x\n"]), max_size=40))
def test_the_parts_are_the_text(lines: list[str]) -> None:
    body = "".join(lines)
    assert "".join(parts_of(body, size=10)) == body


def test_code_is_not_cut() -> None:
    code = "```py\n" + "x = 1\n\n# no heading\n" * 50 + "```\n"
    assert parts_of(f"before\n\n{code}\nafter\n", size=20) == (f"before\n\n{code}\n", "after\n")


def test_lists_are_cut_between_their_items() -> None:
    assert parts_of("- one\n  more\n- two\n- three\n", size=8) == ("- one\n  more\n", "- two\n- three\n")
