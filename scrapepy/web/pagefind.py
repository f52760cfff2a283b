"""Pagefind, a search that a site loads piece by piece: which files it has, and where a script says that they are.

``pagefind.js`` reads ``pagefind-entry.json``, which names a file for each language (``pagefind.en_….pf_meta``); that
names the pieces of the index and a fragment for each page. All stand in one folder. Read from the format of version 1
(gzip, a signature, CBOR), of which only the names are wanted.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

from scrapepy.model.url import Role
from scrapepy.web.numbering import Numbering

SIGNATURE = b"pagefind_dcd"
_LARGEST = 64 * 1024 * 1024
_NAME = re.compile(r"[A-Za-z0-9_\-]{1,80}")
_BUNDLE = re.compile(
    r'baseUrl:"(?P<base>/[^"]{0,200})",bundlePath:"(?P=base)"\.replace\(/\\/\$/,""\)\+"/pagefind/"'
    r'|bundlePath:"(?P<whole>/[^"]{0,200}pagefind/)"'
)


def files_of_entry(body: bytes) -> list[str]:
    """The files beside ``pagefind-entry.json`` that it names; empty for another JSON.

    >>> files_of_entry(b'{"version": "1.4.0", "languages": {"en": {"hash": "en_98b56a", "wasm": "en"}}}')
    ['pagefind.en_98b56a.pf_meta', 'wasm.en.pagefind']
    """
    try:
        languages = json.loads(body)["languages"].values()
        names = []
        for language in languages:
            names.append(f"pagefind.{_checked(language['hash'])}.pf_meta")
            names.append(f"wasm.{_checked(language.get('wasm') or 'unknown')}.pagefind")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []
    return list(dict.fromkeys(names))


def files_of_meta(body: bytes) -> list[str]:
    """The files beside a ``.pf_meta`` that it names: a fragment for each page, the pieces of the index, filters."""
    try:
        unpacked = zlib.decompressobj(47).decompress(body, _LARGEST)
        if not unpacked.startswith(SIGNATURE):
            return []
        _, pages, pieces, filters, *_ = _Cbor(unpacked[len(SIGNATURE) :]).value()
        names = [f"fragment/{_checked(page[0])}.pf_fragment" for page in pages]
        names += [f"index/{_checked(piece[2])}.pf_index" for piece in pieces]
        names += [f"filter/{_checked(one[1])}.pf_filter" for one in filters]
    except (zlib.error, ValueError, TypeError, IndexError, KeyError, RecursionError):
        return []
    return list(dict.fromkeys(names))


class _Cbor:
    """Reads what Pagefind writes of CBOR (RFC 8949): numbers, texts, arrays and maps of known length."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def value(self) -> Any:
        """The next value. Raises ValueError, IndexError or RecursionError."""
        first = self._data[self._at]
        self._at += 1
        kind, size = first >> 5, first & 31
        if 24 <= size <= 27:
            size = int.from_bytes(self._take(1 << (size - 24)), "big")
        elif size > 27:
            raise ValueError("of unknown length")
        match kind:
            case 0:
                return size
            case 1:
                return -1 - size
            case 2 | 3:
                return self._take(size).decode("utf-8", "replace")
            case 4:
                return [self.value() for _ in range(size)]
            case 5:
                return [(self.value(), self.value()) for _ in range(size)]
            case _:
                return None  # true, false, null, and floats, whose bits were read as the size

    def _take(self, size: int) -> bytes:
        if size > len(self._data) - self._at:
            raise ValueError("cut short")
        self._at += size
        return self._data[self._at - size : self._at]


def number_bundle(text: str, numbering: Numbering) -> str:
    """A module's text in which the folders that it gives to Pagefind are told from its own place, with slots."""
    if "/pagefind/" not in text:
        return text

    def told(match: re.Match[str]) -> str:
        base = match.group("base")
        folder = f"{base.rstrip('/')}/pagefind/" if base is not None else match.group("whole")
        file = f'new URL("{numbering.slot(folder + "pagefind.js", Role.SCRIPT)}",import.meta.url)'
        bundle = f"bundlePath:{_folder('.', file, folder)}"
        return bundle if base is None else f"baseUrl:{_folder('..', file, base)},{bundle}"

    return _BUNDLE.sub(told, text)


def _folder(step: str, file: str, otherwise: str) -> str:
    return f'(()=>{{try{{return new URL("{step}",{file}).pathname}}catch{{return"{otherwise}"}}}})()'


def _checked(name: object) -> str:
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        raise ValueError("no name of Pagefind's")
    return name
