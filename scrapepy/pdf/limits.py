"""How much of a PDF is read: what is more is not for a page of documentation, or a trap."""

from __future__ import annotations

from dataclasses import dataclass

MAX_PAGES = 5_000
MAX_GLYPHS = 60_000
"""Of one page."""
MAX_RULES = 3_000
"""Of one page; a drawing has more, a table has not."""
MAX_PIXELS = 40_000_000
MAX_IMAGES = 400
MAX_IMAGE_BYTES = 60_000_000
MIN_LETTERS = 20
"""A page; less over the whole file is a scan (issue: nothing invented)."""


@dataclass(frozen=True, slots=True)
class Unreadable(Exception):  # noqa: N818 - the name says what happened, as in scrapepy.errors
    """A PDF that cannot become Markdown; ``sentence`` says why, as the end of "it …"."""

    sentence: str

    def __str__(self) -> str:
        return self.sentence
