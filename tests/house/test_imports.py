"""Starting is cheap: what is heavy is loaded by what needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = (
    "httpx",
    "bs4",
    "tqdm",
    "markdownify",
    "selectolax",
    "sqlite3",
    "asyncio",
    "yaml",
    "markdown_it",
    "trafilatura",
)


def loaded_after(code: str) -> set[str]:
    """The heavy modules that a fresh interpreter has loaded after running ``code``."""
    program = f"import sys\n{code}\nprint(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)"
    result = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return set(result.stderr.split())


def test_the_package_loads_nothing() -> None:
    assert loaded_after("import scrapepy") == set()


@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["--version"], ["mirror", "--help"], ["convert", "-h"], ["demo", "--help"], ["x"]]
)
def test_help_and_wrong_usage_load_nothing(arguments: list[str]) -> None:
    quietly = "import io\nsys.stderr, stderr = io.StringIO(), sys.stderr\n{}\nsys.stderr = stderr"
    assert loaded_after(quietly.format(f"from scrapepy.cli.main import main\nmain({arguments!r})")) == set()
