from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.sections.query import Query, Term, parse_query, typed_query


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("ON CONFLICT", [("on",), ("conflict",)], []),
        ('"exact phrase"', [("exact", "phrase")], []),
        ('word "a phrase" -not -"that phrase"', [("word",), ("a", "phrase")], [("not",), ("that", "phrase")]),
        ("subprocess.run", [("subprocess", "run")], []),
        ("中文", [("中", "文")], []),
        ("a-b --c", [("a", "b"), ("c",)], []),
        ("-only -this", [("only",), ("this",)], []),
        ('open "quote', [("open",), ("quote",)], []),
        ('""', [], []),
        ("-", [], []),
        ("-> ++ *", [], []),
        ("AND OR NOT NEAR(a b)", [("and",), ("or",), ("not",), ("near", "a"), ("b",)], []),
        ("twice twice", [("twice",)], []),
        ("", [], []),
    ],
)
def test_what_is_asked(text: str, wanted: list[tuple[str, ...]], unwanted: list[tuple[str, ...]]) -> None:
    assert parse_query(text) == Query(tuple(map(Term, wanted)), tuple(map(Term, unwanted)))


def test_the_beginning_of_a_word() -> None:
    assert parse_query("pre* post") == Query((Term(("pre",), prefix=True), Term(("post",))))
    assert parse_query('"json dec"*').wanted == (Term(("json", "dec"), prefix=True),)
    assert typed_query("json dec").wanted == (Term(("json",)), Term(("dec",), prefix=True))
    assert typed_query("json dec ").wanted == (Term(("json",)), Term(("dec",)))
    assert typed_query('"json dec"').wanted == (Term(("json", "dec")),)


def test_a_page_of_text_is_cut() -> None:
    assert len(parse_query(" ".join(f"w{number}" for number in range(1000))).wanted) == 64


@given(st.text(max_size=80))
def test_no_query_is_wrong(text: str) -> None:
    query = parse_query(text)
    assert all(term.words and all(word == word.strip() != "" for word in term.words) for term in query.wanted)
    assert query.wanted or not query.unwanted
