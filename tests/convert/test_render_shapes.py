"""Every row of the markup table with an element that it is for, and one that only looks like it."""

from __future__ import annotations

import pytest

from scrapepy.convert import render_shapes
from scrapepy.convert.render import MarkdownConverter
from scrapepy.convert.render_dispatch import HANDLERS, ROLES, SHAPES
from scrapepy.convert.render_shapes import rule_of, shape_of
from scrapepy.convert.to_markdown import convert_fragment
from scrapepy.rules.markup import MARKUP_RULES, Shape
from tests.support.render_golden import to_markdown

# id: (source, Markdown, near miss, its Markdown)
CASES: dict[str, tuple[str, str, str, str]] = {
    "permalink": (
        "<h2>Lid <a class=headerlink href='#l'>link to this</a></h2>",
        "## Lid",
        "<h2>Lid <a class=header-link href='x.html'>more</a></h2>",
        "## Lid [more](x.html)",
    ),
    "permalink-box": (
        "<h2><span class=permalink><a href='x.html#a'>here</a></span>run()</h2>",
        "## run()",
        "<h2><a class=permalink href='post.html'>A post's title</a></h2>",
        "## [A post's title](post.html)",
    ),
    "permalink-node": (
        "<h2>fs <a class=mark href='fs.html#x'>x</a></h2>",
        "## fs",
        "<p><span class=mark>marked</span></p>",
        "marked",
    ),
    "source-link": (
        "<p>f() <a href='s.html'><span class=viewcode-link>[source]</span></a></p>",
        "f()",
        "<p><a class=source href='s.html'>the source</a></p>",
        "[the source](s.html)",
    ),
    "copy-button": (
        "<p>x<span class=copybtn>Copy</span></p>",
        "x",
        "<p>x <span class=copy>Copy rights</span></p>",
        "x Copy rights",
    ),
    "code-label": (
        "<div class=language-js><span class=lang>js</span><pre><code>x</code></pre></div>",
        "```js\nx\n```",
        "<p>in <span class=lang>French</span></p>",
        "in French",
    ),
    "table-tabs": (
        "<div class=table-tabs>All Methods</div><p>x</p>",
        "x",
        "<div class=tabs-of-tables>All</div><p>x</p>",
        "All\n\nx",
    ),
    "panel-title": (
        "<ul role=tablist><li role=tab>npm</li></ul>"
        "<div role=tabpanel><div class=vp-tab-title>npm</div><p>Run it.</p></div>",
        "**npm**\n\nRun it.",
        "<div class=tab-title>npm</div><p>Run it.</p>",
        "npm\n\nRun it.",
    ),
    "note-icon": (
        "<blockquote class='callout callout_info'><span class=callout-icon>&#128216;</span><p>Mind.</p></blockquote>",
        "> [!NOTE]\n> Mind.",
        "<p><span class=icon>&#128216;</span> Mind.</p>",
        "\U0001f4d8 Mind.",
    ),
    "screen-reader": (
        "<p>x<span class=sr-only>(opens elsewhere)</span></p>",
        "x",
        "<p>x <span class=sr>stays</span></p>",
        "x stays",
    ),
    "footnote-way-back": (
        "<p>note <a class=footnote-backref href='#r'>back</a></p>",
        "note",
        "<p><a class=back href='x.html'>back</a></p>",
        "[back](x.html)",
    ),
    "footnote-bracket": (
        "<p>a<span class=fn-bracket>[</span>1</p>",
        "a1",
        "<p>a<span class=bracket>(</span>1</p>",
        "a(1",
    ),
    "classifier-delimiter": (
        "<p>size <span class=classifier-delimiter>:</span> number</p>",
        "size number",
        "<p>size <span class=delimiter>:</span> number</p>",
        "size : number",
    ),
    "tooltip": ("<div class=ttc>hover</div><p>x</p>", "x", "<div class=ttcc>text</div><p>x</p>", "text\n\nx"),
    "tree-icon": (
        "<p><span class=icona><span class=icon>C</span></span>Class</p>",
        "Class",
        "<p>an <span class=arrows>arrow</span></p>",
        "an arrow",
    ),
    "toc-backref": (
        "<h2><a class=toc-backref href='x.html#id1'>Title</a></h2>",
        "## Title",
        "<h2><a class=toc href='x.html'>Title</a></h2>",
        "## [Title](x.html)",
    ),
    "badge": (
        "<p><span class=mlabel>inline</span><span class=mlabel>static</span></p>",
        "inline static",
        "<p><span class=label>in</span><span class=label>line</span></p>",
        "inline",
    ),
    "hero-name": (
        "<h1><span class='name clip'>Kettle</span><span class=text>Tea in a minute</span></h1>",
        "# Kettle Tea in a minute",
        "<h1><span class=name>Kettle</span><span class=text>s</span></h1>",
        "# Kettles",
    ),
    "code-word": (
        "<p>as <span class=code-word>a_b</span></p>",
        "as `a_b`",
        "<p>as <span class=word>a_b</span></p>",
        "as a_b",
    ),
    "emoticon": (
        "<p>Done <img class='emoticon emoticon-smile' data-emoji-fallback=':)' src='s.png' alt='(smile)'></p>",
        "Done :)",
        "<p>Done <img class=icon src='s.png' alt='(smile)'></p>",
        "Done ![(smile)](s.png)",
    ),
    "path-dot": (
        "<h1><a href='i.html'>Gtk</a><span class=sep></span>Box</h1>",
        "# [Gtk](i.html).Box",
        "<p>a<span class=sep> / </span>b</p>",
        "a / b",
    ),
    "version-word": (
        "<p><span class='versionmodified added'>New in 3.8: </span>Lid.</p>",
        "*New in 3.8:* Lid.",
        "<p><span class=version>3.8</span> Lid.</p>",
        "3.8 Lid.",
    ),
    "task-done": (
        "<ul><li><i class='fa fa-check-square-o'></i> x</li></ul>",
        "- [x] x",
        "<ul><li>x <i class='fa fa-check-square-o'></i></li></ul>",
        "- x",
    ),
    "task-open": (
        "<ul><li><i class='fa fa-square-o'></i> x</li></ul>",
        "- [ ] x",
        "<ul><li><i class='fa fa-star'></i> x</li></ul>",
        "- x",
    ),
    "sphinx-api": (
        "<h2>F</h2><dl class='py property'><dt class='sig'>f()</dt><dd>Does.</dd></dl>",
        "## F\n\n### `f()`\n\nDoes.",
        "<dl class='py'><dt>f</dt><dd>Does.</dd></dl>",
        "- **f**: Does.",
    ),
    "sphinx-api-old": (
        "<dl class=function><dt id=f><code class=descname>f</code>()</dt><dd>Does.</dd></dl>",
        "## `f()`\n\nDoes.",
        "<dl class=function><dt id=f>f</dt><dd>Does.</dd></dl>",
        "- **f**: Does.",
    ),
    "field-list": (
        "<dl class=field-list><dt>Uses:</dt><dd>a</dd><dd>b</dd></dl>",
        "- **Uses**\n  - a\n  - b",
        "<dl class=fields><dt>Uses:</dt><dd>a</dd><dd>b</dd></dl>",
        "- **Uses**\n\n  a\n\n  b",
    ),
    "javadoc-notes": (
        "<dl class=notes><dt>Since:</dt><dd>1</dd></dl><dl class=notes><dt>See:</dt><dd>x</dd></dl>",
        "- **Since**: 1\n- **See**: x",
        "<dl class=footnotes-list><dt>Since:</dt><dd>1</dd></dl><dl><dt>See:</dt><dd>x</dd></dl>",
        "- **Since**: 1\n\n* **See**: x",
    ),
    "doxygen-member-title": (
        "<h2 class=memtitle>f()</h2><div class=memitem><div class=memproto><table class=memname><tr><td>int f</td>"
        "<td>()</td></tr></table></div></div>",
        "## `int f()`",
        "<h2 class=memtitle>f()</h2><p>no prototype</p>",
        "## f()\n\nno prototype",
    ),
    "doxygen-member": (
        "<div class=memitem><div class=memproto>int f;</div><div class=memdoc>Does.</div></div>",
        "## `int f;`\n\nDoes.",
        "<div class=memitem><p>no prototype</p></div>",
        "no prototype",
    ),
    "doxygen-members": (
        "<table class=memberdecls><tr><td class=memItemLeft>int</td><td class=memItemRight>f</td></tr>"
        "<tr><td class=mdescRight>Does.</td></tr></table>",
        "- int f: Does.",
        "<table class=members><tr><td>int</td><td>f</td></tr></table>",
        "|  |  |\n| --- | --- |\n| int | f |",
    ),
    "doxygen-parameters": (
        "<dl class=params><dt>Parameters</dt><dd><table class=params><tr><td class=paramname>n</td><td>count</td></tr>"
        "</table></dd></dl>",
        "- **Parameters**\n  - `n`: count",
        "<dl class=parameters><dt>n</dt><dd>count</dd></dl>",
        "- **n**: count",
    ),
    "api-item": (
        "<section class=detail><h3>f</h3><div class=member-signature>void&nbsp;f()</div><div>Does.</div></section>",
        "## `void f()`\n\nDoes.",
        "<section class=detail><h3>f</h3><p>no signature</p></section>",
        "### f\n\nno signature",
    ),
    "declaration-heading": (
        "<h3 class=fn>void QPot::<span class=name>boil</span>()</h3>",
        "### `void QPot::boil()`",
        "<h3 class=function>boil</h3>",
        "### boil",
    ),
    "declaration-line": (
        "<h2>Fields</h2><span class=structfield id=f.x><code>x: u8</code></span><div>One.</div>"
        "<span class=structfield id=f.y><code>y: u8</code></span>",
        "## Fields\n\n### `x: u8`\n\nOne.\n\n### `y: u8`",
        "<p class=srcset>a set</p>",
        "a set",
    ),
    "since": (
        "<h1>Vec</h1><span class=sub-heading><span class=since title='Stable since 1.0.0'>1.0.0</span> · </span>",
        "# Vec\n\n*Stable since 1.0.0*",
        "<h1>Pot</h1><span class=sub-heading>and its lid</span>",
        "# Pot\n\nand its lid",
    ),
    "declaration-in-list": (
        "<ul><li><dfn class=src>x :: Int</dfn><div class=doc>One.</div></li></ul>",
        "- `x :: Int`\n\n  One.",
        "<ul><li><dfn>x</dfn> is one</li></ul>",
        "- *x* is one",
    ),
    "docstring": (
        "<h2>run()</h2><div class=docstring><h6>Returns</h6><p>x</p></div>",
        "## run()\n\n### Returns\n\nx",
        "<h2>run()</h2><div class=docs><h6>Returns</h6><p>x</p></div>",
        "## run()\n\n###### Returns\n\nx",
    ),
    "parameter-rows": (
        "<table class=fieldTable><tr class=fieldStart><td class=fieldName colspan=2>Parameters</td></tr>"
        "<tr><td><span class=fieldArg>n:</span><code>int</code></td><td>how many</td></tr></table>",
        "- **Parameters**\n  - **n** (`int`): how many",
        "<table class=fieldtable><tr><th>Enumerator</th></tr><tr><td>COLD</td></tr></table>",
        "| Enumerator |\n| --- |\n| COLD |",
    ),
    "type-declaration": (
        "<div class=type-signature>class <span>A</span>\nextends <a href='b.html'>B</a></div>",
        "`class A extends` [`B`](b.html)",
        "<div class=signature>Yours, <a href='b.html'>B</a></div>",
        "Yours, [B](b.html)",
    ),
    "typedoc-member": (
        "<section class=tsd-member><h3><code class=tsd-tag>Static</code><span>size</span></h3>"
        "<div class=tsd-signature>size: number</div><p>Cups.</p></section>",
        "## `size: number`\n\n*Static*\n\nCups.",
        "<section class=tsd-member><h3>Pot</h3><p>Re-exports Pot.</p></section>",
        "### Pot\n\nRe-exports Pot.",
    ),
    "typedoc-signatures": (
        "<ul class=tsd-signatures><li><div class=tsd-signature>f(a: T): void</div>"
        "<div class=tsd-description><p>Runs.</p><div class=tsd-parameters><h4>Parameters</h4>"
        "<ul class=tsd-parameter-list><li><span>a: T</span><p>what</p></li></ul></div>"
        "<h4 class=tsd-returns-title>Returns void</h4></div></li></ul>",
        "## `f(a: T): void`\n\nRuns.\n\n- **Parameters**\n  - `a: T`: what\n- **Returns**: `void`",
        "<ul class=tsd-signatures><li>None here.</li></ul>",
        "None here.",
    ),
    "typedoc-declaration": (
        "<div class=tsd-signature>interface A {<br>&nbsp;&nbsp;&nbsp; b: number;<br>}</div>",
        "```\ninterface A {\n    b: number;\n}\n```",
        "<p class=tsd-signature>type A</p>",
        "type A",
    ),
    "javadoc-list": (
        "<ul class=member-list><li><div>a</div></li><li><div>b</div></li></ul>",
        "a\n\nb",
        "<ul class=members><li><div>a</div></li><li><div>b</div></li></ul>",
        "- a\n- b",
    ),
    "javadoc-grid": (
        "<div class='summary-table two-column-summary'><div>a</div><div>b</div></div>",
        "|  |  |\n| --- | --- |\n| a | b |",
        "<div class='summary-table two-column-summary'><div>a</div><div>b</div><div>c</div></div>",
        "a\n\nb\n\nc",
    ),
    "columns": (
        "<table class='indextable genindextable'><tr><td><ul><li>a</li></ul>x</td><td>b</td></tr></table>",
        "- a\n\nx\n\nb",
        "<table class=hlisted><tr><td>a</td><td>b</td></tr></table>",
        "|  |  |\n| --- | --- |\n| a | b |",
    ),
    "simplelist": (
        "<table class=simplelist><tr><td>a</td><td>b</td></tr></table>",
        "- a\n- b",
        "<table class=simple><tr><td>a</td><td>b</td></tr></table>",
        "|  |  |\n| --- | --- |\n| a | b |",
    ),
    "prototype": (
        "<table class=funcprototype-table><tr><td>int f(</td><td>int a);</td></tr></table>",
        "```\nint f(int a);\n```",
        "<table class=functions><tr><td>f</td><td>boils</td></tr></table>",
        "|  |  |\n| --- | --- |\n| f | boils |",
    ),
    "callouts": (
        "<div class=colist><table><tr><td><i data-value=1></i><b>1</b></td><td>Lid.</td></tr></table></div>",
        "1. Lid.",
        "<div class=collection><table><tr><td>1</td><td>Lid.</td></tr></table></div>",
        "|  |  |\n| --- | --- |\n| 1 | Lid. |",
    ),
    "horizontal-list": (
        "<div class=hdlist><table><tr><td>Lid</td><td>It covers.</td></tr></table></div>",
        "- **Lid**: It covers.",
        "<div class=hdlists><table><tr><td>Lid</td><td>It covers.</td></tr></table></div>",
        "|  |  |\n| --- | --- |\n| Lid | It covers. |",
    ),
    "questions": (
        "<div class=qandaset><table><tr class=question><td><b>1.</b></td><td>Hot?</td></tr>"
        "<tr class=answer><td></td><td>Yes.</td></tr></table></div>",
        "**1.** Hot?\n\nYes.",
        "<div class=questions><table><tr class=question><td>1.</td><td>Hot?</td></tr></table></div>",
        "|  |  |\n| --- | --- |\n| 1. | Hot? |",
    ),
    "code-to-edit": (
        "<textarea class='Documentation-exampleCode code'>a &lt; b\n</textarea>",
        "```\na < b\n```",
        "<p>x</p><textarea class=comment>Your words</textarea>",
        "x",
    ),
    "code-table": (
        "<table class=highlighttable><tr><th class=filename><span class=filename>a.c</span></th></tr>"
        "<tr><td class=linenos><pre>1</pre></td><td><pre>x</pre></td></tr></table>",
        "**a.c**\n\n```\nx\n```",
        "<table class=highlights><tr><td>1</td><td>x</td></tr></table>",
        "|  |  |\n| --- | --- |\n| 1 | x |",
    ),
    "code-lines": (
        "<div class=fragment><div class=line>a</div>\n<div class=line>  b</div></div>",
        "```\na\n  b\n```",
        "<div class=fragments><div class=line>a</div></div>",
        "a",
    ),
    "code-caption": (
        "<div><span class=filename>a.py</span><pre>x</pre></div>",
        "**a.py**\n\n```\nx\n```",
        "<p>edit <span class=file>a.py</span></p>",
        "edit a.py",
    ),
    "code-caption-module": (
        "<div class=codeBlockTitle_x1>a.js</div><pre>x</pre>",
        "**a.js**\n\n```\nx\n```",
        "<div class=codeBlock_x1>a.js</div>",
        "a.js",
    ),
    "code-frame": (
        "<div class=nextra-code><div>boil.js</div><pre><code>boil()</code></pre><button>Copy</button></div>",
        "**boil.js**\n\n```\nboil()\n```",
        "<div class=code><div>In short:</div><pre><code>boil()</code></pre></div>",
        "In short:\n\n```\nboil()\n```",
    ),
    "card": (
        "<div><a class=nextra-card href='a.html'><span>A</span></a><a class=nextra-card href='b.html'>B</a></div>",
        "[A](a.html)\n\n[B](b.html)",
        "<div><a class=discard href='a.html'>A</a>, <a href='b.html'>B</a></div>",
        "[A](a.html), [B](b.html)",
    ),
    "parameter": (
        "<div class=field><div><div data-component-part=field-name>cups</div>"
        "<div data-component-part=field-info-pill>integer</div></div><div><p>How many.</p></div></div>",
        "- **cups** (integer): How many.",
        "<div class=field><p>A field of grass.</p></div>",
        "A field of grass.",
    ),
    "plain-text": (
        "<p class=pre>a\n  b</p>",
        "```\na\n  b\n```",
        "<p>a <span class=pre>b</span></p><p class=prelude>c</p>",
        "a b\n\nc",
    ),
    "diagram": (
        "<div class=mermaid>graph TD;</div>",
        "```mermaid\ngraph TD;\n```",
        "<div class=mermaids>are not real</div>",
        "are not real",
    ),
    "topic": (
        "<div class=topic><p class=topic-title>T</p><p>x</p></div>",
        "> **T**\n>\n> x",
        "<div class=topics><p>T</p></div>",
        "T",
    ),
    "admonition": (
        "<div class='admonition tip'><p>x</p></div>",
        "> [!TIP]\n> x",
        "<div class=info><p>x</p></div><div class=tip><h2>Tips</h2><p>y</p></div>",
        "x\n\n## Tips\n\ny",
    ),
    "notice": (
        "<aside class=success><p>x</p></aside><p class=notice--warning>y</p>",
        "> [!TIP]\n> **Success**\n>\n> x\n\n> [!WARNING]\n> y",
        "<div class=notice><p>x</p></div><p class=successful>y</p>",
        "x\n\ny",
    ),
    "notice-box": (
        "<div class='notice--danger'><p>x</p></div>",
        "> [!CAUTION]\n> x",
        "<div class='notice-board'><p>x</p></div>",
        "x",
    ),
    "inline-box": (
        "<ul><li>n — <div class=inline><p>how many</p></div></li></ul>",
        "- n — how many",
        "<ul><li>n — <div class=inlines><p>how many</p></div></li></ul>",
        "- n —\n\n  how many",
    ),
    "fold": (
        "<div class='MCDropDown dropDown'><span class=MCDropDownHead><a href='#'>Before</a></span>"
        "<div class=MCDropDownBody><p>Clean it.</p></div></div>",
        "<details>\n<summary>Before</summary>\n\nClean it.\n\n</details>",
        "<div class=MCDropDown><p>No head</p></div>",
        "No head",
    ),
    "popup": (
        "<p>A <a href='javascript:void(0)'>lid<span class=MCTextPopupBody>What closes it.</span></a> fits</p>",
        "A lid (What closes it.) fits",
        "<p>A <span class=MCTextPopup>lid</span> fits</p>",
        "A lid fits",
    ),
    "panel": (
        "<div class=confluence-panel><div class=title>Sizes</div><div>Small.</div></div>",
        "> **Sizes**\n>\n> Small.",
        "<div class=panel><div>Small.</div></div>",
        "Small.",
    ),
    "sphinx-deprecated": (
        "<div class=deprecated><p>Deprecated since 3.9.</p></div>",
        "> [!WARNING]\n> Deprecated since 3.9.",
        "<p class=deprecated>Deprecated since 3.9.</p>",
        "Deprecated since 3.9.",
    ),
    "doxygen-note": (
        "<dl class='section warning'><dt>Warning</dt><dd>Hot.</dd></dl>",
        "> [!WARNING]\n> Hot.",
        "<dl class=warnings><dt>Hot</dt><dd>Steam.</dd></dl>",
        "- **Hot**: Steam.",
    ),
    "doxygen-facts": (
        "<dl class='section return'><dt>Returns</dt><dd>a</dd></dl><dl class='section see'><dt>See</dt><dd>b</dd></dl>",
        "- **Returns**: a\n- **See**: b",
        "<dl class=sections><dt>Returns</dt><dd>a</dd></dl><dl><dt>See</dt><dd>b</dd></dl>",
        "- **Returns**: a\n\n* **See**: b",
    ),
    "rubric": ("<p class=rubric>Footnotes</p>", "**Footnotes**", "<p class=rubrics>Footnotes</p>", "Footnotes"),
    "line-block": (
        "<div class=line-block><div class=line>a</div><div class=line>b</div></div>",
        "a\\\nb",
        "<div class=lines><div>a</div><div>b</div></div>",
        "a\n\nb",
    ),
    "block-title": (
        "<div class=exampleblock><div class=title>Rule</div><p>x</p></div>",
        "**Rule**\n\nx",
        "<p><span class=title>A book</span></p>",
        "A book",
    ),
    "caption": (
        "<div><img src='i.png' alt=I><p class=caption>The lid</p></div>",
        "![I](i.png)\n\n*The lid*",
        "<p class=captions>The lid</p>",
        "The lid",
    ),
    "card-title": (
        "<div class=sd-card><div class=sd-card-title>Start</div><p>Here.</p></div>",
        "**Start**\n\nHere.",
        "<div class=card><div class=card-title-box>Start</div><p>Here.</p></div>",
        "Start\n\nHere.",
    ),
    "tab-set": (
        "<div class=sd-tab-set><label>One</label><div>1</div><label>Two</label><div>2</div></div>",
        "**One**\n\n1\n\n**Two**\n\n2",
        "<div class=set><label>One</label> <span>1</span></div>",
        "One 1",
    ),
    "tab-labels": (
        "<ul class=nav-tabs><li>One</li></ul><div class=tab-pane>1</div>",
        "**One**\n\n1",
        "<ul class=nav><li>One</li></ul><div>1</div>",
        "- One\n\n1",
    ),
    "tab-panel": (
        "<div class=tablist><span>One</span></div><div class=tab-pane>1</div>",
        "**One**\n\n1",
        "<div class=tab-pane>1</div>",
        "1",
    ),
    "footnote-mark": (
        "<p>x<a class=footnote-reference href='#n'>1</a></p><div class=footnotes><ol><li id=n>Note.</li></ol></div>",
        "x[^1]\n\n[^1]: Note.",
        "<p>x <a class=footnote-reference href='other.html#n'>1</a></p>",
        "x [1](other.html#n)",
    ),
    "footnote-mark-wiki": (
        "<p>x<sup class=reference><a href='#cite_note-1'>[a]</a></sup></p>"
        "<ol class=references><li id=cite_note-1>Note.</li></ol>",
        "x[^a]\n\n[^a]: Note.",
        "<p>see <a class='reference internal' href='#cite_note-1'>this</a></p><ol><li id=cite_note-1>Note.</li></ol>",
        "see [this](#)\n\n1. Note.",
    ),
    "footnote-inside": (
        "<p>x<sup class=fn>bug<span class=fn-text>A <em>note</em>.</span></sup> y</p><p>z</p>",
        "x[^bug] y\n\nz\n\n[^bug]: A *note*.",
        "<p>x<sup class=fn>n</sup> of <span class=fn>Ann</span></p>",
        "x<sup>n</sup> of Ann",
    ),
    "sidenote": (
        "<p>x<span class=sidenote>A note.</span> y</p>",
        "x[^1] y\n\n[^1]: A note.",
        "<p>x <span class=sidenotes>and more</span></p>",
        "x and more",
    ),
    "footnote": (
        "<p>x<a role=doc-noteref href='#n'>1</a></p><aside class=footnote id=n><p>Note.</p></aside>",
        "x[^1]\n\n[^1]: Note.",
        "<aside class=footnote id=n><p>Nobody refers to it.</p></aside>",
        "Nobody refers to it.",
    ),
    "citation": (
        "<p><a href='#k'>[K]</a></p><div class=citation id=k><span class=label>[K]</span><p>Kettles.</p></div>",
        '[\\[K\\]](#k)\n\n- <a id="k"></a>**[K]**: Kettles.',
        "<div class=citations><span class=label>K</span><p>Kettles.</p></div>",
        "K\n\nKettles.",
    ),
    "footnotes": (
        "<p>x<a role=doc-noteref href='#n'>1</a></p><div class=footnotes><hr><ol><li id=n>Note.</li></ol></div>",
        "x[^1]\n\n[^1]: Note.",
        "<div class=notes-at-the-foot><ol><li>Note.</li></ol></div>",
        "1. Note.",
    ),
    "math-block": (
        "<div class=math>\\[ab\\]</div>",
        "$$\nab\n$$",
        "<div class=maths>2 + 2</div>",
        "2 + 2",
    ),
    "math": (
        "<p><span class=math>\\(ab\\)</span></p>",
        "$ab$",
        "<p><span class=maths>a</span></p>",
        "a",
    ),
    "math-image": (
        "<p><img class=math alt='x^2' src='m.png'></p>",
        "$x^2$",
        "<p><img class=math alt='' src='m.png'></p>",
        "![](m.png)",
    ),
    "katex": (
        "<p><span class=katex><annotation encoding='application/x-tex'>x</annotation>drawn</span></p>",
        "$x$",
        "<p><span class=katex-like>x</span></p>",
        "x",
    ),
    "mathjax": (
        "<p><span class=MathJax_Preview>x squared</span><script type='math/tex'>x^2</script></p>",
        "$x^2$",
        "<p><span class=preview>x squared</span></p>",
        "x squared",
    ),
}  # fmt: skip


