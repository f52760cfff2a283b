"""One side of a comparison: sections with what is needed to pair them, read only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scrapepy.errors import UsageError
from scrapepy.model.section import TOP, Chunk, SectionPlace
from scrapepy.sections.fingerprint import digest
from scrapepy.sections.split import split

_SEPARATOR = " > "


@dataclass(slots=True)
class Side:
    """A section of one version."""

    index: int
    path: str | None
    id: str
    base: str
    """Its heading path: the id without the number of a repeat."""
    anchor: str
    text: str
    sha256: str
    fingerprint: str
    _read: tuple[str, str] | None = field(default=None, repr=False)

    @property
    def place(self) -> SectionPlace:
        """Where it stands."""
        return SectionPlace(self.path, self.id, self.anchor)

    @property
    def read(self) -> str:
        """The text as read."""
        return " ".join(filter(None, self.reading()))

    @property
    def body_read(self) -> str:
        """What stands under the heading, as read."""
        return self.reading()[1]

    def reading(self) -> tuple[str, str]:
        """Heading and body as read."""
        if self._read is None:
            self._read = read_alone(self.text)
        return self._read


def read_alone(text: str) -> tuple[str, str]:
    """Heading and body as read of a section's Markdown, without the rest of its page."""
    found = split(text, 6)
    if not found:
        return "", ""
    further = " ".join(section.read for section in found[1:])
    return found[0].heading_read, " ".join(filter(None, (found[0].body_read, further)))


def sides(chunks: Iterable[Chunk | Mapping[str, Any]]) -> list[Side]:
    """The sections of chunks: parts of one section are one again. Raises UsageError for what is no chunk."""
    found: list[Side] = []
    parts = False
    """True while the last one waits for further parts."""
    for chunk in chunks:
        values = _values(chunk)
        part = values["part"]
        if part and not part.startswith("1/") and parts and found and found[-1].path == values["path"]:
            last = found[-1]
            last.text += values["text"]
            last.sha256 = last.fingerprint = ""
            continue
        parts = bool(part)
        found.append(
            Side(
                len(found),
                values["path"],
                values["id"],
                _SEPARATOR.join(values["headings"]) or (TOP if values["headings"] == () else values["id"]),
                values["anchor"],
                values["text"],
                values["sha256"],
                values["fingerprint"],
            )
        )
    for side in found:
        side.sha256 = side.sha256 or digest(side.text)
        side.fingerprint = side.fingerprint or digest(side.read)
    return found


def _values(chunk: Chunk | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(chunk, Chunk):
        return {name: getattr(chunk, name) for name in _FIELDS}
    if not isinstance(chunk, Mapping):
        raise UsageError(f"a chunk must be a Chunk or a mapping, not {type(chunk).__name__}")
    values = {name: chunk.get(name) for name in _FIELDS}
    for name in ("id", "text"):
        if not isinstance(values[name], str):
            raise UsageError(f"a chunk has no {name}")
    for name in ("path", "part"):
        if not isinstance(values[name], str | None):
            raise UsageError(f"the {name} of a chunk must be a text")
    headings = values["headings"]
    if isinstance(headings, Sequence) and not isinstance(headings, str):
        values["headings"] = tuple(map(str, headings))
    else:
        values["headings"] = (values["id"],)
    for name in ("anchor", "sha256", "fingerprint"):
        values[name] = values[name] if isinstance(values[name], str) else ""
    return values


_FIELDS = ("id", "path", "anchor", "headings", "text", "sha256", "fingerprint", "part")
