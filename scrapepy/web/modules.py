"""What a JavaScript module imports (ECMAScript, 16.2.2 and 16.2.3), found by tokens and not by running it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scrapepy.model.template import Template
from scrapepy.model.url import Role
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.numbering import Numbering
from scrapepy.web.pagefind import number_bundle

_GAP = r"(?:\s|/\*[\s\S]*?\*/|//[^\n]*\n)*+"
_QUOTED = r"(?P<quote>[\"'])(?P<name>[^\"'\\\n]*)(?P=quote)"
_IDENTIFIER = r"[\w$]++"
_NAMESPACE = rf"\*{_GAP}as{_GAP}{_IDENTIFIER}"
_NAMED = r"\{[^{}]*\}"
_CLAUSE = rf"(?:{_GAP}(?!from(?![\w$])){_IDENTIFIER}{_GAP},?)?{_GAP}(?:{_NAMESPACE}|{_NAMED}|(?<=[\s/]))"
_IMPORT = re.compile(rf"import(?:{_GAP}|{_CLAUSE}{_GAP}from{_GAP}){_QUOTED}")
_EXPORT = re.compile(
    rf"export{_GAP}(?:\*(?:{_GAP}as{_GAP}(?:{_IDENTIFIER}|\"[^\"\n]*\"))?|{_NAMED}){_GAP}from{_GAP}{_QUOTED}"
)
_DYNAMIC = re.compile(rf"import{_GAP}\({_GAP}{_QUOTED}{_GAP}[),]")

_TOKEN = re.compile(
    r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
    r"|\"(?:[^\"\\\n]|\\[\s\S])*+\"|'(?:[^'\\\n]|\\[\s\S])*+'"
    r"|(?P<template>`)"
    r"|(?P<brace>[{}])"
    r"|(?<![\w$.#])(?P<word>import|export)(?![\w$:])"
    # a slash after an operator or an opening bracket starts a regular expression; after a value it divides
    r"|(?:[(,=:\[!&|?;+*%~^<>\n]|\breturn|\btypeof|=>)[ \t]*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
)
_IN_TEMPLATE = re.compile(r"\\[\s\S]|`|\$\{")


@dataclass(frozen=True, slots=True)
class Specifier:
    """The place of a module's name between its quotes."""

    start: int
    end: int


def specifiers(text: str) -> Iterator[Specifier]:
    """The names in ``import … from "x"``, ``import "x"``, ``export … from "x"`` and ``import("x")``, in order.

    Text inside strings, comments, template literals and (as far as can be told without a parser) regular expressions
    is no code. A name with an escape in it is left out.
    """
    position = 0
    templates: list[int] = []  # for each ${ we are in: how many braces are open inside it
    while True:
        match = _TOKEN.search(text, position)
        if match is None:
            return
        position = match.end()
        if match.lastgroup == "word":
            found = _statement(text, match.start(), match.group())
            if found is not None:
                yield Specifier(*found.span("name"))
                position = found.end()
        elif match.lastgroup == "template":
            position = _template(text, position, templates)
        elif match.lastgroup == "brace" and templates:
            if match.group() == "{":
                templates[-1] += 1
            elif templates[-1]:
                templates[-1] -= 1
            else:
                templates.pop()
                position = _template(text, position, templates)


def _statement(text: str, start: int, word: str) -> re.Match[str] | None:
    if word == "export":
        return _EXPORT.match(text, start)
    return _DYNAMIC.match(text, start) or _IMPORT.match(text, start)


def _template(text: str, position: int, templates: list[int]) -> int:
    while True:
        match = _IN_TEMPLATE.search(text, position)
        if match is None:
            return len(text)
        position = match.end()
        if match.group() == "`":
            return position
        if match.group() == "${":
            templates.append(0)
            return position


def replace_specifiers(text: str, replace: Callable[[str], str | None]) -> str:
    """``text`` with ``replace(name)`` in the place of each module name that is an address; None leaves it.

    Bare names (``import "vue"``) mean nothing to a browser without an import map, and stay.

    >>> replace_specifiers("import a from './a.js'; import('/b.js'); import 'vue'", str.upper)
    "import a from './A.JS'; import('/B.JS'); import 'vue'"
    """
    pieces: list[str] = []
    position = 0
    for place in specifiers(text):
        name = text[place.start : place.end]
        new = replace(name) if is_address(name) else None
        if new is not None:
            pieces += (text[position : place.start], new)
            position = place.end
    return "".join((*pieces, text[position:]))


def is_address(name: str) -> bool:
    """True for a module name that browsers resolve as a URL (HTML standard, "resolve a module specifier")."""
    return name.startswith(("./", "../", "/", "http://", "https://"))


def number_module_text(text: str, numbering: Numbering) -> str:
    """``text`` of a module with slots for the modules it names."""
    if _AT_FIRST_SIGHT.search(text) is None:
        return text  # most scripts are no modules, and some hold a search index of megabytes
    return number_bundle(replace_specifiers(text, lambda name: numbering.slot(name, Role.SCRIPT)), numbering)


_AT_FIRST_SIGHT = re.compile(r"(?:from|import)\s*[\"'(/]")


def number_module(text: str, address: str, site: SiteIdentity | None) -> Template:
    """A module script with slots for what it imports.

    Slots stand between the script's own quotes; what fills them must start with ``./``, ``../``, ``/`` or a scheme.
    """
    numbering = Numbering(address, site)
    return Template(number_module_text(text, numbering), tuple(numbering.references))
