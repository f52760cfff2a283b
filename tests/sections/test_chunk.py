from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.model.section import Chunk
from scrapepy.sections.chunk import chunk_markdown

FRONT = "---\ntitle: T\nsource: https://e.example/p\n---\n\n"


def test_the_fields() -> None:
    (chunk,) = chunk_markdown(FRONT + "# A\n\nSome [words](u).\n", path="p.md", captured="2026-01-01T00:00:00Z")
    assert chunk == Chunk(
        id="A",
        url="https://e.example/p",
        path="p.md",
        anchor="a",
        headings=("A",),
        words=3,
        chars=22,
        sha256=chunk.sha256,
        fingerprint=chunk.fingerprint,
        text="# A\n\nSome [words](u).\n",
        captured="2026-01-01T00:00:00Z",
        context="",
        part=None,
    )
    assert re.fullmatch("[0-9a-f]{16}", chunk.sha256)
    assert re.fullmatch("[0-9a-f]{16}", chunk.fingerprint)


BODIES = [
    (FRONT + "body\n", "body\n"),
    ("---\r\ntitle: T\r\n---\r\n\r\nbody\r\n", "body\r\n"),
    ("\ufeff# A\n", "# A\n"),
    ("---\n\n# A\n", "---\n\n# A\n"),
    ("# A", "# A"),
    ("a\x00b\u2028c\x0cd\te\r\n", "a\x00b\u2028c\x0cd\te\r\n"),
]


@pytest.mark.parametrize(("text", "body"), BODIES)
def test_joined_they_are_the_body(text: str, body: str) -> None:
    assert "".join(chunk.text for chunk in chunk_markdown(text)) == body
    assert "".join(chunk.text for chunk in chunk_markdown(text, max_chars=5)) == body


def parts(text: str, max_chars: int) -> list[tuple[str, str]]:
    return [(chunk.context, chunk.text) for chunk in chunk_markdown(text, max_chars=max_chars)]


PACKED = [
    ("paragraphs", "# A\n\none two\n\nthree four\n", 16, [("", "# A\n\none two\n\n"), ("# A\n\n", "three four\n")]),
    (
        "sentences",
        "One is here. Two e.g. here? Three [a. B](c. d) go.\n",
        30,
        [("", "One is here. Two e.g. here? "), ("", "Three [a. B](c. d) go.\n")],
    ),
    ("cjk", "これは文です。次の文です。最後。\n", 14, [("", "これは文です。次の文です。"), ("", "最後。\n")]),
    ("persian", "این یک است. آن چیست؟ پایان.\n", 15, [("", "این یک است. "), ("", "آن چیست؟ "), ("", "پایان.\n")]),
    ("code", "```\naaaaaaaaa\n\nbbbbbbbbbbb\n```\n", 10, [("", "```\naaaaaaaaa\n\nbbbbbbbbbbb\n```\n")]),
    ("code span", "aaa `b. C d. E f` ggg\n", 12, [("", "aaa "), ("", "`b. C d. E f` "), ("", "ggg\n")]),
    (
        "table",
        "| h | i |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n",
        36,
        [("", "| h | i |\n| - | - |\n| 1 | 2 |\n"), ("| h | i |\n| - | - |\n", "| 3 | 4 |\n")],
    ),
    ("list", "- aaa. Bbb\n\n  ccc\n- ddd\n", 20, [("", "- aaa. Bbb\n\n  ccc\n"), ("", "- ddd\n")]),
    ("item", "- aaa. Bbb\n\n  ccc ddd\n", 9, [("", "- aaa. Bbb\n\n  ccc ddd\n")]),
    ("quote", "> Aaa bbb. Ccc ddd.\n", 14, [("", "> Aaa bbb. "), ("> ", "Ccc ddd.\n")]),
    (
        "a heading stays with what it heads",
        "# A\n\nxx\n\n#### B\n\nyyyy yyyy\n",
        24,
        [("", "# A\n\nxx\n\n"), ("# A\n\n", "#### B\n\nyyyy yyyy\n")],
    ),
    (
        "the headings above",
        "# A\n\n#### B\n\nyyyy yyyy\n\nzzzz zzzz\n",
        26,
        [("", "# A\n\n#### B\n\nyyyy yyyy\n\n"), ("# A\n\n#### B\n\n", "zzzz zzzz\n")],
    ),
]


@pytest.mark.parametrize(("name", "text", "most", "expected"), PACKED, ids=[row[0] for row in PACKED])
def test_packed(name: str, text: str, most: int, expected: list[tuple[str, str]]) -> None:
    assert parts(text, most) == expected


def test_parts_are_numbered_behind_all_ids() -> None:
    text = "# A\n\none two\n\nthree four\n\nfive six\n# A\n\nx\n"
    chunks = chunk_markdown(text, max_chars=17)
    assert [(chunk.id, chunk.part) for chunk in chunks] == [
        ("A", "1/3"),
        ("A #3", "2/3"),
        ("A #4", "3/3"),
        ("A #2", None),
    ]


def test_words_of_table_rows_without_their_header() -> None:
    rows = "".join(f"| {number} | b c |\n" for number in range(4))
    chunks = chunk_markdown(f"| h | i |\n| - | - |\n{rows}", max_chars=40)
    assert [chunk.words for chunk in chunks] == [5, 3, 3, 3]


PIECES = st.sampled_from(
    [
        *("# A\n", "## B [x](u)\n", "#### C\n", "One two. Three four! Five, six; seven.\n", "文です。次の文です。\n"),
        *(
            "- item. More\n",
            "  more of it\n",
            "> quote. More\n",
            "> - x\n",
            "```\ncode. More\n\n# c\n```\n",
            "\n",
            "---\n",
        ),
        *(
            "| a | b |\n| - | - |\n| c. D | d |\n| e | f |\n",
            "\n<div>\nraw. Raw\n</div>\n\n",
            "[^1]: Note. More.\n",
            "\r\n",
        ),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join), st.integers(1, 80))
@settings(max_examples=200)
def test_packing_keeps_everything(text: str, most: int) -> None:
    chunks = chunk_markdown(text, max_chars=most)
    assert "".join(chunk.text for chunk in chunks) == "".join(chunk.text for chunk in chunk_markdown(text))
    assert all(chunk.text for chunk in chunks)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    for chunk in chunks:
        assert not chunk.text.startswith(("code", "raw"))


@pytest.mark.parametrize(
    "options", [{"level": 0}, {"level": 7}, {"level": True}, {"level": "3"}, {"max_chars": 0}, {"max_chars": 1.5}]
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"level|max_chars"):
        chunk_markdown("x", **options)


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(UsageError, match="surrogate"):
        chunk_markdown("a \ud800")
