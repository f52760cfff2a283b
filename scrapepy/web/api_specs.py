"""Where an OpenAPI document hides: in the calls of scripts, and in what other such documents refer to.

Scripts are read as text: a string or a JSON value behind a name that viewers use (``url``, ``urls``, ``spec``). What is
worked out while a script runs is nobody's to find.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scrapepy.rules.api_viewers import API_VIEWERS, ApiViewer

MOST_SPECS = 40
"""So many documents are taken from one script."""
_MOST_FILES = 1000


@dataclass(frozen=True, slots=True)
class SpecPlace:
    """One document: its address as written, or the document itself."""

    address: str = ""
    inline: Any = None
    title: str = ""
    """What a choice of several calls it."""
    is_settings: bool = False
    """What stands at the address are a viewer's settings, which name the documents."""


_OBJECT = re.compile(
    r"""["']?\b(spec|content|swaggerDoc|__redoc_state|openapi_?[sS]pec|apiDescriptionDocument)["']?\s*[:=]\s*(?=\{)"""
    r"""|\b(?:var|let|const)\s+[\w$]{1,100}\s*=\s*(?=\{)"""
)
_ADDRESS = re.compile(
    r"""["']?\b(url|swaggerUrl|specUrl|configUrl)["']?\s*[:=]\s*(["'`])((?:(?!\2)[^\\\n]|\\.){1,2000})\2(?!\s*\+)"""
)
_FIRST_ARGUMENT = re.compile(r"""\b(?:Redoc\.init|Redoc\.hydrate)\(\s*(?:(["'`])([^"'`\n]{1,2000})\1|(?=\{))""")
_NAMED_BESIDE = re.compile(r"""\bname["']?\s*:\s*(["'`])([^"'`\n]{1,300})\1""")
_IDENTIFIER = re.compile(
    r"""\b(?:spec|url|specUrl)\s*:\s*([A-Za-z_$][\w$]{0,100})\s*[,}]|Redoc\.init\(\s*([A-Za-z_$][\w$]*)"""
)
_DECODER = json.JSONDecoder()


def viewer_in_script(text: str) -> ApiViewer | None:
    """The viewer that a script starts; None for other scripts."""
    for viewer in API_VIEWERS:
        if any(call in text for call in viewer.calls):
            return viewer
    return None


def specs_in_script(text: str) -> tuple[SpecPlace, ...]:
    """The documents that a script hands to its viewer, in its order, each once. Empty where it starts none.

    >>> specs_in_script('SwaggerUIBundle({url: "/openapi.json", dom_id: "#ui"})')
    (SpecPlace(address='/openapi.json', inline=None, title='', is_settings=False),)
    """
    if viewer_in_script(text) is None:
        return ()
    places: list[SpecPlace] = []
    text = _without_objects(text, places)
    for match in _FIRST_ARGUMENT.finditer(text):
        if match[2]:
            places.append(SpecPlace(_unescaped(match[2])))
        elif (value := _json_at(text, match.end())) is not None:
            places += specs_in_settings(value)
    for match in _IDENTIFIER.finditer(text):
        places += _assigned(text, match[1] or match[2])
    for match in _ADDRESS.finditer(text):
        address = _unescaped(match[3])
        if not address.strip() or "${" in address or "{{" in address:
            continue
        if match[1] == "configUrl":
            places.append(SpecPlace(address, is_settings=True))
        elif not address.startswith(("#", "data:", "javascript:")):
            places.append(SpecPlace(address, title=_title_beside(text, match)))
    return _each_once(places)


def specs_in_settings(value: object) -> list[SpecPlace]:
    """The documents that a viewer's settings name or hold; a document itself is its own settings."""
    if not isinstance(value, Mapping):
        return []
    if is_spec(value):
        return [SpecPlace(inline=value)]
    places: list[SpecPlace] = []
    for name in ("url", "specUrl", "swaggerUrl"):
        if isinstance(address := value.get(name), str) and address:
            places.append(SpecPlace(address))
    for name in ("urls", "swaggerUrls", "sources"):
        for one in _listed(value.get(name)):
            if isinstance(one, Mapping) and isinstance(address := one.get("url"), str) and address:
                title = one.get("name") or one.get("title") or ""
                places.append(SpecPlace(address, title=title if isinstance(title, str) else ""))
    for name in ("spec", "content", "data", "swaggerDoc"):
        inner = value.get(name)
        if isinstance(inner, str) and inner.lstrip()[:1] == "{":
            inner = _json_at(inner, 0)
        places += specs_in_settings(inner)
    return list(_each_once(places))


