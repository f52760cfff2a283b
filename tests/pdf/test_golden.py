"""What small PDFs become: ``python -m tests.support.small_pdfs`` rewrites expectations."""

from __future__ import annotations

import pytest

from tests.support.small_pdfs import CASES, ROOT, convert


@pytest.mark.parametrize("name", CASES)
def test_the_markdown_is_what_is_expected(name: str) -> None:
    assert convert(name) == (ROOT / f"{name}.md").read_text(encoding="utf-8")


def test_every_expectation_has_its_case() -> None:
    assert {path.stem for path in ROOT.glob("*.md")} == set(CASES)
