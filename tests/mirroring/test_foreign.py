from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.mirroring.check import check_site
from scrapepy.mirroring.foreign import FolderOptions, FolderReport, convert_folder
from scrapepy.model.document import Conversion
from scrapepy.model.options import AnchorStyle, IndexLinks
from scrapepy.model.skip import SkipReason
from scrapepy.web.links import ParsedPage

pytestmark = pytest.mark.usefixtures("in_this_process")

PNG = b"\x89PNG\r\n\x1a\n"
WORDS = "The quick brown fox jumps over the lazy dog and then rests in the long grass by the river. " * 4


def page(title: str, body: str = "") -> str:
    return (
        f"<!DOCTYPE html><html lang=en><title>{title}</title><body><nav><a href='index.html'>Home</a></nav>"
        f"<main><article><h1>{title}</h1><p>{WORDS}</p>{body}</article></main></body></html>"
    )


def convert(
    tmp_path: Path, files: dict[str, str | bytes], options: FolderOptions | None = None
) -> tuple[FolderReport, dict[str, str]]:
    """Convert a folder ``site`` into ``out``; answers the report and the bodies of what was written."""
    for name, content in files.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    report = convert_folder(tmp_path / "site", tmp_path / "out", options or FolderOptions(frontmatter=False))
    out = tmp_path / "out"
    texts = {str(path.relative_to(out)): path.read_text(encoding="utf-8") for path in sorted(out.rglob("*.md"))}
    return report, texts


def test_links_lead_to_the_markdown_and_images_stand_beside_it(tmp_path: Path) -> None:
    report, texts = convert(
        tmp_path,
        {
            "index.html": page("Home page", '<p><a href="guide/intro.html#setting-up">intro</a></p>'),
            "guide/intro.html": page(
                "Intro page",
                '<h2 id="setting-up">How to set up</h2><p>See <a href="../index.html">home</a>, '
                '<a href="data.csv">data</a>, <a href="/guide/intro">myself</a>, <a href="#setting-up">above</a> and '
                '<img src="../img/a b.png" alt="pic">.</p>',
            ),
            "guide/data.csv": "a,b\n",
            "img/a b.png": PNG,
            "img/unused.png": PNG,
        },
    )
    assert sorted(texts) == ["guide/intro.md", "index.md"]
    assert "[intro](guide/intro.md#how-to-set-up)" in texts["index.md"]
    assert (
        "See [home](../index.md), [data](../../site/guide/data.csv), myself, [above](#how-to-set-up) and "
        in (texts["guide/intro.md"])
    )
    assert "![pic](../img/a%20b.png)" in texts["guide/intro.md"]
    assert (tmp_path / "out/img/a b.png").read_bytes() == PNG
    assert not (tmp_path / "out/img/unused.png").exists()
    assert (report.documents, report.images, report.refused, report.failed) == (2, 1, (), ())
    assert check_site(tmp_path / "none", tmp_path / "out").faults == ()


def test_a_dead_link_keeps_its_text(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path,
        {"a.html": page("Page a", '<p>Read <a href="gone.html">this</a>, <a href="https://w.test/x">that</a>'
         ' and <img src="no.png" alt="nothing">.</p>')},
    )  # fmt: skip
    assert "Read this, [that](https://w.test/x) and nothing." in texts["a.md"]


def test_with_the_address_of_the_root_dead_links_lead_online(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path,
        {
            "a.html": page(
                "Page a", '<p>Read <a href="gone.html">this</a> and <a href="https://docs.test/x/b.html">b</a>.</p>'
            ),
            "b.html": page("Page b"),
        },
        FolderOptions(url="https://docs.test/x/index.html"),
    )
    assert "Read [this](https://docs.test/x/gone.html) and [b](b.md)." in texts["a.md"]
    head = yaml.safe_load(texts["a.md"].split("---\n")[1])
    assert (head["title"], head["source"], head["language"]) == ("Page a", "https://docs.test/x/a.html", "en")


@pytest.mark.parametrize(
    "typed", ["https://docs.test/3.11", "https://docs.test/3.11/", "https://docs.test/3.11/a.html"]
)
def test_the_address_of_the_root_with_and_without_its_slash(typed: str, tmp_path: Path) -> None:
    body = '<p>Read <a href="gone.html">this</a>, <a href="/3.11/b.html">b</a>.</p>'
    _, texts = convert(tmp_path, {"a.html": page("Page a", body), "b.html": page("Page b")}, FolderOptions(url=typed))
    assert "source: https://docs.test/3.11/a.html\n" in texts["a.md"]
    assert "Read [this](https://docs.test/3.11/gone.html), [b](b.md)." in texts["a.md"]


