"""Small compressed blobs of a page: its anchors and its links.

A row a link would be a hundred thousand rows for a small site; nobody ever asks for one of them. Packed in the worker
that read the page, unpacked in the worker that needs them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable

from scrapepy.model.analysis import Found
from scrapepy.model.document import Anchors
from scrapepy.model.url import CanonicalUrl, Role

Link = tuple[CanonicalUrl, str]
"""What is referred to and the fragment of it, percent-encoded as written, ``""`` for none."""


def pack_anchors(anchors: Anchors) -> bytes:
    """Anchors as the state stores them."""
    return _pack([anchors.slugs, sorted(anchors.optional), anchors.texts])


def unpack_anchors(data: bytes) -> Anchors:
    """The inverse of :func:`pack_anchors`."""
    slugs, optional, texts = json.loads(zlib.decompress(data))
    return Anchors(slugs, frozenset(optional), texts)


def pack_links(links: Iterable[Link]) -> bytes:
    """Links as the state stores them: each once, by target, so that the address is written once for its fragments."""
    targets: dict[CanonicalUrl, set[str]] = {}
    for url, fragment in links:
        known = targets.get(url)
        if known is None:
            targets[url] = {fragment}
        else:
            known.add(fragment)
    return _pack({url: sorted(targets[url]) for url in sorted(targets)})


def unpack_links(data: bytes) -> tuple[Link, ...]:
    """The inverse of :func:`pack_links`: sorted, each once."""
    return tuple((url, fragment) for url, fragments in links_by_target(data).items() for fragment in fragments)


def links_by_target(data: bytes) -> dict[CanonicalUrl, list[str]]:
    """The same as fragments by page, which is how they are stored."""
    targets: dict[CanonicalUrl, list[str]] = json.loads(zlib.decompress(data))
    return targets


def pack_found(found: Iterable[Found]) -> bytes:
    """What a body leads to, in its order."""
    return _pack(
        [
            (url, address if address != url else "", _ROLE_NAMES[role], 1 if nofollow else 0)
            for url, address, role, nofollow in found
        ]
    )


_ROLE_NAMES = {role: role.value for role in Role}


def unpack_found(data: bytes) -> tuple[Found, ...]:
    """The inverse of :func:`pack_found`."""
    rows = json.loads(zlib.decompress(data))
    return tuple(Found(url, address or url, Role(role), bool(nofollow)) for url, address, role, nofollow in rows)


def _pack(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate (from a broken escape in a page) has no UTF-8; JSON's own escape carries it.
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = json.dumps(value, separators=(",", ":")).encode()
    # A window of 8 KiB with tables to match: making ready those of the usual size takes longer than the packing.
    packer = zlib.compressobj(1, zlib.DEFLATED, 13, 6)
    return packer.compress(data) + packer.flush()
