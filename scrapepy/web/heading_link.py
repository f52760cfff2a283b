"""How Obsidian names a heading in a link.

Obsidian keeps headings as they are written, and compares a link with them after it has taken the punctuation out of
both. In the link some signs mean something else (``#`` a heading below the one before, ``^`` a block, ``|`` a label,
``[[`` a link), so they are left out, as Obsidian's own suggestions do.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[:#|^\\\r\n\[\]]|%%")
_PUNCTUATION = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]")


def heading_link(written: str) -> str:
    r"""The name of a heading in a link, from the heading as it is written in Markdown.

    >>> heading_link(r"C\# | `a|b`: more")
    'C `a b` more'
    """
    return " ".join(_SPECIAL.sub(" ", written).split())


def heading_key(text: str) -> str:
    """What Obsidian compares: equal for a heading as written, and for a name that leads to it.

    >>> heading_key("C `a b` more") == heading_key("C\\\\# | `a|b`: more")
    True
    """
    return " ".join(_PUNCTUATION.sub(" ", text).split()).lower()
