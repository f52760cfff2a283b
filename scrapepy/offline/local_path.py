"""Where each resource stands in the site's folder (SPEC 2): one path for a URL, for ever.

Names are given in the byte order of the URLs and the first keeps the plain name, so that the same set of URLs has the
same names wherever and in whatever order it was gathered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.offline.file_name import (
    allowed_name,
    decoded,
    folded,
    is_long,
    split_extension,
    with_hash,
    without_unsafe,
)
from scrapepy.web.canonical import origin, path_and_query, site_name

PATH_BYTES = 900
"""The longest path below the site's folder, in bytes: macOS takes 1,024 in all, and the folder itself needs some."""

EXTERNAL = "_external"

_PAGES = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class Nameable:
    """A resource that needs a name: ``extension`` is that of what it holds (``.html``), empty if that is not known.

    ``external``: it was fetched from another host and stands below ``_external/<host>/``.
    """

    url: CanonicalUrl
    extension: str
    external: bool = False


class Ground(Protocol):
    """What stands where the files are to go."""

    def is_taken(self, url: CanonicalUrl, path: LocalPath) -> bool:
        """True if something stands at ``path``, or where its Markdown copy would, that is no copy of ``url``."""

    def is_blocked(self, folder: str) -> bool:
        """True if something stands at ``folder`` that is no folder."""


def name_all(
    resources: Iterable[Nameable], taken: Mapping[CanonicalUrl, LocalPath], ground: Ground | None = None
) -> dict[CanonicalUrl, LocalPath]:
    """A path for each of ``resources``; those that stand in ``taken`` keep theirs, and no other gets one of them, nor
    one that is taken on the ``ground``.

    No two paths are equal, not even ignoring case and Unicode form; none is the folder of another, nor would the
    Markdown copies clash; every name is allowed on Windows; none leaves the site's folder or enters ``.scrapepy``.
    """
    book = _Book(ground)
    for path in taken.values():
        book.claim(path)
    named: dict[CanonicalUrl, LocalPath] = {}
    for resource in sorted(resources, key=lambda resource: resource.url.encode()):
        if resource.url not in named:
            named[resource.url] = taken.get(resource.url) or book.place(resource)
    return named


def markdown_path(path: LocalPath) -> LocalPath:
    """The path of a page's Markdown copy: ``.md`` for ``.html``, and behind any other extension.

    >>> markdown_path(LocalPath("guide/index.html")), markdown_path(LocalPath("manual.pdf"))
    ('guide/index.md', 'manual.pdf.md')
    """
    lowered = path[-5:].lower()
    for extension in _PAGES:
        if lowered.endswith(extension):
            return LocalPath(path[: -len(extension)] + ".md")
    return LocalPath(path + ".md")


def beside(path: LocalPath, url: CanonicalUrl, salt: int) -> LocalPath:
    """The path of a page's Markdown copy where its own name is somebody else's; ``salt`` tells the first from others.

    >>> beside(LocalPath("guide/intro.md"), CanonicalUrl("http://docs.test/guide/intro"), 0)
    'guide/intro-6c6b8bb8.md'
    """
    folder, slash, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    return LocalPath(f"{folder}{slash}{with_hash(stem, dot + extension, _salted(url + ' md', salt))}")


@dataclass(slots=True)
class _Book:
    """The folded paths of all files (Markdown copies too) and of all folders so far."""

    ground: Ground | None
    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)

    def claim(self, path: LocalPath) -> None:
        self.files.update(_keys(path))
        key = folded(path)
        cut = key.rfind("/")
        while cut >= 0 and key[:cut] not in self.folders:
            self.folders.add(key[:cut])
            cut = key.rfind("/", 0, cut)

    def place(self, resource: Nameable) -> LocalPath:
        raw, _, query = path_and_query(resource.url).partition("?")
        parts = raw.split("/")[1:]
        above = [EXTERNAL, _host_folder(resource.url)] if resource.external else []
        folder = self._folder(above, parts[:-1], origin(resource.url))
        stem, extension = _stem_and_extension(decoded(parts[-1]) or "index", query, "?" in resource.url, resource)
        plain = allowed_name(stem + extension, top=not folder)
        if is_long(plain):
            plain = allowed_name(with_hash(stem, extension, resource.url))
        name, salt = plain, count()
        while not self._is_free(folder + name, resource.url):
            name = allowed_name(with_hash(stem, extension, _salted(resource.url, next(salt))))
        path = LocalPath(folder + name)
        self.claim(path)
        return path

    def _folder(self, above: list[str], parts: list[str], prefix: str) -> str:
        """The path of the folders, with a slash at its end unless it is the site's folder itself."""
        path = "".join(f"{name}/" for name in above)
        room = PATH_BYTES - 300  # the rest is for the file's own name and for hashes
        for position, part in enumerate(parts):
            prefix = f"{prefix}/{part}"
            name = allowed_name(without_unsafe(decoded(part)), top=not path)
            if is_long(name):
                name = with_hash(name, "", prefix)
            if len((path + name).encode()) > room:  # too deep: one folder stands for all that follow
                name = with_hash("_", "", "/".join((prefix, *parts[position + 1 :])))
                return self._unblocked(path, name, prefix) + "/"
            path = self._unblocked(path, name, prefix) + "/"
        return path

    def _unblocked(self, above: str, name: str, prefix: str) -> str:
        """The folder ``above + name``, or another name where a file has it; the same for all that stands below
        ``prefix``."""
        path, salt = above + name, count()
        while folded(path) in self.files or self._is_blocked(path):
            path = above + with_hash(name, "", _salted(prefix + "/", next(salt)))
        return path

    def _is_blocked(self, folder: str) -> bool:
        return self.ground is not None and folded(folder) not in self.folders and self.ground.is_blocked(folder)

    def _is_free(self, path: str, url: CanonicalUrl) -> bool:
        if any(key in self.files or key in self.folders for key in _keys(path)):
            return False
        return self.ground is None or not self.ground.is_taken(url, LocalPath(path))


def _keys(path: str) -> tuple[str, ...]:
    key = folded(path)
    if key.endswith(".pdf"):  # and the folder of its images, see mirroring.pdfs
        return (key, folded(markdown_path(LocalPath(path))), f"{key}.images")
    return (key, folded(markdown_path(LocalPath(path)))) if key.endswith(_PAGES) else (key,)


def _stem_and_extension(last: str, query: str, has_query: bool, resource: Nameable) -> tuple[str, str]:
    stem, extension, _ = split_extension(last, resource.extension)
    if has_query:
        stem = f"{stem}@{decoded(query)}"
    return without_unsafe(stem), without_unsafe(extension)


def _host_folder(url: CanonicalUrl) -> str:
    name = site_name(url)
    return allowed_name(without_unsafe(name))


def _salted(identity: str, salt: int) -> str:
    return f"{identity}#{salt}" if salt else identity
