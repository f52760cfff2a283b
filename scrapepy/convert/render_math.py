"""Formulas: ``$x$`` in a line, ``$$`` blocks, from the TeX that the page holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.convert.mathml import tex_of
from scrapepy.convert.render_flow import CODE, TEXT
from scrapepy.web.html import parse_fragment

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_DELIMITED = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]|\$\$(.*?)\$\$|(?<!\\)\$(.*?)(?<!\\)\$", re.DOTALL)


_OWN_NUMBERS = re.compile(r"\\begin\{(?:align|gather|equation|multline)\*?\}")
"""Environments inside which no number can be given from outside."""
_ONE_NUMBER = re.compile(r"\\end\{(?:equation|multline)\*?\}\s*\Z")
"""The end of one that has one number, which can be given inside (MyST's ``amsmath``)."""
_EQUATION_NUMBER = re.compile(r"\(([\w.-]+)\)")


def write_formula(walker: Walker, tex: str, display: bool) -> None:
    """Add a formula; a displayed one stands alone, except where there is but one line."""
    tex = tex.strip()
    if not tex:
        return
    if display and walker.line_break == "\\\n":
        walker.flush()
        walker.emit(CODE, f"$$\n{_without_blank_lines(tex)}\n$$")
        return
    tex = " ".join(tex.split())
    walker.pieces.append(f"$${tex}$$" if display else f"${tex}$")


def _without_blank_lines(tex: str) -> str:
    return "\n".join(line.rstrip() for line in tex.split("\n") if line.strip())


def delimited(text: str) -> str:
    r"""The TeX between the first delimiters (``\( \)``, ``\[ \]``, ``$ $``), or the text itself if it has none."""
    match = _DELIMITED.search(text)
    if match is None:
        return text
    return next(group for group in match.groups() if group is not None)


def math(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``span.math``; one that holds what MathJax or KaTeX drew is rendered as that."""
    if node.css_first("math, script, .katex, mjx-container") is not None:
        walker.walk(node)
        return
    text = node.text()
    write_formula(walker, delimited(text), text.lstrip().startswith(("\\[", "$$")))


def math_block(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``div.math``: one formula or several; Sphinx's number of it is a tag in the TeX."""
    walker.flush()
    if node.css_first("math, script, .katex, mjx-container, img") is not None:
        walker.plain(node)
        return
    text = node.text()
    found = [next(group for group in match.groups() if group is not None) for match in _DELIMITED.finditer(text)]
    number = node.css_first(".eqno")
    match = _EQUATION_NUMBER.search(number.text()) if number is not None else None
    if match and len(found) == 1 and "\\tag" not in found[0] and not _OWN_NUMBERS.search(found[0]):
        found[0] = f"{found[0].strip()} \\tag{{{match[1]}}}"
        match = None
    if match and len(found) == 1 and "\\tag" not in found[0] and (end := _ONE_NUMBER.search(found[0])):
        found[0] = f"{found[0][: end.start()].rstrip()} \\tag{{{match[1]}}}\n{end[0]}"
        match = None
    for tex in found or [text]:
        write_formula(walker, tex, True)
    if match and found:
        walker.emit(TEXT, match[0])


def math_image(walker: Walker, node: Node, attributes: Attributes) -> bool:
    """Render an image of a formula from its ``alt``; False if that holds no TeX."""
    alt = (attributes.get("alt") or "").strip()
    if not alt:
        return False
    words = (attributes.get("class") or "").lower().split()
    parent = node.parent
    around = (parent.attributes.get("class") or "").lower().split() if parent is not None else []
    display = alt.startswith(("\\[", "$$")) or "formuladsp" in words or bool({"math", "formuladsp"} & set(around))
    write_formula(walker, delimited(alt), display and (parent is None or parent.tag in ("div", "p")))
    return True


def katex(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a formula that KaTeX drew."""
    display = "katex-display" in (attributes.get("class") or "")
    source = node.css_first('annotation[encoding="application/x-tex"]')
    if source is None:
        drawn = node.css_first("math")
        tex = tex_of(drawn) if drawn is not None else node.text()
    else:
        tex = source.text()
    write_formula(walker, tex, display)


def math_element(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render MathML, or the ``mjx-container`` that MathJax 3 puts around it."""
    display = attributes.get("display") in ("block", "true")
    source = attributes.get("data-latex")
    if source:
        write_formula(walker, source, display)
        return
    inner = node if node.tag == "math" else node.css_first("math")
    if inner is not None:
        write_formula(walker, tex_of(inner), display or inner.attributes.get("display") == "block")


def mathjax(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render what MathJax drew, unless the script with the source stands behind it."""
    if node.tag == "mjx-container":
        math_element(walker, node, attributes)
        return
    following = node.next
    while following is not None and following.tag in ("-text", "span") and not following.text().strip():
        following = following.next
    source = attributes.get("data-mathml")
    if source and (following is None or following.tag != "script"):
        drawn = parse_fragment(source).css_first("math")
        if drawn is not None:
            write_formula(walker, tex_of(drawn), drawn.attributes.get("display") == "block")


def math_script(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render MathJax 2's ``script type="math/tex"``; other scripts are no content."""
    kind = (attributes.get("type") or "").lower().replace(" ", "")
    if kind.startswith("math/tex"):
        write_formula(walker, node.text(), "mode=display" in kind)
    elif kind.startswith("math/mml"):
        walker.walk(node)
