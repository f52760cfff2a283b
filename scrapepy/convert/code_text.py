"""The text of a code block, exactly as a browser would copy it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from scrapepy.web.html import Node

_DROPPED_TAGS = frozenset(
    {
        "button",
        "style",
        "script",
        "template",
        "svg",
        "input",
        "select",
        "textarea",
        "nav",
        "clipboard-copy",
        "rp",
    }
)
_DROPPED_CLASSES = frozenset({
    "linenos", "lineno", "linenodiv", "line-number", "line-numbers", "line-numbers-rows", "linenumber", "ln",
    "lnt", "lntd-numbers", "gutter", "gl", "rouge-gutter", "hljs-ln-numbers", "hljs-ln-n", "boring", "copybtn",
    "copy", "copy-button", "blob-num", "listing_lines", "codemirror-linenumber", "codemirror-gutter-wrapper",
    "cm-gutters", "highlight-line-number", "react-syntax-highlighter-line-number", "headerlink", "ttc",
    "toolbar", "sr-only", "visually-hidden", "screen-reader-text", "buttons", "source-line-no",
})  # fmt: skip
"""Line numbers, buttons, and mdBook's hidden helper lines."""
_NUMBERS = frozenset({"linenos", "lineno", "line-number", "line-numbers", "linenumber", "ln", "lnt", "gutter", "gl"})
"""Of these, the ones that some highlighters (Prism) give to the code itself, to ask for numbers."""
_DROPPED_STARTS = ("codelinenumber", "buttongroup")
"""Docusaurus, whose class names end in a hash."""
_LINE_TAGS = frozenset(["div", "li", "p", "tr", "ol", "ul", "table", "tbody", "dd", "dt", "dl", "section", "article"])
_OTHER_ENDS = ("</code>", "</a>", "</em>", "</b>", "</strong>", "</i>", "</var>", "</mark>")
_SUSPECTS = (
    "lineno", "line-no", "line-num", "gutter", "hljs-ln", "boring", "copy", "blob-num", '"ln', "hidden", "sr-only",
    "linenum", "LineNum", "screen-reader", "toolbar", "buttons", "headerlink", "listing_lines",
)  # fmt: skip
"""What the classes of a block with helpers in it hold; looked for first, since most blocks have none."""
_LONG_CLASS = re.compile('class="(?:[^"]{4}|ln)').search
"""Finds a class that can be one of these; those of Pygments are shorter."""
_CLASSES = re.compile('class=("[^"<]*)').findall


def code_text(block: Node) -> str:
    """The code in a ``pre`` (or ``code``), without line numbers and helpers; ends without a line end.

    ``br`` and elements that are a line each end lines; tabs, trailing spaces and blank lines stay, but for the one that
    ``<font>`` on a line of its own makes before the code.
    """
    text = _text_of(block)
    return text.removeprefix("\n") if text.startswith("\n") and _is_set_in_font(block) else text


def _is_set_in_font(block: Node) -> bool:
    """Whether all of a block stands in a ``font``: the parser takes the line end after ``pre``, not that after it."""
    first = block.first_child
    while first is not None and first.tag == "-text" and not (first.text_content or "").strip():
        first = first.next
    return first is not None and first.tag == "font"


def _text_of(block: Node) -> str:
    code = _only_code(block)
    if code.first_child is None:
        return ""
    markup = code.html or ""
    tags = markup.count("<")
    if tags > 2:
        numbers = _numbers_class(code)
        if numbers:
            return _without_gap(text_by_lines(code, numbers=numbers).rstrip("\n"))
        ends = markup.count("</span>")
        if tags != 2 * ends + 2:
            ends += sum(map(markup.count, _OTHER_ENDS))
        if tags != 2 * ends + 2 or _may_hold_helpers(markup):
            return text_by_lines(code).rstrip("\n")
    return code.text().rstrip("\n")


def _may_hold_helpers(markup: str) -> bool:
    """Whether an attribute in the markup of a block says what a line number or a button would say."""
    if "hidden" in markup or "data-line-number" in markup:
        return True
    if _LONG_CLASS(markup, markup.index(">")) is None:
        return False
    classes = " ".join(set(_CLASSES(markup)))
    return any(map(classes.__contains__, _SUSPECTS))


def is_count(words: list[str]) -> bool:
    """Whether these are numbers that count on, one by one.

    >>> is_count(["098", "099", "100"]), is_count(["1", "3"]), is_count([])
    (True, False, False)
    """
    if not words or not all(word.isdecimal() and len(word) < 8 for word in words):
        return False
    first = int(words[0])
    return [int(word) for word in words] == list(range(first, first + len(words)))


