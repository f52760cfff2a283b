"""Where links lead: to the copy, else the saved HTML, else online."""

from __future__ import annotations

import pytest

from scrapepy.mirroring.address_book import AddressBook, Alias, HtmlLinks, MarkdownLinks, anchor_for
from scrapepy.model.document import Anchors
from scrapepy.model.options import AnchorStyle, ImagePolicy, IndexLinks
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.url import CanonicalUrl, LocalPath, Reference, Role

SITE = "https://h.test"
PAGE, OTHER, INDEX = (CanonicalUrl(SITE + path) for path in ("/guide/a", "/guide/b", "/guide/"))
TOP, IMAGE, SCRIPT, MANUAL = (CanonicalUrl(SITE + path) for path in ("/", "/i.png", "/s.js?v=1", "/m.zip"))
FILES = {
    PAGE: LocalPath("guide/a.html"),
    OTHER: LocalPath("guide/b.html"),
    INDEX: LocalPath("guide/index.html"),
    TOP: LocalPath("index.html"),
    IMAGE: LocalPath("i.png"),
    SCRIPT: LocalPath("s@v=1.js"),
    MANUAL: LocalPath("m.zip"),
}
DOCUMENTS = {PAGE: LocalPath("guide/a.md"), OTHER: LocalPath("guide/b.md")}
ANCHORS = {
    PAGE: Anchors({"intro": "intro", "old": "intro"}, texts={"intro": "Intro & more"}),
    OTHER: Anchors({"set-up": "setting-up", "каф": "каф"}, texts={"setting-up": "Setting up"}),
}


def book(**changes: object) -> AddressBook:
    values: dict[str, object] = {
        "files": dict(FILES),
        "documents": dict(DOCUMENTS),
        "aliases": {CanonicalUrl(SITE + "/moved"): Alias(OTHER, "set-up")},
        "html_root": "/out/ScrapedSites/h.test",
        "markdown_root": "/out/MarkdownSites/h.test",
        "pages": frozenset({PAGE, OTHER, INDEX, TOP}),
    }
    return AddressBook(**(values | changes))  # type: ignore[arg-type]


def link(path: str, role: Role = Role.LINK) -> Reference:
    address = SITE + path
    bare, mark, fragment = address.partition("#")
    return Reference(CanonicalUrl(bare), address, fragment if mark else None, role)


def markdown(reference: Reference, **changes: object) -> Resolution:
    return MarkdownLinks(book(**changes), PAGE, DOCUMENTS[PAGE], ANCHORS.get)(reference)


def html(reference: Reference) -> Resolution:
    return HtmlLinks(book(), FILES[PAGE])(reference)


@pytest.mark.parametrize(
    ("reference", "href", "standing"),
    [
        (link("/guide/b"), "b.html", Standing.SAVED),
        (link("/guide/b#Set%20up"), "b.html#Set%20up", Standing.SAVED),
        (link("/guide/a#x"), "#x", Standing.SAVED),
        (link("/guide/a"), "a.html", Standing.SAVED),
        (link("/"), "../index.html", Standing.SAVED),
        (link("/s.js?v=1", Role.SCRIPT), "../s@v=1.js?v=1", Standing.SAVED),
        (link("/i.png", Role.IMAGE), "../i.png", Standing.SAVED),
        (link("/moved"), "b.html#set-up", Standing.SAVED),
        (link("/moved#own"), "b.html#own", Standing.SAVED),
        (link("/absent#x"), SITE + "/absent#x", Standing.ONLINE),
        (link("/absent.css", Role.STYLE), SITE + "/absent.css", Standing.MISSING),
        (Reference(None, "mailto:a@b.test", None, Role.LINK), "mailto:a@b.test", Standing.ONLINE),
        (Reference(None, "file:///usr/share/x.js", None, Role.SCRIPT), "file:///usr/share/x.js", Standing.MISSING),
        (Reference(None, "file:///usr/share/x.html", None, Role.LINK), "file:///usr/share/x.html", Standing.ONLINE),
    ],
)
def test_html_links(reference: Reference, href: str, standing: Standing) -> None:
    assert html(reference) == Resolution(href, standing)


@pytest.mark.parametrize(
    ("reference", "href", "standing"),
    [
        (link("/guide/b"), "b.md", Standing.SAVED),
        (link("/guide/b#set-up"), "b.md#setting-up", Standing.SAVED),
        (link("/guide/b#%D0%BA%D0%B0%D1%84"), "b.md#каф", Standing.SAVED),
        (link("/guide/b#nowhere"), "b.md", Standing.SAVED),
        (link("/moved"), "b.md#setting-up", Standing.SAVED),
        (link("/guide/a#old"), "#intro", Standing.SAVED),
        (link("/guide/a"), "", Standing.TEXT),
        (link("/guide/a#nowhere"), "", Standing.TEXT),
        (link("/guide/"), "", Standing.TEXT),  # an index of this folder without a copy
        (link("/"), "", Standing.TEXT),  # and of one above
        (link("/m.zip"), "../../../ScrapedSites/h.test/m.zip", Standing.SAVED),
        (link("/i.png", Role.IMAGE), "../i.png", Standing.SAVED),
        (link("/gone.png", Role.IMAGE), SITE + "/gone.png", Standing.ONLINE),
        (link("/absent#x"), SITE + "/absent#x", Standing.ONLINE),
        (Reference(None, "javascript:go()", None, Role.LINK), "", Standing.TEXT),
        (Reference(None, "data:text/plain,x", None, Role.LINK), "", Standing.TEXT),
        (Reference(None, "tel:+1", None, Role.LINK), "tel:+1", Standing.ONLINE),
    ],
)
def test_markdown_links(reference: Reference, href: str, standing: Standing) -> None:
    assert markdown(reference) == Resolution(href, standing)


def test_images_are_remembered_and_can_stay_online() -> None:
    links = MarkdownLinks(book(), PAGE, DOCUMENTS[PAGE], ANCHORS.get)
    links(link("/i.png", Role.IMAGE))
    assert links.images == {LocalPath("i.png")}
    remote = markdown(link("/i.png", Role.IMAGE), images=ImagePolicy.REMOTE)
    assert remote == Resolution(SITE + "/i.png", Standing.ONLINE)


def test_an_index_with_a_copy_is_linked_unless_told_otherwise() -> None:
    documents = {**DOCUMENTS, INDEX: LocalPath("guide/index.md")}
    assert markdown(link("/guide/"), documents=documents) == Resolution("index.md", Standing.SAVED)
    as_text = markdown(link("/guide/"), documents=documents, index_links=IndexLinks.TEXT)
    assert as_text.standing is Standing.TEXT


def test_obsidian_wants_the_heading() -> None:
    assert anchor_for(ANCHORS[PAGE], "old", AnchorStyle.OBSIDIAN) == "Intro%20&%20more"
    assert anchor_for(ANCHORS[PAGE], "old", AnchorStyle.GITHUB) == "intro"
    assert anchor_for(Anchors({"a b(c)": "a b(c)"}), "a%20b(c)", AnchorStyle.GITHUB) == "a%20b%28c%29"


def test_a_circle_of_aliases_ends() -> None:
    one, two = CanonicalUrl(SITE + "/1"), CanonicalUrl(SITE + "/2")
    round_and_round = book(aliases={one: Alias(two), two: Alias(one)})
    assert HtmlLinks(round_and_round, FILES[PAGE])(link("/1")).standing is Standing.ONLINE
