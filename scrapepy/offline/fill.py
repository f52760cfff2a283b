"""A page's slots filled with the addresses that hold in the copy.

Nearly every slot is the whole value of an attribute, and those are written in one pass over the text cut there. The
rest (styles, ``srcset``, imports of module scripts, and whatever is missing and must lose its attribute) is looked at
one by one. The text is what :func:`scrapepy.web.html.serialise` writes, with attribute values in double quotes; a slot
in a style stands in a double-quoted string of its own, one in a script in a string of either kind.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from scrapepy.model.resolution import Resolution, Resolve, Standing
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, Template
from scrapepy.model.url import Reference, Role
from scrapepy.offline.script import module_address
from scrapepy.offline.slots import SLOT
from scrapepy.offline.stylesheet import css_address

MISSING_PREFIX = "data-scrapepy-"
"""Before the name of an attribute whose resource is not in the copy: it keeps the address, and loads nothing."""

_WHOLE_VALUE = re.compile(f'="{SLOT_OPEN}([0-9]{{1,9}}){SLOT_CLOSE}"')
_NAME = re.compile(r"[^\s\"'<>/=]+\Z")
_CANDIDATE = re.compile(f"{SLOT_OPEN}([0-9]{{1,9}}){SLOT_CLOSE}[^,]*(?:,\\s*)?")
_SPECIAL = re.compile('[&"<>\xa0]')
_ENTITIES = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "\xa0": "&nbsp;"}
_CSS_SLOT = "&quot;" + SLOT_OPEN
_DOCTYPE = re.compile(r"\s*(?:(?><!--.*?-->)\s*)*+<!doctype[^>]*>", re.IGNORECASE | re.DOTALL)
_CHARSET = '<meta charset="utf-8">'
_ROOM_BEFORE_CHARSET = 600


def fill_page(template: Template, resolve: Resolve, banner: str) -> str:
    """The page as it is saved: slots filled, and the comment ``banner`` behind the doctype.

    A resource that the page would load but that is :attr:`Standing.MISSING` keeps its address in an attribute of
    another name (``data-scrapepy-src``), so that opening the page asks for nothing off the disk; candidates of
    ``srcset`` are left out one by one. Filling changes nothing but what stands in place of slots.
    """
    answers = _Answers(template.references, resolve)
    pieces = _WHOLE_VALUE.split(template.text)
    pieces[1::2] = map(answers.whole.__getitem__, pieces[1::2])
    # a banner that the first piece has room for saves copying the page once more
    is_long = len(banner.encode()) > _ROOM_BEFORE_CHARSET
    doctype = None if is_long else _DOCTYPE.match(pieces[0])
    if doctype is not None:
        pieces[0] = _after(doctype, banner)
    text = "".join(pieces)
    if SLOT_OPEN in text:
        text = _rest_filled(text, answers)
    return text if doctype is not None else _with_banner(text, banner, is_long=is_long)


class _Answer(NamedTuple):
    """What stands for one reference. ``missing``: the page would load it, and it is not there."""

    reference: Reference
    resolution: Resolution
    text: str
    """The address, escaped for an attribute."""
    missing: bool


_NOTHING = _Answer(Reference(None, "", None, Role.LINK), Resolution("", Standing.TEXT), "", missing=False)
"""For a slot that the page itself has forged."""


class _WholeValues(dict[str, str]):
    """By a slot's index what stands for an attribute's value that is this slot, from ``=`` on: asked for as needed.

    That is the slot itself where the attribute needs another name.
    """

    __slots__ = ("_references", "_resolve", "asked")

    def __init__(self, references: tuple[Reference, ...], resolve: Resolve) -> None:
        super().__init__()
        self._references = references
        self._resolve = resolve
        self.asked: dict[int, Resolution] = {}

    def __missing__(self, index: str) -> str:
        number = int(index)
        if number >= len(self._references):
            value = '=""'
        else:
            reference = self._references[number]
            href, standing = self.asked[number] = self._resolve(reference)
            if standing is Standing.MISSING and reference.role.loads:
                value = f'="{SLOT_OPEN}{index}{SLOT_CLOSE}"'
            else:
                value = f'="{escaped(href)}"'
        self[index] = value
        return value


class _Answers:
    """The answers of the address book for one page, each asked for once. Most stand as whole values."""

    __slots__ = ("_known", "_references", "_resolve", "whole")

    def __init__(self, references: tuple[Reference, ...], resolve: Resolve) -> None:
        self._references = references
        self._resolve = resolve
        self._known: dict[str, _Answer] = {}
        self.whole = _WholeValues(references, resolve)

    def of(self, index: str) -> _Answer:
        answer = self._known.get(index)
        if answer is None:
            answer = self._known[index] = self._asked(int(index))
        return answer

    def whole_value(self, match: re.Match[str]) -> str:
        """An attribute's value that is one slot; as it stands if the attribute needs another name."""
        return self.whole[match.group(1)]

    def _asked(self, number: int) -> _Answer:
        if number >= len(self._references):
            return _NOTHING
        reference = self._references[number]
        resolution = self.whole.asked.get(number) or self._resolve(reference)
        missing = resolution.standing is Standing.MISSING and reference.role.loads
        return _Answer(reference, resolution, escaped(resolution.href), missing)


