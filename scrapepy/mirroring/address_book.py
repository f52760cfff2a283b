"""The address book: where every resource of a mirror stands, and so where every link leads.

It is complete when gathering is done, and small (addresses and names, no contents), so it is sent whole to the workers
that fill the slots of the pages. Which anchors a page has is looked up when a link asks (``anchors_of``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

from scrapepy.model.document import Anchors
from scrapepy.model.options import AnchorStyle, ImagePolicy, IndexLinks
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.url import CanonicalUrl, LocalPath, Reference, Role
from scrapepy.offline.relative import relative

_LONGEST_CHAIN = 24
"""Redirects that a link follows to a saved page; the crawl itself follows fewer."""

AnchorsOf = Callable[[CanonicalUrl], Anchors | None]

_PLAIN_SCHEMES = ("javascript:", "data:", "vbscript:", "about:", "blob:", "file:")
_INDEX_NAMES = ("index.html", "index.htm")


@dataclass(frozen=True, slots=True)
class Alias:
    """Another address of a saved resource: a redirect, an ``index.html`` twin, a ``rel=canonical`` duplicate."""

    target: CanonicalUrl
    fragment: str = ""
    """The fragment of a redirect's ``Location``, without ``#``; a link's own fragment wins (RFC 9110, 10.2.2)."""


@dataclass(slots=True)
class AddressBook:
    """Names of everything saved. ``pages`` are the HTML and asset files, ``documents`` the Markdown copies."""

    files: dict[CanonicalUrl, LocalPath]
    documents: dict[CanonicalUrl, LocalPath]
    aliases: dict[CanonicalUrl, Alias] = field(default_factory=dict)
    html_root: str = ""
    """Absolute folder of the site in the HTML tree."""
    markdown_root: str = ""
    """Absolute folder of the site in the Markdown tree."""
    images: ImagePolicy = ImagePolicy.LOCAL
    index_links: IndexLinks = IndexLinks.LINK
    anchors: AnchorStyle = AnchorStyle.GITHUB
    pages: frozenset[CanonicalUrl] = frozenset()
    """Those of ``files`` that are HTML."""
    twins: dict[CanonicalUrl, CanonicalUrl] = field(default_factory=dict)
    """Of Markdown that the site publishes, the page that it is the same as."""

    def settle(self, url: CanonicalUrl) -> tuple[CanonicalUrl, str]:
        """The resource that an address finally stands for, and the fragment that redirects add."""
        if url in self.files or url not in self.aliases:
            return url, ""
        fragment = ""
        for _ in range(_LONGEST_CHAIN):
            alias = self.aliases.get(url)
            if alias is None or url in self.files:
                break
            url, fragment = alias.target, alias.fragment or fragment
        return url, fragment


HrefCache = dict[str, dict[str, str]]
"""Relative references by folder and by the path that they lead to; pages of a folder share most."""


class HtmlLinks:
    """Resolves the references of one saved page (or style sheet) to files of the HTML tree."""

    __slots__ = ("_book", "_files", "_hrefs", "_path")

    def __init__(self, book: AddressBook, path: LocalPath, cache: HrefCache | None = None) -> None:
        self._book = book
        self._files = book.files
        self._path = path
        self._hrefs = _of_folder(cache, path.rpartition("/")[0])

    def __call__(self, reference: Reference) -> Resolution:
        """Relative when the target is saved; else online, or missing for what the browser would load."""
        url, address, fragment, role = reference
        path = self._files.get(url) if url is not None else None
        if path is None:
            if url is None:
                # A file: address names something on the disk of whoever made the page, never on the reader's.
                is_disk = role.loads and address.lower().startswith("file:")
                return Resolution(address, Standing.MISSING if is_disk else Standing.ONLINE)
            if url in self._book.aliases:
                url, inherited = self._book.settle(url)
                path = self._files.get(url)
                if fragment is None and inherited:
                    fragment = inherited
            if path is None:
                return Resolution(address, Standing.MISSING if role.loads else Standing.ONLINE)
        if fragment is not None and path == self._path and not role.loads:
            return Resolution("#" + fragment, Standing.SAVED)
        href = self._hrefs.get(path)
        if href is None:
            href = self._hrefs[path] = relative(self._path, path)
        if role in _QUERY_KEPT:
            query = urlsplit(address).query
            if query:
                href += "?" + query
        if fragment is not None:
            href += "#" + fragment
        return Resolution(href, Standing.SAVED)


def _of_folder(cache: HrefCache | None, folder: str) -> dict[str, str]:
    return {} if cache is None else cache.setdefault(folder, {})


_QUERY_KEPT = frozenset({Role.SCRIPT, Role.FRAME})
"""Code reads its own query; for other roles the query only chose the file."""


class MarkdownLinks:
    """Resolves the references of one Markdown page: to ``.md`` copies, else the saved HTML, else online (SPEC 6.7)."""

    def __init__(
        self,
        book: AddressBook,
        url: CanonicalUrl,
        path: LocalPath,
        anchors_of: AnchorsOf,
        cache: HrefCache | None = None,
    ) -> None:
        self._book = book
        self._url = url
        self._path = path
        self._folder = path.rpartition("/")[0]
        self._anchors_of = anchors_of
        self._hrefs = _of_folder(cache, self._folder)
        self._html_hrefs = _of_folder(cache, "\0" + self._folder)
        self.images: set[LocalPath] = set()
        """The image files that this page shows, which must stand in the Markdown tree."""

    def __call__(self, reference: Reference) -> Resolution:
        """Where the link leads from this page."""
        url, address, fragment, role = reference
        if url is None:
            return plain_resolution(reference)
        if role in _SHOWN:
            return self._image(url, address, fragment)
        book = self._book
        if url in book.aliases:
            url, inherited = book.settle(url)
            if fragment is None:
                fragment = inherited
        url = book.twins.get(url, url)
        if url == self._url:
            anchor = self._anchor(url, fragment)
            return Resolution("#" + anchor, Standing.SAVED) if anchor else Resolution("", Standing.TEXT)
        document = book.documents.get(url)
        if document is not None:
            if book.index_links is IndexLinks.TEXT and self._is_index_above(book.files.get(url)):
                return Resolution("", Standing.TEXT)
            href = self._hrefs.get(document)
            if href is None:
                href = self._relative(document)
            anchor = self._anchor(url, fragment) if fragment else ""
            return Resolution(href + "#" + anchor if anchor else href, Standing.SAVED)
        file = book.files.get(url)
        if self._is_index_above(file):
            return Resolution("", Standing.TEXT)
        if file is not None:
            href = self._to_html_tree(file)
            return Resolution(href + "#" + fragment if fragment else href, Standing.SAVED)
        return Resolution(address, Standing.ONLINE)

    def _image(self, url: CanonicalUrl, address: str, fragment: str | None) -> Resolution:
        url, _ = self._book.settle(url)
        file = self._book.files.get(url)
        if file is None or self._book.images is ImagePolicy.REMOTE or url in self._book.pages:
            return Resolution(address, Standing.ONLINE)
        self.images.add(file)
        href = self._relative(file)
        return Resolution(href + "#" + fragment if fragment else href, Standing.SAVED)

    def _anchor(self, url: CanonicalUrl, fragment: str | None) -> str:
        if not fragment:
            return ""
        anchors = self._anchors_of(url)
        if anchors is None:
            return ""
        return anchor_for(anchors, fragment, self._book.anchors)

    def _is_index_above(self, file: LocalPath | None) -> bool:
        """True for the index page of this or a parent folder."""
        if file is None:
            return False
        folder, _, name = file.rpartition("/")
        if name not in _INDEX_NAMES:
            return False
        return folder == "" or self._folder == folder or self._folder.startswith(folder + "/")

    def _relative(self, path: LocalPath) -> str:
        href = self._hrefs.get(path)
        if href is None:
            href = self._hrefs[path] = relative(self._path, path)
        return href

    def _to_html_tree(self, path: LocalPath) -> str:
        href = self._html_hrefs.get(path)
        if href is None:
            source = os.path.join(self._book.markdown_root, self._folder)
            target = os.path.join(self._book.html_root, path)
            href = quote(os.path.relpath(target, source).replace(os.sep, "/"), safe="/@!$&'*+,;=~")
            self._html_hrefs[path] = href
        return href


_SHOWN = frozenset({Role.IMAGE})
_UNSAFE = re.compile(r"""[\x00-\x20"#%<>\[\]()^`{|}\\\x7f]""")
"""What would end or change a link target in Markdown; letters of every script stay readable."""


