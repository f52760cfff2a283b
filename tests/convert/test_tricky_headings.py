"""Links to headings that are hard to name: GitHub's slugs, and the names that Obsidian understands."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy import convert_fragment
from scrapepy.convert.anchors import settle
from scrapepy.mirroring.check_markdown import markdown_facts
from scrapepy.mirroring.foreign import FolderOptions, convert_folder
from scrapepy.model.options import AnchorStyle
from scrapepy.web.heading_link import heading_key

TEXT = "<p>" + "Some words about it that make a page of this, with nothing else in them. " * 6 + "</p>"
# id, heading as HTML, GitHub's slug, Obsidian's name as it stands in a link
HEADINGS = [
    ("punct", "What's new? (v2.0, beta)", "whats-new-v20-beta", "What's%20new?%20%28v2.0,%20beta%29"),
    ("hash", "C# and F#", "c-and-f", "C%20and%20F"),
    ("pipe", "a | b", "a--b", "a%20b"),
    ("caret", "x^2", "x2", "x%202"),
    ("wiki", "A [[link]] here", "a-link-here", "A%20link%20here"),
    ("colon", "std::vector: use", "stdvector-use", "std%20vector%20use"),
    ("code", "The <code>a|b_c</code> call", "the-ab_c-call", "The%20%60a%20b_c%60%20call"),
    ("snake", "snake_case_ and *", "snake_case_-and-", None),
    ("emoji", "🚀 Launch", "-launch", "🚀%20Launch"),
    ("cjk", "安装 指南", "安装-指南", "安装%20指南"),
    ("arrow", "a → b", "a--b-1", "a%20→%20b"),
    ("linked", 'See <a href="other.html">the other</a> page', "see-the-other-page", "See%20the%20other%20page"),
    ("em", "Very <em>fast</em>", "very-fast", None),
    ("first", "Options", "options", "Options"),
    ("sub1", "Details", "details", "Details"),
    ("second", "Returns", "returns", "Returns"),
    ("sub2", "Details", "details-1", "Page#Returns#Details"),
    ("amp", "Q&amp;A", "qa", None),
    ("percent", "100%% sure", "100-sure", "100%20sure"),
]
LEVELS = {"sub1": 3, "sub2": 3}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    body = "".join(f'<h{LEVELS.get(i, 2)} id="{i}">{h}</h{LEVELS.get(i, 2)}>{TEXT}' for i, h, _, _ in HEADINGS)
    links = "".join(f'<li><a href="page.html#{i}">to {i}</a></li>' for i, _, _, _ in HEADINGS)
    (folder / "page.html").write_text(f"<title>Page</title><main><h1>Page</h1>{TEXT}{body}</main>", encoding="utf-8")
    (folder / "other.html").write_text(f"<title>Other</title><main><h1>Other</h1>{TEXT}<ul>{links}</ul></main>")
    return folder


def links_of(folder: Path) -> dict[str, str]:
    lines = (folder / "other.md").read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if line.startswith("- [to ")]
    return {line[6 : line.index("]")]: line.partition("(page.md#")[2][:-1] for line in found}


def test_the_slugs_of_github(site: Path, tmp_path: Path) -> None:
    convert_folder(site, tmp_path / "out", FolderOptions(frontmatter=False))
    links = links_of(tmp_path / "out")
    assert links == {identifier: slug for identifier, _, slug, _ in HEADINGS}
    facts = markdown_facts((tmp_path / "out/page.md").read_text(encoding="utf-8"))
    assert set(links.values()) <= facts.anchors
    assert "## See [the other](other.md) page" in (tmp_path / "out/page.md").read_text(encoding="utf-8")


def test_the_names_of_obsidian(site: Path, tmp_path: Path) -> None:
    convert_folder(site, tmp_path / "out", FolderOptions(frontmatter=False, anchors=AnchorStyle.OBSIDIAN))
    text = (tmp_path / "out/page.md").read_text(encoding="utf-8")
    links = links_of(tmp_path / "out")
    for identifier, _, _, name in HEADINGS:
        assert name is None or links[identifier] == name
        assert obsidian_finds(text, links[identifier]), identifier
    assert "## See the other page" in text


def obsidian_finds(markdown: str, fragment: str) -> bool:
    """Whether Obsidian comes to one heading: each part of the path is a heading below the one before."""
    from urllib.parse import unquote

    parts = [heading_key(unquote(part)) for part in fragment.split("#")]
    depth = found = 0
    for line in markdown.split("\n"):
        level = len(line) - len(line.lstrip("#"))
        if not level or found == len(parts):
            continue
        if level > depth and heading_key(line[level:]) == parts[found]:
            found, depth = found + 1, level
    return found == len(parts)


def test_a_place_that_is_no_heading_has_an_anchor_only_where_something_leads_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    terms = '<dl><dt id="wanted">Kettle</dt><dd>Heats water.</dd><dt id="unwanted">Pot</dt><dd>Holds it.</dd></dl>'
    (folder / "terms.html").write_text(f"<title>Terms</title><main><h1>Terms</h1>{TEXT}{terms}</main>")
    (folder / "a.html").write_text(
        f'<title>A</title><main><h1>A</h1>{TEXT}<p><a href="terms.html#wanted">kettle</a></p></main>'
    )
    convert_folder(folder, tmp_path / "out", FolderOptions(frontmatter=False))
    assert "[kettle](terms.md#wanted)" in (tmp_path / "out/a.md").read_text()
    text = (tmp_path / "out/terms.md").read_text()
    assert '<a id="wanted"></a>' in text
    assert "unwanted" not in text


def test_names_of_repeated_headings() -> None:
    _, anchors = settle("# A\n\n## B\n\n### X\n\n## C\n\n### X\n\n### X\n\n## B")
    assert list(anchors.texts.values()) == ["A", "B", "X", "C", "A#C#X", "A#C#X", "A#B"]


def test_a_heading_of_absurd_length_is_a_paragraph() -> None:
    assert convert_fragment(f"<h2>{'x' * 1000}</h2>").startswith("## x")
    assert convert_fragment(f"<h2>- {'x ' * 600}</h2>").startswith("\\- x")
