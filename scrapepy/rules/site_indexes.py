"""What documentation generators load by script, so that no link or attribute names it (SPEC 4, "Discovery").

Search indexes, search workers and navigation trees. A row is recognised by a script that pages of the generator load:
what stands before it in the address is the documentation's root, and ``loads`` are names below that root. They are
asked for like page requisites; one that is missing (another version of the generator) is nobody's fault.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Reader(Enum):
    """How further names are read out of the script itself (:mod:`scrapepy.crawl.site_indexes`)."""

    DOXYGEN_TREE = "doxygen-tree"
    DOXYGEN_SECTIONS = "doxygen-sections"
    DOXYGEN_SEARCH = "doxygen-search"
    DOXYGEN_IMAGES = "doxygen-images"


@dataclass(frozen=True, slots=True)
class SiteIndex:
    """One generator's habit."""

    id: str
    script: re.Pattern[str]
    """Matched at the end of a script's path (no query); the root is what stands before the match."""
    why: str
    loads: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    """Platforms (``PageFacts.platform``) that the page must be of; empty where the script's name says enough."""
    in_page: re.Pattern[bytes] | None = None
    """Finds one more address in the page's source, relative to the page, as group 1."""
    reader: Reader | None = None


def _at_end(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?<=/)){pattern}$")


_JAVADOC_INDEXES = tuple(f"{name}-search-index" for name in ("module", "package", "type", "member", "tag"))

_PAGEFIND = tuple(
    f"pagefind/{name}" for name in ("pagefind.js", "pagefind-entry.json", "pagefind-worker.js", "wasm.unknown.pagefind")
)

SITE_INDEXES: tuple[SiteIndex, ...] = (
    SiteIndex(
        id="sphinx",
        script=_at_end(r"_static/(?:documentation_options|doctools|searchtools)\.js"),
        loads=("searchindex.js", "objects.inv"),
        why="search.html reads searchindex.js by script; objects.inv names every page and anchor for other projects",
    ),
    SiteIndex(
        id="mkdocs",
        script=_at_end(r"search/main\.js"),
        loads=("search/search_index.json", "search/worker.js", "search/lunr.js"),
        why="the built-in themes start search/worker.js, which imports lunr.js and asks for the index",
    ),
    SiteIndex(
        id="mkdocs-material",
        script=_at_end(r"assets/javascripts/bundle(?:\.[0-9a-f]+)?(?:\.min)?\.js"),
        loads=("search/search_index.json",),
        in_page=re.compile(rb'"search":\s*"([^"\\\s]{1,300}/workers/search[^"\\\s]{0,100}\.js)"'),
        why="the bundle starts the worker that the page's JSON settings name, which asks for the index",
    ),
    SiteIndex(
        id="mdbook",
        script=_at_end(r"book(?:-[0-9a-f]{8})?\.js"),
        in_page=re.compile(rb'path_to_searchindex_js\s*=\s*"([^"\\\s]{1,300}\.js)"'),
        why="searcher.js loads the index that a script of the page names, once the reader searches",
    ),
    SiteIndex(
        id="mdbook-before-0.5",
        script=_at_end(r"searcher\.js"),
        loads=("searchindex.js", "searchindex.json"),
        why="searcher.js loads the index from the book's root: a script, or until 0.4.40 JSON where it is served",
    ),
    SiteIndex(
        id="pagefind-starlight",
        script=_at_end(r"_astro/Search\.astro[^/]*\.js"),
        loads=_PAGEFIND,
        why="Starlight's search starts Pagefind, which asks for its entry and by it for what it needs",
    ),
    SiteIndex(
        id="pagefind",
        script=_at_end(r"pagefind/pagefind-(?:ui|modular-ui|component-ui)\.js"),
        loads=_PAGEFIND,
        why="Pagefind's own search box loads the same",
    ),
    SiteIndex(
        id="javadoc",
        script=_at_end(r"(?:script-files/)?script\.js"),
        platforms=("javadoc",),
        loads=("search.js", *(f"{name}.js" for name in _JAVADOC_INDEXES)),
        why="script.js adds the search and its five indexes to every page from JDK 9 on",
    ),
    SiteIndex(
        id="javadoc-zip",
        script=_at_end(r"jquery/jszip/dist/jszip(?:\.min)?\.js"),
        platforms=("javadoc",),
        loads=tuple(f"{name}.zip" for name in _JAVADOC_INDEXES),
        why="JDK 9 to 12 pack the indexes where the site is served",
    ),
    SiteIndex(
        id="storybook",
        script=_at_end(r"sb-manager/runtime\.js"),
        loads=("index.json",),
        why="Storybook: the menu is drawn from index.json; each of its pages is iframe.html with another query",
    ),
    SiteIndex(
        id="flare",
        script=_at_end(r"Resources/Scripts/(?:MadCapAll|MadCapHelpControl|require\.min|require\.config)\.js"),
        loads=("Data/HelpSystem.xml", "Data/HelpSystem.js"),
        why="MadCap Flare: the menu is built of Data/Tocs, named there; no page links to most of the others",
    ),
    SiteIndex(
        id="robohelp",
        script=_at_end(r"(?:whver|whutils|whproxy|whmsg|whtopic|ehlpdhtm)\.js"),
        loads=("whxdata/whtoc.xml", "whxdata/whtdata0.xml"),
        why="RoboHelp WebHelp: the contents are in XML files below whxdata",
    ),
    SiteIndex(
        id="robohelp-responsive",
        script=_at_end(r"template/scripts/[a-z0-9_.\-]+\.js"),
        platforms=("robohelp",),
        loads=("whxdata/toc.new.js",),
        why="RoboHelp's responsive layouts: the contents are lists in scripts below whxdata",
    ),
    SiteIndex(
        id="doxygen-tree",
        script=_at_end(r"navtreedata\.js"),
        reader=Reader.DOXYGEN_TREE,
        why="navtree.js loads navtreeindexN.js and one script for each branch of the tree that is opened",
    ),
    SiteIndex(
        id="doxygen-images",
        script=_at_end(r"[^/]*navtree(?!data|index)[^/]*\.js"),
        reader=Reader.DOXYGEN_IMAGES,
        why="the navigation tree, and what projects hang on to it, draw arrows and buttons named as relpath + 'x.png'",
    ),
    SiteIndex(
        id="doxygen-sections",
        script=_at_end(r"search/searchdata\.js"),
        reader=Reader.DOXYGEN_SECTIONS,
        why="the search box loads one file for each section and first letter, by their numbers",
    ),
    SiteIndex(
        id="doxygen-search",
        script=_at_end(r"search/search\.js"),
        reader=Reader.DOXYGEN_SEARCH,
        why="until 1.9 each of these files is a page in a frame, which loads the script of the same name",
    ),
)


@dataclass(frozen=True, slots=True)
class ScriptTwin:
    """An index that pages ask for as a script, where they are opened from a disk: ``before`` stands before the data."""

    id: str
    data: str
    script: str
    before: str
    entries: str
    """The list in the data of what can be found, and in each entry ``place``: where, relative to the root."""
    place: str
    why: str


SCRIPT_TWINS: tuple[ScriptTwin, ...] = (
    ScriptTwin(
        "mkdocs-material",
        "search/search_index.json",
        "search/search_index.js",
        "var __index = ",
        "docs",
        "location",
        "the theme's plugin 'offline' writes it, and the theme looks for it there with and without the plugin",
    ),
)
