"""Slots replaced by addresses, each address asked for once."""

from __future__ import annotations

import re
from collections.abc import Callable

from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, Template
from scrapepy.model.url import Reference

SLOT = re.compile(f"{SLOT_OPEN}([0-9]{{1,9}}){SLOT_CLOSE}")


def fill_slots(template: Template, address: Callable[[Reference], str]) -> str:
    """The text with ``address(reference)`` in the place of each slot.

    What looks like a slot but names no reference (a page can write the marks as character references) is left out.
    """
    written: dict[str, str] = {}

    def one(match: re.Match[str]) -> str:
        index = match.group(1)
        text = written.get(index)
        if text is None:
            text = written[index] = address(template.references[int(index)]) if int(index) < size else ""
        return text

    size = len(template.references)
    return SLOT.sub(one, template.text)
