from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.model.analysis import Found
from scrapepy.model.document import Anchors
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.store.packing import pack_anchors, pack_found, pack_links, unpack_anchors, unpack_found, unpack_links

text = st.text(max_size=12)
any_text = st.one_of(text, st.just("\ud800"))  # a lone surrogate, from a broken escape
urls = st.builds(lambda tail: CanonicalUrl("http://a.test/" + tail), text)


@given(st.dictionaries(any_text, text, max_size=5), st.frozensets(any_text, max_size=5), st.dictionaries(text, text))
def test_anchors_come_back(slugs: dict[str, str], optional: frozenset[str], texts: dict[str, str]) -> None:
    anchors = Anchors(slugs, optional, texts)
    assert unpack_anchors(pack_anchors(anchors)) == anchors


@given(st.lists(st.tuples(urls, any_text)))
def test_links_come_back_sorted_and_once(links: list[tuple[CanonicalUrl, str]]) -> None:
    assert unpack_links(pack_links(links)) == tuple(sorted(set(links)))


found = st.builds(Found, urls, st.one_of(urls, any_text), st.sampled_from(Role), st.booleans())


@given(st.lists(found))
def test_what_a_page_leads_to_comes_back_in_order(one: list[Found]) -> None:
    same = [Found(f.url, f.address or f.url, f.role, f.nofollow) for f in one]
    assert unpack_found(pack_found(same)) == tuple(same)


def test_many_fragments_of_one_page_take_little_room() -> None:
    links = [(CanonicalUrl("http://docs.test/library/functions.html"), f"term-{number}") for number in range(300)]
    assert len(pack_links(links)) < 1500
