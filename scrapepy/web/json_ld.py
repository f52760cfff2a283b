"""What a page says of itself in JSON-LD (schema.org), read without trust in its shape."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scrapepy.rules.meta_names import ARTICLE_TYPES, PAGE_TYPES
from scrapepy.web.html import Tree

_LONGEST = 500_000
"""Characters of one script: more is data, not a description of the page."""
_MOST_NODES = 500


@dataclass(frozen=True, slots=True)
class JsonLd:
    """Facts of the one article or page that the scripts describe; empty where they say nothing, or speak of several."""

    headline: str = ""
    description: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    modified: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""
    site_name: str = ""


def read_json_ld(scripts: list[str]) -> JsonLd:
    """The facts in the texts of a page's ``application/ld+json`` scripts.

    What is not JSON is passed over. An article wins over the page that holds it; several articles on one page (a list
    of posts) are not about the page, so none is taken.

    >>> read_json_ld(['{"@type": "Article", "author": [{"name": "Ann"}, "Bo"], "datePublished": "2024-01-31"}']).authors
    ('Ann', 'Bo')
    """
    nodes = [node for script in scripts for node in _nodes(script)]
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str)}
    articles = [node for node in nodes if _is_a(node, ARTICLE_TYPES)]
    pages = [node for node in nodes if _is_a(node, PAGE_TYPES)]
    sites = [node for node in nodes if _is_a(node, frozenset({"WebSite"}))]
    subjects = articles if len(articles) == 1 else []
    if not articles and len(pages) == 1:
        subjects = pages
    elif subjects and len(pages) == 1:
        subjects = [*subjects, *pages]
    return JsonLd(
        headline=_first(subjects, "headline", "name"),
        description=_first(subjects, "description"),
        authors=next((names for node in subjects if (names := _names(node.get("author"), by_id))), ()),
        published=_first(subjects, "datePublished"),
        modified=_first(subjects, "dateModified"),
        keywords=next((words for node in subjects if (words := _words(node.get("keywords")))), ()),
        language=_first(subjects, "inLanguage"),
        site_name=_first(sites, "name") if len(sites) == 1 else "",
    )


def _nodes(script: str) -> Iterator[dict[str, Any]]:
    """The things on the top of a script: one, a list, or those of ``@graph``; never what is nested in them."""
    text = script.strip().removeprefix("<!--").removesuffix("-->").strip().removesuffix(";")
    text = text.removeprefix("//<![CDATA[").removesuffix("//]]>").removeprefix("<![CDATA[").removesuffix("]]>")
    if len(text) > _LONGEST:
        return
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    pending = [data]
    count = 0
    while pending and count < _MOST_NODES:
        item = pending.pop(0)
        if isinstance(item, list):
            pending += item[:_MOST_NODES]
        elif isinstance(item, dict):
            count += 1
            graph = item.get("@graph")
            if isinstance(graph, list | dict):
                pending.append(graph)
            if "@type" in item:
                yield item


def _is_a(node: dict[str, Any], types: frozenset[str]) -> bool:
    kind = node["@type"]
    kinds = kind if isinstance(kind, list) else [kind]
    return any(isinstance(one, str) and one.rpartition("/")[2].rpartition(":")[2] in types for one in kinds)


def _first(nodes: list[dict[str, Any]], *keys: str) -> str:
    for node in nodes:
        for key in keys:
            text = _text(node.get(key))
            if text:
                return text
    return ""


def _text(value: Any) -> str:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value", value.get("name"))
    return value if isinstance(value, str) else ""


def _names(value: Any, by_id: dict[str, dict[str, Any]]) -> tuple[str, ...]:
    names: list[str] = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict) and "name" not in item:
            item = by_id.get(item["@id"]) if isinstance(item.get("@id"), str) else None
        name = item.get("name") if isinstance(item, dict) else item
        text = _text(name)
        if text:
            names.append(text)
    return tuple(names)


def _words(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split(","))
    if isinstance(value, list):
        return tuple(text for item in value if (text := _text(item)))
    return ()


def stated_text(tree: Tree) -> str:
    """The text of the page as its JSON-LD repeats it (``articleBody``, ``text``), or nothing."""
    for node in tree.css("script[type='application/ld+json']"):
        script = node.text()
        if '"articleBody"' not in script:
            continue
        for item in _nodes(script):
            text = item.get("articleBody")
            if isinstance(text, str) and len(text) > _SHORT_BODY:
                return _MARKUP.sub(" ", text)
    return ""


def count_types(tree: Tree, *kinds: frozenset[str]) -> tuple[int, ...]:
    """How many things of each of ``kinds`` the JSON-LD of a page names on top, those of one name counted once."""
    names: list[set[str]] = [set() for _ in kinds]
    for script in tree.css("script[type='application/ld+json']"):
        for item in _nodes(script.text()):
            main = item.get("mainEntity")
            for node in (item, main) if isinstance(main, dict) and "@type" in main else (item,):
                for found, kind in zip(names, kinds, strict=True):
                    if _is_a(node, kind):
                        found.add(_text(node.get("name")))
    return tuple(map(len, names))


_SHORT_BODY = 400
_MARKUP = re.compile("<[^<>]*>|&lt;[^&<>]*&gt;|&[a-z]+;")
