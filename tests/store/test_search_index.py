from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.sections.query import parse_query
from scrapepy.store import search_index
from scrapepy.store.search_index import IndexedPage, IndexedSection, SearchIndex


def page(path: str, *sections: tuple[str, str], title: str = "Title", stamp: str = "1") -> IndexedPage:
    made = tuple(IndexedSection(heading.lower(), heading, (title,), text) for heading, text in sections)
    return IndexedPage(path, f"https://docs.test/{path}", title, stamp, made)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SearchIndex]:
    with SearchIndex.open(tmp_path / "search.sqlite3") as opened:
        yield opened


def found(index: SearchIndex, query: str, limit: int = 10, *, any_word: bool = False) -> list[str]:
    total, sections = index.find(parse_query(query), limit, any_word=any_word)
    assert total >= len(sections)
    return [f"{one.path}#{one.section.anchor}" for one in sections]


def test_headings_weigh_more_than_text(index: SearchIndex) -> None:
    index.replace(
        [
            page("a.md", ("Intro", "The encoder is mentioned here, and that is all that is said of it.")),
            page("b.md", ("Encoder", "Something else entirely, and of about the same length as the other one.")),
            page("c.md", ("Usage", "Nothing of it in here, but above."), title="The encoder"),
        ]
    )
    assert found(index, "encoder") == ["b.md#encoder", "c.md#usage", "a.md#intro"]


def test_queries(index: SearchIndex) -> None:
    index.replace(
        [
            page("py.md", ("run", "subprocess.run(args) starts a process")),
            page("sql.md", ("Clause", "INSERT … ON CONFLICT DO NOTHING")),
            page("fa.md", ("Persian", "این كتاب‌های قديمي را می‌شود خواند")),
            page("zh.md", ("Chinese", "全文検索は難しい。中文分词很难。")),
            page("other.md", ("Words", "conflict on run of a process, phrase exact, prefix")),
        ]
    )
    assert found(index, "subprocess.run") == ["py.md#run"]
    assert found(index, '"ON CONFLICT"') == ["sql.md#clause"]
    assert set(found(index, "ON CONFLICT")) == {"sql.md#clause", "other.md#words"}
    assert found(index, "ON CONFLICT -prefix") == ["sql.md#clause"]
    assert found(index, "کتاب‌های") == ["fa.md#persian"]
    assert found(index, "قدیمی") == ["fa.md#persian"]
    assert found(index, "检索") == []
    assert found(index, "検索") == ["zh.md#chinese"]
    assert found(index, "分") == ["zh.md#chinese"]
    assert found(index, "中词") == []
    assert set(found(index, "proc*")) == {"py.md#run", "other.md#words"}
    assert found(index, "nothing args") == []
    assert set(found(index, "nothing args", any_word=True)) == {"sql.md#clause", "py.md#run"}
    assert found(index, "") == []


def test_targets_of_links_are_not_found(index: SearchIndex) -> None:
    index.replace([page("a.md", ("One", "[shown](hidden.md) and `code[i](kept)`"))])
    assert found(index, "shown")
    assert found(index, "kept")
    assert not found(index, "hidden")


def test_a_changed_page_is_found_by_its_new_text_only(index: SearchIndex) -> None:
    index.replace([page("a.md", ("Old", "ancient wörds straße")), page("b.md", ("Stays", "untouched"))])
    index.replace([page("a.md", ("New", "modern"), stamp="2")])
    assert found(index, "ancient") == found(index, "strasse") == found(index, "old") == []
    assert found(index, "modern") == ["a.md#new"]
    assert index.stamps() == {"a.md": "2", "b.md": "1"}
    index.remove(["a.md", "unknown.md"])
    assert found(index, "modern") == []
    assert found(index, "untouched") == ["b.md#stays"]


def test_a_word_that_is_everywhere(index: SearchIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_index, "_MANY", 5)
    index.replace(
        [page(f"p{number}.md", ("Other", "the common bad" if number % 2 else "the common")) for number in range(20)]
    )
    index.replace([page("h.md", ("The", "x")), page("i.md", ("The bad", "x"))])
    assert found(index, "the", 2) == ["h.md#the", "i.md#the bad"]
    assert len(found(index, "the", 15)) == 15
    assert "i.md#the bad" not in found(index, "the -bad", 1)
    total, _ = index.find(parse_query("the"), 3)
    assert total == 22


def test_a_damaged_index_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "search.sqlite3"
    path.write_bytes(b"no database" * 1000)
    assert SearchIndex.open_readonly(path) is None
    with SearchIndex.open(path) as index:
        index.replace([page("a.md", ("One", "word"))])
        assert found(index, "word") == ["a.md#one"]


def test_other_rules_make_it_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "search.sqlite3"
    with SearchIndex.open(path) as index:
        index.replace([page("a.md", ("One", "word"))])
    monkeypatch.setattr(search_index, "INDEX_VERSION", "later")
    assert SearchIndex.open_readonly(path) is None
    with SearchIndex.open(path) as index:
        assert index.stamps() == {}
    assert SearchIndex.open_readonly(tmp_path / "none.sqlite3") is None


TEXTS = st.text(st.sampled_from('abc é.中文می‌ك"*-()[]`<>\n#'), max_size=30)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("xyz"), TEXTS, TEXTS), max_size=12), TEXTS)
def test_whatever_is_put_in_and_asked(rows: list[tuple[str, str, str]], query: str) -> None:
    with TemporaryDirectory() as folder, SearchIndex.open(Path(folder) / "search.sqlite3") as index:
        for path, heading, text in rows:
            index.replace([page(path, (heading, text))])
        index.find(parse_query(query), 5)
        index.remove("xyz")
        for word in ("a", "b", "c", "中", "می", "title"):
            assert index.find(parse_query(word), 5) == (0, ())
