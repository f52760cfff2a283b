"""A PDF, open: its pages, what its catalog says, its images."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pypdf
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral

from scrapepy.pdf import limits
from scrapepy.pdf.door.clip import ClippingInterpreter
from scrapepy.pdf.door.device import Device
from scrapepy.pdf.door.fonts import FontShelf
from scrapepy.pdf.door.objects import as_dict, as_list, as_text, is_name
from scrapepy.pdf.limits import Unreadable
from scrapepy.pdf.values import Bookmark, FontFace, Link, RawPage, Target

_DEPTH = 900
_HEADER, _HEADER_IN = b"%PDF-", 1024
"""What a file begins with, be it behind some bytes of junk (ISO 32000-1, annex H, note 13)."""
_CACHE_PAGES = 25
_MOST_BOOKMARKS = 20_000


class PdfFile:
    """A PDF, open. Raises :class:`~scrapepy.pdf.limits.Unreadable` for what cannot be read."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        if not data:
            raise Unreadable("is empty")
        if _HEADER not in data[:_HEADER_IN]:
            raise Unreadable("is no PDF, whatever its name says")
        try:
            self._document = PDFDocument(PDFParser(io.BytesIO(data)), password="")
            self._catalog: dict[str, Any] = self._document.catalog
            self._pages = self._list_pages()
        except PDFPasswordIncorrect as error:
            raise Unreadable("needs a password") from error
        except (Unreadable, MemoryError):
            raise
        except Exception as error:  # a stranger's bytes: the library raises whatever its parser meets
            raise Unreadable("is damaged and cannot be read") from error
        if not self._pages:
            raise Unreadable("is damaged: it has no pages")
        self._numbers = {page.pageid: number for number, page in enumerate(self._pages, 1)}
        self._resources = FontShelf()
        self._device = Device(self._resources)
        self._interpreter = ClippingInterpreter(self._resources, self._device)
        self._names: dict[bytes | str, Any] | None = None
        self._reader: pypdf.PdfReader | None = None

    @property
    def count(self) -> int:
        """How many pages it has."""
        return len(self._pages)

    @property
    def faces(self) -> Sequence[FontFace]:
        """The fonts met so far."""
        return self._device.faces

    def _list_pages(self) -> list[Any]:
        pages: list[Any] = []
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(max(limit, _DEPTH * 4))
            for page in PDFPage.create_pages(self._document):
                pages.append(page)
                if len(pages) > limits.MAX_PAGES:
                    raise Unreadable(f"has more than {limits.MAX_PAGES:,} pages")
        except RecursionError as error:
            raise Unreadable("is damaged: its list of pages is too deep") from error
        finally:
            sys.setrecursionlimit(limit)
        return pages

    def pages(self) -> Iterator[RawPage]:
        """Each page once, in order; what was read for one is forgotten with it."""
        for number, page in enumerate(self._pages, 1):
            yield self._read(number, page)
            if number % _CACHE_PAGES == 0:
                # Decoded streams of pages stay in the document's cache: memory would grow with the pages.
                for cache in ("_cached_objs", "_parsed_objs"):
                    getattr(self._document, cache, {}).clear()

    def _read(self, number: int, page: Any) -> RawPage:
        device = self._device
        device.turn_to(page)
        try:
            self._interpreter.process_page(page)
        except MemoryError:
            raise
        except Exception:  # a broken stream: what came before it stands
            device.is_broken = True
        glyphs, width, height = device.upright()
        links = tuple(self._links(page, device))
        return RawPage(number, width, height, glyphs, device.ruled(), tuple(device.pictures), links)

    # what the catalog says -----------------------------------------------------------------------------------------

    def info(self) -> dict[str, str]:
        """Title, Author, Subject, Keywords, CreationDate, ModDate, and Lang, as they are written; empty ones not."""
        found: dict[str, str] = {}
        for values in reversed(self._document.info or []):
            for name in ("Title", "Author", "Subject", "Keywords", "CreationDate", "ModDate"):
                text = as_text(values.get(name)) if isinstance(values, dict) else ""
                if text:
                    found[name] = text
        if language := as_text(self._catalog.get("Lang")):
            found["Lang"] = language
        return found

    def bookmarks(self) -> tuple[Bookmark, ...]:
        """The outline, flattened; entries that lead nowhere in the file are left out."""
        found: list[Bookmark] = []
        seen: set[int] = set()
        root = as_dict(self._catalog.get("Outlines"))
        waiting = [(1, root.get("First"))]
        while waiting and len(found) < _MOST_BOOKMARKS:
            level, reference = waiting.pop()
            key = reference.objid if isinstance(reference, PDFObjRef) else id(reference)
            entry = as_dict(reference)
            if not entry or key in seen:
                continue
            seen.add(key)
            title = " ".join(as_text(entry.get("Title")).split())
            target = self._target(entry)
            if title and target is not None and target.page:
                found.append(Bookmark(level, title, target.page, target.top))
            waiting.append((level, entry.get("Next")))
            waiting.append((level + 1, entry.get("First")))
        return tuple(found)

    def _links(self, page: Any, device: Device) -> Iterator[Link]:
        for reference in as_list(page.annots)[:2000]:
            annotation = as_dict(reference)
            if getattr(resolve1(annotation.get("Subtype")), "name", "") != "Link":
                continue
            numbers = [resolve1(n) for n in as_list(annotation.get("Rect"))]
            target = self._target(annotation)
            if target is None or len(numbers) != 4 or not all(isinstance(n, int | float) for n in numbers):
                continue
            yield Link(device.box_of(*numbers), target)

    def _target(self, entry: dict[str, Any]) -> Target | None:
        """Where an outline's entry or a link leads (ISO 32000-1, 12.3.2 and 12.6.4)."""
        destination = entry.get("Dest")
        if destination is None:
            action = as_dict(entry.get("A"))
            kind = getattr(resolve1(action.get("S")), "name", "")
            if kind == "URI":
                uri = as_text(action.get("URI")).strip()
                return Target(uri) if uri else None
            if kind == "GoToR":
                file = resolve1(action.get("F"))
                name = (
                    as_text(as_dict(file).get("UF") or as_dict(file).get("F"))
                    if isinstance(file, dict)
                    else as_text(file)
                )
                return Target(name) if name else None
            if kind != "GoTo":
                return None
            destination = action.get("D")
        return self._place(resolve1(destination))

    def _place(self, destination: Any) -> Target | None:
        for _ in range(3):
            if isinstance(destination, dict):
                destination = resolve1(destination.get("D"))
            elif isinstance(destination, bytes | PSLiteral):
                name = destination if isinstance(destination, bytes) else str(destination.name)
                destination = resolve1(self._named().get(name))
            else:
                break
        if not isinstance(destination, list) or not destination:
            return None
        first = destination[0]
        number = self._numbers.get(first.objid) if isinstance(first, PDFObjRef) else None
        if isinstance(first, int) and 0 <= first < self.count:
            number = first + 1
        if number is None:
            return None
        page = self._pages[number - 1]
        kind = getattr(destination[1], "name", "") if len(destination) > 1 else ""
        at = {"XYZ": 3, "FitH": 2, "FitBH": 2}.get(kind)
        raw = resolve1(destination[at]) if at is not None and len(destination) > at else None
        top = page.mediabox[3] - raw if isinstance(raw, int | float) and not page.rotate else None
        return Target(page=number, top=top)

    def _named(self) -> dict[bytes | str, Any]:
        """The named destinations, from the name tree and the old dictionary, read once."""
        if self._names is not None:
            return self._names
        names: dict[bytes | str, Any] = {}
        names.update(as_dict(self._catalog.get("Dests")).items())
        waiting = [as_dict(self._catalog.get("Names")).get("Dests")]
        seen: set[int] = set()
        while waiting:
            reference = waiting.pop()
            if isinstance(reference, PDFObjRef):
                if reference.objid in seen:
                    continue
                seen.add(reference.objid)
            node = as_dict(reference)
            pairs = as_list(node.get("Names"))
            names.update((resolve1(k), v) for k, v in zip(pairs[::2], pairs[1::2], strict=False) if is_name(k))
            waiting.extend(as_list(node.get("Kids")))
        self._names = names
        return names

    # images --------------------------------------------------------------------------------------------------------

    def image(self, number: int, name: str) -> tuple[str, bytes] | None:
        """The image of that name on a page: extension and bytes; None where it cannot be had."""
        try:
            if self._reader is None:
                self._reader = pypdf.PdfReader(io.BytesIO(self._data), strict=False)
                if self._reader.is_encrypted:
                    self._reader.decrypt("")
            images = self._reader.pages[number - 1].images
            for key in images.keys():  # noqa: SIM118 - no mapping
                last = key[-1] if isinstance(key, list | tuple) else key
                if str(last).lstrip("/") == name:
                    image = images[key]
                    return _web_image(image)
        except MemoryError:
            raise
        except Exception:  # of the many ways to write an image, those that nobody reads
            return None
        return None


def _web_image(image: Any) -> tuple[str, bytes] | None:
    """An image as browsers and editors show it."""
    extension = str(image.name).rpartition(".")[2].lower()
    picture = image.image
    if extension in ("jpg", "jpeg") and (picture is None or picture.mode in ("L", "RGB")):
        return "jpg", bytes(image.data)
    if extension == "png":
        return "png", bytes(image.data)
    if picture is None:
        return None
    buffer = io.BytesIO()
    picture.convert("RGB" if picture.mode in ("CMYK", "YCbCr", "LAB") else picture.mode).save(buffer, "PNG")
    return "png", buffer.getvalue()
