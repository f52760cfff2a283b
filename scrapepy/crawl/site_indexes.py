"""Find what a generator's scripts load by themselves; the rows are in :mod:`scrapepy.rules.site_indexes`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scrapepy.model.analysis import Found
from scrapepy.model.url import Role
from scrapepy.rules.site_indexes import SITE_INDEXES, Reader, SiteIndex
from scrapepy.web.canonical import resolve
from scrapepy.web.pagefind import files_of_entry, files_of_meta

_MOST_NAMES = 5000  # of one script: a large Doxygen tree has some thousand branches
_SCRIPT = re.compile(r"\.js$")


class SiteIndexes:
    """Remembers which indexes were found, so that each is named once however many pages load its script."""

    def __init__(self, rows: tuple[SiteIndex, ...] = SITE_INDEXES) -> None:
        self._rows = rows
        self._known: set[str] = set()  # addresses of scripts that matched no row, or a row that is done
        self._sections: dict[str, list[str]] = {}
        self._framed: set[str] = set()

    def of_page(self, address: str, found: Iterable[Found], platform: str, body: bytes) -> list[str]:
        """Addresses that the scripts of a page load. ``body`` is its source, looked at for the rows that need it."""
        addresses: list[str] = []
        for one in found:
            if one.role is not Role.SCRIPT or one.address in self._known:
                continue
            path = one.address.partition("?")[0]
            matches = [(row, match) for row in self._rows if (match := row.script.search(path)) is not None]
            if all(_fits(row, platform) for row, _ in matches):
                self._known.add(one.address)
            for row, match in matches:
                if not _fits(row, platform):
                    continue
                root = path[: match.start()]
                addresses += [root + name for name in row.loads]
                if row.in_page is not None and (named := row.in_page.search(body)) is not None:
                    inside = resolve(named.group(1).decode("utf-8", "replace"), address)
                    addresses += [inside] if inside is not None else []
        return addresses

    def of_script(self, address: str, body: bytes, *, data: bool) -> list[str]:
        """Addresses that a fetched script makes another one load. ``data``: it was itself loaded by a script."""
        path = address.partition("?")[0]
        for row in self._rows:
            match = row.script.search(path)
            if row.reader is None or match is None:
                continue
            root = path[: match.start()]
            match row.reader:
                case Reader.DOXYGEN_TREE:
                    return [root + name for name in doxygen_tree(body)]
                case Reader.DOXYGEN_IMAGES:
                    return [root + name for name in doxygen_images(body)]
                case Reader.DOXYGEN_SECTIONS:
                    self._sections[root] = doxygen_sections(body)
                    return self._of_search(root)
                case Reader.DOXYGEN_SEARCH:
                    if _FRAMED.search(body) is not None:
                        self._framed.add(root)
                    return self._of_search(root)
        if data and is_doxygen_branch(path, body):
            return [path[: path.rfind("/") + 1] + name for name in doxygen_branches(body)]
        return []

    def of_data(self, address: str, body: bytes) -> list[str]:
        """Addresses that a search makes of what it loaded: Pagefind's list of languages, and each language's files; the
        scripts for the languages that an index of MkDocs names.
        """
        path = address.partition("?")[0]
        if path.endswith("/search/search_index.json"):
            root = path.removesuffix("search/search_index.json")
            return [root + name for name in mkdocs_languages(body)]
        if path.endswith("/pagefind-entry.json"):
            names = files_of_entry(body)
        elif path.endswith(".pf_meta"):
            names = files_of_meta(body)
        else:
            return []
        return [path[: path.rfind("/") + 1] + name for name in names[:_MOST_NAMES]]

    def pages(self, address: str, body: bytes) -> list[str]:
        """Addresses of pages that only a menu drawn by script leads to."""
        path = address.partition("?")[0]
        if not path.endswith("/index.json"):
            return []
        return [path.removesuffix("index.json") + name for name in storybook_pages(body)[:_MOST_NAMES]]

    def _of_search(self, root: str) -> list[str]:
        """Doxygen's search needs two scripts read, which come in any order."""
        sections = self._sections.get(root)
        if sections is None:
            return []
        names = [f"{name}.js" for name in sections]
        if root in self._framed:
            names += [f"{name}.html" for name in (*sections, "nomatches")]
        return [f"{root}search/{name}" for name in names]


def _fits(row: SiteIndex, platform: str) -> bool:
    return not row.platforms or platform in row.platforms


_LANGUAGES = re.compile(rb'"lang"\s*:\s*\[([^\]]{0,500})\]')
_LANGUAGE = re.compile(rb'"([a-z]{2,3})"')
_LOOKED_AT = 4_000  # the settings stand before the texts
_SEGMENTERS = {"ja": "tinyseg", "hi": "wordcut", "th": "wordcut"}


