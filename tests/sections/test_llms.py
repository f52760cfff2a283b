from __future__ import annotations

from scrapepy.sections.llms import LlmsPage, llms_full_txt, llms_txt


def page(path: str, title: str, description: str = "") -> LlmsPage:
    return LlmsPage(f"https://e.example/{path}", f"docs/{path}", title, description, f"# {title}\n\nText.\n")


PAGES = [
    page("index.md", "Home"),
    page("lib/index.md", "The library"),
    page("lib/a b.md", "a[0]\n*x*", "About\nx."),
    page("how-to/c.md", "C"),
    page("lib/deep/d.md", "D"),
]


def test_the_index() -> None:
    assert llms_txt("My  docs", "What\nit is.", PAGES) == (
        "# My docs\n\n> What it is.\n\n"
        "## Pages\n\n- [Home](docs/index.md)\n\n"
        "## The library\n\n- [The library](docs/lib/index.md)\n- [a\\[0\\] \\*x\\*](docs/lib/a%20b.md): About x.\n"
        "- [D](docs/lib/deep/d.md)\n\n"
        "## How to\n\n- [C](docs/how-to/c.md)\n"
    )


def test_all_of_it() -> None:
    assert llms_full_txt("T", "", PAGES[:2]) == (
        "# T\n\nSource: https://e.example/index.md\n\n# Home\n\nText.\n\n"
        "Source: https://e.example/lib/index.md\n\n# The library\n\nText.\n"
    )
