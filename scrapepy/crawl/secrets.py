"""The password of a start URL is written nowhere (SPEC 5), also where pages echo the address they were asked by."""

from __future__ import annotations

import base64
import html
import os
import tempfile
from collections.abc import Iterator
from urllib.parse import quote, unquote

from scrapepy.model.options import RequestOptions
from scrapepy.model.outcome import Headers

_PIECE = 1 << 20


class Secrets:
    """What must not be kept of an answer: ``user:password@`` in every spelling, and the token of Basic authentication.

    Taken out of the bytes as they come, so that no copy, state or log can hold it. A password by itself stays: it may
    be a word of the text.
    """

    def __init__(self, options: RequestOptions) -> None:
        self._forms: tuple[bytes, ...] = ()
        if options.password:
            user, password = options.username or "", options.password
            pairs = {f"{user}:{password}"}
            for plain in (user, password), (unquote(user), unquote(password)):
                pairs |= {":".join(plain), ":".join(quote(part, safe="") for part in plain)}
                pairs.add(":".join(quote(part, safe="!$&'()*+,;=") for part in plain))
            tokens = {base64.b64encode(pair.encode()).decode("ascii") for pair in pairs}
            spelled = {pair + at for pair in pairs for at in ("@", "%40", "&#64;")}
            spelled |= {html.escape(form, quote=False) for form in spelled}
            self._forms = tuple(sorted((form.encode() for form in spelled | tokens), key=len, reverse=True))

    def __bool__(self) -> bool:
        return bool(self._forms)

    def taken_out(self, data: bytes) -> bytes:
        """``data`` without them; the very same object where it holds none."""
        for form in self._forms:
            if form in data:
                data = data.replace(form, b"")
        return data

    def of_headers(self, headers: Headers) -> Headers:
        """Headers without them."""
        if not self._forms:
            return headers
        return tuple(
            (name, self.taken_out(value.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape"))
            for name, value in headers
        )

    def of_file(self, path: str) -> int:
        """Take them out of a file; answers its length then. Raises ``OSError``."""
        if any(self.taken_out(piece) is not piece for piece in self._pieces(path)):
            descriptor, other = tempfile.mkstemp(dir=os.path.dirname(path), prefix="body-")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.writelines(self._cleaned(path))
                os.replace(other, path)
            except BaseException:
                os.unlink(other)
                raise
        return os.path.getsize(path)

    def _pieces(self, path: str) -> Iterator[bytes]:
        """The file in pieces that overlap by the longest form."""
        kept = b""
        with open(path, "rb") as file:
            while data := file.read(_PIECE):
                yield kept + data
                kept = data[-len(self._forms[0]) :]

    def _cleaned(self, path: str) -> Iterator[bytes]:
        kept = b""
        longest = len(self._forms[0])
        with open(path, "rb") as file:
            while data := file.read(_PIECE):
                kept = self.taken_out(kept + data)
                yield kept[:-longest]
                kept = kept[-longest:]
        yield kept
