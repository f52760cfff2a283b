"""Writing to standard output and standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from scrapepy.cli.terminal import printable


def prepare_streams() -> None:
    """Let no character be unprintable: a terminal that is not UTF-8 shows an escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """Write a line of the result to standard output."""
    _write(text + "\n")


def say_bytes(data: bytes) -> None:
    """Write a document to standard output as it is, whatever the terminal's encoding."""
    try:
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:  # a notebook, or a test that captures text
            sys.stdout.write(data.decode("utf-8", "replace"))
        else:
            buffer.write(data)
            buffer.flush()
    except BrokenPipeError:
        close_stdout()


def say_json(value: object) -> None:
    """Write one JSON document, in ASCII, so that no terminal and no pipe can spoil it."""
    _write(json.dumps(plain(value), indent=2) + "\n")


def complain(sentence: str) -> None:
    """Write one sentence to standard error."""
    print(f"scrapepy: {printable(sentence)}", file=sys.stderr)


def remark(line: str) -> None:
    """Write a line that is no error to standard error."""
    print(line, file=sys.stderr)


def plain(value: object) -> Any:
    """Dataclasses, enums and tuples as what JSON knows."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        close_stdout()


def close_stdout() -> None:
    """After ``| head`` has gone: what is still written goes nowhere, and the exit status stays the command's own."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it stands in for the stream until the end)
