"""Links of a page that stands alone, with no mirror around it (SPEC 3, ``convert``; 6.7)."""

from __future__ import annotations

import re
from urllib.parse import unquote

from scrapepy.model.document import Anchors
from scrapepy.model.options import AnchorStyle
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.template import Template
from scrapepy.model.url import Reference

_NO_TARGETS = ("javascript:", "data:", "vbscript:", "about:", "blob:")
_UNSAFE = re.compile(r"[\x00-\x20\"#%<>\[\]()^`{|}\\\x7f]")


class LonePageLinks:
    """Where the references of a page lead: its own places become anchors, all else stays as it was resolved.

    ``address`` is the page's own without fragment, empty where nobody has named it; links are then as written.
    ``partial``: what it has not may stand in the rest of it, so that a link there stays.
    """

    def __init__(
        self, address: str, anchors: Anchors, style: AnchorStyle = AnchorStyle.GITHUB, *, partial: bool = False
    ) -> None:
        self._address = address
        self._anchors = anchors
        self._style = style
        self._partial = partial

    def __call__(self, reference: Reference) -> Resolution:
        """Relative for the page's own places, text for code and data, else online."""
        address = reference.address
        target, mark, fragment = address.partition("#")
        if mark and target == self._address:
            identifier, slug = self._slug(fragment)
            if identifier:
                parts = (_UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", part) for part in slug.split("#"))
                return Resolution("#" + "#".join(parts), Standing.SAVED)
            # the page has no such place: the link to the page is all that is left of it
            if target or self._partial:
                return Resolution(target or address, Standing.ONLINE)
            return Resolution("", Standing.TEXT)
        if not address or address.lower().startswith(_NO_TARGETS):
            return Resolution("", Standing.TEXT)
        return Resolution(address, Standing.ONLINE)

    def wanted(self, template: Template) -> frozenset[str]:
        """The optional anchors that some link of the page itself wants."""
        if not self._anchors.optional:
            return frozenset()
        found = set()
        for reference in template.references:
            target, mark, fragment = reference.address.partition("#")
            if mark and target == self._address:
                found.add(self._slug(fragment)[0])
        return self._anchors.optional & found

    def _slug(self, fragment: str) -> tuple[str, str]:
        """The id that a fragment means (as written, else decoded) and its anchor; nothing where there is none."""
        for identifier in (fragment, unquote(fragment)):
            slug = self._anchors.slugs.get(identifier)
            if slug is not None:
                if self._style is AnchorStyle.OBSIDIAN:
                    slug = self._anchors.texts.get(slug, slug)
                return identifier, slug
        return "", ""
