"""What a page's Markdown is made of besides the page: bodies that the mirror has, or that stand beside a file."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from scrapepy.model.url import CanonicalUrl
from scrapepy.store.reading import Readings
from scrapepy.web.canonical import SiteIdentity, canonical

MOST_BYTES = 64 * 1024 * 1024
"""Of one body: larger ones are left alone."""


class Shelf:
    """The bodies of a mirror. Without a ``state`` it has none yet, and only remembers what is asked for."""

    def __init__(self, site: SiteIdentity | None, state: Readings | None) -> None:
        self._site = site
        self._state = state
        self._taken: dict[CanonicalUrl, str] = {}

    def __call__(self, address: str) -> bytes | None:
        """The latest copy of what is at an address; None where there is none."""
        url = canonical(address, self._site)
        if url is None:
            return None
        self._taken.setdefault(url, "")
        if self._state is None:
            return None
        where, digest = self._state.digest_of(url)
        body = self._state.body_of(where) if digest else None
        self._taken[url] = digest
        return body if body is None or len(body) <= MOST_BYTES else None

    @property
    def taken(self) -> tuple[tuple[CanonicalUrl, str], ...]:
        """What was asked for, with the SHA-256 of the copy (``""``: there was none)."""
        return tuple(self._taken.items())


class FileShelf:
    """Files of a folder. ``root`` is the address that the folder stands for, ``""`` where it has none.

    ``beside``: what is not below it is looked for in the folder itself, by its name.
    """

    def __init__(self, folder: Path, root: str, *, beside: bool = False) -> None:
        self._folder = folder.resolve()
        self._root = root
        self._beside = beside

    def __call__(self, address: str) -> bytes | None:
        """The file that an address means; None where there is none, or none of this folder."""
        parts = urlsplit(address)
        path = unquote(parts.path)
        if parts.scheme and self._root and address.startswith(self._root):
            names = [unquote(address[len(self._root) :].partition("?")[0].partition("#")[0])]
        else:
            names = [] if parts.scheme else [path.lstrip("/")]
        if self._beside:
            names.append(path.rpartition("/")[2])
        for name in names:
            try:
                file = (self._folder / name).resolve()
                if name and file.is_relative_to(self._folder) and file.is_file() and file.stat().st_size <= MOST_BYTES:
                    return file.read_bytes()
            except (OSError, ValueError, RuntimeError):
                continue
        return None
