"""The Markdown copy of one page, before and after its links are filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapepy.model.skip import SkipReason
from scrapepy.model.template import Template

CONVERTER_VERSION = 4
"""Raised by every change that alters Markdown output, so that a refresh derives it again without a request."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """Frontmatter fields in the order of SPEC 6.8; None or empty is left out, never guessed."""

    title: str | None = None
    source: str | None = None
    author: str | None = None
    published: str | None = None
    modified: str | None = None
    created: str | None = None
    description: str | None = None
    site: str | None = None
    language: str | None = None
    tags: tuple[str, ...] = ()
    platform: str | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """Something taken out of the content, with the rule that did it; for ``--explain`` and the tests."""

    step: str
    """``junk``, ``clean`` or ``structure``."""
    rule: str
    why: str
    words: str
    """The first words of what went."""


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where the fragments of a page lead in its Markdown.

    ``slugs`` maps an id of the page to the anchor that stands for it in the Markdown: the GitHub slug of the heading
    it names or stands under, or the id itself where an ``<a id>`` can be written (those are in ``optional``).
    ``texts`` maps a slug to its heading's name in a link of Obsidian (``web.heading_link``; ``A#B``: B below A).
    """

    slugs: dict[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    texts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What came of converting one page.

    Either ``body`` holds Markdown with slots (no frontmatter) and ``refusal`` is None, or the page has no Markdown copy
    and ``refusal`` says why.
    """

    body: Template | None
    metadata: Metadata
    extractor: str = ""
    platform: str = ""
    anchors: Anchors = field(default_factory=Anchors)
    removals: tuple[Removal, ...] = ()
    refusal: SkipReason | None = None
    refusal_rule: str = ""
    refusal_detail: str = ""
    kept: dict[str, float] = field(default_factory=dict)
    """What the Markdown keeps of the content element, by kind (letters, code, headings …), between 0 and 1."""
    lack: str = ""
    """What it keeps too little of, as words; empty where all is well."""


@dataclass(frozen=True, slots=True)
class Document:
    """A finished Markdown page (SPEC 11)."""

    markdown: str
    """The body, without frontmatter."""
    metadata: Metadata
    extractor: str = ""
    removals: tuple[Removal, ...] = ()
