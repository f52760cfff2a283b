"""The one door to selectolax: parse as a browser does, write back what was read, and read text.

Oddities of the library that are mended here: a doctype with a public id is flattened, a blank line at the start of
``pre`` is lost on writing, ``noscript`` in ``head`` throws its content into ``body`` unless scripting is on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode, SelectolaxError

Tree = LexborHTMLParser
Node = LexborNode

_OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def parse(text: str) -> Tree:
    """The tree that a browser with scripting builds of ``text``: the content of ``noscript`` is one text node."""
    return _parsed(text, options=_OPTIONS, scripting=True)


def neutral(text: str) -> str:
    """``text`` without character references that would do harm.

    Those that would make the marks of slots (``&#xFDD0;``) become U+FFFD; those of control characters go
    (:func:`scrapepy.web.controls.without_controls`).
    """
    if "&#" not in text:
        return text
    return _CONTROL_REFERENCE.sub(_no_control, _MARK_REFERENCE.sub("\ufffd", text))


_MARK_REFERENCE = re.compile(r"&#(?:[xX]0*[fF][dD][dD][0-4](?![0-9a-fA-F])|0*649(?:7[6-9]|80)(?![0-9]));?")
_CONTROL_REFERENCE = re.compile(
    r"&#(?:[xX]0*1[bB]|0*27);\[[0-9;:?]*[A-Za-z]?"  # a terminal code (ECMA-48) whole
    r"|&#(?:[xX]0*(?:[01]?[0-9a-fA-F]|7[fF]|8[1dDfF]|9[0dD])(?![0-9a-fA-F])"
    r"|0*(?:[12]?[0-9]|3[01]|127|129|141|143|144|157)(?![0-9]));?"
)


def _no_control(match: re.Match[str]) -> str:
    digits = match.group()[2:].partition(";")[0].lower()
    code = int(digits[1:], 16) if digits[0] == "x" else int(digits)
    if code in (0, 9, 10, 13):
        return match.group()
    return " " if code == 12 else ""


def parse_fragment(text: str) -> Tree:
    """The tree of a piece of HTML as it would stand inside a ``div``; ``tree.html`` writes it without html and body.

    ``noscript`` in it is parsed as markup.
    """
    return _parsed(text, is_fragment=True, options=_OPTIONS)


def _parsed(text: str, **options: Any) -> Tree:
    """HTML has no syntax errors: what the library refuses is what it has no memory for."""
    try:
        return LexborHTMLParser(text, **options)
    except SelectolaxError:
        raise MemoryError("no memory for a tree") from None


def serialise(tree: Tree) -> str:
    """The document as HTML text: parsed again, it gives the same tree (HTML standard, 13.3, with two losses mended).

    The doctype keeps its public and system ids, so that a quirks page stays one; the first newline of ``pre``,
    ``textarea`` and ``listing``, which a parser drops, is doubled. The tree is left as it was.
    """
    written = tree.html or ""
    if _BLANK_START.search(written) is not None:
        blocks = _blocks_with_blank_start(tree)
        for block, text in blocks:
            _replace_first_text(block, "\n" + text)
        written = tree.html or ""
        for block, text in blocks:
            _replace_first_text(block, text)
    return _with_true_doctype(tree, written)


_BLANK_START = re.compile(
    r"<(?:pre|textarea|listing)(?=[\s>])"
    r'(?!(?:\s[^<>"]{0,99}+(?:"[^<>"]{0,200}+"[^<>"]{0,99}+){0,5}+)?+>(?!\n))'
)
"""Finds in written HTML a start of such an element that a blank line may follow; the tree is asked only then.

A start with more attributes than a look can tell is taken for one, so that no text makes this slow.
"""


def ancestors(node: Node) -> Iterator[Node]:
    """The nodes around ``node``, from its parent to the document; where every step counts, a loop is faster."""
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def class_words(node: Node) -> tuple[str, ...]:
    """The classes of an element, in lower case, in the order written."""
    value = node.attributes.get("class")
    return tuple(value.lower().split()) if value else ()


_NO_SPACES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3040-\u30ff\u31f0-\u31ff"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uff66-\uff9d"  # half-width Katakana
)
_WORD = re.compile(rf"[{_NO_SPACES}]|[^\s{_NO_SPACES}]+")
_HAS_NO_SPACES = re.compile(f"[{_NO_SPACES}]")


def visible_words(text: str) -> int:
    """How many words ``text`` has; in scripts that write no spaces each character counts as one.

    >>> visible_words("two words"), visible_words("漢字かな and more")
    (2, 6)
    """
    if text.isascii() or _HAS_NO_SPACES.search(text) is None:
        return len(text.split())
    return len(_WORD.findall(text))


_INLINE = (
    *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"),
    *("kbd", "label", "mark", "meter", "nobr", "output", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small"),
    *("span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
)
_UNREAD = ("script", "style", "template", "noscript", "noembed", "noframes", "iframe")


def tag_ids(names: Iterable[str]) -> dict[str, int]:
    """The number of each of these elements of HTML in ``node.tag_id``, which is faster to ask for than ``tag``.

    The library numbers the elements it knows; ``KeyError`` for another name.
    """
    sample = LexborHTMLParser("")
    known = {name: sample.create_node(name).tag_id for name in set(names)}
    for name, number in known.items():
        if number > 10_000:  # an address in memory, different in every document
            raise KeyError(name)
    return known


INLINE_IDS = frozenset(tag_ids(_INLINE).values())
"""``node.tag_id`` of elements whose borders part no words."""
UNREAD_IDS = frozenset(tag_ids(_UNREAD).values())
"""``node.tag_id`` of elements whose text nobody sees."""
_TEMPLATE_ID = tag_ids(["template"])["template"]


def _node_id(markup: str, tag: str) -> int:
    top = parse(markup).body
    assert top is not None
    return next(node.tag_id for node in top.traverse(include_text=True) if node.tag == tag)


TEXT_ID = _node_id("x", "-text")
"""``node.tag_id`` of text."""
COMMENT_ID = _node_id("x<!--x-->", "-comment")
"""``node.tag_id`` of a comment."""


def block_text(node: Node) -> str:
    """The text a reader sees in ``node``: borders of blocks and ``br`` are spaces, those of inline elements nothing.

    Scripts, styles, templates and comments are left out; white space is collapsed.

    >>> block_text(parse("<div><p>da<b>ta</b></p><p>x<br>y<script>z</script></p></div>").body)
    'data x y'
    """
    pieces: list[str] = []
    later: list[tuple[Node | None, bool]] = []  # where to go on after an element, and if its end is a border
    child = node.first_child
    while True:
        if child is None:
            if not later:
                return " ".join("".join(pieces).split())
            child, border = later.pop()
            if border:
                pieces.append(" ")
            continue
        tag = child.tag_id
        if tag == TEXT_ID:
            pieces.append(child.text_content or "")
            child = child.next
        elif tag in INLINE_IDS:
            later.append((child.next, False))
            child = child.first_child
        elif tag == COMMENT_ID:
            child = child.next
        else:
            pieces.append(" ")
            if tag in UNREAD_IDS:
                child = child.next
            else:
                later.append((child.next, True))
                child = child.first_child


def _blocks_with_blank_start(tree: Tree) -> list[tuple[Node, str]]:
    found = []
    pending = [tree.root] if tree.root is not None else []
    while pending:
        top = pending.pop()
        templates = False
        for block in top.css("pre, textarea, listing, template"):
            if block.tag_id == _TEMPLATE_ID:
                templates = True
                continue
            first = block.first_child
            if first is not None and first.tag_id == TEXT_ID:
                text = first.text_content or ""
                if text.startswith("\n") and not _is_foreign(block):
                    found.append((block, text))
        if templates:
            pending += top.template_fragments()
    return found


def _is_foreign(block: Node) -> bool:
    """True for an element of SVG or MathML that only has the name of one of HTML: its first newline is no one's."""
    above = block.parent
    while above is not None:
        tag = (above.tag or "").lower()
        if tag in ("svg", "math"):
            return True
        if tag in ("foreignobject", "desc", "title", "annotation-xml"):
            return False
        above = above.parent
    return False


def _replace_first_text(block: Node, text: str) -> None:
    first = block.first_child
    if first is not None:
        first.replace_with(text)


def _with_true_doctype(tree: Tree, written: str) -> str:
    node = tree.root
    position = 0
    doctype = None
    while node is not None and node.prev is not None:
        node = node.prev
        if node.tag == "-doctype":
            doctype, position = node, 0
        elif doctype is not None:
            position += len(node.html or "")
    if doctype is None:
        return written
    short = doctype.html or ""
    full = doctype.html_pretty(full_doctype=True)
    full = (full or "").strip()
    if full == short or not _DOCTYPE.fullmatch(full) or not written.startswith(short, position):
        return written
    return written[:position] + full + written[position + len(short) :]


_DOCTYPE = re.compile(r'<!DOCTYPE [^\s">]+ (?:PUBLIC|SYSTEM) "[^"]*"(?: "[^"]*")?>', re.IGNORECASE)
"""A doctype with ids that can be written: the library puts an id that holds a quote between the same quotes."""
