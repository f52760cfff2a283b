"""Follows the clipping paths of a page (ISO 32000-1, 8.5.4): what stands outside them is not to be seen.

pdfminer draws everything. A figure that was cut out of a page keeps the text of that whole page in the file, and only
its clipping path says which part is shown. Taken is the box around a path, so that too much is kept, never too little.
"""

from __future__ import annotations

from typing import Any, cast

from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.utils import apply_matrix_pt

from scrapepy.pdf.values import Box

_LEAST = 1.0
"""Points: a narrower path is taken for none."""


class ClippingInterpreter(PDFPageInterpreter):
    """Tells its device, in ``device.clip``, the box in which what is drawn can be seen; None where that is all."""

    device: Any

    def init_state(self, ctm: Any) -> None:
        """A page, or a form on it, begins: a form has the clip that it stands in."""
        super().init_state(ctm)
        self._clips: list[Box | None] = []

    def do_q(self) -> None:
        """Save the graphics state."""
        super().do_q()
        self._clips.append(self.device.clip)

    def do_Q(self) -> None:  # noqa: N802 - the operator's name
        """Restore the graphics state."""
        super().do_Q()
        if self._clips:
            self.device.clip = self._clips.pop()

    def do_Do(self, xobjid_arg: Any) -> None:  # noqa: N802
        """Draw a form or an image: where it stands is this interpreter's matter, not that of a form drawn before."""
        self.device.set_ctm(self.ctm)
        super().do_Do(xobjid_arg)

    def do_W(self) -> None:  # noqa: N802
        """Set the clipping path. Nothing but the end of the path can stand between this and when it holds."""
        path = cast("list[Any]", self.curpath)
        points = [apply_matrix_pt(self.ctm, step[at : at + 2]) for step in path for at in range(1, len(step), 2)]
        self.device.clip = narrowed(self.device.clip, points)

    do_W_a = do_W  # noqa: N815


def narrowed(clip: Box | None, points: list[tuple[float, float]]) -> Box | None:
    """``clip`` where the box around ``points`` holds, too.

    >>> narrowed((0, 0, 10, 10), [(5, 5), (20, 20)]), narrowed(None, [(5, 5), (5, 20)])
    ((5, 5, 10, 10), None)
    """
    if not points:
        return clip
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs), min(ys), max(xs), max(ys))
    if box[2] - box[0] < _LEAST or box[3] - box[1] < _LEAST:
        return clip
    if clip is None:
        return box
    return (max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3]))
