"""The scripts of a page that a browser would run, and the snippets among them that make no sense in a copy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scrapepy.model.url import Reference, Role
from scrapepy.offline.elements import Elements
from scrapepy.rules.page_scripts import (
    ASKING_ATTRIBUTES,
    INLINE_SCRIPTS,
    REMOVED_TYPES,
    SCRIPT_TYPES,
    AskingAttribute,
    InlineScript,
)
from scrapepy.web.canonical import path_and_query
from scrapepy.web.html import Node, Tree
from scrapepy.web.links import reference_of

DRAWN_MARK = "data-scrapepy-rendered"
"""An attribute of the root of a page that a browser has drawn before it was saved."""

_RUN = re.compile(SCRIPT_TYPES, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageScript:
    """A script element that a browser would run. ``path`` is empty for an inline one, ``text`` for one from a file."""

    node: Node
    path: str
    text: str


def page_scripts(elements: Elements, references: list[Reference]) -> list[PageScript]:
    """The scripts of a page that would run, in order; those whose type is a hint are taken out, data blocks left
    alone."""
    scripts = []
    for node in elements.get("script", ()):
        attributes = node.attributes
        kind = (attributes.get("type") or "").partition(";")[0].strip()
        if kind.lower() in REMOVED_TYPES:
            node.decompose()
        elif _RUN.fullmatch(kind):
            reference = reference_of(attributes.get("src"), references)
            path = script_path(reference)
            scripts.append(PageScript(node, path, "" if path else inline_text(node)))
    return scripts


def script_path(reference: Reference | None) -> str:
    """The path of a script's address, without its query; empty where there is none."""
    if reference is None or reference.url is None:
        return ""
    return path_and_query(reference.url).partition("?")[0]


def inline_text(script: Node) -> str:
    """The text of a script element."""
    first = script.first_child
    return (first.text_content or "") if first is not None else ""


def remove_snippets(scripts: Iterable[PageScript], table: Sequence[InlineScript] = INLINE_SCRIPTS) -> list[PageScript]:
    """Take out the inline scripts of ``table``; the scripts that stay."""
    kept = []
    for script in scripts:
        if script.text and any(_is_snippet(row, script.text) for row in table):
            script.node.decompose()
        else:
            kept.append(script)
    return kept


def was_drawn(tree: Tree) -> bool:
    """Whether a browser has drawn the page before it was saved."""
    root = tree.root
    return root is not None and DRAWN_MARK in root.attributes


def has_modules(scripts: Iterable[PageScript]) -> bool:
    """Whether one of the scripts is a module from a file, which browsers do not run from a disk."""
    return any(script.path and is_module(script) for script in scripts)


def is_module(script: PageScript) -> bool:
    """Whether it is a module, which is fetched and runs by other rules than a classic script."""
    return (script.node.attributes.get("type") or "").strip().lower() == "module"


def remove_all(tree: Tree, scripts: Iterable[PageScript], references: list[Reference]) -> list[PageScript]:
    """Take out all scripts of a page that they have drawn, and what loads scripts ahead: they would draw it once more,
    from data that they do not find on a disk. None stays.
    """
    for script in scripts:
        script.node.decompose()
    for link in tree.css("link[rel~=modulepreload i], link[rel~=preload i]"):
        reference = reference_of(link.attributes.get("href"), references)
        if reference is not None and reference.role is Role.SCRIPT:
            link.decompose()
    return []


def may_ask(markup: str, table: Sequence[AskingAttribute] = ASKING_ATTRIBUTES) -> bool:
    """True if a page, as it is written, has an attribute of ``table``: cheaper to see there than in every tree."""
    return any(f' {row.attribute}="{row.value}"' in markup for row in table)


def remove_asking_attributes(
    tree: Tree, generators: Sequence[str], table: Sequence[AskingAttribute] = ASKING_ATTRIBUTES
) -> bool:
    """Take out the attributes of ``table``, so that a script of the page finds nothing to ask the network for.

    False where the tree is as it was.
    """
    found = False
    for row in table:
        known = any(generator.strip().lower().startswith(row.generators) for generator in generators)
        if known or (row.selector and tree.css_first(row.selector) is not None):
            for node in tree.css(f'[{row.attribute}="{row.value}"]'):
                del node.attrs[row.attribute]
                found = True
    return found


def _is_snippet(row: InlineScript, text: str) -> bool:
    return len(text) <= row.longest and re.search(row.pattern, text) is not None
