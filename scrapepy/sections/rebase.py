"""Markdown that stands elsewhere than it was written for: its relative links lead to where they led before."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import quote

# What is no link, whatever it looks like, comes first: blocks of code up to their end, characters with a backslash,
# code spans, HTML whose text is code. Then what holds a target: tags, and the end of a link or image. The bodies are
# ours: no link by reference, no code by indentation, a bracket of the text has a backslash.
_TOKEN = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*(?P<fence>`{3,}|~{3,})[^\n]*\n"
    r"(?:.*?\n)??(?:[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|\\[^\n]"
    r"|(?<!`)(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)"
    r"|<!--.*?-->"
    r"|<(?P<code>pre|code|script|style)\b.*?</(?P=code)>"
    r"|<[a-z][^<>]*>"
    r"|(?P<tail>\]\()(?P<target><[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?=[ \t)])",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""(<[a-z][^<>]*?\s(?:href|src|poster)\s*=\s*)(["'])(.*?)\2""", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|/")


def rebased(body: str, path: str) -> str:
    """``body``, which was written for the file ``path``, for a file in the folder that the path starts from.

    A link to a place on its own page names that file, since the names of headings may repeat where several stand
    together.

    >>> rebased("[a](b.md) [c](../d.md#e) [f](#g) `[h](i.md)`", "docs/guide/start.md")
    '[a](docs/guide/b.md) [c](docs/d.md#e) [f](docs/guide/start.md#g) `[h](i.md)`'
    """
    own = quote(path)
    folder = posixpath.dirname(own)

    def target(written: str) -> str:
        if not written or _ABSOLUTE.match(written):
            return written
        place, mark, rest = written.partition("#")
        if not place:
            return own + mark + rest
        slash = "/" if place.endswith("/") else ""
        return posixpath.normpath(posixpath.join(folder, place)) + slash + mark + rest

    def token(match: re.Match[str]) -> str:
        if match["tail"]:
            written = match["target"]
            inside = written.startswith("<")
            return "](" + (f"<{target(written[1:-1])}>" if inside else target(written))
        if match[0].startswith("<") and not match[0].startswith("<!--"):
            return _ATTRIBUTE.sub(lambda found: found[1] + found[2] + target(found[3]) + found[2], match[0])
        return match[0]

    return _TOKEN.sub(token, body)
