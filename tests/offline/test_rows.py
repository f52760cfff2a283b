"""Every row of the offline copy's tables, tried: what it is there for happens, and a near miss stays."""

from __future__ import annotations

import re

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.model.url import CanonicalUrl
from scrapepy.offline.local_path import Nameable, name_all
from scrapepy.offline.page import page_template
from scrapepy.rules.file_names import EXTENSION_FAMILIES, RESERVED_NAMES, ReservedName
from scrapepy.rules.html_cleanup import (
    HINTS,
    LAZY_ATTRIBUTES,
    LAZY_BACKGROUNDS,
    REMOVED_ATTRIBUTES,
    REMOVED_METAS,
    AttributeRule,
    HintRule,
    LazyAttribute,
    MetaRule,
)
from scrapepy.rules.page_scripts import (
    ASKING_ATTRIBUTES,
    INLINE_SCRIPTS,
    REMOVED_TYPES,
    AskingAttribute,
    InlineScript,
)
from scrapepy.web.links import parse_page

SNIPPETS = {
    "service-worker": ("navigator.serviceWorker.register('/sw.js')", "var serviceWorkerNote = 'register';"),
    "cloudflare-challenge": ("window.__CF$cv$params={r:'1'}", "window.__CF = 1"),
    "matomo": ("var _paq = []; s.src = u + 'matomo.js'", "var _paq_notes = 'see matomo.json'"),
}


def saved(body: str, head: str = "") -> str:
    page = parse_page(f"<!doctype html><head>{head}</head><body>{body}</body>", "http://h.test/d/p")
    return page_template(page, ScriptPolicy.AUTO, ()).text


@pytest.mark.parametrize("row", REMOVED_METAS, ids=lambda row: row.http_equiv)
def test_metas(row: MetaRule) -> None:
    text = saved(
        "", f'<meta http-equiv="{row.http_equiv.title()}" content="x-gone"><meta name="{row.http_equiv}" content=stays>'
    )
    assert "x-gone" not in text
    assert "stays" in text


@pytest.mark.parametrize("row", REMOVED_ATTRIBUTES, ids=lambda row: row.attribute)
def test_attributes(row: AttributeRule) -> None:
    for element in row.elements:
        if element == "html":
            page = parse_page(f'<html {row.attribute}="x-gone"><body>x', "http://h.test/d/p")
            text = page_template(page, ScriptPolicy.AUTO, ()).text
        else:
            text = saved(f'<{element} {row.attribute}="x-gone" rel=stylesheet href=a src=b></{element}>')
        assert f"<{element}" in text
        assert "x-gone" not in text
    assert f"data-{row.attribute}" in saved(f'<p data-{row.attribute}="1">x')


@pytest.mark.parametrize("row", HINTS, ids=lambda row: row.rel)
def test_hints(row: HintRule) -> None:
    address = "gone.json" if row.role is not None else "gone.js"
    fetch = " as=fetch" if row.rel == "preload" else ""
    text = saved("", f'<link rel="{row.rel}" href="{address}"{fetch} id=hint><link rel=stylesheet href=a.css id=style>')
    assert 'id="hint"' not in text
    assert 'id="style"' in text
    assert 'rel="stylesheet"' in saved("", f'<link rel="{row.rel} stylesheet" href=a.css>') or row.role is not None


@pytest.mark.parametrize("row", LAZY_ATTRIBUTES, ids=lambda row: row.attribute)
def test_lazy_addresses(row: LazyAttribute) -> None:
    element = "video" if row.target == "poster" else "img"
    value = "real.png 2x" if row.target == "srcset" else "real.png"
    text = saved(f'<{element} {row.attribute}="{value}">')
    assert re.search(rf' {row.target}="\ufdd0', text), "the real source stands where browsers look"
    own = saved(f'<{element} {row.target}="own.png" {row.attribute}="own.png">')
    assert own.count(f" {row.target}=") == 1


@pytest.mark.parametrize("attribute", LAZY_BACKGROUNDS)
def test_lazy_backgrounds(attribute: str) -> None:
    assert re.search(r'style="[^"]*url\(', saved(f'<div {attribute}="real.png">x</div>'))


@pytest.mark.parametrize("row", INLINE_SCRIPTS, ids=lambda row: row.id)
def test_inline_scripts(row: InlineScript) -> None:
    script, near_miss = SNIPPETS[row.id]
    assert script not in saved(f"<script>{script}</script>")
    assert near_miss in saved(f"<script>{near_miss}</script>")
    long = script + "\n// " + "x" * row.longest
    assert script in saved(f"<script>{long}</script>"), "a long script does other things besides"


@pytest.mark.parametrize("row", ASKING_ATTRIBUTES, ids=lambda row: row.id)
def test_attributes_by_which_a_script_asks(row: AskingAttribute) -> None:
    assert {row.id for row in ASKING_ATTRIBUTES} == {"mkdocs-material-source", "mdbook-playground"}
    proof = '<nav id="mdbook-sidebar"></nav>' if row.selector else ""
    html = f'<a href="x" {row.attribute}="{row.value}">a</a><a href="y" {row.attribute}="other">b</a>'

    def made_by(generator: str, proof: str = proof) -> str:
        page = parse_page(proof + html, "http://h.test/d/p")
        return page_template(page, ScriptPolicy.AUTO, (generator,)).text

    asked = f'{row.attribute}="{row.value}"'
    generator = row.generators[0] if row.generators else "another generator"
    assert asked not in made_by(f"{generator}-1.6, mkdocs-material-9.5")
    assert f'{row.attribute}="other"' in made_by(generator)
    assert asked in made_by("another generator", proof="")


@pytest.mark.parametrize("kind", sorted(REMOVED_TYPES))
def test_types_that_go(kind: str) -> None:
    assert "x-gone" not in saved(f'<script type="{kind}">x-gone</script>')
    assert "stays" in saved('<script type="application/ld+json">{"a": "stays"}</script>')


@pytest.mark.parametrize("row", RESERVED_NAMES, ids=lambda row: row.id)
def test_reserved_names(row: ReservedName) -> None:
    for name in row.names:
        url = CanonicalUrl(f"http://h.test/{name}" if row.top_only else f"http://h.test/d/{name}")
        path = name_all([Nameable(url, "")], {})[url]
        assert path.rpartition("/")[2].casefold() != name.casefold()
        near = CanonicalUrl(f"http://h.test/d/my{name.lstrip('.')}s")
        if name.isalnum():
            assert name_all([Nameable(near, "")], {})[near] == f"d/my{name}s"


@pytest.mark.parametrize("family", EXTENSION_FAMILIES, ids=lambda family: min(family))
def test_kindred_extensions_are_not_doubled(family: frozenset[str]) -> None:
    for own in family:
        url = CanonicalUrl(f"http://h.test/file{own}")
        for wanted in family:
            assert name_all([Nameable(url, wanted)], {})[url] == f"file{own}"
        assert name_all([Nameable(url, ".woff2")], {})[url] == f"file{own}.woff2"
