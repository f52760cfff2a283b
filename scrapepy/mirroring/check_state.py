"""What the state adds to a check: which files must be there, and what the pages were before they were saved.

A copy without its state is checked as it stands.
"""

from __future__ import annotations

import os
from pathlib import Path

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.check_html import HtmlCheck, ids_of_page
from scrapepy.mirroring.check_markdown import MarkdownCheck
from scrapepy.mirroring.faults import STATE_FOLDER, FaultKind, Findings
from scrapepy.model.analysis import BodyKind
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.reading import StateReader
from scrapepy.store.records import Resource, Status
from scrapepy.web.decode import decode_html
from scrapepy.web.links import parse_page

_REWRITTEN = frozenset({BodyKind.HTML, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.SVG})
"""Kinds whose files may have another size than what came."""
_STATE = "the state"
"""Named as the source where no page need lead there."""


def state_of(html_root: Path) -> StateReader | None:
    """The state of a site's folder, to be closed; None where there is none that can be read."""
    path = html_root / STATE_FOLDER / "state.sqlite3"
    if not path.is_file():
        return None
    try:
        return StateReader(path)
    except ScrapePyError:
        return None


class StateCheck:
    """Compares the trees with what the state says of them. Nothing is written."""

    def __init__(self, state: StateReader, html: HtmlCheck, markdown: MarkdownCheck, faults: Findings) -> None:
        self._state = state
        self._html = html
        self._markdown = markdown
        self._faults = faults
        self._urls: dict[str, CanonicalUrl] = {}
        self._bodies: dict[str, bytes | None] = {}

    def files(self) -> None:
        """Every file that was written is there, and as long as it was."""
        shown: list[Resource] = []
        waiting = 0
        for resource in self._state.resources():
            if resource.kept is not None and resource.path is not None and resource.status is not Status.ALIAS:
                shown.append(resource)
                self._urls[resource.path] = resource.url
            elif _is_page(resource) and resource.kept is None:
                waiting += 1
        if waiting and not self._html.pages:
            self._faults.add(FaultKind.NOT_WRITTEN, str(self._html.root), _STATE, waiting)
        self._html_files(shown)
        self._documents([str(resource.md_path) for resource in shown if resource.md_path is not None])

    def _html_files(self, shown: list[Resource]) -> None:
        missing = [str(resource.path) for resource in shown if resource.path not in self._html.files]
        if missing and len(missing) == len(shown):
            self._faults.add(FaultKind.MISSING_TREE, str(self._html.root), _STATE, len(missing))
            return
        for path in missing:
            self._faults.add(FaultKind.MISSING_FILE, path, _STATE)
        for resource in shown:
            copy = resource.copy
            if copy is None or copy.id != resource.kept or resource.path not in self._html.files:
                continue
            size = os.path.getsize(self._html.root / resource.path)
            if size == 0 and copy.size:
                self._faults.add(FaultKind.EMPTY, resource.path, _STATE, 0 if self._html.is_page(resource.path) else 1)
            elif size != copy.size and copy.kind not in _REWRITTEN:
                self._faults.add(FaultKind.DAMAGED, resource.path, _STATE)

    def _documents(self, documents: list[str]) -> None:
        missing = [path for path in documents if path not in self._markdown.files]
        if missing and len(missing) == len(documents):
            self._faults.add(FaultKind.MISSING_TREE, str(self._markdown.root), _STATE, len(missing))
            return
        for path in missing:
            self._faults.add(FaultKind.MISSING_FILE, path, _STATE)

    def had_anchor(self, path: str, name: str) -> bool:
        """True if the page that the file ``path`` was made of has an element of that name."""
        body = self._body(path)
        return body is not None and name in ids_of_page(
            parse_page(decode_html(body, None).text, "http://check.invalid/")
        )

    def said(self, path: str, address: str) -> bool:
        """True if the page that the file ``path`` was made of names ``address`` itself."""
        body = self._body(path)
        return body is not None and address.encode().lower() in body.lower()

    def _body(self, path: str) -> bytes | None:
        if path not in self._bodies:
            url = self._urls.get(path)
            self._bodies[path] = self._state.body_of(url) if url is not None else None
        return self._bodies[path]


def _is_page(resource: Resource) -> bool:
    copy = resource.copy
    return (
        copy is not None and copy.kind is BodyKind.HTML and copy.verdict is None and resource.status is Status.FETCHED
    )