def test_each_row_has_its_case() -> None:
    assert list(CASES) == [rule.id for rule in MARKUP_RULES]


@pytest.mark.parametrize("rule", MARKUP_RULES, ids=lambda rule: rule.id)
def test_what_a_row_is_for(rule: object, monkeypatch: pytest.MonkeyPatch) -> None:
    identifier = rule.id  # type: ignore[attr-defined]
    source, expected, near_miss, untouched = CASES[identifier]
    assert to_markdown(source) == expected
    assert to_markdown(near_miss) == untouched
    without(identifier, monkeypatch)
    assert to_markdown(source) != expected, "the row makes no difference"


def without(identifier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table with one row left out."""
    kept = [(row, rule) for row, rule in enumerate(MARKUP_RULES) if rule.id != identifier]
    by_word: dict[str, list[tuple[int, object]]] = {}
    for row, rule in kept:
        for word in rule.words:
            by_word.setdefault(word, []).append((row, rule))
    starts = [(start, row, rule) for row, rule in kept for start in rule.starts]
    monkeypatch.setattr(render_shapes, "_BY_WORD", by_word)
    monkeypatch.setattr(render_shapes, "_BY_START", starts)
    monkeypatch.setattr("scrapepy.convert.render._KNOWN", {})
    shape_of.cache_clear()
    monkeypatch.setattr(render_shapes, "shape_of", shape_of)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    shape_of.cache_clear()


def test_words_are_lower_case_and_stand_once() -> None:
    for rule in MARKUP_RULES:
        names = (*rule.words, *rule.starts)
        assert names
        assert len(set(names)) == len(names)
        assert all(name == name.lower() for name in names)


def test_every_shape_is_rendered() -> None:
    assert set(SHAPES) == set(Shape)
    assert {rule.shape for rule in MARKUP_RULES} == set(Shape)
    assert MarkdownConverter().handlers is HANDLERS
    assert set(ROLES) >= {"tablist", "tabpanel", "doc-noteref"}


def test_the_first_row_wins_and_case_does_not_matter() -> None:
    assert shape_of("a", "Reference HeaderLink") is Shape.PERMALINK
    assert shape_of("dl", "section note") is Shape.ADMONITION
    assert shape_of("dl", "section return") is Shape.FIELD_LIST
    assert shape_of("a", "reference internal") is None
    assert shape_of("div", "notebook") is None
    found = rule_of("div", "admonition deprecated")
    assert found is not None
    assert found.id == "admonition"


def test_what_calls_itself_a_list_of_tabs_and_holds_text_is_content() -> None:
    text = "The kettle boils, and its whistle is heard in every room upstairs. " * 3
    html = f"<div role=tablist><input type=radio><div><h2>Kettles</h2><p>{text}</p><a href=/k>Buy one</a></div></div>"
    assert "The kettle boils" in convert_fragment(html)
