"""YAML frontmatter: always valid, and read the same by readers of YAML 1.1 and of 1.2 (SPEC 6.8).

Written with PyYAML, whose C emitter is right about everything but two things that are mended here: it writes emoji as
escapes, and it leaves unquoted what only YAML 1.2 takes for a number. ``YYYY-MM-DD`` in a date field is written plain,
as editors want it for a date property; a moment with a time is quoted, since readers of YAML 1.1 would move it to UTC.
Read back by :mod:`scrapepy.web.frontmatter`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import yaml

from scrapepy.model.document import Metadata

Field = str | tuple[str, ...]

_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

KEYS = (
    "title",
    "source",
    "author",
    "published",
    "modified",
    "created",
    "description",
    "site",
    "language",
    "tags",
    "platform",
)
"""The fields in the order in which they are written."""

_DATES = frozenset({"published", "modified", "created"})
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNFIT = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]+"
    "|[\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff\U000e0000-\U000e001f\U0010fffe\U0010ffff]+"
)
"""Control characters, those that turn the direction of text, and what is no character: no field can hold them."""
_AMBIGUOUS = re.compile(
    r"[-+]?\.?[0-9][0-9_,.:]*(?:[eE][-+]?[0-9_]*)?|[-+]?0[xXoObB][0-9a-fA-F_]*|[-+]?\.(?:inf|nan)"
    r"|y|n|yes|no|on|off|true|false|null|~|=|<<|[0-9]{1,4}[-/][0-9]{1,2}.*",
    re.IGNORECASE,
)
"""What some reader of YAML 1.1 or 1.2 takes for something else than text."""
_PLAIN = re.compile(
    r"(?!(?:---|\.\.\.))[A-Za-z/](?:[A-Za-z0-9_/.,;()+*'\"!?$%&@=<>~|\[\]{}`^\\-]|:(?=[^\s])|(?<=[^\s]) (?=[^\s#]))*"
)
"""Letters first, then printable ASCII without what ends a plain scalar in block context (YAML 1.2, 7.3.3)."""
_ESCAPE = re.compile(r'\\\\|\\"|\\U([0-9A-F]{8})')


class _Quoted(str):
    """Text that is written in double quotes."""

    __slots__ = ()


class _FrontmatterDumper(_Dumper):  # type: ignore[misc]
    """PyYAML's dumper with :class:`_Quoted`."""


def _quoted(dumper: Any, value: _Quoted) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(value), style='"')


_FrontmatterDumper.add_representer(_Quoted, _quoted)


def with_frontmatter(metadata: Metadata, body: str) -> str:
    """``body`` under the fields of ``metadata`` that are known, after a blank line and with one line end at its end."""
    fields = fields_of(metadata)
    text = body.strip("\n")
    text = text + "\n" if text else ""
    if not fields:
        return text
    block = f"---\n{write_fields(fields)}---\n"
    return f"{block}\n{text}" if text else block


def fields_of(metadata: Metadata) -> dict[str, Field]:
    """What is known, in the order of :data:`KEYS`: on one line, without control characters; the empty is left out."""
    fields: dict[str, Field] = {}
    for key in KEYS:
        value = getattr(metadata, key)
        if not value:
            continue
        cleaned: Field = clean_field(value) if isinstance(value, str) else _clean_list(value)
        if cleaned:
            fields[key] = cleaned
    return fields


def clean_field(text: str) -> str:
    """``text`` on one line, without control characters (a title may hold terminal codes) and marks of direction.

    >>> clean_field("A\\x1b[31m title\\n of two lines")
    'A [31m title of two lines'
    """
    return " ".join(_UNFIT.sub(" ", text).split())


def write_fields(fields: Mapping[str, Field]) -> str:
    """Fields as YAML, one a line. Strings are taken as they are; see :func:`clean_field`."""
    return "".join(
        f"{key}: {value}\n" if isinstance(value, str) and _is_plain(key, value) else emitted({key: value})
        for key, value in fields.items()
    )


def _is_plain(key: str, value: str) -> bool:
    """True for what stands in YAML as it is, which is seen faster than written by the emitter."""
    if key in _DATES:
        return _DATE.fullmatch(value) is not None and _is_date(value)
    return _PLAIN.fullmatch(value) is not None and _AMBIGUOUS.fullmatch(value) is None


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def emitted(fields: Mapping[str, Field]) -> str:
    """Fields as PyYAML writes them, mended."""
    mapping = {key: _value(key, value) for key, value in fields.items()}
    written: str = yaml.dump(
        mapping, Dumper=_FrontmatterDumper, sort_keys=False, allow_unicode=True, width=10**9, default_flow_style=False
    )
    if "\\U" in written:
        written = "\n".join(_with_emoji(line) for line in written.split("\n"))
    return written


def _clean_list(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cleaned for value in values if (cleaned := clean_field(value))))


def _value(key: str, value: Field) -> object:
    if not isinstance(value, str):
        return [_text(item) for item in value]
    if key in _DATES and _DATE.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return _Quoted(value)
    return _text(value)


def _text(value: str) -> str:
    return _Quoted(value) if _AMBIGUOUS.fullmatch(value) else value


def _with_emoji(line: str) -> str:
    """A line whose value is in double quotes with its escaped characters beyond U+FFFF readable again."""
    if '"' not in line or not _IN_QUOTES.match(line):
        return line
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[0], line)


_IN_QUOTES = re.compile(r'(?:[a-z]+: |- )"')
