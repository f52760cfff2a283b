"""Which signs in a page's text are formulas, by the scripts that it loads.

MathJax and KaTeX's auto-render read ``$$`` as the sign of a displayed formula. A single ``$`` is one only where the
page's configuration says so (MathJax: ``inlineMath``; KaTeX: ``delimiters``), since it stands for money elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.model.url import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapepy.model.url import Reference
    from scrapepy.web.html import Node

_LOADED = re.compile(r"mathjax|katex|auto-render", re.IGNORECASE)
_NAMED = re.compile(r"MathJax|renderMathInElement")
_SINGLE = re.compile(
    r"""inlineMath['"]?\s*:\s*(?:\{\s*\[\+\]\s*:)?\s*\[[^;]{0,80}?\[\s*['"]\$['"]|left['"]?\s*:\s*['"]\$['"]"""
)


def formula_signs(node: Node | None, references: Sequence[Reference]) -> frozenset[str]:
    """``$$`` if a script of the page that holds ``node`` draws what stands between, and ``$`` likewise."""
    loaded = any(each.role is Role.SCRIPT and _LOADED.search(each.address) for each in references)
    single = False
    while node is not None and node.parent is not None:
        node = node.parent
    for script in node.css("script:not([src])") if node is not None else ():
        text = script.text()
        if _NAMED.search(text):
            loaded = True
        single = single or _SINGLE.search(text) is not None
    if not loaded:
        return frozenset()
    return frozenset(("$$", "$")) if single else frozenset(("$$",))
