"""The few elements of a page that cleaning looks at, found in one go."""

from __future__ import annotations

from scrapepy.model.url import Reference, Role
from scrapepy.rules.html_cleanup import REMOVED_ATTRIBUTES
from scrapepy.web.elements import KEPT, Met
from scrapepy.web.html import Node, Tree

Elements = dict[str, list[Node]]
"""Elements by name, each list in the order of the page; no key for what the page has not."""

_ALWAYS = ",".join(KEPT)
_PINGS = ",".join(
    f"{element}[ping]" for row in REMOVED_ATTRIBUTES if row.attribute == "ping" for element in row.elements
)
_REMOVED = {
    element: frozenset(row.attribute for row in REMOVED_ATTRIBUTES if element in row.elements)
    for element in {element for row in REMOVED_ATTRIBUTES for element in row.elements}
}


def collect(tree: Tree, references: list[Reference], met: Met | None = None) -> Elements:
    """The elements of ``tree`` that later steps ask for, out of one search, since each costs a walk of the tree.

    ``met`` holds them where the tree is as it was parsed.
    """
    elements: Elements = {}
    if met is not None:
        elements.update(met.elements)
    else:
        for node in tree.css(_ALWAYS):
            elements.setdefault(str(node.tag), []).append(node)
    if any(reference.role is Role.HINT for reference in references):
        for node in tree.css(_PINGS):
            elements.setdefault(str(node.tag), []).append(node)
    if tree.root is not None:
        elements["html"] = [tree.root]
    return elements


def clean_attributes(elements: Elements) -> None:
    """Take out the attributes of :data:`scrapepy.rules.html_cleanup.REMOVED_ATTRIBUTES`."""
    for element, attributes in _REMOVED.items():
        for node in elements.get(element, ()):
            for attribute in attributes.intersection(node.attributes):
                del node.attrs[attribute]
