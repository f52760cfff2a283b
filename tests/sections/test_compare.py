from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.model.section import ChangeKind, Chunk, Comparison
from scrapepy.sections.chunk import chunk_markdown
from scrapepy.sections.compare import compare_chunks, text_diff

SENTENCE = "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree until noon. "


def compared(old: str, new: str, **options: Any) -> Comparison:
    return compare_chunks(chunk_markdown(old), chunk_markdown(new), **options)


def kinds(comparison: Comparison) -> list[str]:
    return [section.kind.value for section in comparison.sections]


KINDS = [
    ("# A\n\ntext\n", "# A\n\ntext\n", ["unchanged"]),
    ("# A\n\n[x](u1)\n", "# A\n\n[x](u2)\n", ["links-only"]),
    ("# A\n\n`a[i](x)`\n", "# A\n\n`a[i](y)`\n", ["changed"]),
    ("# A\n\n```\n[x](1)\n```\n", "# A\n\n```\n[x](2)\n```\n", ["changed"]),
    ("# A\n\none\n", "# A\n\ntwo\n", ["changed"]),
    ("# [A](u1)\n", "# [A](u2)\n", ["links-only"]),
    ("# A\n", "# A\n\n## B\n\nnew\n", ["unchanged", "added"]),
    ("# A\n\n## B\n\nold\n", "# A\n\n", ["unchanged", "removed"]),
    ("# A\n\none two\n", "# A\n\none\ntwo\n\n\n", ["unchanged"]),
    ("# A\n\n```\na b\n```\n", "# A\n\n```\na  b\n```\n", ["changed"]),
    ("", "# A\n", ["added"]),
    ("# A\n", "", ["removed"]),
    ("", "", []),
]


@pytest.mark.parametrize(("old", "new", "expected"), KINDS)
def test_kinds(old: str, new: str, expected: list[str]) -> None:
    assert kinds(compared(old, new)) == expected


def test_renamed_with_the_same_words() -> None:
    (diff,) = compared(f"# Setup\n\n{SENTENCE}\n", f"# Installation\n\n{SENTENCE}\n").sections
    assert (diff.kind, diff.words_changed, diff.moved) == (ChangeKind.RENAMED, False, False)
    assert diff.old is not None
    assert diff.new is not None
    assert (diff.old.id, diff.new.id) == ("Setup", "Installation")
    assert diff.similarity is not None
    assert 0.8 < diff.similarity < 1


def test_renamed_and_reworded() -> None:
    (diff,) = compared(f"# Setup\n\n{SENTENCE}\n", f"# Install\n\n{SENTENCE}Really.\n").sections
    assert (diff.kind, diff.words_changed) == (ChangeKind.RENAMED, True)


def test_a_link_that_changed_with_the_name_is_no_word() -> None:
    (diff,) = compared(f"# Setup\n\n{SENTENCE}[x](a)\n", f"# Install\n\n{SENTENCE}[x](b)\n").sections
    assert (diff.kind, diff.words_changed) == (ChangeKind.RENAMED, False)


@pytest.mark.parametrize("first", [True, False])
def test_of_two_the_one_with_equal_text_is_taken(first: bool) -> None:
    equal = f"# Installation\n\n{SENTENCE}{SENTENCE}\n"
    other = f"# Setups\n\n{SENTENCE}{SENTENCE}Once.\n"
    new = equal + other if first else other + equal
    comparison = compared(f"# Setup\n\n{SENTENCE}{SENTENCE}\n", new)
    (diff,) = comparison.of(ChangeKind.RENAMED)
    assert diff.new is not None
    assert diff.new.id == "Installation"
    assert comparison.counts["added"] == 1


def test_one_to_one() -> None:
    comparison = compared(f"# A\n\n{SENTENCE}\n\n# B\n\n{SENTENCE}\n", f"# C\n\n{SENTENCE}\n")
    assert sorted(kinds(comparison)) == ["removed", "renamed"]


