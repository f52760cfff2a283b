"""Where the language of a code block is stated, and where it only looks so."""

from __future__ import annotations

import pytest

from scrapepy.convert.code_language import language_in_classes, language_of
from scrapepy.rules.code_languages import (
    BRUSH_ATTRIBUTE,
    LANGUAGE_ATTRIBUTES,
    LANGUAGES,
    MARKERS,
    NO_LANGUAGE,
    PREFIXES,
)
from scrapepy.web.html import parse

# prefix: (classes of a wrapper, language, classes that only look so)
PREFIX_CASES = {
    "language-": ("language-js theme-code-block", "js", "languages"),
    "lang-": ("prettyprint lang-foo", "foo", "lang-en"),
    "highlight-source-": ("highlight highlight-source-shell", "shell", "highlight-sources"),
    "highlight-text-": ("highlight-text-html-basic", "html-basic", "highlight-texts"),
    "highlight-": ("highlight-ucode notranslate", "ucode", "highlight-box"),
    "mw-highlight-lang-": ("mw-highlight mw-highlight-lang-lua", "lua", "mw-highlight-language"),
    "src-": ("src src-emacs-lisp", "emacs-lisp", "src-link"),
    "user-": ("example user-python", "python", "user-avatar"),
    "tab-": ("highlight tab tab-python", "python", "tab-pane"),
    "hl-": ("highlight hl-ipython3", "ipython3", "hl-sidebar"),
    "brush:": ("brush: java; gutter: false", "java", "brushes"),
}


def test_each_prefix_has_its_case() -> None:
    assert list(PREFIX_CASES) == [row.prefix for row in PREFIXES]


@pytest.mark.parametrize("prefix", PREFIX_CASES)
def test_prefixes(prefix: str) -> None:
    classes, language, near_miss = PREFIX_CASES[prefix]
    assert language_in_classes(classes, own=False) == language
    assert language_in_classes(near_miss, own=False) is None


STATED = [
    ("<pre class='language-sql'><code>x</code></pre>", "sql"),
    ("<pre><code class='language-rust,ignore edition2021'>x</code></pre>", "rust"),
    ("<pre><code class='language-js{1,3}'>x</code></pre>", "js"),
    ("<pre><code class='{.python}'>x</code></pre>", ""),
    ("<pre><code class='hljs Python'>x</code></pre>", "python"),
    ("<pre><code class='python hljs'>x</code></pre>", "python"),
    ("<pre class='lisp'>x</pre>", "lisp"),
    ("<pre class='wide'>x</pre>", ""),
    ("<pre class='sourceCode python'><code class='sourceCode python'>x</code></pre>", "python"),
    ("<div class='highlight-python3 notranslate'><div class='highlight'><pre>x</pre></div></div>", "python3"),
    ("<div class='highlight-default notranslate'><div class='highlight'><pre>x</pre></div></div>", ""),
    ("<div class='highlight-none notranslate'><div class='highlight'><pre>x</pre></div></div>", ""),
    ("<div class='highlight-text notranslate'><div class='highlight'><pre>x</pre></div></div>", "text"),
    ("<div class='highlight-ipython3 notranslate'><pre>x</pre></div>", "ipython3"),
    ("<div class='language-c++ highlighter-rouge'><div class=highlight><pre>x</pre></div></div>", "c++"),
    ("<pre class='chroma'><code class='language-go' data-lang='go'>x</code></pre>", "go"),
    ("<pre data-language='TOML'><code>x</code></pre>", "toml"),
    ("<pre class='language-none'>x</pre>", ""),
    ("<pre><code class='nohighlight'>x</code></pre>", ""),
    ("<div class='language-python'><p>prose</p><ul><li><pre>x</pre></li></ul></div>", ""),
    ("<div lang='en' class='lang-en'><pre>x</pre></div>", ""),
    ("<figure data-language='sh'><pre><code><span>x</span></code></pre></figure>", "sh"),
    ("<my-code class='language-vue'><pre>x</pre></my-code>", "vue"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "language"), STATED)
def test_language_of(source: str, language: str) -> None:
    block = parse(source).css_first("pre")
    assert block is not None
    assert language_of(block) == language


@pytest.mark.parametrize("name", LANGUAGE_ATTRIBUTES)
def test_attributes(name: str) -> None:
    block = parse(f"<div {name}='Lua'><pre>x</pre></div>").css_first("pre")
    assert block is not None
    assert language_of(block) == "lua"


def test_brush_attribute() -> None:
    block = parse(f"<pre {BRUSH_ATTRIBUTE}='brush: scala; gutter: false'>x</pre>").css_first("pre")
    assert block is not None
    assert language_of(block) == "scala"


def test_tables_are_lower_case_and_do_not_contradict() -> None:
    for table in (LANGUAGES, MARKERS, NO_LANGUAGE):
        assert all(word == word.lower() for word in table)
    assert not LANGUAGES & NO_LANGUAGE
    assert not LANGUAGES & MARKERS
    assert all(language_in_classes(f"language-{word}", own=True) == "" for word in NO_LANGUAGE)
    assert all(language_in_classes(f"hljs {word}", own=False) == word for word in LANGUAGES if word not in ("c", "d"))
