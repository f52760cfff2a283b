"""A section of a Markdown document, and how two versions of one differ (SPEC 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A section, or a part of a long one, as ``scrapepy chunks`` writes it: one JSON object a line, in this order."""

    id: str
    """Of its section; the parts of one are numbered like repeats (`` #2``). Unique on its page."""
    url: str | None
    """Address of the page, where it is known."""
    path: str | None
    """Path of the Markdown file in its folder, with slashes."""
    anchor: str
    headings: tuple[str, ...]
    words: int
    chars: int
    """Code points of ``text``."""
    sha256: str
    fingerprint: str
    text: str
    captured: str | None
    """When the page was fetched (ISO 8601, UTC), where it is known."""
    context: str = ""
    """What a part needs to be read alone: heading lines, a table's header rows, the sign of a quote."""
    part: str | None = None
    """``2/3`` for the second of three parts; None for a whole section."""
    pages: tuple[int, int] | None = None
    """Of a PDF: the first and the last page that it stands on, from 1."""
    has_table: bool | None = None
    """Of a PDF: whether it holds a table, or rows of one."""


class ChangeKind(Enum):
    """How a section differs between two versions."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"
    LINKS_ONLY = "links-only"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class SectionPlace:
    """A section in one of two versions."""

    path: str | None
    id: str
    anchor: str


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """A section, or a pair of sections that are one, in two versions."""

    kind: ChangeKind
    old: SectionPlace | None
    """None where it was added."""
    new: SectionPlace | None
    """None where it was removed."""
    similarity: float | None = None
    """Of a renamed section: 0 to 1, of the texts as read."""
    words_changed: bool | None = None
    """Of a renamed section: whether what stands under the heading reads otherwise, too."""
    old_text: str = field(default="", repr=False)
    new_text: str = field(default="", repr=False)
    one_page: bool = field(default=False, repr=False)
    """Whether each version is one page, whose name does not matter."""

    @property
    def moved(self) -> bool:
        """True if it stands on another page now."""
        return not self.one_page and self.old is not None and self.new is not None and self.old.path != self.new.path


@dataclass(frozen=True, slots=True)
class Comparison:
    """All sections of two versions, in the order of the new one; what was removed stands behind its page."""

    sections: tuple[SectionDiff, ...]

    def of(self, kind: ChangeKind) -> tuple[SectionDiff, ...]:
        """Those of one kind."""
        return tuple(section for section in self.sections if section.kind is kind)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        counted = Counter(section.kind for section in self.sections)
        return {kind.value: counted[kind] for kind in ChangeKind}

    @property
    def is_same(self) -> bool:
        """True if nothing changed at all."""
        return all(section.kind is ChangeKind.UNCHANGED for section in self.sections)
