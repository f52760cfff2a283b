"""A style sheet with its links filled in."""

from __future__ import annotations

import re

from scrapepy.model.resolution import Resolution, Resolve, Standing
from scrapepy.model.template import Template
from scrapepy.model.url import Reference, Role
from scrapepy.offline.slots import fill_slots

NO_RESOURCE = "about:invalid"
"""A URL that is never fetched and shows nothing (CSS Values 4, section 4.5)."""
NO_SHEET = "data:text/css,"
"""An empty style sheet, for an ``@import`` whose sheet is missing: the statement stays valid and asks for nothing."""

_IN_STRING = re.compile(r'[\x00-\x1f"\\<\x7f]')


def fill_css(template: Template, resolve: Resolve) -> str:
    """The sheet with the address of each slot, all of which stand in double-quoted CSS strings.

    What is missing becomes ``about:invalid``, a missing ``@import`` an empty sheet: neither asks for anything.
    """
    return fill_slots(template, lambda reference: css_address(reference, resolve(reference)))


def css_address(reference: Reference, resolution: Resolution) -> str:
    """What stands inside the quotes for ``reference`` (CSS Syntax 3, section 4.3.5), safe inside a ``style`` element
    too."""
    if resolution.standing is Standing.MISSING:
        return NO_SHEET if reference.role is Role.STYLE else NO_RESOURCE
    return _IN_STRING.sub(_escaped, resolution.href)


def _escaped(match: re.Match[str]) -> str:
    return f"\\{ord(match.group()):x} "
