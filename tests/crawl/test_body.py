from __future__ import annotations

import gzip
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.crawl.body import IN_MEMORY, Body, BombError, CutShortError, TooLargeError
from scrapepy.crawl.decompress import PIECE, BrokenEncodingError, Inflater, UnknownEncodingError, codings, looks_like


def compress(coding: str, data: bytes) -> bytes:
    if coding == "gzip":
        return gzip.compress(data)
    if coding == "deflate":
        return zlib.compress(data)
    machine = zlib.compressobj(wbits=-15)
    return machine.compress(data) + machine.flush()


def taken(coding: str, parts: list[bytes], limit: int = 10_000_000, spool: str = "/nonexistent") -> Body:
    body = Body(coding, limit, spool)
    for part in parts:
        body.feed(part)
    return body


@given(
    data=st.binary(max_size=3000),
    coding=st.sampled_from(["gzip", "deflate", "raw"]),
    cuts=st.lists(st.integers(0, 4000), max_size=8),
)
def test_pieces_do_not_matter(data: bytes, coding: str, cuts: list[int]) -> None:
    """However a compressed body is cut on its way, the same comes out."""
    wire = compress(coding, data)
    edges = sorted({0, len(wire), *(cut for cut in cuts if cut < len(wire))})
    parts = [wire[a:b] for a, b in pairwise(edges)]
    body = taken("gzip" if coding == "gzip" else "deflate", parts)
    content, file, gzipped = body.finish()
    if coding == "raw" and not looks_like("deflate", wire[:5]):
        assert content == wire, "raw deflate that begins like text is taken for text"
        return
    assert (content, file) == (data, None)
    assert body.size == len(data)
    assert gzipped == (wire if coding == "gzip" else None)


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "gzip, deflate", ""]))
def test_any_bytes_end_in_a_body_or_a_named_failure(data: bytes, coding: str) -> None:
    body = Body(coding, 10_000, "/nonexistent")
    try:
        body.feed(data)
        body.finish()
    except (BrokenEncodingError, CutShortError):
        pass


def test_pieces_are_bounded() -> None:
    wire = gzip.compress(bytes(5_000_000))
    pieces = list(Inflater(wire).feed(wire))
    assert sum(map(len, pieces)) == 5_000_000
    assert max(map(len, pieces)) <= PIECE


def test_limits_before_and_after(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="more than 99 bytes"):
        taken("", [b"x" * 50, b"x" * 50], limit=99)
    with pytest.raises(BombError, match="more than 9,999 bytes"):
        taken("gzip", [gzip.compress(bytes(10_000))], limit=9_999)
    assert taken("gzip", [gzip.compress(bytes(10_000))], limit=10_000).size == 10_000


def test_large_bodies_go_to_a_file(tmp_path: Path) -> None:
    body = taken("", [b"ab" * 400_000] * 2, spool=str(tmp_path))
    content, file, gzipped = body.finish()
    assert (content, gzipped) == (b"", None)
    assert file is not None
    assert Path(file).read_bytes() == b"ab" * 800_000
    assert body.size == 1_600_000 > IN_MEMORY


def test_discarding_deletes_the_file(tmp_path: Path) -> None:
    body = taken("", [bytes(2_000_000)], spool=str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 1
    body.discard()
    body.discard()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("gzip", ("gzip",)),
        ("GZip , Deflate", ("gzip", "deflate")),
        ("identity", ()),
        ("", ()),
        ("none", ()),
        ("UTF-8", ()),
        ("identity, gzip", ("gzip",)),
        ("text/html", ()),
        ("x-gzip", ("x-gzip",)),
    ],
)
def test_codings(header: str, expected: tuple[str, ...]) -> None:
    assert codings(header) == expected


@pytest.mark.parametrize("header", ["br", "zstd", "gzip, br", "gzip, gzip, gzip", "compress"])
def test_unknown_codings(header: str) -> None:
    with pytest.raises(UnknownEncodingError, match="Content-Encoding"):
        codings(header)


def of_text(encoding: str, pieces: list[bytes]) -> Body:
    body = Body(encoding, 10_000, "", is_text=True)
    for piece in pieces:
        body.feed(piece)
    return body


def test_text_that_only_claims_an_unknown_coding() -> None:
    page = "<!doctype html><title>Größe</title>".encode() * 5
    body = of_text("br", [page[:3], page[3:70], page[70:]])
    assert body.finish() == (page, None, None)
    assert body.note == "plain text although it says Content-Encoding: br"
    body = of_text("br", [b"<p>hi"])
    assert body.finish()[0] == b"<p>hi"


def test_what_is_really_compressed_is_not_taken_for_text() -> None:
    with pytest.raises(UnknownEncodingError, match="br"):
        of_text("br", [bytes.fromhex("0b0280") + b"hello world\x03" * 9])
    with pytest.raises(UnknownEncodingError):
        of_text("zstd", [b"\x28\xb5\x2f\xfd\x04"]).finish()
    with pytest.raises(UnknownEncodingError):
        Body("br", 100, "")  # a type that is no text


def test_a_charset_in_place_of_a_coding_is_noted() -> None:
    body = of_text("utf-8", [b"<p>hi"])
    assert (body.finish()[0], body.note) == (b"<p>hi", "Content-Encoding: utf-8 is no coding")
    assert Body("identity", 100, "").note == ""


def test_what_is_neither_its_coding_nor_a_text_is_broken() -> None:
    """Plain pages whose server claims gzip are taken as they are; binary noise is no page."""
    noise = b"\xc8" + bytes(range(255, -1, -1)) * 4
    for data in (noise, noise[:40] + b"\0"):
        with pytest.raises(BrokenEncodingError, match="no text"):
            of_text("gzip", [data]).finish()
    for data in (b"<p>plain</p>", "<p>caf\u00e9</p>".encode("latin-1") * 90, "<p>wide</p>".encode("utf-16")):
        body = Body("gzip", 10_000, "/nonexistent", is_text=True)
        body.feed(data)
        assert body.finish()[0] == data
        assert body.note == "not gzip although it says so"
    image = Body("gzip", 10_000, "/nonexistent")
    image.feed(b"\x89PNG\r\n\x1a\n" + noise)
    assert image.note, "an image that only claims the coding is one"
