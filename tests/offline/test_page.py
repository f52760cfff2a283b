"""What is taken out of a saved page, and what stays."""

from __future__ import annotations

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.url import Reference
from scrapepy.offline.page import fill_page, page_template
from scrapepy.web.links import ParsedPage, parse_page

PAGE = "http://docs.test/guide/"
AUTO, KEEP, STRIP = ScriptPolicy.AUTO, ScriptPolicy.KEEP, ScriptPolicy.STRIP


def local(reference: Reference) -> Resolution:
    if reference.url is None:
        return Resolution(reference.address, Standing.ONLINE)
    return Resolution(reference.address.removeprefix("http://docs.test/guide/"), Standing.SAVED)


def saved(html: str, scripts: ScriptPolicy = AUTO) -> str:
    return fill_page(page_template(parse_page(html, PAGE), scripts, ()), local, "")


def head(html: str) -> str:
    """What stands in the head after the charset."""
    start = '<html><head><meta charset="utf-8">'
    written = saved(html)
    assert written.startswith(start)
    return written.removeprefix(start).partition("</head>")[0]


def body(html: str, scripts: ScriptPolicy = AUTO) -> str:
    return saved(f"<body>{html}", scripts).partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('<base href="/docs/sub/">', ""),
        ('<meta charset="windows-1251"><title>x</title>', "<title>x</title>"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', ""),
        ('<title>x</title><meta charset="utf-8"><meta charset="latin-1">', "<title>x</title>"),
        ('<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">', ""),
        ('<meta http-equiv="X-WebKit-CSP" content="x">', ""),
        ('<meta http-equiv="X-UA-Compatible" content="IE=edge">',) * 2,
        ('<meta name="content-security-policy" content="about it">',) * 2,
        ('<link rel="preconnect" href="https://cdn.test"><link rel="DNS-prefetch" href="//cdn.test">', ""),
        ('<link rel="prefetch" href="/next"><link rel="prerender" href="/next">', ""),
        ('<link rel="modulepreload" href="/m.js"><link rel="preload" as="fetch" href="/d.json">', ""),
        ('<link rel="next prefetch" href="next">', '<link rel="next" href="next">'),
        ('<link rel="preload" as="style" href="s.css">',) * 2,
        ('<link rel="canonical" href="c"><link rel="next" href="n">',) * 2,
        (
            '<link rel="stylesheet" href="s.css" integrity="sha256-x" crossorigin="anonymous">',
            '<link rel="stylesheet" href="s.css">',
        ),
        ('<script src="s.js" integrity="x" crossorigin nonce="abc"></script>', '<script src="s.js"></script>'),
        ('<style nonce="abc">a{}</style>', "<style>a{}</style>"),
        ('<script type="speculationrules">{"prefetch": []}</script>', ""),
        ('<script type="application/ld+json">{"@type": "Article"}</script>',) * 2,
    ],
)
def test_the_head(html: str, written: str) -> None:
    assert head(html) == written


def test_links_keep_the_window_that_base_gave_them() -> None:
    assert body('<base target="main"><a href="x">1</a><a href="y" target="_top">2</a><a id="z">3</a>') == (
        '<a href="x" target="main">1</a><a href="y" target="_top">2</a><a id="z">3</a>'
    )


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('<a href="x" ping="https://t.test/p https://u.test/">x</a>', '<a href="x">x</a>'),
        ('<img src="i.png" crossorigin="anonymous">', '<img src="i.png">'),
        ('<video src="v.mp4" crossorigin></video>', '<video src="v.mp4"></video>'),
        ('<p integrity="of the house" nonce="x"></p>',) * 2,
    ],
)
def test_attributes_that_block_or_tell(html: str, written: str) -> None:
    assert body(html) == written


