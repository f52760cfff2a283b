"""Anchors: from the ids of a page to the anchors that its Markdown has.

While rendering, the id of an element stands in the Markdown as a mark: ``ANCHOR_OPEN``, a flag, the id,
``ANCHOR_CLOSE``. In a heading's line it belongs to that heading, elsewhere to the heading above. Flags: ``h`` a heading
or the section it opens, ``p`` any other element, ``d`` a distinct target (a term, a parameter), which keeps its place;
``l`` with no id marks a bold line that the renderer wrote itself. No mark ever stands in code.
"""

from __future__ import annotations

import html
import re

from scrapepy.model.document import Anchors
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.web.heading_link import heading_key, heading_link
from scrapepy.web.slug import Slugger

CODED = (("|", "\x00p"), (" ", "\x00s"), ("\n", "\x00n"), ("\t", "\x00t"))
"""Characters of an id that would break the layout around its mark, and what stands for them there."""

_MARK = re.compile(f"{ANCHOR_OPEN}([a-z])([^{ANCHOR_CLOSE}]*){ANCHOR_CLOSE}")
_PLAIN_STARTS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz[(|\\\"'")
_CONTAINERS = re.compile(r"(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_MAY_CLOSE = frozenset("# \t")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_HTML_BLOCK = re.compile(r"</?(?:table|thead|tbody|tr|td|th|details|summary|div|p|ul|ol|li|pre)\b", re.IGNORECASE)


def settle(markdown: str) -> tuple[str, Anchors]:
    """Give each heading its slug and each id its anchor.

    The Markdown comes back without ``h``, ``p`` and ``l`` marks (a line that held nothing else goes with the blank line
    before it) and with ``ANCHOR_OPEN + id + ANCHOR_CLOSE`` for each ``d`` mark. An id above the first heading leads to
    that heading if nothing but such ids stands above it, else nowhere (the empty anchor).
    """
    return _Settler().settle(markdown)


class _Settler:
    """State of one pass over the lines of a document."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.slugger = Slugger()
        self.slugs: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.optional: set[str] = set()
        self.current: str | None = None
        """Slug of the heading above."""
        self.early: list[str] = []
        """Ids above the first heading."""
        self.has_text = False
        self.above: list[tuple[int, str]] = []
        """Level and name of the headings that the next one may stand under."""
        self.named: set[str] = set()

    def settle(self, markdown: str) -> tuple[str, Anchors]:
        fence = ""
        in_html = has_text = False  # has_text is that of the lines above the first heading
        lines = self.lines
        add = lines.append
        plain = _PLAIN_STARTS
        for line in markdown.split("\n"):
            if fence:
                add(line)
                if fence in line and line.strip(" >\t").startswith(fence) and not line.strip(" >\t" + fence[0]):
                    fence = ""
                continue
            if not line:
                in_html = False
                add(line)
                continue
            marked = ANCHOR_OPEN in line
            if in_html:
                in_html = bool(line.strip(" >\t"))
            elif line[0] not in plain:
                start = _CONTAINERS.match(line).end()  # type: ignore[union-attr]
                first = line[start : start + 1]
                if first == "#":
                    if _HEADING.match(line, start):
                        self.has_text = self.has_text or has_text
                        self.heading(line, start)
                        continue
                elif first == "<":
                    in_html = _HTML_BLOCK.match(line, start) is not None
                elif first == "`" or first == "~":
                    run = len(line) - start - len(line[start:].lstrip(first))
                    if run >= 3 and (first == "~" or "`" not in line[start + run :]):
                        fence = first * run
                        has_text = True
            if marked:
                self.text(line)
            else:
                add(line)
                has_text = True
        if self.current is None:
            self.slugs.update(dict.fromkeys(self.early, ""))
        anchors = Anchors(self.slugs, frozenset(self.optional), self.texts)
        return "\n".join(self.lines), anchors

    def text(self, line: str) -> None:
        """A line that is no heading: its marks lead to the heading above."""
        if ANCHOR_OPEN not in line:
            self.lines.append(line)
            self.has_text = self.has_text or bool(line)
            return
        settled = _MARK.sub(self.mark, line)
        if settled.strip(" >\t"):
            self.lines.append(settled)
            self.has_text = True
        elif self.lines and not self.lines[-1].strip(" >\t"):
            self.lines.pop()

    def mark(self, match: re.Match[str]) -> str:
        """What stays of a mark."""
        flag, identifier = match[1], match[2]
        if flag == "l":
            return ""
        if "\x00" in identifier:
            identifier = decoded(identifier)
        if identifier in self.slugs:
            return ""
        if flag == "d":
            self.slugs[identifier] = identifier
            self.optional.add(identifier)
            return f"{ANCHOR_OPEN}{identifier}{ANCHOR_CLOSE}"
        if self.current is None:
            self.early.append(identifier)
        else:
            self.slugs[identifier] = self.current
        return ""

    def heading(self, line: str, start: int) -> None:
        """A heading: its slug, and the ids in its line."""
        bare = _MARK.sub("", line) if ANCHOR_OPEN in line else line
        match = _HEADING.match(bare, start)
        text = bare[match.end() :] if match else ""
        if text[-1:] in _MAY_CLOSE:
            text = _CLOSING.sub("", text)
        slug = self.slugger.slug(plain_text(text))
        self.texts[slug] = self.path(heading_link(without_links(text)), len(match[1]) if match else 6)
        if self.current is None:
            for identifier in self.early:
                self.slugs[identifier] = "" if self.has_text else slug
        self.current = slug
        if bare is not line:
            for flag, identifier in _MARK.findall(line):
                if flag != "l":
                    self.slugs.setdefault(decoded(identifier) if "\x00" in identifier else identifier, slug)
        self.lines.append(bare)

    def path(self, name: str, level: int) -> str:
        """A heading's name for Obsidian. It takes the first heading of a name, so a repeat is told by those above."""
        while self.above and self.above[-1][0] >= level:
            self.above.pop()
        above = [one for _, one in self.above]
        self.above.append((level, name))
        key = heading_key(name)
        if key not in self.named:
            self.named.add(key)
            return name
        return "#".join((*above, name))


def without_links(markdown: str) -> str:
    """A heading with its links as their texts: Obsidian would compare their targets too."""
    while LINK_OPEN in markdown and (shorter := _LINK.sub(r"\1", markdown)) != markdown:
        markdown = shorter
    return markdown


def decoded(identifier: str) -> str:
    """The id that a mark holds."""
    for character, coded in CODED:
        identifier = identifier.replace(coded, character)
    return identifier


_TITLE = r'(?:[ ]"(?:[^"\\]|\\.)*")?'
_TARGET = rf"\]\({SLOT_OPEN}\d+{SLOT_CLOSE}{_TITLE}\)"
_LINK = re.compile(rf"{LINK_OPEN}\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\({SLOT_OPEN}\d+{SLOT_CLOSE}{_TITLE}\)")
_INLINE = re.compile(
    rf"""
      \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
    | !\[(?:[^\]\\]|\\.)*{_TARGET}
    | {LINK_OPEN}\[ | {_TARGET} | {ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE}
    | (?<![ ])\*+ | \*+(?![ ]) | ~~
    | </?[A-Za-z][^<>]*>
    | (?P<entity>&\#?\w+;)
    """,
    re.VERBOSE,
)


_MAY_BE_MARKUP = re.compile(rf"[\\`\]*~<&{LINK_OPEN}{ANCHOR_OPEN}]").search
"""Finds the first character from which a match of :data:`_INLINE` can begin, but that of an image, which holds one."""


def plain_text(markdown: str) -> str:
    r"""The text that a line of inline Markdown with slots shows: no marks, links as their texts, images as nothing.

    >>> plain_text(r"`a_b` *and* **c**\_d &amp; e")
    'a_b and c_d & e'
    """
    if _MAY_BE_MARKUP(markdown) is None:
        return " ".join(markdown.split())
    code = markdown[1:-1]
    if markdown[0] == "`" == markdown[-1] and code and "`" not in code:  # a signature
        if code[0] == code[-1] == " " and not code.isspace():
            code = code[1:-1]
        return " ".join(code.split())
    return " ".join(_INLINE.sub(_shown, markdown).split())


def _shown(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "escaped":
        return match[kind]
    if kind == "code" or kind == "ticks":
        code: str = match["code"]
        if code[0] == code[-1] == " " and not code.isspace():
            return code[1:-1]
        return code
    if kind == "entity":
        return html.unescape(match[kind])
    return ""
