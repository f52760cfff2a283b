"""Walks a tree once and puts a slot where each URL stands. What no table can say is here, an element a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scrapepy.model.template import SLOT_OPEN
from scrapepy.model.url import Role
from scrapepy.rules.url_attributes import (
    MEDIA_PARAMETERS,
    META_PREVIEWS,
    META_URLS,
    SVG_URL_ATTRIBUTES,
    URL_ATTRIBUTES,
)
from scrapepy.web.attributes import (
    ANYWHERE_SELECTOR,
    Rows,
    by_element,
    number_anywhere,
    number_attributes,
)
from scrapepy.web.css import number_css_text
from scrapepy.web.data_sheet import number_data_sheet
from scrapepy.web.html import Node, Tree, neutral, parse, parse_fragment, serialise, tag_ids
from scrapepy.web.modules import is_address, number_module_text
from scrapepy.web.numbering import Numbering
from scrapepy.web.refresh import refresh_url
from scrapepy.web.roles import embedded_role, link_role, media_type

Handler = Callable[[Node, Numbering], None]

_BY_ELEMENT = by_element(URL_ATTRIBUTES)
_BY_SVG_ELEMENT = by_element(SVG_URL_ATTRIBUTES)


@dataclass(slots=True)
class Met:
    """What one walk over a tree has met, so that nobody has to walk it again for that. Not in templates."""

    nodes: list[tuple[Handler, Node]]
    """What is to get slots but plain links, in the order of the page, and how."""
    elements: dict[str, list[Node]]
    """Those of :data:`KEPT` by name, in the order of the page; no key for what the page has not."""
    counts: dict[str, int]
    """How many there are of :data:`COUNTED`, by name; no key for what the page has not."""
    links: list[Node]
    """All ``a`` and ``area``, in the order of the page."""
    anywhere: bool = False
    """True if some element has an attribute that :data:`~scrapepy.web.attributes.ANYWHERE_SELECTOR` looks for."""


KEPT = ("base", "meta", "link", "script", "style", "img", "source", "iframe", "video", "audio")
"""Elements that nearly every reader of a page asks for."""
COUNTED = ("pre", "textarea", "listing", "h1", "h2", "h3", "h4", "h5", "h6")
"""Elements of which some reader asks first whether there are any."""


def meet(tree: Tree) -> Met:
    """Walk a tree, which stays as it is."""
    links: list[Node] = []
    nodes = _met(tree.root, _HANDLERS_AND_COUNTED, links) if tree.root is not None else []
    elements: dict[str, list[Node]] = {}
    counts: dict[str, int] = {}
    asked = []
    for pair in nodes:
        handler, node = pair
        number = node.tag_id
        if handler is _counted:
            name = _COUNTED_IDS[number]
            counts[name] = counts.get(name, 0) + 1
            continue
        asked.append(pair)
        kept = _KEPT_IDS.get(number)
        if kept is not None:
            elements.setdefault(kept, []).append(node)
    return Met(asked, elements, counts, links)


def _met(top: Node, handlers: dict[int, Handler], links: list[Node]) -> list[tuple[Handler, Node]]:
    """The elements that have a handler; to ``links`` are added those that are links."""
    find = handlers.get
    found = []
    for node in top.traverse():
        number = node.tag_id
        handler = find(number)
        if handler is not None:
            found.append((handler, node))
        elif number in _LINK_IDS:
            links.append(node)
    return found


def _counted(node: Node, numbering: Numbering) -> None:
    """Nothing: it is only counted."""


def number_tree(tree: Tree, numbering: Numbering, met: Met | None = None) -> None:
    """Put slots into a whole tree, the content of its templates included. ``met`` is what :func:`meet` says of it."""
    met = meet(tree) if met is None else met
    met.anywhere = _number_tree(tree, numbering, _HANDLERS, met)
    met.nodes, met.links = [], []


def _number_tree(tree: Tree, numbering: Numbering, handlers: dict[int, Handler], met: Met | None = None) -> bool:
    """Put slots into a tree, of which is known what it ``met`` perhaps; see :attr:`Met.anywhere`."""
    anywhere = False
    pending = [tree.root] if tree.root is not None else []
    while pending:
        top = pending.pop()
        templates = False
        links: list[Node] = [] if met is None else met.links
        nodes = _met(top, handlers, links) if met is None else met.nodes
        met = None
        for handler, node in nodes:
            if handler is _template:
                templates = True
            handler(node, numbering)
        _number_links(links, numbering)
        for node in top.css(ANYWHERE_SELECTOR):
            number_anywhere(node, numbering)
            anywhere = True
        if templates:
            pending += top.template_fragments()
    return anywhere


def _number_links(links: Iterable[Node], numbering: Numbering) -> None:
    """Put slots into ``a`` and ``area``: most of a page's URLs, so they do not go by the table."""
    known = numbering.known(Role.LINK)
    follow = numbering.follow
    for node in links:
        attributes = node.attributes
        if "href" not in attributes:
            continue
        href = attributes["href"] or ""
        new = known.get(href) or numbering.slot(href, Role.LINK)
        if new is None:
            continue
        node.attrs["href"] = new
        if "rel" in attributes and "nofollow" in (attributes["rel"] or "").lower().split():
            numbering.nofollow.add(new)
        else:
            follow.add(new)


