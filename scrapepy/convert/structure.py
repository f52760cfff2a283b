"""The shape of the finished Markdown: one main heading, nothing twice, nothing empty (SPEC 6.5).

Every step takes text with marks (``model.template``) and leaves code alone. A mark of an id is invisible here and goes
on to the next block when its own heading goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from scrapepy.convert.heading_lines import MARK as MARK
from scrapepy.convert.heading_lines import MARK_OF_ID, TARGET, TITLE, heading_at, heading_lines
from scrapepy.convert.heading_lines import Heading as Heading
from scrapepy.convert.heading_lines import as_read as as_read
from scrapepy.convert.heading_lines import folded as folded
from scrapepy.convert.heading_lines import headings as headings
from scrapepy.convert.segments import code_spans, outside_code
from scrapepy.convert.titles import without_site_name
from scrapepy.model.document import Removal
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_OPEN
from scrapepy.rules.junk_markdown import COPYRIGHT, LEGAL_WORDS
from scrapepy.web.escape import escape_line_start, escape_text

_FIRST = re.compile(rf"\A(?:\s|{MARK})*(?P<signs>#{{1,6}}) ")
_EMPTY_LINK = re.compile(rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?<!!){LINK_OPEN}?\[[ \t]*\]\({TARGET}{TITLE}\)", re.DOTALL)
_BROKEN_LINK = re.compile(
    rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?<![\\!])\[([^\[\]`]*\n[^\[\]`]*)\](?=\({SLOT_OPEN}?[^\s()]*)", re.DOTALL
)
_IMAGE = rf"!\[[^\[\]\n]*\]\((?P<target>{TARGET}){TITLE}\)"
_IMAGE_TWICE = re.compile(rf"(?P<first>{_IMAGE})(?P<gap>[ \t]*\n?[ \t]*\n?[ \t]*)!\[[^\[\]\n]*\]\((?P=target){TITLE}\)")
_EMPTY_HEADING = re.compile(rf"^(?P<before>{MARK}*)#{{1,6}}[ \t]*(?P<marks>{MARK}*)[ \t]*$\n?", re.MULTILINE)
_EMPTY_AFTER_SIGN = re.compile(rf"#[ \t]*(?:{MARK}[ \t]*)*(?:\n|\Z)")
_COPYRIGHT = re.compile(rf"{MARK}*(?:{COPYRIGHT})", re.IGNORECASE)
_LEGAL = re.compile(LEGAL_WORDS, re.IGNORECASE)
_SPACED_LINE = re.compile(r"\n[ \t]+\n")
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+(?![ \t]{4}|\t)")


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
    spans = code_spans(text)
    if sum(1 for _, match in heading_lines(text, spans) if len(match[1]) == 1) < 2:
        return text  # the others are comments in code
    known = list(headings(text, spans))
    first = [heading for heading in known if heading.level == 1]
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
            line = "".join(MARK_OF_ID.findall(line))
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
        main = heading_at(text, opening.start("signs"))
        return _without_repeat(*_with_short_title(text, main, names)) if main is not None else text
    found = list(_first_headings(text))
    main = next((heading for heading in found if heading.level == 1), None)
    if main is not None and not outside:
        return _without_repeat(*_with_short_title(text, main, names))
    if not title:
        return text
    first = found[0] if found and _FIRST.match(text) else None
    if first is None or not _says_title(first.text, title):
        first = None
    if first is not None:
        line = text[first.start : first.stop]
        raised = re.sub(r"#{1,6}", "#", line, count=1)
        return text[: first.start] + raised + text[first.stop :]
    below = _title_below(text, title)
    if below is not None:
        line = re.sub(r"#{1,6}", "#", text[below.start : below.stop], count=1)
        return f"{line}\n\n{text[: below.start].lstrip()}{text[below.stop :].lstrip()}"
    line = "# " + escape_line_start(escape_text(" ".join(title.split())))
    return _without_repeat(f"{line}\n\n{text.lstrip()}", 0, len(line)) if text.strip() else line + "\n"


_FEW_HEADINGS, _FEW_WORDS = 3, 40


def _title_below(text: str, title: str) -> Heading | None:
    """The page's title as a heading that does not come first: below the heading that names the manual."""
    wanted = folded(title)
    for heading in islice(headings(text), 1, _FEW_HEADINGS):
        if folded(heading.text) == wanted:
            return heading if len(text[: heading.start].split()) <= _FEW_WORDS else None
    return None


