"""Each row of the tables of URL attributes, tried on an element of its own."""

from __future__ import annotations

import pytest

from scrapepy.model.template import SLOT_OPEN
from scrapepy.model.url import Role
from scrapepy.rules.url_attributes import (
    ANYWHERE,
    FEED_TYPES,
    LINK_RELATIONS,
    META_PREVIEWS,
    META_URLS,
    PRELOADED_AS,
    RECORD_TYPES,
    SVG_URL_ATTRIBUTES,
    URL_ATTRIBUTES,
    Form,
    LinkRelation,
    UrlAttribute,
)
from scrapepy.web.html import serialise
from scrapepy.web.links import parse_page

PAGE = "http://h/d/page.html"
VALUES = {
    Form.SRCSET: "a/x.png 2x",
    Form.LAZY_SRCSET: "a/x.png 2x",
    Form.LAZY_CSS: "url(a/x.png)",
    Form.DOCUMENT: "&lt;img src='a/x.png'&gt;",
}
AROUND = {"td": "table", "th": "table", "tr": "table", "thead": "table", "tbody": "table", "tfoot": "table"}
WHOLE = frozenset({"html", "body", "frame"})
"""Elements that a document has once, or that stand in no body."""


def markup(row: UrlAttribute, element: str, attribute: str) -> str:
    kind = f' type="{row.only_if}"' if row.only_if else ""
    text = f'<{element} {attribute}="{VALUES.get(row.form, "a/x.png")}"{kind}>'
    if element in WHOLE:
        return f"<frameset>{text}</frameset>" if element == "frame" else text
    around = AROUND.get(element, "div")
    return f"<{around}>{text}</{around}>"


def cases(table: tuple[UrlAttribute, ...]) -> list[tuple[UrlAttribute, str]]:
    return [(row, "p" if element == "*" else element) for row in table for element in row.elements]


@pytest.mark.parametrize(("row", "element"), cases(URL_ATTRIBUTES + ANYWHERE))
def test_an_attribute_of_html(row: UrlAttribute, element: str) -> None:
    parsed = parse_page(markup(row, element, row.attribute), PAGE)
    role = Role.IMAGE if row.form is Form.DOCUMENT else row.role
    assert [(r.address, r.role) for r in parsed.references] == [("http://h/d/a/x.png", role)]
    assert SLOT_OPEN in serialise(parsed.tree)
    near_miss = parse_page(markup(row, element, f"x-{row.attribute}"), PAGE)
    assert near_miss.references == []


@pytest.mark.parametrize(("row", "element"), cases(SVG_URL_ATTRIBUTES))
def test_an_attribute_of_svg(row: UrlAttribute, element: str) -> None:
    parsed = parse_page(f'<svg><{element} {row.attribute}="a/x.svg#i"/></svg>', PAGE)
    assert [(r.address, r.role) for r in parsed.references] == [("http://h/d/a/x.svg#i", row.role)]
    if element != "a":
        assert parse_page(f'<svg><{element} {row.attribute}="#i"/></svg>', PAGE).references == [] or element == "script"


@pytest.mark.parametrize("row", LINK_RELATIONS, ids=lambda row: row.rel)
def test_a_relation(row: LinkRelation) -> None:
    parsed = parse_page(f"<link rel='x {row.rel.upper()}' href=a>", PAGE)
    assert [r.role for r in parsed.references] == ([] if row.role is None else [row.role])
    assert [r.role for r in parse_page(f"<link rel='x{row.rel}' href=a>", PAGE).references] == [Role.META]


@pytest.mark.parametrize(("kind", "role"), PRELOADED_AS.items())
def test_a_preload(kind: str, role: Role) -> None:
    assert [r.role for r in parse_page(f"<link rel=preload as={kind} href=a>", PAGE).references] == [role]


@pytest.mark.parametrize("kind", sorted(FEED_TYPES | RECORD_TYPES))
def test_an_alternate(kind: str) -> None:
    expected = [Role.FEED] if kind in FEED_TYPES else []
    assert [r.role for r in parse_page(f"<link rel=alternate type='{kind}' href=a>", PAGE).references] == expected
    assert [r.role for r in parse_page(f"<link rel=next type='{kind}' href=a>", PAGE).references] == [Role.META]


@pytest.mark.parametrize("key", ["property", "name", "itemprop"])
@pytest.mark.parametrize("name", sorted({*META_URLS, *META_PREVIEWS}))
def test_a_meta(key: str, name: str) -> None:
    parsed = parse_page(f"<meta {key}='{name.upper()}' content='a'>", PAGE)
    assert [r.role for r in parsed.references] == ([META_URLS[name]] if name in META_URLS else [])
    assert ("http://h/d/a" in serialise(parsed.tree)) is (name in META_PREVIEWS)
    assert 'content="a"' in serialise(parse_page(f"<meta {key}='x{name}' content='a'>", PAGE).tree)
