"""Scripts that hold what pages cannot ask for from a disk: written, kept current, gone, never over others' files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from scrapepy.mirroring.disk_scripts import with_places
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace, ScriptPolicy
from scrapepy.offline.find_box import WORDS_FILE
from scrapepy.rules.site_indexes import SCRIPT_TWINS
from tests.support.server import Server, html, typed

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
PROSE = "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree until noon. " * 4


def page(name: str, *links: str) -> str:
    anchors = "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
    return (
        f'<title>{name}</title><meta name="generator" content="Docusaurus v3"><script src="/main.0123abcd.js"></script>'
        f'<nav><input type=search></nav><main><h1>{name}</h1><p>{PROSE}</p><h2 id="Part">The part</h2><p>Of {name}.</p>'
        f"{anchors}</main>"
    )


def words(folder: Path) -> list[list[object]]:
    text = (folder / WORDS_FILE).read_text(encoding="utf-8")
    pages: list[list[object]] = json.loads(text.partition("var scrapepyWords = ")[2].rstrip().rstrip(";"))
    return pages


def test_words_are_written_kept_and_taken_away(server: Server, tmp_path: Path) -> None:
    server.pages({"/": page("Start", "guide/a b"), "/guide/a%20b": page("Aye"), "/main.0123abcd.js": "router()"})
    roots = {"html_dir": tmp_path / "ScrapedSites", "markdown_dir": tmp_path / "MarkdownSites"}
    request = MirrorRequest(server.origin + "/", pace=FAST, **roots)
    folder = tmp_path / "ScrapedSites" / mirror_site(request).site
    (_, title, sections), (path, *_) = sorted(words(folder), key=lambda one: str(one[0]) != "index.html")
    assert title == "Start"
    assert path == "guide/a%20b.html"
    assert isinstance(sections, list)
    assert ["Part", "The part"] in [section[:2] for section in sections], "ids are those of the page"
    assert PROSE.strip() in json.dumps(sections)
    before = (folder / WORDS_FILE).stat().st_mtime_ns
    mirror_site(request)
    assert (folder / WORDS_FILE).stat().st_mtime_ns == before
    mirror_site(replace(request, keep=KeepOptions(scripts=ScriptPolicy.STRIP)))
    assert not (folder / WORDS_FILE).exists()
    (folder / WORDS_FILE).write_text("mine", encoding="utf-8")
    report = mirror_site(request)
    assert (folder / WORDS_FILE).read_text(encoding="utf-8") == "mine"
    assert any(WORDS_FILE in note for note in report.notes)


def test_an_index_as_a_script_leads_to_files(server: Server, tmp_path: Path) -> None:
    (row,) = SCRIPT_TWINS
    index = {"config": {"lang": ["en"]}, "docs": [{"location": "guide/#part", "title": "G"}, {"location": "none/"}]}
    plain = f"<title>G</title><main><h1>G</h1><p>{PROSE}</p></main>"
    bundle = '<script src="assets/javascripts/bundle.0a1b2c3d.min.js"></script>'
    server.pages({
        "/docs/": html(f'{bundle}<main><p>{PROSE}<a href="guide/">guide</a></p></main>'),
        "/docs/guide/": html(plain),
        "/docs/assets/javascripts/bundle.0a1b2c3d.min.js": typed("text/javascript", "start()"),
        f"/docs/{row.data}": typed("application/json", json.dumps(index)),
    })  # fmt: skip
    roots = {"html_dir": tmp_path / "ScrapedSites", "markdown_dir": tmp_path / "MarkdownSites"}
    request = MirrorRequest(server.origin + "/docs/", stay_in_path=True, pace=FAST, **roots)
    folder = tmp_path / "ScrapedSites" / mirror_site(request).site / "docs"
    text = (folder / row.script).read_text(encoding="utf-8")
    data = json.loads(text.partition(row.before)[2].rstrip().rstrip(";"))
    assert [entry[row.place] for entry in data[row.entries]] == ["guide/index.html#part", "none/"]
    before = (folder / row.script).stat().st_mtime_ns
    mirror_site(request)
    assert (folder / row.script).stat().st_mtime_ns == before
    (folder / row.script).write_text("mine", encoding="utf-8")
    mirror_site(request)
    assert (folder / row.script).read_text(encoding="utf-8") == "mine"


def test_data_of_another_shape_stays() -> None:
    (row,) = SCRIPT_TWINS
    for text in ("[1]", "{", '{"docs": [1]}'):
        assert with_places(text, row, str.upper) == text
