"""Every place where a page holds a URL: one parse, one walk, and a slot where each URL stood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scrapepy.model.analysis import Found
from scrapepy.model.url import CanonicalUrl, Reference, Role
from scrapepy.web.canonical import SiteIdentity, canonical_of_href, resolve, split_fragment, without_credentials
from scrapepy.web.css import number_css
from scrapepy.web.elements import Met, meet, number_tree
from scrapepy.web.html import Node, Tree, neutral, parse
from scrapepy.web.modules import number_module
from scrapepy.web.numbering import Numbering, reference_of

__all__ = ["ParsedPage", "found", "number_css", "number_module", "parse_page", "reference_of"]


@dataclass(slots=True)
class ParsedPage:
    """A page whose URLs are slots. Mutable, since the tree is: who converts it consumes it.

    ``address`` is where the page came from after redirects (without credentials and fragment), ``url`` its identity,
    ``base`` what its references are relative to. ``nofollow_urls`` are those that the page links to with
    ``rel=nofollow`` only: one plain link beside it is leave enough.
    """

    tree: Tree
    address: str
    url: CanonicalUrl
    base: str
    references: list[Reference]
    site: SiteIdentity | None = None
    charset: str = "utf-8"
    nofollow_urls: frozenset[CanonicalUrl] = field(default=frozenset())
    met: Met | None = None
    """Elements of the tree by name. Who takes elements out of the tree takes this away first: see :meth:`take_met`."""

    counts: Mapping[str, int] = field(default_factory=dict)
    """How many elements of the names in :data:`~scrapepy.web.elements.COUNTED` the page came with."""

    may_fold: bool = False
    """False where the source speaks neither of tabs nor of parts that fold, which saves a look at every element."""

    def take_met(self) -> Met | None:
        """What :attr:`met` holds, for the one who is about to change the tree; None from then on."""
        met, self.met = self.met, None
        return met

    def reference(self, written: str | None) -> Reference | None:
        """The reference that an attribute's value stands for, if the value is one slot."""
        return reference_of(written, self.references)


def parse_page(text: str, address: str, site: SiteIdentity | None = None) -> ParsedPage:
    """Parse a page and put a slot in the place of every URL, in attributes, style sheets and inline modules.

    A slot is ``model.template.slot(i)``, where ``i`` counts in ``references``; the same text in the same role is the
    same reference. What stands around a URL stays (``srcset`` descriptors, the seconds of a refresh). Left as written:
    ``data:`` URLs outside links, fragments that SVG and CSS mean within the document, ``base`` itself.

    An ``address`` that is no http(s) URL (a file's, or none at all) is the page's identity as it is.
    """
    address = split_fragment(without_credentials(resolve(address) or address))[0]
    tree = parse(neutral(text))
    met = meet(tree)
    base = _base(met.elements.get("base", ()), address)
    numbering = Numbering(base, site)
    number_tree(tree, numbering, met)
    url = canonical_of_href(address, site) or CanonicalUrl(address)
    page = ParsedPage(tree, address, url, base, numbering.references, site, met=met, counts=met.counts)
    page.may_fold = "tablist" in text or "aria-expanded" in text
    if numbering.nofollow:
        page.nofollow_urls = _urls(page, numbering.nofollow) - _urls(page, numbering.follow)
    return page


def _base(elements: Iterable[Node], address: str) -> str:
    """The document base URL: that of the first ``base`` with an ``href`` (HTML standard, 4.2.3)."""
    element = next((element for element in elements if "href" in element.attributes), None)
    if element is None:
        return address
    base = resolve(element.attributes.get("href") or "", address)
    if base is None or base.startswith(("data:", "javascript:")):
        return address
    return without_credentials(base)


def _urls(page: ParsedPage, slots: Iterable[str]) -> frozenset[CanonicalUrl]:
    references = (reference_of(slot, page.references) for slot in slots)
    return frozenset(found.url for found in references if found is not None and found.url is not None)


def found(page: ParsedPage) -> tuple[Found, ...]:
    """The http(s) URLs of a page for the crawler, once for each URL and role, in the order of the page.

    Left out are forms, hints, and links of the page to itself.
    """
    seen: set[tuple[CanonicalUrl, Role]] = set()
    result: list[Found] = []
    nofollow, own = page.nofollow_urls, page.url
    for url, address, fragment, role in page.references:
        if url is None or (url, role) in seen or role is Role.FORM or role is Role.HINT:
            continue
        seen.add((url, role))
        if url == own and role in _LEADS:
            continue
        if fragment is not None:
            address = address.partition("#")[0]
        result.append(Found(url, address, role, role is Role.LINK and url in nofollow))
    return tuple(result)


_LEADS = frozenset({Role.LINK, Role.META, Role.REFRESH})
