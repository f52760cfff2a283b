"""What the last refresh changed, as a page: the pages, their sections, and in each the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.browsing import SiteBook
from scrapepy.mirroring.changes import changed_texts, past_changes
from scrapepy.model.report import SectionChange, SectionTexts
from scrapepy.reader.addresses import MARKDOWN, page_address
from scrapepy.reader.library import Library
from scrapepy.reader.long_texts import text_address
from scrapepy.reader.views import Shown, missing, page_of, trouble
from scrapepy.sections.word_diff import DiffPiece, word_diff
from scrapepy.store.layout import SiteLayout

_Texts = Mapping[tuple[str, str, str, str | None], SectionTexts]
_A_PAGE = 100
"""Sections with their words shown at once."""


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section that changed."""

    change: SectionChange
    address: str
    words: tuple[DiffPiece, ...]


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page that changed; ``kind`` is ``new``, ``changed``, ``removed`` or ``moved``."""

    kind: str
    url: str
    title: str
    address: str
    """Empty where it is no more."""
    sections: tuple[ShownSection, ...] = ()


def changes(library: Library, site: str, number: int) -> Shown:
    """The last report of each start of a mirror."""
    layout = library.layout(site)
    if layout is None:
        return missing("There is no such mirror.")
    try:
        book = library.book(layout)
        histories = past_changes(site, library.html_dir, library.markdown_dir)
    except ScrapePyError as error:
        return trouble(str(error), site)
    number = max(1, number)
    blocks = []
    last = 1
    for history in histories:
        past = history.reports[0] if history.reports else None
        rows: list[tuple[str, str]] = []
        if past is not None and past.refresh:
            report = past.report
            rows = [("changed", url) for url in report.changed] + [("new", url) for url in report.new]
            rows += [("removed", url) for url in report.removed] + [("moved", new) for _, new in report.moved]
        last = max(last, -(-len(rows) // _A_PAGE))
        shown = rows[(number - 1) * _A_PAGE : number * _A_PAGE]
        sections: dict[str, list[SectionChange]] = {}
        for change in past.report.sections if past is not None else ():
            sections.setdefault(change.url, []).append(change)
        texts = {
            (text.kind, text.path, text.id, text.old_id): text
            for text in changed_texts(history, library.html_dir, library.markdown_dir)
        }
        pages = [_page(book, layout, kind, url, sections.get(url, ()), texts) for kind, url in shown]
        blocks.append((history, past, pages, len(rows)))
    return Shown(
        page_of(
            "changes.html", site=site, title=f"Changes of {site}", blocks=blocks, number=min(number, last), last=last
        )
    )


def _page(
    book: SiteBook, layout: SiteLayout, kind: str, url: str, changes: Sequence[SectionChange], texts: _Texts
) -> ShownPage:
    number = book.urls.get(url)
    if number is None:
        return ShownPage(kind, url, url, "")
    leaf = book.leaves[number]
    sections = tuple(
        ShownSection(
            change,
            "" if change.kind == "removed" else text_address(layout, leaf, change.anchor),
            _words(texts.get((change.kind, change.path, change.id, change.old_id))),
        )
        for change in changes
    )
    return ShownPage(kind, url, leaf.title, page_address(layout.site, leaf.path, MARKDOWN), sections)


def _words(texts: SectionTexts | None) -> tuple[DiffPiece, ...]:
    """The section's own heading stands above it already, unless that is what changed."""
    if texts is None:
        return ()
    old, new = texts.old.strip(), texts.new.strip()
    first = {text.partition("\n")[0] for text in (old, new) if text}
    if len(first) == 1 and first.pop().startswith("#"):
        old, new = (text.partition("\n")[2].strip() for text in (old, new))
    return word_diff(old, new)
