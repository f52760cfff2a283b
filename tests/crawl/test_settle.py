from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.crawl.settle import Alias, PageRecord, settle_aliases
from scrapepy.model.url import CanonicalUrl


def page(path: str, sha: str = "", text: str = "", canonical: str | None = None, words: int = 9) -> PageRecord:
    other = None if canonical is None else CanonicalUrl(f"http://h{canonical}")
    return PageRecord(CanonicalUrl(f"http://h{path}"), sha or path, text, other, words)


def settled(*pages: PageRecord) -> dict[str, str]:
    return {a.source.removeprefix("http://h"): a.target.removeprefix("http://h") for a in settle_aliases(pages)}


def test_index_file_and_folder() -> None:
    assert settled(page("/x/", "1"), page("/x/index.html", "1")) == {"/x/index.html": "/x/"}
    assert settled(page("/", "1"), page("/index.php", "1")) == {"/index.php": "/"}


def test_other_bytes_are_another_page() -> None:
    assert settled(page("/x/", "1"), page("/x/index.html", "2")) == {}


def test_index_file_alone_is_the_page() -> None:
    assert settled(page("/x/index.html", "1"), page("/x/y", "1")) == {}


def test_names_that_only_look_like_an_index() -> None:
    assert settled(page("/x/", "1"), page("/x/index.html.bak", "1"), page("/x/myindex.html", "1")) == {}


def test_canonical_with_the_same_text() -> None:
    pages = page("/p?view=1", text="t", canonical="/p"), page("/p", text="t")
    assert settle_aliases(pages) == [Alias(pages[0].url, pages[1].url, "canonical")]


def test_canonical_that_says_something_else_loses_no_page() -> None:
    assert settled(page("/a", text="a", canonical="/"), page("/", text="home")) == {}


def test_canonical_that_was_not_fetched() -> None:
    assert settled(page("/a", text="a", canonical="/b")) == {}


def test_pages_without_text_are_not_one() -> None:
    assert settled(page("/a", text="", canonical="/"), page("/", text="")) == {}
    assert settled(page("/a", text="e", canonical="/", words=0), page("/", text="e", words=0)) == {}


def test_chains_lead_to_their_end() -> None:
    pages = (
        page("/x/index.html", "1", "t"),
        page("/x/", "1", "t", canonical="/y"),
        page("/y", "2", "t"),
        page("/z", "3", "t", canonical="/x/index.html"),
    )
    assert settled(*pages) == {"/x/": "/y", "/x/index.html": "/y", "/z": "/y"}


def test_pages_that_name_each_other() -> None:
    assert settled(page("/a", text="t", canonical="/b"), page("/b", text="t", canonical="/a")) == {"/a": "/b"}


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from("12"), st.none() | st.sampled_from("abcdef")),
        unique_by=lambda row: row[0],
    )
)
def test_every_alias_leads_to_a_page_that_stays(rows: list[tuple[str, str, str | None]]) -> None:
    pages = [
        page(f"/{name}", text=text, canonical=None if other is None else f"/{other}") for name, text, other in rows
    ]
    aliases = settle_aliases(pages)
    sources = {alias.source for alias in aliases}
    known = {page.url: page for page in pages}
    assert all(alias.target in known and alias.target not in sources for alias in aliases)
    assert all(known[alias.source].text_hash == known[alias.target].text_hash for alias in aliases)


def test_www_and_the_bare_host() -> None:
    def page(url: str, sha: str, text: str = "") -> PageRecord:
        return PageRecord(CanonicalUrl(url), sha, text)

    pages = [page("http://www.h/", "1"), page("http://www.h/a", "2", "t"), page("http://www.h/b", "3", "u")]
    pages += [page("http://h/a", "2b", "t"), page("https://h/b", "4", "other"), page("http://h/c", "5")]
    pages += [page("http://www.h/c", "5"), page("http://other/a", "2", "t")]
    aliases = settle_aliases(pages)
    assert [(a.source, a.target, a.why) for a in aliases] == [
        ("http://h/a", "http://www.h/a", "twin"),
        ("http://h/c", "http://www.h/c", "twin"),
    ]
    turned = [PageRecord(CanonicalUrl(p.url.replace("//www.", "//w.").replace("//h", "//www.h").replace("//w.", "//")),
                         p.sha256, p.text_hash) for p in pages]  # fmt: skip
    assert [(a.source, a.target) for a in settle_aliases(turned)] == [
        ("http://www.h/a", "http://h/a"),
        ("http://www.h/c", "http://h/c"),
    ]