_NUMBER_TOKENS = frozenset({
    "m", "mi", "mf", "mh", "mo", "mb", "il", "number", "hljs-number", "cm-number", "pl-c1", "constant", "num",
})  # fmt: skip
"""Classes of numbers that are code, as highlighters give them."""


def _without_gap(code: str) -> str:
    """Code without the space that stood between it and its numbers."""
    lines = code.split("\n")
    if all(line[:1] in ("", " ") for line in lines):
        return "\n".join(line[1:] for line in lines)
    return code


def _numbers_class(code: Node) -> str:
    """The class of the elements that hold the number of each line of a block, or nothing."""
    first = code.first_child
    while first is not None and (
        first.tag == "code" or (first.tag == "-text" and not (first.text_content or "").strip())
    ):
        first = first.first_child if first.tag == "code" else first.next
    if first is None or first.tag not in ("span", "a", "b", "i") or not first.text().strip().isdecimal():
        return ""
    tag, classes = first.tag, first.attributes.get("class")
    if not classes or not _NUMBER_TOKENS.isdisjoint(classes.lower().split()):
        return ""
    numbers = [each.text().strip() for each in code.css(tag) if each.attributes.get("class") == classes]
    lines = code.text().strip("\n").split("\n")
    if len(numbers) < 2 or len(numbers) != len(lines) or not is_count(numbers):
        return ""
    return classes if all(line.lstrip().startswith(number) for line, number in zip(lines, numbers, strict=True)) else ""


def _only_code(block: Node) -> Node:
    """The innermost ``pre`` that is all of a ``pre`` (mdBook nests them) but white space around it, else the block."""
    inner: Node | None = block
    while inner is not None:
        block, inner = inner, _only_child(inner)
    return block


def _only_child(block: Node) -> Node | None:
    found = None
    for child in block.iter(include_text=True):
        tag = child.tag
        if tag == "pre" and found is None:
            found = child
        elif tag == "-text":
            if not (child.text_content or "").isspace():
                return None
        elif tag != "-comment":
            return None
    return found


def text_by_lines(block: Node, collapse_between: bool = False, numbers: str = "") -> str:
    """The text of ``block`` with ``br`` and line elements as line ends.

    ``collapse_between``: the block is no ``pre``, so that white space between its lines is none of the code.
    ``numbers``: the ``class`` attribute of elements that hold the numbers of lines.
    """
    out: list[str] = []
    above: list[tuple[Node | None, bool, int]] = []
    child = block.first_child
    while True:
        if child is None:
            if not above:
                break
            child, is_line, before = above.pop()
            if is_line and not (len(out) > before and _ends_line(out)):
                out.append("\n")
            continue
        tag = child.tag
        if tag == "-text":
            text = cast(str, child.text_content)
            if not (collapse_between and "\n" in text and text.isspace()):
                out.append(text)
        elif tag == "br":
            out.append("\n")
        elif tag == "img":
            alt = child.attributes.get("alt") or ""
            if alt.isdecimal() and len(alt) < 3:  # DocBook's callout: the number of a note below the listing
                out.append(f"({alt})")
        elif numbers and child.attributes.get("class") == numbers:
            pass
        elif tag is not None and tag[0] != "-" and tag not in _DROPPED_TAGS and not _is_dropped(child):
            is_line = tag in _LINE_TAGS
            if is_line and out and not _ends_line(out):
                out.append("\n")
            above.append((child.next, is_line, len(out)))
            child = child.first_child
            continue
        child = child.next
    return "".join(out)


def _ends_line(out: list[str]) -> bool:
    for piece in reversed(out):
        if piece:
            return piece.endswith("\n")
    return True


def _is_dropped(node: Node) -> bool:
    attributes = node.attributes
    if node.tag == "div" and node.first_child is not None and node.first_child.tag == "button":
        return True  # Nextra: a box of buttons before the code
    if not attributes:
        return False
    if "hidden" in attributes or "data-line-number" in attributes or attributes.get("aria-hidden") == "true":
        return not (node.text() or "").strip() or "data-line-number" in attributes or "hidden" in attributes
    classes = attributes.get("class")
    if not classes:
        return False
    words = classes.lower().split()
    if not any(word in _DROPPED_CLASSES or word.startswith(_DROPPED_STARTS) for word in words):
        return False
    return _NUMBERS.isdisjoint(words) or not _is_code(node)


def _is_code(node: Node) -> bool:
    """Whether an element that is named after line numbers holds the code that they are to count."""
    return sum(map(str.isalpha, node.text())) > (0 if node.tag in ("code", "pre") else _MOST_LETTERS)


_MOST_LETTERS = 8
"""More than these are no number of a line, however it is written (``Line 12:``)."""
