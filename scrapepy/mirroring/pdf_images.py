"""Where the images of a PDF's Markdown stand."""

from __future__ import annotations

IMAGE_FOLDER_END = ".images"
"""The images of ``manual.pdf.md`` stand in ``manual.pdf.images``."""
IMAGE_FOLDER = "\ufdd8"
"""Stands for the folder of images in Markdown whose name is not known yet."""


def image_folder(document: str) -> str:
    """The folder of a document's images, beside it.

    >>> image_folder("guide/manual.pdf.md"), image_folder("manual.md")
    ('guide/manual.pdf.images', 'manual.images')
    """
    return document.removesuffix(".md") + IMAGE_FOLDER_END
