"""SVG documents: every place of a URL, every other character as it was, and no text that takes for ever."""

from __future__ import annotations

import time
from xml.dom.minidom import parseString

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.url import Reference, Role
from scrapepy.offline.drawing import fill_svg
from scrapepy.web.svg import number_svg

PAGE = "http://h.test/g/d.svg"
NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def local(reference: Reference) -> Resolution:
    if "gone" in reference.address:
        return Resolution(reference.address, Standing.MISSING)
    return Resolution(reference.address.removeprefix("http://h.test/g/"), Standing.SAVED)


def filled(inside: str, *, scripts: bool = True) -> str:
    template = number_svg(f"<svg {NAMES}>{inside}</svg>", PAGE, None, scripts=scripts)
    written = fill_svg(template, local)
    parseString(written.encode())  # well-formed, prefixes and all
    return written.removeprefix(f"<svg {NAMES}>").removesuffix("</svg>")


def roles(inside: str) -> list[tuple[str, Role]]:
    template = number_svg(f"<svg {NAMES}>{inside}</svg>", PAGE, None)
    return [(reference.address.removeprefix("http://h.test/g/"), reference.role) for reference in template.references]


@pytest.mark.parametrize(
    ("inside", "address", "role"),
    [
        ('<a xlink:href="p.html"/>', "p.html", Role.LINK),
        ("<a href='p.html?a=1&amp;b=2'/>", "p.html?a=1&b=2", Role.LINK),
        ('<a xmlns:x="http://www.w3.org/1999/xlink" x:href="p.html"/>', "p.html", Role.LINK),
        ('<image href="i.png"/>', "i.png", Role.IMAGE),
        ('<use xlink:href = "other.svg#a"/>', "other.svg#a", Role.IMAGE),
        ('<script href="s.js"/>', "s.js", Role.SCRIPT),
        ("<style>@import 'm.css';</style>", "m.css", Role.STYLE),
        ("<style><![CDATA[a>b{fill:url(p.svg#a)}]]></style>", "p.svg#a", Role.IMAGE),
        ("<style>@font-face{src:url(f.woff)}</style>", "f.woff", Role.FONT),
        ('<rect fill="url(p.svg#a)"/>', "p.svg#a", Role.IMAGE),
        ('<rect style="fill:url(&quot;p.svg#a&quot;)"/>', "p.svg#a", Role.IMAGE),
        ('<foreignObject><img src="i.png"/></foreignObject>', "i.png", Role.IMAGE),
        ('<?xml-stylesheet type="text/css" href="s.css"?>', "s.css", Role.STYLE),
    ],
)
def test_where_urls_stand(inside: str, address: str, role: Role) -> None:
    assert roles(inside) == [(address, role)]


@pytest.mark.parametrize(
    "inside",
    [
        '<use href="#a"/><rect fill="url(#g)"/>',
        '<image href="data:image/png;base64,AA"/>',
        '<!-- <image href="no.png"/> -->',
        '<text><![CDATA[<image href="no.png"/>]]></text>',
        '<path data-href="no.png" d="M0 0"/>',
        '<style type="text/plain">@import "no.css";</style>',
        '<style><!-- @import "no.css"; --></style>',
    ],
)
def test_what_is_no_url_stays(inside: str) -> None:
    text = f'<?xml version="1.0" encoding="iso-8859-1"?>\r\n<svg {NAMES}>{inside}</svg>\n'
    template = number_svg(text, PAGE, None)
    assert template.text is text or template.text == text
    assert template.references == ()


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        (
            "<a  xlink:href='/p' target='_top'>a &lt; b</a>",
            "<a  xlink:href='http://h.test/p' target='_top'>a &lt; b</a>",
        ),
        ('<image xlink:href="gone.png" x="5"/>', '<image data-scrapepy-xlink-href="http://h.test/g/gone.png" x="5"/>'),
        ('<script href="http://cdn.test/gone.js"/>', '<script data-scrapepy-href="http://cdn.test/gone.js"/>'),
        ("<style>a&gt;b{fill:url(q.png?a&amp;b)}</style>", '<style>a>b{fill:url("q.png?a\\26 b")}</style>'),
        (
            "<style><![CDATA[@import url(gone.css);]]></style>",
            '<style><![CDATA[@import url("data:text/css,");]]></style>',
        ),
        ('<rect filter="url(gone.svg#x)"/>', '<rect filter="url(&quot;about:invalid&quot;)"/>'),
        ("<rect style='fill:url(i.png)'/>", "<rect style='fill:url(&quot;i.png&quot;)'/>"),
        ('<?xml-stylesheet href="gone.css"?>', '<?xml-stylesheet data-scrapepy-href="http://h.test/g/gone.css"?>'),
    ],
)
def test_what_is_written(inside: str, written: str) -> None:
    assert filled(inside) == written


def test_without_scripts() -> None:
    inside = (
        '<script>a("&lt;/script>")</script><script href="s.js"/><rect onclick="x()" id="r"/><a href="javascript:y()"/>'
    )
    assert filled(inside, scripts=False) == '<rect id="r"/><a/>'
    assert filled(inside).startswith("<script>a(")


def test_the_declaration_says_what_the_copy_is() -> None:
    text = '<?xml version="1.0" encoding="koi8-r" standalone="no"?><svg><a href="x"/></svg>'
    assert number_svg(text, PAGE, None).text.startswith('<?xml version="1.0" encoding="utf-8" standalone="no"?>')


@pytest.mark.parametrize(
    "evil",
    [
        "<a ",
        "<style>",
        "<![CDATA[",
        "<!DOCTYPE [",
        "<!--",
        "<?x ",
        ' x="',
        "<a href='",
        "<style>url(x)<![CDATA[</style>",
    ],
)
def test_broken_text_takes_no_longer(evil: str) -> None:
    began = time.process_time()
    fill_svg(number_svg(evil * 20_000 + ' href="x"', PAGE, None), local)
    assert time.process_time() - began < 12


@given(st.text(alphabet="<>\"'=&;#/!-[]?ahrefstyleurl() \n", max_size=200))
def test_any_text_but_urls_comes_back(text: str) -> None:
    template = number_svg(text, PAGE, None)
    if not template.references:
        assert template.text == text
    fill_svg(template, local)
