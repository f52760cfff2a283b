"""Where the things of one site stand (SPEC 2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

STATE_FOLDER = ".scrapepy"
"""Inside a site's HTML folder; no saved resource ever has a name below it."""


@dataclass(frozen=True, slots=True)
class SiteLayout:
    """The folders and files of one site. ``site`` is its name by SPEC 2 (``docs.example.com``, ``127.0.0.1_8080``)."""

    site: str
    html_root: Path
    """The folder of all HTML mirrors (``ScrapedSites``)."""
    markdown_root: Path
    """The folder of all Markdown mirrors (``MarkdownSites``); may be the same."""

    @property
    def html(self) -> Path:
        """The site's HTML tree."""
        return self.html_root / self.site

    @property
    def markdown(self) -> Path:
        """The site's Markdown tree."""
        return self.markdown_root / self.site

    @property
    def state_folder(self) -> Path:
        """What is never needed for reading."""
        return self.html / STATE_FOLDER

    @property
    def state(self) -> Path:
        """The SQLite file."""
        return self.state_folder / "state.sqlite3"

    @property
    def rebuilt(self) -> Path:
        """Stands from when the state was made again until a run has come to its end: not all names are known."""
        return self.state_folder / "rebuilt"

    @property
    def search_index(self) -> Path:
        """The full-text index, in a file of its own: it can be made anew at any time."""
        return self.state_folder / "search.sqlite3"

    @property
    def lock(self) -> Path:
        """The lock file."""
        return self.state_folder / "lock"

    @property
    def spool(self) -> Path:
        """Where workers leave derived pages until the address book is complete."""
        return self.state_folder / "spool"


def sites_in(html_root: Path) -> tuple[str, ...]:
    """Names of the sites below ``html_root`` that have a state, sorted; none where the folder does not exist."""
    return tuple(
        name for name in folders_in(html_root) if (html_root / name / STATE_FOLDER / "state.sqlite3").is_file()
    )


def folders_in(html_root: Path) -> tuple[str, ...]:
    """Names of the folders there, sorted; none where there is no such folder."""
    try:
        return tuple(sorted(entry.name for entry in html_root.iterdir() if entry.is_dir()))
    except OSError:
        return ()
