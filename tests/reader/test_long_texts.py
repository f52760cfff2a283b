from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.mirroring.browsing import Leaf, SiteBook
from scrapepy.reader.link_targets import LinkTargets
from scrapepy.reader.long_texts import long_text, parts_of
from scrapepy.reader.markdown_view import render_markdown
from scrapepy.store.layout import SiteLayout


@given(st.lists(st.sampled_from(["text\n", "\n", "# H\n", "- a\n", "```\n", "```py\n", "    x\n"]), max_size=40))
def test_the_parts_are_the_text(lines: list[str]) -> None:
    body = "".join(lines)
    assert "".join(parts_of(body, size=10)) == body


def test_code_is_not_cut() -> None:
    code = "```py\n" + "x = 1\n\n# no heading\n" * 50 + "```\n"
    assert parts_of(f"before\n\n{code}\nafter\n", size=20) == (f"before\n\n{code}\n", "after\n")


def test_lists_are_cut_between_their_items() -> None:
    assert parts_of("- one\n  more\n- two\n- three\n", size=8) == ("- one\n  more\n", "- two\n- three\n")


def test_a_heading_near_by_is_the_better_place() -> None:
    words = "word " * 20
    assert parts_of(f"{words}\n\n- a\n\n# H\n\n{words}\n", size=100) == (f"{words}\n\n- a\n\n", f"# H\n\n{words}\n")
    far = f"{words}\n\n- a\n- b\n- c\n\n# H\n"
    assert parts_of(far, size=100) == (f"{words}\n\n- a\n", "- b\n- c\n\n# H\n")


def test_anchors_of_all_parts() -> None:
    sections = "".join(f"## Number {n}\n\n{'word ' * 1000}\n\n### Notes\n\nMore.\n\n" for n in range(120))
    text = long_text(f'# All\n\n{sections}<a id="term"></a>Term\n')
    assert len(text.parts) == 3
    assert text.names[0] == "All"
    assert text.names[1].startswith("Number ") or text.names[1] == "Notes"
    for anchor, words in (("number-3", "## Number 3\n"), ("number-119", "## Number 119\n"), ("term", 'id="term"')):
        assert words in text.parts[text.part_with(anchor) - 1]
    assert text.part_with("notes-119") == 3  # a repeat is counted from the first part on
    assert "notes-119" in text.headings[2]
    assert (text.part_with("none", 2), text.part_with("none", 99)) == (2, 3)


def test_a_part_without_a_heading_goes_on_with_one() -> None:
    text = long_text("# One\n\n" + "word\n\n" * 120_000)
    assert set(text.names) == {"One"}
    assert len(text.names) > 1


def test_links_name_the_part(tmp_path: Path) -> None:
    layout = SiteLayout("e.example", tmp_path / "S", tmp_path / "M")
    body = (
        "# Big\n\n" + "".join(f"## S {n}\n\n{'word ' * 2000}\n\n" for n in range(60)) + "[here](#s-59) [away](#s-1)\n"
    )
    layout.markdown.mkdir(parents=True)
    (layout.markdown / "big.md").write_text(body, encoding="utf-8")
    leaf = Leaf(0, "/", "big.html", "big.md", "Big", "", "", "", None, ())
    book = SiteBook("e.example", (1, 1.0), (leaf,), {"big.html": 0}, {"big.md": 0}, {})
    text = long_text(body)
    last = len(text.parts)
    targets = LinkTargets(layout, book, "big.md", text.places, last)
    assert targets.link("#s-59") == "#s-59"
    assert targets.link("#s-1") == "/page/e.example/big.html?view=markdown&at=s-1#s-1"
    assert targets.link("big.md#s-59") == "/page/e.example/big.html?view=markdown&at=s-59#s-59"
    shown = render_markdown(text.parts[-1], targets, text.headings[-1])
    assert [heading.anchor for heading in shown.headings] == list(text.headings[-1])
