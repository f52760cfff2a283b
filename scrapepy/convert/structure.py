"""The shape of the finished Markdown: one main heading, nothing twice, nothing empty (SPEC 6.5).

Every step takes text with marks (``model.template``) and leaves code alone. A mark of an id is invisible here and goes
on to the next block when its own heading goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scrapepy.convert.escape import escape_line_start, escape_text
from scrapepy.convert.segments import code_spans, outside_code
from scrapepy.convert.titles import without_site_name
from scrapepy.model.document import Removal
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN
from scrapepy.rules.junk_markdown import COPYRIGHT, LEGAL_WORDS

MARK = f"(?:{ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE})"
"""A pattern for the mark of an id."""

_MARK = re.compile(MARK)
_FIRST = re.compile(rf"\A(?:\s|{MARK})*(?P<signs>#{{1,6}}) ")
_TARGET = rf"(?:{SLOT_OPEN}[0-9]+{SLOT_CLOSE}|<[^<>\n]*>|[^()\s]*)"
_TITLE = r'(?:[ \t]+"[^"\n]*")?'
_LINK = re.compile(rf"{LINK_OPEN}?\[((?:[^\[\]\\\n]|\\.)*)\]\({_TARGET}{_TITLE}\)")
_EMPTY_LINK = re.compile(rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?<!!){LINK_OPEN}?\[[ \t]*\]\({_TARGET}{_TITLE}\)", re.DOTALL)
_BROKEN_LINK = re.compile(
    rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?<![\\!])\[([^\[\]`]*\n[^\[\]`]*)\](?=\({SLOT_OPEN}?[^\s()]*)", re.DOTALL
)
_IMAGE = rf"!\[[^\[\]\n]*\]\((?P<target>{_TARGET}){_TITLE}\)"
_IMAGE_TWICE = re.compile(
    rf"(?P<first>{_IMAGE})(?P<gap>[ \t]*\n?[ \t]*\n?[ \t]*)!\[[^\[\]\n]*\]\((?P=target){_TITLE}\)"
)
_EMPTY_HEADING = re.compile(rf"^(?P<before>{MARK}*)#{{1,6}}[ \t]*(?P<marks>{MARK}*)[ \t]*$\n?", re.MULTILINE)
_EMPTY_AFTER_SIGN = re.compile(rf"#[ \t]*(?:{MARK}[ \t]*)*(?:\n|\Z)")
_COPYRIGHT = re.compile(rf"{MARK}*(?:{COPYRIGHT})", re.IGNORECASE)
_LEGAL = re.compile(LEGAL_WORDS, re.IGNORECASE)
_SPACED_LINE = re.compile(r"\n[ \t]+\n")
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+(?![ \t]{4}|\t)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line: where it stands, its level, and its text as read."""

    start: int
    stop: int
    level: int
    text: str


def headings(text: str, spans: list[tuple[int, int]] | None = None) -> Iterator[Heading]:
    """The ATX headings outside code, in order; lazy, so that the first costs nothing of the rest."""
    code = iter(code_spans(text) if spans is None else spans)
    block = next(code, None)
    position = text.find("#")
    while position >= 0:
        while block is not None and block[1] <= position:
            block = next(code, None)
        if block is not None and block[0] <= position:
            position = text.find("#", block[1])
            continue
        heading = _heading_at(text, position)
        if heading is not None:
            yield heading
        position = text.find("#", _end_of_line(text, position))


def _heading_at(text: str, position: int) -> Heading | None:
    """The heading whose first sign stands at ``position``, if one does."""
    start = text.rfind("\n", 0, position) + 1
    if start != position and (text[start] != ANCHOR_OPEN or _MARKS_ONLY.fullmatch(text, start, position) is None):
        return None
    match = _SIGNS.match(text, position)
    if match is None:
        return None
    return Heading(start, match.end(), len(match[1]), as_read(match[2]))


def _end_of_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


_MARKS_ONLY = re.compile(f"{MARK}*")
_SIGNS = re.compile(rf"(#{{1,6}})(?!#)((?:[ \t]|{ANCHOR_OPEN})[^\n]*|)(?=\n|\Z)")


def as_read(markdown: str) -> str:
    """A line of Markdown as a reader sees it: no marks, link targets, emphasis or escapes."""
    text = _LINK.sub(r"\1", _MARK.sub("", markdown)).replace(LINK_OPEN, "")
    return " ".join(_UNESCAPE.sub(r"\1", _EMPHASIS.sub("", text)).strip(" \t#").split())


