"""The one door to pdfminer, pdfplumber and pypdf (the extra ``pdf``).

pdfminer.six (pdfplumber's own reader) draws each page once onto a device of ours that keeps what is needed and no more:
pdfplumber's dictionary a character takes as long again as the drawing. pdfplumber finds the cells between ruling lines;
pypdf decodes images.
"""

from __future__ import annotations

import io
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from scrapepy.errors import MissingExtra
from scrapepy.pdf.limits import MAX_GLYPHS, MAX_PAGES, MAX_PIXELS, MAX_RULES, Unreadable
from scrapepy.pdf.values import Bookmark, Box, FontFace, Glyph, Link, Picture, RawPage, Rule, Target

try:
    import pypdf
    from pdfminer.pdfdevice import PDFTextDevice
    from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
    from pdfminer.pdffont import PDFUnicodeNotDefined
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1
    from pdfminer.psparser import PSLiteral
    from pdfminer.utils import apply_matrix_pt, decode_text
    from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges
except ImportError as error:
    raise MissingExtra("pdf", "reading PDFs") from error

logging.getLogger("pdfminer").setLevel(logging.CRITICAL)  # it warns of what strangers' files do, thousands of times
logging.getLogger("pypdf").setLevel(logging.CRITICAL)

_DEPTH = 900
_CACHE_PAGES = 25
_MOST_BOOKMARKS = 20_000
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|semibold|demi(?!bolditalic$)|^(?:cm|sf)(?:bx|bsy|sbx)|^cmb|^lm\w*bx|-medi$|medi(?:ital)?$", re.I
)
_ITALIC = re.compile(r"ital|obli|slant|^cm(?:ti|sl|mi|bxti)\d|^sf(?:ti|sl)", re.I)
_MONO = re.compile(
    r"mono|courier|typewriter|consol|menlo|fixed|^(?:cm|lm|sf|ec|la)\w{0,2}tt|txtt|pxtt|inconsol|source ?code",
    re.I,
)
_FIXED_PITCH, _FLAG_ITALIC, _FORCE_BOLD = 1, 64, 1 << 18
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_THIN = 3.0
_SHORT = 4.0
LOST = "\ufffd"


class PdfFile:
    """A PDF, open. Raises :class:`~scrapepy.pdf.limits.Unreadable` for what cannot be read."""

    def __init__(self, data: bytes) -> None:
        self._data = data
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
        self._resources = PDFResourceManager()
        self._device = _Device(self._resources)
        self._interpreter = PDFPageInterpreter(self._resources, self._device)
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
                if len(pages) > MAX_PAGES:
                    raise Unreadable(f"has more than {MAX_PAGES:,} pages")
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
                text = _text(values.get(name)) if isinstance(values, dict) else ""
                if text:
                    found[name] = text
        if language := _text(self._catalog.get("Lang")):
            found["Lang"] = language
        return found

    def bookmarks(self) -> tuple[Bookmark, ...]:
        """The outline, flattened; entries that lead nowhere in the file are left out."""
        found: list[Bookmark] = []
        seen: set[int] = set()
        root = _dict(self._catalog.get("Outlines"))
        waiting = [(1, root.get("First"))]
        while waiting and len(found) < _MOST_BOOKMARKS:
            level, reference = waiting.pop()
            key = reference.objid if isinstance(reference, PDFObjRef) else id(reference)
            entry = _dict(reference)
            if not entry or key in seen:
                continue
            seen.add(key)
            title = " ".join(_text(entry.get("Title")).split())
            target = self._target(entry)
            if title and target is not None and target.page:
                found.append(Bookmark(level, title, target.page, target.top))
            waiting.append((level, entry.get("Next")))
            waiting.append((level + 1, entry.get("First")))
        return tuple(found)

    def _links(self, page: Any, device: _Device) -> Iterator[Link]:
        for reference in _list(page.annots)[:2000]:
            annotation = _dict(reference)
            if getattr(resolve1(annotation.get("Subtype")), "name", "") != "Link":
                continue
            numbers = [resolve1(n) for n in _list(annotation.get("Rect"))]
            target = self._target(annotation)
            if target is None or len(numbers) != 4 or not all(isinstance(n, int | float) for n in numbers):
                continue
            yield Link(device.box_of(*numbers), target)

    def _target(self, entry: dict[str, Any]) -> Target | None:
        """Where an outline's entry or a link leads (ISO 32000-1, 12.3.2 and 12.6.4)."""
        destination = entry.get("Dest")
        if destination is None:
            action = _dict(entry.get("A"))
            kind = getattr(resolve1(action.get("S")), "name", "")
            if kind == "URI":
                uri = _text(action.get("URI")).strip()
                return Target(uri) if uri else None
            if kind == "GoToR":
                file = resolve1(action.get("F"))
                name = _text(_dict(file).get("UF") or _dict(file).get("F")) if isinstance(file, dict) else _text(file)
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
        names.update(_dict(self._catalog.get("Dests")).items())
        waiting = [_dict(self._catalog.get("Names")).get("Dests")]
        seen: set[int] = set()
        while waiting:
            reference = waiting.pop()
            if isinstance(reference, PDFObjRef):
                if reference.objid in seen:
                    continue
                seen.add(reference.objid)
            node = _dict(reference)
            pairs = _list(node.get("Names"))
            names.update((resolve1(k), v) for k, v in zip(pairs[::2], pairs[1::2], strict=False) if _is_name(k))
            waiting.extend(_list(node.get("Kids")))
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


