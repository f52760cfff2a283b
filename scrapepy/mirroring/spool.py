"""The spool: derived bodies that wait on disk until the address book is complete and their slots can be filled.

What a mirror writes and reads once a page is packed into plain tuples: pickling the values themselves, a few hundred
references a page, takes four times as long on either side.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter

from scrapepy.mirroring.messages import Place
from scrapepy.model.analysis import BodyKind
from scrapepy.model.document import Metadata
from scrapepy.model.template import Template
from scrapepy.model.url import Reference

__all__ = ["SpoolReader", "Spooled", "pack", "unpack"]


@dataclass(frozen=True, slots=True)
class Spooled:
    """What writing a body needs. ``body`` is its Markdown, None where it has none."""

    kind: BodyKind
    html: Template
    body: Template | None = None
    metadata: Metadata = field(default_factory=Metadata)
    files: tuple[tuple[str, bytes], ...] = ()
    """Images that the body brings itself (those of a PDF): names and bytes."""


_FIELDS = attrgetter(*(one.name for one in fields(Metadata)))


def pack(spooled: Spooled) -> bytes:
    """``spooled`` as bytes, for :func:`unpack` in a process of the same run."""
    html, body = spooled.html, spooled.body
    columns = _columns(html.references)
    parts: tuple[object, ...] = (spooled.kind, html.text, columns)
    if body is not None:
        own = None if body.references == html.references else _columns(body.references)
        parts += (body.text, own, _FIELDS(spooled.metadata), spooled.files)
    return pickle.dumps(parts, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(data: bytes) -> Spooled:
    """The inverse of :func:`pack`."""
    kind, html, columns, *rest = pickle.loads(data)  # written by a worker of this run, in a folder that is ours
    template = Template(html, _references(columns))
    if not rest:
        return Spooled(kind, template)
    body, own, metadata, files = rest
    references = template.references if own is None else _references(own)
    return Spooled(kind, template, Template(body, references), Metadata(*metadata), files)


Columns = tuple[tuple[object, ...], ...]


def _columns(references: Iterable[Reference]) -> Columns:
    return tuple(zip(*references, strict=True))


def _references(columns: Columns) -> tuple[Reference, ...]:
    return tuple(map(Reference, *columns)) if columns else ()


class SpoolReader:
    """Reads what :func:`pack` has made from the files of one folder, which stay open."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files: dict[str, io.FileIO] = {}

    def read(self, place: Place) -> Spooled:
        """The derived body at that place. Raises ``OSError``."""
        name, offset, length = place
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = io.FileIO(os.path.join(self._folder, name))
        file.seek(offset)
        return unpack(file.read(length))
