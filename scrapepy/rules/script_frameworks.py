"""Frameworks whose scripts take over a finished page and then fail away from their server.

Such a page comes complete from the server ("server-side rendering"). Its scripts then build it once more in the browser
("hydration"), look at the address to choose what to show, find a path on the disk where they know only paths of the
site, and put "page not found" in the place of the text. Without these scripts the page stays as it came.

Frameworks that leave the page alone have no row: Astro's islands, mdBook, the search of Sphinx or MkDocs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScriptFramework:
    """One framework: how to know its pages, and which scripts to take out.

    A page is known by any of: ``generators`` (how the content of a generator ``meta`` begins, lower case),
    ``selectors`` (CSS, an element that only its pages have), ``paths`` (a regular expression over the path of a
    script's address, so peculiar that it is proof), ``marks`` (the same over the beginning of an inline script). On
    such a page go the scripts whose path matches ``paths`` or ``scripts``, the preloads of them, and the inline scripts
    whose beginning matches ``marks`` or ``inline``.
    """

    id: str
    why: str
    generators: tuple[str, ...] = ()
    selectors: tuple[str, ...] = ()
    paths: str = ""
    marks: str = ""
    scripts: str = ""
    inline: str = ""


SCRIPT_FRAMEWORKS: tuple[ScriptFramework, ...] = (
    ScriptFramework(
        "docusaurus",
        "its router shows 'Page Not Found' for a path on disk; an inline script complains if it does not run",
        generators=("docusaurus",),
        selectors=("#__docusaurus",),
        scripts=r"/assets/js/[^/]+\.js$|/(?:runtime~main|main|styles)\.[0-9a-f]{6,}\.js$",
        marks=r"__DOCUSAURUS_INSERT_BASEURL_BANNER",
    ),
    ScriptFramework(
        "vitepress",
        "its router shows 404 for a path on disk",
        generators=("vitepress",),
        selectors=("#app .VPContent", "#app > .Layout .VPNav"),
        scripts=r"/assets/(?:chunks/)?[^/]+\.js$",
        marks=r"window\.__VP_(?:HASH_MAP|SITE_DATA)__",
    ),
    ScriptFramework(
        "vuepress",
        "its router shows 404 for a path on disk",
        generators=("vuepress",),
        selectors=("#app .theme-default-content",),
        scripts=r"/assets/(?:js/)?[^/]+\.js$",
        inline=r"window\.__VUEPRESS_SSR_CONTEXT__|__VUEPRESS_HASH_",
    ),
    ScriptFramework(
        "gridsome",
        "its router shows 404 for a path on disk",
        generators=("gridsome",),
        selectors=("#app[data-server-rendered]",),
        scripts=r"/assets/js/[^/]+\.js$",
        inline=r"window\.__INITIAL_STATE__\s*=",
    ),
    ScriptFramework(
        "next",
        "its router asks the server for the data of the path on disk and shows an error",
        generators=("next.js",),
        selectors=("#__next", "script#__NEXT_DATA__"),
        paths=r"/_next/static/.+\.js$",
        marks=r"\bself\.__next_[fs]\b",
    ),
    ScriptFramework(
        "nuxt",
        "its router shows an error page for a path on disk",
        generators=("nuxt",),
        selectors=("#__nuxt", "script#__NUXT_DATA__"),
        paths=r"/_nuxt/.+\.m?js$",
        marks=r"\bwindow\.__NUXT__\s*=",
    ),
    ScriptFramework(
        "gatsby",
        "it moves to the path that it was built for, or shows its 404 page",
        generators=("gatsby",),
        selectors=("#___gatsby",),
        scripts=(
            r"/(?:app|framework|webpack-runtime|polyfill|commons|styles|component---[-\w]+|[0-9a-f]{8}|\d+)"
            r"-[0-9a-f]{8,}\.js$"
        ),
        inline=r"\bwindow\.(?:___chunkMapping|___webpackCompilationHash|pagePath)\b",
    ),
    ScriptFramework(
        "sveltekit",
        "its router shows 404 for a path on disk",
        selectors=("[data-sveltekit-hydrate]",),
        paths=r"/_app/immutable/.+\.js$",
        marks=r"\b__sveltekit_\w+\s*=|/_app/immutable/(?:entry|start)",
    ),
    ScriptFramework(
        "react-router",
        "Remix and React Router show their error page for a path on disk",
        marks=r"\bwindow\.__(?:remix|reactRouter)(?:Context|Manifest|RouteModules)\b",
        scripts=r"/(?:build|assets)/(?:entry\.client|manifest|root|_shared/|routes/|chunk-)[-\w./$]*\.js$",
    ),
    ScriptFramework(
        "angular",
        "its router shows nothing for a path on disk",
        selectors=("[ng-server-context]",),
        scripts=r"/(?:main|runtime|polyfills|vendor|scripts|chunk|\d+)[-.][0-9A-Za-z]{6,}\.(?:esm\.)?js$",
    ),
    ScriptFramework(
        "rspress",
        "its router shows 404 for a path on disk",
        generators=("rspress",),
        selectors=("#__rspress_root",),
        scripts=r"/static/js/(?:async/)?[^/]+\.js$",
    ),
)

FEWEST_WORDS = 20
"""A page with fewer words of its own is an empty shell: there is nothing to save from its scripts."""
