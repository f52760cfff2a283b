"""What a font looks like, by its name, its descriptor and its widths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import resolve1

from scrapepy.pdf.door.objects import as_dict, as_list, as_text, resolved
from scrapepy.pdf.values import FontFace
from scrapepy.rules.math_signs import NAMED_SIGNS

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|semibold|demi(?!bolditalic$)|^(?:cm|sf)(?:bx|bsy|sbx)|^cmb|^lm\w*bx|-medi$|medi(?:ital)?$", re.I
)
_ITALIC = re.compile(r"ital|obli|slant|^cm(?:ti|sl|mi|bxti)\d|^sf(?:ti|sl)", re.I)
_MONO = re.compile(
    r"mono|courier|typewriter|consol|menlo|fixed|^(?:cm|lm|sf|ec|la)\w{0,2}tt|txtt|pxtt|inconsol|source ?code",
    re.I,
)
_FEW = 4
_FIXED_PITCH, _FLAG_ITALIC, _FORCE_BOLD = 1, 64, 1 << 18


def face_of(font: Any) -> FontFace:
    """The face of a font of pdfminer's."""
    name = _SUBSET.sub("", as_text(getattr(font, "fontname", "")) or "")
    descriptor = getattr(font, "descriptor", None) or {}
    flags = resolve1(descriptor.get("Flags"))
    flags = flags if isinstance(flags, int) else 0
    weight = resolve1(descriptor.get("FontWeight"))
    bold = bool(_BOLD.search(name)) or bool(flags & _FORCE_BOLD) or (isinstance(weight, int | float) and weight >= 600)
    widths = getattr(font, "widths", None)
    several = [w for w in widths.values() if isinstance(w, int | float) and w > 0] if isinstance(widths, dict) else []
    mono = bool(_MONO.search(name)) or (bool(flags & _FIXED_PITCH) and not _differ(several))
    if not mono and not font.is_multibyte():
        mono = len(several) >= 20 and max(several) - min(several) < 1
    return FontFace(name, bold, bool(_ITALIC.search(name)) or bool(flags & _FLAG_ITALIC), mono)


class FontShelf(PDFResourceManager):
    """Makes fonts, and remembers the signs whose names in the file's encoding pdfminer does not know."""

    def get_font(self, objid: Any, spec: Any) -> Any:
        """The font of a dictionary of the file."""
        font: Any = super().get_font(objid, spec)
        if not hasattr(font, "named_signs"):
            font.named_signs = named_signs(as_dict(spec.get("Encoding")))
        return font


def named_signs(encoding: dict[str, Any]) -> dict[int, str]:
    """The signs that an encoding names as TeX does, by their codes (ISO 32000-1, 9.6.6.1)."""
    found: dict[int, str] = {}
    code = 0
    for entry in as_list(encoding.get("Differences")):
        value = resolved(entry)
        if isinstance(value, int):
            code = value
            continue
        sign = NAMED_SIGNS.get(as_text(value))
        if sign is not None:
            found[code] = sign
        code += 1
    return found


def _differ(widths: Sequence[float]) -> bool:
    """True for the widths of a font that is said to have one, and has not: a wide letter takes two places at most."""
    several = Counter(round(width) for width in widths)
    return len(several) > _FEW and max(several.values()) < 0.5 * len(widths)
