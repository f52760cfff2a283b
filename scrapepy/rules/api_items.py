"""API items that are an element with a declaration in it: a heading with the signature, then what is said about it.

A row for each generator's habit. The *holder* is an element of one of ``tags`` with one of ``words`` among its classes;
``signature`` finds its declarations (of the holder itself, not of an item inside it), each of which becomes a heading.
Of several rows that fit a holder the first whose declaration is found holds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApiItem:
    """One row."""

    id: str
    why: str
    """Whose markup it is."""
    tags: tuple[str, ...]
    words: tuple[str, ...]
    """Class names in lower case."""
    signature: str
    """CSS selector of the declarations, asked below the holder."""
    names: str = ""
    """Headings with a bare name, which the declaration replaces; a name that says more than it goes before it."""
    labels: str = ""
    """Words beside a declaration ("async", "read only") that become a line below the heading."""
    drop: str = ""
    """What stands in or beside the declaration and says nothing."""


_DIV = ("div",)
_GO_HEADINGS = ", ".join(f"h4.Documentation-{kind}Header" for kind in ("function", "typeFunc", "typeMethod"))
_GO_WORDS = ("documentation-function", "documentation-type", "documentation-typefunc", "documentation-typemethod")
_GO_DROP = "a.Documentation-idLink, .Documentation-declarationLink"
_MKDOCSTRINGS_SOURCE = (
    "details.mkdocstrings-source, details.quote:has(> summary:lexbor-contains('Source code in')), a.headerlink"
)

API_ITEMS: tuple[ApiItem, ...] = (
    ApiItem(
        id="javadoc-member",
        why="Javadoc 16 and later: section.detail > h3 + div.member-signature",
        tags=("section",),
        words=("detail",),
        signature="div.member-signature",
        names="h2, h3, h4, h5",
    ),
    ApiItem(
        id="exdoc-item",
        why="ExDoc: section.detail > div.detail-header > h1.signature, a first heading for each function",
        tags=("section", "div"),
        words=("detail",),
        signature=".detail-header :is(h1, h2, h3, span).signature",
        labels=".detail-header span.note",
        drop="a.detail-link, a.icon-action, .detail-header .app-vsn",
    ),
    ApiItem(
        id="rustdoc-item",
        why="rustdoc: details.toggle > summary > section > h4.code-header + div.docblock",
        tags=("details",),
        words=("toggle", "rustdoc-toggle"),
        signature="summary :is(h3, h4).code-header",
        labels="summary .since",
        drop="summary .rightside, summary a.src, summary a.srclink, summary a.anchor, summary .notable-traits",
    ),
    ApiItem(
        id="rustdoc-bare-item",
        why="rustdoc: an item without a description, and an implementation that holds nothing",
        tags=("section", "div"),
        words=("method", "tymethod", "associatedtype", "associatedconstant", "impl", "variant"),
        signature=":is(h3, h4).code-header",
        labels=".since",
        drop=".rightside, a.src, a.srclink, a.anchor",
    ),
    ApiItem(
        id="yard-method",
        why="YARD: div.method_details > h3.signature, or ul.overload of it",
        tags=_DIV,
        words=("method_details",),
        signature="h3.signature > span.overload, h3.signature:not(:has(> span.overload))",
        labels="h3.signature > .extras",
        drop="h3.signature .aliases:empty, table.source_code",
    ),
    ApiItem(
        id="crystal-method",
        why="Crystal: div.entry-detail > div.signature + div.doc",
        tags=_DIV,
        words=("entry-detail",),
        signature="div.signature",
        drop="a.method-permalink",
    ),
    ApiItem(
        id="rdoc-method",
        why="RDoc: div.method-detail > div.method-heading > span.method-name + span.method-args, or .method-callseq",
        tags=_DIV,
        words=("method-detail",),
        signature=".method-heading",
        labels=".method-heading .attribute-access-type",
        drop=".method-click-advice, .method-controls, .method-source-toggle, .method-source-code",
    ),
    ApiItem(
        id="mkdocstrings-item",
        why="mkdocstrings, separate_signature: hN.doc-heading, then div.doc-signature for each overload",
        tags=_DIV,
        words=("doc-object",),
        signature="div.doc-signature",
        names=".doc-heading",
        labels=".doc-heading .doc-labels",
        drop=_MKDOCSTRINGS_SOURCE,
    ),
    ApiItem(
        id="mkdocstrings-heading",
        why="mkdocstrings: div.doc-object > hN.doc-heading > code, or a bare name",
        tags=_DIV,
        words=("doc-object",),
        signature=".doc-heading",
        labels=".doc-heading .doc-labels",
        drop=_MKDOCSTRINGS_SOURCE,
    ),
    ApiItem(
        id="haddock-item",
        why="Haddock: div.top > p.src + div.doc",
        tags=_DIV,
        words=("top",),
        signature=".top > p.src",
        drop="p.src > a.link, p.src > a.selflink",
    ),
    ApiItem(
        id="nim-item",
        why="Nim: dl.item > div > dt > pre, marked by its row; that of a type has lines, and stays code",
        tags=_DIV,
        words=("nim-item",),
        signature="pre:first-child",
    ),
    ApiItem(
        id="pdoc-item",
        why="pdoc: section > div.attr + a.headerlink + div.docstring, and div.classattr likewise",
        tags=("section", "div"),
        words=("classattr", "pdoc-item"),
        signature="div.attr",
        drop="div.attr > .view-source-button, div.attr > .view-value-button, div.attr > .view-value-toggle-state, "
        "div.attr > label, div.attr > input",
    ),
    ApiItem(
        id="go-item",
        why="pkg.go.dev: div.Documentation-function > h4 + div.Documentation-declaration > pre",
        tags=_DIV,
        words=_GO_WORDS,
        signature=":is(h4.Documentation-functionHeader, h4.Documentation-typeFuncHeader, "
        "h4.Documentation-typeMethodHeader) + .Documentation-declaration > pre:first-child",
        names=_GO_HEADINGS,
        labels=".Documentation-sinceVersion",
        drop=_GO_DROP,
    ),
    ApiItem(
        id="go-type",
        why="pkg.go.dev: the declaration of a type has lines, and stays code",
        tags=_DIV,
        words=_GO_WORDS,
        signature="h4.Documentation-typeHeader",
        labels=".Documentation-sinceVersion",
        drop=_GO_DROP,
    ),
    ApiItem(
        id="pydoctor-item",
        why="pydoctor: div.basemethod > div.functionHeader + div.functionBody, marked by its row",
        tags=_DIV,
        words=("pydoctor-item",),
        signature=".functionHeader",
        drop="a.headerLink, a.sourceLink, .functionHeader .functionSourceLink",
    ),
    ApiItem(
        id="phpdocumentor-item",
        why="phpDocumentor 3: article.phpdocumentor-element > h4 + code.phpdocumentor-signature",
        tags=("article",),
        words=("phpdocumentor-element",),
        signature="code.phpdocumentor-signature",
        names="h4.phpdocumentor-element__name",
        drop="a.headerlink, .phpdocumentor-element-found-in",
    ),
    ApiItem(
        id="erlang-function",
        why="Erlang's documents until OTP 26: article.func > h4.func-head, one for each way to call it",
        tags=("article",),
        words=("func",),
        signature="h4.func-head",
        labels="h4.func-head .since, h4.func-head .title-since",
        drop=".title-anchors",
    ),
)
