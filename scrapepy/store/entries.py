"""Frontier entries as rows of the table ``resource``, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.url import Role

ENTRY_COLUMNS = "url, resource.address, kind, role, depth, referrer, attempts, hops, chain, public_referrer"
"""In the order that :func:`entry_from` reads."""

QUEUE = (
    "INSERT INTO resource (url, address, kind, role, depth, referrer, attempts, hops, chain, public_referrer,"
    " status, run_id, start_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)"
    " ON CONFLICT (url) DO UPDATE SET address = excluded.address, kind = excluded.kind, role = excluded.role,"
    " depth = excluded.depth, referrer = excluded.referrer, attempts = excluded.attempts, hops = excluded.hops,"
    " chain = excluded.chain, public_referrer = excluded.public_referrer, status = 'queued', run_id = excluded.run_id,"
    " not_before = NULL, reason = '', rule = '', detail = ''"
    " WHERE resource.run_id IS NOT excluded.run_id"
)
"""Takes :func:`entry_values`. A URL of an earlier run is asked again, one of this run stays as it stands."""

_CREDENTIALS = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]*:/+)[^/?#\\]*@")


def without_credentials(address: str) -> str:
    """``address`` without ``user:password@``, which is written nowhere.

    >>> without_credentials("https://me:secret@example.com/a@b")
    'https://example.com/a@b'
    """
    return _CREDENTIALS.sub(r"\1", address) if "@" in address else address


def entry_values(entry: FrontierEntry, run: int | None, start: int | None) -> tuple[object, ...]:
    """The values for :data:`QUEUE`."""
    return (
        entry.url,
        without_credentials(entry.address),
        entry.kind.value,
        entry.role.value,
        entry.depth,
        entry.referrer,
        entry.attempts,
        entry.hops,
        entry.chain,
        entry.public_referrer,
        run,
        start,
    )


def entry_from(row: Sequence[Any]) -> FrontierEntry:
    """The entry in the first ten columns of ``row``."""
    url, address, kind, role, depth, referrer, attempts, hops, chain, public = row[:10]
    return FrontierEntry(
        url, address, EntryKind(kind), Role(role), depth, referrer, attempts, hops, chain, bool(public)
    )
