"""Bytes to text, as browsers decide it (HTML standard, 13.2.3; Encoding standard), with a careful guess at the end.

Byte order mark, then the HTTP header, then the page's own ``meta``, then strict UTF-8, then a guess, and at last
windows-1252, in which every byte means something.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

import webencodings

from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN, without_marks
from scrapepy.web.controls import may_hold_controls, without_controls
from scrapepy.web.prescan import late_meta, prescan, xml_declaration
from scrapepy.web.xhtml import as_html, is_xhtml

PRESCAN_BYTES = 1024
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16be"), (codecs.BOM_UTF16_LE, "utf-16le"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a body: without byte order mark and without the marks of slots.

    ``charset`` is the name of the encoding used; ``note`` is not empty where something was odd and mended.
    """

    text: str
    charset: str
    note: str


def decode_html(body: bytes, content_type: str | None) -> Decoded:
    """The text of an HTML page, without control characters; XHTML that is to be read as XML, as HTML says it."""
    decoded = _decode(body, content_type, _prescan_html)
    if is_xhtml(decoded.text, content_type):
        decoded = Decoded(as_html(decoded.text), decoded.charset, decoded.note)
    if not may_hold_controls(body, decoded.charset):
        return decoded
    return Decoded(without_controls(decoded.text), decoded.charset, decoded.note)


def decode_css(body: bytes, content_type: str | None, fallback: str = "utf-8") -> Decoded:
    """The text of a style sheet (CSS Syntax 3, section 3.2).

    ``fallback`` is the charset of the page that names it, which counts where the sheet says nothing and is not UTF-8.
    """
    return _decode(body, content_type, _css_charset, fallback)


def decode_text(body: bytes, content_type: str | None, fallback: str = "") -> Decoded:
    """The text of anything else: scripts, drawings, sitemaps, plain text. ``fallback`` as for style sheets."""
    return _decode(body, content_type, xml_declaration, fallback)


def needs_charset(body: bytes) -> bool:
    """True for bytes that are other text, or none, to who reads them as UTF-8.

    >>> needs_charset("é".encode()), needs_charset("é".encode("latin-1"))
    (False, True)
    """
    if body.isascii():
        return b"\x1b$" in body or b"\0" in body[:64]
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _decode(
    body: bytes, content_type: str | None, declared: Callable[[bytes], str | None], fallback: str = ""
) -> Decoded:
    for mark, name in _BOMS:
        if body.startswith(mark):
            return _by_name(body[len(mark) :], name, "")
    note = ""
    label = header_charset(content_type)
    if label:
        found = encoding_name(label)
        if found is not None:
            return _by_name(body, found, "")
        note = f"unknown charset in the header: {_shown(label)}"
    inside = declared(body)
    if inside:
        found = encoding_name(inside)
        if found is not None:
            return _by_name(body, _as_declared_inside(found), note)
        note = note or f"unknown charset in the text: {_shown(inside)}"
    return _undeclared(body, note, encoding_name(fallback) if fallback else None)


def _undeclared(body: bytes, note: str, fallback: str | None) -> Decoded:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        if "\0" in text and (wide := _wide(body)) is not None:
            return _by_name(body, wide, note or "charset guessed")
        if "\x1b$" in text and text.isascii():
            return _by_name(body, "iso-2022-jp", note or "charset guessed")
        return Decoded(_unmarked(text), "utf-8", note)
    if (wide := _wide(body)) is not None:
        return _by_name(body, wide, note or "charset guessed")
    if fallback is not None and not fallback.startswith("utf-"):
        return _by_name(body, fallback, note)
    if _is_damaged_utf8(body):
        return _by_name(body, "utf-8", note)
    return _by_name(body, _guess(body), note or "charset guessed")


def header_charset(content_type: str | None) -> str | None:
    """The ``charset`` parameter of a Content-Type header, or None.

    >>> header_charset("text/html; Charset='UTF-8'"), header_charset("text/html")
    ('UTF-8', None)
    """
    if not content_type:
        return None
    match = _HEADER_CHARSET.search(content_type)
    return match.group(1).strip() or None if match else None


def encoding_name(label: str) -> str | None:
    """The standard's name for a label (``latin1`` is ``windows-1252``); None for an unknown one.

    Labels that the standard sends to its "replacement" decoder are decoded as what they say, so that letters stay.
    """
    cleaned = label.strip("\t\n\f\r \"'").lower()
    if cleaned in _BEYOND_THE_STANDARD:
        return _BEYOND_THE_STANDARD[cleaned]
    found = webencodings.lookup(cleaned)
    return None if found is None or found.name == "replacement" else str(found.name)


_HEADER_CHARSET = re.compile(r"""(?:^|;)\s*charset\s*=\s*["']?([^"';\s]*)""", re.IGNORECASE)
_BEYOND_THE_STANDARD = {
    "hz-gb-2312": "hz",
    "iso-2022-kr": "iso2022_kr",
    "csiso2022kr": "iso2022_kr",
    "utf-32": "utf-32",
    "cp65001": "utf-8",
    "utf8mb4": "utf-8",
    "cp850": "cp850",
    "cp437": "cp437",
}

