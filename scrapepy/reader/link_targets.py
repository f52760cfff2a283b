"""Where the links of a Markdown file lead in the reader: its targets are files, the reader has addresses for them."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

from scrapepy.mirroring.browsing import SiteBook
from scrapepy.reader.addresses import SAVED, file_address, page_address
from scrapepy.reader.long_texts import text_address
from scrapepy.store.layout import SiteLayout

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_OUTSIDE = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LinkTargets:
    """Of one Markdown file."""

    layout: SiteLayout
    book: SiteBook
    document: str
    places: Mapping[str, int] = field(default_factory=dict)
    """Anchor → part, of a text that is shown in parts."""
    part: int = 1
    """The one that is shown."""

    def link(self, target: str) -> str | None:
        """The address for a link's target as written; ``None`` where it leads nowhere that may be followed."""
        if _ABSOLUTE.match(target):
            return target if _OUTSIDE.match(target) else None
        path, _, fragment = target.partition("#")
        fragment = unquote(fragment)
        if not path:
            if self.places.get(fragment, self.part) == self.part:
                return f"#{quote(fragment)}"
            return text_address(self.layout, self.book.leaves[self.book.documents[self.document]], fragment)
        tree, below = self._place(unquote(path.partition("?")[0]))
        if tree == "markdown" and below in self.book.documents:
            leaf = self.book.leaves[self.book.documents[below]]
            return text_address(self.layout, leaf, fragment)
        if tree == "html" and below in self.book.paths:
            return page_address(self.layout.site, below, SAVED, fragment)
        return file_address(self.layout.site, tree, below) if tree else None

    def image(self, target: str) -> str | None:
        """The address for the source of an image; ``None`` for one that is not on this disk."""
        if _ABSOLUTE.match(target):
            return None
        tree, below = self._place(unquote(target.partition("?")[0].partition("#")[0]))
        return file_address(self.layout.site, tree, below) if tree else None

    def _place(self, path: str) -> tuple[str, str]:
        """In which tree a file stands, and where in it; empty for outside both."""
        place = posixpath.normpath(
            posixpath.join(_absolute(self.layout.markdown), posixpath.dirname(self.document), path)
        )
        for tree, root in (("markdown", _absolute(self.layout.markdown)), ("html", _absolute(self.layout.html))):
            if place.startswith(root + "/"):
                below = place[len(root) + 1 :]
                if tree == "markdown" and self.layout.markdown == self.layout.html and below in self.book.paths:
                    continue
                return tree, below
        return "", ""


def _absolute(folder: Path) -> str:
    """With slashes, without looking at the disk: the links were written the same way."""
    return os.path.abspath(folder).replace(os.sep, "/")