@pytest.mark.parametrize("url", [None, "https://docs.test/"])
def test_a_query_that_names_no_file_leads_to_the_file_without_it(url: str | None, tmp_path: Path) -> None:
    body = (
        '<p>Links: <a href="b.html?v=2#s">b</a>, <a href="sub/?v=2">sub</a>, <a href="c?v=3">c</a>, '
        '<a href="a.html?print=1#t">t</a>, <img src="i.png?v=2" alt="i">.</p><h2 id="t">Here it is</h2>'
    )
    _, texts = convert(
        tmp_path,
        {
            "a.html": page("Page a", body),
            "b.html": page("Page b", '<h2 id="s">What follows</h2>'),
            "c.html": page("Page c"),
            "sub/index.html": page("Page of a folder"),
            "i.png": PNG,
        },
        FolderOptions(url=url, frontmatter=False),
    )
    expected = "[b](b.md#what-follows), [sub](sub/index.md), [c](c.md), [t](#here-it-is), ![i](i.png)."
    assert expected in texts["a.md"]


def test_where_queries_name_files_each_leads_to_its_own(tmp_path: Path) -> None:
    body = (
        '<p>Links: <a href="show.php?page=1">one</a>, <a href="show.php?page=2">two</a>, '
        '<a href="show.php?page=3">three</a>.</p>'
    )
    _, texts = convert(
        tmp_path,
        {
            "a.html": page("Page a", body),
            "show.php": page("The list of all"),
            "show.php?page=1": page("The first page"),
            "show.php?page=2.html": page("The second page"),
        },
        FolderOptions(url="https://docs.test/", frontmatter=False),
    )
    two = next(name for name, text in texts.items() if text.startswith("# The second"))
    one = next(name for name, text in texts.items() if text.startswith("# The first"))
    links = f"[one]({one}), [two]({two}), [three](https://docs.test/show.php?page=3)."
    assert links.replace("?", "%3F", 2) in texts["a.md"]


def test_without_it_no_source_is_invented(tmp_path: Path) -> None:
    _, texts = convert(tmp_path, {"a.html": page("Page a")}, FolderOptions())
    head = yaml.safe_load(texts["a.md"].split("---\n")[1])
    assert "source" not in head
    assert "folder.invalid" not in texts["a.md"]


def test_what_no_page_is_left_out_with_its_reason(tmp_path: Path) -> None:
    report, texts = convert(
        tmp_path,
        {
            "a.html": page("Page a", '<p>See <a href="404.html">the lost one</a>.</p>'),
            "404.html": "<title>404 Not Found</title><h1>404 Not Found</h1><p>" + WORDS,
            "empty.html": "<title>x</title><body></body>",
            "feed.xml": "<rss></rss>",
            "notes.txt": "plain",
        },
    )
    assert sorted(texts) == ["a.md"]
    reasons = {refused.path: refused.reason for refused in report.refused}
    assert reasons == {"404.html": SkipReason.ERROR_PAGE, "empty.html": SkipReason.NO_CONTENT}
    assert "See [the lost one](../site/404.html)." in texts["a.md"]


def test_pages_are_known_by_their_content(tmp_path: Path) -> None:
    report, texts = convert(
        tmp_path,
        {
            "a": page("Page without ending"),
            "b.php": page("Page of a program"),
            "c.htm": page("Old page", '<p><a href="b.php">b</a> <a href="a">a</a> <a href="C.html">c</a></p>'),
            "d.php": "<?php echo 1;",
            "e": b"\x00\x01",
            "index.php@id=3.html": page("Saved by wget"),
        },
    )
    assert sorted(texts) == ["a.md", "b.php.md", "c.md", "index.php@id=3.md"]
    assert "[b](b.php.md) [a](a.md) c" in texts["c.md"]
    assert report.documents == 4


def test_two_pages_never_share_a_file(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path, {"a.html": page("First page"), "a.htm": page("Second page"), "A.xhtml": page("Third page")}
    )
    assert len(texts) == 3
    assert sorted(text.splitlines()[0] for text in texts.values()) == ["# First page", "# Second page", "# Third page"]
    assert len({name.casefold() for name in texts}) == 3


