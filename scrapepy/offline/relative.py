"""The way from one file of the copy to another."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from scrapepy.model.url import LocalPath

_PLAIN = "/!$&+;=@~"
"""Stays as it is besides letters, digits and ``-._``. Not ``:`` (the first part would be a scheme), ``,`` (it ends a
candidate of srcset), quotes and brackets (they end a CSS ``url()`` or a Markdown link)."""


def relative(source: LocalPath, target: LocalPath) -> str:
    """The relative reference, percent-encoded, that leads a browser from the file ``source`` to the file ``target``.

    A file's own is its name. Resolved against ``source`` (URL standard, "URL parsing") it gives ``target`` again.

    >>> relative(LocalPath("guide/index.html"), LocalPath("img/a b.png"))
    '../img/a%20b.png'
    """
    return _from_folder(source[: source.rfind("/") + 1], target)


@lru_cache(maxsize=1 << 16)
def _from_folder(folder: str, target: str) -> str:
    above = folder.split("/")[:-1]
    parts = target.split("/")
    common = 0
    for ours, theirs in zip(above, parts[:-1], strict=False):
        if ours != theirs:
            break
        common += 1
    return "../" * (len(above) - common) + quote("/".join(parts[common:]), safe=_PLAIN)
