from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra 'reader' is not installed")
pytest.importorskip("nh3", reason="the extra 'reader' is not installed")

from tests.support.reading import Mirrors, Reading, make_mirrors
from tests.support.server import html

EVIL_MARKDOWN = (
    "<!doctype html><title>Strange &lt;script&gt;</title><main><h1>Strange &lt;script&gt;</h1><p>"
    + "Some words of a stranger. " * 20
    + '</p><p><a href="javascript:alert(1)">press</a> <code>&lt;script&gt;alert(1)&lt;/script&gt;</code></p></main>'
)  # fmt: skip


@pytest.fixture(scope="session")
def mirrors(tmp_path_factory: pytest.TempPathFactory) -> Mirrors:
    return make_mirrors(tmp_path_factory.mktemp("mirrors"), {"/": html(EVIL_MARKDOWN)})


@pytest.fixture(scope="session")
def reading(mirrors: Mirrors) -> Iterator[Reading]:
    with Reading(mirrors.html_dir, mirrors.markdown_dir) as running:
        yield running
