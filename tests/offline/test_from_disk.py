"""Module scripts, which browsers refuse to a page from a disk, and workers."""

from __future__ import annotations

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.offline.page import page_template
from scrapepy.web.links import parse_page

LOADER = '<script data-scrapepy-module="">'


def copy_of(body: str, scripts: ScriptPolicy = ScriptPolicy.AUTO) -> str:
    page = parse_page(f"<!doctype html><html><head></head><body>{body}</body></html>", "http://docs.test/guide/page")
    return page_template(page, scripts, ()).text


@pytest.mark.parametrize(
    ("script", "is_shut"),
    [
        ('<script type="module" src="a.js"></script>', True),
        ('<script src="a.js" type=" MODULE "></script>', True),
        ('<script type="module">import x from "./x.js"; x()</script>', True),
        ('<script type="module">import"./x.js"</script>', True),
        ('<script type="module">const x = await import("./x.js")</script>', True),
        ('<script type="module">export { a } from "./x.js"</script>', True),
        ('<script type="module">document.body.title = "important"</script>', False),
        ('<script src="a.js"></script>', False),
    ],
)
def test_modules_that_load(script: str, is_shut: bool) -> None:
    text = copy_of(script)
    assert text.count(LOADER) == is_shut
    assert ('type="scrapepy-module"' in text) is is_shut
    assert LOADER not in copy_of(script, ScriptPolicy.KEEP)


def test_each_loader_stands_behind_its_script() -> None:
    text = copy_of('<script type="module" src="a.js"></script><p>x</p><script type="module" src="b.js"></script>')
    assert text.count("></script>" + LOADER) == 2


def test_workers_only_where_some_are_started() -> None:
    assert "data-scrapepy-worker" in copy_of('<div data-md-component="search"></div>')
    assert "data-scrapepy-worker" not in copy_of('<div data-md-component="toc"></div>')
    assert "data-scrapepy-worker" not in copy_of('<div data-md-component="search"></div>', ScriptPolicy.STRIP)