def mkdocs_languages(body: bytes) -> list[str]:
    """What a search of MkDocs' own themes, or of Material's, loads for languages other than English.

    >>> mkdocs_languages(b'{"config": {"lang": ["en", "de"]}, "docs": []}')[:2]
    ['assets/javascripts/lunr/min/lunr.stemmer.support.min.js', 'search/lunr.stemmer.support.js']
    >>> mkdocs_languages(b'{"config": {"lang": ["en"]}, "docs": []}')
    []
    """
    named = _LANGUAGES.search(body, 0, _LOOKED_AT)
    languages = [name.decode("ascii") for name in _LANGUAGE.findall(named[1])] if named is not None else []
    parts = [f"lunr.{language}" for language in languages if language != "en"]
    if not parts:
        return []
    parts = ["lunr.stemmer.support", *parts, *(["lunr.multi"] if len(languages) > 1 else [])]
    names = [name for part in parts for name in (f"assets/javascripts/lunr/min/{part}.min.js", f"search/{part}.js")]
    for part in dict.fromkeys(_SEGMENTERS[language] for language in languages if language in _SEGMENTERS):
        names += [f"assets/javascripts/lunr/{part}.js", f"search/{part}.js"]
    return names


_DOCS = re.compile(rb'"id":\s*"([a-z0-9-]{1,200}--[a-z0-9-]{1,200})"[^{}]{0,2000}"type":\s*"docs"')
_STORIES = re.compile(rb'\s*\{"v":\s*[45],\s*"entries":')


def storybook_pages(body: bytes) -> list[str]:
    """The pages of documentation that Storybook's ``index.json`` lists.

    >>> storybook_pages(b'{"v":5,"entries":{"a--x":{"id":"a--x","type":"docs"},"a--b":{"id":"a--b","type":"story"}}}')
    ['iframe.html?viewMode=docs&id=a--x']
    >>> storybook_pages(b'{"entries":{}}')
    []
    """
    if _STORIES.match(body) is None:
        return []
    return [f"iframe.html?viewMode=docs&id={name.decode('ascii')}" for name in _DOCS.findall(body)]


# Doxygen writes [ "Title", "page.html", "script" ] for a branch that is loaded when it is opened.
_BRANCH = re.compile(rb'"(?:[^"\\]|\\.)*"\s*,\s*(?:"(?:[^"\\]|\\.)*"|null)\s*,\s*"([A-Za-z0-9_\-]{1,200})"\s*\]')
_TREE_INDEX = re.compile(rb"NAVTREEINDEX\s*=\s*\[(.*?)\]", re.DOTALL)
_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_NUMBERED = re.compile(rb"(\d+)\s*:\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
_FRAMED = re.compile(rb"hexCode\s*\+\s*(?:this\.extension|['\"]\.html)")


_IMAGE = re.compile(rb"""\brelpath\s*\+\s*["']([A-Za-z0-9_\-]{1,100}\.(?:png|gif|svg))\b""")


def doxygen_images(body: bytes) -> list[str]:
    """The images beside the pages that a script of the navigation shows.

    >>> doxygen_images(b"html('<img src=' + relpath+'sync_on.png title=x/>'); image.src = relpath + 'open.png'")
    ['sync_on.png', 'open.png']
    """
    return list(dict.fromkeys(match.group(1).decode("ascii") for match in _IMAGE.finditer(body)))


def doxygen_branches(body: bytes) -> list[str]:
    """The scripts of the branches below a part of Doxygen's tree.

    >>> doxygen_branches(b'var a = [ [ "T", "t.html", "classT" ], [ "U", "u.html", null ] ];')
    ['classT.js']
    """
    names = [match.group(1).decode("ascii") + ".js" for match in _BRANCH.finditer(body)]
    return list(dict.fromkeys(names))[:_MOST_NAMES]


def doxygen_tree(body: bytes) -> list[str]:
    """The scripts that ``navtreedata.js`` leads to: its numbered indexes and its branches."""
    index = _TREE_INDEX.search(body)
    count = len(_STRING.findall(index.group(1))) if index is not None else 0
    return [f"navtreeindex{number}.js" for number in range(min(count, _MOST_NAMES))] + doxygen_branches(body)


def is_doxygen_branch(path: str, body: bytes) -> bool:
    """Whether a script is one branch of the tree: it sets one variable of its own name to a list."""
    name = _SCRIPT.sub("", path.rpartition("/")[2])
    return (
        re.match(rb"\s*(?:/\*.*?\*/\s*)?var " + re.escape(name.encode()) + rb"\s*=\s*\[", body, re.DOTALL) is not None
    )


def doxygen_sections(body: bytes) -> list[str]:
    """The names, without extension, of the files that ``searchdata.js`` stands for: section and number of the letter.

    >>> doxygen_sections(b'var indexSectionsWithContent = { 0: "ab" }; var indexSectionNames = { 0: "all" };')
    ['all_0', 'all_1']
    """
    contents, _, rest = body.partition(b"indexSectionNames")
    names = {number: _text(text) for number, text in _NUMBERED.findall(rest.partition(b"}")[0])}
    files = []
    for number, letters in _NUMBERED.findall(contents):
        name = names.get(number, "")
        if re.fullmatch(r"[A-Za-z0-9_\-]{1,50}", name):
            files += [f"{name}_{index:x}" for index in range(len(_text(letters)))]
    return files[:_MOST_NAMES]


def _text(literal: bytes) -> str:
    """A JavaScript string literal, as far as Doxygen writes them."""
    return re.sub(r"\\(.)", r"\1", literal[1:-1].decode("utf-8", "replace"))
