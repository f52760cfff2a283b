"""Files that cannot become Markdown, and files that want to do harm."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from reportlab.lib.utils import ImageReader

from scrapepy.pdf import door, limits
from scrapepy.pdf.document import convert_pdf
from scrapepy.pdf.limits import Unreadable
from tests.support.small_pdfs import PROSE, Paper, two_columns


def _encrypted(user: str, owner: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(two_columns())))
    writer.encrypt(user, owner, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _raw(objects: list[bytes]) -> bytes:
    """A file of these objects, numbered from 1; the first is the catalog."""
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)


def test_a_scan_is_said_not_invented() -> None:
    paper = Paper()
    paper.canvas.drawImage(ImageReader(Image.new("L", (200, 300), 200)), 0, 0, 420, 595)
    with pytest.raises(Unreadable, match="run OCR first"):
        convert_pdf(paper.done())


def test_a_password_for_the_owner_alone_is_none_for_the_reader() -> None:
    assert "Column left" in convert_pdf(_encrypted("", "secret")).body.text


def test_a_password_is_needed() -> None:
    with pytest.raises(Unreadable, match="needs a password"):
        convert_pdf(_encrypted("secret", "secret"))


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7",
        b"%PDF-1.7\n" + b"\x00" * 200,
        two_columns()[:300],
        b"%PDF-1.4\ntrailer\n<</Root 1 0 R>>\n%%EOF",
    ],
    ids=["head", "zeros", "cut", "rootless"],
)
def test_a_damaged_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        convert_pdf(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "is empty"), (b"<!doctype html><title>Log in</title>", "is no PDF"), (bytes(300), "is no PDF")],
    ids=["empty", "html", "zeros"],
)
def test_what_is_no_pdf_is_said_to_be_none(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        convert_pdf(data)


def test_junk_before_the_file_is_no_harm() -> None:
    assert "Column left" in convert_pdf(b"\xef\xbb\xbf\n\n" + two_columns()).body.text


def test_a_page_tree_that_bites_its_tail_ends() -> None:
    with pytest.raises(Unreadable, match="no pages"):
        convert_pdf(_raw([b"<</Type /Catalog /Pages 2 0 R>>", b"<</Type /Pages /Kids [2 0 R 2 0 R] /Count 9>>"]))


def test_an_outline_that_bites_its_tail_ends() -> None:
    objects = [
        b"<</Type /Catalog /Pages 2 0 R /Outlines 4 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>>",
        b"<</First 5 0 R>>",
        b"<</Title (a) /Next 5 0 R /First 4 0 R /Dest [3 0 R /Fit]>>",
    ]
    assert [mark.title for mark in door.PdfFile(_raw(objects)).bookmarks()] == ["a"]


def test_a_form_that_draws_itself_ends() -> None:
    draw = b"/X Do BT /F 12 Tf 20 100 Td (A line of text that is long enough) Tj ET"
    resources = (
        b"/Resources <</XObject <</X 5 0 R>> /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>"
    )
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R %s>>" % resources,
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(draw), draw),
        b"<</Type /XObject /Subtype /Form /BBox [0 0 9 9] %s /Length 5>>\nstream\n/X Do\nendstream" % resources,
    ]
    assert "long enough" in convert_pdf(_raw(objects)).body.text


def test_more_pages_than_the_limit_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 3)
    paper = Paper()
    for _ in range(5):
        paper.block(PROSE)
        paper.page()
    with pytest.raises(Unreadable, match="more than 3 pages"):
        convert_pdf(paper.done())


def test_an_image_of_too_many_pixels_is_left_out() -> None:
    body = zlib.compress(b"\x00" * 10_000)
    draw = b"q 100 0 0 100 20 20 cm /I Do Q BT /F 12 Tf 20 150 Td (A line of text that is long enough) Tj ET"
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <</XObject <</I 5 0 R>>"
        b" /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(draw), draw),
        b"<</Type /XObject /Subtype /Image /Width 90000 /Height 90000 /BitsPerComponent 8 /ColorSpace /DeviceGray"
        b" /Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream" % (len(body), body),
    ]
    document = convert_pdf(_raw(objects))
    assert "long enough" in document.body.text
    assert document.images == ()


def test_marks_of_ours_in_the_text_are_taken_out() -> None:
    paper = Paper()
    paper.block("A plain text that is long enough, and nothing else.")
    text = convert_pdf(paper.done()).body.text
    assert not any(0xFDD0 <= ord(character) <= 0xFDD7 for character in text)


def test_the_large_signs_of_tex_are_read_and_its_brackets_are_not() -> None:
    """Its extension font names what Unicode has no single sign for, and hangs below the line."""
    names = b"/Differences [48 /parenlefttp 82 /integraltext 88 /summationdisplay]"
    text = b"BT /F1 10 Tf 100 500 Td (z = ) Tj ET BT /F2 10 Tf 120 509 Td (X0) Tj ET BT /F1 10 Tf 140 500 Td (a) Tj ET"
    words = b" ".join(b"BT /F1 10 Tf 60 %d Td (A sentence stands here, to be read.) Tj ET" % y for y in (700, 300))
    data = text + b" " + words
    file = _raw([
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 420 800] /Contents 4 0 R"
        b" /Resources <</Font <</F1 5 0 R /F2 6 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(data), data),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        b"<</Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMEX10 /FirstChar 48 /LastChar 88 /Widths ["
        + b"500 " + b"1000 " * 40 + b"] /FontDescriptor <</Type /FontDescriptor /FontName /ABCDEF+CMEX10 /Flags 4>>"
        b" /Encoding <</Type /Encoding " + names + b">>>>",
    ])  # fmt: skip
    assert "z = ∑ a\n" in convert_pdf(file).body.text
