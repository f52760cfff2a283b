"""What a page shows of an API: which viewer it starts, and which documents that one reads."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scrapepy.model.analysis import Found
from scrapepy.model.template import without_marks
from scrapepy.model.url import Role
from scrapepy.rules.api_viewers import API_VIEWERS, ApiViewer
from scrapepy.web.api_specs import SpecPlace, specs_in_script, specs_in_settings, viewer_in_script
from scrapepy.web.canonical import canonical, resolve
from scrapepy.web.html import Node
from scrapepy.web.links import ParsedPage

_MOST_SCRIPTS = 30
_LIBRARY_WORDS = ("bundle", "standalone", "preset", ".min.js", "redoc", "jquery", "polyfill")


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a page. Addresses are absolute."""

    name: str
    places: tuple[SpecPlace, ...]
    scripts: tuple[str, ...] = ()
    """Scripts that may start it, asked where the page itself names no document."""


def viewer_of(page: ParsedPage) -> Viewer | None:
    """The viewer that a page starts; None for nearly all pages. The tree stays as it is."""
    row = None
    places: list[SpecPlace] = []
    for candidate in API_VIEWERS if _may_have_one(page) else ():
        for node in _elements(page, candidate):
            row = row or candidate
            places += _named_by(node, candidate, page)
    met = page.met.elements.get("script", ()) if page.met is not None else page.tree.css("script")
    for script in met:
        if "src" in script.attributes:
            continue
        text = script.text() or ""
        if len(text) > 20 and (started := viewer_in_script(text)) is not None:
            found = specs_in_script(text)
            if found or row is not None:
                row = row or started
                places += found
    if row is None:
        return None
    scripts = tuple(
        dict.fromkeys(
            r.address
            for r in page.references
            if r.role is Role.SCRIPT
            and not any(word in r.address.lower().rpartition("/")[2] for word in _LIBRARY_WORDS)
        )
    )
    resolved = tuple(place for place in (_resolved(place, page) for place in places) if place is not None)
    return Viewer(row.name, resolved, () if resolved else scripts[:_MOST_SCRIPTS])


_SCRIPT_WORDS = tuple(word for row in API_VIEWERS for word in row.scripts)
_ANY_ELEMENT = ", ".join(css for row in API_VIEWERS for css in (*row.tags, *row.roots))
_FEW = 60
"""A page with no more references than this may be made by a script of any name; it costs little to look at."""


def _may_have_one(page: ParsedPage) -> bool:
    """Whether it is worth looking for a viewer's element: mostly the names of the page's scripts say no."""
    if len(page.references) <= _FEW:
        return page.tree.css_first(_ANY_ELEMENT) is not None
    scripts = "\n".join(r.address for r in page.references if r.role is Role.SCRIPT).lower()
    return any(word in scripts for word in _SCRIPT_WORDS)


def _elements(page: ParsedPage, row: ApiViewer) -> list[Node]:
    css = ", ".join((*row.tags, *row.roots))
    return page.tree.css(css) if css else []


def _named_by(node: Node, row: ApiViewer, page: ParsedPage) -> list[SpecPlace]:
    attributes = node.attributes
    places = []
    for name in row.attributes:
        value = (attributes.get(name) or "").strip()
        reference = page.reference(value)
        if value and "{{" not in value:
            places.append(SpecPlace(reference.address if reference is not None else value))
    for name in row.settings:
        places += specs_in_settings(_json(attributes.get(name) or ""))
    if row.holds_text:
        places += specs_in_settings(_json(node.text() or ""))
    return places


def _json(text: str) -> object:
    if text.lstrip()[:1] != "{":
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _resolved(place: SpecPlace, page: ParsedPage) -> SpecPlace | None:
    if not place.address:
        return place
    address = resolve(without_marks(place.address), page.base) or place.address
    return SpecPlace(address.partition("#")[0], title=place.title, is_settings=place.is_settings)


def found_specs(viewer: Viewer, page: ParsedPage) -> tuple[Found, ...]:
    """The documents for the crawler: a browser's script would load them."""
    result = []
    for place in viewer.places:
        url = canonical(place.address, page.site) if place.address else None
        if url is not None:
            result.append(Found(url, place.address, Role.DATA))
    return tuple(dict.fromkeys(result))