def test_folders_lead_to_their_index(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path,
        {
            "index.html": page(
                "Home page", '<p><a href="guide/">g</a> <a href="guide">h</a> <a href="guide/one">o</a></p>'
            ),
            "guide/index.html": page("Guide page", '<p><a href="/">root</a> <a href="./">here</a></p>'),
            "guide/one.html": page("One page", '<p><a href="./">index</a></p>'),
        },
    )
    assert "[g](guide/index.md) [h](guide/index.md) [o](guide/one.md)" in texts["index.md"]
    assert "[root](../index.md) here" in texts["guide/index.md"]
    assert "[index](index.md)" in texts["guide/one.md"]


def test_links_to_an_index_as_text(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path,
        {"index.html": page("Home page"), "a.html": page("Page a", '<p><a href="index.html">home</a> is there.</p>')},
        FolderOptions(frontmatter=False, index_links=IndexLinks.TEXT),
    )
    assert "home is there." in texts["a.md"]


def test_anchors_as_obsidian_wants_them(tmp_path: Path) -> None:
    _, texts = convert(
        tmp_path,
        {
            "a.html": page("Page a", '<h2 id=i>How to set up</h2><p><a href="b.html#j">b</a></p>'),
            "b.html": page("B", "<h2 id=j>Set: up</h2>"),
        },
        FolderOptions(frontmatter=False, anchors=AnchorStyle.OBSIDIAN),
    )
    assert "[b](b.md#Set%20up)" in texts["a.md"]


def test_a_second_run_touches_nothing(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.html": page("Page a", '<img src="i.png" alt="i">'), "i.png": PNG}
    convert(tmp_path, files)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    report = convert_folder(tmp_path / "site", tmp_path / "out", FolderOptions(frontmatter=False))
    assert report.unchanged == report.documents == 1
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


def test_into_the_folder_itself(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.html").write_text(page("Page a", '<p><img src="i.png" alt="pic"></p>'))
    (site / "i.png").write_bytes(PNG)
    report = convert_folder(site, site, FolderOptions(frontmatter=False))
    assert report.documents == 1
    assert "![pic](i.png)" in (site / "a.md").read_text()


def test_names_that_no_url_holds_as_they_are(tmp_path: Path) -> None:
    report, texts = convert(
        tmp_path,
        {
            "a#b?c%41.html": page("Odd page", '<p><a href="d%20%C3%A9.html">d</a></p>'),
            "d é.html": page("Other page", '<p><a href="a%23b%3Fc%2541.html">a</a></p>'),
        },
    )
    assert report.documents == 2
    assert check_site(tmp_path / "none", tmp_path / "out").faults == ()
    assert "](<" in texts["d é.md"] or "](a%23b%3Fc%2541.md)" in texts["d é.md"]


def test_a_folder_without_pages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no HTML file"):
        convert(tmp_path, {"a.txt": "x"})


def test_a_mirror_of_ours_is_a_folder_too(tmp_path: Path) -> None:
    report, texts = convert(tmp_path, {"a.html": page("Page a"), ".scrapepy/spool/b.html": page("No page")})
    assert (report.documents, sorted(texts)) == (1, ["a.md"])


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_whatever_the_links_the_markdown_has_no_dead_one(links: list[tuple[int, int]]) -> None:
    """Pages 0–3 exist, 4 and 5 do not; links lead from any to any, with and without fragments."""
    names = ["index.html", "a.html", "x/index.html", "x/b.html", "gone.html", "x/gone.html"]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "site")
        (root / "x").mkdir(parents=True)
        for number, name in enumerate(names[:4]):
            body = "".join(
                f'<p><a href="/{names[target]}{"#h" if target % 2 else "#none"}">link {target}</a></p>'
                for source, target in links
                if source == number
            )
            (root / name).write_text(page(f"Page number {number}", body + "<h2 id=h>Heading here</h2>"))
        report = convert_folder(root, Path(folder, "out"), FolderOptions())
        assert report.documents == 4
        assert check_site(Path(folder, "none"), Path(folder, "out")).faults == ()


def test_a_page_that_the_converter_fails_on_costs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrapepy.mirroring import foreign

    convert_page = foreign.convert_page

    def fails_on_b(parsed: ParsedPage, *arguments: object, **named: object) -> Conversion:
        if parsed.address.endswith("b.html"):
            raise RecursionError("too deep")
        return convert_page(parsed, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(foreign, "convert_page", fails_on_b)
    report, texts = convert(
        tmp_path, {"a.html": page("Page a", '<p><a href="b.html">to b</a></p>'), "b.html": page("Page b")}
    )
    assert sorted(texts) == ["a.md"]
    assert "[to b](../site/b.html)" in texts["a.md"]
    assert report.failed == (("b.html", "the converter failed on it (RecursionError: too deep)"),)
