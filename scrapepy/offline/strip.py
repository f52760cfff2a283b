"""A page without any script (``--scripts strip``)."""

from __future__ import annotations

from scrapepy.model.url import Reference, Role
from scrapepy.web.html import Node, Tree, parse, serialise
from scrapepy.web.links import reference_of

_RUNS = ("javascript:", "vbscript:", "data:text/html")
_IGNORED = str.maketrans("", "", "\t\n\r")


def strip_scripts(tree: Tree, references: list[Reference]) -> None:
    """Take out script elements, event handlers and addresses that are scripts, inside templates and ``srcdoc`` too.

    Styles that a script would have switched on (``media=print`` or ``rel=preload`` until loaded) are switched on.
    """
    pending = [tree.root] if tree.root is not None else []
    while pending:
        top = pending.pop()
        for script in top.css("script"):
            script.decompose()
        for node in list(top.traverse()):
            attributes = node.attributes
            if attributes:
                _strip_element(node, attributes, references)
        pending += top.template_fragments()


def _strip_element(node: Node, attributes: dict[str, str | None], references: list[Reference]) -> None:
    if node.tag == "link":
        if _preloads_script(attributes, references):
            node.decompose()
            return
        if "onload" in attributes:
            _switch_on(node, attributes)
    for name, value in attributes.items():
        if name.startswith("on") or (value and _is_script(value, references)):
            del node.attrs[name]
        elif name == "srcdoc" and value:
            inner = parse(value)
            strip_scripts(inner, references)
            node.attrs["srcdoc"] = serialise(inner)


def _is_script(value: str, references: list[Reference]) -> bool:
    reference = reference_of(value, references)
    if reference is not None:
        if reference.url is not None:
            return False
        value = reference.address
    return value[:100].translate(_IGNORED).lstrip().lower().startswith(_RUNS)


def _preloads_script(attributes: dict[str, str | None], references: list[Reference]) -> bool:
    words = (attributes.get("rel") or "").lower().split()
    if "preload" not in words and "modulepreload" not in words:
        return False
    reference = reference_of(attributes.get("href"), references)
    return reference is not None and reference.role is Role.SCRIPT


def _switch_on(link: Node, attributes: dict[str, str | None]) -> None:
    rel = (attributes.get("rel") or "").lower().split()
    if "preload" in rel and (attributes.get("as") or "").strip().lower() == "style":
        link.attrs["rel"] = "stylesheet"
    elif "stylesheet" in rel and (attributes.get("media") or "").strip().lower() in ("print", "only x"):
        link.attrs["media"] = "all"
