"""The bytes of an OpenAPI document as plain values: JSON, else YAML of the JSON schema.

YAML is built from the parser's events and not by its constructor: scalars are read as YAML 1.2 does (``no`` is a word,
``2020-01-01`` a text), nesting is bounded, and an alias is the same value again, never a copy, so that a document of
nine lines cannot fill the memory ("billion laughs").
"""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

MOST_NESTING = 200
"""Levels of lists and mappings in a document."""
MOST_VALUES = 3_000_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = re.compile(r"(?:~|null|Null|NULL|)$")
_TRUE = re.compile(r"(?:true|True|TRUE)$")
_FALSE = re.compile(r"(?:false|False|FALSE)$")
_INTEGER = re.compile(r"[-+]?[0-9]{1,300}$")
_PADDED = re.compile(r"[-+]?0[0-9]")
"""A number with a zero before it is a code, a date, a telephone number."""
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")


class NoDocumentError(ValueError):
    """The bytes are no JSON and no YAML, or more nested than any document is; the message says which."""


def load(body: bytes) -> Any:
    """The value of a document. Raises :class:`NoDocumentError`."""
    text = body.decode("utf-8-sig", "replace")
    start = text.lstrip()[:1]
    if start in ("{", "["):
        try:
            return json.loads(text)
        except RecursionError as error:
            raise NoDocumentError("it is nested too deeply") from error
        except ValueError:
            pass  # YAML in braces
    if start == "<":
        raise NoDocumentError("it is markup")
    try:
        return _Builder().build(text)
    except yaml.YAMLError as error:
        raise NoDocumentError(str(error).partition("\n")[0]) from error


class _Builder:
    """Values from the events of a YAML parser, with no recursion."""

    def __init__(self) -> None:
        self._anchors: dict[str, Any] = {}
        self._stack: list[tuple[Any, list[Any]]] = []
        """Open collections, each with the key that waits for its value."""
        self._root: Any = None
        self._count = 0

    def build(self, text: str) -> Any:
        for event in yaml.parse(text, Loader=_LOADER):
            match event:
                case yaml.MappingStartEvent():
                    self._open({}, event.anchor)
                case yaml.SequenceStartEvent():
                    self._open([], event.anchor)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._put(self._stack.pop()[0])
                case yaml.ScalarEvent():
                    value = _scalar(event)
                    if event.anchor:
                        self._anchors[event.anchor] = value
                    self._put(value)
                case yaml.AliasEvent():
                    if event.anchor not in self._anchors:
                        raise NoDocumentError("it names an anchor that it does not have")
                    self._put(self._anchors[event.anchor])
                case yaml.DocumentEndEvent():
                    return self._root
                case _:
                    pass
        return self._root

    def _open(self, value: Any, anchor: str | None) -> None:
        if len(self._stack) >= MOST_NESTING:
            raise NoDocumentError("it is nested too deeply")
        if anchor:
            self._anchors[anchor] = value
        self._stack.append((value, []))

    def _put(self, value: Any) -> None:
        self._count += 1
        if self._count > MOST_VALUES:
            raise NoDocumentError("it is too large")
        if not self._stack:
            self._root = value
            return
        target, key = self._stack[-1]
        if isinstance(target, list):
            target.append(value)
        elif not key:
            key.append(value if isinstance(value, str) else _as_key(value))
        else:
            name = key.pop()
            if name == "<<":
                for other in value if isinstance(value, list) else [value]:
                    if isinstance(other, dict):
                        target.update((k, v) for k, v in list(other.items()) if k not in target)
            else:
                target[name] = value


def _as_key(value: Any) -> str:
    """JSON's keys are texts: ``200:`` is ``"200"``."""
    if isinstance(value, dict | list):
        raise NoDocumentError("a key of it is no text")
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _scalar(event: Any) -> Any:
    text: str = event.value
    if not event.implicit[0] or (event.tag is not None and event.tag.endswith(":str")):
        return text
    if _NULL.match(text):
        return None
    if _TRUE.match(text):
        return True
    if _FALSE.match(text):
        return False
    if _PADDED.match(text):
        return text
    if _INTEGER.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text