LETTERS = ("alpha", "beta", "gamma", "delta", "eta", "theta", "iota", "kappa", "nu", "xi", "pi", "rho", "tau", "phi")


def folder(pages: dict[str, str]) -> list[Chunk]:
    return [chunk for path, text in pages.items() for chunk in chunk_markdown(text, path=path)]


def pages_of(comparison: Comparison) -> list[tuple[str | None, str | None]]:
    return [(diff.old.path, diff.new.path) for diff in comparison.sections if diff.old and diff.new]


@pytest.mark.parametrize("prefix", ["p", "q"])
def test_what_hundreds_of_pages_have_alike_is_found_on_its_own_page(prefix: str) -> None:
    """Also where each page has got another name: its first section tells which it is."""
    old = folder({f"p{n}.md": f"# Page {n}\n\n## Return Value\n\nReturns nothing.\n" for n in range(200)})
    new = folder(
        {f"{prefix}{n}.md": f"# Page {n}\n\n## Return Values\n\nReturns nothing at all.\n" for n in range(200)}
    )
    comparison = compare_chunks(old, new)
    assert (comparison.counts["added"], comparison.counts["removed"]) == (0, 0)
    assert [(one, f"{prefix}{(one or '')[1:]}") for one, _ in pages_of(comparison)] == pages_of(comparison)


@pytest.mark.parametrize("order", ["as they were", "shuffled"])
def test_hundreds_of_sections_of_the_same_few_words(order: str) -> None:
    chance = random.Random(5)
    texts = [[chance.choice(LETTERS) for _ in range(24)] for _ in range(180)]
    numbers = list(range(180))
    if order == "shuffled":
        chance.shuffle(numbers)
    old = "".join(f"# S{n}\n\n{' '.join(text)}\n\n" for n, text in enumerate(texts))
    new = "".join(f"# R{n}\n\n{' '.join([*texts[n][:9], 'omega', *texts[n][10:]])}\n\n" for n in numbers)
    comparison = compared(old, new)
    assert comparison.counts["renamed"] == 180
    for diff in comparison.sections:
        assert diff.old is not None
        assert diff.new is not None
        assert diff.old.id[1:] == diff.new.id[1:]


def test_equal_sections_go_where_the_rest_of_their_page_went() -> None:
    same = "## Return Value\n\nReturns nothing.\n"
    old = folder({f"{name}.md": f"# Of {name}\n\nAll about {name}.\n\n{same}" for name in ("ants", "bees", "cats")})
    new = folder(
        {f"{n}.md": f"# {name}\n\n{name}, of all.\n\n{same}" for n, name in enumerate(("cats", "ants", "bees"))}
    )
    found = pages_of(compare_chunks(old, new))
    assert found.count(("cats.md", "0.md")) == found.count(("ants.md", "1.md")) == found.count(("bees.md", "2.md")) > 0
    assert len(set(found)) == 3


def test_the_threshold() -> None:
    old, new = "# One\n\nalpha beta gamma delta\n", "# Two\n\nalpha beta gamma omega\n"
    (diff,) = compared(old, new).sections
    assert diff.kind is ChangeKind.RENAMED
    assert sorted(kinds(compared(old, new, rename_threshold=0.95))) == ["added", "removed"]
    assert sorted(kinds(compared("# One\n\nalpha beta\n", "# Two\n\nsomething else\n"))) == ["added", "removed"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "0.6", True])
def test_another_threshold_is_refused(threshold: Any) -> None:
    with pytest.raises(UsageError, match="threshold"):
        compare_chunks([], [], rename_threshold=threshold)


def pages(**texts: str) -> list[Chunk]:
    return [chunk for path, text in texts.items() for chunk in chunk_markdown(text, path=f"{path}.md")]


def test_two_files_are_versions_of_one_page() -> None:
    old = [replace(chunk, path="old.md") for chunk in chunk_markdown("# A\n\n## B\n\nx\n")]
    new = [replace(chunk, path="new.md") for chunk in chunk_markdown("# A\n\n## B\n\ny\n")]
    assert [(diff.kind, diff.moved) for diff in compare_chunks(old, new).sections] == [
        (ChangeKind.UNCHANGED, False),
        (ChangeKind.CHANGED, False),
    ]


