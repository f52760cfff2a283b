"""What ``scrapepy chunks`` and ``scrapepy compare`` read: a mirror, a folder, a file or standard input, as pages.

A page is its Markdown, with frontmatter where it has one; HTML is converted first. Each kind of file has one function
in :data:`_READERS`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.errors import UsageError
from scrapepy.mirroring.faults import files_below
from scrapepy.mirroring.pdfs import filled, is_pdf, options_for, pdf_of
from scrapepy.mirroring.refresh import mirrors_named
from scrapepy.store.layout import STATE_FOLDER, SiteLayout
from scrapepy.store.reading import StateReader

MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")
CHUNK_ENDINGS = (".jsonl", ".ndjson")
_HTML_ENDINGS = (".html", ".htm", ".xhtml", ".xht", ".shtml")
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body")


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One page of a source."""

    text: str
    """Markdown, frontmatter included."""
    path: str | None
    """Of the Markdown file in its folder; None for standard input."""
    url: str | None = None
    """Its address, where the source knows it; else the frontmatter may."""
    captured: str | None = None
    """When it was fetched: ISO 8601, UTC."""
    pages: tuple[tuple[int, int], ...] | None = None
    """Of a PDF: offset in its Markdown without the frontmatter, and the page of what begins there."""


Source = tuple[SourcePage, ...] | tuple[Mapping[str, Any], ...]
"""Pages, or the chunks of a file that ``scrapepy chunks`` wrote."""


def read_source(name: str, html_dir: Path, markdown_dir: Path, *, chunks_too: bool = False) -> Source:
    """The pages of a source: the path of a file or folder, or the name, folder or address of a mirror.

    ``chunks_too``: a file of chunks is read as such. Raises UsageError where there is no such thing or it holds no
    Markdown; StateError or StoreError where a mirror cannot be read.
    """
    path = Path(name)
    try:
        is_folder, is_file = path.is_dir(), path.exists() and not path.is_dir()
    except (OSError, ValueError):
        is_folder = is_file = False
    if is_file:
        return read_body(_bytes(path), path.name, chunks_too=chunks_too)
    layout = _mirror(name, path if is_folder else None, html_dir, markdown_dir)
    if layout is not None:
        return _pages_of_mirror(layout)
    if is_folder:
        return _pages_of_folder(path)
    raise UsageError(f"there is no file, folder or mirror {name}")


def read_body(body: bytes, name: str | None, *, chunks_too: bool = False) -> Source:
    """The page that a file, or standard input, holds; what it is tells its ending, else its first bytes."""
    ending = Path(name).suffix.lower() if name else ""
    start = body[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if chunks_too and (ending in CHUNK_ENDINGS or (not ending and start.startswith(b"{"))):
        return read_chunks(body, name or "standard input")
    for is_it, read in _READERS:
        if is_it(ending, start):
            return (read(body, name),)
    return (_markdown(body, name),)


def _is_html(ending: str, start: bytes) -> bool:
    return ending in _HTML_ENDINGS or (ending not in MARKDOWN_ENDINGS and start.lower().startswith(_HTML_STARTS))


def _html(body: bytes, name: str | None) -> SourcePage:
    from scrapepy.convert.to_markdown import convert_html

    document = convert_html(body)
    if document is None:
        raise UsageError(f"{name or 'standard input'} has no content to cut into sections")
    return SourcePage(with_frontmatter(document.metadata, document.markdown), _markdown_name(name))


def _is_pdf(ending: str, start: bytes) -> bool:
    return is_pdf(start)


def _pdf(body: bytes, name: str | None) -> SourcePage:
    document = pdf_of(body, name or "standard input", options_for(None))
    text, marks = filled(document)
    url = None if name is None else quote(name)
    return SourcePage(with_frontmatter(document.metadata, text), _markdown_name(name), url, pages=marks)


def _markdown_name(name: str | None) -> str | None:
    return None if name is None else f"{Path(name).stem}.md"


_READERS: tuple[tuple[Callable[[str, bytes], bool], Callable[[bytes, str | None], SourcePage]], ...] = (
    (_is_pdf, _pdf),
    (_is_html, _html),
)
"""What a file is, by its ending and first bytes, and how it becomes Markdown; what is nothing of these is Markdown."""


def _markdown(body: bytes, name: str | None) -> SourcePage:
    return SourcePage(_text(body, name or "standard input"), name)


def _text(body: bytes, name: str) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is no text in UTF-8 (byte {error.start})") from error


def read_chunks(body: bytes, name: str) -> tuple[Mapping[str, Any], ...]:
    """The objects of a file of JSON Lines; blank lines are none."""
    chunks = []
    for number, line in enumerate(body.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            chunk = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"line {number} of {name} is no JSON") from error
        if (
            not isinstance(chunk, dict)
            or not isinstance(chunk.get("id"), str)
            or not isinstance(chunk.get("text"), str)
        ):
            raise UsageError(f"line {number} of {name} is no chunk: it needs an id and a text")
        chunks.append(chunk)
    return tuple(chunks)


# mirrors and folders -----------------------------------------------------------------------------------------------


def _mirror(name: str, folder: Path | None, html_dir: Path, markdown_dir: Path) -> SiteLayout | None:
    """The mirror that is meant, if one is: by its name, its address, or one of its two folders."""
    if folder is not None:
        resolved = folder.resolve()
        if (resolved / STATE_FOLDER / "state.sqlite3").is_file():
            return SiteLayout(resolved.name, resolved.parent, markdown_dir)
        layout = SiteLayout(resolved.name, html_dir, markdown_dir)
        return layout if layout.state.is_file() and layout.markdown.resolve() == resolved else None
    try:
        (mirror,) = mirrors_named((name,), html_dir)
    except UsageError:
        return None
    return SiteLayout(mirror.site, html_dir, markdown_dir)


def _pages_of_mirror(layout: SiteLayout) -> tuple[SourcePage, ...]:
    with StateReader(layout.state) as state:
        found = [
            (r.md_path, r.url, r.copy.fetched_at)
            for r in state.resources()
            if r.md_path is not None and r.copy is not None
        ]
    pages = []
    for path, url, fetched in sorted(found):
        file = layout.markdown / path
        if file.is_file():
            moment = datetime.fromtimestamp(fetched, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            pages.append(SourcePage(_text(_bytes(file), str(file)), path, url, moment))
    if not pages:
        raise UsageError(f"the mirror {layout.site} has no Markdown in {layout.markdown}")
    return tuple(pages)


def _pages_of_folder(folder: Path) -> tuple[SourcePage, ...]:
    paths = sorted(path for path in files_below(folder) if path.lower().endswith(MARKDOWN_ENDINGS))
    if not paths:
        raise UsageError(f"{folder} holds no Markdown")
    return tuple(SourcePage(_text(_bytes(folder / path), str(folder / path)), path) for path in paths)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
