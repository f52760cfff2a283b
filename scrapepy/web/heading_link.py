"""How Obsidian names a heading in a link.

Obsidian keeps headings as they are written, and compares a link with them after it has taken the punctuation out of
both. In the link some signs mean something else (``#`` a heading below the one before, ``^`` a block, ``|`` a label,
``[[`` a link), so they are left out, as Obsidian's own suggestions do.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[:#|^\\\r\n\[\]]+")
_SIGNS = '!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n'
_PUNCTUATION = re.compile(f"[{re.escape(_SIGNS)}]+")
_SPACES = bytes.maketrans(_SIGNS.encode(), b" " * len(_SIGNS))


def heading_link(written: str) -> str:
    r"""The name of a heading in a link, from the heading as it is written in Markdown.

    >>> heading_link(r"C\# | `a|b`: more")
    'C `a b` more'
    """
    return " ".join(_SPECIAL.sub(" ", written.replace("%%", " ")).split())


def heading_key(text: str) -> str:
    """What Obsidian compares: equal for a heading as written, and for a name that leads to it.

    >>> heading_key("C `a b` more") == heading_key("C\\\\# | `a|b`: more")
    True
    """
    if text.isascii():  # as nearly all headings are; bytes are turned many times faster
        text = text.encode().translate(_SPACES).decode()
    else:
        text = _PUNCTUATION.sub(" ", text)
    return " ".join(text.split()).lower()
