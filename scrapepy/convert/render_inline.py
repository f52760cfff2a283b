"""Inline marks: from what the tree says (emphasis from here to there) to what Markdown can say.

While a paragraph is collected, emphasis and line breaks are two-character marks that begin with NUL, which no parsed
HTML holds. When the paragraph is complete, :func:`resolve_marks` writes them: spaces move outside of emphasis, nested
and empty emphasis goes, neighbours of one kind join, and where Markdown would not see the delimiter
(CommonMark 6.2: ``data**(base)**s``) the punctuation at the edge steps outside or an HTML tag is used.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

STRONG = ("\x001", "\x002")
EMPHASIS = ("\x003", "\x004")
STRUCK = ("\x005", "\x006")
BREAK = "\x000"

_DELIMITERS = {"1": "**", "3": "*", "5": "~~"}
_TAGS = {"1": "strong", "3": "em", "5": "del"}
_OPENS = {"2": "1", "4": "3", "6": "5"}
"""The mark that opens what a mark closes."""
_MARK = re.compile("\x00([1-6])")
_ANY_MARK = re.compile("\x00.")
_INSIDE_WORD = re.compile(r"(?<=[^\W_])\*(?=[^\W_])")
_BREAKS = re.compile("(?: *\x000)+ *")
_LEADING = "(“‘«「『（《【〈¿¡"
_TRAILING = ".,:;!?…)”’»」』）》】〉。，、：；！？"


def without_inline_marks(text: str) -> str:
    """``text`` with the marks of this module taken out (a break becomes a space)."""
    return _ANY_MARK.sub("", text.replace(BREAK, " "))


def resolve_marks(text: str) -> str:
    r"""A paragraph with its marks written; a line break is ``\n``, the end of a paragraph by two breaks ``\n\n``.

    White space of ``text`` is collapsed already.

    >>> resolve_marks("next\x003 it\x004. \x001a\x002\x001b\x002 \x000c")
    'next *it*. **ab**\nc'
    """
    if BREAK in text:
        text = _BREAKS.sub(_line_ends, text)
    if "\x00" not in text:
        return text
    parts = _MARK.split(text)
    plain = _plain(parts)
    if plain:
        return plain
    outermost = _outermost(parts)
    written = _Resolver().resolve(outermost)
    if not _is_knotted(outermost):
        return written
    # Delimiters that touch are one run, which a reader takes apart by its length: what he makes of it is looked up,
    # and where delimiters are left standing, tags say it.
    meant = _seen("".join(outermost[::2]))
    for tags in ("1", "135"):
        if _seen(written) == meant:
            break
        written = _Resolver(tags).resolve(outermost)
    return written


def _is_knotted(parts: list[str]) -> bool:
    """Whether a mark stands inside another, or touches one."""
    opened = 0
    for at in range(1, len(parts), 2):
        if parts[at] in _DELIMITERS:
            opened += 1
            if opened > 1:
                return True
        else:
            opened -= 1
        if not parts[at + 1] and at + 2 < len(parts):
            return True
    return False


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")


def _seen(markdown: str) -> str:
    """The text that a reader of Markdown is shown, without its white space."""
    tokens = _reader().parseInline(markdown.strip())[0].children or ()
    shown = ("text", "text_special", "code_inline")
    return "".join("".join(token.content.split()) for token in tokens if token.type in shown)


def _plain(parts: list[str]) -> str:
    """The text if no mark touches another and all are seen as they stand, else "".

    A delimiter is seen, whatever stands beside it, if a letter or digit is on its inner side; if punctuation is, it
    is seen at the border of a text or a space.
    """
    out = [parts[0]]
    last = len(parts) - 1
    for at in range(1, last, 4):
        kind, inner = parts[at], parts[at + 1]
        if at + 3 > last or _OPENS.get(parts[at + 2]) != kind or not inner:
            return ""
        before, after = out[-1], parts[at + 3]
        if not after and at + 3 < last:
            return ""
        first, end = inner[0], inner[-1]
        if not first.isalnum() and (first.isspace() or (before and before[-1] != " ")):
            return ""
        if not end.isalnum() and (end.isspace() or (after and after[0] != " ")):
            return ""
        if "\n\n" in inner:
            return ""
        delimiter = _DELIMITERS[kind]
        out += (delimiter, inner, delimiter, after)
    return "".join(out)


def _outermost(parts: list[str]) -> list[str]:
    """Text and marks in turn: no emphasis inside emphasis of its kind, none around nothing, neighbours joined."""
    depth = dict.fromkeys(_DELIMITERS, 0)
    kept = [parts[0]]
    for at in range(1, len(parts), 2):
        mark, text = parts[at], parts[at + 1]
        if mark in _DELIMITERS:
            depth[mark] += 1
            if depth[mark] == 1 and not (not kept[-1] and len(kept) > 1 and _OPENS.get(kept[-2]) == mark):
                kept += (mark, text)
                continue
            if depth[mark] == 1:
                del kept[-2:]
        else:
            kind = _OPENS[mark]
            depth[kind] -= 1
            if depth[kind] == 0 and kept[-2] == kind and not kept[-1].strip():
                text = kept[-1] + text
                del kept[-2:]
            elif depth[kind] == 0:
                kept += (mark, text)
                continue
        kept[-1] = _joined(kept[-1], text)
    return kept


def _joined(before: str, after: str) -> str:
    """Two pieces of text as one; code spans that meet are one span."""
    if before[-1:] == "`" and after[:1] == "`" and before[-2:] != "\\`":
        return before[:-1] + after[1:] if before[-2:] != "``" and after[:2] != "``" else f"{before} {after}"
    return before + after


def _line_ends(match: re.Match[str]) -> str:
    return "\n" if match[0].count(BREAK) == 1 else "\n\n"


class _Resolver:
    """One paragraph's marks; ``out`` holds text and delimiters in turn, each in an item of its own."""

    def __init__(self, tags: str = "") -> None:
        self.tags = tags
        """Marks that are written as HTML tags."""
        self.out: list[str] = []
        self.opened: list[tuple[str, int]] = []

    def resolve(self, parts: list[str]) -> str:
        self.text(parts[0])
        for at in range(1, len(parts), 2):
            mark = parts[at]
            if mark in _DELIMITERS:
                self.open(mark)
            else:
                kind = _OPENS[mark]
                next_mark = "" if parts[at + 1] or at + 2 >= len(parts) else parts[at + 2]
                self.close(_first_visible(parts, at + 1, kind), next_mark)
            self.text(parts[at + 1])
        return "".join(self.out)

    def text(self, text: str) -> None:
        if not text:
            return
        if "\n\n" in text and self.opened:
            self.paragraphs(text)
        elif text[0] == "`" and self.out and self.out[-1][-1:] == "`":
            self.out[-1] = _joined(self.out[-1], text)
        else:
            self.out.append(text)

    def paragraphs(self, text: str) -> None:
        """Emphasis does not reach over the end of a paragraph: it ends there and begins again."""
        kinds = [kind for kind, _ in self.opened]
        first, *rest = text.split("\n\n")
        self.out.append(first)
        for piece in rest:
            while self.opened:
                self.close("", "")
            self.out.append("\n\n")
            for kind in kinds:
                self.open(kind)
            self.out.append(piece)

    def open(self, kind: str) -> None:
        self.opened.append((kind, len(self.out)))
        self.out.append(_DELIMITERS[kind])

    def close(self, following: str, next_mark: str) -> None:
        """End what was opened last. ``following`` is the next visible character, ``next_mark`` a mark before it."""
        kind, start = self.opened.pop()
        inner = "".join(self.out[start + 1 :])
        core = inner.strip()
        if not core:
            self.out[start:] = [inner]
            return
        at = inner.index(core)
        lead, trail = inner[:at], inner[at + len(core) :]
        previous = lead[-1:] or _last_visible(self.out, start, kind)
        following = trail[:1] or following
        shifted = _shifted(core, previous, following)
        if shifted is None or kind in self.tags:
            opening, closing = f"<{_TAGS[kind]}>", f"</{_TAGS[kind]}>"
        else:
            opening = closing = _DELIMITERS[kind]
            first, core, last = shifted
            lead, trail = lead + first, last + trail
            if kind == "1" and "*" in (core[0], core[-1]) and _INSIDE_WORD.search(core):
                # asterisks between letters can open and close, and would be paired with those at the edge
                alone = not (previous.isalnum() or following.isalnum() or next_mark)
                opening, closing = ("__", "__") if alone else ("<strong>", "</strong>")
            if kind == "3" and self.needs_underscore(start, lead, core, trail, previous, following, next_mark):
                opening = closing = "_"
        self.out[start:] = [lead, opening, core, closing]
        if trail:
            self.out.append(trail)

    def needs_underscore(
        self, start: int, lead: str, core: str, trail: str, previous: str, following: str, next_mark: str
    ) -> bool:
        """Whether emphasis that touches strong emphasis is to be told from it by underscores.

        Asterisks that touch are one run, which readers take apart by its length; that goes well where one holds all of
        the other. Underscores do nothing next to letters.
        """
        before = lead or _last_piece(self.out, start)
        after = "" if trail else next_mark
        inside = core.startswith("**") or core.endswith("**")
        if not (before == "**" or after in ("1", "2") or inside):
            return False
        if before == "**" and after == "2" and self.opened and self.opened[-1][0] == "1":
            return False
        if core.startswith("**") and core.endswith("**") and core.count("**") == 2 and not (before == "**" or after):
            return False
        return not (previous.isalnum() and before != "**") and not (following.isalnum() and not after)


