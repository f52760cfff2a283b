"""The words of the sections that the last run of a start changed: for reading only, and bounded.

They stand in a file beside the state, one for each start, written anew by each run: the state keeps the reports of all
runs, and would grow by a copy of what changed with each.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path

from scrapepy.model.report import SectionTexts
from scrapepy.store.atomic import put
from scrapepy.store.failures import store_error
from scrapepy.store.layout import SiteLayout

_MOST = 4_000_000
"""Code points of all texts; what comes after is not kept."""


def keep_texts(layout: SiteLayout, start_id: int, run_id: int, texts: Iterable[SectionTexts]) -> None:
    """Keep what this run changed, in place of what the one before had. Raises ``StoreError``."""
    rows, size = [], 0
    for text in texts:
        size += len(text.old) + len(text.new)
        if size > _MOST:
            break
        rows.append(astuple(text))
    place = _place(layout, start_id)
    try:
        if rows:
            data = json.dumps({"run": run_id, "sections": rows}, separators=(",", ":")).encode("ascii")
            put(os.fspath(place), zlib.compress(data, 6))
        else:
            with contextlib.suppress(FileNotFoundError):
                place.unlink()
    except OSError as error:
        raise store_error(error, place) from error


def kept_texts(layout: SiteLayout, start_id: int, run_id: int) -> tuple[SectionTexts, ...]:
    """What that run changed; nothing where it was not kept, or cannot be read."""
    try:
        data = json.loads(zlib.decompress(_place(layout, start_id).read_bytes()))
        if data["run"] != run_id:
            return ()
        return tuple(SectionTexts(*row) for row in data["sections"])
    except (OSError, ValueError, zlib.error, LookupError, TypeError):
        return ()


def _place(layout: SiteLayout, start_id: int) -> Path:
    return layout.state_folder / f"changed-{start_id}.json.z"
