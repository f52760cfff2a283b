"""Bytes of an API description as values: JSON and YAML, and neither fills the memory."""

from __future__ import annotations

import pytest

from scrapepy.convert.openapi.load import MOST_NESTING, NoDocumentError, load


def test_yaml_is_read_as_json_would_be() -> None:
    text = b"""
    version: 2020-01-01
    countries: [no, se, on, y]
    200: {ok: true, none: null, empty: , ratio: 1.50, count: 7, zip: 0123, quoted: '5'}
    base: &base {a: 1, b: 2}
    made: {<<: *base, b: 3}
    """
    assert load(text) == {
        "version": "2020-01-01",
        "countries": ["no", "se", "on", "y"],
        "200": {"ok": True, "none": None, "empty": None, "ratio": 1.5, "count": 7, "zip": "0123", "quoted": "5"},
        "base": {"a": 1, "b": 2},
        "made": {"a": 1, "b": 3},
    }


def test_json_with_a_mark_at_its_start() -> None:
    assert load('\ufeff{"openapi": "3.0.0"}'.encode()) == {"openapi": "3.0.0"}


def test_an_alias_is_the_same_value_and_no_copy() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    value = load("\n".join(lines).encode())
    assert value["a29"][0] is value["a29"][9]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * (MOST_NESTING + 1) + b"]" * (MOST_NESTING + 1) + b" # yaml",
        b"- " * (MOST_NESTING + 1) + b"x",
        b"{" + b'"a": {' * 100_000,
        b"<!DOCTYPE html><title>Log in</title>",
        b"a: *nobody",
        b"a: [b",
        b"? [a, b]\n: c",
    ],
)
def test_what_is_no_document(body: bytes) -> None:
    with pytest.raises(NoDocumentError):
        load(body)
