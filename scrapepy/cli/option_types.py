"""What the values of options may look like."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrapepy.errors import StoreError

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic only since click 8.4

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:([kmgt])(i)?b?|b|bytes)?", re.IGNORECASE)
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A field name (RFC 9110, section 5.6.2)."""


class SizeType(_ParamType):
    """Bytes: ``100MB``, ``1MB``, ``512k``, ``2GiB``, ``1000``. Without the ``i`` a step is a thousand."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes; at least one."""
        if isinstance(value, int) and not isinstance(value, bool):
            size = value
        else:
            match = _SIZE.fullmatch(str(value).strip())
            if match is None:
                self.fail(f"{value!r} is no size; write it like 100MB, 1MB or 512k.", param, ctx)
            number, unit, binary = match.groups()
            size = int(float(number) * (1024 if binary else 1000) ** _POWERS[unit.lower()] if unit else float(number))
        if size < 1:
            self.fail("a size is at least one byte.", param, ctx)
        return size


class SecondsType(_ParamType):
    """A finite number of seconds, not negative (or, with ``positive``, above zero)."""

    name = "seconds"

    def __init__(self, *, positive: bool = False) -> None:
        self.positive = positive

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds; ``nan`` and ``inf`` are no lengths of time."""
        try:
            seconds = float(value)
        except (TypeError, ValueError):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        if not math.isfinite(seconds) or seconds < 0 or (self.positive and seconds == 0):
            wanted = "more than zero" if self.positive else "zero or more"
            self.fail(f"{value!r} is no length of time: {wanted} is wanted.", param, ctx)
        return seconds


class HeaderType(_ParamType):
    """A request header, ``Name: value``."""

    name = "k:v"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Name and value. The message never shows the value, which may be a secret."""
        if isinstance(value, tuple):
            return value
        name, colon, content = str(value).partition(":")
        name, content = name.strip(), content.strip()
        if not colon or not _TOKEN.fullmatch(name):
            self.fail("a header is written as 'Name: value'.", param, ctx)
        if any(not character.isprintable() and character != "\t" for character in content):
            self.fail(f"the value of {name} holds a control character.", param, ctx)
        return name, content


class PathPrefixType(_ParamType):
    """The path below which pages are wanted: ``/docs`` or ``/docs/``."""

    name = "prefix"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The prefix, with its first slash."""
        text = str(value).strip()
        if "://" in text:
            self.fail(f"{text!r} is an address; write only its path, like /docs.", param, ctx)
        return text if text.startswith("/") else "/" + text


class LineType(_ParamType):
    """Text on one line, as a header value must be."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text without spaces at its ends."""
        text = str(value).strip()
        if not text.isprintable():
            self.fail("it holds a control character.", param, ctx)
        return text


class FolderType(_ParamType):
    """A folder, which need not exist yet. ``standing``: where it does it is looked at now, and a file is in the way."""

    name = "directory"

    def __init__(self, *, standing: bool = False) -> None:
        self.standing = standing

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. A file in its place is the disk's fault, not one of usage: ``StoreError``."""
        text = os.fspath(value)
        if not text.strip():
            self.fail("a folder is wanted, and the name is empty.", param, ctx)
        if self.standing and os.path.isfile(text):
            raise StoreError(f"{text} is a file; a folder must stand there")
        return Path(text)


SIZE = SizeType()
SECONDS = SecondsType()
SECONDS_ABOVE_ZERO = SecondsType(positive=True)
HEADER = HeaderType()
PATH_PREFIX = PathPrefixType()
LINE = LineType()
FOLDER = FolderType()
STANDING_FOLDER = FolderType(standing=True)
