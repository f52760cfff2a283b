"""YAML frontmatter read back: where the body of a Markdown file begins. Everything is text, dates too."""

from __future__ import annotations

import re
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _TextLoader(_Loader):  # type: ignore[misc]
    """PyYAML's loader for which dates are text."""


_TextLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:timestamp"]
    for first, rows in _Loader.yaml_implicit_resolvers.items()
}


def parse_frontmatter(text: str) -> tuple[dict[str, Any], str]:
    """The fields and the body of a Markdown file; no fields where it has no frontmatter, or none that can be read."""
    opening = _OPENING.match(text)
    if opening is None:
        return {}, text
    closing = _CLOSING.search(text, opening.end() - 1)
    if closing is None:
        return {}, text
    try:
        fields = yaml.load(text[opening.end() : closing.start() + 1], Loader=_TextLoader)
    except yaml.YAMLError:
        return {}, text
    if fields is None:
        fields = {}
    if not isinstance(fields, dict):
        return {}, text
    body = text[closing.end() :]
    return {str(key): value for key, value in fields.items()}, body.removeprefix("\r\n" if body[:1] == "\r" else "\n")


_OPENING = re.compile(r"\A\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
