"""Every row of the table of API items with an item that it is for, and one that only looks like it."""

from __future__ import annotations

import pytest

from scrapepy.convert import render_api_item
from scrapepy.rules.api_items import API_ITEMS, ApiItem
from tests.support.render_golden import to_markdown

# id: (source, Markdown, near miss, its Markdown)
CASES: dict[str, tuple[str, str, str, str]] = {
    "javadoc-member": (
        "<h2>Methods</h2><section class=detail id='f()'><h3>f</h3><div class=member-signature>void&nbsp;f()</div>"
        "<h3>Care</h3></section><section class=detail><h3>g</h3><div class=member-signature>int g()</div></section>",
        "## Methods\n\n### `void f()`\n\n#### Care\n\n### `int g()`",
        "<h2>Methods</h2><section class=detail><h3>f</h3><pre>f()</pre></section>",
        "## Methods\n\n### f\n\n```\nf()\n```",
    ),
    "exdoc-item": (
        "<h1>Pot</h1><section class=details-list><h1 class=section-heading>Functions</h1><section class=detail id=a/1>"
        "<div class=detail-header><a class=detail-link href='#a/1'>#</a><div class=heading-with-actions>"
        "<h1 class=signature>boil(pot)</h1></div></div><section class=docstring><h2>Examples</h2><p>x</p></section>"
        "</section></section>",
        "# Pot\n\n# Functions\n\n## `boil(pot)`\n\n### Examples\n\nx",
        "<section class=detail><h1>boil(pot)</h1><p>x</p></section>",
        "# boil(pot)\n\nx",
    ),
    "rustdoc-item": (
        "<h2>Implementations</h2><details class='toggle implementors-toggle' open><summary><section class=impl>"
        "<a class='src rightside' href='s.html'>Source</a><h3 class=code-header>impl <a href='p.html'>P</a></h3>"
        "</section></summary><details class='toggle method-toggle' open><summary><section class=method id=method.f>"
        "<h4 class=code-header>fn f()</h4></section></summary><div class=docblock><h5>Errors</h5><p>x</p></div>"
        "</details></details>",
        "## Implementations\n\n### `impl P`\n\n#### `fn f()`\n\n##### Errors\n\nx",
        "<details class=toggle><summary>More</summary><p>x</p></details>",
        "<details>\n<summary>More</summary>\n\nx\n\n</details>",
    ),
    "rustdoc-bare-item": (
        "<h2>Required Methods</h2><section class=tymethod><a class='src rightside' href='s.html'>Source</a>"
        "<h4 class=code-header>fn f()</h4></section><h3>Next</h3>",
        "## Required Methods\n\n### `fn f()`\n\n### Next",
        "<section class=method><h4>How it works</h4><p>x</p></section>",
        "#### How it works\n\nx",
    ),
    "yard-method": (
        "<h2>Details</h2><div class=method_details><h3 class=signature id=f>#<strong>f</strong>(n) ⇒ "
        "<tt>Water</tt> <span class=extras>(readonly)</span></h3><table class=source_code><tr><td><pre>1</pre></td>"
        "<td><pre>def f</pre></td></tr></table><p>x</p></div>",
        "## Details\n\n### `#f(n) ⇒ Water`\n\n*(readonly)*\n\nx",
        "<div class=method_details><h3>How</h3><p>x</p></div>",
        "### How\n\nx",
    ),
    "crystal-method": (
        "<h2>Method Detail</h2><div class=entry-detail id=f><div class=signature>def <strong>f</strong>(n) "
        "<a class=method-permalink href='#f'>#</a></div><div class=doc><p>x</p></div></div>",
        "## Method Detail\n\n### `def f(n)`\n\nx",
        "<div class=entry-detail><h3>How</h3><p>x</p></div>",
        "### How\n\nx",
    ),
    "rdoc-method": (
        "<h3>Public Methods</h3><div id=method-i-f class=method-detail><div class=method-heading>"
        "<span class=method-name>f</span><span class=method-args>(n)</span>"
        "<span class=method-click-advice>click to toggle source</span></div><div class=method-description><p>x</p>"
        "<div class=method-source-code><pre>def f</pre></div></div></div>",
        "### Public Methods\n\n#### `f(n)`\n\nx",
        "<div class=method-detail><p>How it is done</p></div>",
        "How it is done",
    ),
    "mkdocstrings-item": (
        "<div class='doc doc-object doc-function'><h2 id=pot.f class='doc doc-heading'><span>pot.f</span>"
        "<span class='doc doc-labels'><small><code>async</code></small></span></h2>"
        "<div class='doc-signature highlight'><pre><code>f(\n    n: int,\n) -&gt; int</code></pre></div>"
        "<div class='doc-signature highlight'><pre><code>f(n: str) -&gt; str</code></pre></div>"
        "<div class='doc doc-contents'><p>x</p><details class=mkdocstrings-source><summary>Source code in x</summary>"
        "<pre>def f</pre></details></div></div>",
        "## `pot.f(n: int) -> int`\n\n## `pot.f(n: str) -> str`\n\n*async*\n\nx",
        "<div class=doc-object><h2>f</h2><p>x</p></div>",
        "## f\n\nx",
    ),
    "mkdocstrings-heading": (
        "<h1>API</h1><div class='doc doc-object doc-class'><h2 id=P class='doc doc-heading'><code>Pot(n)</code></h2>"
        "<div class='doc doc-contents'><details class=quote><summary>Source code in <code>pot.py</code></summary>"
        "<pre>class Pot</pre></details><div class='doc doc-object doc-function'><h3 class='doc doc-heading'>"
        "<code>f()</code></h3></div></div></div>",
        "# API\n\n## `Pot(n)`\n\n### `f()`",
        "<div class=doc-objects><h2 class=heading>Pot</h2></div>",
        "## Pot",
    ),
    "haddock-item": (
        "<h1>Map</h1><div class=top><p class=src><span class=keyword>class</span> <a id=t:Pot class=def>Pot</a> a "
        "<a href='s.html' class=link>Source</a> <a class=selflink href='#t:Pot'>#</a></p><div class=doc><p>x</p></div>"
        "<div class=subs><p class=caption>Methods</p><p class=src><a id=v:f class=def>f</a> :: a</p><h4>Care</h4>"
        "<p class=src>f :: Int</p></div></div>",
        "# Map\n\n## `class Pot a`\n\nx\n\n**Methods**\n\n### `f :: a`\n\n### Care\n\n`f :: Int`",
        "<div class=top><p>Back to the top</p></div>",
        "Back to the top",
    ),
    "nim-item": (
        "<h1>Procs</h1><div class=nim-item id=f><pre>proc <a href='#f'>f</a>(n: int): int {.\n  inline.}</pre><p>x</p>"
        "<pre>f(3)</pre></div>",
        "# Procs\n\n## `proc f(n: int): int {. inline.}`\n\nx\n\n```\nf(3)\n```",
        "<div class=nim-item><p>x</p><pre>f(3)</pre></div>",
        "x\n\n```\nf(3)\n```",
    ),
    "pdoc-item": (
        "<h1>pot</h1><div id=f class=classattr><div class='attr function'><span class=def>def</span> "
        "<span class=name>f</span><span class=signature>(<span class=param>\tn: int,</span>\t*)</span>"
        "<label class=view-source-button>View Source</label></div><div class=docstring><h6>R</h6><p>x</p></div></div>",
        "# pot\n\n## `def f(n: int, *)`\n\n### R\n\nx",
        "<div class=classattr><p>x</p></div>",
        "x",
    ),
    "go-item": (
        "<h3>Functions</h3><div class=Documentation-function><h4 class=Documentation-functionHeader id=F><span>func "
        "<a class=Documentation-source href='s.html'>F</a> <a class=Documentation-idLink href='#F'>¶</a></span>"
        "<span class=Documentation-sinceVersion>added in v1.2.0</span></h4><div class=Documentation-declaration>"
        "<pre>func F(n <a href='/builtin#int'>int</a>) error</pre></div><p>x</p></div>",
        "### Functions\n\n#### `func F(n int) error`\n\n*added in v1.2.0*\n\nx",
        "<div class=Documentation-function><h4>How</h4><pre>x</pre></div>",
        "#### How\n\n```\nx\n```",
    ),
    "go-type": (
        "<h3>Types</h3><div class=Documentation-type><h4 class=Documentation-typeHeader id=T>type "
        "<a class=Documentation-source href='s.html'>T</a> <a class=Documentation-idLink href='#T'>¶</a></h4>"
        "<div class=Documentation-declaration><pre>type T struct {\n\tN int\n}</pre></div></div>",
        "### Types\n\n#### `type T`\n\n```\ntype T struct {\n\tN int\n}\n```",
        "<div class=Documentation-types><h4>T</h4></div>",
        "#### T",
    ),
    "pydoctor-item": (
        "<h1>Pot</h1><div class=pydoctor-item><a name=f></a><div class=functionHeader>"
        "<div><span class=decorator>@property<br></span></div><span class=py-keyword>def</span>&#160;f(self): "
        "<a class=headerLink href='#f'>¶</a></div><div class=functionBody><p>x</p></div></div>",
        "# Pot\n\n## `@property def f(self):`\n\nx",
        "<div class=basemethod><div class=functionHeaders>f</div></div>",
        "f",
    ),
    "phpdocumentor-item": (
        "<h3>Methods</h3><article class='phpdocumentor-element -method'><h4 class=phpdocumentor-element__name id=m>f()"
        "</h4><aside class=phpdocumentor-element-found-in>Pot.php : 20</aside><p>x</p>"
        "<code class=phpdocumentor-signature>public f(float&nbsp;$n) : bool</code><h5>Parameters</h5></article>",
        "### Methods\n\n#### `public f(float $n) : bool`\n\nx\n\n##### Parameters",
        "<article class=phpdocumentor-element><h4>f()</h4></article>",
        "#### f()",
    ),
    "erlang-function": (
        "<h3>Exports</h3><article class=func><h4 id=a-1 class='title-link func-head'><div class=title-anchors>"
        "<a href='#a-1'><span></span></a></div><span class=title-name>any(Pred, List) -&gt; "
        "<span class=bold_code>boolean()</span></span><span class=title-since>OTP 25.0</span></h4><h3>Types</h3>"
        "<p>x</p></article>",
        "### Exports\n\n#### `any(Pred, List) -> boolean()`\n\n*OTP 25.0*\n\n##### Types\n\nx",
        "<article class=func><h4>any</h4></article>",
        "#### any",
    ),
}


