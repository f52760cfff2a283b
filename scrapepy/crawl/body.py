"""Take a body in: undo its coding, hold the limits, and keep large ones out of memory."""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import IO

from scrapepy.crawl.decompress import (
    BrokenEncodingError,
    Inflater,
    UnknownEncodingError,
    codings,
    looks_like,
    looks_like_text,
)
from scrapepy.errors import reason_of
from scrapepy.model.options import MEBIBYTE

IN_MEMORY = MEBIBYTE
"""Bytes of a decoded body above which it goes to a file."""
_HEAD = 5  # bytes needed to tell a coding
_HARMLESS = ("identity", "none")
_TEXT_HEAD = 64  # and those to tell a text from what is compressed
_LONGEST_HEAD = 256  # as far as it is looked at


class TooLargeError(Exception):
    """The body passed the limit as it came."""


class BombError(Exception):
    """The body passed the limit when it was decoded."""


class CutShortError(Exception):
    """A compressed body that ended before its stream did."""


class SpoolError(Exception):
    """The temporary file could not be written; the message is why."""


class Body:
    """A body on its way in: :meth:`feed` with what comes, then :meth:`finish`, or :meth:`discard`.

    ``limit`` is the most bytes it may have, before and after decoding; ``is_text`` that its type is one of text, which
    is taken as it is where it only claims a coding, and only if it reads as a text. Memory is bounded by IN_MEMORY and
    one piece.
    """

    def __init__(self, encoding: str, limit: int, spool_dir: str, *, is_text: bool = False) -> None:
        self._is_text = is_text
        self._unknown: UnknownEncodingError | None = None
        try:
            self._codings = codings(encoding) if encoding else ()
        except UnknownEncodingError as error:
            if not is_text:
                raise
            self._codings, self._unknown = ("",), error
        self._limit = limit
        self._spool_dir = spool_dir
        self._inflaters: list[Inflater] | None = None if self._codings else []
        self._waiting = b""
        self._parts: list[bytes] = []
        self._raw: list[bytes] = []
        self._raw_kept = len(self._codings) == 1 and self._codings[0] != "deflate"
        self._file: IO[bytes] | None = None
        self._path = ""
        self.wire = 0
        """Bytes that came."""
        self.size = 0
        """Bytes after decoding."""
        self.note = ""
        if encoding and not self._codings and encoding.strip().lower() not in _HARMLESS:
            self.note = f"Content-Encoding: {encoding} is no coding"

    def feed(self, data: bytes) -> None:
        """Take the next bytes as they came. Raises TooLargeError, BombError, BrokenEncodingError, SpoolError."""
        self.wire += len(data)
        if self.wire > self._limit:
            raise TooLargeError(f"more than {self._limit:,} bytes")
        if self._inflaters is None:
            data = self._waiting + data
            if len(data) < (_TEXT_HEAD if self._is_text else _HEAD):
                self._waiting = data
                return
            self._begin(data)
        elif not self._inflaters:
            self._store(data)
            return
        self._decode(data)

    def _begin(self, head: bytes) -> None:
        """Look at the first bytes, which are believed more than the header."""
        self._waiting = b""
        if self._unknown is not None:
            if not looks_like_text(head[:_LONGEST_HEAD]):
                raise self._unknown
            self._inflaters = []
            self._raw_kept = False
            self.note = f"plain text although it says {self._unknown}"
        elif looks_like(self._codings[-1], head):
            # With two codings the inner one is taken at its word: servers that compress twice do so.
            self._inflaters = [Inflater(head)]
        else:
            if self._is_text and not looks_like_text(head[:_LONGEST_HEAD]):
                raise BrokenEncodingError(f"not {self._codings[-1]} although it says so, and no text")
            self._inflaters = []
            self._raw_kept = False
            self.note = f"not {self._codings[-1]} although it says so"

    def _decode(self, data: bytes) -> None:
        assert self._inflaters is not None
        if not self._inflaters:
            self._store(data)
            return
        if self._raw_kept:
            self._raw.append(data)
        for piece in self._inflaters[0].feed(data):
            if len(self._codings) == 1:
                self._store(piece)
                continue
            if len(self._inflaters) == 1:
                if not looks_like(self._codings[0], piece):
                    self._codings = self._codings[1:]
                    self._store(piece)
                    continue
                self._inflaters.append(Inflater(piece))
            for inner in self._inflaters[1].feed(piece):
                self._store(inner)

    def _store(self, piece: bytes) -> None:
        self.size += len(piece)
        if self.size > self._limit:
            raise BombError(f"more than {self._limit:,} bytes")
        try:
            if self._file is None:
                self._parts.append(piece)
                if self.size > IN_MEMORY:
                    self._spill()
            else:
                self._file.write(piece)
        except OSError as error:
            raise SpoolError(reason_of(error)) from None

    def _spill(self) -> None:
        descriptor, self._path = tempfile.mkstemp(dir=self._spool_dir, prefix="body-")
        self._file = os.fdopen(descriptor, "wb")
        self._file.writelines(self._parts)
        self._parts.clear()
        self._raw.clear()
        self._raw_kept = False

    def finish(self) -> tuple[bytes, str | None, bytes | None]:
        """The decoded body, or the path of its file, and the gzip stream it came as if that is worth keeping.

        Raises CutShortError where the compressed stream did not end, and what :meth:`feed` raises.
        """
        if self._waiting:
            head = self._waiting
            self._begin(head)
            self._decode(head)
        for inflater in self._inflaters or ():
            if not inflater.ended:
                raise CutShortError("the compressed body has no end")
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                raise SpoolError(reason_of(error)) from None
            return b"", self._path, None
        gzipped = None
        if self._raw_kept and self._inflaters and self._inflaters[0].single:
            gzipped = b"".join(self._raw)
        return b"".join(self._parts), None, gzipped

    def discard(self) -> None:
        """Drop what came, the file too."""
        self._parts.clear()
        self._raw.clear()
        if self._file is not None:
            self._file.close()
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._path)
            self._file = None
