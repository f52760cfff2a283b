"""Operations: one for each path and method, as OpenAPI 3 has them; what 2.0 says otherwise is put in those words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scrapepy.convert.openapi.documents import Documents, Spot

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data"
_NO_SCHEMA = frozenset({"name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "x-example"})


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. ``value`` is as OpenAPI 3 writes it, whatever version the document is of."""

    method: str
    path: str
    value: Spot
    parameters: tuple[Spot, ...]
    tags: tuple[str, ...]
    servers: tuple[Spot, ...]
    """Where it differs from the document's own."""


class Operations:
    """Reads the operations of one document."""

    def __init__(self, documents: Documents, root: Spot) -> None:
        self._documents = documents
        self._root = root
        self._is_old = bool(root.text("swagger")) and not root.text("openapi")

    def __iter__(self) -> Iterator[Operation]:
        """Those below ``paths``, in their order."""
        for path, item in self._root.get("paths").items():
            if path.startswith("/") or not path.startswith("x-"):
                yield from self.of_path(path, item)

    def webhooks(self) -> Iterator[Operation]:
        """What the service itself asks of others (3.1)."""
        webhooks = self._root.get("webhooks") or self._root.get("x-webhooks")
        for name, item in webhooks.items():
            yield from self.of_path(name, item)

    def of_path(self, path: str, item: Spot) -> Iterator[Operation]:
        """The operations of a path item."""
        item = self._documents.follow(item).spot
        for method, value in item.items():
            if method.lower() not in METHODS or not isinstance(value.value, dict):
                continue
            own = [self._documents.follow(one).spot for one in value.get("parameters").list()]
            shared = [self._documents.follow(one).spot for one in item.get("parameters").list()]
            told = {(one.text("in"), one.text("name")) for one in own}
            parameters = [one for one in shared if (one.text("in"), one.text("name")) not in told] + own
            tags = tuple(one.value for one in value.get("tags").list() if isinstance(one.value, str))
            servers = tuple(value.get("servers").list() or item.get("servers").list())
            if self._is_old:
                value, parameters = self._renewed(value, parameters)
            for key in ("summary", "description"):
                if item.text(key) and not value.text(key):
                    value = Spot({**value.value, key: item.text(key)}, value.address)
            yield Operation(
                method.upper(), path, value, tuple(one for one in parameters if one.text("name")), tags, servers
            )

    def servers(self) -> list[Spot]:
        """The document's servers; of 2.0 its host, base path and schemes."""
        root = self._root
        if not self._is_old:
            return root.get("servers").list()
        host, base = root.text("host"), root.text("basePath")
        schemes = [one.value for one in root.get("schemes").list() if isinstance(one.value, str)]
        if not host:
            return [Spot({"url": base}, root.address)] if base else []
        return [Spot({"url": f"{scheme}://{host}{base}"}, root.address) for scheme in schemes or ["https"]]

    def security_schemes(self) -> list[tuple[str, Spot]]:
        """The ways to say who one is, by name."""
        found = (
            self._root.get("securityDefinitions")
            if self._is_old
            else self._root.get("components").get("securitySchemes")
        )
        return [(name, self._documents.follow(one).spot) for name, one in found.items()]

    def schemas(self) -> list[tuple[str, Spot]]:
        """The named schemas, each as a reference to itself."""
        pointer = "definitions" if self._is_old else "components/schemas"
        found = self._root.get("definitions") if self._is_old else self._root.get("components").get("schemas")
        return [
            (
                name,
                Spot(
                    {"$ref": f"#/{pointer}/{name.replace('~', '~0').replace('/', '~1').replace('%', '%25')}"},
                    self._root.address,
                ),
            )
            for name, _ in found.items()
        ]

    # OpenAPI 2.0 -----------------------------------------------------------------------------------------------------

    def _renewed(self, value: Spot, parameters: list[Spot]) -> tuple[Spot, list[Spot]]:
        renewed: dict[str, Any] = dict(value.value)
        kept: list[Spot] = []
        form: dict[str, Any] = {}
        needed: list[str] = []
        multipart = False
        consumes = self._types(value, "consumes")
        for one in parameters:
            place = one.text("in")
            if place == "body":
                media = {"schema": one.get("schema").value}
                if "x-example" in one.value:
                    media["example"] = one.value["x-example"]
                renewed["requestBody"] = {
                    "description": one.text("description"),
                    "required": one.get("required").value is True,
                    "content": dict.fromkeys(consumes or [_JSON], media),
                }
            elif place == "formData":
                form[one.text("name")] = {**_schema_of(one.value), "description": one.text("description")}
                multipart = multipart or one.text("type") == "file"
                if one.get("required").value is True:
                    needed.append(one.text("name"))
            else:
                kept.append(
                    one if "schema" in one.value else Spot({**one.value, "schema": _schema_of(one.value)}, one.address)
                )
        if form:
            schema = {"type": "object", "properties": form, "required": needed}
            names = [name for name in consumes if "form" in name] or [_MULTIPART if multipart else _FORM]
            renewed["requestBody"] = {"content": {name: {"schema": schema} for name in names}}
        produces = self._types(value, "produces") or [_JSON]
        renewed["responses"] = {
            status: self._response(self._documents.follow(response).spot, produces)
            for status, response in value.get("responses").items()
            if not status.startswith("x-")
        }
        return Spot(renewed, value.address), kept

    def _types(self, value: Spot, key: str) -> list[str]:
        found = value.get(key).list() or self._root.get(key).list()
        return [one.value for one in found if isinstance(one.value, str)]

    def _response(self, response: Spot, produces: list[str]) -> dict[str, Any]:
        if not isinstance(response.value, dict):
            return {}
        examples = dict(response.get("examples").items())
        content: dict[str, Any] = {}
        for name in dict.fromkeys([*(produces if "schema" in response.value else ()), *examples]):
            content[name] = {"schema": response.get("schema").value} if "schema" in response.value else {}
            if name in examples:
                content[name]["example"] = examples[name].value
        headers = {
            name: {"schema": _schema_of(header.value), "description": header.text("description")}
            for name, header in response.get("headers").items()
            if isinstance(header.value, dict)
        }
        return {"description": response.text("description"), "content": content, "headers": headers}


def _schema_of(parameter: dict[str, Any]) -> dict[str, Any]:
    """The schema that a parameter of 2.0 is itself."""
    return {key: value for key, value in parameter.items() if key not in _NO_SCHEMA}
