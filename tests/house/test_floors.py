"""The floors of docs/adr/0001, as import-linter reads them from pyproject.toml."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scrapepy"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in SETTINGS["contracts"]}
PURE = {"convert", "decide", "errors", "model", "offline", "pdf", "rules", "sections", "web"}


def test_the_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [*command, "--no-cache"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_room_has_a_floor() -> None:
    floors = CONTRACTS["floors"]
    named = {room.strip() for layer in floors["layers"] for room in layer.replace(":", "|").split("|")}
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert floors["exhaustive"] is True
    assert rooms - {"__init__"} == named


def test_the_pure_floors_are_those_below_crawl_and_store() -> None:
    assert {name.removeprefix("scrapepy.") for name in CONTRACTS["pure"]["source_modules"]} == PURE
    assert {"asyncio", "socket", "sqlite3", "time", "random", "httpx", "click", "tqdm"} <= set(
        CONTRACTS["pure"]["forbidden_modules"]
    )


@pytest.mark.parametrize("library", ["selectolax", "markdownify", "httpx", "tqdm", "sqlite3", "ada_url"])
def test_each_library_has_one_door(library: str) -> None:
    """A door is a contract that forbids the library to all, with one exception."""
    (door,) = [contract for contract in CONTRACTS.values() if contract.get("forbidden_modules") == [library]]
    assert door["source_modules"] == ["scrapepy"]
    assert len(door["ignore_imports"]) == 1


def test_no_module_is_a_heap() -> None:
    """Tables of rules aside, which are as long as the web is wide."""
    modules = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "rules"]
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert {str(path.relative_to(ROOT)): size for path, size in sizes.items() if size > 400} == {}


def test_no_room_for_everything() -> None:
    names = {path.stem for path in PACKAGE.rglob("*.py")}
    assert names & {"utils", "helpers", "core", "common", "misc"} == set()
