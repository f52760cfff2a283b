"""Each name under which pages state facts, tried alone and beside a surer one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scrapepy.rules import meta_names
from scrapepy.rules.meta_names import ARTICLE_TYPES, MOST_TAGS, PAGE_TYPES
from scrapepy.web.json_ld import read_json_ld
from scrapepy.web.links import parse_page
from scrapepy.web.meta import page_meta

FIELDS = {
    "title": (meta_names.TITLE, "one", "two"),
    "description": (meta_names.DESCRIPTION, "one", "two"),
    "author": (meta_names.AUTHOR, "one", "two"),
    "site_name": (meta_names.SITE_NAME, "one", "two"),
    "published": (meta_names.PUBLISHED, "2024-01-31", "2024-02-01"),
    "modified": (meta_names.MODIFIED, "2024-01-31", "2024-02-01"),
    "language": (meta_names.LOCALE, "de", "fr"),
}


def stated(field: str, *statements: tuple[str, str]) -> object:
    markup = "".join(f'<meta name="{name}" content="{content}">' for name, content in statements)
    return getattr(page_meta(parse_page(markup, "http://h/")), field)


@pytest.mark.parametrize(("field", "name"), [(field, name) for field, row in FIELDS.items() for name in row[0]])
def test_a_name_alone(field: str, name: str) -> None:
    value = FIELDS[field][1]
    assert stated(field, (name, value)) == value
    assert stated(field, (name.upper(), value)) == value
    assert stated(field, ("x" + name, value)) is None


@pytest.mark.parametrize("field", FIELDS)
def test_the_surer_name_wins(field: str) -> None:
    names, one, two = FIELDS[field]
    for surer, other in pairwise(names):
        assert stated(field, (other, two), (surer, one)) == one


@pytest.mark.parametrize("name", meta_names.TAGS)
def test_a_name_of_tags(name: str) -> None:
    assert stated("tags", (name, "a, b")) == ("a", "b")
    words = ",".join(f"w{number}" for number in range(MOST_TAGS + 1))
    assert stated("tags", (name, words)) == ()


@pytest.mark.parametrize("kind", sorted(ARTICLE_TYPES | PAGE_TYPES))
def test_a_type_of_schema_org(kind: str) -> None:
    assert read_json_ld([f'{{"@type": "http://schema.org/{kind}", "headline": "x"}}']).headline == "x"
    assert read_json_ld([f'{{"@type": "{kind}List", "headline": "x"}}']).headline == ""


def test_no_type_is_both() -> None:
    assert not ARTICLE_TYPES & PAGE_TYPES