def is_spec(value: object) -> bool:
    """Whether a value is an OpenAPI document (2.0: ``swagger``, 3: ``openapi``)."""
    return isinstance(value, Mapping) and any(
        isinstance(value.get(key), str | int | float) and not isinstance(value.get(key), bool)
        for key in ("openapi", "swagger")
    )


_FILE_REFERENCE = re.compile(
    rb"""["']?\$ref["']?\s*:\s*["']?([^"'#\s,}\]]{1,1000})(?=["'#\s,}\]]|$)""",
)
_SETTINGS_URL = re.compile(rb'"url"\s*:\s*"((?:[^"\\]|\\.){1,2000})"')


def files_in_spec(body: bytes) -> tuple[str, ...]:
    """The other files that a part of an OpenAPI document (JSON or YAML) refers to, as written.

    >>> files_in_spec(b'{"$ref": "pet.yaml#/Pet", "also": {"$ref": "#/x"}}')
    ('pet.yaml',)
    """
    found = [match.decode("utf-8", "replace") for match in _FILE_REFERENCE.findall(body)]
    return tuple(dict.fromkeys(found))[:_MOST_FILES]


def settings_in_data(body: bytes) -> tuple[str, ...]:
    """The documents that a viewer's settings (``configUrl``) name, as written; nothing for other JSON."""
    if b'"configUrl"' not in body and re.match(rb'\s*\{\s*"urls?"\s*:', body) is None:
        return ()
    found = [_unescaped(match.decode("utf-8", "replace")) for match in _SETTINGS_URL.findall(body)]
    return tuple(dict.fromkeys(found))[:MOST_SPECS]


def _without_objects(text: str, places: list[SpecPlace]) -> str:
    """``text`` without the documents that it holds, whose own addresses mean other things."""
    position = 0
    pieces: list[str] = []
    while (match := _OBJECT.search(text, position)) is not None:
        try:
            value, end = _DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            pieces.append(text[position : match.end()])
            position = match.end()
            continue
        places += specs_in_settings(value)
        pieces.append(text[position : match.start()])
        position = end
    return "".join((*pieces, text[position:]))


def _assigned(text: str, name: str) -> list[SpecPlace]:
    """What a variable of the script was set to."""
    match = re.search(rf"\b{re.escape(name)}\s*=\s*(?=[\"'`{{])", text)
    if match is None:
        return []
    if text[match.end()] == "{":
        return specs_in_settings(_json_at(text, match.end()))
    quoted = re.compile(r"""(["'`])([^"'`\n]{1,2000})\1(?!\s*\+)""").match(text, match.end())
    return [SpecPlace(_unescaped(quoted[2]))] if quoted is not None else []


def _json_at(text: str, position: int) -> object:
    try:
        return _DECODER.raw_decode(text, len(text) - len(text[position:].lstrip()))[0]
    except (ValueError, RecursionError):
        return None


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _title_beside(text: str, match: re.Match[str]) -> str:
    """The name in the same braces: ``{url: "a.json", name: "A"}``."""
    start, end = text.rfind("{", 0, match.start()), text.find("}", match.end())
    if end < 0 or end - start > 3000 or "urls" not in text[max(0, start - 3000) : start]:
        return ""
    found = _NAMED_BESIDE.search(text, start, end)
    return found[2] if found is not None else ""


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _each_once(places: list[SpecPlace]) -> tuple[SpecPlace, ...]:
    kept: list[SpecPlace] = []
    seen: set[str] = set()
    for place in places:
        if place.address and place.address in seen:
            continue
        seen.add(place.address)
        kept.append(place)
    return tuple(kept[:MOST_SPECS])
