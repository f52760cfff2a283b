"""Tables of contents of help systems, which scripts read and no page links to.

MadCap Flare writes ``Data/HelpSystem.xml`` (and ``.js``, for folders without a server), which names the table of
contents ``Data/Tocs/Name.js``, whose chunks ``Data/Tocs/Name_ChunkN.js`` are keyed by the addresses of the pages from
the root. RoboHelp writes ``whxdata/toc.new.js`` (responsive layouts), a list whose books name further such files, or
``whxdata/whtoc.xml`` (WebHelp), which names ``whtdataN.xml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scrapepy.model.analysis import Found
from scrapepy.model.url import Role
from scrapepy.web.canonical import SiteIdentity, canonical, resolve

_MOST = 20_000
"""Pages of one file; chunks hold some hundreds."""

_SYSTEM = re.compile(r"(?:^|/)Data/HelpSystem\.(?:xml|js)$")
_TOC_OF_SYSTEM = re.compile(r"""\bToc=\\?["']([^"'\\<>]{1,300})["'\\]""")
_TOC = re.compile(r"(?:^|/)Data/Tocs/[^/]+\.js$")
_CHUNKS = re.compile(r"""\bnumchunks\s*:\s*(\d{1,4})\s*,\s*prefix\s*:\s*['"]([^'"/\\]{1,200})['"]""")
_CHUNK_KEY = re.compile(r"""(?:^|[{,]|\n)\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")\s*:\s*\{\s*i\s*:""")
_RESPONSIVE = re.compile(r"(?:^|/)whxdata/toc\d*\.new\.js$")
_BOOK_KEY = re.compile(r'"key"\s*:\s*"(toc\d{1,6})"')
_URL_OF_ENTRY = re.compile(r'"url"\s*:\s*"((?:[^"\\]|\\.){1,500})"')
_WEBHELP = re.compile(r"(?:^|/)whxdata/(?:whtoc|whtdata\d+)\.xml$")
_ATTRIBUTE = re.compile(r"""\b(url|root|ref)\s*=\s*"([^"<>]{1,500})\"""")
_ENTITIES = (("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def is_contents(address: str) -> bool:
    """Whether a file of this address is part of a table of contents.

    >>> is_contents("http://h/d/Data/Tocs/Main_Chunk0.js"), is_contents("http://h/d/toc.js")
    (True, False)
    """
    path = address.partition("?")[0]
    return any(pattern.search(path) is not None for pattern in (_SYSTEM, _TOC, _RESPONSIVE, _WEBHELP))


def listed(text: str, address: str, site: SiteIdentity | None = None) -> tuple[Found, ...]:
    """The pages (``LINK``) and further files (``DATA``, ``SCRIPT``) that a table of contents lists."""
    path = address.partition("?")[0]
    found: Iterable[tuple[str, bool]]
    if (match := _SYSTEM.search(path)) is not None:
        found = _of_system(text, _root(path, match))
    elif (match := _TOC.search(path)) is not None:
        found = _of_toc(text, _root(path, match))
    elif (match := _RESPONSIVE.search(path)) is not None:
        found = _of_responsive(text, _root(path, match))
    elif (match := _WEBHELP.search(path)) is not None:
        found = _of_webhelp(text, _root(path, match))
    else:
        return ()
    links: dict[tuple[str, Role], Found] = {}
    for reference, is_page in found:
        target = resolve(reference, address)
        url = canonical(target, site) if target is not None else None
        if target is None or url is None:
            continue
        role = Role.LINK if is_page else Role.SCRIPT if reference.endswith(".js") else Role.DATA
        links.setdefault((url, role), Found(url, target.partition("#")[0], role))
        if len(links) >= _MOST:
            break
    return tuple(links.values())


def _root(path: str, match: re.Match[str]) -> str:
    """The folder of the help system."""
    start = match.start()
    return path[: start + 1] if path[start : start + 1] == "/" else path[:start]


def _of_system(text: str, root: str) -> Iterator[tuple[str, bool]]:
    for match in _TOC_OF_SYSTEM.finditer(text):
        yield root + match[1].lstrip("/"), False


def _of_toc(text: str, root: str) -> Iterator[tuple[str, bool]]:
    chunks = _CHUNKS.search(text)
    if chunks is not None:
        for number in range(int(chunks[1])):
            yield f"{root}Data/Tocs/{chunks[2]}{number}.js", False
        return
    for match in _CHUNK_KEY.finditer(text):
        page = _unescaped(match[1] or match[2])
        if page.startswith("/"):  # others are titles without a page, and addresses elsewhere
            yield root + page.lstrip("/"), True


def _of_responsive(text: str, root: str) -> Iterator[tuple[str, bool]]:
    for match in _BOOK_KEY.finditer(text):
        yield f"{root}whxdata/{match[1]}.new.js", False
    for match in _URL_OF_ENTRY.finditer(text):
        yield _from(root, _unescaped(match[1])), True


def _of_webhelp(text: str, root: str) -> Iterator[tuple[str, bool]]:
    for match in _ATTRIBUTE.finditer(text):
        value = match[2]
        for entity, character in _ENTITIES:
            value = value.replace(entity, character)
        if match[1] == "url":
            yield _from(root, value), True
        else:
            yield _from(f"{root}whxdata/", value), False


def _from(root: str, reference: str) -> str:
    """A reference as the help system means it: from its root, unless it is an address of its own."""
    return resolve(reference, root) or root


def _unescaped(literal: str) -> str:
    """The text of a JavaScript string, as far as addresses need it."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), literal)
    return re.sub(r"\\(.)", r"\1", text)
