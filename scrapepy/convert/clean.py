"""Take out of Markdown what only shows as text: lines and sections of ``rules.junk_markdown`` (SPEC 6.4).

On pages of a recognised documentation platform nothing is asked: such words are documentation there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from scrapepy.convert.render_walk import LABEL
from scrapepy.convert.segments import code_spans, outside_code
from scrapepy.convert.structure import MARK, Heading, as_read, folded, headings
from scrapepy.model.document import Removal
from scrapepy.model.template import LINK_OPEN
from scrapepy.rules.junk_markdown import LINES, SECTIONS, LineRule, SectionRule

LONGEST_LABEL = 80
"""A bold line of this many characters is no heading (SPEC 6.4)."""

_LONGEST_LINE = 400
_SPACE = re.compile(r"\s+")
_SAYS_NOTHING = re.compile(r"[^\w]+")
_BOLD = re.compile(
    rf"(?:\A|(?<=\n\n))(?P<marks>{MARK}*)(?:\*\*(?P<star>[^\n*][^\n]*?)\*\*|__(?P<line>[^\n_][^\n]*?)__)"
    r"[ \t]*(?=\n\n|\n?\Z)"
)
_ITEM = re.compile(rf"^[ \t]*(?:{MARK})*[-*+] ")
_LIST = re.compile(rf"[ \t]*(?:{MARK})*(?:[-*+] |\d+[.)] |{LINK_OPEN}?\[)")
_SECTION_LEVEL = 3


def promote_bold_headings(text: str) -> str:
    """Paragraphs that are only bold and stand for headings become ``##`` headings.

    Only bold, under 80 characters, no full stop before the end. Lines that the renderer wrote bold (labels of tabs,
    captions) carry its mark and stay; so do all of them where the text uses bold for terms and labels throughout.
    """
    if "**" not in text and "__" not in text:
        return text
    found = [match for match in _bold_paragraphs(text) if _could_be_heading(match)]
    if not found or _are_labels(text, found):
        return text
    pieces = []
    position = 0
    for match in found:
        pieces += [text[position : match.start()], match["marks"], "## ", match["star"] or match["line"]]
        position = match.end()
    return "".join((*pieces, text[position:]))


def _bold_paragraphs(text: str) -> Iterator[re.Match[str]]:
    spans = code_spans(text)
    for match in _BOLD.finditer(text):
        if not any(start <= match.start() < stop for start, stop in spans):
            yield match


def _could_be_heading(match: re.Match[str]) -> bool:
    words = match["star"] or match["line"]
    if LABEL in match[0] or "**" in words or len(words) >= LONGEST_LABEL or "](" in words or "![" in words:
        return False
    said = as_read(words)
    return (
        any(character.isalpha() for character in said) and ". " not in said and not said.endswith((".", ":", ",", ";"))
    )


def _are_labels(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Bold lines as terms: most of them stand over a single short paragraph, or over nothing before the next one."""
    if len(found) < 4:
        return False
    short = 0
    for match, following in zip(found, [*found[1:], None], strict=True):
        between = text[match.end() : following.start() if following is not None else len(text)].strip()
        short += between.count("\n\n") == 0 and len(between.split()) < 40
    return 2 * short > len(found)


def clean_markdown(
    text: str,
    removed: list[Removal] | None = None,
    lines: Sequence[LineRule] = LINES,
    sections: Sequence[SectionRule] = SECTIONS,
) -> str:
    """``text`` without lines and sections that are no content; what went is added to ``removed``."""
    removed = [] if removed is None else removed
    before = None
    while before != text:  # what one rule takes out can be what kept another back
        before = text
        text = outside_code(text, lambda piece: _without_lines(piece, lines, removed))
        text = _without_sections(text, sections, removed)
    return text


# lines ---------------------------------------------------------------------------------------------------------------


def _without_lines(text: str, rules: Sequence[LineRule], removed: list[Removal]) -> str:
    rows = text.split("\n")
    kept: list[str] = []
    position = 0
    some = _some_of(tuple(rule.pattern for rule in rules))
    while position < len(rows):
        row = rows[position]
        if not row or len(row) > 2 * _LONGEST_LINE or (kept and kept[-1].strip() and not _ITEM.match(row)):
            kept.append(row)
            position += 1
            continue
        stop = position + 1
        if _ITEM.match(row):
            while stop < len(rows) and (_ITEM.match(rows[stop]) or not rows[stop].strip()):
                stop += 1
            block = [line for line in rows[position:stop] if line.strip()]
        else:
            if stop < len(rows) and rows[stop].strip():
                kept.append(row)
                position += 1
                continue
            block = [row]
            end = _end_of_related(rows, position, stop)
            if end:
                removed.append(Removal("clean", "related-list", "links that a machine chose", as_read(row)[:80]))
                kept.append("".join(mark for line in rows[position:end] for mark in re.findall(MARK, line)))
                position = end
                continue
        found: list[LineRule] = []
        for line in block:
            rule = _line_rule(line, rules, some)
            if rule is None or not (rule.before_list or _is_alone(rows, stop)):
                break
            found.append(rule)
        if len(found) == len(block):
            for line, rule in zip(block, found, strict=True):
                removed.append(Removal("clean", rule.id, rule.why, as_read(line)[:80]))
            kept.append("".join(mark for line in block for mark in re.findall(MARK, line)))
        else:
            kept.extend(rows[position:stop])
        position = stop
    return "\n".join(kept)


