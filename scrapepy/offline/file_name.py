"""One name of a file or folder: readable, allowed on every system, and no longer than it may be."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import unquote_to_bytes

from scrapepy.rules.file_names import (
    EXTENSION_FAMILIES,
    FORBIDDEN_CHARACTERS,
    RESERVED_NAMES,
    UNREADABLE_CHARACTERS,
)

NAME_BYTES = 240
"""The longest name that is given, in bytes of UTF-8. File systems allow 255: the rest is room for a temporary
suffix."""

_UNSAFE = re.compile(
    f"[{re.escape(FORBIDDEN_CHARACTERS)}{UNREADABLE_CHARACTERS}"
    f"{''.join(chr(plane * 0x10000 + last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))}]"
)
_SUFFIX = re.compile(r"\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,11}\Z")
_CUT_ESCAPE = re.compile(r"%[0-9A-F]?\Z")
_RESERVED_WHOLE = {name for row in RESERVED_NAMES if row.bare and not row.top_only for name in row.names}
_RESERVED_TOP = {name for row in RESERVED_NAMES if row.top_only for name in row.names}
_RESERVED_STEM = {name for row in RESERVED_NAMES if not row.bare for name in row.names}


def decoded(text: str) -> str:
    """A piece of a URL as Unicode text in NFC; bytes that are not UTF-8 stay ``%XX``.

    >>> decoded("caf%C3%A9%FF")
    'café%FF'
    """
    if "%" not in text:
        return text if text.isascii() else unicodedata.normalize("NFC", text)
    data = unquote_to_bytes(text)
    pieces = []
    while data:
        try:
            pieces.append(data.decode("utf-8"))
            break
        except UnicodeDecodeError as error:
            pieces.append(data[: error.start].decode("utf-8"))
            pieces += [f"%{byte:02X}" for byte in data[error.start : error.end]]
            data = data[error.end :]
    return unicodedata.normalize("NFC", "".join(pieces))


def without_unsafe(text: str) -> str:
    """``text`` with each character that a name may not hold as ``%XX``: so ``%2F`` stays apart from a folder's border.

    >>> without_unsafe("a/b:c")
    'a%2Fb%3Ac'
    """
    safe = _UNSAFE.sub(_escaped, text)
    return safe if safe.isascii() else unicodedata.normalize("NFC", safe)


def allowed_name(name: str, *, top: bool = False) -> str:
    """``name`` (of safe characters) so that every system takes it and no system reads more into it.

    Windows drops a dot or space at the end, and knows devices by name. ``top``: it stands directly in the site's
    folder.

    >>> allowed_name("aux.html"), allowed_name("etc."), allowed_name("auxiliary.html")
    ('aux_.html', 'etc%2E', 'auxiliary.html')
    """
    if not name:
        return "_"
    if name[-1] in ". ":
        name = f"{name[:-1]}%{ord(name[-1]):02X}"
    lowered = name.casefold()
    if lowered in _RESERVED_WHOLE or (top and lowered in _RESERVED_TOP):
        return name + "_"
    stem, dot, rest = name.partition(".")
    if stem.rstrip(" ").casefold() in _RESERVED_STEM:
        return f"{stem}_{dot}{rest}"
    return name


def split_extension(name: str, wanted: str) -> tuple[str, str, bool]:
    """``name`` cut into stem and extension, and whether the name had the extension ``wanted`` (or its like) already.

    Without a ``wanted`` one, what looks like an extension is taken for it.

    >>> split_extension("a.HTM", ".html"), split_extension("page.php", ".html"), split_extension("rel-1.88", "")
    (('a', '.HTM', True), ('page.php', '.html', False), ('rel-1.88', '', False))
    >>> split_extension("en_1a2b.pf_index", ".pf_index")
    ('en_1a2b', '.pf_index', True)
    """
    if wanted and len(name) > len(wanted) and name.lower().endswith(wanted.lower()):
        return name[: -len(wanted)], name[-len(wanted) :], True
    found = _SUFFIX.search(name)
    own = found.group() if found is not None and found.start() > 0 else ""
    if own and (not wanted or _same_kind(own.lower(), wanted.lower())):
        return name[: -len(own)], own, True
    return name, wanted, False


def with_hash(stem: str, extension: str, identity: str) -> str:
    """The name with eight hex digits of ``identity``'s SHA-256 before the extension, cut to :data:`NAME_BYTES`.

    >>> with_hash("index", ".html", "http://docs.test/")
    'index-8588055a.html'
    """
    tail = f"-{hashlib.sha256(identity.encode()).hexdigest()[:8]}{extension}"
    room = NAME_BYTES - len(tail.encode())
    data = stem.encode()
    if len(data) > room:
        stem = _CUT_ESCAPE.sub("", data[:room].decode("utf-8", "ignore"))
    return stem + tail


def is_long(name: str) -> bool:
    """True if ``name`` has more than :data:`NAME_BYTES` bytes."""
    return len(name) * 4 > NAME_BYTES and len(name.encode()) > NAME_BYTES


def folded(path: str) -> str:
    """What is equal for paths that some file system takes for one: case, Unicode form and invisible characters aside.

    Coarser than any file system (NTFS and APFS fold case, APFS and HFS+ normalise, HFS+ skips joiners), since a
    needless hash in a name does no harm.

    >>> folded("Straße") == folded("STRASSE"), folded("cafe\u0301") == folded("CAFÉ")
    (True, True)
    """
    if path.isascii():
        return path.lower()
    text = unicodedata.normalize("NFC", path).casefold().upper()
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(character for character in text if not _ignorable(character))


def _ignorable(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def _same_kind(one: str, other: str) -> bool:
    return one == other or any(one in family and other in family for family in EXTENSION_FAMILIES)


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "surrogatepass"))
