"""Search boxes and buttons that do nothing without the scripts behind them: where ours answers in their place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchBox:
    """What a reader clicks or types in. ``opener`` is CSS.

    ``on_disk_only``: the site's own scripts are still there, and do it wherever the copy is served.
    """

    id: str
    opener: str
    why: str
    on_disk_only: bool = False
    sign: str = ""
    """What stands in the source of each such page: of rows that are tried on every page, to be quick."""


SEARCH_BOXES: tuple[SearchBox, ...] = (
    SearchBox("docsearch", ".DocSearch-Button", "Algolia's button, which asks a service that no copy has"),
    SearchBox("vitepress", ".VPNavBarSearch button", "the index is a module that VitePress' scripts load"),
    SearchBox(
        "docusaurus",
        ".navbar__search-input, [class*=navbarSearchContainer] [class*=searchBox]",
        "the plugins for a local search live in the bundle",
    ),
    SearchBox("nextra", ".nextra-search input", "Pagefind or FlexSearch, started by the bundle"),
    SearchBox("fumadocs", "button[data-search], button[data-search-full]", "the index is asked for by the bundle"),
    SearchBox(
        "nuxt-ui", "button:has([data-slot=trailing] kbd)", "Docus and other sites of Nuxt UI: a dump of SQL, in WASM"
    ),
    SearchBox("vuepress", ".search-box input, #docsearch-container button", "the plugin lives in the bundle"),
    SearchBox(
        "says-so",
        "input[type=search], [role=search] input[type=text], button[aria-label^='search' i], a[aria-label^='search' i]",
        "themes that say of themselves what it is",
    ),
    SearchBox(
        "starlight",
        "site-search button[data-open-modal]",
        "Pagefind is a module, and no browser runs modules from a disk",
        on_disk_only=True,
        sign="<site-search",
    ),
)
"""The rows for every copy count where the scripts of a framework were taken out of the page."""