def _svg(node: Node, numbering: Numbering) -> None:
    """The parts of one drawing. A bare fragment means a piece of this very document, whatever ``base`` says."""
    for part in node.traverse():
        tag = part.tag or ""
        rows = _BY_SVG_ELEMENT.get(tag)
        if rows is None:
            continue
        attributes = part.attributes
        if tag != "a":
            attributes = {k: v for k, v in attributes.items() if not (v or "").lstrip().startswith("#")}
        number_attributes(part, attributes, rows, numbering)


def _by_table(rows: Rows) -> Handler:
    return lambda node, numbering: number_attributes(node, node.attributes, rows, numbering)


def _link(node: Node, numbering: Numbering) -> None:
    attributes = node.attributes
    href = attributes.get("href")
    if href:
        role = link_role(attributes)
        if role is Role.STYLE and href.lstrip()[:5].lower() == "data:":
            number_data_sheet(node, href, numbering)
            return
        _set(node, "href", numbering.full(href) if role is None else numbering.slot(href, role))
    number_attributes(node, attributes, _BY_ELEMENT["link"], numbering)


def _meta(node: Node, numbering: Numbering) -> None:
    attributes = node.attributes
    content = attributes.get("content")
    if not content:
        return
    if (attributes.get("http-equiv") or "").strip().lower() == "refresh":
        place = refresh_url(content)
        new = numbering.slot(content[place[0] : place[1]], Role.REFRESH) if place else None
        if place and new is not None:
            node.attrs["content"] = content[: place[0]] + new + content[place[1] :]
        return
    name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or ""
    name = name.strip().lower()
    if name in META_URLS:
        _set(node, "content", numbering.slot(content.strip(), META_URLS[name]))
    elif name in META_PREVIEWS:
        _set(node, "content", numbering.full(content))


def _object(node: Node, numbering: Numbering) -> None:
    _embedded(node, "data", numbering)
    number_attributes(node, node.attributes, _BY_ELEMENT["object"], numbering)


def _embed(node: Node, numbering: Numbering) -> None:
    _embedded(node, "src", numbering)


def _embedded(node: Node, name: str, numbering: Numbering) -> None:
    attributes = node.attributes
    address = attributes.get(name)
    if address:
        _set(node, name, numbering.slot(address, embedded_role(media_type(attributes), address)))


def _param(node: Node, numbering: Numbering) -> None:
    attributes = node.attributes
    value = attributes.get("value")
    if value and (attributes.get("name") or "").strip().lower() in MEDIA_PARAMETERS:
        _set(node, "value", numbering.slot(value, Role.MEDIA))


