"""A folder of HTML from any tool (wget, HTTrack, a docs build) → a folder of Markdown.

The folder is its own root: which pages there are, and where links lead, is decided by its files. Each page is
converted once, with slots where its links stand, and waits in a temporary file; when all are converted it is known
which pages have a copy and which anchors they have, and the links are filled in. Nothing is fetched.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO
from urllib.parse import quote

from scrapepy.convert.beside import look_beside
from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.links import fill, with_plain_headings
from scrapepy.convert.to_markdown import PAGE_ENDINGS, convert_page, is_page
from scrapepy.errors import MissingExtra, UsageError
from scrapepy.mirroring.address_book import AddressBook, Alias, HrefCache, MarkdownLinks, wanted_ids
from scrapepy.mirroring.binary import is_binary
from scrapepy.mirroring.faults import files_below
from scrapepy.mirroring.folder_addresses import page_addresses, query_addresses, root_of, without_query
from scrapepy.mirroring.pdfs import Refusal, has_extra, images_of, is_pdf, options_for, read_pdfs
from scrapepy.mirroring.shelf import FileShelf
from scrapepy.model.document import Anchors, Conversion
from scrapepy.model.options import AnchorStyle, ConvertOptions, IndexLinks
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath, Reference
from scrapepy.offline.local_path import markdown_path
from scrapepy.store.trees import TreeWriter
from scrapepy.web.canonical import canonical
from scrapepy.web.decode import decode_html
from scrapepy.web.links import parse_page
from scrapepy.web.meta import page_meta

_UNKNOWN_ROOT = "http://folder.invalid/"
"""Stands for the root of a folder whose address nobody has named (RFC 2606 keeps the name free)."""
_HEAD = 4096


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """How the pages of a folder are converted."""

    url: str | None = None
    """The address of the folder's root, with or without the slash at its end, if it is known."""
    frontmatter: bool = True
    min_words: int = 50
    index_links: IndexLinks = IndexLinks.LINK
    anchors: AnchorStyle = AnchorStyle.GITHUB


