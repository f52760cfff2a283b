"""The names that others may import (SPEC 11). A change here is a change of the contract."""

from __future__ import annotations

import inspect
from importlib.resources import files

import pytest

import scrapepy

PUBLIC = {
    "ChangeKind",
    "Chunk",
    "Comparison",
    "Document",
    "Failure",
    "Metadata",
    "MirrorReport",
    "MissingExtra",
    "ScrapePyError",
    "SectionDiff",
    "StartFailed",
    "StateError",
    "StoreError",
    "UsageError",
    "__version__",
    "chunk_markdown",
    "compare_chunks",
    "convert_fragment",
    "convert_html",
    "index_text",
    "mirror",
}


def test_the_public_names() -> None:
    assert set(scrapepy.__all__) == PUBLIC
    assert list(scrapepy.__all__) == sorted(scrapepy.__all__)
    assert set(dir(scrapepy)) >= PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC - {"__version__"}))
def test_each_is_there_and_documented(name: str) -> None:
    thing = getattr(scrapepy, name)
    assert inspect.getdoc(thing)
    assert thing.__module__.startswith("scrapepy")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = scrapepy.nothing_of_the_kind


def test_the_package_says_that_it_is_typed() -> None:
    assert files("scrapepy").joinpath("py.typed").is_file()
