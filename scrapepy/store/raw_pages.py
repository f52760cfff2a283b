"""Rows read from the pages of an SQLite file without SQLite: for a file whose schema, or whose head, is damaged.

Each page says what it is, so the leaves of tables are found without the tree above them
(https://sqlite.org/fileformat2.html, sections 1.6 and 2.1). Which table a row is of is told by its number of columns.
Pages that are free may hold rows of yesterday: what is read here is to be looked at before it is believed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TABLE_LEAF = 0x0D
_HEAD = 100
_USUAL_SIZE = 4096
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class RawPages:
    """The table rows of a file, by number of columns and rowid."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        self._size = self._page_size()
        self._cells: dict[int, dict[int, list[int]]] = {}
        for offset in self._leaf_cells():
            try:
                rowid, count = self._look(offset)
            except (IndexError, ValueError, struct.error):
                continue
            self._cells.setdefault(count, {}).setdefault(rowid, []).append(offset)

    def rowids(self, columns: int) -> list[int]:
        """The rowids of rows with so many columns."""
        return sorted(self._cells.get(columns, {}))

    def rows(self, columns: int, rowid: int) -> Iterator[list[Any]]:
        """The readable rows of that number: more than one where an old page still holds what it was."""
        for offset in self._cells.get(columns, {}).get(rowid, []):
            try:
                yield self._values(offset)
            except (IndexError, ValueError, struct.error):
                continue

    # the parts -----------------------------------------------------------------------------------------------------

    def _page_size(self) -> int:
        said = int.from_bytes(self._data[16:18], "big")
        return said if said in (512, 1024, 2048, 4096, 8192, 16384, 32768) else _USUAL_SIZE

    def _leaf_cells(self) -> Iterator[int]:
        """Where in the file the cells of table leaves stand."""
        size, data = self._size, self._data
        for page in range(0, len(data) - size + 1, size):
            head = page + (_HEAD if page == 0 else 0)
            if data[head] != _TABLE_LEAF:
                continue
            count = int.from_bytes(data[head + 3 : head + 5], "big")
            for number in range(min(count, size // 4)):
                place = head + 8 + 2 * number
                offset = int.from_bytes(data[place : place + 2], "big")
                if 8 <= offset < size:
                    yield page + offset

    def _look(self, offset: int) -> tuple[int, int]:
        """Rowid and number of columns of a cell."""
        length, offset = self._varint(offset)
        rowid, offset = self._varint(offset)
        head, start = self._varint(offset)
        if not 1 < head <= length <= len(self._data) or head > self._size:
            raise ValueError("no record")
        end, columns = offset + head, 0
        while start < end:
            _, start = self._varint(start)
            columns += 1
        if start != end:
            raise ValueError("no record")
        return rowid, columns

    def _values(self, offset: int) -> list[Any]:
        length, offset = self._varint(offset)
        _, offset = self._varint(offset)
        payload = self._payload(offset, length)
        head, place = _varint(payload, 0)
        types = []
        while place < head:
            kind, place = _varint(payload, place)
            types.append(kind)
        values = []
        for kind in types:
            value, place = _value(payload, place, kind)
            values.append(value)
        if place != len(payload):
            raise ValueError("no record")
        return values

    def _payload(self, offset: int, length: int) -> bytes:
        """A record, with what overflowed to other pages."""
        usable = self._size
        most, least = usable - 35, (usable - 12) * 32 // 255 - 23
        if length <= most:
            return self._data[offset : offset + length]
        local = least + (length - least) % (usable - 4)
        local = local if local <= most else least
        parts = [self._data[offset : offset + local]]
        following, left = int.from_bytes(self._data[offset + local : offset + local + 4], "big"), length - local
        while left > 0:
            start = (following - 1) * usable
            if not 0 < start < len(self._data):
                raise ValueError("the chain is broken")
            parts.append(self._data[start + 4 : start + 4 + min(left, usable - 4)])
            following, left = int.from_bytes(self._data[start : start + 4], "big"), left - (usable - 4)
        return b"".join(parts)

    def _varint(self, offset: int) -> tuple[int, int]:
        return _varint(self._data, offset)


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing stands."""
    value = 0
    for count in range(8):
        byte = data[offset + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + count + 1
    return value << 8 | data[offset + 8], offset + 9


def _value(data: bytes, offset: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, offset
    if kind in (8, 9):
        return kind - 8, offset
    if kind in _INTEGERS:
        end = offset + _INTEGERS[kind]
        return int.from_bytes(data[offset:end], "big", signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", data, offset)[0], offset + 8
    if kind < 12:
        raise ValueError("a type that is never written")
    end = offset + (kind - 12) // 2
    piece = data[offset:end]
    return (piece.decode("utf-8", "replace") if kind % 2 else piece), end
