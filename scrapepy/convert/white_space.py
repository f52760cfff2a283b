"""White space as a browser shows it (CSS Text 3, section 4.1)."""

from __future__ import annotations

import re


def fold(text: str) -> str:
    r"""Collapse white space to single spaces; the end of a line between two CJK characters is no space.

    A no-break space is no white space here.

    >>> fold("one\n  line"), fold("一行\n二行")
    ('one line', '一行二行')
    """
    if "\n" in text:
        if not text.isascii() and _CJK(text) is not None:
            text = _join_cjk(text)
        text = text.replace("\n", " ")
    if "\t" in text:
        text = text.replace("\t", " ")
    if "\f" in text:
        text = text.replace("\f", " ")
    return fold_spaces(text)


def fold_spaces(text: str) -> str:
    """Collapse runs of spaces alone."""
    if "  " in text:
        if "        " in text:  # the indentation of a line in the source
            text = text.replace("        ", " ")
        while "  " in text:
            text = text.replace("  ", " ")
    return text


_CJK = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0010ffff]").search
"""Finds what :func:`_writes_no_spaces` says yes to; marks of slots and ids are none of it."""


def _join_cjk(text: str) -> str:
    lines = text.split("\n")
    joined = [lines[0]]
    for line in lines[1:]:
        before = joined[-1]
        if before and _writes_no_spaces(before.rstrip(" \t")[-1:]):
            start = line.lstrip(" \t")
            if _writes_no_spaces(start[2:3] if start[:1] == "\x00" else start[:1]):
                joined[-1] = before.rstrip(" \t")
                joined.append(start)
                continue
        joined.append("\n")
        joined.append(line)
    return "".join(joined)


def _writes_no_spaces(character: str) -> bool:
    """Han, Kana, their punctuation and full-width forms; not Hangul, which writes spaces."""
    return character > "\u2e7f" and (
        character < "\ua000"
        or "\uf900" <= character <= "\ufaff"
        or "\uff00" <= character <= "\uffef"
        or character >= "\U00020000"
    )
