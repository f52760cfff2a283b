"""What a file may not be called, and which file extensions mean the same.

Names are made the same on every system, so that a mirror can be copied to any other.
"""

from __future__ import annotations

from dataclasses import dataclass

FORBIDDEN_CHARACTERS = '<>:"/\\|?*'
"""Windows refuses these in names (learn.microsoft.com, "Naming Files, Paths, and Namespaces"); ``/`` nobody can
have."""

UNREADABLE_CHARACTERS = (
    "\x00-\x1f\x7f-\x9f"  # control characters: forbidden on Windows, and terminal codes elsewhere
    "\u2028\u2029"  # line and paragraph separator
    "\u061c\u202a-\u202e\u2066-\u2069"  # they turn the direction of writing, so that a name can look like another
    "\ufeff"  # byte order mark
    "\ud800-\udfff"  # surrogates have no UTF-8
    "\ufdd0-\ufdef\ufffe\uffff"  # noncharacters, which are also our slot marks
)
"""Inside of a regular expression's ``[…]``: characters that are never written into a name."""


@dataclass(frozen=True, slots=True)
class ReservedName:
    """Names that mean something else than a file of the site.

    ``names`` are compared without regard to case. ``bare`` says that only the whole name counts; otherwise what stands
    before the first dot counts (``nul.html`` is the null device still). ``top_only``: only directly in the site's
    folder.
    """

    id: str
    names: tuple[str, ...]
    why: str
    bare: bool = True
    top_only: bool = False


RESERVED_NAMES: tuple[ReservedName, ...] = (
    ReservedName(
        "windows-device",
        (
            *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
            *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789\u00b9\u00b2\u00b3"),
        ),
        "devices of Windows, whatever extension follows; superscript 1 to 3 count as digits there",
        bare=False,
    ),
    ReservedName("own-folders", ("_external", ".scrapepy"), "the mirror keeps other things there", top_only=True),
    ReservedName("git", (".git",), "git would obey a config that a server has written"),
    ReservedName(
        "editor-settings",
        (".obsidian", ".vscode", ".idea"),
        "editors obey what stands in these folders, and a mirror is opened in editors",
    ),
    ReservedName("desktop-settings", ("desktop.ini", "autorun.inf"), "Windows obeys these files"),
)

EXTENSION_FAMILIES: tuple[frozenset[str], ...] = (
    frozenset({".html", ".htm"}),
    frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".pjpeg"}),
    frozenset({".js", ".mjs", ".cjs"}),
    frozenset({".tif", ".tiff"}),
    frozenset({".mpg", ".mpeg"}),
    frozenset({".mp4", ".m4v"}),
    frozenset({".ogg", ".oga", ".ogv", ".opus"}),
    frozenset({".mid", ".midi"}),
    frozenset({".yaml", ".yml"}),
    frozenset({".md", ".markdown"}),
    frozenset({".gz", ".tgz"}),
    frozenset({".json", ".webmanifest"}),
    frozenset({".xml", ".rss", ".atom", ".rdf", ".xsl"}),
    frozenset({".txt", ".text", ".asc", ".log", ".rst", ".csv", ".md"}),
)
"""Extensions that open the same kind of file: a name that ends in one needs none of the others.

``.xhtml`` and ``.shtml`` are no kin of ``.html``: what is saved is HTML, and from disk a browser reads ``.xhtml`` as
XML and ``.shtml`` not at all.
"""