def cells_between(rules: Iterable[Rule]) -> list[list[Box]]:
    """The cells that ruling lines enclose, by table, as pdfplumber finds them."""
    edges = [
        {
            "x0": rule.x0,
            "x1": rule.x1,
            "top": rule.top,
            "bottom": rule.bottom,
            "width": rule.x1 - rule.x0,
            "height": rule.bottom - rule.top,
            "orientation": "v" if rule.x0 == rule.x1 else "h",
            "object_type": "line",
        }
        for rule in rules
    ]
    merged = merge_edges(edges, 3, 3, 3, 3)
    points = edges_to_intersections(merged, 3, 3)
    tables: list[list[Box]] = cells_to_tables(intersections_to_cells(points))
    return tables


class _Device(PDFTextDevice):
    """Keeps the characters, straight lines and images that a page draws inside its visible part."""

    def __init__(self, resources: Any) -> None:
        super().__init__(resources)
        self.faces: list[FontFace] = []
        self._known: dict[int, tuple[int, Any]] = {}
        self._reset()

    def _reset(self) -> None:
        self.glyphs: list[Glyph] = []
        self.turned: dict[int, list[Glyph]] = {90: [], 270: []}
        self.rules: list[Rule] = []
        self.pictures: list[Picture] = []
        self.is_broken = False

    def turn_to(self, page: Any) -> None:
        """Get ready for a page: its visible part is the crop box inside the media box."""
        self._reset()
        x0, y0, x1, y1 = page.mediabox
        c0, d0, c1, d1 = page.cropbox or page.mediabox
        box = (max(x0, min(c0, c1)), max(y0, min(d0, d1)), min(x1, max(c0, c1)), min(y1, max(d0, d1)))
        if box[2] - box[0] < 1 or box[3] - box[1] < 1:
            box = page.mediabox
        self._page_ctm = {
            90: (0, -1, 1, 0, -y0, x1),
            180: (-1, 0, 0, -1, x1, y1),
            270: (0, 1, -1, 0, y1, -x0),
        }.get(page.rotate, (1, 0, 0, 1, -x0, -y0))
        corners = [apply_matrix_pt(self._page_ctm, corner) for corner in (box[:2], box[2:])]
        self._x = min(x for x, _ in corners)
        self._top = max(y for _, y in corners)
        self.width = abs(corners[0][0] - corners[1][0])
        self.height = abs(corners[0][1] - corners[1][1])

    def box_of(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """A rectangle of the page's own coordinates as ours."""
        (a, b), (c, d) = (apply_matrix_pt(self._page_ctm, point) for point in ((x0, y0), (x1, y1)))
        return (min(a, c) - self._x, self._top - max(b, d), max(a, c) - self._x, self._top - min(b, d))

    def begin_page(self, page: Any, ctm: Any) -> None:
        """Nothing to do."""

    def render_char(
        self,
        matrix: tuple[float, float, float, float, float, float],
        font: Any,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: Any,
        graphicstate: Any,
    ) -> float:
        """Keep a character; answer how far it moves the pen."""
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = LOST
        advance: float = font.char_width(cid) * fontsize * scaling
        a, b, c, d, e, f = matrix
        known = self._known.get(id(font))
        if known is None:
            known = (len(self.faces), font)  # the font is kept, or its id would come again
            self._known[id(font)] = known
            self.faces.append(_face(font))
        if len(self.glyphs) > MAX_GLYPHS:
            return advance
        text = _LIGATURES.get(text, text)
        if abs(b) <= 0.02 * abs(a) and a > 0 and not font.is_vertical():
            x = e - self._x
            y = self._top - f - rise * d
            x1 = x + advance * a
            size = abs(fontsize * d)
            centre = (x + x1) / 2
            if 0 <= centre <= self.width and 0 <= y - size * 0.27 <= self.height:
                self.glyphs.append(Glyph(text, min(x, x1), max(x, x1), y, size, known[0]))
        elif b:
            x, y = e - self._x, self._top - f
            if 0 <= x <= self.width and 0 <= y <= self.height:
                size = abs(fontsize * c) or abs(fontsize * b)
                if b > 0:  # upwards: turned clockwise it is upright
                    self.turned[90].append(
                        Glyph(text, self.height - y, self.height - y + advance * b, x, size, known[0])
                    )
                else:
                    self.turned[270].append(Glyph(text, y, y - advance * b, self.width - x, size, known[0]))
        return advance

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """Keep the straight lines, upright and level; a thin filled box is a line too."""
        if not (stroke or fill) or len(self.rules) > MAX_RULES:
            return
        points: list[tuple[float, float]] = []
        ctm = self.ctm
        assert ctm is not None
        for step in path:
            kind = step[0]
            if kind == "m":
                self._straight(points, stroke)
                points = [apply_matrix_pt(ctm, step[-2:])]
            elif kind == "l":
                points.append(apply_matrix_pt(ctm, step[-2:]))
            elif kind == "h":
                if points:
                    points.append(points[0])
            else:  # a curve: rounded corners interrupt a line
                self._straight(points, stroke)
                points = [apply_matrix_pt(ctm, step[-2:])] if len(step) >= 3 else []
        self._straight(points, stroke)

    def _straight(self, points: list[tuple[float, float]], stroke: bool) -> None:
        if len(points) < 2:
            return
        if not stroke and len(points) < 4:
            return
        moved = [(x - self._x, self._top - y) for x, y in points]
        xs = [x for x, _ in moved]
        ys = [y for _, y in moved]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        if max(xs) < 0 or min(xs) > self.width or max(ys) < 0 or min(ys) > self.height:
            return
        if len(points) >= 4 and width <= _THIN < height:
            x = (max(xs) + min(xs)) / 2
            self.rules.append(Rule(x, min(ys), x, max(ys)))
            return
        if len(points) >= 4 and height <= _THIN < width:
            y = (max(ys) + min(ys)) / 2
            self.rules.append(Rule(min(xs), y, max(xs), y))
            return
        if width >= 0.95 * self.width and height >= 0.95 * self.height:
            return  # the paper
        for (xa, ya), (xb, yb) in pairwise(moved):
            if abs(xa - xb) < 0.5 and abs(ya - yb) >= _SHORT:
                x = (xa + xb) / 2
                self.rules.append(Rule(x, min(ya, yb), x, max(ya, yb)))
            elif abs(ya - yb) < 0.5 and abs(xa - xb) >= _SHORT:
                y = (ya + yb) / 2
                self.rules.append(Rule(min(xa, xb), y, max(xa, xb), y))

    def render_image(self, name: str, stream: Any) -> None:
        """Keep where an image stands."""
        if not isinstance(stream, PDFStream):
            return
        pixels = (resolve1(stream.get_any(("W", "Width"))), resolve1(stream.get_any(("H", "Height"))))
        if not all(isinstance(n, int) and n > 0 for n in pixels) or pixels[0] * pixels[1] > MAX_PIXELS:
            return
        assert self.ctm is not None
        corners = [apply_matrix_pt(self.ctm, corner) for corner in ((0, 0), (1, 0), (0, 1), (1, 1))]
        xs = [x - self._x for x, _ in corners]
        ys = [self._top - y for _, y in corners]
        self.pictures.append(Picture(name, (min(xs), min(ys), max(xs), max(ys)), pixels))

    def upright(self) -> tuple[tuple[Glyph, ...], float, float]:
        """The characters to be read, and the page's width and height as read: a page whose text lies is turned."""
        for turn, glyphs in self.turned.items():
            if len(glyphs) > len(self.glyphs) and len(glyphs) > len(self.turned[360 - turn]):
                self.rules, self.pictures = [], []
                return tuple(glyphs), self.height, self.width
        return tuple(self.glyphs), self.width, self.height

    def ruled(self) -> tuple[Rule, ...]:
        """The straight lines; none where there are so many that they are a drawing."""
        return tuple(self.rules) if len(self.rules) <= MAX_RULES else ()


def _face(font: Any) -> FontFace:
    name = _SUBSET.sub("", _text(getattr(font, "fontname", "")) or "")
    descriptor = getattr(font, "descriptor", None) or {}
    flags = resolve1(descriptor.get("Flags"))
    flags = flags if isinstance(flags, int) else 0
    weight = resolve1(descriptor.get("FontWeight"))
    bold = bool(_BOLD.search(name)) or bool(flags & _FORCE_BOLD) or (isinstance(weight, int | float) and weight >= 600)
    mono = bool(_MONO.search(name)) or bool(flags & _FIXED_PITCH)
    widths = getattr(font, "widths", None)
    if not mono and isinstance(widths, dict) and not font.is_multibyte():
        several = [width for width in widths.values() if isinstance(width, int | float) and width > 0]
        mono = len(several) >= 20 and max(several) - min(several) < 1
    return FontFace(name, bold, bool(_ITALIC.search(name)) or bool(flags & _FLAG_ITALIC), mono)


def _dict(value: Any) -> dict[str, Any]:
    value = _resolved(value)
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    value = _resolved(value)
    return value if isinstance(value, list) else []


def _resolved(value: Any) -> Any:
    try:
        return resolve1(value)
    except MemoryError:
        raise
    except Exception:  # a reference to a damaged object leads to nothing
        return None


def _is_name(value: Any) -> bool:
    return isinstance(resolve1(value), bytes)


def _text(value: Any) -> str:
    value = _resolved(value)
    if isinstance(value, PSLiteral):
        value = value.name
    if isinstance(value, bytes):
        value = decode_text(value)
    return value.replace("\x00", "").strip() if isinstance(value, str) else ""
