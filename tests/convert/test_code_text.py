"""Code as a browser would copy it."""

from __future__ import annotations

import pytest

from scrapepy.convert.code_text import code_text, text_by_lines
from scrapepy.web.html import parse

CASES = [
    ("<pre>a\n  b\t\n\nc </pre>", "a\n  b\t\n\nc "),
    ("<pre>\nfirst line end dropped</pre>", "first line end dropped"),
    ("<pre>\n\nblank line kept</pre>", "\nblank line kept"),
    ("<pre><code>a\n\n</code>\n</pre>", "a"),
    ("<pre>  <code>indented</code></pre>", "  indented"),
    ("<pre>a&nbsp;b</pre>", "a\xa0b"),
    ("<pre>a<br>b<br><br>c</pre>", "a\nb\n\nc"),
    ("<pre><div>a</div><div>  b</div><div></div><div>c</div></pre>", "a\n  b\n\nc"),
    ("<pre><div><div>a</div></div><div>b</div></pre>", "a\nb"),
    ("<pre><span>1</span><span>2</span></pre>", "12"),
    ("<pre><span class=linenos>1 </span>a\n<span class=linenos>2 </span>b</pre>", "a\nb"),
    ("<pre><span class='codeLineNumber_x1'>1</span>a</pre>", "a"),
    ("<pre>a<button>Copy</button><span class=boring>hidden\n</span>b</pre>", "ab"),
    ("<pre><code class='language-python line-numbers'>\nimport uno\nx = 1</code></pre>", "\nimport uno\nx = 1"),
    ("<pre><span class=line-numbers><b>import</b> everything\nx</span></pre>", "import everything\nx"),
    ("<pre><code class=line-numbers><span class=line-number>1</span>a</code></pre>", "a"),
    ("<pre><code class=line-numbers>1\n2</code><code>a\nb</code></pre>", "a\nb"),
    ("<pre><pre><code>x</code></pre></pre>", "x"),
    ("<pre>a <span class=copyright>copyright</span>, <i class=lines>lines</i></pre>", "a copyright, lines"),
    ("<pre><span class=line>a</span>\n<span class=line>b</span></pre>", "a\nb"),
    ("<pre><ol><li>a</li><li>b</li></ol></pre>", "a\nb"),
    ("<pre></pre>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("source", "code"), CASES)
def test_code_text(source: str, code: str) -> None:
    block = parse(source).css_first("pre")
    assert block is not None
    assert code_text(block) == code


def test_white_space_between_lines_of_a_block_that_is_no_pre() -> None:
    block = parse("<div id=b>\n  <div>a</div>\n  <div> b</div>\n</div>").css_first("#b")
    assert block is not None
    assert text_by_lines(block, collapse_between=True) == "a\n b\n"
