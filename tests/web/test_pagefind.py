from __future__ import annotations

import pytest

from scrapepy.web.modules import number_module


@pytest.mark.parametrize(
    ("script", "asked"),
    [
        (
            'import("./ui.js");new U({baseUrl:"/docs",bundlePath:"/docs".replace(/\\/$/,"")+"/pagefind/",a:1})',
            "http://h/docs/pagefind/pagefind.js",
        ),
        (
            'import("./ui.js");new U({baseUrl:"/",bundlePath:"/".replace(/\\/$/,"")+"/pagefind/"})',
            "http://h/pagefind/pagefind.js",
        ),
        ('import "./a.js";new U({element:"#s",bundlePath:"/x/pagefind/"})', "http://h/x/pagefind/pagefind.js"),
    ],
)
def test_the_folder_is_told_from_the_scripts_own_place(script: str, asked: str) -> None:
    template = number_module(script, "http://h/_astro/search.js", None)
    assert asked in [reference.url for reference in template.references]
    assert '"/pagefind/"' not in template.text.replace('return"/pagefind/"', "")
    assert template.text.count("import.meta.url") == script.count("baseUrl") + 1


def test_what_is_no_option_stays() -> None:
    text = 'import "./a.js";const l="/pagefind/";log("bundlePath: /pagefind/")'
    assert "import.meta" not in number_module(text, "http://h/_astro/search.js", None).text
