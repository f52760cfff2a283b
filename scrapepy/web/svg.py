"""Where URLs stand in an SVG document of its own, by the tokens of XML 1.0.

Only what is a URL is replaced; every other character stays as it was, since a drawing that went through a serialiser
comes back with other entities, prefixes and white space. What is read: attributes by the tables of
:mod:`scrapepy.rules.url_attributes` (of HTML too, for ``foreignObject``), ``url()`` in any attribute (``fill``,
``filter``, ``style`` …), style sheets in ``style``, and ``<?xml-stylesheet?>`` (Associating Style Sheets, section 3).
"""

from __future__ import annotations

import re

from scrapepy.model.template import Template
from scrapepy.model.url import Role
from scrapepy.rules.url_attributes import SVG_URL_ATTRIBUTES, URL_ATTRIBUTES
from scrapepy.web.attributes import Rows, by_element, numbered
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.css import number_css_text
from scrapepy.web.numbering import Numbering
from scrapepy.web.roles import embedded_role, link_role, media_type

_QUOTED = r"\"[^\"]*+\"|'[^']*+'"
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<!\[CDATA\[.*?(?:\]\]>|\Z)"
    rf"|<!DOCTYPE(?:[^\[>\"']|{_QUOTED}|\[(?:[^\]\"']|{_QUOTED})*+(?:\]|\Z))*+(?:>|\Z)"
    r"|<\?(?P<target>[^\s?>]++)(?P<content>.*?)(?:\?>|\Z)"
    rf"|<(?P<name>[^\s/>!?\"'=]++)(?P<attributes>(?:[^\"'<>]|{_QUOTED})*+)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"(?<!\s)(\s++)([^\s=/\"'<>]++)(\s*+=\s*+)(?:\"([^\"]*+)\"|'([^']*+)')")
_PIECE = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[(?P<data>.*?)(?:\]\]>|\Z)|(?P<text>[^<]++)|<", re.DOTALL)
_WORTH_READING = re.compile(
    r"href\s*=\s*[\"'](?!#|data:)|url\(\s*+(?:[\"']|&quot;|&#\w+;)?+(?!\s*#|data:)|@import|image-set\(|<\?xml-stylesheet"
    r"|\s(?:src|srcset|data|poster|action|cite)\s*=",
    re.IGNORECASE,
)
_RUNS = re.compile(r"<(?:[\w-]+:)?script\b|\son\w+\s*=|javascript:", re.IGNORECASE)
_XLINK = re.compile(r"""\sxmlns:([^\s=]+)\s*=\s*["']http://www\.w3\.org/1999/xlink["']""")
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_WRITTEN = {"&": "&amp;", "<": "&lt;", '"': "&quot;", "'": "&#39;"}
_DECLARED = re.compile(r"""(\A\s*<\?xml\s[^>]*?encoding\s*=\s*)(["'])[\w.:-]+\2""")

_BY_ELEMENT = by_element(URL_ATTRIBUTES)
_BY_SVG_ELEMENT = by_element(SVG_URL_ATTRIBUTES)


def number_svg(text: str, address: str, site: SiteIdentity | None, *, scripts: bool = True) -> Template:
    """An SVG document with slots. ``address`` is its own, which its URLs are relative to.

    Most drawings name nothing: their text is answered as it is, and no reference. A drawing that comes back changed is
    written as UTF-8, and its declaration says so. Where ``scripts`` is False, script elements, event handlers and
    ``javascript:`` links are left out.
    """
    if _WORTH_READING.search(text) is None and (scripts or _RUNS.search(text) is None):
        return Template(text, ())
    numbering = Numbering(address, site)
    written = _Drawing(text, numbering, scripts).written()
    if written != text:
        written = _DECLARED.sub(r"\1\2utf-8\2", written, count=1)
    return Template(written, tuple(numbering.references))


