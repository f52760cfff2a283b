from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.sections.word_diff import word_diff


def told(old: str, new: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in word_diff(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("same", "same", [("same", "same")]),
        ("", "all new", [("new", "all new")]),
        ("all old", "", [("old", "all old")]),
        ("run it now", "run them all now", [("same", "run "), ("old", "it"), ("new", "them all"), ("same", " now")]),
        (
            "a red big car",
            "a blue small car",
            [("same", "a "), ("old", "red big"), ("new", "blue small"), ("same", " car")],
        ),
        ("日本語の本", "日本語の犬", [("same", "日本語の"), ("old", "本"), ("new", "犬")]),
        ("one\ntwo\n", "one\nthree\n", [("same", "one\n"), ("old", "two"), ("new", "three"), ("same", "\n")]),
    ],
)
def test_what_changed(old: str, new: str, pieces: list[tuple[str, str]]) -> None:
    assert told(old, new) == pieces


def test_long_stretches_without_a_change_lose_their_middle() -> None:
    words = " ".join(f"word{number}" for number in range(400))
    pieces = told(f"{words} old {words}", f"{words} new {words}")
    assert [kind for kind, _ in pieces] == ["gap", "same", "old", "new", "same", "gap"]
    assert pieces[1][1].endswith("word399 ")
    assert sum(len(text) for _, text in pieces) < 500


def test_very_long_texts_are_compared_by_lines() -> None:
    old, new = "x y " * 5_000, "x z " * 5_000
    assert told(old, new) == [("old", old), ("new", new)]


@given(st.text("ab \n", max_size=60), st.text("ab \n", max_size=60))
def test_each_side_can_be_read(old: str, new: str) -> None:
    pieces = told(old, new)
    assert "".join(text for kind, text in pieces if kind in ("same", "new")) == new
    assert "".join(text for kind, text in pieces if kind in ("same", "old")) == old
