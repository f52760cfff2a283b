"""What is asked of the search index: words, phrases, beginnings of words, and words that must not be there.

There is no wrong query. Whatever is not understood (a quote that is not closed, a lone ``-``) is searched as words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scrapepy.sections.folding import words_of

_MOST_TERMS = 64
"""Further words of a query are left out: a whole page pasted into the box is no question."""
_PART = re.compile(r'(?P<minus>-?)"(?P<phrase>[^"]*)"(?P<star>\*?)|(?P<word>[^\s"]+|")')


@dataclass(frozen=True, slots=True)
class Term:
    """Words that stand side by side, folded; ``prefix``: the last one is only a beginning."""

    words: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """All of ``wanted`` must be in a section, none of ``unwanted``."""

    wanted: tuple[Term, ...]
    unwanted: tuple[Term, ...] = ()

    def __bool__(self) -> bool:
        """False if nothing is asked for."""
        return bool(self.wanted)


def parse_query(text: str) -> Query:
    """Read ``word "some phrase" begin* -without -"this phrase"``; never fails.

    A word that the index cuts (``subprocess.run``, ``中文``) is a phrase of its parts. If only unwanted words are
    named they are searched as words, since "everything but" is no answer.

    >>> parse_query('on "exact phrase" pre* -word')
    Query(wanted=(Term(words=('on',), prefix=False), Term(words=('exact', 'phrase'), prefix=False), \
Term(words=('pre',), prefix=True)), unwanted=(Term(words=('word',), prefix=False),))
    """
    wanted: list[Term] = []
    unwanted: list[Term] = []
    for match in _PART.finditer(text):
        if match["word"] is not None:
            raw = match["word"]
            minus = raw.startswith("-") and not raw.startswith("--")
            star = raw.endswith("*")
        else:
            raw, minus, star = match["phrase"], bool(match["minus"]), bool(match["star"])
        words = tuple(word for word, _, _ in words_of(raw))
        if words:
            (unwanted if minus else wanted).append(Term(words, star))
    if not wanted:
        wanted, unwanted = unwanted, []
    return Query(_once(wanted), _once(unwanted))


def typed_query(text: str) -> Query:
    """The same while it is being typed: the last word may not be finished yet."""
    query = parse_query(text)
    if not query.wanted or not text or text[-1].isspace() or text.endswith(('"', "*")):
        return query
    last = query.wanted[-1]
    return Query((*query.wanted[:-1], Term(last.words, prefix=True)), query.unwanted)


def without_stub(query: Query) -> Query:
    """Without an unfinished word of one letter, which is the beginning of everything; alone it is taken as it is.

    In scripts that write no spaces one letter says much, and stays.

    >>> [term.words for term in without_stub(typed_query("list c")).wanted]
    [('list',)]
    >>> without_stub(typed_query("c")).wanted
    (Term(words=('c',), prefix=False),)
    """
    if not query.wanted or not query.wanted[-1].prefix or len(query.wanted[-1].words[-1]) > 1:
        return query
    *others, last = query.wanted
    if not "\u0000" <= last.words[-1] < "\u1100":
        return query
    return Query(tuple(others) or (Term(last.words),), query.unwanted)


def _once(terms: list[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(terms))[:_MOST_TERMS]