def _first_visible(parts: list[str], at: int, kind: str) -> str:
    """The first character after a mark. Asterisks that follow are one run with it: what counts is behind them."""
    while at < len(parts):
        if parts[at]:
            return parts[at][0]
        if at + 1 < len(parts) and (parts[at + 1] in "56") != (kind == "5"):
            return "*"
        at += 2
    return ""


def _last_visible(pieces: list[str], end: int, kind: str) -> str:
    """The last character before a mark at ``end``, likewise."""
    own = ("~~",) if kind == "5" else ("*", "**")
    for at in range(end - 1, -1, -1):
        piece = pieces[at]
        if piece and piece not in own:
            return piece[-1]
    return ""


def _last_piece(pieces: list[str], end: int) -> str:
    for at in range(end - 1, -1, -1):
        if pieces[at]:
            return pieces[at]
    return ""


def _shifted(core: str, previous: str, following: str) -> tuple[str, str, str] | None:
    """``core`` with as little as possible moved before and after the delimiters so that both are seen, or None."""
    first = last = ""
    while core and not _flanks(core[0], previous):
        if core[0] not in _LEADING:
            return None
        first, core = first + core[0], core[1:]
        previous = first[-1]
    while core and not _flanks(core[-1], following):
        if core[-1] not in _TRAILING or core[-2:-1] == "\\" or (core[-1] == ")" and "](" in core):
            return None
        last, core = core[-1] + last, core[:-1]
        following = last[0]
    if not core or core != core.strip():
        return None
    return first, core, last


def _flanks(inside: str, outside: str) -> bool:
    """Whether a delimiter between these two is one that opens (or closes) towards ``inside``."""
    return not _is_punctuation(inside) or not outside or outside.isspace() or _is_punctuation(outside)


def _is_punctuation(character: str) -> bool:
    return (
        not character.isalnum() and unicodedata.category(character)[0] not in "ZCM"
    ) or "\ufdd0" <= character <= "\ufdd4"