def test_each_row_has_its_case() -> None:
    assert list(CASES) == [row.id for row in API_ITEMS]


@pytest.mark.parametrize("row", API_ITEMS, ids=lambda row: row.id)
def test_what_a_row_is_for(row: ApiItem, monkeypatch: pytest.MonkeyPatch) -> None:
    source, expected, near_miss, untouched = CASES[row.id]
    assert to_markdown(source) == expected
    assert to_markdown(near_miss) == untouched
    monkeypatch.setattr(render_api_item, "API_ITEMS", tuple(other for other in API_ITEMS if other is not row))
    render_api_item.rows_for.cache_clear()
    assert to_markdown(source) != expected, "the row makes no difference"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    render_api_item.rows_for.cache_clear()


def test_ids_of_an_item_lead_to_its_heading() -> None:
    source = (
        "<p><a href='#f'>first</a>, <a href='#inner'>inner</a>, <a href='#old'>old</a></p><section class=detail id=f>"
        "<h3 id=old>f</h3><div class=member-signature>void <a id=inner></a>f()</div></section>"
    )
    assert to_markdown(source) == "[first](#void-f), [inner](#void-f), [old](#void-f)\n\n## `void f()`"


def test_a_heading_takes_the_words_of_the_declaration_right_below() -> None:
    source = (
        "<h3 class=code-header>func (*Pot) <a href='s.go'>Boil</a></h3><pre>func (p *Pot) Boil(n int)</pre><p>x</p>"
    )
    assert to_markdown(source) == "### `func (p *Pot) Boil(n int)`\n\nx"
    source = "<h3 class=code-header>type Pot</h3><pre>type Pot struct {}</pre>"
    assert to_markdown(source) == "### `type Pot`\n\n```\ntype Pot struct {}\n```"
    source = "<h3 class=declaration-title>pot_boil ()</h3><pre>void\npot_boil (int n);</pre>"
    assert to_markdown(source) == "### `void pot_boil (int n)`"
    source = "<h3 class=declaration-title>The “lid” property</h3><pre>“lid” gboolean</pre>"
    assert to_markdown(source) == "### The “lid” property\n\n```\n“lid” gboolean\n```"
