from __future__ import annotations

from pathlib import Path

from scrapepy.model.report import SectionTexts
from scrapepy.store.changed_texts import keep_texts, kept_texts
from scrapepy.store.layout import SiteLayout


def test_kept_for_the_last_run_only(tmp_path: Path) -> None:
    layout = SiteLayout("e.example", tmp_path, tmp_path)
    layout.state_folder.mkdir(parents=True)
    texts = (SectionTexts("changed", "a.md", "A > B", None, "old é \ud800", "new"),)
    keep_texts(layout, 1, 7, texts)
    keep_texts(layout, 2, 8, ())
    assert kept_texts(layout, 1, 7) == texts
    assert kept_texts(layout, 1, 6) == ()
    assert kept_texts(layout, 2, 8) == ()
    keep_texts(layout, 1, 9, ())
    assert kept_texts(layout, 1, 7) == ()


def test_bounded_and_damaged(tmp_path: Path) -> None:
    layout = SiteLayout("e.example", tmp_path, tmp_path)
    layout.state_folder.mkdir(parents=True)
    long = SectionTexts("changed", "a.md", "A", None, "x" * 3_000_000, "")
    keep_texts(layout, 1, 7, (long, long))
    assert len(kept_texts(layout, 1, 7)) == 1
    (layout.state_folder / "changed-1.json.z").write_bytes(b"damaged")
    assert kept_texts(layout, 1, 7) == ()