@dataclass(frozen=True, slots=True)
class Refused:
    """A page that has no Markdown copy, and why."""

    path: str
    reason: SkipReason
    rule: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FolderReport:
    """What came of converting a folder."""

    source: str
    output: str
    documents: int = 0
    images: int = 0
    unchanged: int = 0
    """Documents that stood there with the same bytes."""
    refused: tuple[Refused, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    """Path and reason of what could not be read or converted."""
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Page:
    """A converted page that waits for its links."""

    path: LocalPath
    document: LocalPath
    url: CanonicalUrl
    offset: int
    length: int


def convert_folder(
    source: Path,
    output: Path,
    options: FolderOptions,
    on_page: Callable[[str, Conversion], None] | None = None,
) -> FolderReport:
    """Convert every page below ``source`` into ``output``; ``on_page`` hears of each as it is converted."""
    with tempfile.TemporaryFile() as spool:
        job = _Folder(source, output, options, spool)
        job.find_pages()
        if not job.candidates and not job.pdfs:
            raise UsageError(f"there is no HTML file in {source}")
        job.convert(on_page)
        job.convert_pdfs(on_page)
        return job.write()


@dataclass(slots=True)
class _Folder:
    """One folder on its way."""

    source: Path
    output: Path
    options: FolderOptions
    spool: IO[bytes]
    root: str = _UNKNOWN_ROOT
    files: dict[CanonicalUrl, LocalPath] = field(default_factory=dict)
    aliases: dict[CanonicalUrl, Alias] = field(default_factory=dict)
    candidates: list[tuple[LocalPath, CanonicalUrl]] = field(default_factory=list)
    documents: dict[CanonicalUrl, LocalPath] = field(default_factory=dict)
    anchors: dict[CanonicalUrl, Anchors] = field(default_factory=dict)
    wanted: dict[CanonicalUrl, set[str]] = field(default_factory=dict)
    pages: list[_Page] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    pdfs: list[tuple[LocalPath, CanonicalUrl]] = field(default_factory=list)
    pictures: dict[LocalPath, bytes] = field(default_factory=dict)
    """The images of PDFs."""
    notes: list[str] = field(default_factory=list)
    shelf: FileShelf | None = None
    twins: dict[CanonicalUrl, CanonicalUrl] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """Addresses without their query, of files that have one in their name."""

    def find_pages(self) -> None:
        """Give every file the address that links to it would have."""
        if self.options.url is not None:
            self.root = root_of(self.options.url)
        self.shelf = FileShelf(self.source, self.root)
        taken: set[str] = set()
        for name in files_below(self.source):
            path = LocalPath(name)
            if not self._is_own(path):
                continue
            url = canonical(self.root + quote(name))
            if url is None or url in self.files:
                continue
            self.files[url] = path
            if self._is_page(path):
                document = markdown_path(path)
                if document.casefold() in taken:  # page.html beside page.htm
                    document = LocalPath(path + ".md")
                taken.add(document.casefold())
                self.documents[url] = document
                self.candidates.append((path, url))
            elif path.lower().endswith(".pdf") and is_pdf(self._head(path)):
                self.documents[url] = markdown_path(path)
                self.pdfs.append((path, url))
        for path, url in self.candidates:
            self._add_aliases(page_addresses(path), url)
        for url, path in self.files.items():
            names = query_addresses(path)
            self.asked.update(canonical(self.root + name.partition("?")[0]) or "" for name in names)
            self._add_aliases(names, url)

    def _is_own(self, path: LocalPath) -> bool:
        """True for a plain file of the folder: no pipe, no device, nothing that a link brings from outside, and nothing
        in a dot-folder, where tools keep what is theirs (``.git``)."""
        if any(part.startswith(".") for part in path.split("/")[:-1]):
            return False
        file = self.source / path
        try:
            if file.is_symlink() and not file.resolve().is_relative_to(self.source.resolve()):
                return False
            return file.is_file()
        except (OSError, RuntimeError):  # links that lead in a circle
            return False

    def _is_page(self, path: LocalPath) -> bool:
        """By content; the name (without the query that wget writes into it) only says whether a look is worth it."""
        name = path if Path(path).suffix.lower() in PAGE_ENDINGS else path.partition("?")[0]
        if Path(name).suffix.lower() not in PAGE_ENDINGS:
            return False
        head = self._head(path)
        return bool(head) and is_page(name, head) and not is_binary(head)

    def _head(self, path: LocalPath) -> bytes:
        """The first bytes of a file; none where it cannot be read, which is told."""
        try:
            with (self.source / path).open("rb") as file:
                return file.read(_HEAD)
        except OSError as error:
            self.failed.append((path, error.strerror or "it cannot be read"))
            return b""

    def _add_aliases(self, addresses: Iterable[str], url: CanonicalUrl) -> None:
        for address in addresses:
            alias = canonical(self.root + address)
            if alias is not None and alias not in self.files:
                self.aliases.setdefault(alias, Alias(url))

    def convert(self, told: Callable[[str, Conversion], None] | None) -> None:
        """First pass: every page once, with slots."""
        for path, url in self.candidates:
            try:
                body = (self.source / path).read_bytes()
            except OSError as error:
                self.failed.append((path, error.strerror or "it cannot be read"))
                del self.documents[url]
                continue
            text, address = decode_html(body, None).text, self.root + quote(path)
            page = parse_page(text, address)
            options = ConvertOptions(self.options.min_words, address_rules=False)
            try:
                beside = look_beside(page, self.shelf, partial(parse_page, text, address))
                for twin in beside.twins:
                    self.twins.setdefault(canonical(twin) or url, url)
                conversion = convert_page(page, options, page_meta(page), beside=beside)
            except Exception as error:  # one page that the converter fails on must not cost the other ten thousand
                self.failed.append((path, f"the converter failed on it ({type(error).__name__}: {error})"))
                del self.documents[url]
                continue
            if told is not None:
                told(path, conversion)
            if conversion.body is None:
                reason = conversion.refusal or SkipReason.NO_CONTENT
                self.refused.append(Refused(path, reason, conversion.refusal_rule, conversion.refusal_detail))
                del self.documents[url]
                continue
            self._keep(path, url, conversion)

    def convert_pdfs(self, told: Callable[[str, Conversion], None] | None) -> None:
        """The PDFs, each in a process of its own; without the extra one line says what to install."""
        if self.pdfs and not has_extra():
            if not self.candidates:
                raise MissingExtra("pdf", "reading PDFs")
            what = "1 PDF has" if len(self.pdfs) == 1 else f"{len(self.pdfs):,} PDFs have"
            self.notes.append(f"{what} no Markdown: pip install 'scrapepy[pdf]', then run this again")
            for _, url in self.pdfs:
                del self.documents[url]
            return
        options = [options_for(self.documents[url]) for _, url in self.pdfs]
        bodies = [partial((self.source / path).read_bytes) for path, _ in self.pdfs]
        for (path, url), found in zip(self.pdfs, read_pdfs(bodies, options) if bodies else (), strict=True):
            if isinstance(found, Refusal):
                self.notes.append(f"{path} has no Markdown: it {found.sentence}")
                del self.documents[url]
                continue
            self.pictures.update((LocalPath(name), image.data) for name, image in images_of(found, self.documents[url]))
            metadata = replace(found.metadata, source=self.root + quote(path))
            conversion = Conversion(found.body, metadata, extractor="pdf", anchors=Anchors(found.anchors))
            if told is not None:
                told(path, conversion)
            self._keep(path, url, conversion)

    def _keep(self, path: LocalPath, url: CanonicalUrl, conversion: Conversion) -> None:
        assert conversion.body is not None
        for reference in conversion.body.references:
            if reference.url is not None and reference.url not in self.aliases and reference.url not in self.files:
                bare = without_query(reference.url, self.asked)
                if bare is not None and (bare in self.files or bare in self.aliases):
                    self.aliases[reference.url] = Alias(bare)
            if reference.fragment and reference.url is not None:
                self.wanted.setdefault(reference.url, set()).add(reference.fragment)
        self.anchors[url] = conversion.anchors
        data = pickle.dumps(conversion, protocol=pickle.HIGHEST_PROTOCOL)
        self.pages.append(_Page(path, self.documents[url], url, self.spool.tell(), len(data)))
        self.spool.write(data)

    def write(self) -> FolderReport:
        """Second pass: fill in the links, and bring the images that are shown."""
        book = AddressBook(
            files=self.files,
            documents=self.documents,
            aliases=self.aliases,
            html_root=str(self.source.resolve()),
            markdown_root=str(self.output.resolve()),
            index_links=self.options.index_links,
            anchors=self.options.anchors,
            pages=frozenset(url for _, url in self.candidates),
            twins=self.twins,
        )
        for url in [url for url in self.wanted if url not in self.anchors]:
            self.wanted.setdefault(book.settle(url)[0], set()).update(self.wanted[url])
        tree = TreeWriter(self.output)
        same_folder = self.source.resolve() == self.output.resolve()
        images: set[LocalPath] = set()
        cache: HrefCache = {}
        changed = 0
        for page in self.pages:
            self.spool.seek(page.offset)
            conversion: Conversion = pickle.loads(self.spool.read(page.length))
            assert conversion.body is not None
            links = MarkdownLinks(book, page.url, page.document, self.anchors.get, cache)
            wanted = wanted_ids(conversion.anchors.slugs, self.wanted.get(page.url, set()))
            body = conversion.body
            if self.options.anchors is AnchorStyle.OBSIDIAN:
                body = with_plain_headings(body)
            text = fill(body, self._at_home(links), wanted.__contains__)
            if self.options.frontmatter:
                metadata = conversion.metadata
                if self.root == _UNKNOWN_ROOT:
                    metadata = replace(metadata, source=None)
                text = with_frontmatter(metadata, text)
            changed += tree.write(page.document, text.encode("utf-8", "replace"))
            images |= links.images
        if not same_folder:
            for image in sorted(images):
                tree.link_or_copy(self.source / image, image)
        for name, data in self.pictures.items():
            tree.write(name, data)
        return FolderReport(
            source=str(self.source),
            output=str(self.output),
            documents=len(self.pages),
            images=len(images) + len(self.pictures),
            unchanged=len(self.pages) - changed,
            refused=tuple(self.refused),
            failed=tuple(self.failed),
            notes=tuple(self.notes),
        )

    def _at_home(self, links: MarkdownLinks) -> Callable[[Reference], Resolution]:
        """What is not in the folder has no address online where the root's address is not known: its text stays."""
        if self.root != _UNKNOWN_ROOT:
            return links

        def resolve(reference: Reference) -> Resolution:
            resolution = links(reference)
            if resolution.standing is Standing.ONLINE and resolution.href.startswith(_UNKNOWN_ROOT):
                return Resolution("", Standing.TEXT)
            return resolution

        return resolve
