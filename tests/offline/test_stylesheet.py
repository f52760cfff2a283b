"""Style sheets and module scripts with their links filled in."""

from __future__ import annotations

import pytest

from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.url import Reference
from scrapepy.offline.script import fill_module
from scrapepy.offline.stylesheet import fill_css
from scrapepy.web.links import number_css, number_module

SHEET = "http://docs.test/css/s.css"


def book(reference: Reference) -> Resolution:
    if "gone" in reference.address:
        return Resolution(reference.address, Standing.MISSING)
    return Resolution(reference.address.removeprefix("http://docs.test/css/"), Standing.SAVED)


@pytest.mark.parametrize(
    ("sheet", "written"),
    [
        (
            "a{background:url(i/a.png)}b{background:url(i/a.png?v=2)}c{background:url(a.png)}",
            'a{background:url("i/a.png")}b{background:url("i/a.png?v=2")}c{background:url("a.png")}',
        ),
        ('@import "x.min.css";\n@import "y.css";', '@import "x.min.css";\n@import "y.css";'),
        ("@import url(gone.css) screen;", '@import url("data:text/css,") screen;'),
        ("@font-face{src:url('gone.woff')}", '@font-face{src:url("about:invalid")}'),
        ("a{b:url(data:image/gif;base64,R0)}/* url(gone) */", "a{b:url(data:image/gif;base64,R0)}/* url(gone) */"),
        ("a{b:url(i.svg#x)}", 'a{b:url("i.svg#x")}'),
    ],
)
def test_style_sheets(sheet: str, written: str) -> None:
    assert fill_css(number_css(sheet, SHEET, None), book) == written


def test_an_address_cannot_end_its_string() -> None:
    template = number_css("a{b:url(x)}", SHEET, None)
    hostile = Resolution('a"b\\c\n</style>', Standing.ONLINE)
    assert fill_css(template, lambda reference: hostile) == 'a{b:url("a\\22 b\\5c c\\a \\3c /style>")}'


@pytest.mark.parametrize(
    ("script", "written"),
    [
        ("import a from './a.js'", "import a from './a.js'"),
        ('export * from "./gone.js"', 'export * from "data:text/javascript,"'),
        ("import vue from 'vue'", "import vue from 'vue'"),
        ("import('/up.js')", "import('http://docs.test/up.js')"),
    ],
)
def test_modules(script: str, written: str) -> None:
    assert fill_module(number_module(script, SHEET, None), book) == written


def test_an_import_cannot_end_its_string() -> None:
    template = number_module("import './a.js'", SHEET, None)
    hostile = Resolution("./a'\"\\\n</script>\u2028", Standing.ONLINE)
    assert fill_module(template, lambda reference: hostile) == (
        "import './a\\u0027\\u0022\\u005c\\u000a\\u003c/script>\\u2028'"
    )
