"""Which elements of a page of no recognised platform are junk, by the rows of ``rules.junk_html``.

Only says; :mod:`scrapepy.convert.junk` takes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scrapepy.convert.junk_steps import steps
from scrapepy.convert.junk_table import DEFAULT, JunkTable, names_words, without_names
from scrapepy.rules.junk_html import (
    BOX_WORDS,
    FRAME_WORDS,
    HIDDEN,
    HIDDEN_BY_CLASS,
    PANEL_WORDS,
    PART_WORDS,
    JunkRule,
)
from scrapepy.web.html import Node, ancestors

_CODE = frozenset({"pre", "code", "kbd", "samp", "textarea", "math", "svg"})
NEVER = frozenset(
    [
        "html",
        "body",
        "main",
        "pre",
        "code",
        "table",
        "tbody",
        "thead",
        "tfoot",
        "tr",
        "td",
        "th",
        "dt",
        "dd",
        "math",
        "label",
        "input",
        "option",
        "br",
        "wbr",
    ]
)
"""Never junk by a class or style: what holds the page, rows and cells, code, and what is no text."""
_OPENED = frozenset({"tr", "td", "li", "dd", "dt", "option"})
_FRAMED = frozenset({"article", "section", "blockquote", "figure", "main"})


@dataclass(frozen=True, slots=True)
class Hit:
    """An element that goes, and by which row."""

    node: Node
    rule: str
    why: str


def hits(content: Node, table: JunkTable = DEFAULT) -> list[Hit]:
    """What goes from ``content``, innermost and last first, so that it can be taken out in this order.

    Where words of classes would take nearly everything, they mean something else on this page and are not believed.
    """
    own = content.mem_id
    total = len(content.text())
    sure: dict[int, Hit] = {}
    for selector in table.selectors:
        for node in content.css(selector.css):
            sure.setdefault(node.mem_id, Hit(node, selector.id, selector.why))
    for node in _hidden(content):
        sure.setdefault(node.mem_id, Hit(node, "hidden", "the page hides it"))
    everything = content.css("*")
    of_the_site = [node for node in everything if "-" in (node.tag or "")]
    for node in _frames(content, of_the_site):
        sure.setdefault(node.mem_id, Hit(node, "page-frame", "header or footer of the page, not of an article"))
    for node in steps(content):
        sure.setdefault(node.mem_id, Hit(node, "steps", "leads to the next and the previous page"))
    named: dict[int, Hit] = {}
    for node in (*content.css("[class], [id]"), *of_the_site):
        if node.tag not in NEVER and node.mem_id not in sure and not _has_tab_labels(node):
            rule = _rule_of(node, table)
            if rule is not None:
                named[node.mem_id] = Hit(node, rule.id, rule.why)
    sure = {key: hit for key, hit in sure.items() if key != own and _may_go(hit.node, own, total)}
    named = {key: hit for key, hit in named.items() if key != own and _may_go(hit.node, own, total)}
    if _text_in(sure, own) > _NEARLY_ALL * total:
        sure = {key: hit for key, hit in sure.items() if hit.rule == "navigation" or _is_mostly_links(hit.node)}
    if named and _text_in(named, own) > _MOST * (total - _text_in(sure, own)):
        named = {key: hit for key, hit in named.items() if _is_mostly_links(hit.node)}
    else:
        named = _without_units(named, own, total, table)
    going = sure | named
    if len(going) < 2:
        return list(going.values())
    return [going[node.mem_id] for node in reversed(everything) if node.mem_id in going]


def _without_units(named: dict[int, Hit], own: int, total: int, table: JunkTable) -> dict[int, Hit]:
    """``named`` without what a page builder or a list names alike: there it is what the page is made of."""
    groups: dict[tuple[str, str], dict[int, Hit]] = {}
    for key, hit in named.items():
        for name in table.unit_names(hit.node.attributes.get("class") or "").items():
            groups.setdefault(name, {})[key] = hit
    units: dict[str, set[int]] = {}
    for (_, words), group in groups.items():
        if len(group) >= MANY and _text_in(group, own) > _MUCH * total:
            units.setdefault(words, set()).update(group)
    if not units:
        return named
    return {key: hit for key, hit in named.items() if not _is_of_unit(hit.node, units, table)}


def _is_of_unit(node: Node, units: dict[str, set[int]], table: JunkTable) -> bool:
    """Whether it is one of the units, or a part of one with a name of the same words, and has no other name of junk."""
    classes = node.attributes.get("class") or ""
    around = {node.mem_id, *(above.mem_id for above in ancestors(node))}
    names = [
        name
        for name, words in table.unit_names(classes).items()
        if words in units and not around.isdisjoint(units[words])
    ]
    return bool(names) and table.named(without_names(classes, names), "") is None


MANY = 4
"""So many pieces of one name can be what a page is made of."""
_MUCH = 0.25
_MOST = 0.7
_NEARLY_ALL = 0.85


def _text_in(found: dict[int, Hit], own: int) -> int:
    """Characters in these elements, those that stand inside another counted once."""
    count = 0
    for hit in found.values():
        parent = hit.node.parent
        while parent is not None and parent.mem_id != own and parent.mem_id not in found:
            parent = parent.parent
        if parent is None or parent.mem_id == own:
            count += len(hit.node.text())
    return count


def can_be_opened(node: Node) -> bool:
    """Tab panels and the like: hidden only until the reader asks for them."""
    attributes = node.attributes
    if attributes.get("role") in ("tabpanel", "region") or attributes.get("hidden") == "until-found":
        return True
    if "aria-labelledby" in attributes or node.tag in _OPENED:
        return True
    words = names_words(f"{attributes.get('class') or ''} {attributes.get('id') or ''}")
    return not PANEL_WORDS.isdisjoint(words)


_TAB_LABELS = "[role=tab], [data-toggle=tab], [data-bs-toggle=tab], [data-toggle=pill], [data-bs-toggle=pill]"


def _has_tab_labels(node: Node) -> bool:
    """Labels of tabs are no menu, although they are classed like one (Bootstrap's ``nav nav-tabs``)."""
    return "nav" in (node.attributes.get("class") or "") and node.css_first(_TAB_LABELS) is not None


def _hidden(content: Node) -> Iterator[Node]:
    for node in content.css(HIDDEN):
        if node.tag in NEVER or node.tag == "svg" or can_be_opened(node):
            continue
        if node.attributes.get("aria-hidden") == "true" and not _is_mark(node):
            continue
        yield node
    yield from _hidden_by_class(content)


def _hidden_by_class(content: Node) -> Iterator[Node]:
    """What a class hides; what it hides in each of several things is shown by a script when asked for, and stays."""
    by_class: dict[str, list[Node]] = {}
    for node in content.css(_HIDDEN_BY_CLASS):
        by_class.setdefault(f"{node.tag} {node.attributes.get('class')}", []).append(node)
    for nodes in by_class.values():
        if len(nodes) < _SEVERAL:
            for node in nodes:
                if node.tag not in NEVER and not can_be_opened(node) and node.css_first(_UNTOUCHED) is None:
                    yield node


_HIDDEN_BY_CLASS = ", ".join(HIDDEN_BY_CLASS)
_SEVERAL = 3
_UNTOUCHED = "pre, code, math"


def _is_mark(node: Node) -> bool:
    """``aria-hidden`` is for icons and marks; text and math under it are hidden from the ear only."""
    if node.css_first("math, img, pre, p") is not None or "katex" in (node.attributes.get("class") or ""):
        return False
    return not any(character.isalnum() for character in node.text())


def _frames(content: Node, of_the_site: list[Node]) -> Iterator[Node]:
    """``header`` and ``footer`` of the page: those inside no article, section or quotation, and without the title.

    The site's own elements whose names end so are meant too.
    """
    if content.tag in ("article", "section"):
        return
    for node in (*content.css("header, footer"), *filter(_is_frame, of_the_site)):
        if not (node.tag or "").endswith("footer") and node.css_first("h1") is not None:
            continue
        parent = node.parent
        while parent is not None and parent.mem_id != content.mem_id and parent.tag not in _FRAMED:
            parent = parent.parent
        if parent is None or parent.mem_id == content.mem_id:
            yield node


def _is_frame(node: Node) -> bool:
    words = names_words(node.tag or "")
    return words[-1] in FRAME_WORDS and PART_WORDS.isdisjoint(words)


def _rule_of(node: Node, table: JunkTable) -> JunkRule | None:
    attributes = node.attributes
    classes = attributes.get("class") or ""
    if "-" in (node.tag or ""):
        classes = f"{classes} {node.tag}"
    identity = attributes.get("id") or ""
    rule = table.named(classes, "")
    if rule is None and identity and node.tag in _BOXES:
        rule = table.named("", identity)
        if rule is not None and not _has_shape_of_junk(node, rule, table, identity):
            return None
    elif rule is not None and not shows_itself(node, classes, table):
        return None
    if rule is None:
        return None
    return rule if not rule.mostly_links or _is_mostly_links(node) else None


def shows_itself(node: Node, classes: str, table: JunkTable = DEFAULT) -> bool:
    """Whether an element looks like the junk that its classes name, where these may mean the subject of a text.

    Documentation of comments has them in its classes as well as what readers wrote below an article.
    """
    rule = table.named(classes, "")
    if rule is not None and not rule.shows and _is_about_its_name(node, classes, rule, table):
        return False
    if rule is None or not rule.shows or not table.is_unsure(classes, rule):
        return True
    whole = _whole_of(node, rule, table)
    if whole.css_first(_OWN_TEXT) is None:
        return True
    return any(not in_code(found) for found in whole.css(rule.shows))


def _whole_of(node: Node, rule: JunkRule, table: JunkTable) -> Node:
    """The outermost element around ``node`` that has its name from the same row: a part is what the whole is."""
    named = [above for above in ancestors(node) if table.named(above.attributes.get("class") or "", "") is rule]
    return named[-1] if named else node


def _is_about_its_name(node: Node, classes: str, rule: JunkRule, table: JunkTable) -> bool:
    """Whether the classes say what a text is about: its heading says the same, and it has text or code of its own.

    The pages of component libraries are cut into such sections. What asks or offers something has controls, and what
    others wrote has no code.
    """
    if rule.id == "sidebar" and any(not BOX_WORDS.isdisjoint(names_words(name)) for name in classes.split()):
        return _stands_in_text(node) and not _is_mostly_links(node)
    heading = node.css_first("h1, h2, h3, h4, h5, h6") if node.tag != "p" else _heading_before(node)
    if heading is None or heading.mem_id == node.mem_id:
        return False
    said = {word.rstrip("s") for word in names_words(heading.text())}
    if not said or not said <= {word.rstrip("s") for name in classes.split() for word in names_words(name)}:
        return False
    if node.css_first("form, input, textarea, iframe, button, dialog") is not None or _is_mostly_links(node):
        return False
    if node.css_first("pre, code") is not None:
        return True
    return rule.id not in _BY_OTHERS and (node.tag == "p" or _words(node) > _SOME_WORDS)


_SOME_WORDS = 20
_BY_OTHERS = frozenset({"reviews", "author-box", "advert"})


def _heading_before(node: Node) -> Node | None:
    before = node.prev
    while before is not None and (before.tag or "-").startswith("-"):
        before = before.prev
    return before if before is not None and before.tag in ("h1", "h2", "h3", "h4", "h5", "h6") else None


def _stands_in_text(node: Node) -> bool:
    return any(above.tag in ("article", "main") for above in ancestors(node))


_OWN_TEXT = "h1, h2, h3, h4, h5, h6, pre, dl, table"


def _has_shape_of_junk(node: Node, rule: JunkRule, table: JunkTable, identity: str) -> bool:
    """Whether an element that only its id names looks like furniture too.

    The ids of documentation are made of headings, methods and terms, so that they say what the text is about.
    """
    if node.css_first(_CONTENT) is not None or _is_section_of(node, identity):
        return False
    if _is_mostly_links(node):
        return True
    words = _words(node) - sum(map(_words, node.css("a")))
    if node.css_first("input:not([type=checkbox]):not([type=radio]), textarea, iframe") is not None:
        return words < _FORM_WORDS
    heading = node.css_first("h1, h2, h3, h4, h5, h6")
    if any(table.named(inner.attributes.get("class") or "", "") is rule for inner in node.css("[class]")):
        return heading is None or node.css_first("p") is None or rule.id == "comments"
    return heading is None and node.css_first("p") is None and words < _FEW_WORDS


_BOXES = frozenset({"div", "section", "aside", "form", "ul", "ol", "header", "footer", "center", "iframe"})
"""What an id alone can tell something of; on a paragraph, a term or a word it is a place to link to."""
_CONTENT = "pre, code, dl, table, math"
_FORM_WORDS = 60
_FEW_WORDS = 40


def _words(node: Node) -> int:
    return len(node.text().split())


def _may_go(node: Node, own: int, total: int) -> bool:
    """False inside code, and for what holds most of the text."""
    if 2 * len(node.text()) > total > 0:
        return False
    return not in_code(node, own)


def in_code(node: Node, own: int = 0) -> bool:
    """Whether code or a formula stands around ``node``, below the element with the id ``own``."""
    parent = node.parent
    while parent is not None and parent.mem_id != own:
        if parent.tag in _CODE:
            return True
        parent = parent.parent
    return False


def _is_section_of(node: Node, identity: str) -> bool:
    """Whether the id comes from the heading that the element starts with, as in ``section#comments > h2``."""
    first = node.css_first("h1, h2, h3, h4, h5, h6")
    if first is None or first.mem_id == node.mem_id:
        return False
    return names_words(first.text()) == names_words(identity)


def _is_mostly_links(node: Node) -> bool:
    if node.tag == "a":
        return True
    text = _letters(node)
    linked = sum(map(_letters, node.css("a")))
    return 2 * linked >= text


def _letters(node: Node) -> int:
    return len("".join(node.text().split()))
