"""The folders of a site around a run: made, swept, and taken away again where nothing came of it."""

from __future__ import annotations

import contextlib
import shutil

from scrapepy.mirroring.messages import tree_of
from scrapepy.store.failures import store_error
from scrapepy.store.layout import SiteLayout


def make(layout: SiteLayout) -> None:
    """Make the folders of a site, where they are not there yet."""
    try:
        layout.state_folder.mkdir(parents=True, exist_ok=True)
        layout.markdown_root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise store_error(error, layout.html) from error


def unmake(layout: SiteLayout) -> None:
    """Take away what was made for a site of which nothing was had, as far as nobody else put anything there."""
    shutil.rmtree(layout.state_folder, ignore_errors=True)
    for folder in (layout.html, layout.html_root, layout.markdown_root):
        with contextlib.suppress(OSError):
            folder.rmdir()


def clear(layout: SiteLayout) -> None:
    """Derived pages wait in the spool only while a run is going."""
    shutil.rmtree(layout.spool, ignore_errors=True)
    for root in {layout.html, layout.markdown}:
        if root.is_dir():
            tree_of(root).sweep()