def test_moved_to_another_page() -> None:
    old = pages(a=f"# A\n\n## Setup\n\n{SENTENCE}\n", b="# B\n")
    new = pages(a="# A\n\n", b=f"# B\n## Install\n\n{SENTENCE}\n")
    (diff,) = compare_chunks(old, new).of(ChangeKind.RENAMED)
    assert diff.moved
    assert (diff.old, diff.new) != (None, None)
    assert diff.old is not None
    assert diff.new is not None
    assert (diff.old.path, diff.old.id, diff.new.path, diff.new.id) == ("a.md", "A > Setup", "b.md", "B > Install")


def test_a_section_taken_out_of_repeats_leaves_the_others_alone() -> None:
    old = f"# A\n\nfirst {SENTENCE}\n# A\n\nsecond\n# A\n\nthird\n"
    new = "# A\n\nsecond\n# A\n\nthird\n"
    assert compared(old, new).counts == {
        **dict.fromkeys(("added", "renamed", "changed", "links-only"), 0),
        "removed": 1,
        "unchanged": 2,
    }


def test_parts_are_compared_as_the_section_they_are() -> None:
    text = "# A\n\n" + f"{SENTENCE}\n\n" * 8
    packed = chunk_markdown(text, max_chars=200)
    assert len(packed) == 4
    assert compare_chunks(packed, chunk_markdown(text)).is_same
    assert kinds(compare_chunks(packed, chunk_markdown(text + "more\n", max_chars=300))) == ["changed"]


def test_objects_from_a_file_are_chunks() -> None:
    chunks = chunk_markdown("# A\n\n[x](u)\n\n## B\n")
    written = [json.loads(json.dumps(asdict(chunk))) for chunk in chunks]
    assert compare_chunks(written, chunks).is_same
    assert compare_chunks([{"id": "A", "text": "# A\n\n[x](v)\n\n"}], chunks).counts["links-only"] == 1


@pytest.mark.parametrize(
    "chunk", [None, "text", {}, {"id": "A"}, {"id": 1, "text": "x"}, {"id": "A", "text": "", "path": 1}]
)
def test_what_is_no_chunk_is_refused(chunk: Any) -> None:
    with pytest.raises(UsageError, match="chunk"):
        compare_chunks([chunk], [])


def test_the_diff_of_a_section() -> None:
    (diff,) = compared("# A\n\none\ntwo\n", "# A\n\none\nthree").sections
    assert text_diff(diff) == (
        "--- A\n+++ A\n@@ -1,4 +1,4 @@\n # A\n \n one\n-two\n+three\n\\ No newline at end of file\n"
    )


WORDS = st.sampled_from(["# A\n", "## B\n", "# A #2\n", "text ", "[x](u) ", "\n\n", "`c` ", "- i\n", "```\n", "\r\n"])
MARKDOWN = st.lists(WORDS, max_size=20).map("".join)


@given(st.dictionaries(st.sampled_from("abc"), MARKDOWN))
def test_a_version_and_itself(texts: dict[str, str]) -> None:
    chunks = pages(**texts)
    assert compare_chunks(chunks, chunks).is_same
    assert compare_chunks(chunks, [replace(chunk, url="u", captured="c") for chunk in chunks]).is_same


@given(MARKDOWN, MARKDOWN)
def test_every_section_is_told_once(old: str, new: str) -> None:
    before, after = chunk_markdown(old, path="p"), chunk_markdown(new, path="p")
    comparison = compare_chunks(before, after)
    assert sorted(diff.old.id for diff in comparison.sections if diff.old) == sorted(chunk.id for chunk in before)
    assert sorted(diff.new.id for diff in comparison.sections if diff.new) == sorted(chunk.id for chunk in after)
