from __future__ import annotations

import pytest

from scrapepy.convert.white_space import fold, fold_spaces

CASES = [
    ("a  b\n c\td\f e", "a b c d e"),
    ("10\xa0km\n\xa0x", "10\xa0km \xa0x"),
    ("一行目。\n  二行目", "一行目。二行目"),
    ("かな\nカナ", "かなカナ"),
    ("한국어는\n띄어", "한국어는 띄어"),
    ("中文\nand Latin\n中文", "中文 and Latin 中文"),
    ("é\né", "é é"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "folded"), CASES)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(folded) == folded


def test_many_spaces_take_no_time() -> None:
    assert fold_spaces("a" + " " * 1_000_000 + "b") == "a b"
