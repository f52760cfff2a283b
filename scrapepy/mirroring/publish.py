"""Writes the two trees of a site from what the state holds: names, address book, files (HOUSE "the way of the data").

Nothing here talks to the network. The order is that of :meth:`Publisher.publish`; each step leaves a state from which
the same command goes on.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.address_book import AddressBook, Alias
from scrapepy.mirroring.dependence import Dependence
from scrapepy.mirroring.derive_pdf import remove_images
from scrapepy.mirroring.leaving import Leaving
from scrapepy.mirroring.messages import BookMessage, Written, tree_of
from scrapepy.mirroring.named_twins import named_twins, twins_of_pages
from scrapepy.mirroring.naming import documents_for, names_for
from scrapepy.mirroring.page_indexer import PageIndexer
from scrapepy.mirroring.page_writing import jobs_for, write_pages
from scrapepy.mirroring.pdf_copies import PdfCopies, is_pdf_copy
from scrapepy.mirroring.published import Published, is_unread, outgrown, standing, summary_of, was_shown
from scrapepy.mirroring.reading import PoolAnalyst
from scrapepy.mirroring.section_changes import compared, section_changes
from scrapepy.mirroring.staleness import Staleness
from scrapepy.mirroring.workers import Result, WorkerPool
from scrapepy.model.analysis import BodyKind
from scrapepy.model.options import ImagePolicy, KeepOptions
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.atomic import settle
from scrapepy.store.layout import SiteLayout
from scrapepy.store.records import Derived, Resource
from scrapepy.store.state import State


class Publisher:
    """One site's trees."""

    def __init__(
        self,
        layout: SiteLayout,
        keep: KeepOptions,
        host: str,
        state: State,
        pool: WorkerPool,
        analyst: PoolAnalyst,
        pdfs: PdfCopies,
    ) -> None:
        self._layout = layout
        self._keep = keep
        self._host = host
        self._state = state
        self._pool = pool
        self._analyst = analyst
        self._pdfs = pdfs
        self._html = tree_of(layout.html)
        self._markdown = tree_of(layout.markdown)
        self._unwritten: dict[CanonicalUrl, str] = {}
        self._staleness = Staleness(state, keep, pdfs, self._html, self._markdown)

    async def publish(self, *, remove_gone: bool, outside: Container[CanonicalUrl] = ()) -> Published:
        """Bring both trees to what the state holds. ``remove_gone``: pages that have moved leave the trees, and those
        that answered 404 or 410 or are ``outside`` (unless ``--keep-removed``: they then stay as if they were still
        there).

        Only pages that changed are derived again, and those of which a link leads elsewhere now: to another name, or
        to another anchor. Files are written only where their bytes differ. A page that no worker can write is given up,
        and the others are told so, since their links lead elsewhere then.
        """
        while True:
            published = await self._published(remove_gone, outside)
            if published is not None:
                return published

    async def _published(self, remove_gone: bool, outside: Container[CanonicalUrl]) -> Published | None:
        """None where pages were given up: all is to be done once more, without them."""
        state = self._state
        start_id, aliases = state.run.start_id, state.aliases()
        remove_all = remove_gone and not self._keep.keep_removed
        resources = standing(state.resources(copied=True), aliases, start_id, remove=remove_all)
        if remove_all:
            resources = [r for r in resources if r.url not in outside]
        derived = state.derived()
        twins = named_twins(state, resources) if self._keep.twins and self._keep.markdown else {}
        self._analyst.twins = twins
        unreadable = self._analyst.unreadable
        await self._derive(
            r for r in resources if r.url not in unreadable and self._staleness.is_underived(r, derived.get(r.url))
        )
        derived = state.derived()
        made_of_others = self._staleness.is_made_of_others
        await self._derive(
            r
            for r in resources
            if r.url in derived and r.url not in unreadable and made_of_others(r, derived[r.url], twins)
        )
        derived = state.derived()
        resources, bare = self._readable(resources, derived)
        renamed = outgrown(resources, state.shown())
        files = self._names(resources, renamed)
        state.set_paths({url: path for url, path in files.items() if url not in renamed})
        documents = self._documents(resources, files, derived)
        book = self._book(resources, files, documents, derived)
        dependence = Dependence(book, state, (url for url, made in derived.items() if made.optional))
        made_here = [r for r in resources if r.url in derived and (r.url in documents or not is_pdf_copy(r))]
        stale = [r for r in made_here if self._staleness.is_stale(r, derived[r.url], dependence)]
        current = {r.url for r in made_here if not dependence.is_of_today(derived[r.url].filled)}
        current.difference_update(r.url for r in stale)
        spooled = self._spooled()
        await self._derive(r for r in stale if derived[r.url].spool_file not in spooled)
        derived, spooled = state.derived(), self._spooled()
        damaged = {r.url for r in stale if derived[r.url].spool_file not in spooled}
        stale = [r for r in stale if r.url not in damaged]
        await self._tell(BookMessage(book))
        placed = self._place_assets(resources, files, derived, bare)
        async with PageIndexer(self._layout.search_index) as indexer:
            before = state.digests_written()
            state.about_to_write(r.url for r in stale)
            written = await self._write_pages(stale, book, derived, dependence, indexer, before)
            if await self._gave_up(stale, derived):
                return None
            lost = tuple(sorted(bare | damaged | {url for url, changed in placed.items() if changed is None}))
            state.lose(url for url in lost if state.body_of(url) is None)
            resources = await self._compared(resources, written, placed, book, derived, dependence, indexer)
            if await self._gave_up(resources, derived):
                return None
            self._place_images(written, (derived[r.url] for r in resources if r.url in documents and r.url in derived))
            leaving = Leaving(state, self._html, self._markdown, keep_removed=self._keep.keep_removed)
            leaving.outgrown(renamed, files, {r.url: r for r in resources}, documents.values())
            removed = leaving.gone(files, outside) if remove_all else ()
            moved = leaving.moved(files) if remove_gone else ()
            self._remove_documents(resources, documents)
            if written or any(placed.values()):
                # The record must not outlive, in a power cut, the files that it calls written.
                await asyncio.to_thread(settle)
        with state.batch():
            state.set_documents({r.url: documents.get(r.url) for r in resources if r.md_path != documents.get(r.url)})
            state.record_written((w.url, w.digests, w.images) for w in written)
            current.update(w.url for w in written)
            state.record_filled(
                (r.url, dependence.recorded(r.url, self._staleness.settings_of(r)))
                for r in made_here
                if r.url in current
            )
            state.forget_spool()
        versions, told = await compared(self._pool, written)
        for sentence in told:
            state.noted(sentence)
        sections, texts = section_changes(versions)
        published = summary_of(resources, documents, derived, removed, moved, lost)
        finds = True if any(w.finds for w in written) else False if len(written) >= published.pages else None
        published = replace(published, sections=sections, texts=texts, finds=finds)
        state.accept()
        return published

    def _spooled(self) -> set[str]:
        """The spool files of this run."""
        return set(os.listdir(self._layout.spool)) if self._layout.spool.is_dir() else set()

    def _readable(
        self, resources: Iterable[Resource], derived: Mapping[CanonicalUrl, Derived]
    ) -> tuple[list[Resource], frozenset[CanonicalUrl]]:
        """Without the pages that no worker could read; those that have a file stay as they are, and are named."""
        readable, bare = [], set()
        for resource in resources:
            if is_unread(resource, derived.get(resource.url)):
                if not was_shown(resource) or self._html.size(str(resource.path)) is None:
                    continue
                bare.add(resource.url)
            readable.append(resource)
        return readable, frozenset(bare)

    async def _compared(
        self,
        resources: list[Resource],
        written: Iterable[Written],
        placed: Mapping[CanonicalUrl, bool | None],
        book: AddressBook,
        derived: Mapping[CanonicalUrl, Derived],
        dependence: Dependence,
        indexer: PageIndexer,
    ) -> list[Resource]:
        """What came for copies whose bytes had been lost is compared with their files, since nothing else is left.

        Those whose files did not change are no changes; the others are of the day on which they came.
        """
        unknown = {url for url, digest in self._state.hashes().items() if not digest}
        came = {r.url for r in resources if r.is_changed and r.url in unknown}
        if not came:
            return resources
        changed = {url for url, differs in placed.items() if differs}
        changed.update(one.url for one in written if one.html_changed or one.markdown_changed)
        changed &= came
        self._state.changed_after_all(changed)
        fresh = {r.url: r for r in self._state.resources() if r.url in changed}
        await self._write_pages(fresh.values(), book, derived, dependence, indexer)
        return [
            replace(r, kept=r.copy.id) if r.copy is not None and r.url in came - changed else fresh.get(r.url, r)
            for r in resources
        ]

    # names ---------------------------------------------------------------------------------------------------------

    def _names(self, resources: Iterable[Resource], renamed: Container[CanonicalUrl]) -> dict[CanonicalUrl, LocalPath]:
        files, told = names_for(resources, renamed, self._state.paths(), self._layout, self._host)
        for sentence in told:
            self._state.noted(sentence)
        return files

    def _documents(
        self,
        resources: Iterable[Resource],
        files: Mapping[CanonicalUrl, LocalPath],
        derived: Mapping[CanonicalUrl, Derived],
    ) -> dict[CanonicalUrl, LocalPath]:
        if not self._keep.markdown:
            return {}
        several, kept = [], {}
        for resource in resources:
            made = derived.get(resource.url)
            if made is not None and made.converter_version and not made.refusal:
                several.append(resource)
            elif is_unread(resource, made) and resource.md_path is not None:
                kept[resource.url] = resource.md_path
        documents, told = documents_for(several, files, self._layout)
        for sentence in told:
            self._state.noted(sentence)
        return documents | kept

    def _book(
        self,
        resources: Iterable[Resource],
        files: dict[CanonicalUrl, LocalPath],
        documents: dict[CanonicalUrl, LocalPath],
        derived: Mapping[CanonicalUrl, Derived],
    ) -> AddressBook:
        aliases = {row.source: Alias(row.target, row.fragment) for row in self._state.aliases().values()}
        return AddressBook(
            files=files,
            documents=documents,
            aliases=aliases,
            html_root=str(self._layout.html.absolute()),
            markdown_root=str(self._layout.markdown.absolute()),
            images=self._keep.images,
            index_links=self._keep.index_links,
            anchors=self._keep.anchors,
            pages=frozenset(r.url for r in resources if r.copy is not None and r.copy.kind is BodyKind.HTML),
            twins=twins_of_pages(self._state, documents, derived) if self._keep.twins else {},
        )

    # workers -------------------------------------------------------------------------------------------------------

    async def _tell(self, message: BookMessage) -> None:
        for answer in await self._pool.broadcast(message):
            if not isinstance(answer, Result):
                raise ScrapePyError(f"a worker process failed while the copies were written: {answer.detail}")

    async def _derive(self, resources: Iterable[Resource]) -> None:
        """Read bodies again: their derived form is kept for one run only, their bytes are kept."""
        several = list(resources)
        await self._pdfs.derive(r for r in several if is_pdf_copy(r))
        await asyncio.gather(
            *(
                self._analyst.again(r.url, r.copy.address, r.copy.kind, r.copy.content_type, complete=True)
                for r in several
                if r.copy is not None and not is_pdf_copy(r)
            )
        )

    async def _write_pages(
        self,
        resources: Iterable[Resource],
        book: AddressBook,
        derived: Mapping[CanonicalUrl, Derived],
        dependence: Dependence,
        indexer: PageIndexer,
        before: Mapping[CanonicalUrl, str] = MappingProxyType({}),
    ) -> list[Written]:
        jobs = jobs_for(resources, book, derived, dependence, before)
        written, self._unwritten = await write_pages(self._pool, jobs, indexer)
        return written

    async def _gave_up(self, resources: Iterable[Resource], derived: Mapping[CanonicalUrl, Derived]) -> bool:
        """Make less of the pages that could not be written: HTML alone, or nothing. False where all were written."""
        unwritten, self._unwritten = self._unwritten, {}
        copies = {r.url: r.copy for r in resources if r.url in unwritten}
        for url, why in unwritten.items():
            self._analyst.unreadable.add(url)
            copy = copies[url]
            has_markdown = bool(derived[url].converter_version) and not derived[url].refusal
            is_page = copy is not None and copy.kind is BodyKind.HTML
            if copy is not None and is_page and has_markdown and await self._analyst.without_markdown(copy, url, why):
                continue
            self._state.unwritten(url, f"could not be written: {why}")
        return bool(unwritten)

    # files that are no pages ---------------------------------------------------------------------------------------

    def _place_assets(
        self,
        resources: Iterable[Resource],
        files: Mapping[CanonicalUrl, LocalPath],
        derived: Mapping[CanonicalUrl, Derived],
        bare: Container[CanonicalUrl],
    ) -> dict[CanonicalUrl, bool | None]:
        """Bring all other bodies to the tree as they came: whether a file changed, None where the bytes are lost."""
        items = (
            (r.url, files[r.url]) for r in resources if (is_pdf_copy(r) or r.url not in derived) and r.url not in bare
        )
        return self._state.place(items, self._html)

    def _place_images(self, written: Iterable[Written], kept: Iterable[Derived]) -> None:
        """The images that Markdown shows stand beside it, as hard links where the file system can."""
        if self._keep.images is not ImagePolicy.LOCAL or self._layout.html == self._layout.markdown:
            return
        images = {image for one in written for image in one.images}
        images.update(image for made in kept for image in made.images)
        for path in sorted(images):
            if self._html.size(path) is not None:
                self._markdown.link_or_copy(self._layout.html / path, path)

    def _remove_documents(self, resources: Iterable[Resource], documents: Mapping[CanonicalUrl, LocalPath]) -> None:
        """Markdown copies of pages that have none any more."""
        if not self._keep.markdown:
            return
        for path in [r.md_path for r in resources if r.md_path is not None and r.url not in documents]:
            self._markdown.remove(path)
            remove_images(self._markdown, path)
