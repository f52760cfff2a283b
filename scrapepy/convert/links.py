"""The last step: slots become targets.

A finished page (:class:`~scrapepy.model.template.Template`) has ``LINK_OPEN[text](slot "title")`` for each link,
``![alt](slot)`` for each image, ``href="slot"`` and ``src="slot"`` in tables that stand as HTML, and marks of optional
anchors. The text is cut at its slots and looked at once, so that the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scrapepy.convert.anchors import without_links
from scrapepy.convert.heading_lines import heading_lines
from scrapepy.model.resolution import Resolution, Resolve, Standing
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN, Template

_ANCHOR = re.compile(f"{ANCHOR_OPEN}([^{ANCHOR_CLOSE}]*){ANCHOR_CLOSE}")
_AFTER_SLOT = re.compile(r'(?: "((?:[^"\\]|\\.)*)")?\)')
_ALT = re.compile(r"!\[((?:[^\[\]\\`]|\\.)*)\]\($")
_HTML_ALT = re.compile(r'" alt="([^"]*)">')
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_RISKY = re.compile(r"[\s<>()\\|\x00-\x20\x7f]|&(?=#?\w+;)")
_ENCODED = {ord(character): f"%{ord(character):02X}" for character in " <>\\|\t\n\r\f\v\x7f"}


def fill(template: Template, resolve: Resolve, wanted: Callable[[str], bool]) -> str:
    """The Markdown of a page with every slot filled by ``resolve``, and the anchors that are ``wanted``.

    A link or image that stands as text (:attr:`Standing.TEXT`) becomes its text or its description. A link whose text
    is its own address is an autolink if it leads away. Targets are written by :func:`target`.
    """
    text = template.text
    if ANCHOR_OPEN in text:
        text = _ANCHOR.sub(lambda match: _anchor(match[1]) if wanted(match[1]) else "", text)
    if SLOT_OPEN not in text:
        return text.replace(LINK_OPEN, "")
    return _Filler(template, resolve).fill(text)


def with_plain_headings(template: Template) -> Template:
    """``template`` with no links in its headings, which Obsidian could not be sent to (``web.heading_link``)."""
    if LINK_OPEN not in template.text:
        return template
    text = template.text
    pieces: list[str] = []
    position = 0
    for start, match in heading_lines(text):
        line = text[start : match.end()]
        if LINK_OPEN in line:
            pieces += [text[position:start], without_links(line)]
            position = match.end()
    return Template("".join((*pieces, text[position:])), template.references) if pieces else template


def _anchor(identifier: str) -> str:
    return f'<a id="{_attribute(identifier)}"></a>'


class _Filler:
    def __init__(self, template: Template, resolve: Resolve) -> None:
        self.references = template.references
        self.resolve = resolve
        self.known: dict[str, tuple[Resolution, str]] = {}
        self.out: list[str] = []
        self.opened = -1
        """Place in ``out`` of the text that begins with the bracket of the link that is open."""
        self.drop_end_tag = False

    def fill(self, text: str) -> str:
        first, *pieces = text.split(SLOT_OPEN)
        self.add(first)
        out, cache = self.out, self.known
        saved = Standing.SAVED
        for piece in pieces:
            number, _, rest = piece.partition(SLOT_CLOSE)
            known = cache.get(number)
            if known is None:
                resolution = self.resolve(self.references[int(number)])
                known = cache[number] = resolution, target(resolution.href)
            before = out[-1]
            if before[-2:] != "](":
                self.in_html(known[0], rest)
            elif before[-3:] == "[](" or ("![" in before and _ALT.search(before)):
                self.image(known, rest)
            elif known[0].standing is saved:  # most are: as `link` does it, with fewer calls
                self.opened = -1
                out.append(known[1])
                if LINK_OPEN in rest or self.drop_end_tag:
                    self.add(rest)
                else:
                    out.append(rest)
            else:
                self.link(known, rest, number)
        return "".join(out)

    def add(self, text: str) -> None:
        """Append what stands between two slots."""
        if self.drop_end_tag and "</a>" in text:
            text = text.replace("</a>", "", 1)
            self.drop_end_tag = False
        if LINK_OPEN in text:
            before, _, text = text.rpartition(LINK_OPEN)
            self.out.append(before.replace(LINK_OPEN, "") if LINK_OPEN in before else before)
            self.opened = len(self.out)
        self.out.append(text)

    def link(self, known: tuple[Resolution, str], rest: str, number: str) -> None:
        resolution, written = known
        out, opened = self.out, self.opened
        self.opened = -1
        if opened < 0:
            out.append(written)
            self.add(rest)
            return
        if resolution.standing is Standing.TEXT:
            out[opened] = out[opened][1:]
            out[-1] = out[-1][:-2]
            after = _AFTER_SLOT.match(rest)
            rest = rest[after.end() :] if after else rest
            if opened:
                out[opened - 1], out[opened] = _as_one_span(out[opened - 1], out[opened])
            out[-1], rest = _as_one_span(out[-1], rest)
            self.add(rest)
            return
        if resolution.standing is Standing.ONLINE and out[opened][1:5] == "http" and rest[:1] == ")":
            shown = _ESCAPED.sub(r"\1", "".join(out[opened:])[1:-2])
            if shown == resolution.href or shown == self.references[int(number)].address:
                out[opened:] = [f"<{written}>"]
                self.add(rest[1:])
                return
            if f"{shown}/" == resolution.href:  # the root, which a URL parser ends with a slash
                out[opened:] = [f"<{shown}>"]
                self.add(rest[1:])
                return
        out.append(written)
        self.add(rest)

    def image(self, known: tuple[Resolution, str], rest: str) -> None:
        resolution, written = known
        if resolution.standing is not Standing.TEXT:
            self.out.append(written)
            self.add(rest)
            return
        before = self.out[-1]
        match = _ALT.search(before)
        if match is not None:
            self.out[-1] = before[: match.start()] + match[1]
            after = _AFTER_SLOT.match(rest)
            rest = rest[after.end() :] if after else rest
        self.add(rest)

    def in_html(self, resolution: Resolution, rest: str) -> None:
        before = self.out[-1]
        if resolution.standing is not Standing.TEXT:
            self.out.append(_attribute(resolution.href))
            self.add(rest)
        elif before.endswith('<a href="'):
            self.out[-1] = before[:-9]
            self.drop_end_tag = True
            self.add(rest.removeprefix('">'))
        elif before.endswith('<img src="'):
            self.out[-1] = before[:-10]
            self.add(_HTML_ALT.sub(r"\1", rest, count=1))
        else:
            self.add(rest)


def _as_one_span(before: str, after: str) -> tuple[str, str]:
    """Two texts that would touch with code: one span, since two backticks in a row would begin another kind of span.

    >>> _as_one_span("`Map`", "`<K>` x"), _as_one_span("`a`", " `b`")
    (('`Map', '<K>` x'), ('`a`', ' `b`'))
    """
    if before[-1:] == after[:1] == "`" and before[-2:] not in ("``", "\\`") and after[:2] != "``":
        return before[:-1], after[1:]
    return before, after


def target(href: str) -> str:
    """A link's target as Markdown: nothing in it ends the link, a table's cell or the line (CommonMark 6.3).

    >>> target("a b.html"), target("f_(x).md"), target("f(.md")
    ('a%20b.html', 'f_(x).md', 'f%28.md')
    """
    if _RISKY.search(href) is None:
        return href
    href = href.translate(_ENCODED)
    if "&" in href:
        href = re.sub(r"&(?=#?\w+;)", "&amp;", href)
    if "(" in href or ")" in href:
        depth = 0
        for character in href:
            if character == "(":
                depth += 1
            elif character == ")":
                depth -= 1
                if depth < 0:
                    break
        if depth:
            href = href.replace("(", "%28").replace(")", "%29")
    return href


def _attribute(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