def _percent(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


def plain_resolution(reference: Reference) -> Resolution:
    """What becomes of an address that is no http(s) URL: ``mailto:`` and the like stay, code and data become text."""
    address = reference.address
    if not address or address.lower().startswith(_PLAIN_SCHEMES):
        return Resolution("", Standing.TEXT)
    return Resolution(address, Standing.ONLINE)


def slug_for(anchors: Anchors, fragment: str) -> str:
    """The anchor on GitHub for a fragment of the page, ``""`` where it has none."""
    slug = anchors.slugs.get(fragment)
    return anchors.slugs.get(unquote(fragment), "") if slug is None else slug


def anchor_for(anchors: Anchors, fragment: str, style: AnchorStyle) -> str:
    """The anchor in the Markdown for a fragment of the page, ``""`` where it has none."""
    slug = slug_for(anchors, fragment)
    if style is AnchorStyle.OBSIDIAN and slug in anchors.texts:
        return "#".join(_UNSAFE.sub(_percent, part) for part in anchors.texts[slug].split("#"))
    return _UNSAFE.sub(_percent, slug)


def wanted_ids(ids: Container[str], fragments: Iterable[str]) -> set[str]:
    """The ids among ``fragments`` (as written in links), percent-decoded where that is what the page has.

    ``ids`` are the page's own, at least those with a ``%``.
    """
    return {f if "%" not in f or f in ids else unquote(f) for f in fragments}
