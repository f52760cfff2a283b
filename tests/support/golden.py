"""Golden cases of the converter: ``tests/golden/convert/<name>/{source.html, expected.md, case.toml}``.

``case.toml`` may hold ``url`` (the page's address), ``fragment`` (the source is content), ``min_words``. What is
expected is the finished file, frontmatter included; for a page without a Markdown copy it is one line that says why.

``python -m tests.support.golden [name …]`` rewrites expectations and shows what changed, to be read before it is kept.
"""

from __future__ import annotations

import difflib
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.to_markdown import convert_text
from scrapepy.model.document import Conversion
from scrapepy.model.options import ConvertOptions

ROOT = Path(__file__).parent.parent / "golden" / "convert"


def names(prefix: str = "") -> list[str]:
    """The cases, in order."""
    return sorted(case.name for case in ROOT.iterdir() if case.is_dir() and case.name.startswith(prefix))


def written(conversion: Conversion, markdown: str) -> str:
    """What the converter would write, or why it would not."""
    if conversion.body is None:
        reason = conversion.refusal.value if conversion.refusal is not None else "nothing"
        return f"(no Markdown: {reason}, {conversion.refusal_rule})\n"
    return with_frontmatter(conversion.metadata, markdown)


def convert(name: str, convert_text: Callable[..., tuple[Conversion, str]] = convert_text) -> str:
    """The case's source, converted as the case says."""
    folder = ROOT / name
    options = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    conversion, markdown = convert_text(
        (folder / "source.html").read_bytes(),
        options.get("url"),
        ConvertOptions(min_words=options.get("min_words", 50), fragment=options.get("fragment", False)),
    )
    return written(conversion, markdown)


def expected(name: str) -> str:
    """What is expected of the case; a missing file fails, so that no wrong result becomes the standard by itself."""
    return (ROOT / name / "expected.md").read_text(encoding="utf-8")


def rewrite(root: Path, cases: Iterable[str], convert_case: Callable[[str], str]) -> None:
    """Write what each case below ``root`` converts to now as its expectation, and show what changed."""
    for name in cases:
        path = root / name / "expected.md"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = convert_case(name)
        if before == after:
            continue
        sys.stdout.writelines(
            difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"{name} before", f"{name} now")
        )
        path.write_text(after, encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Rewrite the expectations of the cases named (all, if none is) and show each change."""
    rewrite(ROOT, arguments or names(), convert)


if __name__ == "__main__":
    main(sys.argv[1:])