def _end_of_related(rows: Sequence[str], position: int, stop: int) -> int:
    """Where a list of nothing but links ends that a label stands over which, as a heading, opens such a section; 0."""
    label = rows[position]
    if not label.rstrip(" *_").endswith(":") or "](" in label or len(label) > LONGEST_LABEL:
        return 0
    if _RELATED.fullmatch(_said(label)) is None:
        return 0
    items = 0
    at = stop
    while at < len(rows) and (not rows[at].strip() or _ITEM.match(rows[at])):
        if rows[at].strip():
            if _LINKED.search(rows[at]) is None or _said(_LINKED.sub("", _ITEM.sub("", rows[at]))):
                return 0
            items += 1
            stop = at + 1
        at += 1
    return stop if items > 1 else 0


_RELATED = re.compile("|".join(f"(?:{rule.pattern})" for rule in SECTIONS if rule.id in ("related", "you-may-like")))


@lru_cache(maxsize=64)
def _some_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Fits what one of the patterns fits: nearly every line fits none."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _line_rule(line: str, rules: Sequence[LineRule], some: re.Pattern[str]) -> LineRule | None:
    if line.startswith(("    ", "\t")) or line.lstrip().startswith(("|", ">")):
        return None
    heading = line.startswith("#")
    said = _said(_ITEM.sub("", line))
    if not said or len(said) > _LONGEST_LINE or some.fullmatch(said) is None:
        return None
    return next(
        (
            rule
            for rule in rules
            if len(said) <= rule.longest
            and (rule.headings or not heading)
            and re.fullmatch(rule.pattern, said)
            and _is_so(line, rule)
        ),
        None,
    )


def _is_alone(rows: Sequence[str], at: int) -> bool:
    """Whether no list stands below, whose label a line would be; links one by one are such a list too."""
    following = next((row for row in rows[at:] if row.strip()), "")
    return _LIST.match(following) is None


def _is_so(line: str, rule: LineRule) -> bool:
    return not rule.linked or ("](" in line and len(_said(_LINKED.sub("", line)).split()) <= _LABEL_WORDS)


_LABEL_WORDS = 4


def _said(line: str) -> str:
    return _SPACE.sub(" ", as_read(line).lower().replace("’", " ").replace("'", " ")).strip(" .:!?»›→…-–—\\")


# sections ------------------------------------------------------------------------------------------------------------


def _without_sections(text: str, rules: Sequence[SectionRule], removed: list[Removal]) -> str:
    spans = code_spans(text)
    known = list(headings(text, spans))
    cuts: list[tuple[int, int]] = []
    for index, heading in enumerate(known):
        rule = _section_rule(heading, rules)
        if rule is None:
            continue
        stop = _end_of_section(known, index, len(text))
        if _belongs(heading, rule, known, index, text, stop):
            continue
        removed.append(Removal("clean", f"section:{rule.id}", rule.why, heading.text[:80]))
        cuts.append((heading.start, stop))
    if not cuts:
        return text
    pieces = []
    position = 0
    for start, stop in cuts:
        if start >= position:
            pieces.append(text[position:start])
        position = max(position, stop)
    return "".join((*pieces, text[position:]))


def _section_rule(heading: Heading, rules: Sequence[SectionRule]) -> SectionRule | None:
    said = _said(heading.text)
    if not said or len(said) > LONGEST_LABEL:
        return None
    return next((rule for rule in rules if re.fullmatch(rule.pattern, said)), None)


def _end_of_section(known: Sequence[Heading], index: int, end: int) -> int:
    level = max(known[index].level, _SECTION_LEVEL)
    return next((later.start for later in known[index + 1 :] if later.level <= level), end)


def _belongs(heading: Heading, rule: SectionRule, known: Sequence[Heading], index: int, text: str, stop: int) -> bool:
    """Whether the section is part of what the page is about."""
    section = text[heading.stop : stop]
    if heading.level == 1 or "`" in section or "\n| " in section or 2 * len(section) > len(text):
        return True
    if rule.most_words and len(as_read(section).split()) > rule.most_words:
        return True
    words = {word for word in folded(heading.text).split() if len(word) > 4}
    others = [o for position, o in enumerate(known) if position != index and _section_rule(o, SECTIONS) is not rule]
    # the word stands in the title or in other headings: "Comments API", "Listing comments"
    if not rule.most_words and any(word.rstrip("s") in folded(other.text) for other in others for word in words):
        return True
    if rule.id == "comments":
        return any(
            later.level <= heading.level and _section_rule(later, SECTIONS) is None for later in known[index + 1 :]
        )
    if not _is_prose(section):
        return False
    before, after = _beside(known, index, text, -1), _beside(known, index, text, 1)
    return (before and after) or ((before or after) and "](" not in section)


def _beside(known: Sequence[Heading], index: int, text: str, step: int) -> bool:
    """Whether the next heading of the same level, on one side within the same part, is one of prose."""
    position = index + step
    while 0 <= position < len(known) and known[position].level >= known[index].level:
        if known[position].level == known[index].level:
            stop = known[position + 1].start if position + 1 < len(known) else len(text)
            return _section_rule(known[position], SECTIONS) is None and _is_prose(text[known[position].stop : stop])
        position += step
    return False


def _is_prose(section: str) -> bool:
    """Whether a paragraph of sentences stands in ``section``, not only links, teasers and lists."""
    for paragraph in section.split("\n\n"):
        line = paragraph.strip()
        said = as_read(_LINKED.sub("", line))
        if not _ITEM.match(line) and said.endswith((".", "!", "?", ":", "。")) and len(said.split()) >= _SENTENCE:
            return True
    return False


_LINKED = re.compile(r"\[[^\[\]\n]*\]\([^()\n]*\)")
_SENTENCE = 4
"""Words outside links from which on a paragraph can be a sentence."""