_EMPHASIS = re.compile(r"(?<!\\)(?:\*{1,3}|`+|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~)")
_UNESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def folded(text: str) -> str:
    """Words alone, without regard to case: for comparing titles."""
    return " ".join(_WORDS.findall(text.casefold()))


_WORDS = re.compile(r"\w+")


# the main heading ----------------------------------------------------------------------------------------------------


def one_main_heading(text: str, title: str, names: Iterable[str] = (), outside: bool = False) -> str:
    """``text`` with one ``#`` heading (SPEC 6.5).

    A level 1 heading of the text is the main heading; the site's name at its end goes. If there is none, the first
    heading is raised where it says the same as ``title``, else ``# title`` is put on top. ``outside`` says that the
    page has its main heading outside the content, where it would be lost. Other headings of level 1 are sections:
    they and what is below them go down a level, and one that repeats the main heading goes.
    """
    return _others_lowered(_with_main_heading(text, title, names, outside), title)


def _others_lowered(text: str, title: str) -> str:
    if text.startswith("# ") + text.count("\n# ") + text.count(f"{ANCHOR_CLOSE}# ") < 2:
        return text
    known = list(headings(text))
    first = [heading for heading in known if heading.level == 1]
    if len(first) < 2:
        return text
    wanted = folded(title)
    main = next((heading for heading in first if folded(heading.text) == wanted), first[0]) if wanted else first[0]
    pieces: list[str] = []
    position, lower = 0, False
    for heading in known:
        if heading.level == 1:
            lower = heading is not main
        if not lower:
            continue
        line = text[heading.start : heading.stop]
        if heading.level == 1 and folded(heading.text) == folded(main.text):
            lower = False  # what stands under it goes on
            line = "".join(_MARK.findall(line))
            gap = _GAP.match(text, heading.stop)
            heading = replace(heading, stop=gap.end() if gap is not None else heading.stop)
        elif heading.level < _LOWEST:
            line = line.replace("#", "##", 1)
        pieces += [text[position : heading.start], line]
        position = heading.stop
    return "".join((*pieces, text[position:]))


_LOWEST = 6
_GAP = re.compile(r"\n+")


def _with_main_heading(text: str, title: str, names: Iterable[str], outside: bool) -> str:
    opening = _FIRST.match(text)
    if opening is not None and not outside and len(opening["signs"]) == 1:
        main = _heading_at(text, opening.start("signs"))
        return _without_repeat(*_with_short_title(text, main, names)) if main is not None else text
    found = list(_first_headings(text))
    main = next((heading for heading in found if heading.level == 1), None)
    if main is not None and not outside:
        return _without_repeat(*_with_short_title(text, main, names))
    if not title:
        return text
    first = found[0] if found and _FIRST.match(text) else None
    if first is not None and folded(first.text) == folded(title):
        line = text[first.start : first.stop]
        raised = re.sub(r"#{1,6}", "#", line, count=1)
        return text[: first.start] + raised + text[first.stop :]
    line = "# " + escape_line_start(escape_text(" ".join(title.split())))
    return _without_repeat(f"{line}\n\n{text.lstrip()}", 0, len(line)) if text.strip() else line + "\n"


def _first_headings(text: str) -> Iterator[Heading]:
    """The first heading, and the first of level 1."""
    first = True
    for heading in headings(text):
        if first or heading.level == 1:
            yield heading
            first = False
            if heading.level == 1:
                return


def _with_short_title(text: str, main: Heading, names: Iterable[str]) -> tuple[str, int, int]:
    """``text`` with the site's name taken off the main heading, and where that heading starts and stops."""
    line = text[main.start : main.stop]
    if LINK_OPEN not in line and "`" not in line and "](" not in line:
        shorter = without_site_name(main.text, names)
        tail = _tail(line, main.text, shorter)
        if tail:
            stop = main.stop - len(tail)
            while text[stop - 1] in " \t":
                stop -= 1
            return text[:stop] + text[main.stop :], main.start, stop
    return text, main.start, main.stop


def _tail(line: str, whole: str, shorter: str) -> str:
    """What is to be cut from the end of the line, as written there."""
    tail = whole[len(shorter) :] if whole.startswith(shorter) else ""
    return tail if line.endswith(tail) else ""


def without_repeat(text: str) -> str:
    """The main heading once: a heading or bold line right after it that says the same goes; its ids stay with it."""
    main = next(headings(text), None)
    return text if main is None or main.level != 1 else _without_repeat(text, main.start, main.stop)


def _without_repeat(text: str, start: int, stop: int) -> str:
    following = _NEXT_HEADING.match(text, stop) or _NEXT_BOLD.match(text, stop)
    if following is None or folded(as_read(following["text"])) != folded(as_read(text[start:stop])):
        return text
    marks = "".join(_MARK.findall(following[0]))
    return text[:start] + marks + text[start:stop] + text[following.end() :]


