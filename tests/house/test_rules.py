"""Rules are data (HOUSE: rows with a reason and a case), so what all tables share can be asked of all of them."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import scrapepy.rules

ROOT = Path(__file__).parents[2]
MODULES = sorted(module.name for module in pkgutil.iter_modules(scrapepy.rules.__path__))
EVIDENCE = ("case", "example", "near_miss", "hit", "miss", "gone", "stays")
"""Fields that hold what a rule is tried on."""


def tables(name: str) -> Iterator[tuple[str, list[Any]]]:
    """The tuples of dataclass rows in a module of rules."""
    module = importlib.import_module(f"scrapepy.rules.{name}")
    for key, value in vars(module).items():
        if isinstance(value, tuple) and value and all(is_row(row) for row in value):
            yield key, list(value)


def is_row(value: object) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type | Enum)


TABLES = [(name, key, rows) for name in MODULES for key, rows in tables(name)]


def test_there_are_tables() -> None:
    assert len(TABLES) >= 10


@pytest.mark.parametrize(("name", "key", "rows"), TABLES, ids=[f"{name}.{key}" for name, key, _ in TABLES])
def test_the_rows_of_a_table(name: str, key: str, rows: list[Any]) -> None:
    fields = {field.name for field in dataclasses.fields(rows[0])}
    if "id" in fields:
        ids = [row.id for row in rows]
        assert all(ids)
        assert len(set(ids)) == len(ids), f"two rows of {name}.{key} have one id"
    for row in rows:
        assert getattr(row, "why", "said"), f"{row} has no reason"
        for field in EVIDENCE:
            assert getattr(row, field, "given"), f"{row} has nothing to be tried on"
    assert all(dataclasses.fields(row) and type(row).__dataclass_params__.frozen for row in rows)


@pytest.mark.parametrize("name", sorted({name for name, _, _ in TABLES}))
def test_every_row_is_tried(name: str) -> None:
    """Either some test reads the whole table, so that a new row is tried without anybody thinking of it, or each row's
    name stands in a test."""
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if path.parent.name != "house"]
    texts = [path.read_text(encoding="utf-8") for path in tests]
    if any(f"scrapepy.rules.{name} import" in text or f"scrapepy.rules import {name}" in text for text in texts):
        return
    named = [str(getattr(row, dataclasses.fields(row)[0].name)) for _, rows in tables(name) for row in rows]
    assert [row for row in named if not any(row in text for text in texts)] == []


def test_every_platform_has_its_golden_page() -> None:
    from scrapepy.rules.platforms import PLATFORMS

    for platform in PLATFORMS:
        folder = ROOT / "tests/golden/convert" / platform.case
        assert (folder / "source.html").is_file(), platform.name
        assert (folder / "expected.md").is_file(), platform.name