def _says_title(heading: str, title: str) -> bool:
    """Whether a heading is the title, or what follows the name of the manual in it (``Manual: 5.7 Tweaking``)."""
    said, wanted = folded(heading), folded(title)
    return said == wanted or (
        len(said.split()) > 1 and any(folded(title.rpartition(sign)[2]) == said for sign in _AFTER_NAME)
    )


_AFTER_NAME = (": ", " - ", " – ", " — ", " | ")


def _may_have_main(text: str) -> bool:
    """Whether a single sign stands where a heading of level 1 would begin; it can be a comment in code."""
    position = text.find("#")
    while position >= 0:
        if text[position + 1 : position + 2] != "#" and (
            position == 0 or text[position - 1] == "\n" or text[position - 1] == ANCHOR_CLOSE
        ):
            return True
        position = text.find("#", position + 1)
    return False


def _first_headings(text: str) -> Iterator[Heading]:
    """The first heading, and the first of level 1."""
    first = True
    main = _may_have_main(text)
    for start, match in heading_lines(text):
        level = len(match[1])
        if first or level == 1:
            yield Heading(start, match.end(), level, as_read(match[2]))
            first = False
            if level == 1 or not main:
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
    said = folded(as_read(text[start:stop]))
    before = _LINE_BEFORE.fullmatch(text, 0, start)
    if before is not None and said and folded(as_read(before["text"])) == said:
        marks = "".join(MARK_OF_ID.findall(before[0]))
        text, start, stop = marks + text[start:], len(marks), len(marks) + stop - start
    following = _NEXT_HEADING.match(text, stop) or _NEXT_BOLD.match(text, stop) or _NEXT_LINE.match(text, stop)
    if following is None or folded(as_read(following["text"])) != said:
        return text
    marks = "".join(MARK_OF_ID.findall(following[0]))
    return text[:start] + marks + text[start:stop] + text[following.end() :]


_LINE_BEFORE = re.compile(rf"(?:\s|{MARK})*(?P<text>[^\n]+)\n(?:\s|{MARK})*")
_NEXT_LINE = re.compile(rf"(?:\s|{MARK})*(?P<text>[^\s#>|`<][^\n]*)(?=\n\n|\n?\Z)")
_NEXT_HEADING = re.compile(rf"(?:\s|{MARK})*#{{1,6}}(?P<text>(?:[ \t]|{ANCHOR_OPEN})[^\n]*)")
_NEXT_BOLD = re.compile(rf"(?:\s|{MARK})*\*\*(?P<text>[^\n]+)\*\*{MARK}*(?=\n\n|\n?\Z)")


# small faults --------------------------------------------------------------------------------------------------------


def tidy(text: str, removed: list[Removal] | None = None) -> str:
    """Empty headings and links, an image twice in a row, copyright lines and needless blank lines, outside code."""
    if "©" in text or "opyright" in text or "OPYRIGHT" in text:
        text = without_copyright(text, removed)
    if not text.isascii() and _may_hold_icons(text):
        text = outside_code(text, lambda piece: _ICONS.sub(_code_or_nothing, piece))
    if _may_have_faults(text) or _EMPTY_AFTER_SIGN.search(text):
        text = outside_code(text, _tidy_piece)
    text = text.strip("\n")
    return text + "\n" if text.strip() else ""


def _may_have_faults(text: str) -> bool:
    """Whether there may be more to tidy than empty headings; signs alone are found faster than two together."""
    return (
        "\n\n\n" in text
        or " \n" in text
        or ("\t" in text and "\t\n" in text)
        or ("[](" in text or "[ ](" in text)
        or ("!" in text and "![" in text)
    )


_PRIVATE = "[\ue000-\uf8ff\U000f0000-\U0010ffff]"
_ICONS = re.compile(
    rf"(`+)(?!`).+?(?<!`)\1(?!`)|(?:\A|(?<=[ \n])){_PRIVATE}+[ \t]+|(?<!\w){_PRIVATE}+|{_PRIVATE}+(?!\w)", re.DOTALL
)
"""Characters for private use at the edge of a word, or alone: pictures of an icon font."""


def _may_hold_icons(text: str) -> bool:
    raw = text.encode("utf-8", "surrogatepass")  # bytes are looked through faster
    return b"\xee" in raw or b"\xf3" in raw or b"\xf4" in raw or _LATE_ICON(raw) is not None


_LATE_ICON = re.compile(rb"\xef[\x80-\xa3]").search


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
        text = text[:start] + "".join(MARK_OF_ID.findall(text, start, stop)) + text[stop:]
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
