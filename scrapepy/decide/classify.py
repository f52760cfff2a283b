"""What a body is: by its type where that can be believed, else by its first bytes, its address and its role.

Browsers sniff too (MIME Sniffing, mimesniff.spec.whatwg.org); the rules here are theirs as far as a mirror needs them.
"""

from __future__ import annotations

import re

from scrapepy.model.analysis import BodyKind
from scrapepy.model.url import Role
from scrapepy.rules.media_types import (
    DYNAMIC_EXTENSIONS,
    HTML_STARTS,
    MEDIA_TYPES,
    PAGE_EXTENSIONS,
    SIGNATURES,
    UNKNOWN_TYPES,
    MediaType,
)
from scrapepy.web.canonical import path_and_query

HEAD_BYTES = 1024
"""How much of a body :func:`classify` wants to see (less is fine)."""


def classify(content_type: str | None, url: str, head: bytes = b"", role: Role = Role.LINK) -> BodyKind:
    """What a body of ``content_type`` (a header value) at ``url`` that begins with ``head`` is when used as ``role``.

    >>> classify("text/html", "http://h/a.png", b"\\x89PNG\\r\\n\\x1a\\n")
    <BodyKind.IMAGE: 'image'>
    >>> classify(None, "http://h/a", b"<html><p>hello")
    <BodyKind.HTML: 'html'>
    """
    declared = essence(content_type)
    row = _BY_TYPE.get(declared)
    head = head[:HEAD_BYTES]
    signed = _signed(head)
    if signed is not None and (row is None or row.kind not in _BINARY or signed.kind in _BINARY_FOR_SURE):
        return _compressed(signed, row, url, role)
    if declared == "text/html" and role in _TEXT_ROLES and head and not _text_head(head).startswith(b"<"):
        return _TEXT_ROLES[role]  # a server that calls everything a page; browsers run such scripts
    if row is not None and row.kind in (BodyKind.HTML, BodyKind.XML, BodyKind.FEED, BodyKind.SVG):
        return _markup(declared, row.kind, head)
    if row is not None and row.kind is BodyKind.JSON and role is Role.MANIFEST:
        return BodyKind.MANIFEST
    if declared == "text/plain":
        return _plain(url, head, role)
    if row is not None:
        return row.kind
    if declared in UNKNOWN_TYPES:
        return _untyped(url, head, role, declared)
    return _by_family(declared, head)


def essence(content_type: str | None) -> str:
    """The type and subtype of a Content-Type value in lower case, without parameters; empty if there is none.

    >>> essence("Text/HTML; charset=utf-8")
    'text/html'
    """
    return (content_type or "").partition(";")[0].partition(",")[0].strip().lower()


def extension_for(kind: BodyKind, content_type: str | None, url: str, head: bytes = b"") -> str:
    """The extension that the name of such a body has to end in, in lower case; empty if the address's own name will do.

    An extension of ``url`` that fits is kept (``.htm``, ``.mjs``); one that does not is not replaced but followed by
    the right one (``/page.php`` of HTML → ``.html``, so that the file is ``page.php.html``).

    >>> extension_for(BodyKind.HTML, "text/html", "http://h/page.php")
    '.html'
    >>> extension_for(BodyKind.IMAGE, "image/jpeg", "http://h/a.jpeg")
    '.jpeg'
    """
    own = _extension(url)
    if _own_will_do(own, kind):
        return own
    signed = _signed(head[:HEAD_BYTES])
    row = next((row for row in (signed, _BY_TYPE.get(essence(content_type))) if row and row.kind is kind), None)
    if row is not None:
        return own if own in row.extensions else row.extensions[0]
    if own in _EXTENSIONS.get(kind, ()):
        return own
    return _DEFAULTS.get(kind, "")


_BY_TYPE = {name: row for row in MEDIA_TYPES for name in row.types}
_BY_EXTENSION = {extension: row for row in reversed(MEDIA_TYPES) for extension in row.extensions}
_BY_EXTENSION |= dict.fromkeys(PAGE_EXTENSIONS, _BY_TYPE["text/html"])
_EXTENSIONS: dict[BodyKind, tuple[str, ...]] = {}
for _row in MEDIA_TYPES:
    _EXTENSIONS[_row.kind] = _EXTENSIONS.get(_row.kind, ()) + _row.extensions

