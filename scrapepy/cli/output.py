"""Writing to standard output and standard error."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TextIO

from scrapepy.cli.terminal import printable
from scrapepy.errors import StoreError


def prepare_streams() -> None:
    """Let nothing that is printed fail for its form: a terminal that is not UTF-8 shows an escape instead.

    A stream that the caller has closed (``2>&-``) goes nowhere, and so that no file of ours comes to stand in its
    place, its descriptor is taken.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _occupy(number)
            mode = "r" if number == 0 else "w"
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (stands in until the end)
            setattr(sys, name, stream)
            if number == 1:
                _closed.add(id(stream))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


_closed: set[int] = set()
"""The stream that stands in for a standard output that the caller has closed."""


def _occupy(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor != number:
            os.dup2(descriptor, number)
            os.close(descriptor)


def say(text: str) -> None:
    """Write a line of the result to standard output. Raises ``StoreError`` where it cannot be written."""
    _write(text + "\n")


def say_bytes(data: bytes) -> None:
    """Write a document to standard output as it is, whatever the terminal's encoding; raises like :func:`say`."""
    _refuse_closed()
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
    except OSError as error:
        raise _no_output(error) from error


def say_json(value: object) -> None:
    """Write one JSON document, in ASCII, so that no terminal and no pipe can spoil it; raises like :func:`say`."""
    _refuse_closed()
    _write(json.dumps(plain(value), indent=2) + "\n")


def complain(sentence: str) -> None:
    """Write one sentence to standard error."""
    remark(f"scrapepy: {printable(sentence)}")


def remark(line: str) -> None:
    """Write a line that is no error to standard error; where that cannot be written, nobody can be told so."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _redirect(sys.stderr)


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
    except OSError as error:
        raise _no_output(error) from error


def _refuse_closed() -> None:
    if id(sys.stdout) in _closed:
        raise StoreError("cannot write standard output: it is closed")


def _no_output(error: OSError) -> StoreError:
    from scrapepy.store.failures import store_error  # here, since it loads SQLite

    close_stdout()
    return store_error(error, "standard output")


def close_stdout() -> None:
    """After ``| head`` has gone: what is still written goes nowhere, and the exit status stays the command's own."""
    _redirect(sys.stdout)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it stands in for the stream until the end)


def _redirect(stream: TextIO) -> None:
    """What the stream still holds goes nowhere when it is closed, instead of failing once more."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, stream.fileno())
        os.close(descriptor)
