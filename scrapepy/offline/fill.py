"""A page's slots filled with the addresses that hold in the copy.

Nearly every slot is the whole value of an attribute, and those are written in one pass of a regular expression. The
rest (styles, ``srcset``, imports of module scripts, and whatever is missing and must lose its attribute) is looked at
one by one. The text is what :func:`scrapepy.web.html.serialise` writes, with attribute values in double quotes; a slot
in a style stands in a double-quoted string of its own, one in a script in a string of either kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

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
_CSS_QUOTE = "&quot;"
_DOCTYPE = re.compile(r"\s*(?:(?><!--.*?-->)\s*)*+<!doctype[^>]*>", re.IGNORECASE | re.DOTALL)
_CHARSET = '<meta charset="utf-8">'
_ROOM_BEFORE_CHARSET = 600


def fill_page(template: Template, resolve: Resolve, banner: str) -> str:
    """The page as it is saved: slots filled, and the comment ``banner`` behind the doctype.

    A resource that the page would load but that is :attr:`Standing.MISSING` keeps its address in an attribute of
    another name (``data-scrapepy-src``), so that opening the page asks for nothing off the disk; candidates of
    ``srcset`` are left out one by one. Filling changes nothing but what stands in place of slots.
    """
    addresses = _Addresses(template.references, resolve)
    text = _WHOLE_VALUE.sub(addresses.whole_value, template.text)
    if SLOT_OPEN in text:
        text = _rest_filled(text, addresses)
    return _with_banner(text, banner)


@dataclass(slots=True)
class _Addresses:
    """The answers of the address book for one page, each asked for once."""

    references: tuple[Reference, ...]
    resolve: Resolve
    values: dict[str, str | None] = field(default_factory=dict)
    resolutions: dict[str, Resolution] = field(default_factory=dict)

    def whole_value(self, match: re.Match[str]) -> str:
        """The attribute's value; the slot as it stands if the attribute cannot stay as it is."""
        index = match.group(1)
        try:
            value = self.values[index]
        except KeyError:
            resolution = self.resolution(index)
            missing = resolution.standing is Standing.MISSING and self.is_missing(index)
            value = self.values[index] = None if missing else f'="{escaped(resolution.href)}"'
        return match.group() if value is None else value

    def reference(self, index: str) -> Reference | None:
        """None for a slot that the page itself has forged."""
        number = int(index)
        return self.references[number] if number < len(self.references) else None

    def resolution(self, index: str) -> Resolution:
        found = self.resolutions.get(index)
        if found is None:
            reference = self.reference(index)
            found = Resolution("", Standing.TEXT) if reference is None else self.resolve(reference)
            self.resolutions[index] = found
        return found

    def is_missing(self, index: str) -> bool:
        """True if the page would load it, and it is not there."""
        if self.resolution(index).standing is not Standing.MISSING:
            return False
        reference = self.reference(index)
        return reference is not None and reference.role.loads


def escaped(address: str) -> str:
    """``address`` for a double-quoted attribute value, as HTML fragments are serialised (HTML standard, 13.3)."""
    return _SPECIAL.sub(_entity, address) if _SPECIAL.search(address) else address


def _entity(match: re.Match[str]) -> str:
    return _ENTITIES[match.group()]


def _rest_filled(text: str, addresses: _Addresses) -> str:
    pieces: list[str] = []
    position = 0
    for match in SLOT.finditer(text):
        start, end = match.span()
        if start < position:
            continue  # in an attribute that is written already
        if _is_in_string(text, start, addresses.reference(match.group(1))):
            pieces += (text[position:start], _in_string(match.group(1), addresses))
            position = end
            continue
        opening = text.rfind('="', position, start)
        closing = text.find('"', end)
        if opening < 0 or closing < 0 or '"' in text[opening + 2 : start]:  # in plain text: forged
            pieces += (text[position:start], escaped(addresses.resolution(match.group(1)).href))
            position = end
            continue
        found = _NAME.search(text, max(position, opening - 100), opening)
        name_at = found.start() if found else opening
        pieces += (
            text[position:name_at],
            _attribute(text[name_at:opening], text[opening + 2 : closing], addresses),
        )
        position = closing + 1
    pieces.append(text[position:])
    return "".join(pieces)


def _is_in_string(text: str, start: int, reference: Reference | None) -> bool:
    """True for a string of a style or script. In an attribute no raw ``"`` stands before a slot but the opening one.

    Scripts keep their own quotes; an attribute has ``'`` before a slot too (``content="0; url='…'"``), but not of a
    script.
    """
    before = text[start - 2 : start]
    if before.endswith('"'):
        return before != '="'
    return before.endswith("'") and reference is not None and reference.role is Role.SCRIPT


def _in_string(index: str, addresses: _Addresses) -> str:
    reference = addresses.reference(index)
    if reference is None:
        return ""
    write = module_address if reference.role is Role.SCRIPT else css_address
    return write(reference, addresses.resolution(index))


def _attribute(name: str, value: str, addresses: _Addresses) -> str:
    """The attribute ``name`` with its slots filled; under another name where it would load what is missing."""

    def one(match: re.Match[str]) -> str:
        index = match.group(1)
        reference = addresses.reference(index)
        if reference is not None and match.string.endswith(_CSS_QUOTE, 0, match.start()):
            return escaped(css_address(reference, addresses.resolution(index)))
        address = escaped(addresses.resolution(index).href)
        return address.replace("'", "%27") if match.string.endswith("'", 0, match.start()) else address

    if name == "srcdoc":
        inner = _WHOLE_VALUE.sub(addresses.whole_value, unescape(value))
        return f'{name}="{escaped(_rest_filled(inner, addresses))}"'
    missing = [index for index in SLOT.findall(value) if addresses.is_missing(index)]
    if not missing or _CSS_QUOTE + SLOT_OPEN in value:
        return f'{name}="{SLOT.sub(one, value)}"'
    if name.endswith("srcset"):
        kept = _CANDIDATE.sub(lambda match: "" if match.group(1) in missing else match.group(), value)
        kept = kept.rstrip(", \t\r\n")
        if kept:
            return f'{name}="{SLOT.sub(one, kept)}"'
    return f'{MISSING_PREFIX}{name}="{SLOT.sub(one, value)}"'


def _with_banner(text: str, banner: str) -> str:
    """``banner`` after the doctype, or after the charset if it would push that out of the first 1,024 bytes."""
    if not banner:
        return text
    if len(banner.encode()) > _ROOM_BEFORE_CHARSET:
        before, charset, after = text.partition(_CHARSET)
        if charset:
            return f"{before}{charset}{banner}{after}"
    doctype = _DOCTYPE.match(text)
    if doctype is None:
        return f"{banner}\n{text}"
    return f"{text[: doctype.end()]}\n{banner}\n{text[doctype.end() :]}"
