"""Puts slots into attributes, by the table of :mod:`scrapepy.rules.url_attributes`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scrapepy.model.template import SLOT_OPEN
from scrapepy.model.url import Role
from scrapepy.rules.url_attributes import ANYWHERE, Form, UrlAttribute
from scrapepy.web.css import number_css_text
from scrapepy.web.html import Node
from scrapepy.web.numbering import Numbering
from scrapepy.web.srcset import replace_candidates

Attributes = Mapping[str, str | None]
Rows = dict[str, UrlAttribute]

_SPACED = re.compile(r"[^\t\n\f\r ]+")
_LISTED = re.compile(r"[^\t\n\f\r ,]+")
_IMPLAUSIBLE = re.compile(r"[\s{}<>|]|^[^./]*$")


def by_element(table: tuple[UrlAttribute, ...]) -> dict[str, Rows]:
    """The rows of a table for each element: attribute to row."""
    elements: dict[str, Rows] = {}
    for row in table:
        for element in row.elements:
            elements.setdefault(element, {})[row.attribute] = row
    return elements


ANYWHERE_SELECTOR = ", ".join(['[style*="("]', *(f"[{row.attribute}]" for row in ANYWHERE)])
"""Elements with an attribute that :func:`number_anywhere` looks at."""

_ANYWHERE = {row.attribute: row for row in ANYWHERE}


def number_attributes(node: Node, attributes: Attributes, rows: Rows, numbering: Numbering) -> None:
    """Put slots into the attributes of one element that ``rows`` speaks of."""
    for name, value in attributes.items():
        row = rows.get(name)
        if row is None:
            continue
        if row.only_if and (attributes.get("type") or "").strip().lower() != row.only_if:
            continue
        new = numbered(value or "", row.form, row.role, numbering)
        if new is not None:
            write(node, attributes, name, new)


def number_anywhere(node: Node, numbering: Numbering) -> None:
    """Put slots into ``style`` and the other attributes that are looked for by name (:data:`ANYWHERE`)."""
    # an element that fits two of the selectors comes twice
    attributes = {name: value for name, value in node.attributes.items() if value and SLOT_OPEN not in value}
    style = attributes.get("style")
    if style:
        new = number_css_text(style, numbering, Role.IMAGE)
        if new != style:
            node.attrs["style"] = new
    number_attributes(node, attributes, _ANYWHERE, numbering)


def numbered(value: str, form: Form, role: Role, numbering: Numbering) -> str | None:
    """``value`` with slots in the place of its URLs; None where nothing is to be changed."""
    if form is Form.URL:
        return numbering.slot(value, role)
    if form is Form.SRCSET:
        return numbered_srcset(value, role, numbering)
    if form is Form.SPACED or form is Form.LISTED:
        pattern = _SPACED if form is Form.SPACED else _LISTED
        return pattern.sub(lambda match: numbering.slot(match.group(), role) or match.group(), value)
    if form is Form.LAZY_CSS and "url(" in value.lower():
        return number_css_text(value, numbering, role)
    if form is Form.LAZY_SRCSET:
        return numbered_srcset(value, role, numbering) if "{" not in value else None
    if form is Form.DOCUMENT or _IMPLAUSIBLE.search(value.strip()):
        return None
    return numbering.slot(value, role)


def numbered_srcset(value: str, role: Role, numbering: Numbering) -> str:
    """A ``srcset`` with slots; a ``data:`` URL in it stays."""
    return replace_candidates(value, lambda url: numbering.slot(url, role) or url)


def write(node: Node, attributes: Attributes, name: str, value: str) -> None:
    """Set one attribute, also where ``href`` and ``xlink:href`` stand side by side.

    The library finds an attribute to set by its local name, which is ``href`` for both.
    """
    if name not in ("href", "xlink:href") or not ("href" in attributes and "xlink:href" in attributes):
        node.attrs[name] = value
        return
    values = {key: node.attrs[key] for key in ("xlink:href", "href")}
    values[name] = value
    for key in values:
        del node.attrs[key]
    for key, old in values.items():
        node.attrs[key] = old
