"""HTML that a selector of the rules matches: for tests that try each alternative of a list of selectors."""

from __future__ import annotations

import re

_COMPOUND = re.compile(r"(?P<tag>[a-zA-Z][\w-]*)?(?P<rest>(?:\[[^\]]*\]|[.#][\w-]+)*)")
_PART = re.compile(
    r"\[(?P<name>[\w-]+)(?:[*^$~]?=['\"]?(?P<value>[^'\"\] ]*)['\"]?(?: i)?)?\]|(?P<sign>[.#])(?P<word>[\w-]+)"
)


def alternatives(css: str) -> list[str]:
    """The selectors of a list, each alone; commas in brackets part nothing."""
    return [one.strip() for one in re.split(r",(?![^()]*\))", css)]


def html_of(selector: str, inner: str, tag: str = "div") -> str:
    """Elements one inside another that ``selector`` matches, ``inner`` in the last; ``tag`` where it names none."""
    selector = re.sub(r":not\([^()]*\)", "", selector)
    for compound in reversed(selector.replace(" > ", " ").replace(" i]", "]").split()):
        match = _COMPOUND.fullmatch(compound)
        assert match is not None, compound
        name = match["tag"] or tag
        attributes: dict[str, str] = {}
        for part in _PART.finditer(match["rest"]):
            key = part["name"] or {".": "class", "#": "id"}[part["sign"]]
            attributes[key] = f"{attributes.get(key, '')} {part['value'] or part['word'] or 'x'}".strip()
        inner = f"<{name}{''.join(f' {key}={value!r}' for key, value in attributes.items())}>{inner}</{name}>"
    return inner
