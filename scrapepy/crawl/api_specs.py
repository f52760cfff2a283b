"""What viewers of API descriptions load by themselves: documents that a script names, and the files of a document."""

from __future__ import annotations

from collections.abc import Iterable

from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.web.api_specs import files_in_spec, settings_in_data, specs_in_script
from scrapepy.web.canonical import resolve

MOST_SCRIPT = 400_000
"""Bytes of a script that starts a viewer: the viewers themselves are larger."""
MOST_DATA = 64 * 1024 * 1024

_DATA = (BodyKind.JSON, BodyKind.TEXT, BodyKind.OTHER)


def api_specs(entry: FrontierEntry, page: Fetched, kind: BodyKind) -> list[str]:
    """Absolute addresses, in order. What a script names is meant from the page that loads it."""
    home = entry.referrer or page.address
    if kind is BodyKind.SCRIPT:
        if len(page.body) > MOST_SCRIPT:
            return []
        places = specs_in_script(page.body.decode("utf-8", "replace"))
        return _resolved((place.address for place in places if place.address), home)
    if entry.kind is not EntryKind.DATA or kind not in _DATA:
        return []
    body = page.body
    if page.file is not None:
        with open(page.file, "rb") as file:
            body = file.read(MOST_DATA)
    return _resolved(files_in_spec(body), page.address) + _resolved(settings_in_data(body), home)


def _resolved(written: Iterable[str], base: str) -> list[str]:
    addresses = (resolve(one, base) for one in written)
    return [one.partition("#")[0] for one in addresses if one is not None]
