"""The one door to pdfminer, pdfplumber and pypdf (the extra ``pdf``).

pdfminer.six (pdfplumber's own reader) draws each page once onto a device of ours: pdfplumber's dictionary a character
takes as long again as the drawing. pdfplumber finds the cells between ruling lines; pypdf decodes images.
"""

from __future__ import annotations

import logging

from scrapepy.errors import MissingExtra

try:
    from scrapepy.pdf.door.cells import cells_between
    from scrapepy.pdf.door.file import PdfFile
except ImportError as error:
    raise MissingExtra("pdf", "reading PDFs") from error

__all__ = ["PdfFile", "cells_between"]

for name in ("pdfminer", "pypdf"):
    logging.getLogger(name).setLevel(logging.CRITICAL)  # they warn of what strangers' files do, thousands of times
