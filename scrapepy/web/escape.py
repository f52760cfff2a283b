"""Escaping: a backslash only where a character would otherwise be read as Markdown (CommonMark 0.31, GFM 0.29).

Text comes in pieces, one for each text node, and what stands beside a piece is not known here; at the borders of a
piece a character is escaped if any neighbour could make it Markdown. Code is never escaped.
"""

from __future__ import annotations

import re

suspect = re.compile("[\\\\`*_\\[\\]<&~$\u200b\u00ad\ufeff]").search
"""Finds the first character that may have to be escaped or to go; text without one is Markdown as it is."""
_ESCAPES = re.compile(
    r"""
      \\(?=[!-/:-@\[-`{-~\s]|$)
    | `
    | (?<!\S\s)\* | \*(?!\s\S)
    | (?<![^\W_])_ | _(?![^\W_])
    | <(?=[A-Za-z/!?]|$)
    | &(?=\#?[0-9A-Za-z]+;)
    | (?<!\S\s)~ | ~(?![\w/.])
    | \$(?=\$) | (?<=\$)\$ | \$(?=[^\s$](?:[^$]*[^\s$])?\$(?!\d))
    """,
    re.VERBOSE,
)
_BRACKETS = re.compile(r"[\[\]]")
_INVISIBLE = str.maketrans({"\u200b": None, "\u00ad": None, "\ufeff": None})


def _escape(text: str) -> str:
    if "[" in text or "]" in text:
        return _escape_brackets(text)
    return _ESCAPES.sub(r"\\\g<0>", text)


def _escape_brackets(text: str) -> str:
    """Escape text that holds brackets: of these only pairs that could become a link, a footnote mark or a task's box.

    A pair is safe if no parenthesis, bracket or colon follows it; a bracket without its partner may find one in the
    next piece of text.
    """
    opened: list[int] = []
    risky: list[int] = []
    length = len(text)
    for match in _BRACKETS.finditer(text):
        at = match.start()
        if match[0] == "[":
            opened.append(at)
        elif not opened:
            risky.append(at)
        else:
            start = opened.pop()
            following = text[at + 1] if at + 1 < length else "("
            if following in "([:" or text[start + 1] in "^[" or text[start + 1 : at] in _BOXES:
                risky += (start, at)
    risky += opened
    if not risky:
        return _ESCAPES.sub(r"\\\g<0>", text)
    risky.sort()
    out = []
    end = 0
    for at in risky:
        out.append(_ESCAPES.sub(r"\\\g<0>", text[end:at]) if end < at else "")
        out.append("\\" + text[at])
        end = at + 1
    out.append(_ESCAPES.sub(r"\\\g<0>", text[end:]))
    return "".join(out)


_BOXES = frozenset({"", " ", "x", "X"})


def escape_text(text: str) -> str:
    r"""A piece of running text as Markdown; zero-width spaces and soft hyphens go.

    >>> print(escape_text("2 * 3, *args, snake_case, __init__, a<b, a < b, see [1], [x](y)"))
    2 * 3, \*args, snake_case, \_\_init\_\_, a\<b, a < b, see [1], \[x\](y)
    """
    if not text.isascii() and ("\u200b" in text or "\u00ad" in text or "\ufeff" in text):
        text = text.translate(_INVISIBLE)
    if suspect(text) is None:
        return text
    if "\\(" in text or "\\[" in text:
        return _with_formulas(text)
    return _escape(text)


def escape_plain(text: str) -> str:
    r"""Like :func:`escape_text` for text in which ``\(`` opens no formula: what stands on paper stands as it is.

    >>> print(escape_plain(r"*args, \(x\)"))
    \*args, \\(x\\)
    """
    if not text.isascii():
        text = text.translate(_INVISIBLE)
    return text if suspect(text) is None else _escape(text)