def test_the_application_cache_is_left_behind() -> None:
    assert saved('<html manifest="cache.appcache" lang="en">').startswith('<html lang="en">')


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ('<img data-src="a.png">', 'src="a.png"'),
        ('<img src="" data-src="a.png">', 'src="a.png"'),
        ('<img src="data:image/gif;base64,R0" data-lazy-src="a.png">', 'src="a.png"'),
        ('<img src="/img/spacer.gif" data-original="a.png">', 'src="a.png"'),
        ('<img src="/img/loading-200x100.svg" data-src="a.png">', 'src="a.png"'),
        ('<img class="Lazyload w" src="small.png" data-src="a.png">', 'src="a.png"'),
        ('<img data-srcset="a.png 1x, b.png 2x">', 'srcset="a.png 1x, b.png 2x"'),
        ('<img src="real.png" data-src="a.png">', 'src="real.png"'),
        ('<img src="why-lazy.png"><noscript><img src="a.png"></noscript>', '<img src="why-lazy.png">'),
        ('<img src="o.gif" data-src="a.png"><img src="o.gif" data-src="b.png">', '<img src="b.png" data-src="b.png">'),
        ('<img src="o.png" data-src="a.png"><img src="o.png" data-src="a.png">', '<img src="o.png" data-src="a.png">'),
        (
            '<img src="o.gif"><noscript><img src="a.png"></noscript>'
            '<img src="o.gif"><noscript><img src="b.png"></noscript>',
            '</noscript><img src="b.png">',
        ),
        ('<img src="/img/blankets.png" data-src="a.png">', 'src="http://docs.test/img/blankets.png"'),
        ('<img src="/img/blank2.png" data-src="a.png">', 'src="a.png"'),
        ('<iframe src="about:blank" data-src="f.html"></iframe>', 'src="f.html"'),
        ('<video data-poster="p.png" src="v.mp4"></video>', 'poster="p.png"'),
        (
            '<img src="data:,"><noscript><img src="a.png" srcset="b.png 2x" alt=""></noscript>',
            '<img src="a.png" srcset="b.png 2x">',
        ),
        ('<noscript><img src="a.png"></noscript><img alt="x">', '<img alt="x" src="a.png">'),
        ('<img src="r.png"><noscript><img src="a.png"></noscript>', '<img src="r.png">'),
        ('<img src="data:,"><p>x</p><noscript><img src="a.png"></noscript>', '<img src="data:,">'),
        ('<div data-bg="a.png">', 'style="background-image: url(&quot;a.png&quot;)"'),
        (
            '<div data-bg="url(a.png)" style="color: red;">',
            'style="color: red; background-image: url(&quot;a.png&quot;)"',
        ),
        ('<div data-bg="a.png" style="background: blue">', 'style="background: blue"'),
    ],
)
def test_lazy_images_get_their_source(html: str, source: str) -> None:
    assert source in body(html)


GOOGLE = "https://www.google-analytics.com"
SNIPPET = f"(function(i,s){{a=s.createElement('script');a.src='{GOOGLE}/analytics.js'}})(window,document)"
OLD_SNIPPET = "ga.src=('https:'==location.protocol?'https://ssl':'http://www')+'.google-analytics.com/ga.js';"
WORKER = "if('serviceWorker' in navigator){navigator.serviceWorker.register('/sw.js')}"
CHALLENGE = "(function(){window.__CF$cv$params={r:'1'};var a=document.createElement('script')})();"
MATOMO = "var _paq=_paq||[];(function(){var u='//stats.docs.test/';g.src=u+'matomo.js'})();"
THEME = "document.documentElement.dataset.theme=localStorage.theme||'light'"


@pytest.mark.parametrize(
    "gone",
    [
        f'<script async src="{GOOGLE}/analytics.js"></script>',
        '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
        f'<img src="{GOOGLE}/collect?v=1">',
        '<iframe src="https://ad.doubleclick.net/x"></iframe>',
        '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe></noscript>',
        '<noscript><div><img src="https://mc.yandex.ru/watch/1" alt=""></div></noscript>',
        *(f"<script>{text}</script>" for text in (SNIPPET, OLD_SNIPPET, WORKER, CHALLENGE, MATOMO)),
    ],
)
def test_trackers_and_snippets_go(gone: str) -> None:
    assert body(f"a{gone}b") == "ab"


@pytest.mark.parametrize(
    "stays",
    [
        f'<a href="{GOOGLE}/">what it is</a>',
        '<iframe src="https://www.youtube.com/embed/x"></iframe>',
        '<img src="https://google-analytics.com.docs.test/i.png">',
        '<noscript><p>Turn scripts on</p><img src="https://mc.yandex.ru/watch/1"></noscript>',
        "<script>window.dataLayer=window.dataLayer||[];gtag('config','G-1')</script>",
        f"<script>{THEME}</script>",
        f"<script>{SNIPPET}{'/* the rest of the site */' * 200}</script>",
        f"<script>{WORKER}{'/* the rest of the site */' * 100}</script>",
        f'<script type="text/plain">{WORKER}</script>',
        f"<pre>{WORKER.replace('<', '')}</pre>",
    ],
)
def test_what_only_looks_like_a_tracker_stays(stays: str) -> None:
    assert body(f"a{stays}b") == f"a{stays}b"


def test_keep_touches_no_script() -> None:
    html = (
        f'<script src="{GOOGLE}/a.js"></script><script>{SNIPPET}</script><script>{WORKER}</script><p onclick="f()"></p>'
    )
    assert body(html, KEEP) == html
    module = body("<script type=module>import './a.js'</script>", KEEP)
    assert module == "<script type=\"module\">import './a.js'</script>"


