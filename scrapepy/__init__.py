"""ScrapePy saves a website for offline reading and writes a clean Markdown copy beside every page."""

from __future__ import annotations

from scrapepy.version import __version__

__all__ = ["__version__"]
