"""What the extension fonts of TeX draw (The TeXbook, appendix F, family 3), whose glyphs have no Unicode in most files.

They hang below the line that they stand on. The large operators are signs of the formula; the brackets that are
made of pieces, or are larger than a line, are its drawing and no text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

EXTENSION_FONT = re.compile(r"(?:cmex|mtex|txex|pxex|euex|lmex)[\w-]*$", re.IGNORECASE)
"""Names of fonts in that encoding, without the mark of a subset."""


class LargeSign(NamedTuple):
    """A sign, and how far its line stands below the place that it is drawn from, of the font's size."""

    text: str
    hang: float


_IN_TEXT, _DISPLAYED, _INTEGRAL, _DISPLAYED_INTEGRAL = 0.75, 0.95, 0.81, 1.36
LARGE_SIGNS: dict[int, LargeSign] = {
    **{code: LargeSign(text, _IN_TEXT) for code, text in zip(range(0x50, 0x58), "∑∏∫⋃⋂⊎⋀⋁", strict=True)},
    **{code: LargeSign(text, _DISPLAYED) for code, text in zip(range(0x58, 0x60), "∑∏∫⋃⋂⊎⋀⋁", strict=True)},
    **{code: LargeSign(text, _IN_TEXT) for code, text in zip((0x46, 0x4A, 0x4C, 0x4E, 0x60), "⊔⊙⊕⊗∐", strict=True)},
    **{code: LargeSign(text, _DISPLAYED) for code, text in zip((0x47, 0x4B, 0x4D, 0x4F, 0x61), "⊔⊙⊕⊗∐", strict=True)},
    0x48: LargeSign("∮", _INTEGRAL),
    0x49: LargeSign("∮", _DISPLAYED_INTEGRAL),
    0x52: LargeSign("∫", _INTEGRAL),
    0x5A: LargeSign("∫", _DISPLAYED_INTEGRAL),
}
"""By the codes of the encoding."""

BRACKET_PIECES = frozenset(map(chr, (*range(0xF8E5, 0xF8FF), *range(0x239B, 0x23B4))))
"""Parts of brackets that are taller than a line, by Adobe's private numbers and by Unicode's."""

NAMED_SIGNS: dict[str, str] = {
    "angbracketleft": "⟨", "angbracketright": "⟩", "floorleft": "⌊", "floorright": "⌋", "ceilingleft": "⌈",
    "ceilingright": "⌉", "bardbl": "‖", "visiblespace": "␣", "star": "⋆", "mapsto": "↦", "owner": "∋",
    "precedesequal": "⪯", "followsequal": "⪰", "lessmuch": "≪", "greatermuch": "≫", "similarequal": "≃",
    "equivasymptotic": "≍", "diamondmath": "⋄", "arrownortheast": "↗", "arrowsoutheast": "↘", "arrownorthwest": "↖",
    "arrowsouthwest": "↙", "latticetop": "⊤", "turnstileleft": "⊢", "turnstileright": "⊣", "wreathproduct": "≀",
    "coproduct": "⨿", "unionsq": "⊔", "intersectionsq": "⊓", "subsetsqequal": "⊑", "supersetsqequal": "⊒",
    "check": "✓", "unionmulti": "⊎", "epsilon1": "ϵ", "rho1": "ϱ", "pi1": "ϖ", "lscript": "ℓ", "triangleleft": "◁",
    "triangleright": "▷", "harpoonleftup": "↼", "harpoonleftdown": "↽", "harpoonrightup": "⇀",
    "harpoonrightdown": "⇁", "arrowbothv": "↕", "circleminus": "⊖", "circledivide": "⊘", "circledot": "⊙",
    "circlecopyrt": "○", "triangle": "△", "triangleinv": "▽", "prime": "′", "Rfractur": "ℜ", "Ifractur": "ℑ",
    "flat": "♭", "natural": "♮", "sharp": "♯", "perthousandzero": "‰",
}  # fmt: skip
"""Names of glyphs in TeX's fonts that Adobe's list of glyphs does not know (The TeXbook, appendix F)."""
