"""What a paragraph says: its Markdown without the targets of links, images and autolinks, and without anchors.

Left out by structure, which markdown-it-py tells: code spans are as they are, whatever they look like. Emphasis and
escapes stay: they are part of the text, and their change is a change.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link

from scrapepy.sections.blocks import leave_addresses
from scrapepy.sections.html_text import read_html

AUTOLINK = "<>"
"""What stays of an address that is its own text."""

_ESCAPED = re.compile(r"\\[\[\]()`!\\<]")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_PLAIN_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^\s()<>\[\]\"'\\]+(?: \"[^\"\\]*\")?\)")
_BARE = re.compile(r"(?:(?<=[\s*_~(])|\A)(?:https?://|www\.)[^\s<]+", re.IGNORECASE)
_MAY_BE_BARE = re.compile(r"https?://|www\.", re.IGNORECASE).search
_TRAILING = re.compile(r"[?!.,:*_~'\"]+\Z|&[A-Za-z0-9]+;\Z")

Span = tuple[int, int, str | None]
"""A stretch of the paragraph and what is read in its place; None for code, which stays as it is."""


def read_inline(text: str, references: dict[str, Any]) -> str:
    """The paragraph as read; white space as it is.

    >>> read_inline("[x](u1) `a[i](x)` <https://example.com>", {})
    'x `a[i](x)` <>'
    """
    if "[" not in text and "<" not in text and _MAY_BE_BARE(text) is None:
        return text
    spans = None if references.get("references") else _plain_spans(text)
    if spans is None:
        spans = inline_spans(text, references)
    return _without(text, spans)


def _plain_spans(text: str) -> list[Span] | None:
    """The spans of a paragraph whose links are simple to see; None where only the parser can tell.

    Nearly all are, and the parser takes ten times as long. Simple means: no HTML, no escaped bracket or backtick, no
    bracket or parenthesis inside a link, nothing left that could be a further link.
    """
    if "<" in text or ("\\" in text and _ESCAPED.search(text)):
        return None
    spans: list[Span] = []
    masked = text
    if "`" in text:
        code = [match.span() for match in _CODE_SPAN.finditer(text)]
        masked = _CODE_SPAN.sub(lambda match: "x" * len(match[0]), text)
        if "`" in masked:
            return None
        spans += [(start, end, None) for start, end in code]
    links = list(_PLAIN_LINK.finditer(masked))
    if masked.count("](") != len(links):
        return None
    for match in links:
        label_start, label_end = match.span(1)
        spans.append((match.start(), label_start, ""))
        spans.append((label_end, match.end(), ""))
        if _MAY_BE_BARE(match[1]) is not None:
            spans.append((label_start, label_end, None))
    spans.sort(key=_by_place)
    return spans


def inline_spans(text: str, references: dict[str, Any]) -> list[Span]:
    """What the parser finds in a paragraph, in order and without overlap, but code and links inside a link's label."""
    recorder = _Recorder(text, references)
    _PARSER.inline.parse(text, _PARSER, {**references, _KEY: recorder}, [])
    return sorted(recorder.spans, key=_by_place)


def wholes(text: str, references: dict[str, Any]) -> list[tuple[int, int]]:
    """What must not be cut in a paragraph: links, images, code spans, HTML, autolinks."""
    recorder = _Recorder(text, references)
    _PARSER.inline.parse(text, _PARSER, {**references, _KEY: recorder}, [])
    return [*recorder.wholes, *((start, end) for start, end, _ in recorder.spans)]


def _by_place(span: Span) -> tuple[int, int]:
    return span[0], span[1]


class _Recorder:
    """Where the rules of the parser found something, for one paragraph."""

    def __init__(self, text: str, references: dict[str, Any]) -> None:
        self.text = text
        self.references = references
        self.spans: list[Span] = []
        self.wholes: list[tuple[int, int]] = []

    def link(self, state: StateInline, start: int) -> None:
        end = state.pos
        self.wholes.append((start, end))
        label_end = _label_end(state, start, end)
        self.spans.append((start, start + 1, ""))
        self.spans.append((label_end, end, ""))
        if _MAY_BE_BARE(self.text[start + 1 : label_end]) is not None:
            self.spans.append((start + 1, label_end, None))

    def image(self, state: StateInline, start: int) -> None:
        end = state.pos
        label = self.text[start + 2 : _label_end(state, start + 1, end)]
        self.spans.append((start, end, read_inline(label, self.references)))

    def autolink(self, state: StateInline, start: int) -> None:
        self.spans.append((start, state.pos, AUTOLINK))

    def html(self, state: StateInline, start: int) -> None:
        self.spans.append((start, state.pos, read_html(self.text[start : state.pos])))

    def code(self, state: StateInline, start: int) -> None:
        self.spans.append((start, state.pos, None))


def _label_end(state: StateInline, bracket: int, end: int) -> int:
    """Where the label ends that opens at ``bracket``; the parser knew it a moment ago and has not told."""
    position = state.pos
    state.pos = bracket
    label_end: int = state.md.helpers.parseLinkLabel(state, bracket, False)
    state.pos = position
    return label_end if bracket < label_end < end else bracket + 1


_KEY = "scrapepy"


def _recording(
    rule: Callable[[StateInline, bool], bool], record: Callable[[_Recorder, StateInline, int], None]
) -> Callable[[StateInline, bool], bool]:
    def recorded(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if not rule(state, silent):
            return False
        recorder: _Recorder = state.env[_KEY]
        if not silent and state.src is recorder.text:  # a label of an image is parsed apart
            record(recorder, state, start)
        return True

    return recorded


def _parser() -> MarkdownIt:
    unread = ["emphasis", "entity", "newline", "balance_pairs", "fragments_join", "text_join"]
    parser = MarkdownIt("commonmark").disable(unread)
    for name, rule, record in (
        ("link", link, _Recorder.link),
        ("image", image, _Recorder.image),
        ("autolink", autolink, _Recorder.autolink),
        ("html_inline", html_inline, _Recorder.html),
        ("backticks", backtick, _Recorder.code),
    ):
        parser.inline.ruler.at(name, _recording(rule, record))
    leave_addresses(parser)
    return parser


_PARSER = _parser()


def _without(text: str, spans: list[Span]) -> str:
    bare = _MAY_BE_BARE(text) is not None
    pieces: list[str] = []
    position = 0
    for start, end, shown in spans:
        if end <= position:
            continue
        start = max(start, position)
        pieces.append(_without_bare(text, position, start) if bare else text[position:start])
        pieces.append(text[start:end] if shown is None else shown)
        position = end
    pieces.append(_without_bare(text, position, len(text)) if bare else text[position:])
    return "".join(pieces)


def _without_bare(text: str, start: int, end: int) -> str:
    """A stretch of plain text without the addresses in it (GFM, 6.9, "Autolinks (extension)")."""
    pieces = []
    for match in _BARE.finditer(text, start, end):
        pieces += [text[start : match.start()], AUTOLINK]
        start = match.start() + _address_length(match[0])
    pieces.append(text[start:end])
    return "".join(pieces)


def _address_length(address: str) -> int:
    """Without the punctuation of the sentence behind it."""
    while True:
        trimmed = _TRAILING.sub("", address)
        if trimmed.endswith(")") and trimmed.count(")") > trimmed.count("("):
            trimmed = trimmed[:-1]
        if trimmed == address:
            return len(address)
        address = trimmed
