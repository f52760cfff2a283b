"""Kinds of note, and the alert of GitHub Flavored Markdown that stands for each (MARKDOWN.md, "admonitions")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoteKind:
    """One kind of note."""

    name: str
    """The word among an element's classes, or in its title."""
    alert: str
    """``NOTE``, ``TIP``, ``IMPORTANT``, ``WARNING`` or ``CAUTION``."""
    titles: tuple[str, ...] = ()
    """What generators write as its title when the author gave none, in lower case; its name is always one."""
    word: str = ""
    """What the alert does not say, so that it stands as a title even if the author gave none."""


NOTE_KINDS: tuple[NoteKind, ...] = (
    NoteKind("note", "NOTE", ("notes",)),
    NoteKind("info", "NOTE", ("information",)),
    NoteKind("information", "NOTE", ("info",)),
    NoteKind("notice", "NOTE"),
    NoteKind("remark", "NOTE", ("remarks",)),
    NoteKind("seealso", "NOTE", ("see also",), "See also"),
    NoteKind("abstract", "NOTE", (), "Abstract"),
    NoteKind("summary", "NOTE", (), "Summary"),
    NoteKind("tldr", "NOTE", (), "TL;DR"),
    NoteKind("todo", "NOTE", (), "Todo"),
    NoteKind("test", "NOTE", (), "Test"),
    NoteKind("example", "NOTE", (), "Example"),
    NoteKind("quote", "NOTE", (), "Quote"),
    NoteKind("tip", "TIP", ("tips",)),
    NoteKind("hint", "TIP"),
    NoteKind("success", "TIP", (), "Success"),
    NoteKind("check", "TIP"),
    NoteKind("done", "TIP"),
    NoteKind("important", "IMPORTANT"),
    NoteKind("warning", "WARNING", ("warn", "danger")),
    NoteKind("warn", "WARNING", ("warning",)),
    NoteKind("attention", "WARNING"),
    NoteKind("question", "WARNING", (), "Question"),
    NoteKind("help", "WARNING"),
    NoteKind("faq", "WARNING"),
    NoteKind("deprecated", "WARNING", (), "Deprecated"),
    NoteKind("caution", "CAUTION"),
    NoteKind("danger", "CAUTION", ("warning", "caution")),
    NoteKind("error", "CAUTION"),
    NoteKind("failure", "CAUTION", (), "Failure"),
    NoteKind("fail", "CAUTION", (), "Failure"),
    NoteKind("missing", "CAUTION"),
    NoteKind("bug", "CAUTION", (), "Bug"),
)

PREFIXES = (
    "theme-admonition-", "starlight-aside--", "markdown-alert-", "alert-", "callout-", "callout_", "admonition-",
    "rst-admonition-", "rst-",
    "blockquote-tag-", "confluence-information-macro-", "book-hint-", "admonish-", "hint-", "nextra-callout-",
    "tsd-alert-", "notice--",
)  # fmt: skip
"""What generators put before the kind in a class."""

ALIASES = {
    "primary": "note",  # Bootstrap's colours, as Docsy and others use them
    "secondary": "note",
    "light": "note",
    "okay": "success",  # ReadMe
}

TITLE_CLASSES = frozenset({
    "admonition-title", "custom-block-title", "markdown-alert-title", "starlight-aside__title", "alert-heading",
    "callout-heading", "callout-title", "title", "topic-title", "sidebar-title", "note-title", "admonition-heading",
    "blockquote-tag-title", "heading", "callout-header", "tsd-alert-title",
    "hint-container-title", "gdoc-hint__title", "rst-admonition-title",
})  # fmt: skip
"""Classes of the element that holds a note's title."""

HINT_COLOURS = {
    f"bg-{kind}{shade}": kind for kind in ("info", "success", "warning", "danger") for shade in ("", "-subtle")
}
"""GitBook: the colour behind a ``hint`` is all that tells its kind."""

CALLOUT_COLOURS = {
    "green": "tip", "blue": "info", "yellow": "warning", "red": "error", "purple": "important",
}  # fmt: skip
"""Nextra: the colour behind a ``nextra-callout`` is all that tells its kind."""

KIND_ATTRIBUTE = "data-callout-type"
"""Mintlify says the kind here."""

TITLE_STARTS = ("admonitionheading",)
"""Docusaurus, whose class names end in a hash."""
