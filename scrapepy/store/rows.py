"""Which columns make up the values of :mod:`scrapepy.store.records`, and how."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scrapepy.errors import StateDamaged
from scrapepy.model.analysis import Analysis, BodyKind, PageFacts
from scrapepy.model.entry import EntryKind
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.store.packing import unpack_found
from scrapepy.store.records import Copy, Derived, Resource, Status

_COPY = (
    "snapshot.id, snapshot.http_status, snapshot.address, etag, last_modified, content_type, headers, body_kind,"
    " sha256, size, encoding, fetched_at, checked_at, changed, analysed, charset, failure, title, canonical, nofollow,"
    " noindex, platform, words, text_hash, verdict, verdict_rule, is_shell"
)
SELECT_RESOURCES = (
    "SELECT resource.id, url, resource.address, kind, role, depth, referrer, status, resource.http_status, reason,"
    f" detail, start_id, resource.run_id, first_saved, path, md_path, kept, {_COPY}"
    " FROM resource LEFT JOIN snapshot ON snapshot.id = latest"
)
"""Rows for :func:`resource_from`."""
DERIVED_COLUMNS = (
    "converter_version, derived.title, language, extractor, refusal, refusal_rule, refusal_detail, optional,"
    " spool_file, spool_offset, spool_length, filled, images, beside, lack"
)
"""With three more, :data:`BLOB_COLUMNS`, what :func:`derived_from` reads."""
BLOB_COLUMNS = "anchors, links, found"
NO_BLOBS = "x'', x'', x''"
FROM_DERIVED = "FROM resource JOIN derived ON snapshot_id = latest"


def resource_from(row: Sequence[Any]) -> Resource:
    """The resource in a row of :data:`SELECT_RESOURCES`."""
    number, url, address, kind, role, depth, referrer, status, http_status, reason, detail = row[:11]
    start_id, run_id, first_saved, path, md_path, kept, copy_id = row[11:18]
    return Resource(
        number,
        url,
        address,
        EntryKind(kind),
        Role(role),
        depth,
        referrer,
        Status(status),
        http_status,
        reason,
        detail,
        start_id,
        run_id,
        first_saved,
        path,
        md_path,
        kept,
        _copy_from(row[17:]) if copy_id is not None else None,
    )


def _copy_from(row: Sequence[Any]) -> Copy:
    number, status, address, etag, last_modified, content_type, headers, kind, sha256, size, encoding = row[:11]
    fetched_at, checked_at, changed, analysed, charset, failure, title, canonical, nofollow, noindex = row[11:21]
    platform, words, text_hash, verdict, verdict_rule, is_shell = row[21:]
    return Copy(
        number,
        status,
        address,
        etag,
        last_modified,
        content_type,
        tuple((name, value) for name, value in json.loads(headers)) if headers != "[]" else (),
        BodyKind(kind),
        sha256,
        size,
        encoding,
        fetched_at,
        checked_at,
        changed,
        bool(analysed),
        charset,
        failure,
        title,
        canonical,
        bool(nofollow),
        bool(noindex),
        platform,
        words,
        text_hash,
        SkipReason[verdict] if verdict else None,
        verdict_rule,
        bool(is_shell),
    )


def derived_from(row: Sequence[Any]) -> Derived:
    """What was made of a body, from :data:`DERIVED_COLUMNS` and :data:`BLOB_COLUMNS`."""
    version, title, language, extractor, refusal, rule, detail, optional = row[:8]
    spool_file, offset, length, filled, images, beside, lack, anchors, links, found = row[8:]
    return Derived(
        version,
        title,
        language,
        extractor,
        refusal,
        rule,
        detail,
        bool(optional),
        spool_file,
        offset,
        length,
        anchors,
        links,
        filled,
        tuple(json.loads(images)) if images != "[]" else (),
        found,
        lack,
        tuple((url, digest) for url, digest in json.loads(beside)) if beside != "[]" else (),
    )


def derived_values(derived: Derived) -> tuple[object, ...]:
    """The values in the order of the table ``derived``, without its key."""
    return (
        derived.converter_version,
        derived.title,
        derived.language,
        derived.extractor,
        derived.refusal,
        derived.refusal_rule,
        derived.refusal_detail,
        derived.optional,
        derived.spool_file,
        derived.spool_offset,
        derived.spool_length,
        derived.filled,
        json.dumps(derived.images, ensure_ascii=False),
        derived.anchors,
        derived.links,
        derived.found,
        json.dumps(derived.beside, ensure_ascii=False),
        derived.lack,
    )


def analysis_from(url: CanonicalUrl, copy: Copy, found: bytes) -> Analysis:
    """What a worker once found out about a copy."""
    facts = None
    if copy.kind is BodyKind.HTML:
        facts = PageFacts(
            copy.title,
            copy.canonical,
            copy.nofollow,
            copy.noindex,
            copy.platform,
            copy.words,
            copy.text_hash,
            copy.verdict,
            copy.verdict_rule,
            copy.is_shell,
        )
    return Analysis(url, copy.kind, unpack_found(found), facts, copy.charset, copy.failure)


def mapping_from(text: str | None) -> dict[str, object]:
    """A JSON object of the state, ``{}`` for nothing; raises ``StateDamaged`` for what is none."""
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        raise StateDamaged(f"the state holds a broken record: {error}") from error
    return value if isinstance(value, dict) else {}