def test_strip_takes_all_that_runs() -> None:
    written = saved(
        "<head><script src=a.js></script><script type=application/ld+json>{}</script>"
        '<link rel="preload" as="style" href="late.css" onload="this.rel=\'stylesheet\'">'
        '<link rel="stylesheet" media="print" href="p.css" onload="this.media=\'all\'">'
        "</head><body onload=f()><script>x()</script>"
        '<a href="javascript:f()" ONCLICK="g()">x</a><a href=" java\nscript:f()">y</a><a href="ok">online</a>'
        "<svg><script>z()</script><a xlink:href='javascript:f()'>z</a></svg>"
        "<template><p onclick=f()><script>t()</script></p></template>"
        '<iframe srcdoc="<p onclick=f()>in<script>s()</script></p>"></iframe>'
        '<iframe src="data:text/html,<script>"></iframe>'
        "<noscript>no</noscript>",
        STRIP,
    )
    assert "script>" not in written.replace("noscript>", "")
    assert "javascript:" not in written
    assert "onclick" not in written.lower()
    assert "onload" not in written
    assert "data:text/html" not in written
    assert (
        '<link rel="stylesheet" as="style" href="late.css"><link rel="stylesheet" media="all" href="p.css">' in written
    )
    assert '<a>x</a><a>y</a><a href="ok">online</a>' in written
    assert "<noscript>no</noscript>" in written


def test_strip_preloads_no_script() -> None:
    html = "<head><link rel=preload as=script href=a><link rel=modulepreload href=b><link rel=preload as=style href=c>"
    assert saved(html, STRIP) == (
        '<html><head><meta charset="utf-8"><link rel="preload" as="style" href="c"></head><body></body></html>'
    )
    assert '<link rel="preload" as="script" href="a">' in saved(html)


def test_a_sheet_in_a_data_url_loads_from_the_copy() -> None:
    sheet = "data:text/css,a%3Eb%7Bbackground:url(http://docs.test/guide/x.png)%7D@import%20url(y.css);"
    assert head(f'<link rel="stylesheet" media="print" href="{sheet}">') == (
        '<style media="print">a>b{background:url("x.png")}@import url("about:invalid");</style>'
        '<link rel="stylesheet" media="print" href="data:text/css,">'
    )
    base64 = "data:text/css;charset=utf-8;base64,QGltcG9ydCB1cmwoaHR0cDovL2RvY3MudGVzdC9ndWlkZS9hLmNzcyk7"
    assert head(f'<link rel="stylesheet" href="{base64}">').startswith('<style>@import url("a.css");</style>')
    stays = '<link rel="stylesheet" href="data:text/css,a{}">'
    assert head(stays) == stays


def test_strip_leaves_the_tree_to_the_converter() -> None:
    page = parse_page('<base href="/x/"><script type="application/ld+json">{"@type": "Article"}</script><p>x', PAGE)
    page_template(page, STRIP, ())
    assert page.tree.css_first('script[type="application/ld+json"]') is not None


CONTENT = (
    "<main><h1 id=top>T</h1><p>a <code>import x from './x'</code></p><pre>\n\n<span>x</span></pre>"
    "<noscript><img src=a.png></noscript><script type='math/tex'>x^2</script><dl><dt id=d>d</dl></main>"
)


@pytest.mark.parametrize("policy", [AUTO, KEEP, STRIP])
def test_content_is_left_as_it_was_for_the_converter(policy: ScriptPolicy) -> None:
    page = parse_page(CONTENT, PAGE)
    before = page.tree.css_first("main")
    assert before is not None
    html = before.html
    page_template(page, policy, ())
    after = page.tree.css_first("main")
    assert after is not None
    assert after.html == html


def _again(page: str) -> str:
    return fill_page(page_template(parse_page(page, PAGE), AUTO, ()), local, "")


@pytest.mark.parametrize(
    "html", [CONTENT, f"<base target=x><script>{SNIPPET}</script><img data-src=a.png><a href=b>", "<p>x"]
)
def test_cleaning_twice_is_cleaning_once(html: str) -> None:
    once = saved(html)
    assert _again(once) == once


def test_the_page_says_utf_8_whatever_it_came_as() -> None:
    page: ParsedPage = parse_page("<p>я", PAGE)
    page.charset = "koi8-r"
    assert '<head><meta charset="utf-8"></head>' in page_template(page, AUTO, ()).text


def test_a_page_that_a_browser_drew_loses_what_would_draw_it_again() -> None:
    page = (
        "<html data-scrapepy-rendered><head><link rel=modulepreload href=/a.js><link rel=preload as=font href=/f.woff2>"
        "</head><body><div id=app><h1>T</h1></div><script type=module src=/a.js></script><script>draw()</script>"
        '<script type="application/ld+json">{}</script></body></html>'
    )
    text = saved(page)
    assert "a.js" not in text
    assert "draw()" not in text
    assert "f.woff2" in text
    assert "ld+json" in text
    assert "draw()" in saved(page, ScriptPolicy.KEEP)
    assert "draw()" in saved(page.replace(" data-scrapepy-rendered", ""))
