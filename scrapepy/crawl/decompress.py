"""Undo Content-Encoding (RFC 9110, section 8.4.1) in pieces of bounded size, so that no bomb can fill the memory."""

from __future__ import annotations

import codecs
import zlib
from collections.abc import Iterator

PIECE = 256 * 1024
"""No piece handed out is longer, whatever it was compressed to."""

_GZIP = ("gzip", "x-gzip")
_GZIP_MAGIC = b"\x1f\x8b"
_CODINGS = frozenset(
    {*_GZIP, "deflate", "compress", "x-compress", "br", "zstd", "dcb", "dcz", "exi", "pack200-gzip", "aes128gcm"}
    | {"bzip2", "x-bzip2", "lzma", "xz", "lz4", "snappy", "bzip", "x-bzip", "brotli", "x-zip", "zip"}
)  # the IANA register of content codings, and others that exist
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b") | {0x7F}
_EITHER = 47  # zlib.MAX_WBITS + 32: gzip or zlib by its first bytes
_RAW = -15  # deflate without the zlib frame, which some servers send under the name "deflate"


class UnknownEncodingError(Exception):
    """A coding that was not offered and cannot be undone."""


class BrokenEncodingError(Exception):
    """The bytes are not what the header said, noticed too late to take them as they are."""


def codings(header: str) -> tuple[str, ...]:
    """The codings of a ``Content-Encoding`` value in the order they were applied.

    Left out is ``identity``, and what is no coding at all but a charset or a slip (``utf-8``, ``none``). Raises
    UnknownEncodingError for those that are codings and cannot be undone, and for more than two on top of each other.
    """
    named = [name for part in header.lower().split(",") if (name := part.strip()) in _CODINGS]
    for name in named:
        if name not in (*_GZIP, "deflate"):
            raise UnknownEncodingError(f"Content-Encoding: {name}")
    if len(named) > 2:
        raise UnknownEncodingError(f"Content-Encoding: {header}")
    return tuple(named)


def looks_like_text(head: bytes) -> bool:
    """Whether bytes can be the start of a text: compressed ones hold control characters soon."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    return bool(head) and not _CONTROLS.intersection(head)


def looks_like(coding: str, head: bytes) -> bool:
    """Whether a body that starts with ``head`` (five bytes, or all of a shorter body) can be of that coding."""
    if coding in _GZIP or head[:2] == _GZIP_MAGIC:
        return head[:2] == _GZIP_MAGIC
    if _zlib_framed(head):
        return True
    # Raw deflate (RFC 1951, section 3.2.3): a stored block repeats its length inverted, type 3 does not exist, and the
    # other two types are told from text by what text starts with.
    kind = head[0] >> 1 & 3 if head else 3
    if kind == 0:
        return len(head) >= 5 and head[1] ^ head[3] == 0xFF and head[2] ^ head[4] == 0xFF
    return kind != 3 and head[:1] not in (b"<", b"{", b"[", b" ", b"\n", b"\r", b"\xef")


def _zlib_framed(head: bytes) -> bool:
    """Whether a body starts with a zlib header (RFC 1950, section 2.2): method 8, a multiple of 31."""
    return len(head) >= 2 and head[0] & 0x0F == 8 and (head[0] << 8 | head[1]) % 31 == 0


class Inflater:
    """One coding undone, piece by piece."""

    def __init__(self, head: bytes) -> None:
        self._bits = _EITHER if head[:2] == _GZIP_MAGIC or _zlib_framed(head) else _RAW
        self._machine = zlib.decompressobj(self._bits)
        self._held = b""
        self.ended = False
        """True after a complete stream: a body that ends before was cut short."""
        self.single = True
        """False once a second gzip stream or padding followed the first stream."""
        self._padding = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The decoded bytes in pieces of at most PIECE. Raises BrokenEncodingError."""
        try:
            while data:
                if self.ended:
                    # Several gzip streams may follow each other (RFC 1952, 2.2); anything else behind is padding.
                    self.single = False
                    data = self._held = self._held + data
                    if len(data) < 2 or self._padding:
                        return
                    self._held = b""
                    if not data.startswith(_GZIP_MAGIC):
                        self._padding = True
                        return
                    self._machine = zlib.decompressobj(self._bits)
                    self.ended = False
                piece = self._machine.decompress(data, PIECE)
                data = self._machine.unconsumed_tail
                if self._machine.eof:
                    self.ended = True
                    data = self._machine.unused_data
                if piece:
                    yield piece
            while not self.ended and (piece := self._machine.decompress(b"", PIECE)):
                self.ended = self._machine.eof
                yield piece
        except zlib.error as error:
            raise BrokenEncodingError(str(error)) from None
