from __future__ import annotations

from dataclasses import fields

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.convert import frontmatter
from scrapepy.convert.frontmatter import KEYS, clean_field, fields_of, with_frontmatter, write_fields
from scrapepy.model.document import Metadata
from scrapepy.web.frontmatter import parse_frontmatter

TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
HOSTILE = st.sampled_from(
    [
        "yes",
        "NO",
        "null",
        "~",
        "1e3",
        "0o7",
        "0x1F",
        "12:30:45",
        "1_000",
        ".5",
        "2024-01-01",
        "2024-01-01T10:00:00Z",
        "- item",
        "a: b",
        "a #b",
        "'quoted'",
        '"quoted"',
        "back\\slash \\U0001F600",
        '😀 \\U0001F600 "x"',
        "---",
        "...",
        "{a}",
        "[b]",
        "*c",
        "&d",
        "!e",
        "%f",
        "@g",
        "`h`",
        "|",
        ">",
        "=",
        "<<",
        "y",
        "-",
        "?",
        ":",
        "\x85\u2028\u2029",
        "\x1b[31mred\x1b[0m",
        "سلام\u200cدنیا",
    ]
)
ANY = TEXT | HOSTILE
METADATA = st.builds(
    Metadata,
    **{
        field.name: st.lists(ANY, max_size=4).map(tuple) if field.name == "tags" else st.none() | ANY
        for field in fields(Metadata)
    },
)


@given(METADATA, st.sampled_from(["", "# Title\n\ntext\n", "---\n\nrule\n", "    code\n"]))
def test_what_is_written_is_read_back(metadata: Metadata, body: str) -> None:
    known = fields_of(metadata)
    written = with_frontmatter(metadata, body)
    if not known:
        assert written == body
        return
    read, rest = parse_frontmatter(written)
    assert read == {key: list(value) if isinstance(value, tuple) else value for key, value in known.items()}
    assert rest == body
    assert list(read) == [key for key in KEYS if key in known]


@given(ANY)
def test_yaml_1_1_readers_see_text_or_a_plain_date(value: str) -> None:
    cleaned = clean_field(value)
    if cleaned:
        assert yaml.safe_load(write_fields({"title": cleaned})) == {"title": cleaned}


@pytest.mark.parametrize(
    "value",
    [
        "1e3",
        "1E3",
        "0o7",
        "0x1f",
        "123",
        "-1.5",
        "+.5",
        "1_000",
        "12:30",
        "yes",
        "No",
        "n",
        "null",
        "~",
        ".inf",
        "2024-1-2",
    ],
)
def test_what_some_reader_takes_for_something_else_is_quoted(value: str) -> None:
    assert write_fields({"title": value}) == f'title: "{value}"\n'


@pytest.mark.parametrize("value", ["Sales in 2024", "v1.2 notes", "Yes, we can", "3 ways", "e3"])
def test_plain_titles_stay_plain(value: str) -> None:
    assert write_fields({"title": value}) == f"title: {value}\n"


def test_dates_are_plain_only_where_they_are_dates() -> None:
    written = write_fields(
        {
            "title": "2024-05-01",
            "published": "2024-05-01",
            "modified": "2024-05-01T10:00:00+02:00",
            "created": "2024-13-01",
        }
    )
    assert written == (
        'title: "2024-05-01"\npublished: 2024-05-01\nmodified: "2024-05-01T10:00:00+02:00"\ncreated: "2024-13-01"\n'
    )


def test_emoji_stay_readable_and_backslashes_are_not_taken_for_escapes() -> None:
    assert "😀" in write_fields({"title": "A 😀: smile"})
    literal = r"Regex \U0001F600 literal"
    assert write_fields({"title": literal}) == f"title: {literal}\n"
    assert (
        parse_frontmatter(f"---\n{write_fields({'title': 'x: 😀 ' + literal})}---\n")[0]["title"] == "x: 😀 " + literal
    )


def test_control_characters_and_line_ends_go() -> None:
    assert clean_field("A\x1b[31m\ttitle\r\n of\u2028two\x85lines\u202e") == "A [31m title of two lines"


def test_unknown_fields_are_left_out_and_order_is_fixed() -> None:
    metadata = Metadata(platform="sphinx", title="T", tags=("a", "", "a"), author="")
    assert with_frontmatter(metadata, "body") == "---\ntitle: T\ntags:\n- a\nplatform: sphinx\n---\n\nbody\n"
    assert with_frontmatter(Metadata(), "\n\nbody\n\n") == "body\n"


@pytest.mark.parametrize(
    "text", ["no frontmatter\n", "---\nnot closed\n", "---\n- a list\n---\nx\n", "---\na: [\n---\nx\n", ""]
)
def test_what_is_no_frontmatter_is_body(text: str) -> None:
    assert parse_frontmatter(text) == ({}, text)


_PIECES = [
    "yes",
    "null",
    "1e3",
    "12:30",
    "http://a.b/c?d=1#e",
    "a:",
    "#b",
    "- c",
    "? d",
    "C++",
    "y",
    "'q'",
    "é",
    "{x}",
    "---",
    "...",
]


@given(
    st.sampled_from(KEYS),
    st.one_of(
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12),
        st.lists(st.sampled_from(_PIECES), max_size=4).map(" ".join),
    ),
)
def test_what_is_written_without_the_emitter_is_as_the_emitter_writes_it(key: str, text: str) -> None:
    text = clean_field(text)
    assert write_fields({key: text}) == frontmatter.emitted({key: text})
