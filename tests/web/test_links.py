"""Every place where a page holds a URL: found, numbered, and a slot left in its place."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, slot
from scrapepy.model.url import Role
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.html import serialise
from scrapepy.web.links import ParsedPage, found, parse_page, reference_of

PAGE = "http://h/d/page.html"


def page(body: str, address: str = PAGE, site: SiteIdentity | None = None) -> ParsedPage:
    return parse_page(body, address, site)


def written(parsed: ParsedPage) -> str:
    return serialise(parsed.tree)


def roles(parsed: ParsedPage) -> list[tuple[str, Role]]:
    return [(reference.address, reference.role) for reference in parsed.references]


def only(markup: str) -> tuple[str, Role]:
    """Address and role of the one reference in ``markup``, whose slot stands in it once."""
    parsed = page(markup)
    assert len(parsed.references) == 1, roles(parsed)
    assert written(parsed).count(slot(0)) == 1
    return roles(parsed)[0]


@pytest.mark.parametrize(
    ("markup", "address", "role"),
    [
        ("<a href=x>", "http://h/d/x", Role.LINK),
        ("<a href>", PAGE, Role.LINK),
        ("<a href=' '>", PAGE, Role.LINK),
        ("<a href='#f'>", PAGE + "#f", Role.LINK),
        ("<a href='?q'>", PAGE + "?q", Role.LINK),
        ("<a href='x y#z w'>", "http://h/d/x%20y#z%20w", Role.LINK),
        ("<map><area href=x></map>", "http://h/d/x", Role.LINK),
        ("<a ping='x'>", "http://h/d/x", Role.HINT),
        ("<blockquote cite=x>", "http://h/d/x", Role.LINK),
        ("<q cite=x>", "http://h/d/x", Role.LINK),
        ("<ins cite=x>", "http://h/d/x", Role.LINK),
        ("<del cite=x>", "http://h/d/x", Role.LINK),
        ("<img longdesc=x>", "http://h/d/x", Role.LINK),
        ("<img src=x>", "http://h/d/x", Role.IMAGE),
        ("<img srcset='x 2x'>", "http://h/d/x", Role.IMAGE),
        ("<img lowsrc=x>", "http://h/d/x", Role.IMAGE),
        ("<img data-src=a/x>", "http://h/d/a/x", Role.IMAGE),
        ("<img data-original=x.png>", "http://h/d/x.png", Role.IMAGE),
        ("<img data-lazy-src=x.png>", "http://h/d/x.png", Role.IMAGE),
        ("<img data-srcset='x.png 2x'>", "http://h/d/x.png", Role.IMAGE),
        ("<img data-lazy-srcset='x.png 2x'>", "http://h/d/x.png", Role.IMAGE),
        ("<picture><source srcset='x 2x'></picture>", "http://h/d/x", Role.IMAGE),
        ("<video><source src=x></video>", "http://h/d/x", Role.MEDIA),
        ("<video src=x></video>", "http://h/d/x", Role.MEDIA),
        ("<video poster=x></video>", "http://h/d/x", Role.IMAGE),
        ("<video data-src=x.mp4></video>", "http://h/d/x.mp4", Role.MEDIA),
        ("<audio src=x></audio>", "http://h/d/x", Role.MEDIA),
        ("<video><track src=x></video>", "http://h/d/x", Role.MEDIA),
        ("<iframe src=x></iframe>", "http://h/d/x", Role.FRAME),
        ("<iframe data-src=x.html></iframe>", "http://h/d/x.html", Role.FRAME),
        ("<frameset><frame src=x></frameset>", "http://h/d/x", Role.FRAME),
        ("<iframe srcdoc=\"<a href='x'>y</a>\"></iframe>", "http://h/d/x", Role.LINK),
        ("<script src=x></script>", "http://h/d/x", Role.SCRIPT),
        ("<script type=module>import './x.js'</script>", "http://h/d/x.js", Role.SCRIPT),
        ('<script type=importmap>{"imports": {"a": "./x.js"}}</script>', "http://h/d/x.js", Role.SCRIPT),
        ("<style>a{background:url(x)}</style>", "http://h/d/x", Role.IMAGE),
        ("<style>@import 'x';</style>", "http://h/d/x", Role.STYLE),
        ("<style>@font-face{src:url(x)}</style>", "http://h/d/x", Role.FONT),
        ("<p style='background:url(x)'>", "http://h/d/x", Role.IMAGE),
        ("<body background=x>", "http://h/d/x", Role.IMAGE),
        ("<table><tr><td background=x></table>", "http://h/d/x", Role.IMAGE),
        ("<div data-bg='x.png'></div>", "http://h/d/x.png", Role.IMAGE),
        ("<div data-bg='url(x.png)'></div>", "http://h/d/x.png", Role.IMAGE),
        ("<div data-background-image='x.png'></div>", "http://h/d/x.png", Role.IMAGE),
        ("<form action=x></form>", "http://h/d/x", Role.FORM),
        ("<form action=''></form>", PAGE, Role.FORM),
        ("<button formaction=x></button>", "http://h/d/x", Role.FORM),
        ("<input type=IMAGE src=x>", "http://h/d/x", Role.IMAGE),
        ("<object data=x.html></object>", "http://h/d/x.html", Role.FRAME),
        ("<object data=x></object>", "http://h/d/x", Role.FRAME),
        ("<object data=x.svg?v=1></object>", "http://h/d/x.svg?v=1", Role.IMAGE),
        ("<object data=x type='image/svg+xml'></object>", "http://h/d/x", Role.IMAGE),
        ("<object data=x type='Text/HTML; charset=x'></object>", "http://h/d/x", Role.FRAME),
        ("<object data=x.html type=application/pdf></object>", "http://h/d/x.html", Role.MEDIA),
        ("<embed src=x.swf>", "http://h/d/x.swf", Role.MEDIA),
        ("<embed src=x type=text/html>", "http://h/d/x", Role.FRAME),
        ("<object><param name=Movie value=x.swf></object>", "http://h/d/x.swf", Role.MEDIA),
        ("<applet archive=x.jar></applet>", "http://h/d/x.jar", Role.MEDIA),
        ("<html manifest=x>", "http://h/d/x", Role.HINT),
        ("<svg><use href='x.svg#i'/></svg>", "http://h/d/x.svg#i", Role.IMAGE),
        ("<svg><use xlink:href='x.svg#i'/></svg>", "http://h/d/x.svg#i", Role.IMAGE),
        ("<svg><image href=x /></svg>", "http://h/d/x", Role.IMAGE),
        ("<svg><image xlink:href=x /></svg>", "http://h/d/x", Role.IMAGE),
        ("<svg><feImage xlink:href=x /></svg>", "http://h/d/x", Role.IMAGE),
        ("<svg><a xlink:href=x>y</a></svg>", "http://h/d/x", Role.LINK),
        ("<svg><a href=x>y</a></svg>", "http://h/d/x", Role.LINK),
        ("<svg><style>a{background:url(x)}</style></svg>", "http://h/d/x", Role.IMAGE),
        ("<meta http-equiv=Refresh content='3; url=x'>", "http://h/d/x", Role.REFRESH),
        ("<meta property=og:url content=' /x '>", "http://h/x", Role.META),
        ("<noscript><img src=x></noscript>", "http://h/d/x", Role.IMAGE),
        ("<noscript><style>a{background:url(x)}</style></noscript>", "http://h/d/x", Role.IMAGE),
        ("<template><img src=x></template>", "http://h/d/x", Role.IMAGE),
        ("<template><template><p style='background:url(x)'></template></template>", "http://h/d/x", Role.IMAGE),
    ],
)
def test_where_urls_hide(markup: str, address: str, role: Role) -> None:
    assert only(markup) == (address, role)


@pytest.mark.parametrize(
    ("attributes", "role"),
    [
        ("rel=stylesheet", Role.STYLE),
        ("rel='alternate stylesheet'", Role.STYLE),
        ("rel='Shortcut Icon'", Role.ICON),
        ("rel=apple-touch-icon", Role.ICON),
        ("rel=mask-icon", Role.ICON),
        ("rel=manifest", Role.MANIFEST),
        ("rel=modulepreload", Role.SCRIPT),
        ("rel=preload as=style", Role.STYLE),
        ("rel=preload as=script", Role.SCRIPT),
        ("rel=preload as=Font", Role.FONT),
        ("rel=preload as=image", Role.IMAGE),
        ("rel=preload as=video", Role.MEDIA),
        ("rel=preload as=fetch", Role.HINT),
        ("rel=preload", Role.HINT),
        ("rel=preconnect", Role.HINT),
        ("rel='dns-prefetch'", Role.HINT),
        ("rel=prefetch", Role.HINT),
        ("rel=prerender", Role.HINT),
        ("rel='prefetch stylesheet'", Role.STYLE),
        ("rel='alternate' type='application/rss+xml'", Role.FEED),
        ("rel='alternate' type='Application/Atom+XML; charset=utf-8'", Role.FEED),
        ("rel='alternate' type='application/feed+json'", Role.FEED),
        ("rel='alternate' hreflang=de", Role.META),
        ("rel='alternate' type='text/html'", Role.META),
        ("rel=canonical", Role.META),
        ("rel=next", Role.META),
        ("rel=prev", Role.META),
        ("rel='pingback icon'", Role.ICON),
        ("rel=search type='application/opensearchdescription+xml'", Role.META),
        ("rel=license", Role.META),
        ("", Role.META),
    ],
)
def test_links_have_the_role_of_their_relation(attributes: str, role: Role) -> None:
    assert only(f"<link {attributes} href=x>") == ("http://h/d/x", role)


@pytest.mark.parametrize(
    "markup",
    [
        "<link rel=pingback href=x>",
        "<link rel='EditURI' type='application/rsd+xml' href=x>",
        "<link rel='https://api.w.org/' href=x>",
        "<link rel=shortlink href=x>",
        "<link rel=alternate type='application/json+oembed' href=x>",
        "<meta property=og:image content=x>",
        "<meta name=twitter:image content=x>",
        "<meta itemprop=image content=x>",
    ],
)
def test_what_machines_are_told_is_written_in_full_and_asked_for_by_nobody(markup: str) -> None:
    parsed = page(markup)
    assert parsed.references == []
    assert '"http://h/d/x"' in written(parsed)


def test_a_preloaded_image_set() -> None:
    assert only("<link rel=preload as=image imagesrcset='x 2x'>") == ("http://h/d/x", Role.IMAGE)


@pytest.mark.parametrize(
    "markup",
    [
        "<a name=x>y</a>",
        "<img src>",
        "<img src=' '>",
        "<script src=''></script>",
        "<link rel=stylesheet href=''>",
        "<iframe></iframe>",
        "<img src='data:image/gif;base64,AAAA'>",
        "<img srcset='data:,x 1x'>",
        "<img data-src='{{ url }}'>",
        "<img data-original=true>",
        "<img data-lazy=loaded>",
        "<input src=x>",
        "<input type=text src=x.png>",
        "<p style='color:red'>",
        "<p style='width:calc(1px + 2px)'>",
        "<p style='fill:url(#gradient)'>",
        "<svg><use href='#icon'/></svg>",
        "<svg><use xlink:href=' #icon'/></svg>",
        "<svg><linearGradient xlink:href='#g'/></svg>",
        "<img usemap='#map'>",
        "<param name=quality value=high>",
        "<meta http-equiv=refresh content=30>",
        "<meta name=description content=/x>",
        "<script>import './x.js'</script>",
        "<script type='text/template'><img src=x></script>",
        "<textarea><img src=x></textarea>",
        "<title><img src=x></title>",
        "<!-- <img src=x> -->",
        "<base href=/x/>",
        "<noscript>text</noscript>",
        "<iframe srcdoc='text'></iframe>",
        "<code>&lt;img src=x&gt;</code>",
    ],
)
def test_what_holds_none_stays_as_written(markup: str) -> None:
    parsed = page(markup)
    assert parsed.references == []
    assert SLOT_OPEN not in written(parsed)


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("javascript:void(0)", "javascript:void(0)"),
        (" java\nscript:x() ", "javascript:x()"),
        ("mailto:a@b", "mailto:a@b"),
        ("tel:+1", "tel:+1"),
        ("data:text/plain,x", "data:text/plain,x"),
        ("http://a b/", "http://a b/"),
        ("http://[", "http://["),
    ],
)
def test_links_that_are_no_http(href: str, address: str) -> None:
    parsed = page(f"<a href='{html.escape(href)}'>x</a>")
    (reference,) = parsed.references
    assert (reference.url, reference.address, reference.fragment) == (None, address, None)
    assert slot(0) in written(parsed)
    assert found(parsed) == ()


def test_the_base_is_the_first_with_an_address() -> None:
    parsed = page(
        "<base target=_top><base href='../b/'><base href=/c/><a href=x>1</a><a href='#f'>2</a><a href=''>3</a>"
    )
    assert parsed.base == "http://h/b/"
    assert [r.address for r in parsed.references] == ["http://h/b/x", "http://h/b/#f", "http://h/b/"]
    assert parsed.url == PAGE


def test_a_base_in_the_body_or_after_links_counts() -> None:
    assert only("<a href=x>1</a><p><base href=/c/>") == ("http://h/c/x", Role.LINK)


@pytest.mark.parametrize("href", ["data:text/html,x", "javascript:x", "http://[", ""])
def test_a_base_that_is_no_base(href: str) -> None:
    assert page(f"<base href='{href}'><a href=x>y</a>").references[0].address == "http://h/d/x"


def test_a_base_on_another_host() -> None:
    parsed = page("<base href=http://cdn/><a href='#f'>x</a>")
    assert parsed.references[0].url == "http://cdn/"


def test_what_surrounds_a_url_stays() -> None:
    parsed = page(
        "<img srcset='a.png 300w, b.png 2x'><p style=\"color:red; background:url('c.png') no-repeat\">"
        "<meta http-equiv=refresh content=\"5; url='d.html'\"><a ping='e f'>"
    )
    text = written(parsed)
    number = {r.address.rpartition("/")[2]: slot(i) for i, r in enumerate(parsed.references)}
    assert f'srcset="{number["a.png"]} 300w, {number["b.png"]} 2x"' in text
    assert f'style="color:red; background:url(&quot;{number["c.png"]}&quot;) no-repeat"' in text
    assert f"content=\"5; url='{number['d.html']}'\"" in text
    assert f'ping="{number["e"]} {number["f"]}"' in text


def test_markup_in_noscript_and_srcdoc_is_written_back() -> None:
    parsed = page(
        "<head><noscript><link rel=stylesheet href=n.css></noscript></head>"
        "<noscript><p>Turn <a href=on>it</a> on &amp; go</p></noscript>"
        "<noscript>a < b</noscript><iframe srcdoc='<img src=i.png>'></iframe>"
    )
    text = written(parsed)
    number = {r.address.rpartition("/")[2]: slot(i) for i, r in enumerate(parsed.references)}
    assert f'<noscript><link rel="stylesheet" href="{number["n.css"]}"></noscript></head>' in text
    assert f'<noscript><p>Turn <a href="{number["on"]}">it</a> on &amp; go</p></noscript>' in text
    assert "<noscript>a < b</noscript>" in text
    assert html.escape(f'<img src="{number["i.png"]}">') in text


def test_the_same_text_in_the_same_role_is_one_reference() -> None:
    parsed = page("<a href=x>1</a><a href=x>2</a><img src=x><img src=x><a href='x#f'>3</a>")
    assert len(parsed.references) == 3
    assert {(r.url, r.fragment, r.role) for r in parsed.references} == {
        ("http://h/d/x", None, Role.LINK),
        ("http://h/d/x", None, Role.IMAGE),
        ("http://h/d/x", "f", Role.LINK),
    }


def test_href_and_xlink_href_side_by_side() -> None:
    parsed = page("<svg><a href=a xlink:href=b>x</a><image xlink:href=c href=d /></svg>")
    number = {r.address.rpartition("/")[2]: slot(i) for i, r in enumerate(parsed.references)}
    text = written(parsed)
    assert text.count(SLOT_OPEN) == 4
    for name in "ad":
        assert re.search(rf'(?<!:)href="{number[name]}"', text)
    for name in "bc":
        assert f'xlink:href="{number[name]}"' in text


def test_nested_svg_is_numbered_once() -> None:
    parsed = page("<svg><svg><image href=x /></svg><foreignObject><a href=y>z</a></foreignObject></svg>")
    assert sorted(r.address for r in parsed.references) == ["http://h/d/x", "http://h/d/y"]


def test_the_page_forgets_credentials_and_fragment() -> None:
    parsed = page("<a href=x>y</a><a href=''>z</a>", "http://me:secret@h/d/page.html?utm_source=a#top")
    assert parsed.address == "http://h/d/page.html?utm_source=a"
    assert parsed.url == PAGE
    assert all("secret" not in reference.address for reference in parsed.references)
    assert parsed.references[1].url == PAGE


def test_an_address_need_not_be_in_its_best_spelling() -> None:
    parsed = page("<a href=x>1</a><a href='#f'>2</a>", "HTTP://H:80")
    assert (parsed.address, parsed.url) == ("http://h/", "http://h/")
    assert [r.url for r in parsed.references] == ["http://h/x", "http://h/"]


def test_the_site_folds_its_schemes() -> None:
    parsed = page(
        "<a href=x>1</a><a href=http://h/y>2</a><a href=http://o/z>3</a>", "http://h/", SiteIdentity("h", "https")
    )
    assert parsed.url == "https://h/"
    assert [r.url for r in parsed.references] == ["https://h/x", "https://h/y", "http://o/z"]
    assert [r.address for r in parsed.references] == ["http://h/x", "http://h/y", "http://o/z"]


def test_identity_and_address_part_company() -> None:
    (reference,) = page("<a href='x?utm_source=a&b=1#%C3%A9'>y</a>").references
    assert reference.url == "http://h/d/x?b=1"
    assert reference.address == "http://h/d/x?utm_source=a&b=1#%C3%A9"
    assert reference.fragment == "%C3%A9"


def test_slots_cannot_be_smuggled_in() -> None:
    evil = "&#xfdd0;0&#xfdd1;"
    inner = "&amp;#xfdd0;0&amp;#xfdd1;<b>"
    parsed = page(f"<p>{evil}</p><a href='{evil}'>x</a><iframe srcdoc='{inner}'></iframe><p title='{evil}'>")
    text = written(parsed)
    assert text.count(SLOT_OPEN) == 1
    assert f'<a href="{slot(0)}">' in text
    assert SLOT_CLOSE not in html.unescape(text).replace(slot(0), "")


def test_a_page_without_an_address() -> None:
    parsed = page("<a href=x.html>1</a><a href='#f'>2</a><a href=http://h/y>3</a>", "")
    assert [(r.url, r.address) for r in parsed.references] == [
        (None, "x.html"),
        (None, "#f"),
        ("http://h/y", "http://h/y"),
    ]


def test_reference_of_reads_slots_only() -> None:
    parsed = page("<a href=x>y</a>")
    assert reference_of(slot(0), parsed.references) is parsed.references[0]
    for text in ("", None, "x", slot(1), slot(0) + slot(0), f"{SLOT_OPEN}x{SLOT_CLOSE}", SLOT_OPEN, slot(-1)):
        assert reference_of(text, parsed.references) is None


def test_found_names_each_url_once_a_role() -> None:
    parsed = page(
        "<a href='x?utm_source=a#1'>1</a><a href='x#2'>2</a><img src=x><form action=f></form>"
        "<link rel=preconnect href=//o>"
        "<a href=''>self</a><a href='#f'>self</a><a href=mailto:a@b>m</a><link rel=canonical href=page.html>"
        "<link rel=alternate type=application/rss+xml href=feed>"
    )
    assert {(f.url, f.address, f.role) for f in found(parsed)} == {
        ("http://h/d/x", "http://h/d/x?utm_source=a", Role.LINK),
        ("http://h/d/x", "http://h/d/x", Role.IMAGE),
        ("http://h/d/feed", "http://h/d/feed", Role.FEED),
    }


def test_nofollow_is_told_unless_a_plain_link_stands_beside_it() -> None:
    parsed = page(
        "<a rel='noopener NoFollow' href=a>1</a><a href='b#1' rel=nofollow>2</a><a href='b#2'>3</a><a href=c>4</a>"
        "<a href=d>5</a><a href=d rel=nofollow>6</a><a href=e rel=nofollows>7</a>"
    )
    assert parsed.nofollow_urls == {"http://h/d/a"}
    assert [(f.url[-1], f.nofollow) for f in found(parsed)] == [
        ("a", True),
        ("b", False),
        ("c", False),
        ("d", False),
        ("e", False),
    ]


def test_endless_nesting_of_documents_ends() -> None:
    document = "<img src=x>"
    for _ in range(8):
        document = f'<img src=y><iframe srcdoc="{html.escape(document)}"></iframe>'
    parsed = page(document)
    assert {r.address for r in parsed.references} == {"http://h/d/y"}
    assert page("<noscript>" * 2000 + "<img src=x>").references != []


_HREFS = st.tuples(
    st.sampled_from(["", "", "http:", "HTTPS:", "https:/", "//o", "x:"]),
    st.text(alphabet="ab/.:?#&=% \t\\@éx;[", max_size=14),
).map("".join)


@given(st.lists(_HREFS, max_size=6), st.sampled_from([PAGE, "https://h/a?b", "http://h/x/y/"]))
def test_every_link_is_what_a_browser_would_make_of_it(hrefs: list[str], address: str) -> None:
    from ada_url import join_url

    parsed = page("".join(f'<a href="{html.escape(href)}">x</a>' for href in hrefs), address)
    nodes = parsed.tree.css("a")
    assert len(nodes) == len(hrefs)
    for node, href in zip(nodes, hrefs, strict=True):
        reference = reference_of(node.attributes["href"], parsed.references)
        assert reference is not None
        if reference.url is None:
            continue
        assert reference.address == join_url(address, href)
        assert reference.fragment == (reference.address.partition("#")[2] if "#" in reference.address else None)


_PIECES = (
    *("<a href=x>", "<svg>", "</svg>", "<noscript>", "</noscript>", "<template>", "</template>", "<use href=f>"),
    *("<img src=i srcset='a 1x,b'>", "<style>a{b:url(c)}", "</style>", "<p style='b:url(d)'>", "</iframe>"),
    *("<iframe srcdoc='<a href=e>'>", "<base href=/g/>", "<table>", "<td background=h>", "<!--", "-->"),
    *("<script type=module>import'./j'", "</script>", "<title>", "</title>", "<a xlink:href=l href=m>"),
    *("<meta http-equiv=refresh content='0;k'>", "<select>", "<textarea>", "</textarea>", "<plaintext>"),
)


@given(st.lists(st.sampled_from(_PIECES), max_size=14))
def test_whatever_the_markup_slots_and_references_agree(pieces: list[str]) -> None:
    parsed = page("".join(pieces))
    text = html.unescape(html.unescape(html.unescape(written(parsed))))
    used = {int(number) for number in re.findall(f"{SLOT_OPEN}([0-9]+){SLOT_CLOSE}", text)}
    assert used <= set(range(len(parsed.references)))
    assert text.count(SLOT_OPEN) == text.count(SLOT_CLOSE)
    assert found(parsed) is not None


def test_pages_of_a_folder_share_what_links_are_but_not_their_own_fragments() -> None:
    html = '<a href="x.html#a">x</a><a href="#a">own</a><a href="?q">query</a><q cite="y.html">'
    one, two = (parse_page(html, f"http://share.test/d/{name}.html").references for name in ("one", "two"))
    other = parse_page(html, "http://share.test/e/one.html").references
    assert one[0] is two[0]
    assert one[1] is two[1]
    assert [r.address[18:] for r in one] == ["d/y.html", "d/x.html#a", "d/one.html#a", "d/one.html?q"]
    assert [r.address[18:] for r in two] == ["d/y.html", "d/x.html#a", "d/two.html#a", "d/two.html?q"]
    assert [r.address[18:] for r in other] == ["e/y.html", "e/x.html#a", "e/one.html#a", "e/one.html?q"]
    as_image = parse_page('<img src="x.html#a">', "http://share.test/d/one.html").references
    assert [r.role for r in as_image] == [Role.IMAGE]


def test_what_was_met_can_be_taken_once() -> None:
    page = parse_page(
        "<base href=/b/><script src=x></script><template><img src=y></template><p style='a(b)'>", "http://h/"
    )
    met = page.take_met()
    assert met is not None
    assert met.anywhere
    assert sorted(met.elements) == ["base", "script"]
    assert page.take_met() is None
