from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.mirroring.spool import Spooled, SpoolReader, pack, unpack
from scrapepy.model.analysis import BodyKind
from scrapepy.model.document import Metadata
from scrapepy.model.template import Template
from scrapepy.model.url import CanonicalUrl, Reference, Role

texts = st.one_of(st.text(max_size=12), st.just("\ud800"))  # a lone surrogate, from a broken escape
references = st.builds(
    Reference,
    st.one_of(st.none(), st.builds(CanonicalUrl, texts)),
    texts,
    st.one_of(st.none(), texts),
    st.sampled_from(Role),
)
templates = st.builds(Template, texts, st.lists(references, max_size=4).map(tuple))
metadata = st.builds(Metadata, title=st.one_of(st.none(), texts), tags=st.lists(texts, max_size=2).map(tuple))


@given(st.builds(Spooled, st.just(BodyKind.HTML), templates, templates, metadata, st.frozensets(texts, max_size=2)))
def test_a_page_comes_back(spooled: Spooled) -> None:
    assert unpack(pack(spooled)) == spooled


@given(st.builds(Spooled, st.sampled_from([BodyKind.HTML, BodyKind.CSS, BodyKind.SCRIPT]), templates))
def test_a_body_without_markdown_comes_back(spooled: Spooled) -> None:
    assert unpack(pack(spooled)) == spooled


def test_a_page_and_its_markdown_share_their_references() -> None:
    link = Reference(CanonicalUrl("http://docs.test/a"), "http://docs.test/a#b", "b", Role.LINK)
    back = unpack(pack(Spooled(BodyKind.HTML, Template("x", (link,)), Template("y", (link,)))))
    assert back.body is not None
    assert back.body.references is back.html.references
    assert isinstance(back.html.references[0], Reference)


def test_bodies_are_read_from_their_places(tmp_path: Path) -> None:
    first, second = (pack(Spooled(BodyKind.CSS, Template(text, ()))) for text in ("one", "two"))
    (tmp_path / "a.spool").write_bytes(first + second)
    reader = SpoolReader(str(tmp_path))
    assert reader.read(("a.spool", len(first), len(second))).html.text == "two"
    assert reader.read(("a.spool", 0, len(first))).html.text == "one"
