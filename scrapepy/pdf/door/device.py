"""The device that pages are drawn onto: it keeps what is needed and no more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.utils import apply_matrix_pt, mult_matrix

from scrapepy.pdf.door.clip import narrowed
from scrapepy.pdf.door.fonts import face_of
from scrapepy.pdf.limits import MAX_GLYPHS, MAX_PIXELS, MAX_RULES
from scrapepy.pdf.values import LOST, Box, FontFace, Glyph, Picture, Rule
from scrapepy.pdf.vertical import down, stacked
from scrapepy.rules.math_signs import BRACKET_PIECES, EXTENSION_FONT, LARGE_SIGNS

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_THIN = 3.0
_SHORT = 4.0
_EDGE = 1.0


class Device(PDFTextDevice):
    """Keeps the characters, straight lines and images that a page draws inside its visible part."""

    def __init__(self, resources: Any) -> None:
        super().__init__(resources)
        self.faces: list[FontFace] = []
        self._known: dict[int, tuple[int, Any]] = {}
        self._extension: set[int] = set()
        """The faces that are in the encoding of TeX's extension fonts."""
        self.clip: Box | None = None
        """Where what is drawn can be seen, in the page's own coordinates: kept by the interpreter."""
        self._outer: list[Box | None] = []
        self._reset()

    def _reset(self) -> None:
        self.glyphs: list[Glyph] = []
        self.turned: dict[int, list[Glyph]] = {90: [], 180: [], 270: []}
        self.vertical: list[Glyph] = []
        self.rules: list[Rule] = []
        self.pictures: list[Picture] = []
        self.is_broken = False
        self.clip, self._outer = None, []

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
        if font.named_signs and font.unicode_map is None:
            text = font.named_signs.get(cid, text)
        advance: float = font.char_width(cid) * fontsize * scaling
        a, b, c, d, e, f = matrix
        known = self._known.get(id(font))
        if known is None:
            known = (len(self.faces), font)  # the font is kept, or its id would come again
            self._known[id(font)] = known
            self.faces.append(face_of(font))
            if EXTENSION_FONT.match(self.faces[-1].name) and not font.is_multibyte():
                self._extension.add(known[0])
        if len(self.glyphs) > MAX_GLYPHS or text in BRACKET_PIECES:
            return advance
        hang = 0.0
        if known[0] in self._extension:
            sign = LARGE_SIGNS.get(cid)
            if sign is not None:
                text, hang = sign
            elif text == LOST or text.isascii():
                return advance  # the drawing of a root or a bracket
        text = _LIGATURES.get(text, text)
        if font.is_vertical():
            top, size = self._top - f, abs(fontsize * d)
            if 0 <= e - self._x <= self.width and 0 <= top <= self.height:
                letter = down(text, e - self._x, top, top - advance * d, size, self.width)
                self.vertical.append(letter._replace(font=known[0]))
        elif abs(b) <= 0.02 * abs(a) and a < 0 and d < 0:
            x, y = self.width - (e - self._x), self.height - (self._top - f)
            if 0 <= x <= self.width and 0 <= y <= self.height:
                self.turned[180].append(Glyph(text, x, x - advance * a, y, abs(fontsize * d), known[0]))
        elif abs(b) <= 0.02 * abs(a) and a > 0:
            x = e - self._x
            y = self._top - f - rise * d
            x1 = x + advance * a
            size = abs(fontsize * d)
            if self.clip is not None and not self._is_seen(e + advance * a / 2, f + rise * d, size):
                return advance
            y += hang * size
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

    def _is_seen(self, x: float, y: float, size: float) -> bool:
        """Whether a letter's middle stands in the clip, as near as its size tells."""
        assert self.clip is not None
        left, low, right, high = self.clip
        return left - _EDGE <= x <= right + _EDGE and low - 0.5 * size <= y + 0.27 * size <= high + 0.5 * size

    def begin_figure(self, name: str, bbox: Any, matrix: Any) -> None:
        """A form or an image begins: a form shows what is in its box."""
        self._outer.append(self.clip)
        if self.ctm is not None and len(bbox) == 4 and len(matrix) == 6:
            x0, y0, x1, y1 = bbox
            whole = mult_matrix(matrix, self.ctm)
            corners = [apply_matrix_pt(whole, corner) for corner in ((x0, y0), (x0, y1), (x1, y0), (x1, y1))]
            self.clip = narrowed(self.clip, corners)

    def end_figure(self, name: str) -> None:
        """It ends, whatever it left open."""
        if self._outer:
            self.clip = self._outer.pop()

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
        if not stroke or (width >= 0.95 * self.width and height >= 0.95 * self.height):
            return  # a background, or the paper: it rules nothing
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
        if len(self.vertical) > len(self.glyphs):
            self.rules, self.pictures = [], []
            return (*self.vertical, *self.turned[270]), self.height, self.width
        turned = stacked(self.glyphs, self.width, self.height)
        if turned is not None:
            self.rules, self.pictures = [], []
            return (*turned, *self.turned[270]), self.height, self.width
        turn = max(self.turned, key=lambda turn: len(self.turned[turn]))
        if len(self.turned[turn]) > len(self.glyphs):
            self.rules, self.pictures = [], []
            size = (self.width, self.height) if turn == 180 else (self.height, self.width)
            return (tuple(self.turned[turn]), *size)
        return tuple(self.glyphs), self.width, self.height

    def ruled(self) -> tuple[Rule, ...]:
        """The straight lines; none where there are so many that they are a drawing."""
        return tuple(self.rules) if len(self.rules) <= MAX_RULES else ()
