"""A module script with the addresses of its imports filled in."""

from __future__ import annotations

import re

from scrapepy.model.resolution import Resolution, Resolve, Standing
from scrapepy.model.template import Template
from scrapepy.model.url import Reference
from scrapepy.offline.slots import fill_slots

NO_MODULE = "data:text/javascript,"
"""An empty module, for an import that could not be saved: nothing is asked for."""

_IN_STRING = re.compile("[\x00-\x1f\"'\\\\<\x7f\u2028\u2029]")
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_BARE = re.compile(r"(?![a-zA-Z][a-zA-Z0-9+.-]*:|\.{0,2}/)")


def fill_module(template: Template, resolve: Resolve) -> str:
    """The script with the address of each slot, all of which stand in string literals."""
    return fill_slots(template, lambda reference: module_address(reference, resolve(reference)))


def dense(script: str) -> str:
    """A script of ours as pages carry it: without indents and comments of their own lines.

    >>> dense("a();\\n    // why\\n    b();\\n")
    'a();\\nb();\\n'
    """
    return _INDENT.sub("", _COMMENT.sub("", script))


def module_address(reference: Reference, resolution: Resolution) -> str:
    """What stands inside the quotes of an import (ECMAScript, "String Literals"), safe inside a ``script`` element too.

    A specifier that starts neither with a scheme nor with ``/``, ``./`` or ``../`` would be a bare one, which names no
    file (HTML standard, "resolve a module specifier"), so ``x.js`` becomes ``./x.js``.
    """
    if resolution.standing is Standing.MISSING:
        return NO_MODULE
    address = _IN_STRING.sub(_escaped, resolution.href)
    return "./" + address if _BARE.match(address) else address


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
