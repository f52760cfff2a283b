"""An SVG document with its links filled in."""

from __future__ import annotations

import re

from scrapepy.model.resolution import Resolve, Standing
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, Template
from scrapepy.model.url import Reference
from scrapepy.offline.fill import MISSING_PREFIX
from scrapepy.offline.slots import SLOT, fill_slots
from scrapepy.offline.stylesheet import css_address

_ATTRIBUTE = re.compile(
    rf"(?<=\s)([^\s=/\"'<>]++)(\s*+=\s*+)(?:\"([^\"{SLOT_OPEN}]*+{SLOT_OPEN}[^\"]*+)\""
    rf"|'([^'{SLOT_OPEN}]*+{SLOT_OPEN}[^']*+)')"
)
_CSS_SLOT = re.compile(f"&quot;{SLOT_OPEN}([0-9]{{1,9}}){SLOT_CLOSE}&quot;")
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def fill_svg(template: Template, resolve: Resolve) -> str:
    """The document with the address of each slot.

    What it would load but that is missing keeps its address in an attribute ``data-scrapepy-…`` (a colon in the name
    becomes a hyphen: no prefix may be undeclared), so that nothing is asked for off the disk; in styles see
    :func:`~scrapepy.offline.stylesheet.css_address`.
    """
    references = template.references

    def reference(index: str) -> Reference | None:
        return references[int(index)] if int(index) < len(references) else None

    def attribute(found: re.Match[str]) -> str:
        name, equals, double, single = found.groups()
        value, quote = (double, '"') if double is not None else (single, "'")
        missing = False

        def style(match: re.Match[str]) -> str:
            asked = reference(match.group(1))
            return f"&quot;{_css(asked, resolve)}&quot;" if asked is not None else "&quot;&quot;"

        def plain(match: re.Match[str]) -> str:
            nonlocal missing
            asked = reference(match.group(1))
            if asked is None:
                return ""
            href, standing = resolve(asked)
            missing = missing or (standing is Standing.MISSING and asked.role.loads)
            return "".join(_SPECIAL.get(character, character) for character in href)

        value = SLOT.sub(plain, _CSS_SLOT.sub(style, value))
        if missing:
            name = MISSING_PREFIX + name.replace(":", "-")
        return f"{name}{equals}{quote}{value}{quote}"

    text = _ATTRIBUTE.sub(attribute, template.text)
    return fill_slots(Template(text, references), lambda asked: _css(asked, resolve))


def _css(reference: Reference, resolve: Resolve) -> str:
    """Inside the quotes of a style sheet, where ``&`` and ``>`` mean something to XML (in CDATA only ``]]>`` does)."""
    address = css_address(reference, resolve(reference))
    return address.replace("&", "\\26 ").replace(">", "\\3e ").replace("'", "\\27 ")
