"""Frameworks that take over a page: each row takes out what breaks its pages, and nothing on pages that look alike."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.offline.elements import collect
from scrapepy.offline.frameworks import Frameworks
from scrapepy.offline.page import page_template
from scrapepy.offline.page_scripts import page_scripts
from scrapepy.rules.script_frameworks import SCRIPT_FRAMEWORKS
from scrapepy.web.links import ParsedPage, parse_page

TEXT = "<p>" + "A page that came whole from the server says all that it has to say without any script. " * 3 + "</p>"


@dataclass(frozen=True)
class Case:
    """A page cut down to what counts: ``gone`` and ``stays`` are scripts, ``around`` holds ``{}`` for the text."""

    row: str
    gone: tuple[str, ...]
    stays: tuple[str, ...]
    around: str = "{}"
    generator: str = ""


CASES = (
    Case(
        "docusaurus",
        (
            '<script src="/assets/js/runtime~main.1a2b3c4d.js" defer></script>',
            '<script src="/base/assets/js/main.5e6f7a8b.js" defer></script>',
            "<script>function insertBanner(){}window.__DOCUSAURUS_INSERT_BASEURL_BANNER=!0</script>",
        ),
        ("<script>!function(){document.documentElement.setAttribute('data-theme','dark')}()</script>",),
        '<div id="__docusaurus">{}</div>',
    ),
    Case(
        "vitepress",
        (
            '<script type="module" src="/assets/app.Bx1y2z.js"></script>',
            "<script>window.__VP_HASH_MAP__=JSON.parse('{}');</script>",
        ),
        ('<script id="check-dark-mode">(()=>{})()</script>', '<script src="/js/tabs.js"></script>'),
        '<div id="app"><div class="Layout"><div class="VPContent">{}</div></div></div>',
    ),
    Case(
        "vuepress",
        (
            '<script src="/assets/js/app.1a2b3c4d.js" defer></script>',
            '<script src="/assets/js/2.aabbccdd.js" defer></script>',
        ),
        ('<script src="/js/prism.js"></script>',),
        generator="VuePress 1.9.7",
    ),
    Case(
        "gridsome",
        (
            "<script>window.__INITIAL_STATE__={}</script>",
            '<script src="/assets/js/app.1a2b3c4d.js" defer></script>',
        ),
        ('<script src="/js/prism.js"></script>',),
        '<div id="app" data-server-rendered="true">{}</div>',
    ),
    Case(
        "next",
        (
            '<script src="/_next/static/chunks/main-1a2b3c4d.js" async></script>',
            '<script nomodule src="/docs/_next/static/chunks/polyfills-c67a75d1b6f99dc8.js"></script>',
            "<script>(self.__next_f=self.__next_f||[]).push([0])</script>",
        ),
        (
            '<script id="__NEXT_DATA__" type="application/json">{}</script>',
            '<script>$RC=function(a,b){};$RC("B:0","S:0")</script>',
        ),
    ),
    Case(
        "nuxt",
        ("<script>window.__NUXT__={}</script>", '<script type="module" src="/_nuxt/entry.1a2b3c4d.js"></script>'),
        ('<script type="application/json" id="__NUXT_DATA__">[]</script>',),
    ),
    Case(
        "gatsby",
        (
            '<script id="gatsby-script-loader">window.pagePath="/x/";</script>',
            '<script src="/webpack-runtime-0a1b2c3d4e5f.js" async></script>',
            '<script src="/component---src-pages-index-js-0a1b2c3d4e5f6a7b.js" async></script>',
        ),
        ('<script src="/theme.js"></script>',),
        '<div id="___gatsby">{}</div>',
    ),
    Case(
        "sveltekit",
        ("<script>{__sveltekit_1x2y = {base: ''}; import('/_app/immutable/entry/start.A1.js')}</script>",),
        ('<script src="/theme.js"></script>',),
    ),
    Case(
        "react-router",
        (
            "<script>window.__remixContext = {};</script>",
            '<script type="module">import "/assets/manifest-1a.js"; window.__remixRouteModules = {};</script>',
        ),
        ('<script src="/theme.js"></script>',),
    ),
    Case(
        "angular",
        (
            '<script src="runtime.1a2b3c4d5e6f.js" type="module"></script>',
            '<script src="main-ABCDEFG2.js" type="module"></script>',
        ),
        ('<script src="/theme.js"></script>',),
        '<app-root ng-version="17.0.0" ng-server-context="ssg">{}</app-root>',
    ),
    Case(
        "rspress",
        (
            '<script src="/static/js/lib-react.1a2b3c4d.js" defer></script>',
            '<script src="/static/js/index.js" defer></script>',
        ),
        ('<script src="/theme.js"></script>',),
        generator="Rspress v1.20.0",
    ),
)


def parsed(case: Case, text: str = TEXT) -> ParsedPage:
    scripts = "".join((*case.gone, *case.stays))
    preload = '<link rel="preload" as="script" href="/theme.js">'
    return parse_page(
        f"<head>{preload}</head><body>{case.around.replace('{}', text)}{scripts}", "http://docs.test/docs/x/"
    )


def generators(case: Case) -> tuple[str, ...]:
    return (case.generator,) if case.generator else ()


def removed(page: ParsedPage, table: Frameworks, generator: tuple[str, ...]) -> tuple[str, int]:
    scripts = page_scripts(collect(page.tree, page.references), page.references)
    before = len(page.tree.css("script"))
    row = table.remove(page.tree, page.references, scripts, generator)
    return row, before - len(page.tree.css("script"))


def test_every_row_has_its_case() -> None:
    assert [case.row for case in CASES] == [row.id for row in SCRIPT_FRAMEWORKS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.row)
def test_what_breaks_the_page_goes_and_the_rest_stays(case: Case) -> None:
    page = parsed(case)
    template = page_template(page, ScriptPolicy.AUTO, generators(case))
    assert TEXT in template.text
    assert len(page.tree.css("script")) == len(case.stays)
    assert len(page.tree.css("link[rel=preload]")) == 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.row)
def test_without_its_row_the_page_keeps_them(case: Case) -> None:
    whole, without = Frameworks(SCRIPT_FRAMEWORKS), Frameworks([row for row in SCRIPT_FRAMEWORKS if row.id != case.row])
    assert removed(parsed(case), whole, generators(case)) == (case.row, len(case.gone))
    assert removed(parsed(case), without, generators(case))[1] == 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.row)
def test_an_empty_shell_keeps_its_scripts(case: Case) -> None:
    page = parsed(case, text="<p>Loading</p>")
    page_template(page, ScriptPolicy.AUTO, generators(case))
    assert len(page.tree.css("script")) == len(case.gone) + len(case.stays)


@pytest.mark.parametrize("policy", [ScriptPolicy.KEEP, ScriptPolicy.STRIP])
def test_other_policies_do_not_look(policy: ScriptPolicy) -> None:
    page = parsed(CASES[0])
    page_template(page, policy, ())
    assert len(page.tree.css("script")) == 4


@pytest.mark.parametrize(
    "html",
    [
        '<script src="/assets/js/main.1a2b3c4d.js"></script>',  # a bundle of some theme
        '<script src="/assets/app.js"></script><div class="VPContent"></div>',
        '<script src="/static/js/index.js"></script>',
        '<script src="/app-0a1b2c3d4e5f.js"></script>',
        '<script src="/main.0a1b2c3d4e5f.js"></script><div ng-version="17"></div>',
        "<script>window.__INITIAL_STATE__ = {}</script>",
        "<script>var page = 'how to read window.pagePath'</script>",
        '<div id="__next"></div><script src="/_static/searchtools.js"></script>',
        '<pre>&lt;script src="/_next/static/chunks/main.js"></pre><script src="/next/static/x.js"></script>',
    ],
)
def test_near_misses_stay(html: str) -> None:
    page = parse_page(f"<body>{TEXT}{html}", "http://docs.test/docs/x/")
    before = len(page.tree.css("script"))
    page_template(page, ScriptPolicy.AUTO, ("Sphinx 7", "my docusaurus theme"))
    assert len(page.tree.css("script")) == before


def test_preloads_of_what_went_go_too() -> None:
    page = parse_page(
        '<link rel="preload" as="script" href="/_next/static/chunks/a.js"><link rel="preload" as="style" href="/a.css">'
        f'<body>{TEXT}<script src="/_next/static/chunks/a.js"></script>',
        "http://docs.test/",
    )
    page_template(page, ScriptPolicy.AUTO, ())
    assert [link.attributes["as"] for link in page.tree.css("link")] == ["style"]
