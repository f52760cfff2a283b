"""Where URLs stand in a style sheet, by the tokens of CSS (CSS Syntax 3, section 4).

Only what is a URL is replaced; every other character of the sheet stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scrapepy.model.template import Template
from scrapepy.model.url import Role
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.numbering import Numbering

_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?|[^\r\n\f0-9a-fA-F])"
_STRING = (
    r"\"(?P<double>(?:[^\"\\\r\n\f]|\\(?:\r\n|[\s\S]))*+)(?:\"|\\?\Z)"
    r"|'(?P<single>(?:[^'\\\r\n\f]|\\(?:\r\n|[\s\S]))*+)(?:'|\\?\Z)"
)
_COMMENT = r"/\*[\s\S]*?(?:\*/|\Z)"
_GAP = re.compile(rf"(?:[ \t\r\n\f]|{_COMMENT})*")

_PLAIN = re.compile(r"/\*|[\"'@(\\]")
_CLOSE = re.compile(r"/\*|[\"'@(\\)};]")
_STRING_TOKEN = re.compile(_STRING)
_BAD_STRING = re.compile(r"(?:[^\\\r\n\f]|\\(?:\r\n|[\s\S]))*")
_AT_NAME = re.compile(rf"@((?:[-\w]|[^\x00-\x7f]|{_ESCAPE})+)")
_FUNCTION = re.compile(rf"(?<!\\)([#@]?)((?:[-\w]|[^\x00-\x7f]|{_ESCAPE})+)\Z")
_UNQUOTED = re.compile(rf"((?:[^\"'()\\ \t\r\n\f\x00-\x08\x0b\x0e-\x1f\x7f]|{_ESCAPE})*+)[ \t\r\n\f]*(?:\)|\Z)")
_BAD_URL = re.compile(r"(?:[^)\\]|\\[\s\S])*\)?")
_IDENT = re.compile(rf"(?:[-\w]|[^\x00-\x7f]|{_ESCAPE})*")
_LONGEST_NAME = 64
_LAST_LETTERS = frozenset("lLcCtT")  # of url, src and image-set


@dataclass(frozen=True, slots=True)
class CssUrl:
    """One URL in a style sheet.

    ``start`` and ``end`` are the place to be replaced: all of ``url(x.png)`` (then ``whole`` is True), but only the
    string, quotes included, of ``url("x.png" crossorigin())``, ``@import "x.css"`` and ``image-set("x.png" 1x)``.
    ``url`` is the text with its escapes undone, ``rule`` the at-rule it stands in: ``import``, ``font-face``, or empty.
    """

    start: int
    end: int
    url: str
    rule: str
    whole: bool


def css_urls(text: str) -> Iterator[CssUrl]:
    """The URLs that a browser would load for a style sheet or a ``style`` attribute, in order.

    Not among them: namespaces, empty URLs, and those of a fragment alone, which mean the document itself wherever the
    sheet is (CSS Values 4, section 4.5.1).
    """
    return iter(_Scanner(text).urls())


def replace_css_urls(text: str, replace: Callable[[str, str], str | None]) -> str:
    """``text`` with ``replace(url, rule)`` in the place of each URL, as a double-quoted string.

    Where ``replace`` answers None the URL stays as written. A replacement must hold no quote and no backslash.

    >>> replace_css_urls("a{b:url( x.png )}@import 'y.css' print;", lambda url, rule: url.upper())
    'a{b:url("X.PNG")}@import "Y.CSS" print;'
    """
    pieces: list[str] = []
    position = 0
    for found in css_urls(text):
        new = replace(found.url, found.rule)
        if new is None:
            continue
        pieces += (text[position : found.start], f'url("{new}")' if found.whole else f'"{new}"')
        position = found.end
    if not pieces:
        return text
    pieces.append(text[position:])
    return "".join(pieces)


class _Scanner:
    """One walk over a sheet. ``position`` is where the next token may start."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.rule = ""
        self.depths: list[int] = []  # open parentheses within each image-set() we are in
        self.found: list[CssUrl] = []

    def urls(self) -> list[CssUrl]:
        text = self.text
        while True:
            pattern = _CLOSE if self.rule or self.depths else _PLAIN
            match = pattern.search(text, self.position)
            if match is None:
                return self.found
            token, start = match.group(), match.start()
            if token == "(":
                self._parenthesis(start)
            elif token in "\"'":
                self._string(start)
            elif token == "/*":
                end = text.find("*/", start + 2)
                self.position = len(text) if end < 0 else end + 2
            elif token == "\\":
                self.position = start + 2
            elif token == "@":
                self._at_rule(start)
            else:
                self.position = start + 1
                self._close(token)

    def _parenthesis(self, start: int) -> None:
        self.position = start + 1
        name = self._function_name(start)
        if name in ("url", "src"):
            self._url(start, name)
        elif self.depths:
            self.depths[-1] += 1
        elif name in ("image-set", "-webkit-image-set"):
            self.depths.append(1)

    def _function_name(self, start: int) -> str:
        before = self.text[max(0, start - _LONGEST_NAME) : start]
        if before[-1:] not in _LAST_LETTERS and "\\" not in before:
            return ""  # most parentheses: no need to look closer
        match = _FUNCTION.search(before)
        if match is None or match.group(1):  # "#url(" is a hash and a parenthesis
            return ""
        return _unescaped(match.group(2)).lower()

    def _url(self, start: int, name: str, rule: str | None = None) -> None:
        rule = self.rule if rule is None else rule
        inside = _GAP_IN_URL.match(self.text, start + 1)
        begin = inside.end() if inside else start + 1
        string = _STRING_TOKEN.match(self.text, begin)
        if string is not None:
            self.position = string.end()
            self._add(begin, string.end(), _string_value(string), rule, whole=False)
            if self.depths:
                self.depths[-1] += 1
            return
        if name == "src" or self.text[begin : begin + 1] in ('"', "'"):
            return
        unquoted = _UNQUOTED.match(self.text, begin)
        if unquoted is None:
            bad = _BAD_URL.match(self.text, begin)
            self.position = bad.end() if bad else begin
            return
        self.position = unquoted.end()
        function = _FUNCTION.search(self.text, max(0, start - _LONGEST_NAME), start)
        begin = function.start() if function else start
        self._add(begin, unquoted.end(), _unescaped(unquoted.group(1)), rule, whole=True)

    def _string(self, start: int) -> None:
        match = _STRING_TOKEN.match(self.text, start)
        if match is None:  # it ends with its line: a bad string
            line = _BAD_STRING.match(self.text, start + 1)
            self.position = line.end() if line else start + 1
            return
        self.position = match.end()
        if self.depths and self.depths[-1] == 1:
            self._add(start, match.end(), _string_value(match), self.rule, whole=False)

    def _at_rule(self, start: int) -> None:
        match = _AT_NAME.match(self.text, start)
        if match is None:
            self.position = start + 1
            return
        self.position = match.end()
        name = _unescaped(match.group(1)).lower()
        if name == "font-face":
            self.rule = "font-face"
        elif name in ("import", "namespace"):
            self._url_after(name)

    def _url_after(self, rule: str) -> None:
        position = self._gap(self.position)
        if rule == "namespace":
            prefix = _IDENT.match(self.text, position)
            if prefix is not None and self.text[prefix.end() : prefix.end() + 1] != "(":
                position = self._gap(prefix.end())
        string = _STRING_TOKEN.match(self.text, position)
        if string is not None:
            self.position = string.end()
            self._add(position, string.end(), _string_value(string), rule, whole=False)
            return
        name = _IDENT.match(self.text, position)
        if name is None or _unescaped(name.group()).lower() != "url":
            return
        if self.text[name.end() : name.end() + 1] == "(":
            self._url(name.end(), "url", rule)

    def _gap(self, position: int) -> int:
        match = _GAP.match(self.text, position)
        return match.end() if match else position

    def _close(self, token: str) -> None:
        if token == ")":
            if self.depths:
                self.depths[-1] -= 1
                if self.depths[-1] == 0:
                    self.depths.pop()
        elif token == "}":
            self.rule = ""
            self.depths.clear()

    def _add(self, start: int, end: int, url: str, rule: str, *, whole: bool) -> None:
        stripped = url.strip()
        if stripped and not stripped.startswith("#") and rule != "namespace":
            self.found.append(CssUrl(start, end, url, rule, whole))


