from __future__ import annotations

import pytest

from scrapepy.mirroring.request import Needs
from scrapepy.model.options import RequestOptions


@pytest.mark.parametrize(
    ("needs", "words"),
    [
        (Needs(), ""),
        (Needs(("A",)), "the header A"),
        (Needs(("A", "B", "C")), "the headers A, B and C"),
        (Needs(password=True), "the password"),
        (Needs(("A",), cookies=True), "the header A, and the cookies"),
    ],
)
def test_what_is_needed_in_words(needs: Needs, words: str) -> None:
    assert needs.words() == words


def test_what_is_given_is_not_missing() -> None:
    needs = Needs(("X-Key", "X-Team"), cookies=True, password=True)
    assert needs.without(RequestOptions(headers=(("x-key", "1"),), password="p")) == Needs(("X-Team",), cookies=True)
    assert needs.without(RequestOptions()) == needs
