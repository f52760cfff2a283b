"""What each page of the reader shows. Called in threads: the loop only hands requests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.browsing import Leaf, SiteBook
from scrapepy.mirroring.searching import SearchHit, SearchResult
from scrapepy.reader.addresses import MARKDOWN, SAVED, page_address, site_address
from scrapepy.reader.contents import branches
from scrapepy.reader.library import Library
from scrapepy.reader.long_texts import long_text, text_address
from scrapepy.reader.places import file_at
from scrapepy.reader.templating import environment
from scrapepy.store.layout import SiteLayout

_LONGEST_QUERY = 500
_SUGGESTED, _FOUND, _MOST = 8, 20, 100
_A_PAGE = 300


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of the reader."""

    html: str
    status: int = 200


def page_of(template: str, **values: Any) -> str:
    """A whole page."""
    values = {"site": "", "query": "", "title": "", **values}
    return environment().get_template(template).render(values)


def missing(sentence: str, site: str = "") -> Shown:
    """An address that leads to nothing."""
    return Shown(page_of("message.html", title="Not here", sentence=sentence, site=site), 404)


def trouble(sentence: str, site: str = "") -> Shown:
    """A mirror that cannot be read."""
    return Shown(page_of("message.html", title="Cannot be read", sentence=sentence, site=site), 500)


def start(library: Library) -> Shown:
    """The mirrors."""
    from scrapepy.reader.cards import cards

    return Shown(page_of("start.html", cards=cards(library), html_dir=str(library.html_dir)))


def results(library: Library, query: str, site: str, limit: int) -> Shown:
    """The results of a search, as a page."""
    query, site = query[:_LONGEST_QUERY], site if site in library.sites() else ""
    limit = max(_FOUND, min(limit, _MOST))
    result, hits = _search(library, query, site, limit, typing=False)
    return Shown(
        page_of(
            "search.html",
            title=f"{query} – search" if query.strip() else "Search",
            query=query,
            chosen=site,
            sites=library.sites(),
            result=result,
            hits=hits,
            more=_MOST if result and len(hits) < min(result.total, _MOST) else 0,
        )
    )


def suggestions(library: Library, query: str) -> str:
    """The best few, as one types: a piece of a page."""
    result, hits = _search(library, query[:_LONGEST_QUERY], "", _SUGGESTED, typing=True)
    return environment().get_template("suggestions.html").render(result=result, hits=hits, query=query)


def _search(
    library: Library, query: str, site: str, limit: int, *, typing: bool
) -> tuple[SearchResult | None, list[tuple[SearchHit, str, str, str]]]:
    """What was found, each with its address, its heading, and where that stands."""
    if not query.strip():
        return None, []
    result = library.search(query, site, limit, typing=typing)
    hits = []
    books = {site: library.known_book(site) for site in {hit.site for hit in result.hits}}
    for hit in result.hits:
        book = books[hit.site]
        number = book.documents.get(hit.document) if book is not None else None
        *above, heading = [part for part in hit.heading.split(" > ") if part != hit.title] or [""]
        if book is None or number is None:
            address = site_address("contents", hit.site)
        else:
            layout = SiteLayout(hit.site, library.html_dir, library.markdown_dir)
            address = text_address(layout, book.leaves[number], hit.anchor)
        hits.append((hit, address, heading, " › ".join(filter(None, (hit.title if heading else "", *above)))))
    return result, hits


@dataclass(frozen=True, slots=True)
class Asked:
    """A page that was asked for."""

    layout: SiteLayout
    book: SiteBook
    path: str
    leaf: Leaf | None
    """``None`` for a saved page that stands in no navigation (the site's own search, a part of a frame set)."""


