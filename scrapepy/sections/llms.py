"""``llms.txt`` and ``llms-full.txt``: a site's Markdown named and put together for language models.

The convention is https://llmstxt.org/: a title, a description as a quote, sections of links with what each is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from scrapepy.sections.rebase import rebased

_MARKUP = re.compile(r"([\\\[\]`*_<>])")
ROOT_SECTION = "Pages"
"""Heading of pages that stand in no folder."""


@dataclass(frozen=True, slots=True)
class LlmsPage:
    """A page of the site."""

    url: str
    path: str
    """Of its Markdown file, below the folder of ``llms.txt``."""
    title: str
    description: str
    body: str
    """Its Markdown without frontmatter."""


def llms_txt(title: str, description: str, pages: Sequence[LlmsPage]) -> str:
    """The index of the pages, in their order; a section for each folder, in the order of its first page."""
    shared = _shared_folder([page.path for page in pages])
    sections: dict[str, list[LlmsPage]] = {}
    for page in pages:
        folder, slash, _ = page.path[len(shared) :].partition("/")
        sections.setdefault(folder if slash else "", []).append(page)
    lines = [f"# {_line(title)}", ""]
    if description:
        lines += [f"> {_line(description)}", ""]
    for folder, inside in sections.items():
        lines += [f"## {_section_title(folder, shared, inside)}", ""]
        lines += [_link(page) for page in inside]
        lines.append("")
    return "\n".join(lines)


def llms_full_txt(title: str, description: str, pages: Iterable[LlmsPage]) -> str:
    """All pages in full, each behind its address; their links lead on from the folder of ``llms-full.txt``."""
    head = f"# {_line(title)}\n\n" + (f"> {_line(description)}\n\n" if description else "")
    return head + "\n".join(f"Source: {page.url}\n\n{rebased(page.body, page.path).strip()}\n" for page in pages)


def _section_title(folder: str, shared: str, inside: Sequence[LlmsPage]) -> str:
    """The title of the folder's index page, else the folder's name."""
    if not folder:
        return ROOT_SECTION
    index = f"{shared}{folder}/index.md"
    title = next((page.title for page in inside if page.path == index and page.title), "")
    return _line(title or folder.replace("-", " ").replace("_", " ").capitalize())


def _shared_folder(paths: Sequence[str]) -> str:
    """The folder that all pages stand below, with a slash; empty where there is none."""
    folders = [path.split("/")[:-1] for path in paths]
    shared: list[str] = []
    for names in zip(*folders, strict=False):
        if len(set(names)) > 1:
            break
        shared.append(names[0])
    return "".join(f"{name}/" for name in shared)


def _link(page: LlmsPage) -> str:
    about = f": {_line(page.description)}" if page.description else ""
    return f"- [{_MARKUP.sub(_escaped, _line(page.title or page.path))}]({quote(page.path)}){about}"


def _escaped(match: re.Match[str]) -> str:
    return "\\" + match[1]


def _line(text: str) -> str:
    return " ".join(text.split())
