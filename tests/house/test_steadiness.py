"""What a test is given is the same at every run: bytes that are drawn anew fail one run in a few hundred."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
DRAWN = {("os", "urandom"), ("uuid", "uuid4"), ("random", "SystemRandom")}


def drawn_anew(source: str) -> Iterator[str]:
    """The calls in ``source`` whose value nobody can have again: no seed, the system's noise, the secrets module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        module, name = node.func.value, node.func.attr
        if not isinstance(module, ast.Name):
            continue
        seeded = module.id != "random" or (name == "Random" and bool(node.args or node.keywords))
        if (module.id, name) in DRAWN or module.id == "secrets" or not seeded:
            yield ast.unparse(node)


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_nothing_is_drawn_anew(path: Path) -> None:
    assert list(drawn_anew(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("line", ["os.urandom(5)", "random.Random()", "random.choice(x)", "uuid.uuid4()"])
def test_what_is_found(line: str) -> None:
    assert list(drawn_anew(f"value = f({line})")) == [line]


@pytest.mark.parametrize("line", ["random.Random(5)", "numbers.choice(x)", "os.stat(x)", "uuid.uuid5(a, b)"])
def test_what_stays(line: str) -> None:
    assert list(drawn_anew(line)) == []
