"""Schemas (JSON Schema as OpenAPI 2.0 to 3.1 use it) as words and lists.

A schema that has a name is a link to its own section, where it stands once; so a schema that holds itself ends there.
What has no name is written where it stands, down to :data:`MOST_LEVELS`.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any
from urllib.parse import urljoin

from scrapepy.convert.openapi.documents import Documents, Followed, Spot
from scrapepy.convert.openapi.text import as_json, attribute, code, example, inline

MOST_LEVELS = 7
"""Levels of properties that have no name of their own."""
MOST_ITEMS = 60_000
"""Properties that one page lists."""

_BOUNDS = (
    ("minimum", "Minimum"),
    ("exclusiveMinimum", "More than"),
    ("maximum", "Maximum"),
    ("exclusiveMaximum", "Less than"),
    ("multipleOf", "Multiple of"),
    ("minLength", "Minimum length"),
    ("maxLength", "Maximum length"),
    ("pattern", "Pattern"),
    ("minItems", "Minimum items"),
    ("maxItems", "Maximum items"),
    ("minProperties", "Minimum properties"),
    ("maxProperties", "Maximum properties"),
    ("contentEncoding", "Encoding"),
    ("contentMediaType", "Media type"),
)
_CHOICES = (("oneOf", "One of"), ("anyOf", "Any of"))


class Schemas:
    """Writes schemas, and remembers the named ones that it met, each of which gets a section."""

    def __init__(self, documents: Documents, is_named: Callable[[Followed], bool]) -> None:
        self._documents = documents
        self._is_named = is_named
        self._left = MOST_ITEMS
        self.named: dict[str, Followed] = {}
        """Schemas that sections are wanted for, by key, in the order in which they were met."""
        self._ids: dict[str, str] = {}

    def id_of(self, followed: Followed) -> str:
        """The id of a named schema's section; asking for it asks for the section."""
        identifier = self._ids.get(followed.key)
        if identifier is None:
            taken = set(self._ids.values())
            identifier = name = f"schema/{followed.name}"
            number = 2
            while identifier in taken:
                identifier, number = f"{name}-{number}", number + 1
            self._ids[followed.key] = identifier
            self.named[followed.key] = followed
        return identifier

    # words -----------------------------------------------------------------------------------------------------------

    def words(self, schema: Spot, depth: int = 0) -> str:
        """What kind of value a schema asks for, as HTML: ``array of <a>Pet</a>``."""
        followed = self._documents.follow(schema)
        if followed.missing:
            return f"{code(followed.name)}, which is not described" if followed.name else "any"
        if followed.key and self._is_named(followed):
            return f'<a href="#{attribute(self.id_of(followed))}">{escape(followed.name)}</a>'
        value = followed.spot
        if depth > MOST_LEVELS or not isinstance(value.value, dict):
            return "nothing" if value.value is False else "any"
        kinds = [kind for kind in _kinds(value.value) if kind != "null"]
        several = [self._words_of_kind(kind, value, depth) for kind in kinds]
        for key, _ in _CHOICES:
            options = [option for option in value.get(key).list() if not _is_null(option)]
            if options:
                several = list(dict.fromkeys(self.words(option, depth + 1) for option in options[:50]))
        if not several:
            parts = [self.words(part, depth + 1) for part in value.get("allOf").list()]
            several = [part for part in dict.fromkeys(parts) if part not in ("object", "any")][:1] if parts else []
            several = several or ["object"] if parts or value.get("properties") else several
        text = " or ".join(several) or "any"
        if "null" in _kinds(value.value) or value.get("nullable").value is True or _allows_null(value):
            text += " or null"
        return text

    def _words_of_kind(self, kind: str, schema: Spot, depth: int) -> str:
        if kind == "array":
            items = schema.get("items")
            inner = self.words(items, depth + 1) if items.value is not None else ""
            return f"array of ({inner})" if " or " in inner else f"array of {inner}" if inner else "array"
        if kind == "object" and not schema.get("properties"):
            others = schema.get("additionalProperties")
            if isinstance(others.value, dict) and others:
                return f"map of {self.words(others, depth + 1)}"
        form = schema.text("format")
        return f"{escape(kind)} ({escape(form)})" if form else escape(kind)

    def limits(self, schema: Spot, *, with_examples: bool = True) -> str:
        """What else a value must be, as sentences in HTML: values allowed, default, bounds."""
        value = schema.value
        if not isinstance(value, dict):
            return ""
        parts: list[str] = []
        listed = value.get("enum")
        if not isinstance(listed, list) and isinstance(
            items := self._documents.follow(schema.get("items")).spot.value, dict
        ):
            listed = items.get("enum") if "array" in _kinds(value) else None
        if isinstance(listed, list) and listed:
            parts.append("Allowed: " + ", ".join(code(one) for one in listed) + ".")
        if "const" in value:
            parts.append(f"Always {code(value['const'])}.")
        if "default" in value:
            parts.append(f"Default: {code(value['default'])}.")
        for key, words in _BOUNDS:
            bound = value.get(key)
            if bound is not None and not isinstance(bound, bool | dict | list):
                parts.append(f"{words}: {code(bound)}.")
        if value.get("exclusiveMinimum") is True or value.get("exclusiveMaximum") is True:
            parts.append("The bound itself is not allowed.")
        if value.get("uniqueItems") is True:
            parts.append("Items are unique.")
        if with_examples:
            given = [value["example"]] if "example" in value else value.get("examples")
            short = [one for one in given if not isinstance(one, dict | list)] if isinstance(given, list) else []
            if short:
                parts.append("Example: " + ", ".join(code(one) for one in short[:5]) + ".")
        return " ".join(parts)

    # lists -----------------------------------------------------------------------------------------------------------

    def members(self, schema: Spot, depth: int = 0, above: frozenset[str] = frozenset()) -> str:
        """What a value is made of, as a list in HTML; ``""`` where there is nothing to list.

        ``above`` are the keys of the schemas that this one stands in.
        """
        followed = self._documents.follow(schema)
        if followed.missing or depth > MOST_LEVELS or followed.key in above:
            return ""
        if followed.key:
            above = above | {followed.key}
        value = self.merged(followed.spot, above)
        if not isinstance(value.value, dict):
            return ""
        if isinstance(value.get("items").value, dict) and not value.get("properties"):
            return self._inner(value.get("items"), depth, above)
        items: list[str] = []
        required = value.get("required").value
        required = required if isinstance(required, list) else []
        for name, member in value.get("properties").items():
            items.append(self.item(name, member, required=name in required, depth=depth, above=above))
        for pattern, member in value.get("patternProperties").items():
            items.append(self.item(pattern, member, notes=("names of this pattern",), depth=depth, above=above))
        others = value.get("additionalProperties")
        if isinstance(others.value, dict) and others and (items or self._inner(others, depth, above)):
            items.append(self._entry("<em>any other name</em>", others, (), "", depth, above))
        for number, member in enumerate(value.get("prefixItems").list(), 1):
            items.append(self.item(f"[{number}]", member, depth=depth, above=above))
        text = f"<ul>{''.join(items)}</ul>" if items else ""
        for key, words in _CHOICES:
            text += self._choices(words, value.get(key).list(), depth, above)
        return text + self._discriminator(value)

    def _inner(self, schema: Spot, depth: int, above: frozenset[str]) -> str:
        """The members of what has no name of its own."""
        followed = self._documents.follow(schema)
        if followed.key and self._is_named(followed) and depth > 0:
            return ""
        return self.members(schema, depth + 1, above)

    def _choices(self, words: str, options: list[Spot], depth: int, above: frozenset[str]) -> str:
        items = []
        for option in options:
            followed = self._documents.follow(option)
            named = bool(followed.key) and self._is_named(followed)
            inner = "" if named else self.members(option, depth + 1, above)
            if not named and not inner and not followed.spot.text("description") and not followed.spot.text("title"):
                continue  # its words say it all
            title = followed.spot.text("title")
            label = f"<strong>{escape(title)}</strong>: " if title and not named else ""
            first, rest = inline(followed.spot.text("description")) if not named else ("", "")
            limits = self.limits(followed.spot) if not named else ""
            text = sentences(first, limits)
            items.append(f"<li>{label}{self.words(option)}{': ' + text if text else ''}{rest}{inner}</li>")
        named_only = all(item.startswith("<li><a ") for item in items)
        if not items or (named_only and depth > 0):
            return ""
        return f"<p>{words}:</p><ul>{''.join(items)}</ul>"

    def _discriminator(self, schema: Spot) -> str:
        value = schema.get("discriminator")
        name = value.value if isinstance(value.value, str) else value.text("propertyName")
        if not name:
            return ""
        pairs = []
        for key, target in value.get("mapping").items() if isinstance(value.value, dict) else []:
            if not isinstance(target.value, str):
                continue
            reference = (
                target.value if "/" in target.value or "." in target.value else f"#/components/schemas/{target.value}"
            )
            pairs.append(f"{code(key)}: {self.words(Spot({'$ref': reference}, schema.address))}")
        told = "; ".join(pairs)
        return f"<p>{code(name)} tells which it is{': ' + told if told else ''}.</p>"

    def item(
        self,
        name: str,
        schema: Spot,
        *,
        required: bool = False,
        notes: tuple[str, ...] = (),
        description: str = "",
        depth: int = 0,
        above: frozenset[str] = frozenset(),
    ) -> str:
        """One property or parameter as an item of a list: name, kind, description, limits, and what it is made of.

        ``notes`` stand before the kind, as text; ``description`` wins over the schema's own.
        """
        words = (*notes, *(("required",) if required else ()))
        return self._entry(code(name), schema, words, description, depth, above)

    def _entry(
        self, label: str, schema: Spot, words: tuple[str, ...], description: str, depth: int, above: frozenset[str]
    ) -> str:
        self._left -= 1
        if self._left < 0:
            return ""
        followed = self._documents.follow(schema)
        named = bool(followed.key) and self._is_named(followed)
        spot = self.merged(followed.spot, above) if not named else followed.spot
        value = spot.value if isinstance(spot.value, dict) else {}
        notes = [escape(word) for word in words]
        for key, word in (("readOnly", "read-only"), ("writeOnly", "write-only"), ("deprecated", "deprecated")):
            if value.get(key) is True:
                notes.append(word)
        before = notes[:1] if words[:1] and words[0] in PLACES else []
        kind = ", ".join([*before, self.words(schema), *notes[len(before) :]])
        own = schema.text("description") if named else schema.text("description") or spot.text("description")
        first, rest = inline(description or own)
        text = sentences(first, self.limits(spot) if not named else "")
        inner = "" if named else self._inner(schema, depth, above)
        if not named:
            rest += self._long_examples(value)
        return f"<li>{label} ({kind}){': ' + text if text else ''}{rest}{inner}</li>"

    def _long_examples(self, value: dict[str, Any]) -> str:
        given = [value["example"]] if "example" in value else value.get("examples")
        several = [one for one in given if isinstance(one, dict | list)] if isinstance(given, list) else []
        return "".join(f"<p>Example:</p>{example(one, 'json')}" for one in several[:5] if len(as_json(one)) < 20_000)

    # several schemas as one ------------------------------------------------------------------------------------------

    def merged(self, schema: Spot, above: frozenset[str] = frozenset(), depth: int = 0) -> Spot:
        """A schema with those of its ``allOf`` taken in: what all of them ask for together."""
        parts = schema.get("allOf").list()
        for key, _ in _CHOICES:  # one thing or null, as Pydantic writes what may be missing
            options = schema.get(key).list()
            rest = [option for option in options if not _is_null(option)]
            if len(options) == 2 and len(rest) == 1 and not parts:
                followed = self._documents.follow(rest[0])
                if not (followed.key and self._is_named(followed)):
                    parts = rest
        if not parts or depth > MOST_LEVELS:
            return schema
        result: dict[str, Any] = {"properties": {}, "required": []}
        own = {key: value for key, value in schema.value.items() if key != "allOf"}
        values: list[tuple[dict[str, Any], str]] = []
        for part in parts:
            followed = self._documents.follow(part)
            if followed.missing or (followed.key and followed.key in above):
                continue
            inner = self.merged(followed.spot, above | {followed.key}, depth + 1)
            if isinstance(inner.value, dict):
                values.append((inner.value, inner.address))
        values.append((own, schema.address))
        for value, address in values:
            for key, item in value.items():
                if key == "properties" and isinstance(item, dict):
                    result["properties"].update(
                        {name: _at_home(member, address, schema.address) for name, member in item.items()}
                    )
                elif key == "required" and isinstance(item, list):
                    result["required"] += [one for one in item if one not in result["required"]]
                elif key in ("discriminator", "title", "description") and value is not own:
                    if key == "description" and not own.get("description") and len(values) == 2:
                        result[key] = item
                else:
                    result[key] = item
        return Spot({key: value for key, value in result.items() if value not in ({}, [])}, schema.address)