_GAP_IN_URL = re.compile(r"[ \t\r\n\f]*")
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\r\n\f])|([\s\S]))")


def _string_value(match: re.Match[str]) -> str:
    double = match.group("double")
    return _unescaped(double if double is not None else match.group("single"))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_one_escape, text) if "\\" in text else text


def _one_escape(match: re.Match[str]) -> str:
    digits, newline, other = match.groups()
    if newline is not None:
        return ""
    if digits is None:
        return str(other)
    code = int(digits, 16)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return chr(code)


def number_css_text(text: str, numbering: Numbering, role: Role) -> str:
    """``text`` of a style sheet or ``style`` attribute with slots for its URLs; ``role`` is that of plain ``url()``."""
    if "(" not in text and "@" not in text:
        return text
    return replace_css_urls(text, lambda url, rule: numbering.slot(url, RULE_ROLES.get(rule, role)))


RULE_ROLES = {"import": Role.STYLE, "font-face": Role.FONT}
"""What the URLs of an at-rule are there for; others have the role of the sheet's images."""


def number_css(text: str, address: str, site: SiteIdentity | None, role: Role = Role.IMAGE) -> Template:
    """A style sheet with slots. ``address`` is its own, which its URLs are relative to.

    Its ``@charset``, if it has one, says UTF-8, as which the copy is written.
    """
    text = _CHARSET_RULE.sub('@charset "utf-8";', text)
    numbering = Numbering(address, site)
    return Template(number_css_text(text, numbering, role), tuple(numbering.references))


_CHARSET_RULE = re.compile(r'\A@charset "(?!utf-8")[^"]*";', re.IGNORECASE)
