"""Whether what the reader is made of is installed."""

from __future__ import annotations

from importlib.util import find_spec

from scrapepy.errors import MissingExtra

_NEEDED = ("jinja2", "mdit_py_plugins", "nh3", "starlette", "uvicorn")


def require_extra() -> None:
    """Raise :class:`~scrapepy.errors.MissingExtra` where the extra ``reader`` is not installed."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtra("reader", "reading the mirrors in a browser")
