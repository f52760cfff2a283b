"""Names for what is new in the trees: none that something has which somebody else put there."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Container, Iterable, Mapping
from itertools import count
from pathlib import Path

from scrapepy.decide.classify import extension_for
from scrapepy.mirroring.pdf_images import image_folder
from scrapepy.mirroring.traces import created_in, saved_page
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.offline.file_name import folded
from scrapepy.offline.local_path import Nameable, beside, markdown_path, name_all
from scrapepy.store.layout import SiteLayout
from scrapepy.store.records import Resource
from scrapepy.web.canonical import host_of


def names_for(
    resources: Iterable[Resource],
    renamed: Container[CanonicalUrl],
    known: Mapping[CanonicalUrl, LocalPath],
    layout: SiteLayout,
    host: str,
) -> tuple[dict[CanonicalUrl, LocalPath], tuple[str, ...]]:
    """A path for each resource, and what is to be said of it. ``known`` are the names so far, which all but those of
    ``renamed`` keep; ``host`` is the site's."""
    digests: dict[CanonicalUrl, str] = {}
    nameable = []
    for resource in resources:
        copy = resource.copy
        assert copy is not None
        digests[resource.url] = copy.sha256
        extension = extension_for(copy.kind, copy.content_type, resource.url)
        nameable.append(Nameable(resource.url, extension, external=host_of(resource.url) != host))
    kept = {url: path for url, path in known.items() if url not in renamed}
    if _are_bare(layout):
        return name_all(nameable, kept), ()
    ground = _Trees(layout, frozenset(known.values()), digests)
    files = name_all(nameable, kept, ground)
    return files, _told(ground.met, files)


def documents_for(
    resources: Iterable[Resource], files: Mapping[CanonicalUrl, LocalPath], layout: SiteLayout
) -> tuple[dict[CanonicalUrl, LocalPath], tuple[str, ...]]:
    """A path for the Markdown of each resource, and what is to be said of it; ``files`` are the names.

    It stands by its page's name. Where that was given long before there was Markdown, somebody may have put a file
    there meanwhile: then it has a hash, and keeps it for as long as the page keeps its name.
    """
    documents: dict[CanonicalUrl, LocalPath] = {}
    met: dict[CanonicalUrl, LocalPath] = {}
    bare = _are_bare(layout)
    for resource in resources:
        url, path = resource.url, files[resource.url]
        documents[url] = markdown_path(path)
        if resource.md_path is not None and resource.path == path:
            documents[url] = resource.md_path
        elif not bare and _is_others_document(layout.markdown / documents[url], url):
            met[url] = documents[url]
    if met:
        taken = {folded(path) for path in (*files.values(), *documents.values())}
        for url, plain in met.items():
            names = (beside(plain, url, salt) for salt in count())
            documents[url] = next(
                name
                for name in names
                if folded(name) not in taken and not _is_others_document(layout.markdown / name, url)
            )
            taken.add(folded(documents[url]))
    return documents, _told(met, documents)


def _are_bare(layout: SiteLayout) -> bool:
    """Whether nothing stands in the trees yet, so that nobody need look at the place of each file."""
    own = {layout.state_folder.name}
    try:
        return all(own.issuperset(os.listdir(root)) for root in (layout.html, layout.markdown) if root.exists())
    except OSError:
        return False


def _is_others_document(file: Path, url: CanonicalUrl) -> bool:
    mode = _mode(file)
    return stat.S_ISDIR(mode) or (stat.S_ISREG(mode) and created_in(file, url) is None)


def _told(met: Mapping[CanonicalUrl, LocalPath], files: Mapping[CanonicalUrl, LocalPath]) -> tuple[str, ...]:
    if not met:
        return ()
    url, path = next(iter(met.items()))
    saved = f"{url} is saved as {files[url]}"
    if len(met) == 1:
        return (f"{path} is not of this mirror and stays as it is: {saved}.",)
    return (
        f"{len(met):,} files or folders are not of this mirror and stay as they are (the first is {path}: {saved}).",
    )


class _Trees:
    """What stands in the two trees without being ours.

    Ours is what the state has a name for, a page or a Markdown copy that names the address itself, and what has the
    bytes that would be written. After a rebuilding it is not known what else we wrote, so that only pages are told
    from other people's. A symbolic link is left to those who write: they refuse it.
    """

    def __init__(self, layout: SiteLayout, known: Container[LocalPath], digests: Mapping[CanonicalUrl, str]) -> None:
        self._layout = layout
        self._known = known
        self._digests = digests
        self._all_ours = layout.rebuilt.exists()
        self._folders: dict[str, bool] = {}
        self.met: dict[CanonicalUrl, LocalPath] = {}
        """The first name that each had to leave to somebody else's file."""

    def is_taken(self, url: CanonicalUrl, path: LocalPath) -> bool:
        if path in self._known or not self._is_others(url, path):
            return False
        self.met.setdefault(url, path)
        return True

    def is_blocked(self, folder: str) -> bool:
        if folder not in self._folders:
            modes = [_mode(root / folder) for root in (self._layout.html, self._layout.markdown)]
            self._folders[folder] = any(stat.S_ISREG(mode) for mode in modes)
        return self._folders[folder]

    def _is_others(self, url: CanonicalUrl, path: LocalPath) -> bool:
        html, markdown, document = self._layout.html, self._layout.markdown, markdown_path(path)
        is_page = document != path + ".md"
        mode = _mode(html / path)
        if stat.S_ISDIR(mode):
            return True
        if stat.S_ISREG(mode):
            page = saved_page(self._layout, path)
            if page is None or page.url != url:
                if is_page or not self._is_asset(url, html / path):
                    return True
            elif page.document is not None:
                return False
        if _is_others_document(markdown / document, url):
            return True
        # An image is shown from beside the Markdown, those of a PDF from a folder there.
        beside = markdown / path
        if is_page or html == markdown:
            return False
        mode = _mode(beside)
        if stat.S_ISDIR(mode) or (stat.S_ISREG(mode) and not self._is_asset(url, beside)):
            return True
        return not self._all_ours and bool(_mode(markdown / image_folder(document)))

    def _is_asset(self, url: CanonicalUrl, file: Path) -> bool:
        if self._all_ours:
            return True
        try:
            with file.open("rb") as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest() == self._digests[url]
        except OSError:
            return False


def _mode(file: Path) -> int:
    """0 where there is nothing."""
    try:
        return file.lstat().st_mode
    except OSError:
        return 0
