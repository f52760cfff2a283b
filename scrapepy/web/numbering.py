"""From a URL as written to its reference, and from the reference to its slot."""

from __future__ import annotations

import re
from functools import lru_cache

from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, slot, without_marks
from scrapepy.model.url import CanonicalUrl, Reference, Role
from scrapepy.web.canonical import SiteIdentity, canonical_of_href, resolve, split_fragment

_C0_AND_SPACE = "".join(map(chr, range(0x21)))
_NO_LINES = str.maketrans("", "", "\t\n\r")
_PLAIN = re.compile(r"[!#-;=?-\[\]-_a-z{|}~]*+").fullmatch
"""Printable ASCII without what a URL parser strips, turns or encodes: white space, quotes, ``<>``, ``\\``, `````."""


class Numbering:
    """The references of one page or style sheet, each with its number.

    The same text in the same role is the same reference. ``base`` is what relative references are resolved against.
    """

    __slots__ = (
        "_base_page",
        "_folder",
        "_known",
        "_shared",
        "_site",
        "base",
        "follow",
        "nesting",
        "nofollow",
        "references",
        "site",
    )

    def __init__(self, base: str, site: SiteIdentity | None) -> None:
        self.base = base = resolve(base) or base
        self.site = site
        self.references: list[Reference] = []
        self.nofollow: set[str] = set()
        """Slots of links that are marked ``rel=nofollow`` somewhere."""
        self.follow: set[str] = set()
        """Slots of links that are not marked somewhere."""
        self.nesting = 0
        """How many documents within documents (``srcdoc``) we are in."""
        self._known: dict[Role, dict[str, str | None]] = {}
        self._site = (site.host, site.scheme) if site is not None else ("", "")
        page = split_fragment(base)[0]
        self._base_page = (canonical_of_href(page, site), page)
        self._folder = page.partition("?")[0].rpartition("/")[0] + "/"
        self._shared = _seen_from(self._folder, *self._site)

    def known(self, role: Role) -> dict[str, str | None]:
        """What :meth:`slot` has answered so far for this role, by the URL as written."""
        known = self._known.get(role)
        if known is None:
            known = self._known[role] = {}
        return known

    def slot(self, raw: str, role: Role) -> str | None:
        """The slot for a URL as written; None where it stays as written, being no address to go to.

        That is so for ``data:`` URLs but in links, and for what a browser would ignore: an empty source.
        """
        known = self.known(role)
        if raw in known:
            return known[raw]
        shared = self._shared.get(role)
        if shared is None:
            shared = self._shared[role] = {}
        reference = shared.get(raw)
        if reference is None:
            reference = self._reference(raw, role, shared)
            if reference is None:
                known[raw] = None
                return None
        number = known[raw] = slot(len(self.references))
        self.references.append(reference)
        return number

    def full(self, raw: str) -> str | None:
        """The absolute address of a URL as written; None where it has none. It becomes no reference."""
        return resolve(raw.strip(_C0_AND_SPACE), self.base) if raw.strip(_C0_AND_SPACE) else None

    def _reference(self, raw: str, role: Role, shared: dict[str, Reference]) -> Reference | None:
        """Work out a reference, and leave it in ``shared`` if it is the same seen from every page of the folder."""
        if _PLAIN(raw) is None:
            return self._resolved(raw, role)
        # plain text: the fragment is as a browser would write it, and the rest is often met on other pages too
        before, mark, fragment = raw.partition("#")
        if not before:
            if not raw and role not in _SELF:
                return None
            url, address = self._base_page
        elif before[0] == "?" or (":" in before and not before.startswith(("http://", "https://"))):
            return self._resolved(raw, role)  # "?q" and "http:?q" take the page's path, not only its folder
        else:
            url, address = _known(self._folder, before, *self._site)
        if url is None:
            return self._resolved(raw, role)
        reference = (
            Reference(url, f"{address}#{fragment}", fragment, role) if mark else Reference(url, address, None, role)
        )
        if before:
            shared[raw] = reference
        return reference

    def _resolved(self, raw: str, role: Role) -> Reference | None:
        stripped = raw.strip(_C0_AND_SPACE)
        if raw.startswith(SLOT_OPEN) or (not stripped and role not in _SELF):
            return None
        address = resolve(raw, self.base)
        if address is not None:
            url = canonical_of_href(address, self.site)
            if url is not None:
                return Reference(url, address, split_fragment(address)[1], role)
        written = without_marks(stripped.translate(_NO_LINES))
        if role is not Role.LINK and written[:5].lower() == "data:":
            return None
        return Reference(None, written, None, role)


_SELF = frozenset({Role.LINK, Role.FORM, Role.REFRESH})
"""Roles in which an empty reference means the page itself."""


_Shared = dict[Role, dict[str, Reference]]
_SHARED: dict[tuple[str, str, str], _Shared] = {}
_MOST_FOLDERS = 32
_MOST_LINKS = 4096


def _seen_from(folder: str, host: str, scheme: str) -> _Shared:
    """References as written, by role, to what they are for every page of a folder: as far as met, to be added to.

    Navigation repeats on every page of a folder, and a reference is a value that pages can share.
    """
    key = (folder, host, scheme)
    shared = _SHARED.get(key)
    if shared is None or any(len(references) > _MOST_LINKS for references in shared.values()):
        if shared is None and len(_SHARED) >= _MOST_FOLDERS:
            del _SHARED[next(iter(_SHARED))]
        shared = _SHARED[key] = {}
    return shared


@lru_cache(maxsize=16_384)
def _known(folder: str, reference: str, host: str, scheme: str) -> tuple[CanonicalUrl | None, str]:
    """What a reference with a path of its own is, seen from any page of a folder.

    Navigation repeats on every page of a folder, so this is asked far more often than it has to be worked out.
    """
    address = resolve(reference, folder)
    if address is None:
        return None, ""
    return canonical_of_href(address, SiteIdentity(host, scheme) if host else None), address


def reference_of(written: str | None, references: list[Reference]) -> Reference | None:
    """The reference that an attribute's value stands for, if the value is one slot, else None."""
    if not written or written[0] != SLOT_OPEN or written[-1] != SLOT_CLOSE:
        return None
    digits = written[1:-1]
    if not digits.isascii() or not digits.isdigit() or int(digits) >= len(references):
        return None
    return references[int(digits)]
