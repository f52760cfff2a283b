"""What the main process and its workers say to each other: values, picklable, importing no parser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scrapepy.mirroring.address_book import AddressBook
from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.options import ConvertOptions, ScriptPolicy
from scrapepy.model.section import Chunk
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.records import Derived
from scrapepy.store.search_index import IndexedPage
from scrapepy.store.trees import TreeWriter
from scrapepy.web.canonical import SiteIdentity


@dataclass(frozen=True, slots=True)
class Settings:
    """What every worker is told once."""

    spool_dir: str
    convert: ConvertOptions
    state_path: str = ""
    html_root: str = ""
    markdown_root: str = ""
    scripts: ScriptPolicy = ScriptPolicy.AUTO
    markdown: bool = True
    pdf_images: bool = True
    """Whether the Markdown of PDFs shows their images."""


@dataclass(frozen=True, slots=True)
class BodyTask:
    """One body to read."""

    url: CanonicalUrl
    address: str
    kind: BodyKind
    content_type: str | None
    site: SiteIdentity
    body: bytes = b""
    file: str | None = None
    """Path of the body, where it is too large to be sent."""
    stored: bool = False
    """True if the worker fetches the body from the state (pages of an earlier run)."""
    charset: str = ""
    """What the page that names it gives a style sheet or script that does not say its own."""
    wordpress: bool = False
    complete: bool = False
    """True when gathering is done, so that what a page is made of besides itself can be read from the state."""
    twins: tuple[str, ...] = ()
    """Addresses of Markdown that a list of the site's names of the page."""
    html_only: bool = False
    """True where the page was too much for the converter: it is saved, without a Markdown copy."""
    facts_only: bool = False
    """True where nothing is to be derived: the answer to a probe, the start page of a dry run."""


@dataclass(frozen=True, slots=True)
class BodyResult:
    """The answer to a :class:`BodyTask`."""

    analysis: Analysis
    derived: Derived | None = None
    """None where the body is saved as it came, or not at all."""
    told: tuple[str, ...] = ()
    """What the report is to say of the page."""


@dataclass(frozen=True, slots=True)
class BookMessage:
    """The complete address book, sent to every worker before writing."""

    book: AddressBook


Place = tuple[str, int, int]
"""Where a derived body waits: name of the spool file, offset and length in bytes."""


@dataclass(frozen=True, slots=True)
class WriteJob:
    """One derived resource to fill in and write."""

    url: CanonicalUrl
    path: LocalPath
    document: LocalPath | None
    spool: Place
    online: str
    """The address for the banner and the frontmatter."""
    changed: str
    created: str
    wanted: frozenset[str] = frozenset()
    """Ids for which the Markdown is to have an anchor that it would not have of itself."""
    compared: bool = False
    """True where the sections that the Markdown has now are to be compared with those it had, which are kept for it."""
    title: str = ""
    """The page's, as the search index knows it."""
    before: str = ""
    """What was written of it last (:mod:`scrapepy.mirroring.edits`), empty where it is to be written anyhow."""


@dataclass(frozen=True, slots=True)
class WriteTask:
    """A batch of jobs, answered with :class:`WrittenBatch` or :class:`WriteRefused`."""

    jobs: tuple[WriteJob, ...]


@dataclass(frozen=True, slots=True)
class ToCompare:
    """A page whose Markdown was written; what it was before waits in the spool."""

    url: CanonicalUrl
    document: LocalPath
    size: int
    """Bytes of both."""


@dataclass(frozen=True, slots=True)
class CompareTask:
    """Pages to cut into sections, as they were and as they are; answered with a :class:`Versions` each, in order."""

    pages: tuple[ToCompare, ...]


@dataclass(frozen=True, slots=True)
class Versions:
    """The sections of a page before and after it was written."""

    old: tuple[Chunk, ...]
    new: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one job."""

    url: CanonicalUrl
    html_changed: bool
    markdown_changed: bool
    images: tuple[LocalPath, ...] = ()
    compared: ToCompare | None = None
    """Not None where the Markdown changed and its sections are to be compared."""
    finds: bool = False
    """The page has a search box of ours, which wants the file of the site's words."""
    digests: str = ""
    """Of what was written, or would have been (:mod:`scrapepy.mirroring.edits`)."""


@dataclass(frozen=True, slots=True)
class WrittenBatch:
    """The answer to a :class:`WriteTask`."""

    written: tuple[Written, ...]
    indexed: tuple[IndexedPage, ...] = ()
    """For the search index, the pages whose Markdown changed."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A Markdown file to index: its path in the site's Markdown tree, and the page's address and title."""

    path: str
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class IndexTask:
    """Markdown files to read for the search index; answered with the pages that could be read."""

    places: tuple[PagePlace, ...]


@dataclass(frozen=True, slots=True)
class WriteRefused:
    """The disk refused: the sentence of the :class:`~scrapepy.errors.StoreError`."""

    sentence: str


def tree_of(site_folder: str | Path) -> TreeWriter:
    """A writer for a site's folder, which must not be a symbolic link itself; the folder around it may."""
    folder = Path(site_folder)
    return TreeWriter(folder, within=folder.parent)
