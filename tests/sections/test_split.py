from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.model.section import Section
from scrapepy.sections.split import split


def ids(body: str, level: int = 3) -> list[str]:
    return [section.id for section in split(body, level)]


PATHS = [
    ("# A\n\n### B\n\n### C\n", ["A", "A > B", "A > C"]),
    ("Hello\n\n# A\n", ["(top)", "A"]),
    ("\n\n# A\n", ["A"]),
    ("", []),
    ("\n \n", ["(top)"]),
    ("## A\n# B\n## C\n", ["A", "B", "B > C"]),
    ("# A\n#### deep\n", ["A"]),
    ("Title\n=====\n\nPart\n----\ntext\n", ["Title", "Title > Part"]),
    ("# A #\n## `code` and *more*\n", ["A", "A > code and more"]),
    ("# A\r\n\r\n## B\r\ntext\r\n", ["A", "A > B"]),
    ("# A\r## B\rtext", ["A", "A > B"]),
    ("# (top)\n", ["(top)"]),
    ("text\n\n# (top)\n", ["(top)", "(top) #2"]),
    ("# \n", ["(untitled)"]),
    ("# See <https://example.com>\n", ["See"]),
    ("# <https://example.com>\n", ["https://example.com"]),
    ("# ![A cat](cat.png)\n", ["A cat"]),
    ('# A<a id="x"></a> &amp; B\\_C\n', ["A & B_C"]),
    ("# A\n\fform\u2028feed\n# B\n", ["A", "B"]),
]


@pytest.mark.parametrize(("body", "expected"), PATHS)
def test_paths(body: str, expected: list[str]) -> None:
    assert ids(body) == expected
    assert "".join(section.text for section in split(body)) == body


NO_HEADINGS = [
    "```\n# comment\n```\n",
    "~~~~py\n# comment\n~~~\n# still\n~~~~\n",
    "    # indented code\n",
    "- item\n\n  # in an item\n",
    "1. item\n   ## in an item\n",
    "> # in a quote\n",
    "[^1]: note\n\n    # in a note\n",
    "<pre>\n# in pre\n</pre>\n",
    "<!--\n# in a comment\n-->\n",
    "<table>\n# in an HTML block\n</table>\n",
    "| a | b |\n| --- | --- |\n| # c | d |\n",
    "#no space\n",
    "\\# escaped\n",
    "####### seven\n",
    "```\n# open to the end\n",
]


@pytest.mark.parametrize("block", NO_HEADINGS)
def test_what_is_no_heading_of_the_document(block: str) -> None:
    body = f"# A\n\n{block}"
    (section,) = split(body)
    assert (section.id, section.text) == ("A", body)


def test_levels() -> None:
    body = "# A\n## B\n#### C\n"
    assert ids(body, 1) == ["A"]
    assert ids(body, 6) == ["A", "A > B", "A > B > C"]


def test_a_repeat_never_gets_the_id_of_another() -> None:
    assert ids("# Setup\n# Setup\n") == ["Setup", "Setup #2"]
    body = "# Setup\n# Setup\n# Setup \\#2\n# Setup\n"
    assert ids(body) == ["Setup", "Setup #3", "Setup #2", "Setup #4"]


def test_the_target_of_a_link_in_a_heading_changes_no_id() -> None:
    one, two = split("# The [x](u1)\n"), split("# The [x](u2 'title')\n")
    assert one[0].id == two[0].id == "The x"
    assert one[0].fingerprint == two[0].fingerprint
    assert one[0].sha256 != two[0].sha256


def test_anchors_count_every_heading() -> None:
    body = "# Notes\n\n> ## Notes\n\n#### Notes\n\n## Notes\n"
    assert [section.anchor for section in split(body)] == ["notes", "notes-3"]


def test_the_fields() -> None:
    body = "Intro [here](x.md).\n\n# Guide\n\n## Set *up*\n\nTwo words.\n"
    top, guide, setup = split(body)
    assert (top.id, top.headings, top.level, top.anchor, top.words) == ("(top)", (), 0, "", 2)
    assert (guide.headings, guide.level, guide.words) == (("Guide",), 1, 1)
    text = "## Set *up*\n\nTwo words.\n"
    start = body.index("## Set")
    assert setup == Section(
        id="Guide > Set up",
        headings=("Guide", "Set up"),
        level=2,
        anchor="set-up",
        start=start,
        end=len(body),
        text=text,
        heading_read="## Set *up*",
        body_read="Two words.",
        words=4,
        sha256=sha256(text.encode()).hexdigest()[:16],
        fingerprint=sha256(b"## Set *up* Two words.").hexdigest()[:16],
    )
    assert setup.read == "## Set *up* Two words."


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(UsageError, match="lone surrogate"):
        split("# A \ud800\n")


PIECES = st.sampled_from(
    [
        *(
            "# A",
            "## A",
            "### B [x](u)",
            "#### C",
            "Title\n===",
            "text",
            "two\nlines",
            "- item\n  # no",
            "- - a\n\n  b",
        ),
        *("> # quote", "```", "````\n# x", "~~~", "    code", "| a |\n| - |\n| b |", "<div>", "</div>", "<!--", "-->"),
        *(
            "[^1]: note\n\n    # x",
            "[x]: /u 'title'",
            "\t# tab",
            "\x00",
            "\x0c",
            "\u2028",
            "\u200c",
            "# Setup #2",
            "---",
        ),
    ]
)
BODIES = st.lists(st.tuples(PIECES | st.text(max_size=8), st.sampled_from(["\n", "\n\n", "\r\n", "\r", "", " "]))).map(
    lambda pieces: "".join(text + end for text, end in pieces)
)


@given(BODIES)
@example("# A\n# A\n# A #2\n")
def test_joined_they_are_the_body(body: str) -> None:
    sections = split(body)
    assert "".join(section.text for section in sections) == body
    assert [section.start for section in sections[1:]] == [section.end for section in sections[:-1]]
    names = [section.id for section in sections]
    assert len(set(names)) == len(names)
    assert split(body) == sections
