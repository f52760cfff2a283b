"""The HTML tree's half of the check."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote

from scrapepy.mirroring.faults import SOURCES, FaultKind, Findings, files_below, read_text
from scrapepy.model.url import CanonicalUrl, Reference, Role
from scrapepy.rules.url_attributes import IMAGE_EXTENSIONS
from scrapepy.web.canonical import canonical
from scrapepy.web.links import ParsedPage, number_css, parse_page
from scrapepy.web.svg import number_svg

_ORIGIN = "http://check.invalid/"
_DEPTH = 40
_PREFIX = _ORIGIN + "0/" * _DEPTH
"""Where the site's folder is said to stand: deep, so that a reference which climbs out of the folder is seen (a URL
that climbs above its root just stays there)."""
_PAGE_ENDINGS = (".html", ".htm", ".xhtml")
_BANNER = re.compile(r"<!-- Saved by ScrapePy\. Source: (\S+)")
_BANNER_WITHIN = 4096
"""Characters from the top of a page within which its comment stands (after a doctype, and comments before it)."""
_ALWAYS_THERE = frozenset({"", "top"})
"""Fragments that lead to the top of any page (HTML standard, "select the indicated part")."""


class PagesAsTheyCame(Protocol):
    """What the state knows of the pages that the files were made of, by the files' paths."""

    def had_anchor(self, path: str, name: str) -> bool:
        """True if the page had an element of that name."""

    def said(self, path: str, address: str) -> bool:
        """True if the page names ``address`` itself."""


