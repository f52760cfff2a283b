"""A section's Markdown as what is searched, and as what a line of the results shows.

Targets of links and images are no text (code is never touched); what marks emphasis inside a word does not cut it.
What is shown loses the rest of the marks too.
"""

from __future__ import annotations

import re

# Code first, so that nothing in it is taken for a link: fenced blocks, then spans. After it: the target of a link or
# image, a tag or autolink, emphasis between letters.
# Every alternative begins with one of a class of characters, so that the rest is passed over fast.
_TARGET = re.compile(
    r"[`~\]<*](?:"
    r"(?<=`)(?:``[^\n]*\n.*?```|[^`\n]+`)|(?<=~)~~[^\n]*\n.*?~~~"
    r"|(?<=\])\((?:<[^<>\n]*>|[^\s()\\]*(?:(?:\\.|\([^\s()]*\))[^\s()\\]*)*)(?:\s+\"(?:[^\"\\]|\\.)*\")?\)"
    r"|(?<=<)(?:/?[A-Za-z][^<>\n]*|!--.*?--)>"
    r"|(?<=\w\*)\*?(?=\w))",
    re.DOTALL,
)


def _kept(match: re.Match[str]) -> str:
    """Code as it is, the bracket that closes a link's text, nothing of tags and emphasis."""
    found = match[0]
    if found[0] in "`~":
        return found
    return "]" if found[0] == "]" else ""


def searchable(text: str) -> str:
    """What of a section is searched.

    >>> searchable("See [the **data**base](a/b.md) and `a[i](x)`.")
    'See [the **database] and `a[i](x)`.'
    """
    if "](" not in text and "<" not in text and "*" not in text:
        return text
    return _TARGET.sub(_kept, text)


_SHOWN = re.compile(
    r"(?:^|(?<=\n))[ \t>]*(?P<fence>```|~~~)[^\n]*(?P<block>\n.*?)(?:\n[ \t>]*(?P=fence)[^\n]*|\Z)"
    r"|(?P<ticks>`+)(?P<span>[^`].*?)(?P=ticks)(?!`)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!?\[(?=[^\[\]]*\]\()|\[(?=!\[)|\]\((?:<[^<>\n]*>|[^\s()\\]*(?:(?:\\.|\([^\s()]*\))[^\s()\\]*)*)(?:\s+\"[^\"]*\")?\)"
    r"|<(?P<address>https?://[^\s<>]+)>|<(?:/?[A-Za-z][^<>\n]*|!--.*?--)>"
    r"|(?:^|(?<=\n))[ \t]*(?:>[ \t]?)*(?:\#{1,6}[ \t]+|(?:[-+*][ \t]+)?\[[ xX][ \t]*\][ \t]+|[-+*][ \t]+|\[![A-Z]+\])"
    r"|(?:^|(?<=\n))[ \t]*(?:>[ \t]?)+"
    r"|(?:^|(?<=\n))[ \t>]*\|?[ \t]*:?-{3,}[ \t|:-]*(?=\n|\Z)"
    r"|(?:(?<=\s)|^)\|(?=\s|\Z)|\*+|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_])|~~",
    re.DOTALL,
)


def shown(text: str) -> str:
    """A section, or a part of one, without the marks of Markdown, for one line of plain text.

    >>> shown("## A `b*`\\n\\n- [x](y.md) is **not** `[z]` or \\\\*\\n\\n| a | b |\\n| --- | --- |\\n")
    'A b* x is not [z] or * a b'
    """
    return " ".join(_SHOWN.sub(r"\g<block>\g<span>\g<escaped>\g<address>", text).split())