# The standard's decoders hold more characters than Python's codecs of the same name.
_CODECS = {
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
    "iso-8859-8-i": "iso-8859-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
    "x-user-defined": "cp1252",
    "iso-2022-jp": "iso2022_jp_ext",
}


def _by_name(body: bytes, name: str, note: str) -> Decoded:
    codec = _CODECS.get(name, name)
    try:
        text = body.decode(codec)
    except UnicodeDecodeError:
        text = body.decode(codec, errors="scrapepy-euc-jp" if name == "euc-jp" else "replace")
        if "\ufffd" in text:
            note = note or f"some bytes are not {name}"
    return Decoded(_unmarked(text), name, note)


def _euc_jp_extension(error: UnicodeError) -> tuple[str, int]:
    """Rows of EUC-JP that browsers know and Python's codec does not (circled digits, IBM's Kanji): by way of cp932."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if len(pair) == 2 and min(pair) >= 0xA1:
        row, cell = pair[0] - 0xA1, pair[1] - 0xA1
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        trail = cell + 0x9F if row % 2 else cell + 0x40 + (cell >= 63)
        try:
            return bytes((lead, trail)).decode("cp932"), error.start + 2
        except UnicodeDecodeError:
            return "\ufffd", error.start + 2
    return "\ufffd", error.start + 1


codecs.register_error("scrapepy-euc-jp", _euc_jp_extension)


def _as_declared_inside(name: str) -> str:
    """What a declaration in the text means: what ASCII bytes spell is not UTF-16 (HTML standard, 13.2.3.2)."""
    if name.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _unmarked(text: str) -> str:
    if text.isascii() or not any(mark in text for mark in _MARKS):
        return text
    return without_marks(text)


_MARKS = (SLOT_OPEN, SLOT_CLOSE, LINK_OPEN, ANCHOR_OPEN, ANCHOR_CLOSE)


def _shown(label: str) -> str:
    return ascii(label[:40])


def _wide(body: bytes) -> str | None:
    """UTF-16 without a byte order mark: every other byte of the start is zero."""
    start = body[:64]
    pairs = len(start) // 2
    if pairs < 4:
        return None
    if start[1::2].count(0) == pairs and start[0::2].count(0) == 0:
        return "utf-16le"
    if start[0::2].count(0) >= pairs and start[1::2].count(0) == 0:
        return "utf-16be"
    return None


def _is_damaged_utf8(body: bytes) -> bool:
    """True for UTF-8 with a few bytes that are none: cut off in a letter, or with a quotation from elsewhere."""
    text = body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return broken * 4 <= len(_BEYOND_ASCII.findall(text)) - broken


_BEYOND_ASCII = re.compile("[^\\x00-\\x7f]")


def _guess(body: bytes) -> str:
    """A statistical guess for text that declares nothing and is not UTF-8; windows-1252 if nothing else fits."""
    from charset_normalizer import from_bytes  # here, since it costs 50 ms to load and is rarely wanted

    start = body[:_GUESS_BYTES]
    words = b" ".join(_MARKUP.sub(b" ", start).split()) or start
    matches = from_bytes(words, cp_isolation=list(_GUESSED))
    best = matches.best()
    if best is None:
        return "windows-1252"
    if best.coherence == 0:  # too short to tell its language
        western = next((match for match in matches if match.encoding == "cp1252"), None)
        if western is not None and western.chaos <= best.chaos:
            return "windows-1252"
    return _GUESSED[best.encoding]


_GUESS_BYTES = 100_000
_MARKUP = re.compile(rb"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_GUESSED = {
    "cp1252": "windows-1252",
    "cp1251": "windows-1251",
    "koi8_r": "koi8-r",
    "koi8_u": "koi8-u",
    "iso8859_5": "iso-8859-5",
    "cp866": "ibm866",
    "cp932": "shift_jis",
    "euc_jp": "euc-jp",
    "gb18030": "gb18030",
    "big5": "big5",
    "cp949": "euc-kr",
    "cp1250": "windows-1250",
    "iso8859_2": "iso-8859-2",
    "cp1253": "windows-1253",
    "iso8859_7": "iso-8859-7",
    "cp1254": "windows-1254",
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
    "cp1257": "windows-1257",
    "cp874": "windows-874",
}
"""The encodings that old pages are really in, as the guesser and as the standard call them."""


def _css_charset(body: bytes) -> str | None:
    match = _CSS_CHARSET.match(body[:PRESCAN_BYTES])
    return match.group(1).decode("latin-1") if match else None


_CSS_CHARSET = re.compile(rb'@charset "([^"]*)";')


def _prescan_html(body: bytes) -> str | None:
    return prescan(body[:PRESCAN_BYTES]) or late_meta(body)