def _script(node: Node, numbering: Numbering) -> None:
    attributes = node.attributes
    source = attributes.get("src")
    if source:
        _set(node, "src", numbering.slot(source, Role.SCRIPT))
    elif "src" not in attributes:
        kind = media_type(attributes)
        if kind == "module":
            _rewrite_text(node, lambda text: number_module_text(text, numbering))
        elif kind == "importmap":
            _rewrite_text(node, lambda text: _number_import_map(text, numbering))


_MAPPED = re.compile(r'(:\s*")([^"\\]+)(?=")')


def _number_import_map(text: str, numbering: Numbering) -> str:
    """Slots for the modules that an import map names; prefixes (which end in ``/``) name none and stay."""

    def replace(match: re.Match[str]) -> str:
        name = match.group(2)
        new = numbering.slot(name, Role.SCRIPT) if is_address(name) and not name.endswith("/") else None
        return match.group(1) + (new or name)

    return _MAPPED.sub(replace, text)


def _style(node: Node, numbering: Numbering) -> None:
    if media_type(node.attributes) in ("", "text/css"):
        _rewrite_text(node, lambda text: number_css_text(text, numbering, Role.IMAGE))


def _noscript(node: Node, numbering: Numbering) -> None:
    """Its markup is text where scripts run; it goes back as it was unless it holds a URL."""

    def rewrite(text: str) -> str:
        if "<" not in text:
            return text
        fragment = parse_fragment(text)
        _number_tree(fragment, numbering, _HANDLERS_IN_NOSCRIPT)
        written = fragment.html or ""
        return written if SLOT_OPEN in written else text

    _rewrite_text(node, rewrite)


def _iframe(node: Node, numbering: Numbering) -> None:
    attributes = node.attributes
    number_attributes(node, attributes, _BY_ELEMENT["iframe"], numbering)
    document = attributes.get("srcdoc")
    if document and "<" in document and numbering.nesting < _DEEPEST:
        numbering.nesting += 1
        inner = parse(neutral(document))
        number_tree(inner, numbering)
        written = serialise(inner)
        if SLOT_OPEN in written:
            node.attrs["srcdoc"] = written
        numbering.nesting -= 1


_DEEPEST = 4
"""How many documents within ``srcdoc`` within ``srcdoc`` are looked into: more is somebody's joke."""


def _template(node: Node, numbering: Numbering) -> None:
    """Nothing in itself: its content is walked afterwards."""


def _base(node: Node, numbering: Numbering) -> None:
    """It stays as it is: what it says is in ``numbering.base``."""


def _rewrite_text(node: Node, rewrite: Callable[[str], str]) -> None:
    first = node.first_child
    if first is None or first.tag != "-text":
        return
    text = first.text_content or ""
    new = rewrite(text)
    if new != text:
        first.replace_with(new)


def _set(node: Node, name: str, new: str | None) -> None:
    if new is not None:
        node.attrs[name] = new


def _by_tag_id(handlers: dict[str, Handler]) -> dict[int, Handler]:
    ids = tag_ids(handlers)
    return {ids[tag]: handler for tag, handler in handlers.items()}


_HANDLERS = _by_tag_id(
    {
        **{element: _by_table(rows) for element, rows in _BY_ELEMENT.items() if element not in ("a", "area")},
        "base": _base,
        "iframe": _iframe,
        "link": _link,
        "meta": _meta,
        "object": _object,
        "embed": _embed,
        "param": _param,
        "script": _script,
        "style": _style,
        "noscript": _noscript,
        "svg": _svg,
        "template": _template,
    }
)
_LINK_IDS = frozenset(tag_ids(["a", "area"]).values())
_KEPT_IDS = {number: name for name, number in tag_ids(KEPT).items()}
_COUNTED_IDS = {number: name for name, number in tag_ids(COUNTED).items()}
_HANDLERS_AND_COUNTED = {**dict.fromkeys(_COUNTED_IDS, _counted), **_HANDLERS}
_HANDLERS_IN_NOSCRIPT = {tag: handler for tag, handler in _HANDLERS.items() if handler is not _noscript}
