"""Words broken at the end of a line, mended by the document's own spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from scrapepy.pdf.lines import is_cjk
from scrapepy.pdf.values import Line

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011’'][^\W\d_]+)*")
_AT_END = re.compile(r"([^\W\d_]+)([-\u2010\u00ad])$")
_AT_START = re.compile(r"[^\W\d_]+")
_HALVES = (4, 3)
"""Letters that the halves of a compound have at least."""


class Vocabulary:
    """The words of a document, without the fragments around hyphens at line ends."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._words: Counter[str] = Counter()
        broken = False
        for line in lines:
            text = line.text
            if broken:
                text = _AT_START.sub("", text, count=1)
            match = _AT_END.search(line.text)
            broken = match is not None
            if match:
                text = re.sub(r"\S+$", "", text)
            for word in _WORD.findall(text):
                word = word.casefold().replace("\u2010", "-").replace("\u2011", "-")
                self._words[word] += 1
                if "-" in word:
                    self._words.update(word.split("-"))

    def count(self, word: str) -> int:
        """How often a word stands in the document."""
        return self._words[word.casefold()]

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """True if ``left-right`` is a compound, not a word that was broken.

        By what the document writes elsewhere; else where both halves are words of it.
        """
        whole, compound = self.count(left + right), self.count(f"{left}-{right}")
        if whole or compound:
            return compound > whole
        return len(left) >= _HALVES[0] and len(right) >= _HALVES[1] and bool(self.count(left) and self.count(right))


def joint(above: str, below: str, words: Vocabulary) -> tuple[int, str]:
    """How two lines are joined: how many characters of the first go, and what stands between.

    >>> joint("a docu-", "ment", Vocabulary()), joint("one", "two", Vocabulary())
    ((1, ''), (0, ' '))
    """
    match = _AT_END.search(above)
    start = _AT_START.match(below)
    if match and above.split()[-1].startswith("-"):
        return 0, ""  # an option of a command
    if match and start and (start[0][0].islower() or (match[1].isupper() and start[0].isupper() and len(start[0]) > 1)):
        if match[2] == "\u00ad":
            return 1, ""
        return (0, "") if words.keeps_hyphen(match[1], start[0]) else (1, "")
    if above.endswith("\u00ad"):
        return 1, ""
    if above and below and is_cjk(above[-1]) and is_cjk(below[0]):
        return 0, ""
    if above.endswith(("-", "\u2010")) and len(above) > 1 and above[-2].isalnum() and below[:1].isalnum():
        return 0, ""  # a compound before a name or a number
    return 0, " "


def mended(lines: Iterable[str], words: Vocabulary) -> str:
    """Lines of one cell or heading as one."""
    text = ""
    for line in lines:
        if not text:
            text = line
            continue
        drop, between = joint(text, line, words)
        text = (text[:-drop] if drop else text) + between + line
    return text