_DEFAULTS = {
    BodyKind.HTML: ".html",
    BodyKind.CSS: ".css",
    BodyKind.SCRIPT: ".js",
    BodyKind.JSON: ".json",
    BodyKind.MANIFEST: ".webmanifest",
    BodyKind.SVG: ".svg",
    BodyKind.PDF: ".pdf",
    BodyKind.TEXT: ".txt",
    BodyKind.XML: ".xml",
    BodyKind.FEED: ".xml",
    BodyKind.SITEMAP: ".xml",
}
"""What a name gets where the type names no better one. Images, fonts and films without a known type keep their name."""

_BINARY = frozenset({BodyKind.IMAGE, BodyKind.FONT, BodyKind.MEDIA})
_BINARY_FOR_SURE = frozenset({BodyKind.IMAGE, BodyKind.FONT, BodyKind.PDF})
_XML_KINDS = frozenset({BodyKind.XML, BodyKind.FEED, BodyKind.JSON, BodyKind.TEXT, BodyKind.SITEMAP})
_OPEN_KINDS: dict[BodyKind, frozenset[BodyKind]] = {
    # a script or a style sheet that is shown as text keeps its name
    BodyKind.TEXT: frozenset({BodyKind.SCRIPT, BodyKind.CSS, BodyKind.JSON, BodyKind.XML, BodyKind.MANIFEST}),
    BodyKind.XML: frozenset(),
    BodyKind.JSON: frozenset(),
    BodyKind.OTHER: frozenset({BodyKind.TEXT, BodyKind.MEDIA, BodyKind.FONT}),
    BodyKind.FEED: _XML_KINDS,
    BodyKind.SITEMAP: _XML_KINDS | {BodyKind.OTHER},  # .xml.gz
}
"""Kinds whose bodies have all sorts of extensions, with the kinds that such an extension may also stand for."""
_BY_ROLE = {
    Role.STYLE: BodyKind.CSS,
    Role.SCRIPT: BodyKind.SCRIPT,
    Role.MANIFEST: BodyKind.MANIFEST,
    Role.FONT: BodyKind.FONT,
    Role.IMAGE: BodyKind.IMAGE,
    Role.ICON: BodyKind.IMAGE,
    Role.MEDIA: BodyKind.MEDIA,
    Role.DATA: BodyKind.JSON,
    Role.FRAME: BodyKind.HTML,
}
_TEXT_ROLES = {
    role: kind for role, kind in _BY_ROLE.items() if kind in (BodyKind.CSS, BodyKind.SCRIPT, BodyKind.MANIFEST)
}
_EXTENSION = re.compile(r"\.[a-z0-9_+-]{0,9}[a-z][a-z0-9_+-]{0,9}$")
_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)")
_TAG_END = (b" ", b">", b"\t", b"\n", b"\r", b"\f", b"/")


def _signed(head: bytes) -> MediaType | None:
    """The row of a body that begins with a known signature."""
    for signature in SIGNATURES:
        start = signature.offset
        if head[start : start + len(signature.start)] != signature.start:
            continue
        at = signature.also_at
        if head[at : at + len(signature.also)] == signature.also:
            return _BY_TYPE[signature.type]
    return None


def _compressed(signed: MediaType, row: MediaType | None, url: str, role: Role) -> BodyKind:
    """A signature's kind; what is compressed and only stands for something else keeps its declared kind."""
    if signed.types[0] == "application/gzip":
        if row is not None and row.kind is BodyKind.SVG:
            return BodyKind.SVG
        if role is Role.SITEMAP or re.search(r"sitemap[^/]*\.xml\.gz$", path_and_query(url).partition("?")[0], re.I):
            return BodyKind.SITEMAP
    return signed.kind


def _markup(declared: str, kind: BodyKind, head: bytes) -> BodyKind:
    """HTML and XML types: the first element says more than the type, unless it is a page anyway."""
    text = _text_head(head)
    if declared == "text/html" and not text.startswith(b"<?xml"):
        return BodyKind.FEED if re.match(rb"<(rss|feed)\b", text) else BodyKind.HTML
    return _by_root(text) or kind


def _by_root(text: bytes) -> BodyKind | None:
    text = re.sub(rb"<!--.*?-->", b"", text, flags=re.S)
    match = _ROOT.search(text)
    if match is None:
        return None
    name, attributes = match.group(1).lower(), match.group(2)
    if name == b"rdf":
        return BodyKind.FEED if b"purl.org/rss/" in text else None
    if name == b"feed":
        return BodyKind.FEED if b"/Atom" in attributes or b"atom" in attributes.lower() or not attributes else None
    return {
        b"html": BodyKind.HTML,
        b"rss": BodyKind.FEED,
        b"urlset": BodyKind.SITEMAP,
        b"sitemapindex": BodyKind.SITEMAP,
        b"svg": BodyKind.SVG,
    }.get(name)


