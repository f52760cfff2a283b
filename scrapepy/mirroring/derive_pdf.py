"""What a worker does with a PDF of a mirror: convert it, and later write its Markdown and its images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.links import fill
from scrapepy.mirroring.edits import write_if_new
from scrapepy.mirroring.messages import Place, WriteJob, Written
from scrapepy.mirroring.pdf_images import IMAGE_FOLDER, image_folder
from scrapepy.mirroring.section_changes import keep_before
from scrapepy.mirroring.spool import Spooled
from scrapepy.model.analysis import BodyKind
from scrapepy.model.document import CONVERTER_VERSION, Anchors
from scrapepy.model.resolution import Resolve
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import Template
from scrapepy.model.url import LocalPath
from scrapepy.pdf.limits import Unreadable
from scrapepy.pdf.result import PdfOptions
from scrapepy.store.packing import pack_anchors, pack_links
from scrapepy.store.records import Derived
from scrapepy.store.trees import TreeWriter


def derive_pdf(body: bytes, images: bool, spool: Callable[[Spooled], Place]) -> Derived:
    """What the state keeps of a PDF; the Markdown and the images wait in the spool."""
    from scrapepy.pdf.document import convert_pdf  # the libraries are loaded where there is a PDF

    try:
        document = convert_pdf(body, PdfOptions(images=images, image_folder=IMAGE_FOLDER))
    except Unreadable as error:
        return Derived(
            converter_version=CONVERTER_VERSION,
            extractor="pdf",
            refusal=SkipReason.UNREADABLE_PDF.value,
            refusal_rule="pdf",
            refusal_detail=error.sentence,
        )
    files = tuple((image.name, image.data) for image in document.images)
    spooled = Spooled(BodyKind.PDF, Template("", ()), document.body, document.metadata, files=files)
    name, offset, length = spool(spooled)
    references = document.body.references
    return Derived(
        converter_version=CONVERTER_VERSION,
        title=document.metadata.title or "",
        language=document.metadata.language or "",
        extractor="pdf",
        spool_file=name,
        spool_offset=offset,
        spool_length=length,
        anchors=pack_anchors(Anchors(document.anchors)),
        links=pack_links([(r.url, r.fragment or "") for r in references if r.url is not None]),
    )


def write_pdf(tree: TreeWriter, job: WriteJob, spooled: Spooled, resolve: Resolve, spool: Path) -> Written:
    """Write the Markdown copy and its images."""
    assert job.document is not None
    assert spooled.body is not None
    folder = image_folder(job.document)
    changed = False
    images = []
    for name, data in spooled.files:
        path = LocalPath(f"{folder}/{name}")
        changed |= tree.write(path, data)
        images.append(path)
    remove_images(tree, job.document, keep=frozenset(images))
    text = fill(spooled.body, resolve, lambda _: True)
    text = text.replace(IMAGE_FOLDER, quote(folder.rpartition("/")[2]))
    metadata = replace(spooled.metadata, source=job.online, created=job.created)
    data = with_frontmatter(metadata, text).encode("utf-8", "replace")
    compared = keep_before(job, tree.root, spool, data)
    written, digest = write_if_new(tree, job.document, data, job.before)
    return Written(job.url, False, changed or written, tuple(images), compared, digests=digest)


def remove_images(tree: TreeWriter, document: str, keep: frozenset[str] = frozenset()) -> None:
    """Remove the images of a PDF's copy but those to keep."""
    folder = image_folder(document)
    for name in tree.names(folder):
        if f"{folder}/{name}" not in keep and name.startswith("page-"):
            tree.remove(f"{folder}/{name}")
