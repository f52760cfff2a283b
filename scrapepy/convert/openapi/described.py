"""What a viewer would show: the descriptions that it reads, as one page of HTML."""

from __future__ import annotations

from html import escape

from scrapepy.convert.openapi.documents import Documents, Library
from scrapepy.convert.openapi.load import NoDocumentError, load
from scrapepy.convert.openapi.page import ApiPage, api_page
from scrapepy.convert.openapi.viewer import Viewer
from scrapepy.web.api_specs import SpecPlace, is_spec, specs_in_script, specs_in_settings
from scrapepy.web.canonical import resolve


def described(viewer: Viewer, address: str, title: str, library: Library | None, level: int = 1) -> ApiPage | None:
    """The descriptions that a page at ``address`` shows, under one heading of ``level``; None where none is had.

    Several (a viewer lets the reader choose) stand one after the other below ``title``. ``library`` has the bodies.
    """
    documents = Documents(library)
    try:
        addresses = _documents_of(viewer, address, documents, library)
        if len(addresses) == 1:
            return api_page(documents, addresses[0][0], level)
        pages = [api_page(documents, where, level + 1) for where, _ in addresses]
    except RecursionError:
        return None  # a document that holds itself by YAML's aliases
    if not pages:
        return None
    heading = escape(title or "API")
    return ApiPage(title or "API", f"<h{level}>{heading}</h{level}>" + "".join(page.html for page in pages))


def _documents_of(viewer: Viewer, address: str, documents: Documents, library: Library | None) -> list[tuple[str, str]]:
    """Address and title of each description, all of them known to ``documents``."""
    places = list(viewer.places)
    for script in viewer.scripts:
        body = library(script) if library is not None else None
        if body is not None:
            places += specs_in_script(body.decode("utf-8", "replace"))
    found: dict[str, str] = {}
    for number, place in enumerate(_without_settings(places, address, library)):
        where = resolve(place.address, address) or place.address if place.address else f"{address}#inline-{number}"
        if not place.address:
            documents.give(where, place.inline)
        if is_spec(documents.at(where)):
            found.setdefault(where, place.title)
    return list(found.items())


def _without_settings(places: list[SpecPlace], address: str, library: Library | None) -> list[SpecPlace]:
    """The places with those that a viewer's settings name in place of the settings."""
    result: list[SpecPlace] = []
    for place in places:
        if not place.is_settings:
            result.append(place)
            continue
        where = resolve(place.address, address) or place.address
        body = library(where) if library is not None else None
        try:
            result += specs_in_settings(load(body)) if body is not None else []
        except NoDocumentError:
            continue
    return result
