"""Is a copy whole? Every local link, anchor, image and asset of both trees, looked up without a network.

Where the site's state is there, it says which files must be, and what the pages were before they were saved.
What the copy broke is a *fault*. What is dead on the site itself (an anchor that the target page has never had) is
listed apart: a mirror shows a site as it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from scrapepy.errors import StoreError, UsageError
from scrapepy.mirroring.check_html import HtmlCheck
from scrapepy.mirroring.check_markdown import MarkdownCheck
from scrapepy.mirroring.check_state import StateCheck, state_of
from scrapepy.mirroring.faults import Fault, Findings


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the check of one site found."""

    site: str
    html_dir: str
    markdown_dir: str
    pages: int = 0
    stylesheets: int = 0
    documents: int = 0
    references: int = 0
    """Local references looked up."""
    faults: tuple[Fault, ...] = ()
    dead: tuple[Fault, ...] = ()
    """Dead on the site itself."""

    @property
    def whole(self) -> bool:
        """True if the copy broke nothing."""
        return not self.faults


def check_site(html_root: Path, markdown_root: Path, on_file: Callable[[str], None] | None = None) -> CheckReport:
    """Check one site's two folders; either may be missing, not both."""
    if not html_root.is_dir() and not markdown_root.is_dir():
        raise UsageError(f"no mirror at {html_root}")
    told = on_file or _ignore
    faults, dead = Findings(), Findings()
    with contextlib.ExitStack() as stack:
        state = state_of(html_root)
        if state is not None:
            stack.enter_context(state)
        html = HtmlCheck(html_root, faults, dead, has_state=state is not None)
        html.read(told)
        markdown = MarkdownCheck(markdown_root, html, faults)
        markdown.read(told)
        markdown.settle()
        known = StateCheck(state, html, markdown, faults) if state is not None else None
        if known is not None:
            known.files()
        html.settle(known)
    return CheckReport(
        site=html_root.name,
        html_dir=str(html_root),
        markdown_dir=str(markdown_root),
        pages=html.pages,
        stylesheets=html.stylesheets,
        documents=markdown.documents,
        references=html.references + markdown.references,
        faults=faults.faults(),
        dead=dead.faults(),
    )


def _ignore(_path: str) -> None:
    return None


def sites_in(html_dir: Path, markdown_dir: Path) -> tuple[str, ...]:
    """The names of all mirrors below the two roots."""
    names = {entry.name for root in (html_dir, markdown_dir) for entry in _folders(root)}
    return tuple(sorted(names))


def _folders(root: Path) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(root) as entries:
            return [entry for entry in entries if entry.is_dir() and not entry.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{root} cannot be read: {error.strerror}") from error