class _Drawing:
    """One walk over the text."""

    def __init__(self, text: str, numbering: Numbering, scripts: bool) -> None:
        self._text = text
        self._numbering = numbering
        self._scripts = scripts
        self._xlink = frozenset({"xlink", *_XLINK.findall(text)})

    def written(self) -> str:
        text = self._text
        pieces: list[str] = []
        done = position = 0
        while (token := _TOKEN.search(text, position)) is not None:
            position = token.end()
            name, attributes = token["name"], token["attributes"]
            new: str | None = None
            if name is not None:
                local = name.rpartition(":")[2]
                if local == "script" and not self._scripts:
                    position = self._end_of(name, token)
                    new = ""
                else:
                    changed = self._attributes(local, attributes)
                    new = f"<{name}{changed}>" if changed != attributes else None
                    if local == "style" and not attributes.endswith("/"):
                        pieces += (text[done : token.start()], token.group() if new is None else new)
                        done = position
                        position = self._start_of_end(name, position)
                        new = self._sheet(text[done:position], attributes)
                        pieces.append(new)
                        done = position
                        continue
            elif token["target"] == "xml-stylesheet":
                new = self._instruction(token)
            if new is not None:
                pieces += (text[done : token.start()], new)
                done = position
        if not pieces:
            return text
        pieces.append(text[done:])
        return "".join(pieces)

    def _attributes(self, element: str, written: str) -> str:
        if "=" not in written:
            return written
        values = {
            self._plain_name(found[2]): _unescaped(found[4] if found[4] is not None else found[5])
            for found in _ATTRIBUTE.finditer(written)
        }
        rows = {**_BY_ELEMENT.get(element, {}), **_BY_SVG_ELEMENT.get(element, {})}

        def replace(found: re.Match[str]) -> str:
            name = self._plain_name(found[2])
            value = values[name]
            if not self._scripts and (name.startswith("on") or value.strip().lower().startswith("javascript:")):
                return ""
            new = self._value(element, name, value, values, rows)
            if new is None or new == value:
                return found.group()
            quote = '"' if found[4] is not None else "'"
            return f"{found[1]}{found[2]}{found[3]}{quote}{_escaped(new)}{quote}"

        return _ATTRIBUTE.sub(replace, written)

    def _value(self, element: str, name: str, value: str, values: dict[str, str], rows: Rows) -> str | None:
        start = value.lstrip()[:5].lower()
        if not start or start[0] == "#" or start == "data:":
            return None
        numbering = self._numbering
        if element == "link" and name == "href":
            role = link_role(values)
            return numbering.full(value) if role is None else numbering.slot(value, role)
        if (element, name) in (("object", "data"), ("embed", "src")):
            return numbering.slot(value, embedded_role(media_type(values), value))
        row = rows.get(name)
        if row is not None:
            if row.only_if and values.get("type", "").strip().lower() != row.only_if:
                return None
            return numbered(value, row.form, row.role, numbering)
        if name == "style" or "url(" in value.lower():
            return number_css_text(value, numbering, Role.IMAGE)
        return None

    def _plain_name(self, name: str) -> str:
        prefix, colon, local = name.rpartition(":")
        return f"xlink:{local}" if colon and prefix in self._xlink else name

    def _sheet(self, content: str, attributes: str) -> str:
        values = {found[2]: found[4] if found[4] is not None else found[5] for found in _ATTRIBUTE.finditer(attributes)}
        return _PIECE.sub(self._piece, content) if media_type(values) in ("", "text/css") else content

    def _piece(self, found: re.Match[str]) -> str:
        data, text = found["data"], found["text"]
        if data is not None:
            start = len("<![CDATA[")
            whole = found.group()
            return whole[:start] + number_css_text(data, self._numbering, Role.IMAGE) + whole[start + len(data) :]
        if text is None:
            return found.group()
        plain = _unescaped(text)
        new = number_css_text(plain, self._numbering, Role.IMAGE)
        if new == plain:
            return found.group()
        return new.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")

    def _instruction(self, token: re.Match[str]) -> str | None:
        content = token["content"]

        def replace(found: re.Match[str]) -> str:
            value = found[4] if found[4] is not None else found[5]
            leads = found[2] == "href" and value[:1] != "#"
            new = self._numbering.slot(_unescaped(value), Role.STYLE) if leads else None
            quote = '"' if found[4] is not None else "'"
            return found.group() if new is None else f"{found[1]}{found[2]}{found[3]}{quote}{new}{quote}"

        new = _ATTRIBUTE.sub(replace, content)
        return None if new == content else token.group().replace(content, new, 1)

    def _start_of_end(self, name: str, position: int) -> int:
        """Where the end tag of an element without elements in it begins."""
        text = self._text
        while True:
            end = text.find(f"</{name}", position)
            if end < 0:
                return len(text)
            section = text.rfind("<![CDATA[", position, end)
            if section < 0 or text.find("]]>", section, end) >= 0:
                return end
            closing = text.find("]]>", end)
            if closing < 0:
                return len(text)
            position = closing

    def _end_of(self, name: str, token: re.Match[str]) -> int:
        if token["attributes"].endswith("/"):
            return token.end()
        end = self._text.find(">", self._start_of_end(name, token.end()))
        return len(self._text) if end < 0 else end + 1


def _unescaped(text: str) -> str:
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    decimal, hexadecimal, name = found.groups()
    if name is not None:
        return _NAMED[name]
    code = int(decimal) if decimal is not None else int(hexadecimal, 16)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or 0xFDD0 <= code <= 0xFDEF:
        return "\ufffd"
    return chr(code)


def _escaped(text: str) -> str:
    return "".join(_WRITTEN.get(character, character) for character in text)
