"""API descriptions that lead in circles, are of the wrong types, or grow without end: a page comes out, and soon."""

from __future__ import annotations

import json

import pytest

from scrapepy.convert.to_markdown import convert_text

PAGE = '<title>API</title><div id="swagger-ui"></div><script>SwaggerUIBundle({url: "spec"})</script>'


def convert(spec: str) -> str:
    return convert_text(PAGE, "https://a.example/", library=lambda _: spec.encode())[1]


def test_references_in_a_circle() -> None:
    schemas = {
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"$ref": "#/components/schemas/A"},
        "C": {"allOf": [{"$ref": "#/components/schemas/D"}]},
        "D": {"allOf": [{"$ref": "#/components/schemas/C"}, {"properties": {"x": {"type": "string"}}}]},
        "E": {"properties": {"e": {"$ref": "#/components/schemas/E"}}},
    }
    spec = {"openapi": "3.0.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}, "components": {"schemas": schemas}}
    text = convert(json.dumps(spec))
    assert "- `x` (string)" in text
    assert "- `e` ([E](#e))" in text


def test_aliases_that_would_be_a_billion() -> None:
    lines = ["openapi: 3.0.0", "x0: &a0 {type: object, properties: {a: {type: string}}}"]
    for n in range(1, 40):
        members = ", ".join(f"{name}: *a{n - 1}" for name in "abc")
        lines.append(f"x{n}: &a{n} {{type: object, properties: {{{members}}}}}")
    text = convert("\n".join([*lines, "components: {schemas: {X: *a39}}"]))
    assert 1_000 < len(text) < 2_000_000


def test_a_value_that_holds_itself() -> None:
    text = convert(
        "openapi: 3.0.0\npaths:\n /a:\n  get:\n   responses:\n    200:\n     description: Fine\n     content:\n"
        "      a/b: {schema: &s {type: object, properties: {me: *s}}, example: &e [*e]}\n"
    )
    assert "- **200**: Fine" in text


@pytest.mark.parametrize("wrong", [None, 5, "x", [], {}, [[1]], {"a": 5}, True])
@pytest.mark.parametrize(
    "key",
    ["info", "paths", "servers", "tags", "security", "components", "webhooks", "parameters", "responses", "schema"],
)
def test_values_of_the_wrong_type(key: str, wrong: object) -> None:
    operation = {"responses": {"200": {"description": "Fine", "content": {"a/b": {"schema": {"type": "string"}}}}}}
    spec: dict[str, object] = {"openapi": "3.1.0", "paths": {"/a": {"get": operation}}}
    if key in ("parameters", "responses"):
        operation[key] = wrong  # type: ignore[assignment]
    elif key == "schema":
        operation["responses"]["200"]["content"]["a/b"]["schema"] = wrong  # type: ignore[index, assignment]
    else:
        spec[key] = wrong
    assert convert(json.dumps(spec)).startswith("# ")


def test_markup_and_marks_in_texts_are_texts() -> None:
    text = convert(
        json.dumps({"openapi": "3.0.0", "info": {"title": "\ufdd01\ufdd1 <script>x</script>", "version": "<b>"}})
    )
    assert text.startswith("# 1 \\<script>x\\</script>\n")
    assert "- Version: \\<b>" in text
