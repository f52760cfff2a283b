"""The objects of a PDF as Python's own (ISO 32000-1, 7.3): references followed, strings decoded."""

from __future__ import annotations

from typing import Any

from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text


def as_dict(value: Any) -> dict[str, Any]:
    """The dictionary that a value is or refers to; an empty one where it is none."""
    value = resolved(value)
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """The array, likewise."""
    value = resolved(value)
    return value if isinstance(value, list) else []


def resolved(value: Any) -> Any:
    """What a reference leads to; None where that is damaged."""
    try:
        return resolve1(value)
    except MemoryError:
        raise
    except Exception:  # a reference to a damaged object leads to nothing
        return None


def is_name(value: Any) -> bool:
    """True for a string, as names of destinations are."""
    return isinstance(resolve1(value), bytes)


def as_text(value: Any) -> str:
    """A name or string as text; empty for anything else."""
    value = resolved(value)
    if isinstance(value, PSLiteral):
        value = value.name
    if isinstance(value, bytes):
        value = decode_text(value)
    return value.replace("\x00", "").strip() if isinstance(value, str) else ""
