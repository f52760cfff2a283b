"""The documents that an API description is spread over, and where its ``$ref`` lead.

A reference is followed within its document (RFC 6901) and to files that the caller has (RFC 3986); nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin

from scrapepy.convert.openapi.load import NoDocumentError, load

Library = Callable[[str], bytes | None]
"""The body at an absolute address, None where it is not had."""

_LONGEST_CHAIN = 40
_MOST_DOCUMENTS = 2000
_BESIDE = ("description", "summary")
"""What may stand beside a ``$ref`` and wins over what it leads to (OpenAPI 3.1, "Reference Object")."""


class Spot(NamedTuple):
    """A value of a document, and which document that is."""

    value: Any
    address: str

    def get(self, key: str) -> Spot:
        """What a mapping holds there; a spot of None where it holds nothing, or is no mapping."""
        return Spot(self.value.get(key) if isinstance(self.value, Mapping) else None, self.address)

    def text(self, key: str) -> str:
        """A text, or a number as text; ``""`` for anything else."""
        value = self.get(key).value
        if isinstance(value, str):
            return value
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""

    def items(self) -> list[tuple[str, Spot]]:
        """The entries of a mapping in their order."""
        if not isinstance(self.value, Mapping):
            return []
        return [(str(key), Spot(value, self.address)) for key, value in self.value.items()]

    def list(self) -> list[Spot]:
        """The items of a list."""
        return [Spot(value, self.address) for value in self.value] if isinstance(self.value, list) else []

    def __bool__(self) -> bool:
        return bool(self.value)


@dataclass(frozen=True, slots=True)
class Followed:
    """What a reference leads to in the end. ``key`` tells it from all others; ``""`` for a value that was in place."""

    spot: Spot
    key: str = ""
    name: str = ""
    """What the last reference calls it."""
    missing: bool = False


class Documents:
    """Documents by address, each read once."""

    def __init__(self, library: Library | None = None) -> None:
        self._library = library
        self._known: dict[str, Any] = {}

    def give(self, address: str, document: Any) -> None:
        """A document that is known without asking the library."""
        self._known[address] = document

    def at(self, address: str) -> Any:
        """The document at an address; None where it is not had, or is none."""
        if address in self._known:
            return self._known[address]
        body = self._library(address) if self._library is not None and len(self._known) < _MOST_DOCUMENTS else None
        try:
            value = load(body) if body is not None else None
        except NoDocumentError:
            value = None
        self._known[address] = value
        return value

    def follow(self, spot: Spot) -> Followed:
        """Follow a ``$ref``, and those that it leads to. A circle of references, or one to nothing, is missing."""
        key = name = ""
        beside: dict[str, Any] = {}
        seen: set[str] = set()
        for _ in range(_LONGEST_CHAIN):
            reference = spot.value.get("$ref") if isinstance(spot.value, Mapping) else None
            if not isinstance(reference, str):
                if beside and isinstance(spot.value, Mapping):
                    spot = Spot({**spot.value, **beside}, spot.address)
                return Followed(spot, key, name)
            for one in _BESIDE:
                if isinstance(spot.value.get(one), str):
                    beside.setdefault(one, spot.value[one])
            file, _, fragment = reference.partition("#")
            address = urljoin(spot.address, file) if file else spot.address
            name = _name_of(file, fragment)
            key = f"{address}#{unquote(fragment)}"
            if key in seen:
                break
            seen.add(key)
            found, value = _pointed(self.at(address), unquote(fragment))
            if not found:
                break
            spot = Spot(value, address)
        return Followed(Spot(None, spot.address), key, name, missing=True)


def _name_of(file: str, fragment: str) -> str:
    """What a reference calls its target: the last part of the pointer, else the file's name without ending."""
    last = unquote(fragment).rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    if last:
        return last
    name = file.rpartition("/")[2]
    return name.partition(".")[0] or name


def _pointed(value: Any, pointer: str) -> tuple[bool, Any]:
    """What a JSON pointer means, and whether there is anything."""
    if value is None:
        return False, None
    if pointer and not pointer.startswith("/"):
        return _anchored(value, pointer)
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isascii() and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return False, None
    return True, value


def _anchored(value: Any, name: str) -> tuple[bool, Any]:
    """A schema with this ``$anchor`` among the named ones; old documents name a definition without its path."""
    if not isinstance(value, Mapping):
        return False, None
    components = value.get("components")
    schemas = components.get("schemas") if isinstance(components, Mapping) else value.get("definitions")
    if isinstance(schemas, Mapping):
        for key, schema in schemas.items():
            if key == name or (isinstance(schema, Mapping) and schema.get("$anchor") == name):
                return True, schema
    return False, None
