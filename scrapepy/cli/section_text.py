"""A section that changed, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.cli.terminal import printable

if TYPE_CHECKING:
    from scrapepy.model.section import SectionDiff, SectionPlace


def section_line(section: SectionDiff) -> str:
    """What became of it: ``renamed     guide.md: Setup -> install.md: Install (0.93, words changed)``."""
    old, new = section.old, section.new
    here = new if new is not None else old
    assert here is not None
    line = f"{section.kind.value:<10}  "
    if section.similarity is None:
        return line + _name(here)
    assert old is not None
    what = _name(here) if section.moved else printable(here.id)
    words = ", words changed" if section.words_changed else ""
    return f"{line}{_name(old)} -> {what} ({section.similarity:.2f}{words})"


def _name(place: SectionPlace) -> str:
    name = printable(place.id)
    return f"{printable(place.path)}: {name}" if place.path else name
