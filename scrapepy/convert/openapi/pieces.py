"""Pieces of an API description that need nothing but themselves: links, ways to sign in, samples of code."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import urlsplit

from scrapepy.convert.openapi.documents import Spot
from scrapepy.convert.openapi.operations import Operation
from scrapepy.convert.openapi.text import attribute, code, fenced, inline


def ids_of(operation: Operation) -> tuple[str, ...]:
    """The ids by which Redoc and Swagger UI know an operation in addresses."""
    identifier = operation.value.text("operationId")
    tag = operation.tags[0] if operation.tags else ""
    slug = tag.replace(" ", "-")
    pointer = operation.path.replace("~", "~0").replace("/", "~1")
    last = f"operation/{identifier}" if identifier else f"paths/{pointer}/{operation.method.lower()}"
    ids = [f"tag/{slug}/{last}", last] if tag else [last]
    if identifier:
        ids.append(f"/{tag or 'default'}/{identifier}")
    return tuple(ids)


def security_words(scheme: Spot) -> str:
    """What a security scheme asks for, as HTML."""
    kind = scheme.text("type")
    match kind:
        case "apiKey":
            return f"API key in the {escape(scheme.text('in'))} {code(scheme.text('name'))}"
        case "http":
            form = f", {escape(scheme.text('bearerFormat'))}" if scheme.text("bearerFormat") else ""
            return f"HTTP {escape(scheme.text('scheme'))}{form}"
        case "basic":
            return "HTTP basic"
        case "oauth2":
            return "OAuth 2.0"
        case "openIdConnect":
            url = scheme.text("openIdConnectUrl")
            return f"OpenID Connect, {link(url, url)}" if url else "OpenID Connect"
        case "mutualTLS":
            return "mutual TLS"
        case _:
            return escape(kind)


def flows(scheme: Spot) -> str:
    """The flows of OAuth with their scopes, as a list."""
    found = scheme.get("flows").items()
    if scheme.text("flow"):
        found = [(scheme.text("flow"), scheme)]
    items = []
    for name, flow in found:
        facts = [escape(name)]
        for key, words in (
            ("authorizationUrl", "authorize at"),
            ("tokenUrl", "token from"),
            ("refreshUrl", "refresh at"),
        ):
            if flow.text(key):
                facts.append(f"{words} {code(flow.text(key))}")
        scopes = [
            f"<li>{code(scope)}{': ' + inline(told)[0] if told else ''}</li>"
            for scope, told in ((name, flow.get("scopes").text(name)) for name, _ in flow.get("scopes").items())
        ]
        items.append(f"<li>{', '.join(facts)}{'<ul>' + ''.join(scopes) + '</ul>' if scopes else ''}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""


def samples(value: Spot) -> list[str]:
    """Code in several languages, where the description holds it (``x-codeSamples`` of Redocly and others)."""
    parts = []
    for one in value.get("x-codeSamples").list() or value.get("x-code-samples").list():
        source, language = one.text("source"), one.text("lang")
        if source:
            parts.append(f"<p>{escape(one.text('label') or language or 'Code')}:</p>")
            parts.append(fenced(source.rstrip("\n"), language.lower().replace(" ", "-")))
    return parts


def external(value: Spot) -> str:
    """The link to documentation elsewhere; ``""`` where there is none."""
    docs = value.get("externalDocs")
    url = docs.text("url")
    if not url:
        return ""
    text, _ = inline(docs.text("description"))
    return link(url, url) if not text else f'<a href="{attribute(url)}">{text}</a>'


def link(url: str, text: str) -> str:
    """A link; the text alone where the address is none for readers."""
    scheme = urlsplit(url).scheme if ":" in url else ""
    if scheme not in ("", "http", "https", "mailto"):
        return escape(text)
    return f'<a href="{attribute(url)}">{escape(text)}</a>'


def anchor(identifier: str) -> str:
    """An id at a place of its own."""
    return f'<a id="{attribute(identifier)}"></a>'


def listed(items: Iterable[str]) -> str:
    """A list; ``""`` for no items."""
    text = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{text}</ul>" if text else ""
