"""Markdown that a site publishes of its own pages: how a page announces it, and when it is no plain Markdown.

A twin is used only where it is GitHub Flavored Markdown as it stands. What a generator would still have worked on (its
directives, components and includes) reads as noise or as code, and the page's HTML says it better.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ForeignSyntax:
    """One syntax that only its own generator reads, looked for outside code; ``example`` has it, ``near_miss`` not."""

    id: str
    pattern: re.Pattern[str]
    why: str
    example: str
    near_miss: str


_LINES = re.MULTILINE

TWIN_TYPES = ("text/markdown", "text/x-markdown")
"""Types of ``link rel=alternate`` that announce one."""
TWIN_ENDINGS = (".md", ".markdown", ".md.txt")
"""Endings of their addresses. Sphinx publishes its sources as ``_sources/page.md.txt``; ``.rst.txt`` is no Markdown."""

FOREIGN_SYNTAXES: tuple[ForeignSyntax, ...] = (
    ForeignSyntax(
        id="mdx-component",
        pattern=re.compile(r"</?[A-Z][A-Za-z0-9.]*(?:[\s>]|/>)"),
        why="MDX: a component that React draws",
        example='<Tabs>\n<TabItem value="a">x</TabItem>\n</Tabs>',
        near_miss="write `<Tabs>` around it, and <kbd>A</kbd>",
    ),
    ForeignSyntax(
        id="mdx-module",
        pattern=re.compile(
            r"^(?:import\s+[\w{*][^\n]*\bfrom\s+['\"]|export\s+(?:const|default|function|let)\b)", _LINES
        ),
        why="MDX: modules, which are no text",
        example="import Tabs from '@theme/Tabs';",
        near_miss="import it from the menu",
    ),
    ForeignSyntax(
        id="directive",
        pattern=re.compile(r"^[ \t]*:{3,}[ \t]*\{?[A-Za-z]", _LINES),
        why="a container of MyST, Docusaurus, VitePress or Starlight",
        example=":::tip\nTry it.\n:::",
        near_miss="::: ",
    ),
    ForeignSyntax(
        id="myst-directive",
        pattern=re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*\{[A-Za-z]", _LINES),
        why="MyST: a directive in the form of a code block",
        example="```{note}\nText\n```",
        near_miss="```js {1,3}\nlet x;\n```",
    ),
    ForeignSyntax(
        id="myst-role",
        pattern=re.compile(r"\{[A-Za-z][\w:+.-]*\}`"),
        why="MyST: a role, which Sphinx resolves",
        example="see {ref}`setup`",
        near_miss="the set {a} and `code`",
    ),
    ForeignSyntax(
        id="myst-target",
        pattern=re.compile(r"^\([\w.-]+\)=[ \t]*$", _LINES),
        why="MyST: a label for a place",
        example="(setup)=\n# Setup",
        near_miss="(setup) = 1",
    ),
    ForeignSyntax(
        id="admonition",
        pattern=re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+[A-Za-z]", _LINES),
        why="Python-Markdown: an admonition, whose text would become code",
        example="!!! note\n    Text",
        near_miss="Stop!!! Now",
    ),
    ForeignSyntax(
        id="content-tab",
        pattern=re.compile(r"^[ \t]*===!?[ \t]+\"", _LINES),
        why="PyMdown: a tab, whose text would become code",
        example='=== "npm"\n    npm i',
        near_miss="Title\n=====",
    ),
    ForeignSyntax(
        id="attribute-list",
        pattern=re.compile(r"\{:?[ \t]*[.#][\w-]+[^{}\n]*\}"),
        why="kramdown and Python-Markdown: attributes",
        example="# Title {#own-id}",
        near_miss="a set {1, 2}",
    ),
    ForeignSyntax(
        id="template",
        pattern=re.compile(r"\{%|\{\{[<%]?|^--8<--", _LINES),
        why="a template language (Jinja, Liquid, Hugo) or a snippet to be put in",
        example='{{< figure src="a.png" >}}',
        near_miss="{ one }",
    ),
    ForeignSyntax(
        id="footnote",
        pattern=re.compile(r"\[\^[^\]\s]+\]"),
        why="footnotes, which the reader of twins does not know",
        example="text[^1]",
        near_miss="[a^2]",
    ),
    ForeignSyntax(
        id="math",
        pattern=re.compile(r"\$\$|\$[^\s$][^$\n]*[\\^_][^$\n]*\$"),
        why="math, which the reader of twins does not know",
        example="$x^2$",
        near_miss="it costs $5 and then $6",
    ),
    ForeignSyntax(
        id="wiki-link",
        pattern=re.compile(r"\[\[[^\]\n]+\]\]|^\[(?:TOC|toc)\]$", _LINES),
        why="links and lists of contents that the generator fills in",
        example="see [[Setup]]",
        near_miss="a[b[0]]",
    ),
)
