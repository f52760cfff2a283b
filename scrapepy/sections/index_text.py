"""The text of a small untrusted HTML fragment for an index: the strict form, with fixed limits (SPEC 9).

A scanner of its own: what ``html.parser`` makes of broken input differs between versions of Python, and here broken
input is refused. Inside a tag, attributes are read as the HTML standard's tokenizer reads them (13.2.5.32 to 40).
"""

from __future__ import annotations

import re

MAX_PIECES = 1_024
MAX_INPUT = 8_192
MAX_OUTPUT = 4_096
MAX_DEPTH = 16
MAX_START_TAGS = 128

_BLOCK = frozenset({"p", "div", "h1", "h2", "ul", "li"})
_INLINE = frozenset({"a", "span", "em", "strong"})
_DROPPED = frozenset({"script", "style"})
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}

_PLAIN = re.compile(r"[^<>&]+")
_REFERENCE = re.compile(r"&(?:#(?P<decimal>[0-9]+)|#[xX](?P<hexadecimal>[0-9A-Fa-f]+)|(?P<name>[A-Za-z0-9]+));")
_TAG_NAME = re.compile(r"[A-Za-z][^\t\n\f\r />]*")
_END_TAG = re.compile(r"</([A-Za-z][^\t\n\f\r />]*)[\t\n\f\r ]*>")
_SPACE = re.compile(r"[\t\n\f\r ]*")
_ATTRIBUTE_NAME = re.compile(r"=?[^\t\n\f\r />=]*")
_UNQUOTED = re.compile(r"[^\t\n\f\r >]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN = 20


def index_text(chunks: list[str]) -> str:
    """The text of an HTML fragment that comes in pieces, cut anywhere: blocks separate words, white space is single.

    Block tags (``p div h1 h2 ul li``) and ``br`` separate words, inline tags (``a span em strong``) do not; ``script``
    and ``style`` separate and say nothing; a comment is nothing at all. Raises ValueError, which says why, for all
    else: other tags, tags that do not match, raw ``<``, ``>`` or ``&``, other named references than
    ``&amp; &lt; &gt; &quot; &apos; &nbsp;``, declarations, and whatever is more than the limits allow (1,024 pieces,
    8,192 code points, 128 start tags, 16 deep, 4,096 code points of text). A start tag that the end of the input leaves
    unfinished is left out.

    >>> index_text(["<p>A", "</", "p><p>B<br>C &am", "p; D</p>"])
    'A B C & D'
    """
    scanner = _Scanner(_joined(chunks))
    scanner.scan()
    text = " ".join("".join(scanner.pieces).split())
    if len(text) > MAX_OUTPUT:
        raise ValueError(f"the text is longer than {MAX_OUTPUT:,} code points")
    return text


def _joined(chunks: object) -> str:
    if type(chunks) is not list:
        raise ValueError(f"the pieces must be a list, not {type(chunks).__name__}")
    if len(chunks) > MAX_PIECES:
        raise ValueError(f"more than {MAX_PIECES:,} pieces")
    for piece in chunks:
        if type(piece) is not str:
            raise ValueError(f"a piece must be a str, not {type(piece).__name__}")
    if sum(map(len, chunks)) > MAX_INPUT:
        raise ValueError(f"the input is longer than {MAX_INPUT:,} code points")
    text = "".join(chunks)
    if _SURROGATE.search(text):
        raise ValueError("the input holds half a character (a lone surrogate)")
    return text


class _Scanner:
    """One pass over the input."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[str] = []
        self.open: list[str] = []
        self.start_tags = 0

    def scan(self) -> None:
        """Read everything."""
        text, position = self.text, 0
        while position < len(text):
            character = text[position]
            if character == "<":
                position = self._markup(position)
            elif character == "&":
                position = self._reference(position)
            elif character == ">":
                raise ValueError(f"a raw '>' in the text{self._at(position)}")
            else:
                match = _PLAIN.match(text, position)
                assert match is not None
                self.pieces.append(match[0])
                position = match.end()
        if self.open:
            raise ValueError(f"the end tag </{self.open[-1]}> is missing")

    def _markup(self, position: int) -> int:
        text = self.text
        if text.startswith("</", position):
            return self._end_tag(position)
        if text.startswith("<!--", position):
            return self._comment(position)
        if text.startswith(("<!", "<?"), position):
            raise ValueError(f"a declaration or processing instruction{self._at(position)}")
        match = _TAG_NAME.match(text, position + 1)
        if match is None:
            raise ValueError(f"a raw '<' in the text{self._at(position)}")
        return self._start_tag(match[0].lower(), match.end(), position)

    def _start_tag(self, name: str, position: int, start: int) -> int:
        ending = _end_of_tag(self.text, position)
        if ending is None:
            return len(self.text)
        position, closes_itself = ending
        if name != "br" and name not in _BLOCK and name not in _INLINE and name not in _DROPPED:
            raise ValueError(f"the tag <{name[:_SHOWN]}> is not allowed{self._at(start)}")
        if closes_itself and name != "br":
            raise ValueError(f"the tag <{name}/> may not close itself{self._at(start)}")
        self.start_tags += 1
        if self.start_tags > MAX_START_TAGS:
            raise ValueError(f"more than {MAX_START_TAGS} start tags")
        if name not in _INLINE:
            self.pieces.append(" ")
        if name == "br":
            return position
        self.open.append(name)
        if len(self.open) > MAX_DEPTH:
            raise ValueError(f"more than {MAX_DEPTH} tags inside each other")
        return self._dropped(name, position) if name in _DROPPED else position

    def _dropped(self, name: str, position: int) -> int:
        """Past the content of a script or a style sheet: where its end tag begins."""
        match = re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE).search(self.text, position)
        if match is None:
            raise ValueError(f"the end tag </{name}> is missing")
        return match.start()

    def _end_tag(self, position: int) -> int:
        match = _END_TAG.match(self.text, position)
        if match is None:
            raise ValueError(f"an unfinished or malformed end tag{self._at(position)}")
        name = match[1].lower()
        if not self.open or self.open[-1] != name:
            raise ValueError(f"the end tag </{name[:_SHOWN]}> matches no start tag{self._at(position)}")
        self.open.pop()
        if name not in _INLINE:
            self.pieces.append(" ")
        return match.end()

    def _comment(self, position: int) -> int:
        text = self.text
        start = position + len("<!--")
        end = text.find("-->", start)
        if end < 0:
            raise ValueError(f"an unfinished comment{self._at(position)}")
        if text.startswith((">", "->"), start) or "--!>" in text[start:end]:
            raise ValueError(f"a malformed comment{self._at(position)}")  # readers differ on where it ends
        return end + len("-->")

    def _reference(self, position: int) -> int:
        match = _REFERENCE.match(self.text, position)
        if match is None:
            raise ValueError(f"a raw '&' or an unfinished reference{self._at(position)}")
        self.pieces.append(_character(match))
        return match.end()

    def _at(self, position: int) -> str:
        return f" at position {position}"


def _character(match: re.Match[str]) -> str:
    name = match["name"]
    if name is not None:
        if name not in _NAMED:
            raise ValueError(f"the reference {match[0][:_SHOWN]} is not known")
        return _NAMED[name]
    digits, base = (match["decimal"], 10) if match["decimal"] is not None else (match["hexadecimal"], 16)
    digits = digits.lstrip("0")
    number = int(digits, base) if 0 < len(digits) <= len("1114111") else 0
    if not 0 < number <= 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise ValueError(f"the reference {match[0][:_SHOWN]} names no character")
    return chr(number)


def _end_of_tag(text: str, position: int) -> tuple[int, bool] | None:
    """Behind the ``>`` of the start tag whose name ends at ``position``, and whether it closes itself; None without."""
    length = len(text)
    while True:
        position = _past(_SPACE, text, position)
        if position >= length:
            return None
        if text[position] == ">":
            return position + 1, False
        if text[position] == "/":
            if text.startswith(">", position + 1):
                return position + 2, True
            position += 1
            continue
        position = _past(_SPACE, text, _past(_ATTRIBUTE_NAME, text, position))
        if not text.startswith("=", position):
            continue
        position = _past(_SPACE, text, position + 1)
        quote = text[position : position + 1]
        if quote and quote in "\"'":
            position = text.find(quote, position + 1) + 1
            if position == 0:
                return None
        else:
            position = _past(_UNQUOTED, text, position)


def _past(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match is not None else position
