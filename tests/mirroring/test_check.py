from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.mirroring.check import CheckReport, check_site, sites_in
from scrapepy.mirroring.check_html import local_path
from scrapepy.mirroring.check_markdown import markdown_facts, plain_targets
from scrapepy.mirroring.faults import Fault, FaultKind, Findings, files_below
from scrapepy.sections.split import split

pytestmark = pytest.mark.usefixtures("in_this_process")

PNG = b"\x89PNG\r\n\x1a\n"


def put(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def check(tmp_path: Path, html: dict[str, str | bytes], markdown: dict[str, str | bytes] | None = None) -> CheckReport:
    put(tmp_path / "ScrapedSites" / "docs.test", html)
    put(tmp_path / "MarkdownSites" / "docs.test", markdown or {})
    return check_site(tmp_path / "ScrapedSites" / "docs.test", tmp_path / "MarkdownSites" / "docs.test")


def kinds(faults: tuple[Fault, ...]) -> list[tuple[FaultKind, str, int]]:
    return [(fault.kind, fault.target, fault.count) for fault in faults]


def test_a_whole_mirror(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {
            "index.html": '<h1 id=top1>A</h1><a href="guide/a%20b.html#x">b</a><a href="">here</a><a href="#top">up</a>'
            '<a href="#top1">t</a><img src="i.png" srcset="i.png 1x, guide/i2.png 2x"><a href="mailto:a@b.test">m</a>'
            '<link rel=stylesheet href="s.css"><a href="https://other.test/x">o</a><script src="s.js?v=2"></script>'
            '<a href="_external/cdn.test/f.pdf">f</a><a href="data:text/plain,x">d</a>',
            "guide/a b.html": '<p id=x><a name="old"></a><a href="../index.html#top1">back</a><a href="#old">o</a>'
            '<style>p{background:url("../i.png")}</style>',
            "guide/i2.png": PNG,
            "i.png": PNG,
            "s.js": "",
            "s.css": '@import "t/u.css"; a{background:url(i.png)}',
            "t/u.css": "a{background:url(../i.png#frag)} b{background:url(data:image/png;base64,AA)}",
            "_external/cdn.test/f.pdf": b"%PDF-",
            ".scrapepy/state.sqlite3": b"",
        },
        {
            "index.md": "---\ntitle: A\n---\n\n# A b\n\n[b](guide/a%20b.md#a-heading) [c](<guide/a b.md>) ![i](i.png)\n"
            "[pdf](../../ScrapedSites/docs.test/_external/cdn.test/f.pdf) [me](#a-b) [w](https://w.test/)\n"
            "[t](../../ScrapedSites/docs.test/guide/a%20b.html#x)\n\n```\n[no](link.md)\n```\n`[no](link.md)`\n",
            "guide/a b.md": '# A heading\n\n<a id="term"></a>**term** [up](../index.md#A%20b) [t](#term)\n',
            "i.png": PNG,
        },
    )
    assert report.faults == ()
    assert report.dead == ()
    assert report.whole
    assert (report.pages, report.stylesheets, report.documents, report.references) == (2, 2, 2, 23)


def test_what_the_copy_broke_and_what_the_site_did(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {
            "a.html": '<a href="gone.html">x</a><a href="../../up.html">x</a><img src="https://cdn.test/i.png">'
            '<a href="b.html#nowhere">x</a><a href="b.html#nowhere">y</a><a href="folder/">f</a>'
            '<a href="B.html">case</a><a href="/root.html">r</a><link rel=preconnect href="https://cdn.test/">',
            "b.html": '<a href="gone.html#z">x</a><div style="background:url(\'no.png\')">',
            "folder/x.html": "<p>",
            "s.css": "@import 'no.css';",
        },
    )
    assert kinds(report.faults) == [
        (FaultKind.MISSING_FILE, "gone.html", 2),
        (FaultKind.MISSING_FILE, "B.html", 1),
        (FaultKind.MISSING_FILE, "folder/", 1),
        (FaultKind.MISSING_FILE, "no.css", 1),
        (FaultKind.MISSING_FILE, "no.png", 1),
        (FaultKind.OUTSIDE, "../../up.html", 1),
        (FaultKind.OUTSIDE, "/root.html", 1),
        (FaultKind.NETWORK, "https://cdn.test/", 1),
        (FaultKind.NETWORK, "https://cdn.test/i.png", 1),
    ]
    assert report.faults[0].sources == ("a.html", "b.html")
    assert kinds(report.dead) == [(FaultKind.MISSING_ANCHOR, "b.html#nowhere", 1)]
    assert not report.whole


def test_a_link_that_leads_online_although_it_is_saved(tmp_path: Path) -> None:
    banner = "<!doctype html><!-- Saved by ScrapePy. Source: https://docs.test/{} Changed: 2026-11-30 (UTC) -->"
    report = check(
        tmp_path,
        {
            "a.html": banner.format("a") + '<link rel=canonical href="https://docs.test/a">'
            '<a href="https://docs.test/b?utm_source=x#y">b</a><a href="https://docs.test/c">c</a>',
            "b.html": banner.format("b"),
        },
    )
    assert kinds(report.faults) == [(FaultKind.ONLINE, "https://docs.test/b", 1)]


@pytest.mark.parametrize(
    ("fragment", "alive"),
    [
        ("x", True),
        ("a%20b", True),
        ("m(int)", True),
        ("m%28int%29", True),
        ("X", False),
        ("x:~:text=a", True),
        (":~:text=a", True),
    ],
)
def test_what_a_fragment_finds(tmp_path: Path, fragment: str, alive: bool) -> None:
    report = check(
        tmp_path, {"a.html": f'<a href="b.html#{fragment}">x</a>', "b.html": '<p id=x><p id="a b"><p id="m(int)">'}
    )
    assert (report.dead == ()) is alive
    assert report.faults == ()


def test_faults_of_the_markdown(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {"a.html": "<p id=x>", "b.html": "<p>"},
        {
            "a.md": "---\ntitle: [\n---\n\n# A\n\n# A\n\n[x](b.md#no) [y](c.md) ![z](i.png) [w](#a-1) [v](#a-2)\n"
            '[h](../../ScrapedSites/docs.test/a.html#y)\n\n<table><tr><td><a href="d.md">d</a></td></tr></table>\n',
            "b.md": "# B\n",
        },
    )
    assert set(kinds(report.faults)) == {
        (FaultKind.FRONTMATTER, "a.md", 1),
        (FaultKind.MISSING_FILE, "c.md", 1),
        (FaultKind.MISSING_FILE, "d.md", 1),
        (FaultKind.MISSING_FILE, "i.png", 1),
        (FaultKind.MISSING_ANCHOR, "b.md#no", 1),
        (FaultKind.MISSING_ANCHOR, "a.md#a-2", 1),
    }
    assert kinds(report.dead) == [(FaultKind.MISSING_ANCHOR, "a.html#y", 1)]


def test_one_folder_for_both_trees(tmp_path: Path) -> None:
    root = put(
        tmp_path / "docs.test",
        {"a.html": '<a href="b.html">b</a>', "b.html": "<p>", "a.md": "[b](b.md)", "b.md": "[a](a.html)"},
    )
    report = check_site(root, root)
    assert (report.whole, report.pages, report.documents) == (True, 2, 2)


def test_a_mirror_without_markdown(tmp_path: Path) -> None:
    root = put(tmp_path / "docs.test", {"a.html": "<p>"})
    assert check_site(root, tmp_path / "none").whole


def test_no_mirror_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no mirror"):
        check_site(tmp_path / "a", tmp_path / "b")


def test_sites_are_the_folders_of_both_roots(tmp_path: Path) -> None:
    put(tmp_path, {"h/b.test/x": "", "h/README.md": "", "h/.hidden/x": "", "m/a.test/x": "", "m/b.test/x": ""})
    assert sites_in(tmp_path / "h", tmp_path / "m") == ("a.test", "b.test")
    assert sites_in(tmp_path / "none", tmp_path / "none") == ()


def test_the_state_is_no_part_of_the_copy(tmp_path: Path) -> None:
    put(tmp_path, {".scrapepy/x.html": "", "a/.scrapepy/y": "", "b.html": "", "a.html": ""})
    assert list(files_below(tmp_path)) == ["a.html", "b.html", "a/.scrapepy/y"]


def test_few_sources_are_named_and_all_are_counted() -> None:
    findings = Findings()
    for number in range(10):
        findings.add(FaultKind.MISSING_FILE, "x", f"{number}.html")
    (fault,) = findings.faults()
    assert (fault.count, fault.sources) == (10, ("0.html", "1.html", "2.html"))


def test_what_markdown_names_and_where_it_leads() -> None:
    facts = markdown_facts(
        '# One `two` [three](x.md)\n\ntext ![alt](i.png "t")\n\n- [a b](<c d.md>)\n\n| h |\n| --- |\n| [t](t.md) |\n\n'
        '<details>\n<summary><a href="s.md">s</a></summary>\n\n[in](in.md)\n\n</details>\n\n<a id="q&amp;r"></a>\n'
    )
    assert facts.targets == ("x.md", "i.png", "c%20d.md", "t.md", "s.md", "in.md")
    assert facts.anchors == {"one-two-three", "One `two` three (x.md)", "q&r"}


def test_a_path_outside_is_none() -> None:
    assert local_path("http://check.invalid/x.html") is None


NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="/\\"), min_size=1, max_size=12
).filter(lambda name: name.strip(". ") != "" and name.strip() == name)


