from __future__ import annotations

import pytest

from scrapepy.decide.soft_404 import is_soft_404, learn_soft_404
from scrapepy.model.analysis import PageFacts

START = PageFacts(title="Manual", words=400, text_hash="a" * 16)
MISSING = PageFacts(title="Nothing here", words=12, text_hash="b" * 16)


def test_the_same_text_is_the_same_answer() -> None:
    soft = learn_soft_404(MISSING, START)
    assert soft is not None
    assert is_soft_404(PageFacts(title="Other title", words=12, text_hash="b" * 16), soft)
    assert not is_soft_404(PageFacts(title="Guide", words=300, text_hash="c" * 16), soft)


def test_an_answer_that_repeats_the_address() -> None:
    soft = learn_soft_404(MISSING, START)
    assert soft is not None
    assert is_soft_404(PageFacts(title="Nothing here", words=13, text_hash="d" * 16), soft)
    assert not is_soft_404(PageFacts(title="Nothing here", words=90, text_hash="d" * 16), soft)


def test_a_title_that_every_page_has_tells_nothing() -> None:
    soft = learn_soft_404(PageFacts(title="Manual", words=12, text_hash="b" * 16), START)
    assert soft is not None
    assert not is_soft_404(PageFacts(title="Manual", words=12, text_hash="e" * 16), soft)
    assert is_soft_404(PageFacts(title="Manual", words=12, text_hash="b" * 16), soft)


@pytest.mark.parametrize(
    "probe",
    [
        START,  # the start page for everything
        PageFacts(title="App", words=3, text_hash="f" * 16, is_shell=True),
        PageFacts(title="", words=0, text_hash=""),
    ],
)
def test_answers_that_teach_nothing(probe: PageFacts) -> None:
    assert learn_soft_404(probe, START) is None


def test_long_pages_of_one_title_are_pages() -> None:
    soft = learn_soft_404(PageFacts(title="Nothing here", words=500, text_hash="b" * 16), START)
    assert soft is not None
    assert not is_soft_404(PageFacts(title="Nothing here", words=500, text_hash="c" * 16), soft)
