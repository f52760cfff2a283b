"""A section of a Markdown document, and how two versions of one differ (SPEC 8)."""

from __future__ import annotations

from dataclasses import dataclass

TOP = "(top)"
"""The id of what stands before the first heading."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it, up to the next heading that opens a section."""

    id: str
    """The heading path (``Guide > Setup``), a repeat with `` #2`` behind it; unique in its document."""
    headings: tuple[str, ...]
    """Texts of the headings above it and of its own, outermost first; empty for the top."""
    level: int
    """1 to 6; 0 for the top."""
    anchor: str
    """The fragment that leads to its heading; empty for the top."""
    start: int
    """Offset of its first code point in the body."""
    end: int
    text: str
    """The Markdown, exactly; the texts of all sections joined are the body."""
    heading_read: str
    """Its heading line as read; empty for the top."""
    body_read: str
    """What stands under the heading, as read: without targets of links and images, anchors, and runs of white space."""
    words: int
    """Words as read; in scripts that write no spaces each character is one."""
    sha256: str
    """Of ``text``: the first 16 hex digits."""
    fingerprint: str
    """Of the text as read: the first 16 hex digits."""

    @property
    def read(self) -> str:
        """The whole text as read."""
        return " ".join(filter(None, (self.heading_read, self.body_read)))
