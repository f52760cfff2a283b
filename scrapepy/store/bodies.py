"""Where the bytes of answers wait.

What will be parsed and rewritten (pages, style sheets, scripts …) is small and kept for good: compressed, in the
database. What goes into the tree as it came (images, fonts, PDFs …) is written once, to a file below ``bodies/``, and
later renamed into its place: no byte is copied twice.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import zlib
from pathlib import Path

from scrapepy.model.analysis import BodyKind
from scrapepy.model.outcome import Fetched
from scrapepy.store.failures import store_error

INLINE_KINDS = frozenset(
    {
        BodyKind.HTML,
        BodyKind.CSS,
        BodyKind.SCRIPT,
        BodyKind.SITEMAP,
        BodyKind.FEED,
        BodyKind.XML,
        BodyKind.JSON,
        BodyKind.SVG,
        BodyKind.MANIFEST,
    }
)
INLINE_LIMIT = 4 * 1024 * 1024
"""Bytes above which a body is a file whatever it is: compressing it would hold up the requests."""

GZIP = "gzip"
FILE = "file"
TREE = "tree"
NONE = "none"
LOST = "lost"
"""The bytes are not there: to be fetched again, whatever the server says of changes."""

_GZIP_WINDOW = 31  # zlib's way to say: a gzip header, the largest window
_LEVEL = 1


class Bodies:
    """The files below ``folder``, and the packing of those that go into the database. ``root`` is the HTML tree."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.incoming = folder / "incoming"
        """Where a fetcher may put large bodies: from there they are renamed, not copied. Emptied at each start."""
        self._root = root
        self._shelves: set[Path] = set()

    def prepare(self) -> None:
        """Make the folders, and empty ``incoming``."""
        try:
            self.incoming.mkdir(parents=True, exist_ok=True)
            for left in self.incoming.iterdir():
                left.unlink()
        except OSError as error:
            raise store_error(error, self.incoming) from error

    def place(self, number: int) -> Path:
        """The file of body ``number``."""
        return self.folder / f"{number & 0xFF:02x}" / str(number)

    def keep_file(self, number: int, page: Fetched) -> None:
        """Make the body the file ``place(number)``; a half-written one has no record yet, and is written over."""
        place = self.place(number)
        try:
            if place.parent not in self._shelves:
                place.parent.mkdir(parents=True, exist_ok=True)
                self._shelves.add(place.parent)
            if page.file is None:
                with open(place, "wb", buffering=0) as file:
                    view = memoryview(page.body)
                    while view:
                        view = view[file.write(view) :]
            else:
                _move(page.file, place)
        except OSError as error:
            raise store_error(error, place) from error

    def discard(self, page: Fetched) -> None:
        """Remove the temporary file of a body that is not wanted."""
        if page.file is not None:
            with contextlib.suppress(OSError):
                os.unlink(page.file)

    def read(self, number: int, encoding: str, size: int, data: bytes | None, path: str | None) -> bytes | None:
        """The bytes of a body, None where they are gone or not what was recorded."""
        if encoding == NONE:
            return b""
        if encoding == GZIP:
            if data is None:
                return None
            try:
                body = zlib.decompress(data, _GZIP_WINDOW, size + 1)
            except zlib.error:
                return None
        else:
            file = self._file(number, encoding, path)
            if file is None:
                return None
            try:
                body = file.read_bytes()
            except OSError:
                return None
        return body if len(body) == size else None

    def is_there(self, number: int, encoding: str, size: int, path: str | None) -> bool:
        """True if the bytes can be had (a file is judged by its length)."""
        if encoding in (NONE, GZIP):
            return True
        file = self._file(number, encoding, path)
        try:
            return file is not None and file.stat().st_size == size
        except OSError:
            return False

    def sweep(self, wanted: set[int]) -> int:
        """Remove files that no record names any more; answers how many."""
        swept = 0
        with contextlib.suppress(OSError):
            for shelf in self.folder.iterdir():
                if shelf.name == self.incoming.name or not shelf.is_dir():
                    continue
                for file in shelf.iterdir():
                    if not file.name.isdecimal() or int(file.name) not in wanted:
                        file.unlink()
                        swept += 1
        return swept

    def _file(self, number: int, encoding: str, path: str | None) -> Path | None:
        if encoding == FILE:
            return self.place(number)
        return self._root / path if encoding == TREE and path else None


def encoding_for(kind: BodyKind, page: Fetched) -> str:
    """How the body of ``page`` is kept."""
    if page.file is None and not page.body:
        return NONE
    if kind in INLINE_KINDS and page.file is None and len(page.body) <= INLINE_LIMIT:
        return GZIP
    return FILE


def packed(page: Fetched) -> bytes:
    """The body as one gzip stream: as it came, where it came so."""
    if page.gzipped is not None:
        return page.gzipped
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP_WINDOW)
    return packer.compress(page.body) + packer.flush()


def is_body(data: bytes, digest: str, size: int) -> bool:
    """True if the gzip stream ``data`` holds ``size`` bytes whose SHA-256 is ``digest``."""
    try:
        body = zlib.decompress(data, _GZIP_WINDOW, size + 1)
    except zlib.error:
        return False
    return len(body) == size and hashlib.sha256(body).hexdigest() == digest


def digest_of(page: Fetched) -> tuple[str, int]:
    """SHA-256 of the decoded body as hex digits, and its length."""
    if page.file is None:
        return hashlib.sha256(page.body).hexdigest(), len(page.body)
    try:
        with open(page.file, "rb", buffering=0) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return digest, os.fstat(file.fileno()).st_size
    except OSError as error:
        raise store_error(error, page.file, "read") from error


def _move(source: str, target: Path) -> None:
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copyfile(source, target)
        os.unlink(source)