def _plain(url: str, head: bytes, role: Role) -> BodyKind:
    """text/plain: browsers show it, but old servers also send it for what they do not know."""
    if role in _TEXT_ROLES:
        return _TEXT_ROLES[role]
    if role is Role.SITEMAP:
        return BodyKind.SITEMAP
    row = _BY_EXTENSION.get(_extension(url))
    if (
        row is not None
        and row.kind in (BodyKind.FONT, BodyKind.IMAGE, BodyKind.MEDIA, BodyKind.OTHER)
        and _is_binary(head)
    ):
        return row.kind
    if role in _BY_ROLE and role is not Role.FRAME and _is_binary(head):
        return _BY_ROLE[role]
    return BodyKind.OTHER if _is_binary(head) else BodyKind.TEXT


def _untyped(url: str, head: bytes, role: Role, declared: str) -> BodyKind:
    """No type: first the body, then the address, then the role."""
    text = _text_head(head)
    row = _BY_EXTENSION.get(_extension(url))
    if declared in ("application/octet-stream", "binary/octet-stream"):
        # a download: what it is called decides, and a page only if it is called one
        if row is not None:
            return row.kind
        return _BY_ROLE.get(role, BodyKind.OTHER)
    if _starts_like_html(text) and (row is None or row.kind not in (BodyKind.TEXT, BodyKind.SCRIPT, BodyKind.CSS)):
        return BodyKind.HTML
    if text.startswith(b"<"):
        root = _by_root(text)
        if root is not None:
            return root
        if text.startswith(b"<?xml"):
            return BodyKind.XML
    if row is not None:
        return row.kind
    if role in _BY_ROLE:
        return _BY_ROLE[role]
    if role is Role.SITEMAP:
        return BodyKind.SITEMAP
    if _is_binary(head):
        return BodyKind.OTHER
    if re.search(rb"<(?:html|head|body|h[1-6]|p|div|a|title|ul|table)[\s>]", text):
        return BodyKind.HTML  # sloppy pages begin with words; nobody links to plain text without a type and with tags
    return BodyKind.TEXT


def _by_family(declared: str, head: bytes) -> BodyKind:
    """Types that have no row."""
    if declared.endswith("+xml") or declared.startswith("application/xml"):
        return _by_root(_text_head(head)) or BodyKind.XML
    if declared.endswith("+json"):
        return BodyKind.JSON
    family = declared.partition("/")[0]
    families = {
        "image": BodyKind.IMAGE,
        "video": BodyKind.MEDIA,
        "audio": BodyKind.MEDIA,
        "font": BodyKind.FONT,
        "text": BodyKind.TEXT,
    }
    return families.get(family, BodyKind.OTHER)


def _text_head(head: bytes) -> bytes:
    """The head as ASCII-compatible bytes in which tags can be looked for: no BOM, no leading space, UTF-16 folded."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head[2:].replace(b"\0", b"")
    return head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\x0c\r ")


def _starts_like_html(text: bytes) -> bool:
    lowered = text[:64].lower()
    if lowered.startswith(b"<!--"):
        after = re.sub(rb"^(?:<!--.*?-->\s*)+", b"", text, flags=re.S)
        return after == text or not after or _starts_like_html(after)
    return any(lowered.startswith(start) and lowered[len(start) :].startswith(_TAG_END) for start in HTML_STARTS)


def _is_binary(head: bytes) -> bool:
    """MIME Sniffing, section 7.2: bytes that no text holds. UTF-16 with its mark is text."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    return bool(re.search(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]", head))


def _extension(url: str) -> str:
    """The extension of a URL's last segment in lower case, with its dot; empty if it has none that looks like one."""
    name = path_and_query(url).partition("?")[0].rpartition("/")[2].lower()
    match = _EXTENSION.search(name)
    return match.group() if match and match.start() > 0 else ""


def _own_will_do(own: str, kind: BodyKind) -> bool:
    """True if an extension can stand for a body of this kind whatever its type.

    Of text and of what is only kept that is any extension not known to be something else; of fonts and films any of
    their own. An image's extension has to fit the image.
    """
    if not own or own in DYNAMIC_EXTENSIONS:
        return False
    if own in _EXTENSIONS.get(kind, ()):
        return kind is not BodyKind.IMAGE
    row = _BY_EXTENSION.get(own)
    if kind in _OPEN_KINDS:
        return row is None or row.kind in _OPEN_KINDS[kind]
    return False
