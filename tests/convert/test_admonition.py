"""Kinds of note, by class and by title."""

from __future__ import annotations

import pytest

from scrapepy.convert.admonition import kind_in_classes
from scrapepy.rules.admonitions import ALIASES, NOTE_KINDS, PREFIXES, TITLE_CLASSES, TITLE_STARTS, NoteKind
from tests.support.render_golden import to_markdown


@pytest.mark.parametrize("kind", NOTE_KINDS, ids=lambda kind: kind.name)
def test_a_kind(kind: NoteKind) -> None:
    for title in (kind.name, kind.name.upper(), *kind.titles):
        source = f"<div class='admonition {kind.name}'><p class=admonition-title>{title.capitalize()}</p><p>x</p></div>"
        said = f"> **{kind.word}**\n>\n" if kind.word else ""
        assert to_markdown(source) == f"> [!{kind.alert}]\n{said}> x"
    own = f"<div class='admonition {kind.name}'><p class=admonition-title>My own</p><p>x</p></div>"
    assert to_markdown(own) == f"> [!{kind.alert}]\n> **My own**\n>\n> x"


def test_kinds_are_named_once() -> None:
    names = [kind.name for kind in NOTE_KINDS]
    assert len(set(names)) == len(names)
    assert {kind.alert for kind in NOTE_KINDS} == {"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"}


@pytest.mark.parametrize("prefix", PREFIXES)
def test_prefixes(prefix: str) -> None:
    kind = kind_in_classes(f"box {prefix}danger")
    assert kind is not None
    assert kind.name == "danger"
    assert kind_in_classes(f"box {prefix}wide") is None


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases(alias: str) -> None:
    kind = kind_in_classes(f"alert alert-{alias}")
    assert kind is not None
    assert kind.name == ALIASES[alias]


@pytest.mark.parametrize("name", [*sorted(TITLE_CLASSES), *(f"{start}_x1y2" for start in TITLE_STARTS)])
def test_titles(name: str) -> None:
    source = f"<div class='admonition tip'><div class='{name}'>Mine</div><p>x</p></div>"
    assert to_markdown(source) == "> [!TIP]\n> **Mine**\n>\n> x"


def test_without_a_kind_the_title_tells() -> None:
    row = "<tr><td class=icon><div class=title>{}</div></td><td class=content>x</td></tr>"
    source = f"<div class=admonitionblock><table>{row}</table></div>"
    assert to_markdown(source.format("Warning")) == "> [!WARNING]\n> x"
    assert to_markdown(source.format("Hinweis")) == "> [!NOTE]\n> **Hinweis**\n>\n> x"


def test_notes_in_notes_and_lists() -> None:
    source = (
        "<ul><li>item<div class='admonition note'><p>a</p><div class='admonition tip'><p>b</p></div></div></li></ul>"
    )
    assert to_markdown(source) == "- item\n\n  > [!NOTE]\n  > a\n  >\n  > > [!TIP]\n  > > b"
