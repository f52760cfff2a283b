"""The Markdown copies of a mirror's PDFs: made when gathering is done, one or two at a time, with limits of their own.

A PDF of 300 pages takes ten seconds and more memory than pages of HTML may; so they do not go through the pool that
reads pages while the crawl waits for their links. What is inside a PDF leads the crawl nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from scrapepy.mirroring.messages import BodyResult, BodyTask, Settings
from scrapepy.mirroring.pdfs import has_extra, refusal_of
from scrapepy.mirroring.workers import Result, WorkerFailure, WorkerPool
from scrapepy.model.analysis import BodyKind
from scrapepy.model.document import CONVERTER_VERSION
from scrapepy.model.skip import SkipReason
from scrapepy.store.records import Derived, Resource
from scrapepy.store.state import State
from scrapepy.web.canonical import SiteIdentity

HANDLER = "scrapepy.mirroring.derive:handle"
TIME_LIMIT = 600.0
"""Seconds for a file."""
_SHARE = 768 << 20
_AT_ONCE = 2


def is_pdf_copy(resource: Resource) -> bool:
    """True for a PDF that the state holds."""
    return resource.copy is not None and resource.copy.kind is BodyKind.PDF


class PdfCopies:
    """Derives the PDFs of one site."""

    def __init__(self, state: State, settings: Settings, site: SiteIdentity) -> None:
        self._state = state
        self._settings = settings
        self._site = site
        self._said = False

    def is_underived(self, resource: Resource, made: Derived | None) -> bool:
        """True where no Markdown was made of a PDF, or by other rules than today's."""
        if not self._settings.markdown or not is_pdf_copy(resource):
            return False
        return made is None or made.converter_version != CONVERTER_VERSION

    async def derive(self, resources: Iterable[Resource]) -> None:
        """Read the PDFs; what cannot be read is said, and the state knows why it has no Markdown."""
        several = list(resources)
        if not several:
            return
        if not has_extra():
            if not self._said:
                what = "1 PDF has" if len(several) == 1 else f"{len(several):,} PDFs have"
                self._state.noted(
                    f"{what} no Markdown copy: pip install 'scrapepy[pdf]', then run the same command again."
                )
                self._said = True
            return
        count = min(_AT_ONCE, len(several))
        async with WorkerPool(
            HANDLER,
            self._settings,
            count=count,
            time_limit=TIME_LIMIT,
            memory=_SHARE * count,
            alone_memory=2 * _SHARE,
        ) as pool:
            await asyncio.gather(*(self._one(pool, resource) for resource in several))

    async def _one(self, pool: WorkerPool, resource: Resource) -> None:
        copy = resource.copy
        assert copy is not None
        task = BodyTask(resource.url, copy.address, BodyKind.PDF, copy.content_type, self._site, stored=True)
        answer = await pool.run(task)
        if isinstance(answer, Result):
            assert isinstance(answer.value, BodyResult)
            derived = answer.value.derived
            assert derived is not None
        else:
            derived = _given_up(answer)
        if derived.refusal:
            self._state.noted(f"{resource.url} is saved without a Markdown copy: it {derived.refusal_detail}.")
        self._state.record_derived(resource.url, derived)


def _given_up(failure: WorkerFailure) -> Derived:
    return Derived(
        converter_version=CONVERTER_VERSION,
        extractor="pdf",
        refusal=SkipReason.TOO_MUCH.value,
        refusal_rule="pdf",
        refusal_detail=refusal_of(failure.kind),
    )
