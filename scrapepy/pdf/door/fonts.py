"""What a font looks like, by its name, its descriptor and its widths."""

from __future__ import annotations

import re
from typing import Any

from pdfminer.pdftypes import resolve1

from scrapepy.pdf.door.objects import as_text
from scrapepy.pdf.values import FontFace

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


def face_of(font: Any) -> FontFace:
    """The face of a font of pdfminer's."""
    name = _SUBSET.sub("", as_text(getattr(font, "fontname", "")) or "")
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