_NEXT_HEADING = re.compile(rf"(?:\s|{MARK})*#{{1,6}}(?P<text>(?:[ \t]|{ANCHOR_OPEN})[^\n]*)")
_NEXT_BOLD = re.compile(rf"(?:\s|{MARK})*\*\*(?P<text>[^\n]+)\*\*{MARK}*(?=\n\n|\n?\Z)")


# small faults --------------------------------------------------------------------------------------------------------


def tidy(text: str, removed: list[Removal] | None = None) -> str:
    """Empty headings and links, an image twice in a row, copyright lines and needless blank lines, outside code."""
    if "©" in text or "opyright" in text or "OPYRIGHT" in text:
        text = without_copyright(text, removed)
    if not text.isascii() and _ICON.search(text) is not None:
        text = outside_code(text, lambda piece: _ICONS.sub(_code_or_nothing, piece))
    if any(sign in text for sign in _FAULTS) or _EMPTY_AFTER_SIGN.search(text):
        text = outside_code(text, _tidy_piece)
    text = text.strip("\n")
    return text + "\n" if text.strip() else ""


_FAULTS = ("\n\n\n", " \n", "\t\n", "[](", "[ ](", "![")
"""Where none of these stands, there is nothing to tidy but empty headings."""


_PRIVATE = "[\ue000-\uf8ff\U000f0000-\U0010ffff]"
_ICON = re.compile(_PRIVATE)
_ICONS = re.compile(
    rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?:\A|(?<=[ \n])){_PRIVATE}+[ \t]+|(?<!\w){_PRIVATE}+|{_PRIVATE}+(?!\w)", re.DOTALL
)
"""Characters for private use at the edge of a word, or alone: pictures of an icon font."""


def _tidy_piece(text: str) -> str:
    if "[](" in text or "[ ](" in text:
        text = _EMPTY_LINK.sub(_code_or_nothing, text)
    if "![" in text:
        text = _once(text)
    if _EMPTY_AFTER_SIGN.search(text):
        text = _EMPTY_HEADING.sub(r"\g<before>\g<marks>", text)
    if "\n\n\n" in text or ((" \n" in text or "\t\n" in text) and _SPACED_LINE.search(text)):
        text = _BLANK_LINES.sub("\n\n", text)
    return text


def _code_or_nothing(match: re.Match[str]) -> str:
    return match[0] if match[1] else ""


def _on_one_line(match: re.Match[str]) -> str:
    return match[0] if match[1] else f"[{' '.join(match[2].split())}]"


def links_on_one_line(text: str) -> str:
    """``text`` with each link's text on one line, outside code; the renderer writes it so, others may not."""
    return outside_code(text, lambda piece: _BROKEN_LINK.sub(_on_one_line, piece)) if "[" in text else text


def _once(text: str) -> str:
    shorter = _IMAGE_TWICE.sub(r"\g<first>", text)
    while shorter != text:
        text, shorter = shorter, _IMAGE_TWICE.sub(r"\g<first>", shorter)
    return text


def without_copyright(text: str, removed: list[Removal] | None = None) -> str:
    """``text`` without paragraphs that are nothing but a copyright statement.

    Under a heading about licences or copyright the statement is the text, and stays.
    """
    spans = code_spans(text)
    cuts: list[tuple[int, int]] = []
    for start, stop in _paragraphs_with(text, ("©", "opyright", "OPYRIGHT")):
        if _COPYRIGHT.fullmatch(text, start, stop) is None or any(a <= start < b for a, b in spans):
            continue
        above = [heading for heading in headings(text, spans) if heading.start < start]
        if not any(_LEGAL.search(heading.text) for heading in (*above[:1], *above[-1:])):
            cuts.append((start, stop))
    for start, stop in reversed(cuts):
        if removed is not None:
            removed.append(Removal("structure", "copyright", "a copyright line", as_read(text[start:stop])[:80]))
        text = text[:start] + "".join(_MARK.findall(text, start, stop)) + text[stop:]
    return text


def _paragraphs_with(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Start and end of the paragraphs in which one of ``words`` stands, in order."""
    found = set()
    for word in words:
        at = text.find(word)
        while at >= 0:
            start = text.rfind("\n\n", 0, at) + 2 if "\n\n" in text[:at] else 0
            stop = text.find("\n\n", at)
            stop = len(text.rstrip("\n")) if stop < 0 else stop
            found.add((start, stop))
            at = text.find(word, max(stop, at + 1))
    return sorted(found)