def escaped(address: str) -> str:
    """``address`` for a double-quoted attribute value, as HTML fragments are serialised (HTML standard, 13.3)."""
    return _SPECIAL.sub(_entity, address) if _SPECIAL.search(address) else address


def _entity(match: re.Match[str]) -> str:
    return _ENTITIES[match.group()]


def _rest_filled(text: str, answers: _Answers) -> str:
    pieces: list[str] = []
    position = 0
    for match in SLOT.finditer(text):
        start, end = match.span()
        if start < position:
            continue  # in an attribute that is written already
        answer = answers.of(match.group(1))
        if _is_in_string(text, start, answer):
            pieces += (text[position:start], _in_string(answer))
            position = end
            continue
        opening = text.rfind('="', position, start)
        closing = text.find('"', end)
        if opening < 0 or closing < 0 or text.find('"', opening + 2, start) >= 0:  # in plain text: forged
            pieces += (text[position:start], answer.text)
            position = end
            continue
        found = _NAME.search(text, max(position, opening - 100), opening)
        name_at = found.start() if found else opening
        pieces += (text[position:name_at], _attribute(text[name_at:opening], text[opening + 2 : closing], answers))
        position = closing + 1
    pieces.append(text[position:])
    return "".join(pieces)


def _is_in_string(text: str, start: int, answer: _Answer) -> bool:
    """True for a string of a style or script. In an attribute no raw ``"`` stands before a slot but the opening one.

    Scripts keep their own quotes; an attribute has ``'`` before a slot too (``content="0; url='…'"``), but not of a
    script.
    """
    before = text[start - 2 : start]
    if before.endswith('"'):
        return before != '="'
    return before.endswith("'") and answer.reference.role is Role.SCRIPT


def _in_string(answer: _Answer) -> str:
    write = module_address if answer.reference.role is Role.SCRIPT else css_address
    return write(answer.reference, answer.resolution)


def _attribute(name: str, value: str, answers: _Answers) -> str:
    """The attribute ``name`` with its slots filled; under another name where it would load what is missing."""
    if name == "srcdoc":
        inner = _WHOLE_VALUE.sub(answers.whole_value, unescape(value))
        return f'{name}="{escaped(_rest_filled(inner, answers))}"'
    if _CSS_SLOT in value:
        return f'{name}="{SLOT.sub(lambda match: escaped(_in_string(answers.of(match.group(1)))), value)}"'
    indexes = SLOT.findall(value)
    if any(answers.of(index).missing for index in indexes):
        kept = _without_missing(value, answers) if name.endswith("srcset") else ""
        if not kept:
            name = MISSING_PREFIX + name
        value = kept or value
    return f'{name}="{SLOT.sub(lambda match: _between(match, answers), value)}"'


def _between(match: re.Match[str], answers: _Answers) -> str:
    text = answers.of(match.group(1)).text
    return text.replace("'", "%27") if match.string.endswith("'", 0, match.start()) else text


def _without_missing(srcset: str, answers: _Answers) -> str:
    kept = _CANDIDATE.sub(lambda match: "" if answers.of(match.group(1)).missing else match.group(), srcset)
    return kept.rstrip(", \t\r\n")


def _with_banner(text: str, banner: str, *, is_long: bool) -> str:
    """``banner`` after the doctype, or after the charset if it would push that out of the first 1,024 bytes."""
    if not banner:
        return text
    if is_long:
        before, charset, after = text.partition(_CHARSET)
        if charset:
            return f"{before}{charset}{banner}{after}"
    doctype = _DOCTYPE.match(text)
    return f"{banner}\n{text}" if doctype is None else _after(doctype, banner)


def _after(doctype: re.Match[str], banner: str) -> str:
    text, end = doctype.string, doctype.end()
    return f"{text[:end]}\n{banner}\n{text[end:]}" if banner else text
