"""An API description as one page of HTML, which the converter renders like any other.

The order is that of the viewers: what the API is, its servers, how to say who one is, the operations by their tags,
and at the end the schemas that have a name, each once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any

from scrapepy.convert.openapi.documents import Documents, Followed, Spot
from scrapepy.convert.openapi.operations import Operation, Operations
from scrapepy.convert.openapi.pieces import anchor, external, flows, ids_of, link, listed, samples, security_words
from scrapepy.convert.openapi.schema import Schemas
from scrapepy.convert.openapi.text import attribute, code, described, example, inline

MOST_OPERATIONS = 20_000
_STYLES = ("form", "simple")
"""How lists are written in parameters unless it is said."""


@dataclass(frozen=True, slots=True)
class ApiPage:
    """The page of one description. ``html`` is a fragment; its main heading has the level that was asked for."""

    title: str
    html: str
    summary: str = ""
    """One paragraph of plain text about the API; may be empty."""


def api_page(documents: Documents, address: str, level: int = 1) -> ApiPage:
    """Write the description at ``address``, whose document ``documents`` has; ``level`` is that of its main heading."""
    return _Page(documents, Spot(documents.at(address), address), level).page()


class _Page:
    def __init__(self, documents: Documents, root: Spot, level: int) -> None:
        self._documents = documents
        self._root = root
        self._level = level
        self._operations = Operations(documents, root)
        self._schemas = Schemas(documents, _is_named)
        self._known_ids: set[str] = set()
        for _, reference in self._operations.schemas():
            followed = documents.follow(reference)
            if not followed.missing:
                self._schemas.id_of(followed)

    def page(self) -> ApiPage:
        info = self._root.get("info")
        title = " ".join(info.text("title").split()) or "API"
        parts = [
            self._heading(0, escape(title)),
            f"<p>{escape(info.text('summary'))}</p>" if info.text("summary") else "",
            self._facts(info),
            described(info.text("description"), min(self._level + 1, 6)),
            self._servers(self._operations.servers(), heading=True),
            self._security_schemes(),
            *self._tags(),
            *self._webhooks(),
            *self._named_schemas(),
        ]
        return ApiPage(title, "\n".join(part for part in parts if part), info.text("summary"))

    # the description itself ------------------------------------------------------------------------------------------

    def _heading(self, below: int, html: str, *ids: str) -> str:
        level = min(self._level + below, 6)
        own = "".join(f'<a id="{attribute(one)}"></a>' for one in ids if self._is_new(one))
        return f"<h{level}>{own}{html}</h{level}>"

    def _is_new(self, identifier: str) -> bool:
        if identifier in self._known_ids:
            return False
        self._known_ids.add(identifier)
        return True

    def _facts(self, info: Spot) -> str:
        items = []
        if info.text("version"):
            items.append(f"Version: {escape(info.text('version'))}")
        contact = info.get("contact")
        written = [escape(contact.text("name"))] if contact.text("name") else []
        if contact.text("url"):
            written.append(link(contact.text("url"), contact.text("url")))
        if contact.text("email"):
            written.append(link("mailto:" + contact.text("email"), contact.text("email")))
        if written:
            items.append("Contact: " + ", ".join(written))
        licence = info.get("license")
        if licence.text("name"):
            name = licence.text("name")
            items.append("License: " + (link(licence.text("url"), name) if licence.text("url") else escape(name)))
        if info.text("termsOfService"):
            items.append("Terms of service: " + link(info.text("termsOfService"), info.text("termsOfService")))
        items += [f"More: {text}" for text in [external(self._root)] if text]
        return listed(items)

    def _servers(self, servers: Iterable[Spot], *, heading: bool) -> str:
        items = []
        for server in servers:
            url = server.text("url")
            if not url:
                continue
            text, rest = inline(server.text("description"))
            variables = [
                self._schemas.item(name, Spot({"type": "string", **variable.value}, variable.address), depth=1)
                for name, variable in server.get("variables").items()
                if isinstance(variable.value, dict)
            ]
            inner = f"<ul>{''.join(variables)}</ul>" if variables else ""
            items.append(f"{code(url)}{': ' + text if text else ''}{rest}{inner}")
        if not items:
            return ""
        return (self._heading(1, "Servers") if heading else "<p>Servers:</p>") + listed(items)

    def _security_schemes(self) -> str:
        items = []
        for name, scheme in self._operations.security_schemes():
            if not isinstance(scheme.value, dict):
                continue
            text, rest = inline(scheme.text("description"))
            kind = security_words(scheme)
            items.append(
                f"{anchor(f'security/{name}')}{code(name)} ({kind}){': ' + text if text else ''}{rest}{flows(scheme)}"
            )
        if not items:
            return ""
        asked = self._requirements(self._root.get("security"))
        after = f"<p>Every operation that says nothing else asks for {asked}.</p>" if asked else ""
        return self._heading(1, "Authentication", "section/Authentication") + listed(items) + after

    def _requirements(self, security: Spot) -> str:
        several = []
        for one in security.list():
            names = []
            for name, scopes in one.items():
                wanted = [escape(scope.value) for scope in scopes.list() if isinstance(scope.value, str)]
                names.append(code(name) + (f" ({', '.join(wanted)})" if wanted else ""))
            several.append(" and ".join(names) or "nothing")
        return ", or ".join(several)

    # operations ------------------------------------------------------------------------------------------------------

    def _tags(self) -> Iterable[str]:
        by_tag: dict[str, list[Operation]] = {}
        for operation in islice(self._operations, MOST_OPERATIONS):
            # under its first tag, so that nothing is told twice
            by_tag.setdefault(operation.tags[0] if operation.tags else "", []).append(operation)
        told = {one.text("name"): one for one in self._root.get("tags").list()}
        order = [name for name in told if name in by_tag] + [name for name in by_tag if name and name not in told]
        if "" in by_tag:
            order.append("")
        for name in [*order, *(name for name in told if name and name not in by_tag)]:
            tag = told.get(name, Spot({}, self._root.address))
            if name not in by_tag and not tag.text("description"):
                continue
            title = tag.text("x-displayName") or name or ("Other operations" if len(by_tag) > 1 else "Operations")
            slug = name.replace(" ", "-")
            more = external(tag)
            yield "\n".join(
                (
                    self._heading(1, escape(title), *((f"tag/{slug}", f"/{name}") if name else ())),
                    described(tag.text("description"), min(self._level + 2, 6)),
                    f"<p>More: {more}</p>" if more else "",
                    *(self._operation(one) for one in by_tag.get(name, ())),
                )
            )

    def _webhooks(self) -> Iterable[str]:
        several = list(self._operations.webhooks())
        if several:
            yield self._heading(1, "Webhooks")
            yield from (self._operation(one) for one in several)

    def _operation(self, operation: Operation, below: int = 2) -> str:
        value = operation.value
        summary = " ".join(value.text("summary").split())
        identifier = value.text("operationId")
        parts = [self._heading(below, code(f"{operation.method} {operation.path}"), *ids_of(operation))]
        if summary:
            parts.append(f"<p>{escape(summary)}</p>")
        if value.get("deprecated").value is True:
            parts.append(
                '<div class="admonition warning"><p class="admonition-title">Deprecated</p>'
                "<p>This operation is deprecated.</p></div>"
            )
        description = value.text("description")
        if description.strip() != summary:
            parts.append(described(description, min(self._level + below + 1, 6)))
        facts = [f"Operation: {code(identifier)}"] if identifier else []
        if len(operation.tags) > 1:
            facts.append("Tags: " + ", ".join(escape(tag) for tag in operation.tags))
        if isinstance(value.get("security").value, list):
            facts.append("Authentication: " + (self._requirements(value.get("security")) or "none"))
        if more := external(value):
            facts.append(f"More: {more}")
        parts += [f"<p>{fact}</p>" for fact in facts]
        parts.append(self._servers(operation.servers, heading=False))
        parts.append(self._parameters(operation.parameters, below + 1))
        parts.append(self._body(value.get("requestBody"), below + 1))
        parts.append(self._responses(value.get("responses"), below + 1))
        if below == 2:  # one that is called back calls nobody back
            parts.append(self._callbacks(value.get("callbacks"), below + 1))
        parts += samples(value)
        return "\n".join(part for part in parts if part)

    def _parameters(self, parameters: Iterable[Spot], below: int) -> str:
        items = []
        for one in parameters:
            schema = one.get("schema")
            content = one.get("content").items()
            media = ""
            if content:
                media, schema = content[0][0], content[0][1].get("schema")
            notes = [one.text("in") or "parameter"]
            if one.get("required").value is True:
                notes.append("required")
            if one.get("deprecated").value is True:
                notes.append("deprecated")
            if media:
                notes.append(f"as {media}")
            if one.text("style") and one.text("style") not in _STYLES:
                notes.append(f"style {one.text('style')}")
            value = schema if isinstance(schema.value, dict) else Spot({}, one.address)
            given = {key: one.value[key] for key in ("example",) if key in one.value}
            examples = [example.get("value").value for _, example in one.get("examples").items()]
            if examples and not given:
                given = {"examples": examples}
            if given and "$ref" not in value.value:
                value = Spot({**value.value, **given}, value.address)
            items.append(
                self._schemas.item(one.text("name"), value, notes=tuple(notes), description=one.text("description"))
            )
        if not items:
            return ""
        return self._heading(below, "Parameters") + f"<ul>{''.join(items)}</ul>"

    def _body(self, body: Spot, below: int) -> str:
        body = self._documents.follow(body).spot
        if not isinstance(body.value, dict):
            return ""
        required = " (required)" if body.get("required").value is True else ""
        parts = [self._heading(below, "Request body" + required), described(body.text("description"))]
        parts += self._content(body.get("content"))
        return "".join(parts)

    def _content(self, content: Spot, *, briefly: bool = False) -> list[str]:
        """Media types with their schemas and examples; those of one schema stand together.

        ``briefly``: a schema that has a name is not spelt out.
        """
        groups: list[tuple[list[str], Spot]] = []
        for name, media in content.items():
            media = self._documents.follow(media).spot
            if groups and groups[-1][1].value == media.value:
                groups[-1][0].append(name)
            else:
                groups.append(([name], media))
        parts = []
        for names, media in groups:
            schema = media.get("schema")
            kind = self._schemas.words(schema) if isinstance(schema.value, dict) and schema else ""
            spot = self._documents.follow(schema).spot
            limits = self._schemas.limits(spot, with_examples=False) if isinstance(spot.value, dict) else ""
            text = ", ".join(code(name) for name in names) + (f": {kind}" if kind else "")
            parts.append(f"<p>{text}{'. ' + limits if limits else ''}</p>")
            followed = self._documents.follow(schema)
            is_link = briefly and bool(followed.key) and _is_named(followed)
            parts.append(self._schemas.members(schema) if isinstance(schema.value, dict) and not is_link else "")
            parts.append(self._examples(media, names[0]))
        return parts

    def _examples(self, media: Spot, media_type: str) -> str:
        if isinstance(media.value, dict) and "example" in media.value:
            return f"<p>Example:</p>{example(media.value['example'], media_type)}"
        parts = []
        several = media.get("examples").items()
        for name, one in several:
            one = self._documents.follow(one).spot
            title = one.text("summary") or name
            label = f"Example: {escape(title)}" if len(several) > 1 or one.text("summary") else "Example"
            if isinstance(one.value, dict) and "value" in one.value:
                written = example(one.value["value"], media_type)
            elif one.text("externalValue"):
                written = f"<p>{link(one.text('externalValue'), one.text('externalValue'))}</p>"
            else:
                continue
            parts.append(f"<p>{label}</p>{described(one.text('description'))}{written}")
        if parts:
            return "".join(parts)
        schema = self._documents.follow(media.get("schema")).spot
        if isinstance(schema.value, dict):
            given = [schema.value["example"]] if "example" in schema.value else schema.value.get("examples")
            if isinstance(given, list) and given:
                return "".join(f"<p>Example:</p>{example(one, media_type)}" for one in given[:5])
        return ""

    def _responses(self, responses: Spot, below: int) -> str:
        items = []
        for status, response in responses.items():
            if status.startswith("x-"):
                continue
            response = self._documents.follow(response).spot
            first, rest = inline(response.text("description") or response.text("summary"))
            headers = [
                self._schemas.item(name, header.get("schema"), description=header.text("description"), depth=1)
                for name, header in ((n, self._documents.follow(h).spot) for n, h in response.get("headers").items())
            ]
            links = [
                f"<li>{code(name)}: {code(link.text('operationId') or link.text('operationRef'))}"
                f" {inline(link.text('description'))[0]}</li>"
                for name, link in ((n, self._documents.follow(one).spot) for n, one in response.get("links").items())
            ]
            # an error looks the same everywhere: what has a name is told in its section
            inner = "".join(self._content(response.get("content"), briefly=status[:1] not in "123"))
            inner += f"<p>Headers:</p><ul>{''.join(headers)}</ul>" if headers else ""
            inner += f"<p>Links:</p><ul>{''.join(links)}</ul>" if links else ""
            items.append(f"<strong>{escape(status)}</strong>{': ' + first if first else ''}{rest}{inner}")
        return self._heading(below, "Responses") + listed(items) if items else ""

    def _callbacks(self, callbacks: Spot, below: int) -> str:
        parts = []
        for name, callback in callbacks.items():
            for path, item in self._documents.follow(callback).spot.items():
                for operation in self._operations.of_path(path, item):
                    parts.append(f"<p>{code(name)}:</p>")
                    parts.append(self._operation(replace(operation, tags=()), below + 1))
        return self._heading(below, "Callbacks") + "".join(parts) if parts else ""

    # schemas ---------------------------------------------------------------------------------------------------------

    def _named_schemas(self) -> Iterable[str]:
        done: set[str] = set()
        pieces: list[str] = []
        while waiting := [key for key in self._schemas.named if key not in done]:
            for key in waiting:
                done.add(key)
                pieces.append(self._schema(self._schemas.named[key]))
        if pieces:
            yield self._heading(1, "Schemas")
            yield from pieces

    def _schema(self, followed: Followed) -> str:
        schemas = self._schemas
        schema = followed.spot
        identifier = schemas.id_of(followed)
        heading = self._heading(2, escape(followed.name), identifier, f"/schemas/{followed.name}")
        merged = schemas.merged(schema, frozenset({followed.key}))
        value: dict[str, Any] = merged.value if isinstance(merged.value, dict) else {}
        kind = schemas.words(schema)
        bases = [schemas.words(one) for one in schema.get("allOf").list() if isinstance(one.get("$ref").value, str)]
        if bases:
            kind = "object, all of " + ", ".join(dict.fromkeys(bases)) + " included"
        title = schema.text("title")
        words = (
            f"{escape(title)}: {kind}"
            if title and title != followed.name
            else kind[:1].upper() + kind[1:]
            if kind[:1] != "<"
            else kind
        )
        limits = schemas.limits(merged, with_examples=False)
        deprecated = " Deprecated." if value.get("deprecated") is True else ""
        given = [value["example"]] if "example" in value else value.get("examples")
        samples = given if isinstance(given, list) else []
        return "".join(
            (
                heading,
                described(merged.text("description"), min(self._level + 3, 6)),
                f"<p>{words}.{deprecated}{' ' + limits if limits else ''}</p>",
                schemas.members(Spot(merged.value, schema.address), 0, frozenset({followed.key})),
                "".join(f"<p>Example:</p>{example(one, 'json')}" for one in samples[:5]),
                f"<p>More: {more}</p>" if (more := external(schema)) else "",
            )
        )


def _is_named(followed: Followed) -> bool:
    """Whether a schema has a section of its own: what stands among a document's named schemas, or is a whole file."""
    _, _, pointer = followed.key.partition("#")
    parts = pointer.split("/")
    return not pointer or parts[1:-1] in (["components", "schemas"], ["definitions"], ["$defs"]) or len(parts) == 2