def find_page(library: Library, site: str, path: str) -> Asked | Shown | str:
    """The page that an address names; or what to show instead; or where to go."""
    layout = library.layout(site)
    if layout is None:
        return missing("There is no such mirror.")
    try:
        book = library.book(layout)
    except ScrapePyError as error:
        return trouble(str(error), site)
    if not path:
        return page_address(site, book.leaves[0].path) if book.leaves else missing("The mirror has no page yet.", site)
    number = book.paths.get(path)
    if number is not None:
        return Asked(layout, book, path, book.leaves[number])
    if file_at(layout.html, path) is None:
        inside = f"{path.rstrip('/')}/index.html"
        if inside in book.paths:
            return page_address(site, inside)
        return missing("This page is not in the mirror.", site)
    if path.lower().endswith((".html", ".htm", ".xhtml")):
        return Asked(layout, book, path, None)
    from scrapepy.reader.addresses import file_address

    return file_address(site, "html", path)


def page(asked: Asked, view: str, frame: str, at: str, part: int = 1) -> Shown:
    """A page of a mirror. ``frame`` is the origin of its saved pages, ``at`` an anchor of the Markdown.

    A very long Markdown is shown in parts: the one that ``at`` stands in, else ``part``.
    """
    leaf, book, site = asked.leaf, asked.book, asked.layout.site
    document = leaf.document if leaf is not None else ""
    view = MARKDOWN if view == MARKDOWN and document else SAVED
    rendered = None
    names: tuple[str, ...] = ("",)
    fields: dict[str, Any] = {}
    if view == MARKDOWN:
        from scrapepy.reader.link_targets import LinkTargets
        from scrapepy.reader.markdown_view import render_markdown
        from scrapepy.web.frontmatter import parse_frontmatter

        found = file_at(asked.layout.markdown, document)
        if found is None:
            return missing("The Markdown of this page is not on the disk.", site)
        fields, body = parse_frontmatter(found.read_bytes().decode("utf-8", "replace"))
        text = long_text(body)
        names, part = text.names, text.part_with(at, part)
        targets = LinkTargets(asked.layout, book, document, text.places, part)
        rendered = render_markdown(text.parts[part - 1], targets, text.headings[part - 1])
    title = leaf.title if leaf is not None else asked.path
    return Shown(
        page_of(
            "page.html",
            site=site,
            title=title,
            leaf=leaf,
            path=asked.path,
            view=view,
            document=document,
            frame=frame,
            fragment=_saved_fragment(asked, at) if view == SAVED else "",
            rendered=rendered,
            part=part,
            names=names,
            fields=fields,
            branches=branches(book, leaf),
            above=[one for one in book.above(leaf) if one.number] if leaf is not None else [],
            before=book.before(leaf) if leaf is not None else None,
            after=book.after(leaf) if leaf is not None else None,
        )
    )


def _saved_fragment(asked: Asked, at: str) -> str:
    """The id in the saved page for an anchor of its Markdown: that of the heading, where it is known."""
    if not at or asked.leaf is None:
        return ""
    from scrapepy.model.url import CanonicalUrl
    from scrapepy.store.reading import StateReader

    try:
        with StateReader(asked.layout.state) as state:
            anchors = state.anchors_of(CanonicalUrl(asked.leaf.url))
    except ScrapePyError:
        return ""
    if anchors is None:
        return ""
    return next((name for name, slug in anchors.slugs.items() if slug == at), at if at in anchors.slugs else "")


def contents(library: Library, site: str, number: int) -> Shown:
    """All pages of a mirror in its own order, some hundred at a time."""
    layout = library.layout(site)
    if layout is None:
        return missing("There is no such mirror.")
    try:
        book = library.book(layout)
    except ScrapePyError as error:
        return trouble(str(error), site)
    last = max(1, -(-len(book.leaves) // _A_PAGE))
    number = max(1, min(number, last))
    shown = book.leaves[(number - 1) * _A_PAGE : number * _A_PAGE]
    return Shown(
        page_of(
            "contents.html",
            site=site,
            title=f"Contents of {site}",
            rows=[(leaf, min(len(book.above(leaf)), 6)) for leaf in shown],
            number=number,
            last=last,
            total=len(book.leaves),
        )
    )
