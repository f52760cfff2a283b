"""From the path of an address to a file: nothing outside the folder, nothing through a link, nothing of the state."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from scrapepy.store.layout import STATE_FOLDER

_TYPES = {
    ".css": "text/css",
    ".htm": "text/html",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/plain",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".xhtml": "text/html",  # as saved: HTML, whatever it came as
}
"""What the system's own table may have otherwise, or not at all."""
_IN_UTF8 = ("text/", "application/json", "image/svg+xml")


def file_at(root: Path, path: str) -> Path | None:
    """The file below ``root`` that a decoded path names; ``None`` where there is none that may be shown.

    ``..``, backslashes, NULs, drive letters, hidden ways out by symbolic links: all of them are no file.
    """
    parts = path.split("/")
    for part in parts:
        if part in ("", ".", "..") or "\\" in part or "\0" in part or part.casefold() == STATE_FOLDER:
            return None
        if len(part) > 1 and part[1] == ":":
            return None
    try:
        real = root.resolve(strict=True)
        found = root.joinpath(*parts)
        if not found.is_file() or found.resolve(strict=True) != real.joinpath(*parts):
            return None
    except (OSError, ValueError):
        return None
    return found


def media_type(path: str) -> str:
    """By the ending, since every saved name ends in that of what it holds; text is UTF-8, as it was saved.

    >>> media_type("a/b.HTML"), media_type("a/b.unknown")
    ('text/html; charset=utf-8', 'application/octet-stream')
    """
    ending = "." + path.rpartition("/")[2].rpartition(".")[2].lower()
    known = _TYPES.get(ending) or mimetypes.guess_type("x" + ending)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith(_IN_UTF8) else known
