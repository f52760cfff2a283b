"""The Bidi rule of host names (RFC 5893, section 2), which ada-url asks of single labels but not of a whole name."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ANYWHERE = frozenset({"EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_IN_RIGHT_TO_LEFT = _ANYWHERE | _RIGHT_TO_LEFT
_IN_LEFT_TO_RIGHT = _ANYWHERE | {"L"}


def keeps_bidi_rule(labels: Sequence[str]) -> bool:
    """True if a host name of these labels (in Unicode) holds nothing right-to-left, or all of them keep the rule.

    >>> keeps_bidi_rule(["1", "com"]), keeps_bidi_rule(["\u05d0", "com"]), keeps_bidi_rule(["\u05d0", "1"])
    (True, True, False)
    """
    kinds = [[bidirectional(character) for character in label] for label in labels if label]
    if not any(_RIGHT_TO_LEFT.intersection(label) for label in kinds):
        return True
    return all(map(_is_good, kinds))


def _is_good(kinds: list[str]) -> bool:
    """The six conditions for one label, by the Bidi classes of its characters."""
    end = next((kind for kind in reversed(kinds) if kind != "NSM"), "")
    if kinds[0] in ("R", "AL"):
        both = "EN" in kinds and "AN" in kinds
        return end in ("R", "AL", "EN", "AN") and not both and _IN_RIGHT_TO_LEFT.issuperset(kinds)
    return kinds[0] == "L" and end in ("L", "EN") and _IN_LEFT_TO_RIGHT.issuperset(kinds)
