"""The front door: options, metadata, pages, counts."""

from __future__ import annotations

import pytest

from scrapepy.mirroring.pdfs import filled
from scrapepy.pdf.document import convert_pdf
from scrapepy.pdf.result import PdfOptions
from tests.support.small_pdfs import CASES, Paper, kinds_of_text, merged_cells, missing_bookmark, over_pages


def test_metadata_go_into_the_frontmatter() -> None:
    metadata = convert_pdf(missing_bookmark()).metadata
    assert (metadata.title, metadata.author) == ("A manual", "Somebody")
    assert metadata.published == "2000-01-01"  # reportlab's invariant date
    assert metadata.modified is None


@pytest.mark.parametrize("title", ["manual.docx", "Microsoft Word - notes.doc", "untitled"])
def test_a_title_that_is_a_file_name_is_none(title: str) -> None:
    paper = Paper(title=title)
    paper.block("Some text that is long enough to be a layer of text.")
    assert convert_pdf(paper.done()).metadata.title is None


def test_without_the_outline_headings_come_from_styles() -> None:
    with_outline = convert_pdf(missing_bookmark())
    without = convert_pdf(missing_bookmark(), PdfOptions(outline=False))
    assert (with_outline.counts.headings_from_bookmarks, with_outline.counts.headings_from_style) == (3, 2)
    assert without.counts.headings_from_bookmarks == 0
    assert "### No bookmark names this" in filled(without)[0]


def test_merged_values_are_repeated_down_unless_told_otherwise() -> None:
    text = filled(convert_pdf(merged_cells(), PdfOptions(fill_down=False)))[0]
    assert "|  | 3 | 4 | second |" in text


def test_pages_are_marked_where_they_begin() -> None:
    text, marks = filled(convert_pdf(CASES["running-lines"]()))
    assert [page for _, page in marks] == [2, 3, 4, 5]
    assert all(text[offset:].startswith(f'<a id="page={page}"></a>') for offset, page in marks)


def test_a_page_may_begin_inside_a_paragraph() -> None:
    text, marks = filled(convert_pdf(over_pages()))
    (offset, page), *_ = marks
    assert page == 2
    assert abs(text.index("on behind a picture") - offset) < 3


def test_images_are_kept_with_their_names() -> None:
    (image,) = convert_pdf(over_pages()).images
    assert image.name == "page-2-1.png"
    assert image.data.startswith(b"\x89PNG")
    assert convert_pdf(over_pages(), PdfOptions(images=False)).images == ()


def test_links_are_references() -> None:
    document = convert_pdf(kinds_of_text())
    assert [reference.address for reference in document.body.references] == ["https://example.com/a"]