def sentences(first: str, rest: str) -> str:
    """Two texts in a line, with a full stop between where the first has none."""
    if not first or not rest:
        return first or rest
    return f"{first} {rest}" if first.rstrip().endswith((".", "!", "?", ":", ";", "。")) else f"{first}. {rest}"


PLACES = ("query", "path", "header", "cookie", "form", "body")
"""Where a parameter stands: said before its kind."""


def _at_home(member: Any, address: str, home: str) -> Any:
    """A member whose references mean what they mean in the document that it comes from."""
    if address == home or not isinstance(member, dict):
        return member
    return {
        key: urljoin(address, value) if key == "$ref" and isinstance(value, str) else _nested(value, address, home)
        for key, value in member.items()
    }


def _nested(value: Any, address: str, home: str) -> Any:
    if isinstance(value, dict):
        return _at_home(value, address, home)
    return [_nested(one, address, home) for one in value] if isinstance(value, list) else value


def _kinds(value: dict[str, Any]) -> list[str]:
    kind = value.get("type")
    if isinstance(kind, str):
        return [kind]
    return [one for one in kind if isinstance(one, str)] if isinstance(kind, list) else []


def _allows_null(schema: Spot) -> bool:
    """``anyOf: [X, {type: "null"}]``, as Pydantic writes what may be missing."""
    return any(_is_null(option) for key, _ in _CHOICES for option in schema.get(key).list())


def _is_null(schema: Spot) -> bool:
    return isinstance(schema.value, dict) and _kinds(schema.value) == ["null"]
