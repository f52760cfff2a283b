"""What a worker process does: read one body, find its links, derive its copies, and later write them.

Everything that parses what a stranger sent happens here, in a process that can be killed. A page is parsed once: the
same tree gives the links for the crawl, the HTML with slots, and the Markdown with slots (docs/adr/0002). Templates
wait in a spool file; only links and facts travel back to the main process.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from scrapepy.convert.beside import Beside, look_beside, named_beside
from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.links import fill as fill_markdown
from scrapepy.convert.links import with_plain_headings
from scrapepy.convert.page_check import page_facts
from scrapepy.convert.to_markdown import convert_page
from scrapepy.decide.sitemap import parse_sitemap
from scrapepy.errors import StoreError
from scrapepy.mirroring.address_book import AddressBook, HrefCache, HtmlLinks, MarkdownLinks
from scrapepy.mirroring.derive_pdf import derive_pdf, write_pdf
from scrapepy.mirroring.edits import write_if_new
from scrapepy.mirroring.messages import (
    BodyResult,
    BodyTask,
    BookMessage,
    CompareTask,
    IndexTask,
    PagePlace,
    Place,
    Settings,
    WriteJob,
    WriteRefused,
    WriteTask,
    Written,
    WrittenBatch,
    tree_of,
)
from scrapepy.mirroring.page_sections import indexed_page, read_pages
from scrapepy.mirroring.section_changes import keep_before, versions_of
from scrapepy.mirroring.shelf import Shelf
from scrapepy.mirroring.spool import Spooled, SpoolReader, pack
from scrapepy.model.analysis import Analysis, BodyKind, Found, PageFacts
from scrapepy.model.document import CONVERTER_VERSION, Conversion, Metadata
from scrapepy.model.options import AnchorStyle, ScriptPolicy
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import Template
from scrapepy.model.url import Role
from scrapepy.offline.banner import banner
from scrapepy.offline.drawing import fill_svg
from scrapepy.offline.find_box import find_box_at
from scrapepy.offline.page import fill_page, page_template
from scrapepy.offline.script import fill_module
from scrapepy.offline.stylesheet import fill_css
from scrapepy.store.failures import store_error
from scrapepy.store.packing import pack_anchors, pack_found, pack_links
from scrapepy.store.reading import StateReader
from scrapepy.store.records import Derived
from scrapepy.store.search_index import IndexedPage
from scrapepy.store.trees import TreeWriter
from scrapepy.web.canonical import canonical
from scrapepy.web.decode import decode_css, decode_html, decode_text, needs_charset
from scrapepy.web.help_contents import is_contents, listed
from scrapepy.web.links import ParsedPage, found, number_css, number_module, parse_page
from scrapepy.web.meta import page_meta
from scrapepy.web.svg import number_svg


@dataclass(slots=True)
class Worker:
    """The state of one worker process; ``handle`` is its only entry."""

    settings: Settings
    _spool_path: str = ""
    _spool_file: io.RawIOBase | None = None
    _spool_size: int = 0
    _book: AddressBook | None = None
    _reader: StateReader | None = None
    _spools: SpoolReader | None = None
    _html_cache: HrefCache = field(default_factory=dict)
    _markdown_cache: HrefCache = field(default_factory=dict)
    _html: TreeWriter | None = None
    _markdown: TreeWriter | None = None

    def handle(self, task: object) -> object:
        """Answer one task (see the task classes)."""
        match task:
            case BodyTask():
                return self._read(task)
            case BookMessage(book):
                self._book = book
                self._html_cache.clear()
                self._markdown_cache.clear()
                return None
            case WriteTask(jobs):
                try:
                    return self._write_batch(jobs)
                except StoreError as error:
                    return WriteRefused(str(error))
            case CompareTask(pages):
                root, spool = Path(self.settings.markdown_root), Path(self.settings.spool_dir)
                return [versions_of(page, root, spool) for page in pages]
            case IndexTask(places):
                return read_pages(Path(self.settings.markdown_root), places)
            case _:
                raise TypeError(f"unknown task {type(task).__name__}")

    # reading -------------------------------------------------------------------------------------------------------

    def _read(self, task: BodyTask) -> BodyResult:
        if task.kind is BodyKind.HTML:
            return self._html_alone(task) if task.html_only and self.settings.markdown else self._page(task)
        body = self._body(task)
        match task.kind:
            case BodyKind.CSS:
                decoded = decode_css(body, task.content_type, task.charset or "utf-8")
                template = number_css(decoded.text, task.address, task.site)
                return self._stored(task, template, decoded.charset)
            case BodyKind.SCRIPT:
                decoded = decode_text(body, task.content_type, task.charset)
                template = number_module(decoded.text, task.address, task.site)
                if not template.references and not needs_charset(body):
                    pages = listed(decoded.text, task.address, task.site) if is_contents(task.address) else ()
                    return BodyResult(Analysis(task.url, task.kind, pages))
                return self._stored(task, template, decoded.charset)
            case BodyKind.SVG:
                decoded = decode_text(body, task.content_type)
                runs = self.settings.scripts is not ScriptPolicy.STRIP
                template = number_svg(decoded.text, task.address, task.site, scripts=runs)
                if not template.references and template.text == decoded.text:
                    return BodyResult(Analysis(task.url, task.kind))
                return self._stored(task, template, decoded.charset)
            case BodyKind.PDF:
                derived = derive_pdf(body, self.settings.pdf_images, self._spool)
                return BodyResult(Analysis(task.url, task.kind), derived)
            case BodyKind.SITEMAP:
                return self._sitemap(task, body)
            case BodyKind.XML:
                decoded = decode_text(body, task.content_type)
                return BodyResult(Analysis(task.url, task.kind, listed(decoded.text, task.address, task.site)))
            case _:
                return BodyResult(Analysis(task.url, task.kind))

    def _body(self, task: BodyTask) -> bytes:
        if task.stored:
            body = self._state().body_of(task.url)
            if body is None:
                raise StoreError("its bytes were lost on this disk")
            return body
        if task.file is not None:
            return Path(task.file).read_bytes()
        return task.body

    def _stored(self, task: BodyTask, template: Template, charset: str) -> BodyResult:
        links = tuple(
            {
                (r.url, r.role): Found(r.url, r.address.partition("#")[0], r.role)
                for r in template.references
                if r.url is not None
            }.values()
        )
        derived = self._derived(task.kind, template, None, links)
        return BodyResult(Analysis(task.url, task.kind, links, charset=charset), derived)

    def _sitemap(self, task: BodyTask, body: bytes) -> BodyResult:
        sitemap = parse_sitemap(body, task.address)
        links = []
        for entry in sitemap.pages:
            url = canonical(entry.url, task.site)
            if url is not None:
                links.append(Found(url, entry.url.partition("#")[0], Role.LINK))
        for address in sitemap.sitemaps:
            url = canonical(address, task.site)
            if url is not None:
                links.append(Found(url, address, Role.SITEMAP))
        return BodyResult(Analysis(task.url, task.kind, tuple(links)))

    def _page(self, task: BodyTask) -> BodyResult:
        settings = self.settings
        decoded = decode_html(self._body(task), task.content_type)
        page = parse_page(decoded.text, task.address, task.site)
        page.charset = decoded.charset
        meta = page_meta(page)
        shelf = Shelf(task.site, self._state() if task.complete else None)

        def again() -> ParsedPage:
            fresh = parse_page(decoded.text, task.address, task.site)
            page_template(fresh, settings.scripts, meta.generator)
            return fresh

        beside = look_beside(page, shelf, again, task.twins)
        facts = page_facts(page, meta, wordpress=task.wordpress)
        analysis = _analysis(task, page, facts, beside, decoded.note)
        if task.facts_only:
            return BodyResult(analysis)
        html = page_template(page, settings.scripts, meta.generator)
        conversion = convert_page(page, settings.convert, meta, facts, beside) if settings.markdown else None
        return BodyResult(analysis, self._derived(BodyKind.HTML, html, conversion, analysis.found, shelf), meta.cut)

    def _html_alone(self, task: BodyTask) -> BodyResult:
        """The same of a page that was too much for the converter: its bytes, its text, its tree and its template are
        let go as soon as the next is there."""
        decoded = decode_html(self._body(task), task.content_type)
        page, charset, note = parse_page(decoded.text, task.address, task.site), decoded.charset, decoded.note
        del decoded
        page.charset = charset
        meta = page_meta(page)
        facts = page_facts(page, meta, wordpress=task.wordpress)
        analysis = _analysis(task, page, facts, look_beside(page, named=task.twins), note)
        html = page_template(page, self.settings.scripts, meta.generator)
        del page
        conversion = Conversion(None, Metadata(title=meta.title), refusal=SkipReason.TOO_MUCH)
        return BodyResult(analysis, self._derived(BodyKind.HTML, html, conversion, analysis.found), meta.cut)

    def _derived(
        self,
        kind: BodyKind,
        html: Template,
        conversion: Conversion | None,
        named: tuple[Found, ...],
        shelf: Shelf | None = None,
    ) -> Derived:
        """Leave what was made in the spool, and tell what the state keeps of it."""
        body = conversion.body if conversion is not None else None
        references = html.references
        if body is not None and body.references != references:  # made of something beside the page
            references = (*references, *body.references)
        links = pack_links([(url, fragment or "") for url, _, fragment, _ in references if url is not None])
        found_packed = pack_found(named)
        if conversion is None:
            file, offset, length = self._spool(Spooled(kind, html))
            return Derived(spool_file=file, spool_offset=offset, spool_length=length, links=links, found=found_packed)
        file, offset, length = self._spool(Spooled(kind, html, conversion.body, conversion.metadata))
        return Derived(
            converter_version=CONVERTER_VERSION,
            title=conversion.metadata.title or "",
            language=conversion.metadata.language or "",
            extractor=conversion.extractor,
            refusal=conversion.refusal.value if conversion.refusal else "",
            refusal_rule=conversion.refusal_rule,
            refusal_detail=conversion.refusal_detail,
            optional=bool(conversion.anchors.optional),
            spool_file=file,
            spool_offset=offset,
            spool_length=length,
            anchors=pack_anchors(conversion.anchors),
            links=links,
            found=found_packed,
            beside=shelf.taken if shelf is not None else (),
            lack=conversion.lack,
        )

    def _spool(self, spooled: Spooled) -> Place:
        data = pack(spooled)
        try:
            if self._spool_file is None:
                os.makedirs(self.settings.spool_dir, exist_ok=True)
                # A name of its own: process numbers come round again, and an old spool must not be continued.
                descriptor, self._spool_path = tempfile.mkstemp(".spool", dir=self.settings.spool_dir)
                self._spool_file = os.fdopen(descriptor, "wb", buffering=0)
            self._spool_file.write(data)
        except OSError as error:
            raise store_error(error, Path(self.settings.spool_dir)) from error
        place = (os.path.basename(self._spool_path), self._spool_size, len(data))
        self._spool_size += len(data)
        return place

    # writing -------------------------------------------------------------------------------------------------------

    def _state(self) -> StateReader:
        if self._reader is None:
            self._reader = StateReader(Path(self.settings.state_path))
        return self._reader

    def _write_batch(self, jobs: Iterable[WriteJob]) -> WrittenBatch:
        indexed: list[IndexedPage] = []
        return WrittenBatch(tuple(self._write(job, indexed) for job in jobs), tuple(indexed))

    def _write(self, job: WriteJob, indexed: list[IndexedPage]) -> Written:
        book = self._book
        assert book is not None, "the address book comes before the first job"
        if self._html is None:
            self._html = tree_of(self.settings.html_root)
            self._markdown = tree_of(self.settings.markdown_root)
        if self._spools is None:
            self._spools = SpoolReader(self.settings.spool_dir)
        spooled = self._spools.read(job.spool)
        links = HtmlLinks(book, job.path, self._html_cache)
        match spooled.kind:
            case BodyKind.CSS:
                return self._write_plain(job, fill_css(spooled.html, links))
            case BodyKind.SCRIPT:
                return self._write_plain(job, fill_module(spooled.html, links))
            case BodyKind.SVG:
                return self._write_plain(job, fill_svg(spooled.html, links))
            case BodyKind.PDF:
                return self._write_pdf(job, spooled, book)
            case _:
                pass
        markdown_copy = None
        if job.document is not None:
            markdown_copy = os.path.relpath(
                os.path.join(book.markdown_root, job.document),
                os.path.dirname(os.path.join(book.html_root, job.path)),
            ).replace(os.sep, "/")
        html = fill_page(spooled.html, links, banner(job.online, job.changed, markdown_copy))
        finds = find_box_at(html, job.path)
        data = (finds or html).encode("utf-8", "replace")
        html_changed, html_digest = write_if_new(self._html, job.path, data, job.before)
        if job.document is None or spooled.body is None:
            return Written(job.url, html_changed, False, finds=finds is not None, digests=html_digest)
        assert self._markdown is not None
        resolver = MarkdownLinks(book, job.url, job.document, self._state().anchors_of, self._markdown_cache)
        body = with_plain_headings(spooled.body) if book.anchors is AnchorStyle.OBSIDIAN else spooled.body
        text = fill_markdown(body, resolver, job.wanted.__contains__)
        metadata = replace(spooled.metadata, source=job.online, created=job.created)
        text = with_frontmatter(metadata, text)
        data = text.encode("utf-8", "replace")
        compared = keep_before(job, self._markdown.root, Path(self.settings.spool_dir), data)
        changed, digest = write_if_new(self._markdown, job.document, data, job.before)
        images = tuple(sorted(resolver.images))
        if changed:
            place = PagePlace(job.document, job.url, job.title)
            indexed.append(indexed_page(self._markdown.root, place, data.decode()))
        digests = f"{html_digest},{digest}"
        return Written(job.url, html_changed, changed, images, compared, finds=finds is not None, digests=digests)

    def _write_plain(self, job: WriteJob, text: str) -> Written:
        """What is no page: a style sheet, a module, a drawing."""
        assert self._html is not None
        changed, digest = write_if_new(self._html, job.path, text.encode(), job.before)
        return Written(job.url, changed, False, digests=digest)

    def _write_pdf(self, job: WriteJob, spooled: Spooled, book: AddressBook) -> Written:
        """The Markdown copy of a PDF; the file itself is placed as it came."""
        assert self._markdown is not None
        assert job.document is not None
        resolver = MarkdownLinks(book, job.url, job.document, self._state().anchors_of, self._markdown_cache)
        return write_pdf(self._markdown, job, spooled, resolver, Path(self.settings.spool_dir))


def _analysis(task: BodyTask, page: ParsedPage, facts: PageFacts, beside: Beside, note: str) -> Analysis:
    return Analysis(
        task.url,
        BodyKind.HTML,
        (*found(page), *named_beside(beside, page)),
        facts,
        charset=page.charset,
        notes=(note,) if note else (),
    )


_worker: Worker | None = None


def start(initial: object) -> None:
    """Called once in each worker process with the :class:`Settings`."""
    global _worker
    assert isinstance(initial, Settings)
    _worker = Worker(initial)


def handle(task: object) -> object:
    """Called for each task in a worker process."""
    assert _worker is not None, "start() comes first"
    return _worker.handle(task)