@dataclass(slots=True)
class HtmlCheck:
    """Reads the HTML tree once; anchors are settled at the end, when every page has been read."""

    root: Path
    faults: Findings
    dead: Findings
    has_state: bool = False
    """True where the state knows which files came empty."""
    files: set[str] = field(default_factory=set)
    pages: int = 0
    stylesheets: int = 0
    references: int = 0
    _ids: dict[str, frozenset[str]] = field(default_factory=dict)
    _wanted: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = field(default_factory=dict)
    """Page → fragment → how often, and the first sources."""
    _saved: dict[CanonicalUrl, str] = field(default_factory=dict)
    """Where the copies are from, by the comment at their top."""
    _online: dict[CanonicalUrl, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """Addresses that links lead to online: how often, and the first sources."""
    _disk: list[tuple[str, str]] = field(default_factory=list)
    """``file:`` addresses that links lead to, with their pages."""
    _paths: dict[str, str | None] = field(default_factory=dict)
    """Address → path below the folder, None for what leads out of it: a navigation repeats on every page."""

    def read(self, told: Callable[[str], None]) -> None:
        """Look up every reference of every page and style sheet."""
        if not self.root.is_dir():
            return
        paths = list(files_below(self.root))
        self.files.update(paths)
        for path in paths:
            ending = path[path.rfind(".") :].lower()
            if ending in _PAGE_ENDINGS:
                told(path)
                self._page(path)
            elif ending == ".css":
                told(path)
                self._stylesheet(path)
            elif ending == ".svg":
                told(path)
                template = number_svg(read_text(self.root / path), _PREFIX + quote(path), None)
                for reference in template.references:
                    self._look_up(reference, path)
            elif ending in IMAGE_EXTENSIONS and not (self.root / path).stat().st_size and not self.has_state:
                self.faults.add(FaultKind.EMPTY, path, path)

    def is_page(self, path: str) -> bool:
        """True for what is read as a page."""
        return path.lower().endswith(_PAGE_ENDINGS)

    def _page(self, path: str) -> None:
        self.pages += 1
        text = read_text(self.root / path)
        if not text:
            self.faults.add(FaultKind.EMPTY, path, path)
        source = _BANNER.search(text, 0, _BANNER_WITHIN)
        if source is not None:
            url = canonical(source[1])
            if url is not None:
                self._saved[url] = path
        page = parse_page(text, _PREFIX + quote(path))
        self._ids[path] = ids_of_page(page)
        if page.base != page.address:
            self.faults.add(FaultKind.BASE, path, path)
        for reference in page.references:
            self._look_up(reference, path)

    def _stylesheet(self, path: str) -> None:
        self.stylesheets += 1
        template = number_css(read_text(self.root / path), _PREFIX + quote(path), None)
        for reference in template.references:
            self._look_up(reference, path)

    def _look_up(self, reference: Reference, source: str) -> None:
        address = reference.address
        if not address.startswith(_ORIGIN):
            if reference.url is None:
                if address[:5].lower() == "file:":
                    self._disk.append((address, source))
                return
            if reference.role.loads or reference.role is Role.HINT:
                self.faults.add(FaultKind.NETWORK, address, source)
            elif reference.role.navigates and reference.role is not Role.META:
                count, sources = self._online.get(reference.url, (0, ()))
                self._online[reference.url] = (count + 1, _with(sources, source))
            return
        self.references += 1
        address = address.partition("#")[0]
        try:
            path = self._paths[address]
        except KeyError:
            path = self._paths[address] = local_path(address)
        if path is None:
            self.faults.add(FaultKind.OUTSIDE, _outside(address), source)
        elif path not in self.files:
            self.faults.add(FaultKind.MISSING_FILE, path, source)
        elif reference.fragment:
            self.want(path, reference.fragment, source)

    def want(self, path: str, fragment: str, source: str) -> None:
        """Note that ``source`` leads to an anchor of a page."""
        if fragment in _ALWAYS_THERE or fragment.startswith(":~:") or not path.lower().endswith(_PAGE_ENDINGS):
            return
        wanted = self._wanted.setdefault(path, {})
        count, sources = wanted.get(fragment, (0, ()))
        wanted[fragment] = (count + 1, _with(sources, source))

    def settle(self, state: PagesAsTheyCame | None = None) -> None:
        """Judge what could only be judged with every page read. ``state`` knows the pages before they were saved."""
        for address, source in self._disk:
            own = state is not None and state.said(source, address)
            (self.dead if own else self.faults).add(FaultKind.DISK, address, source)
        for url, (count, sources) in self._online.items():
            if url in self._saved:
                self.faults.add_all(FaultKind.ONLINE, url, count, sources)
        self._settle_anchors(state)

    def _settle_anchors(self, state: PagesAsTheyCame | None) -> None:
        """Ids are kept as the page had them, so an anchor that is missing here is missing on the site, unless the state
        says that the page has had it."""
        for path, wanted in self._wanted.items():
            ids = self._ids.get(path, frozenset())
            for fragment, (count, sources) in wanted.items():
                name = fragment.partition(":~:")[0]
                if name in _ALWAYS_THERE or name in ids or unquote(name) in ids:
                    continue
                lost = state is not None and (state.had_anchor(path, name) or state.had_anchor(path, unquote(name)))
                findings = self.faults if lost else self.dead
                findings.add_all(FaultKind.MISSING_ANCHOR, f"{path}#{fragment}", count, sources)


def _with(sources: tuple[str, ...], source: str) -> tuple[str, ...]:
    """The first few different sources."""
    return sources if len(sources) >= SOURCES or source in sources else (*sources, source)


def local_path(address: str) -> str | None:
    """The path below the site's folder that a resolved address names; None if it is outside."""
    if not address.startswith(_PREFIX):
        return None
    return unquote(address[len(_PREFIX) :].partition("?")[0])


def _outside(address: str) -> str:
    """An address that has climbed out of the folder, written as seen from the folder: ``../up.html``, ``/etc/x``."""
    parts = address[len(_ORIGIN) :].split("/")
    inside = next((index for index, part in enumerate(parts) if part != "0"), len(parts))
    path = "/".join(parts[inside:])
    return "../" * (_DEPTH - inside) + path if inside else "/" + path


def ids_of_page(page: ParsedPage) -> frozenset[str]:
    """What a fragment can name: every id, and the old ``<a name>``."""
    found = set()
    for node in page.tree.css("[id], a[name]"):
        attributes = node.attributes
        for name in ("id", "name"):
            value = attributes.get(name)
            if value:
                found.add(value)
    return frozenset(found)