def escape_around_formulas(text: str, dollar: bool) -> str:
    r"""A piece of text in a page whose formulas stand between ``$$``, and between ``$`` too if ``dollar``.

    >>> print(escape_around_formulas("*a* $$x_1 * y_2 * z$$ $b$", dollar=False))
    \*a\* $$x_1 * y_2 * z$$ \$b$
    """
    out = []
    end = 0
    for match in (_DOLLARS if dollar else _TWO_DOLLARS).finditer(text):
        out.append(escape_text(text[end : match.start()]))
        tex = match[1]
        out.append(f"$${tex.strip()}$$" if tex is not None else f"${match[2].strip()}$")
        end = match.end()
    out.append(escape_text(text[end:]))
    return "".join(out)


_TWO_DOLLARS = re.compile(r"(?<!\\)\$\$((?:[^$\\]|\\.){1,4000}?)\$\$", re.DOTALL)
_DOLLARS = re.compile(
    _TWO_DOLLARS.pattern + r"|(?<![\\$])\$(?![\s$])((?:[^$\\]|\\.){0,1000}?[^$\\\s]|\\.)\$(?![\d$])", re.DOTALL
)
_FORMULA = re.compile(r"\\\(((?:(?!\\\().){1,2000}?)\\\)|\\\[((?:(?!\\\[).){1,4000}?)\\\]", re.DOTALL)
_TEX_SIGN = re.compile(r"[\\^_{}=+<>]")


def _with_formulas(text: str) -> str:
    r"""Text with formulas between ``\( \)`` or ``\[ \]``, as MathJax and KaTeX read them; words there are none."""
    out = []
    end = 0
    for match in _FORMULA.finditer(text):
        tex = match[1] or match[2]
        if _TEX_SIGN.search(tex) or len(tex.strip()) == 1:
            out.append(_escape(text[end : match.start()]))
            out.append(f"${tex.strip()}$" if match[1] else f"$${tex.strip()}$$")
            end = match.end()
    out.append(_escape(text[end:]))
    return "".join(out)


BLOCK_STARTS = frozenset("#>-+=~0123456789")
"""What a line begins with that may have to be escaped there."""
_BLOCK_START = re.compile(
    r"(?:#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|-(?=[- \t]*$)|=(?==*[ \t]*$)|~(?=~~)|(\d{1,9})(?=[.)](?:[ \t]|$)))"
)


def escape_line_start(line: str) -> str:
    r"""A line of a paragraph whose first characters would open a heading, quote, list, rule or fence.

    >>> [escape_line_start(line) for line in ("# x", "#x", "- x", "-x", "12. x", "> x", "---")]
    ['\\# x', '#x', '\\- x', '-x', '12\\. x', '\\> x', '\\---']
    """
    if not line or line[0] not in BLOCK_STARTS:
        return line
    match = _BLOCK_START.match(line)
    if match is None:
        return line
    at = match.end(1) if match[1] else 0
    return f"{line[:at]}\\{line[at:]}"


def escape_title(text: str) -> str:
    """The text of a link's title for use between double quotes, on one line."""
    text = " ".join(text.split())
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    if "&" in text:
        text = text.replace("&", "&amp;")
    return text.replace('"', '\\"')


def code_span(text: str) -> str:
    """``text`` as an inline code span, with as many backticks as it takes (CommonMark 6.1).

    >>> code_span("a"), code_span("`a`")
    ('`a`', '`` `a` ``')
    """
    if "`" not in text:
        if text[:1] == " " and text[-1:] == " " and not text.isspace():
            return f"` {text} `"
        return f"`{text}`"
    fence = "`" * (longest_run(text, "`") + 1)
    return f"{fence} {text} {fence}"


_RUNS = {character: re.compile(re.escape(character) + "+") for character in "`~"}


def longest_run(text: str, character: str) -> int:
    """The length of the longest run of ``character`` (a backtick or a tilde) in ``text``."""
    return max(map(len, _RUNS[character].findall(text)), default=0)
