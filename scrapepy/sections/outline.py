"""Where the sections of a body begin, found at the speed of a search for a string.

A search index takes in whole sites at once, and the parser takes ten times as long as the index itself. Here only the
lines that can open something are looked at: headings at the margin, fences, blocks of HTML. What is written otherwise
(a heading underlined instead of marked, a heading that is set in) goes to the parser: see :func:`outline`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scrapepy.sections.headings import heading_names
from scrapepy.sections.split import DEFAULT_LEVEL, split
from scrapepy.web.slug import Slugger


@dataclass(frozen=True, slots=True)
class Part:
    """A section's place. ``headings``: those it stands under and its own, outermost first; none at the top."""

    headings: tuple[str, ...]
    anchor: str
    text: str


# One alternative each for: a heading at the margin; a fence, in a list or a quote too; what only the parser can tell (a
# heading that is set in, or one that is underlined); a line that begins with a tag (raw text up to its end tag, a
# comment up to its end, else up to the next blank line: CommonMark 4.6). Looked for in a text that begins with a line
# end: a pattern with a fixed first character is found several times as fast.
_LINE = re.compile(
    r"\n(?:(?P<heading>#{1,6})(?:[ \t]+(?P<text>[^\n]*))?(?=\n|\Z)"
    r"|(?P<before>[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(?P<fence>`{3,}(?=[^`\n]*(?:\n|\Z))|~{3,})"
    r"|(?P<odd>[ ]{1,3}#{1,6}(?=[ \t\n]|\Z)|[ ]{0,3}(?P<line>=+|-+)[ \t]*(?=\n|\Z))"
    r"|[ ]{0,3}<(?:(?P<raw>(?i:pre|script|style|textarea)\b)|(?P<comment>!--)|(?P<tag>[/?!A-Za-z])))"
)
_BLANK = re.compile(r"\n[ \t]*(?=\n)")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_SIMPLE = re.compile(r"(?:[^\\`*_\[\]<&!~\x00]|`[^`]+`|\\[!-/:-@\[-`{-~]|(?<=[^\W_])_(?=[^\W_]))*")
_MARK = re.compile(r"`([^`]+)`|\\([!-/:-@\[-`{-~])")


def outline(body: str, level: int = DEFAULT_LEVEL) -> tuple[Part, ...]:
    """The sections of a body as :func:`~scrapepy.sections.split.split` cuts them; their texts joined are the body.

    >>> [part.headings for part in outline("# A\\n\\n### B\\n\\n### C\\n")]
    [('A',), ('A', 'B'), ('A', 'C')]
    """
    parts = None if "\r" in body else _parts(body, level)
    if parts is None:
        return tuple(Part(section.headings, section.anchor, section.text) for section in split(body, level))
    return tuple(parts)


def _is_odd(match: re.Match[str]) -> bool:
    """A line of dashes after a blank line is a rule, and no underline."""
    if match["line"] is None:
        return True
    before = match.start()
    while before and match.string[before - 1] in " \t":
        before -= 1
    return before > 0 and match.string[before - 1] != "\n"


def _parts(body: str, level: int) -> list[Part] | None:
    headings = _headings(body)
    if headings is None:
        return None
    parts: list[Part] = []
    slugger = Slugger()
    above: list[tuple[int, str]] = []
    start, anchor = 0, ""
    for depth, offset, content in headings:
        name, slug_text = _names(content)
        slug = slugger.slug(slug_text)
        if depth > level:
            continue
        if above or body[:offset].strip():
            parts.append(Part(tuple(text for _, text in above), anchor, body[start:offset]))
            start = offset
        while above and above[-1][0] >= depth:
            above.pop()
        above.append((depth, name))
        anchor = slug
    if body:
        parts.append(Part(tuple(text for _, text in above), anchor, body[start:]))
    return parts


def _headings(body: str) -> list[tuple[int, int, str]] | None:
    """Level, place and content of every heading at the margin; None where only the parser can tell."""
    text = "\n" + body
    at = 0
    headings: list[tuple[int, int, str]] = []
    while match := _LINE.search(text, at):
        at = match.end()
        if match["heading"]:
            content = _CLOSING_MARKS.sub("", match["text"] or "").strip(" \t")
            headings.append((len(match["heading"]), match.start(), content))
        elif match["fence"]:
            end = _fence_end(text, match)
            if end is None:
                return None
            at = end
        elif match["odd"]:
            if _is_odd(match):
                return None
        elif match["raw"]:
            at = _after(text.lower(), f"</{match['raw'].lower()}>", at)
        elif match["comment"]:
            at = _after(text, "-->", at)
        else:
            blank = _BLANK.search(text, at)
            at = blank.end() if blank else len(text)
    return headings


def _fence_end(text: str, opening: re.Match[str]) -> int | None:
    """The end of the line that closes a fence; where its list item or quote ends, it is closed too.

    None where only the parser can tell: a fence set in by up to three may stand in a list or not.
    """
    mark = opening["fence"]
    before = r"[ \t>]*" if ">" in opening["before"] else r"[ \t]*"
    closing = re.compile(rf"\n{before}{mark}{mark[0]}*[ \t]*(?=\n|\Z)")
    found = closing.search(text, opening.end())
    end = found.end() if found else len(text)
    margin = _AT_MARGIN.search(text, opening.end(), end) if opening["before"] else None
    if margin is None or (found is not None and margin.start() == found.start()):
        return end
    if opening["before"].strip(" ") or len(opening["before"]) > _INDENT:
        return margin.start()
    return None


_INDENT = 3
_AT_MARGIN = re.compile(r"\n(?=[^ \t\n>])")


def _after(text: str, mark: str, at: int) -> int:
    found = text.find(mark, at)
    return len(text) if found < 0 else found + len(mark)


def _names(content: str) -> tuple[str, str]:
    """The heading's name and the text of its slug; the parser is asked only where marks could mean something."""
    if _SIMPLE.fullmatch(content):
        text = " ".join(_MARK.sub(r"\1\2", content).split())
        if text:
            return text, text
    return heading_names(content, {})
