"""Which pages are to be read or written again: those that are not what they would be now."""

from __future__ import annotations

from collections.abc import Mapping

from scrapepy.mirroring.dependence import Dependence
from scrapepy.mirroring.named_twins import lacks_twin
from scrapepy.mirroring.pdf_copies import PdfCopies, is_pdf_copy
from scrapepy.mirroring.reading import READ_KINDS
from scrapepy.model.analysis import BodyKind
from scrapepy.model.document import CONVERTER_VERSION
from scrapepy.model.options import KeepOptions
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.records import PLAIN_IF_UNDERIVED, Derived, Resource
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

_DERIVED_KINDS = READ_KINDS - {BodyKind.SITEMAP}


class Staleness:
    """Compares what the state remembers of the files with what a run with these options would make."""

    def __init__(self, state: State, keep: KeepOptions, pdfs: PdfCopies, html: TreeWriter, markdown: TreeWriter):
        self._state = state
        self._keep = keep
        self._pdfs = pdfs
        self._html = html
        self._markdown = markdown
        self._settings = f"{keep.scripts.value},{keep.min_words}" + ("" if keep.twins else ",no-twins")

    def settings_of(self, resource: Resource) -> str:
        """What the derived form depends on, beside the body."""
        return f"pdf,{self._keep.images.value}" if is_pdf_copy(resource) else self._settings

    def is_underived(self, resource: Resource, made: Derived | None) -> bool:
        """True where it is not known what a body becomes: never derived, or by other rules than today's."""
        copy = resource.copy
        if is_pdf_copy(resource):
            return self._pdfs.is_underived(resource, made)
        if copy is None or copy.kind not in _DERIVED_KINDS:
            return False
        if made is None:
            return not (copy.kind in PLAIN_IF_UNDERIVED and copy.analysed)
        if copy.kind is not BodyKind.HTML:
            return False
        wanted = CONVERTER_VERSION if self._keep.markdown else 0
        of_other_settings = bool(made.filled) and not made.filled.startswith(self._settings + ":")
        return made.converter_version != wanted or of_other_settings

    def is_made_of_others(self, resource: Resource, made: Derived, twins: Mapping[CanonicalUrl, str]) -> bool:
        """True where the Markdown was made with other copies than today's of what it needs besides its page.

        ``twins``: the Markdown that a list of the site's names of its pages.
        """
        return lacks_twin(resource.url, made, twins) or any(
            self._state.digest_of(url)[1] != digest for url, digest in made.beside
        )

    def is_stale(self, resource: Resource, made: Derived, dependence: Dependence) -> bool:
        """True where the files on disk may differ from what would be written now."""
        if resource.is_new or resource.is_changed:
            return True
        book = dependence.book
        path, document = book.files[resource.url], book.documents.get(resource.url)
        if resource.path != path or resource.md_path != document:
            return True
        # A power cut may leave a name without bytes; no page and no Markdown is ever empty.
        is_page = resource.copy is not None and resource.copy.kind is BodyKind.HTML
        size = self._html.size(path)
        if size is None or (is_page and not size):
            return True
        if document is not None and not self._markdown.size(document):
            return True
        return not dependence.is_current(resource.url, self.settings_of(resource), made.filled)
