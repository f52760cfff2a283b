"""A page written by hand, for scripts that reportlab has no font for: a font of named letters, none of them drawn."""

from __future__ import annotations

import re

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9. ]*[A-Za-z0-9]|[A-Za-z0-9]")
_BRACKETS = str.maketrans("()", ")(")


def _as_seen(line: str) -> str:
    """A line from the right as it is seen from the left: all turned, English and numbers turned back."""
    return _RUN.sub(lambda match: match[0][::-1], line[::-1].translate(_BRACKETS))


class Written:
    """One page; all letters are as wide as half their size."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._drawn: list[tuple[float, float, float, str]] = []

    def line(self, right: float, y: float, text: str, size: float) -> None:
        """A line of a script from the right, which ends at its right edge; ``y`` is measured from the top."""
        seen = _as_seen(text)
        self._drawn.append((right - len(seen) * size / 2, y, size, seen))

    def _code(self, letter: str) -> int:
        return self._codes.setdefault(letter, 33 + len(self._codes))

    def done(self, width: float, height: float) -> bytes:
        """The file."""
        content = "".join(
            f"BT /F {size} Tf {x} {height - y} Td <{''.join(f'{self._code(letter):02x}' for letter in text)}> Tj ET\n"
            for x, y, size, text in self._drawn
        )
        names = " ".join(f"/uni{ord(letter):04X}" for letter in self._codes)
        widths = " ".join(["500"] * len(self._codes))
        objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
            f"<</Length {len(content)}>>stream\n{content}\nendstream",
            f"<</Type/Font/Subtype/Type1/BaseFont/Plain/FirstChar 33/LastChar {32 + len(self._codes)}/Widths[{widths}]"
            f"/FontDescriptor 6 0 R/Encoding<</Type/Encoding/Differences[33 {names}]>>>>",
            "<</Type/FontDescriptor/FontName/Plain/Flags 32/Ascent 800/Descent -200/FontBBox[0 -200 500 800]>>",
        ]
        out, places = b"%PDF-1.4\n", []
        for number, text in enumerate(objects, 1):
            places.append(len(out))
            out += f"{number} 0 obj\n{text}\nendobj\n".encode("ascii")
        table = "".join(f"{place:010d} 00000 n \n" for place in places)
        end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(objects) + 1}/Root 1 0 R>>"
        return out + f"{end}\nstartxref\n{len(out)}\n%%EOF".encode("ascii")