@given(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.casefold))
def test_links_by_any_name_are_found(names: list[str]) -> None:
    """What is written percent-encoded is found, whatever the file is called."""
    from urllib.parse import quote

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "docs.test")
        links = "".join(f'<a href="{quote(name)}.html"></a>' for name in names)
        put(root, {f"{name}.html": links for name in names})
        report = check_site(root, Path(folder, "none"))
    assert report.faults == ()
    assert report.references == len(names) ** 2


PIECES = st.sampled_from(
    [
        "[a]",
        "(b.md)",
        "[",
        "]",
        "(",
        ")",
        "`",
        "``",
        "!",
        "\\\\",
        "a",
        " ",
        "_",
        "*",
        "&amp;",
        '"t"',
        "c.md",
        "\n",
        "![",
        "](",
        "%20",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_what_is_simple_to_see_is_what_the_parser_sees(text: str) -> None:
    """The quick look at a paragraph's links and CommonMark's own rules never differ."""
    from scrapepy.mirroring.check_markdown import _LINKS, _targets

    quick = plain_targets(text)
    if quick is not None:
        assert quick == list(_targets(_LINKS.parseInline(text, {})[0].children or []))


def test_most_links_are_simple_to_see() -> None:
    text = 'See [a `b`](c/d.md#e), ![alt](f%20g.png "Title") and `[no](link.md)`, _too_.'
    assert plain_targets(text) == ["c/d.md#e", "f%20g.png"]
    assert plain_targets("[![a](b.png)](c.md)") is None
    assert plain_targets("plain") == []


def test_an_anchor_is_what_the_section_is_called_by() -> None:
    body = (
        "# A ![logo](l.png) b\n\n## Two  `x()` &amp; [one](a.md) <https://a.test>\n\n## Two\n\n## Two\n\nUnder\n=====\n"
    )
    anchors = markdown_facts(body).anchors
    assert [section.anchor for section in split(body) if section.anchor not in anchors] == []


@pytest.mark.parametrize(
    "note", ["[^1]: これは脚注です。", "> [^1]: これは脚注です。", "[^a]: [x](y.md)", "[^a]:\n    [x](y.md)"]
)
def test_a_footnote_without_a_space_is_no_target(note: str) -> None:
    facts = markdown_facts(f"Read this.[^1] [z](z.md)[^a]\n\n{note}\n")
    assert sorted(facts.targets) == (["y.md", "z.md"] if "y.md" in note else ["z.md"])
    assert markdown_facts("[one]\n\n[one]: one.md\n").targets == ("one.md",)
