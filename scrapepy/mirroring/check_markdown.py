"""The Markdown tree's half of the check: read as an editor reads it, with a CommonMark parser of others."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scrapepy.mirroring.check_html import HtmlCheck
from scrapepy.mirroring.faults import FaultKind, Findings, files_below, read_text
from scrapepy.sections.headings import heading_names
from scrapepy.web.frontmatter import parse_frontmatter
from scrapepy.web.heading_link import heading_link
from scrapepy.web.slug import Slugger

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_HTML_LINK = re.compile(r"""<(?:a|img)\b[^>]*?\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_HTML_ID = re.compile(r"""<[a-z][^>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkdownFacts:
    """What the check needs to know of one file."""

    targets: tuple[str, ...]
    """Targets of links and images, as written."""
    anchors: frozenset[str]
    """What a fragment can name: slugs of headings, their names in links of Obsidian, ids of inline HTML."""


def markdown_facts(body: str) -> MarkdownFacts:
    """Read one body (without frontmatter).

    >>> sorted(markdown_facts("# A b\\n\\n[x](y.md#z)").anchors)
    ['A b', 'a-b']
    """
    targets: list[str] = []
    anchors: set[str] = set()
    slugger = Slugger()
    environment: dict[str, Any] = {}
    tokens = _BLOCKS.parse(_NOTE.sub(r"\1note:", body) if "[^" in body else body, environment)
    for index, token in enumerate(tokens):
        if token.type == "inline":
            heading = tokens[index - 1].type == "heading_open"
            plain = None if heading or environment.get("references") else plain_targets(token.content)
            if plain is not None:
                targets += plain
                continue
            children = _LINKS.parseInline(token.content, environment)[0].children or []
            targets += _targets(children)
            anchors.update(_html_ids(children))
            if heading:
                anchors.add(slugger.slug(heading_names(token.content, environment)[1]))
                anchors.add(heading_link(token.content))
        elif token.type == "html_block":
            targets += [unescape(one or two) for one, two in _HTML_LINK.findall(token.content)]
            anchors.update(unescape(one or two) for one, two in _HTML_ID.findall(token.content))
    return MarkdownFacts(tuple(targets), frozenset(anchors))


_NOTE = re.compile(r"^([ \t>]*)\[\^[^\]\s]+\]:", re.MULTILINE)
"""What a footnote begins with: CommonMark knows none, and takes one without a space in it for the target of links."""


def plain_targets(text: str) -> list[str] | None:
    """The targets of a paragraph's links where they are simple to see; None where only the parser can tell.

    Nearly all are, and the parser takes a tenth of a millisecond a link. Simple means: no HTML, no escaped bracket or
    backtick, no bracket or parenthesis inside a link, nothing that could be a further link left.
    """
    if "[" not in text and "<" not in text:
        return []
    if "<" in text or _ESCAPED.search(text):
        return None
    if "`" in text:
        text = _CODE_SPAN.sub("x", text)
        if "`" in text:
            return None
    targets: list[str] = _PLAIN_LINK.findall(text)
    return None if "](" in _PLAIN_LINK.sub("", text) else targets


_ESCAPED = re.compile(r"\\[\[\]()`!\\]|&")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_PLAIN_LINK = re.compile(r"\[[^\[\]]*\]\(([^\s()<>\[\]\"']+)(?: \"[^\"\\]*\")?\)")
_BLOCKS = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])
"""Finds paragraphs, headings, cells; what stands in them is read only where it may hold a link."""
_LINKS = MarkdownIt("commonmark").disable(
    ["emphasis", "entity", "newline", "balance_pairs", "fragments_join", "text_join"]
)
"""Where only links count, emphasis is not looked for."""


def _targets(children: Sequence[Token]) -> Iterator[str]:
    for child in children:
        if child.type == "link_open":
            yield str(child.attrs.get("href", ""))
        elif child.type == "image":
            yield str(child.attrs.get("src", ""))
        elif child.type == "html_inline":
            for one, two in _HTML_LINK.findall(child.content):
                yield unescape(one or two)


def _html_ids(children: Sequence[Token]) -> Iterator[str]:
    for child in children:
        if child.type == "html_inline":
            for one, two in _HTML_ID.findall(child.content):
                yield unescape(one or two)


@dataclass(slots=True)
class MarkdownCheck:
    """Reads the Markdown tree once; anchors are settled at the end."""

    root: Path
    html: HtmlCheck
    faults: Findings
    documents: int = 0
    references: int = 0
    files: set[str] = field(default_factory=set)
    _anchors: dict[str, frozenset[str]] = field(default_factory=dict)
    _wanted: list[tuple[str, str, str]] = field(default_factory=list)
    _outside: dict[str, bool] = field(default_factory=dict)

    def read(self, told: Callable[[str], None]) -> None:
        """Look up every link and image of every document."""
        if not self.root.is_dir():
            return
        paths = list(files_below(self.root))
        self.files.update(paths)
        for path in paths:
            if path.lower().endswith(".md"):
                told(path)
                self._document(path)

    def _document(self, path: str) -> None:
        self.documents += 1
        text = read_text(self.root / path)
        if not text:
            self.faults.add(FaultKind.EMPTY, path, path)
        fields, body = parse_frontmatter(text)
        if not fields and body is text and text.startswith("---\n"):
            self.faults.add(FaultKind.FRONTMATTER, path, path)
        facts = markdown_facts(body)
        self._anchors[path] = facts.anchors
        for target in facts.targets:
            self._look_up(target, path)

    def _look_up(self, target: str, source: str) -> None:
        if _SCHEME.match(target):
            return
        self.references += 1
        reference, _, fragment = target.partition("#")
        if not reference:
            self._wanted.append((source, fragment, source))
            return
        folder = os.path.dirname(os.path.join(self.root, source))
        absolute = os.path.normpath(os.path.join(folder, unquote(reference.partition("?")[0])))
        inside = _below(self.root, absolute)
        if inside is not None and inside in self.files:
            if fragment and inside.lower().endswith(".md"):
                self._wanted.append((inside, fragment, source))
            return
        copy = _below(self.html.root, absolute)
        if copy is not None and copy in self.html.files:
            if fragment:
                self.html.want(copy, fragment, source)
            return
        if not self._exists(absolute):
            self.faults.add(FaultKind.MISSING_FILE, inside if inside is not None else target, source)

    def _exists(self, path: str) -> bool:
        """For what stands in neither tree: a folder given by hand, a converted folder's originals."""
        known = self._outside.get(path)
        if known is None:
            known = self._outside[path] = os.path.isfile(path)
        return known

    def settle(self) -> None:
        """A link to an anchor that its target lacks should have been written without it: the copy's fault."""
        for path, fragment, source in self._wanted:
            anchors = self._anchors.get(path, frozenset())
            name = unquote(fragment)
            if fragment in anchors or name in anchors or name.rpartition("#")[2] in anchors:
                continue
            self.faults.add(FaultKind.MISSING_ANCHOR, f"{path}#{fragment}", source)


def _below(root: Path, path: str) -> str | None:
    """``path`` relative to ``root``, or None if it is not below it."""
    top = os.path.abspath(root) + os.sep
    absolute = os.path.abspath(path)
    return absolute[len(top) :].replace(os.sep, "/") if absolute.startswith(top) else None
