"""What the frontier holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scrapepy.model.url import CanonicalUrl, Role


class EntryKind(Enum):
    """What is asked for, which decides the rules that apply."""

    ROBOTS = "robots"  # a host's robots.txt: first and once
    SEED = "seed"
    PAGE = "page"  # a link in scope: a page or a file
    ASSET = "asset"  # a page requisite, from any host
    FRAME = "frame"  # a framed document: fetched like an asset, parsed like a page
    SITEMAP = "sitemap"
    PROBE = "probe"  # an address that cannot exist, to learn the site's soft 404
    DATA = "data"  # an index that a site's own search loads; a 404 is nobody's fault


@dataclass(frozen=True, slots=True)
class FrontierEntry:
    """One URL on its way."""

    url: CanonicalUrl
    """The identity: two entries never have the same one."""
    address: str
    """What is really asked for (tracking parameters of a redirect target may matter to the server)."""
    kind: EntryKind
    role: Role = Role.LINK
    depth: int = 0
    """Links from the start URL; an asset has its page's depth."""
    referrer: CanonicalUrl | None = None
    attempts: int = 0
    hops: int = 0
    """Redirects followed to get here."""
    chain: int = 0
    """How many ancestors in a row look like this URL but for numbers: what the guard against endless spaces watches."""
    public_referrer: bool = False
    """Named by a page on the public internet, which cannot make us ask a private host (SPEC 4, Scope)."""
