"""The address book: where every resource of a mirror stands, and so where every link leads.

It is complete when gathering is done, and small (addresses and names, no contents), so it is sent whole to the workers
that fill the slots of the pages. Which anchors a page has is looked up when a link asks (``anchors_of``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
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


class HtmlLinks:
    """Resolves the references of one saved page (or style sheet) to files of the HTML tree."""

    def __init__(self, book: AddressBook, path: LocalPath, cache: dict[tuple[str, str], str] | None = None) -> None:
        self._book = book
        self._path = path
        self._folder = path.rpartition("/")[0]
        self._cache = cache if cache is not None else {}

    def __call__(self, reference: Reference) -> Resolution:
        """Relative when the target is saved; else online, or missing for what the browser would load."""
        url = reference.url
        if url is None:
            # A file: address names something on the disk of whoever made the page, never on the reader's.
            is_disk = reference.role.loads and reference.address.lower().startswith("file:")
            return Resolution(reference.address, Standing.MISSING if is_disk else Standing.ONLINE)
        book = self._book
        path = book.files.get(url)
        fragment = reference.fragment
        if path is None:
            url, inherited = book.settle(url)
            path = book.files.get(url)
            if fragment is None and inherited:
                fragment = inherited
            if path is None:
                standing = Standing.MISSING if reference.role.loads else Standing.ONLINE
                return Resolution(reference.address, standing)
        if path == self._path and fragment is not None and not reference.role.loads:
            return Resolution("#" + fragment, Standing.SAVED)
        href = self._relative(path)
        if reference.role in _QUERY_KEPT:
            query = urlsplit(reference.address).query
            if query:
                href += "?" + query
        if fragment is not None:
            href += "#" + fragment
        return Resolution(href, Standing.SAVED)

    def _relative(self, path: LocalPath) -> str:
        key = (self._folder, path)
        href = self._cache.get(key)
        if href is None:
            href = self._cache[key] = relative(self._path, path)
        return href


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
        cache: dict[tuple[str, str], str] | None = None,
    ) -> None:
        self._book = book
        self._url = url
        self._path = path
        self._folder = path.rpartition("/")[0]
        self._anchors_of = anchors_of
        self._cache = cache if cache is not None else {}
        self.images: set[LocalPath] = set()
        """The image files that this page shows, which must stand in the Markdown tree."""

    def __call__(self, reference: Reference) -> Resolution:
        """Where the link leads from this page."""
        if reference.url is None:
            return plain_resolution(reference)
        if reference.role in _SHOWN:
            return self._image(reference)
        book = self._book
        url, inherited = book.settle(reference.url)
        fragment = reference.fragment if reference.fragment is not None else inherited
        if url == self._url:
            anchor = self._anchor(url, fragment)
            return Resolution("#" + anchor, Standing.SAVED) if anchor else Resolution("", Standing.TEXT)
        document = book.documents.get(url)
        if document is not None:
            if book.index_links is IndexLinks.TEXT and self._is_index_above(book.files.get(url)):
                return Resolution("", Standing.TEXT)
            anchor = self._anchor(url, fragment)
            href = self._relative(document)
            return Resolution(href + "#" + anchor if anchor else href, Standing.SAVED)
        file = book.files.get(url)
        if self._is_index_above(file):
            return Resolution("", Standing.TEXT)
        if file is not None:
            href = self._to_html_tree(file)
            return Resolution(href + "#" + fragment if fragment else href, Standing.SAVED)
        return Resolution(reference.address, Standing.ONLINE)

    def _image(self, reference: Reference) -> Resolution:
        assert reference.url is not None
        url, _ = self._book.settle(reference.url)
        file = self._book.files.get(url)
        if file is None or self._book.images is ImagePolicy.REMOTE or url in self._book.pages:
            return Resolution(reference.address, Standing.ONLINE)
        self.images.add(file)
        href = self._relative(file)
        if reference.fragment:
            href += "#" + reference.fragment
        return Resolution(href, Standing.SAVED)

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
        key = (self._folder, path)
        href = self._cache.get(key)
        if href is None:
            href = self._cache[key] = relative(self._path, path)
        return href

    def _to_html_tree(self, path: LocalPath) -> str:
        key = ("\0" + self._folder, path)
        href = self._cache.get(key)
        if href is None:
            source = os.path.join(self._book.markdown_root, self._folder)
            target = os.path.join(self._book.html_root, path)
            href = self._cache[key] = quote(os.path.relpath(target, source).replace(os.sep, "/"), safe="/@!$&'*+,;=~")
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


def anchor_for(anchors: Anchors, fragment: str, style: AnchorStyle) -> str:
    """The anchor in the Markdown for a fragment of the page, ``""`` where it has none."""
    slug = anchors.slugs.get(fragment)
    if slug is None:
        slug = anchors.slugs.get(unquote(fragment), "")
    if style is AnchorStyle.OBSIDIAN and slug in anchors.texts:
        slug = anchors.texts[slug]
    return _UNSAFE.sub(_percent, slug)


def wanted_ids(anchors: Mapping[str, str], fragments: set[str]) -> set[str]:
    """The ids among ``fragments`` (as written in links), percent-decoded where that is what the page has."""
    return {f if f in anchors else unquote(f) for f in fragments}
