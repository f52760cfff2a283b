"""What leaves the trees at the end of a refresh: pages that are gone, and the old files of those that have moved.

A run takes away only what its own start had brought, and never a file that the state does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping

from scrapepy.mirroring.derive_pdf import remove_images
from scrapepy.mirroring.published import end_of, was_shown
from scrapepy.model.analysis import BodyKind
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.records import Resource, Status
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

_SHOWN_BY_MARKDOWN = (BodyKind.IMAGE, BodyKind.SVG)


class Leaving:
    """Removes files of both trees and tells of it."""

    def __init__(self, state: State, html: TreeWriter, markdown: TreeWriter, *, keep_removed: bool) -> None:
        self._state = state
        self._html = html
        self._markdown = markdown
        self._keep_removed = keep_removed

    def gone(self, saved: Container[CanonicalUrl], outside: Container[CanonicalUrl] = ()) -> tuple[str, ...]:
        """Remove what answered 404 or 410 or is ``outside``, and what was saved and turned out to be no page."""
        own = self._own(saved, [Status.GONE, Status.FETCHED, Status.FAILED, Status.SKIPPED])
        gone = [r for r in own if r.status is Status.GONE or r.url in outside]
        for resource in gone:
            self._remove(resource)
        self._state.drop(r.url for r in gone)
        own = [r for r in own if r.url not in outside]
        unwanted = [r for r in own if r.status is Status.FETCHED and r.copy is not None and r.copy.verdict is not None]
        unwanted = [r for r in unwanted if self._remove(r)]
        self._state.set_documents({r.url: None for r in unwanted})
        return tuple(sorted(r.url for r in (*gone, *unwanted)))

    def moved(self, saved: Container[CanonicalUrl]) -> tuple[tuple[str, str], ...]:
        """Remove the files of what stands for another saved resource now: pairs of the old and the new address.

        Where what is removed is to be kept, the file of a redirected page stays: a site may send pages that it no
        longer has to its front page. A twin says what its other says, and goes.
        """
        aliases = self._state.aliases()
        moves: list[tuple[str, str]] = []
        redirected: list[CanonicalUrl] = []
        twins: dict[CanonicalUrl, None] = {}
        for resource in self._own(saved, [Status.ALIAS]):
            end = end_of(resource.url, aliases)
            if end not in saved:
                continue
            redirect = aliases[resource.url].why == "redirect"
            if redirect:
                redirected.append(resource.url)
            else:
                twins[resource.url] = None
            if (redirect and self._keep_removed) or self._remove(resource):
                moves.append((resource.url, end))
        self._state.drop(redirected)
        self._state.set_documents(twins)
        return tuple(moves)

    def outgrown(
        self,
        names: Mapping[CanonicalUrl, LocalPath],
        files: Mapping[CanonicalUrl, LocalPath],
        before: Mapping[CanonicalUrl, Resource],
        documents: Collection[LocalPath],
    ) -> None:
        """Remove the files of names that did not fit any more, now that those of the new ones stand.

        ``before``: how each stood (what had no file, or no Markdown, leaves alone what stands by that name);
        ``documents``: the Markdown that stands now.
        """
        taken = {*files.values(), *documents}
        for url, path in names.items():
            if path not in taken and was_shown(before[url]):
                self._html.remove(path)
                document = before[url].md_path
                if document is not None and document not in taken:
                    self._markdown.remove(document)
                    remove_images(self._markdown, document)
                if not path.lower().endswith((".html", ".htm")):
                    self._markdown.remove(path)  # an image that a page showed
        self._state.set_paths({url: files[url] for url in names})

    def _own(self, saved: Container[CanonicalUrl], statuses: Collection[Status]) -> list[Resource]:
        start = self._state.run.start_id
        resources = self._state.resources(statuses)
        return [r for r in resources if was_shown(r) and r.start_id == start and r.url not in saved]

    def _remove(self, resource: Resource) -> bool:
        """False if there was no file."""
        assert resource.path is not None
        removed = self._html.remove(resource.path)
        if resource.md_path is not None:
            self._markdown.remove(resource.md_path)
            remove_images(self._markdown, resource.md_path)
        elif resource.copy is not None and resource.copy.kind in _SHOWN_BY_MARKDOWN:
            self._markdown.remove(resource.path)
        return removed
