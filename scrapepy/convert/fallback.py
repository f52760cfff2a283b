"""The last extractors: what a page says without scripts, trafilatura (extra ``scrapepy[extract]``), bare landmarks.

trafilatura is imported here only, when it is first needed; where it is not installed the cascade goes on without it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from scrapepy.convert.standard import is_enough
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN, slot
from scrapepy.rules.content import MIN_CHARACTERS
from scrapepy.web.html import Node, Tree, ancestors, block_text, parse, visible_words

_SLOT = re.compile(f"{SLOT_OPEN}([0-9]+){SLOT_CLOSE}")
_STAND_IN = re.compile(r"https?://slot\.invalid/([0-9]+)(?![0-9])")


class _Extract(Protocol):
    def __call__(self, filecontent: str, **options: object) -> str | None: ...


@cache
def _trafilatura() -> _Extract | None:
    try:
        module = import_module("trafilatura")
    except ImportError:
        return None
    return cast(_Extract, module.extract)


def has_trafilatura() -> bool:
    """Whether the extra is installed."""
    return _trafilatura() is not None


def by_noscript(tree: Tree) -> tuple[Tree, int] | None:
    """What a page holds for readers without scripts (forums do so) or without frames, and how many words, if enough."""
    for node in tree.css("body noscript, noframes"):
        first = node.first_child
        text = (first.text_content or "") if first is not None else ""
        if len(text) > _NOSCRIPT_CHARACTERS or node.tag == "noframes":
            inner = parse(text)
            if inner.body is not None and is_enough(inner.body):
                return inner, visible_words(block_text(inner.body))
    return None


_NOSCRIPT_CHARACTERS = 500
"""A shorter one asks the reader to switch scripts on."""


def by_trafilatura(tree: Tree) -> Node | None:
    """The content as trafilatura finds it, in a tree of its own; None without the extra or where it finds nothing.

    It reads HTML text, so the tree is written out; slots are handed to it as addresses that cannot exist, since it
    repairs what it takes for broken links.
    """
    body = tree.body
    if body is None or not is_enough(body):
        return None  # with so little text there is nothing to choose from
    extract = _trafilatura()
    if extract is None:
        return None
    markup = _SLOT.sub(r"https://slot.invalid/\1", tree.html or "")
    try:
        found = extract(
            markup,
            output_format="html",
            include_comments=False,
            include_tables=True,
            include_images=True,
            include_links=True,
            include_formatting=True,
            with_metadata=False,
        )
    except ImportError:  # it loads its own parts late, and one of them is not there: as good as not installed
        return None
    if not found:
        return None
    content = parse(_STAND_IN.sub(lambda match: slot(int(match.group(1))), found)).body
    if content is None:
        return None
    text = block_text(content)
    main = tree.css_first("main, [role=main]")
    if len(text) <= MIN_CHARACTERS or (main is not None and len(block_text(main)) > _AS_MUCH * len(text)):
        return None
    return content


def has_lost_shape(found: Node, tree: Tree) -> bool:
    """Whether what was found has lost the code of the page's own content, or most of its lists, tables or headings."""
    own = landmark(tree)
    if own is None:
        return False
    for css, share in _SHAPE:
        wanted = sum(not _in_furniture(node) for node in own.css(css))
        if wanted and len(found.css(css)) < share * wanted:
            return True
    return False


_SHAPE = (("pre", 1.0), ("h1, h2, h3, h4, h5, h6", 0.5), ("p, li, dd, td", 0.25))
"""Elements, and the share of them that must be left."""


def _in_furniture(node: Node) -> bool:
    return any(above.tag in _FURNITURE for above in ancestors(node))


_FURNITURE = frozenset({"nav", "header", "footer", "aside"})

_AS_MUCH = 0.7
"""A ``main`` with this share of the text that was found is the better find: it has lost no code and no lists."""


def landmark(tree: Tree) -> Node | None:
    """``main``, ``article`` or ``body``: the first that holds any text; what is furniture there, junk removal takes."""
    for css in ("main", "[role=main]", "article", "body"):
        best = None
        for node in tree.css(css):
            length = len(block_text(node))
            if length and (best is None or length > best[0]):
                best = (length, node)
        if best is not None:
            return best[1]
    return tree.body
