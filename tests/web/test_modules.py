"""What JavaScript modules import, told from strings, comments and everything else."""

from __future__ import annotations

import pytest

from scrapepy.model.template import slot
from scrapepy.model.url import Role
from scrapepy.web.modules import is_address, number_module, replace_specifiers, specifiers


def names(text: str) -> list[str]:
    return [text[place.start : place.end] for place in specifiers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import './a.js'", ["./a.js"]),
        ('import"./a.js";', ["./a.js"]),
        ("import a from './a.js'", ["./a.js"]),
        ("import a, {b as c} from './a.js'", ["./a.js"]),
        ("import * as a from './a.js'", ["./a.js"]),
        ("import a, * as b from './a.js'", ["./a.js"]),
        ("import xfrom from './a.js'", ["./a.js"]),
        ('import{a as b}from"./a.js";import{c}from"./c.js";', ["./a.js", "./c.js"]),
        ("import {\n  a, // first\n  b, /* second */\n} from './a.js'", ["./a.js"]),
        ("import $a_1 from './a.js'", ["./a.js"]),
        ("import a from './a.json' with {type: 'json'}", ["./a.json"]),
        ("import {'odd name' as a} from './a.js'", ["./a.js"]),
        ("export * from './a.js'", ["./a.js"]),
        ("export * as a from './a.js'", ["./a.js"]),
        ("export {a, b as c} from './a.js'", ["./a.js"]),
        ('export{a}from"./a.js"', ["./a.js"]),
        ("const m = await import('./a.js')", ["./a.js"]),
        ("import( /* webpackChunkName */ './a.js' ).then(x)", ["./a.js"]),
        ("import('./a.js', {with: {type: 'json'}})", ["./a.js"]),
        ("x=`a${import('./a.js')}b`;import('./b.js')", ["./a.js", "./b.js"]),
        ("x=`a${`b${{c:1}}`}d`;import './a.js'", ["./a.js"]),
        ("x.replace(/\"/g, '');import './a.js'", ["./a.js"]),
        ("x = a / b; import './a.js'; y = c / d", ["./a.js"]),
        ("return/[/'\"]/.test(x);import './a.js'", ["./a.js"]),
        ("// import './no.js'\nimport './a.js'", ["./a.js"]),
        ("'it\\'s'; import './a.js'", ["./a.js"]),
        ("import vue from 'vue'", ["vue"]),
    ],
)
def test_imports(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "// import './a.js'",
        "/* import './a.js' */",
        "x = \"import './a.js'\"",
        "x = `import './a.js'`",
        "x = `${'`'} import './a.js'`",
        "import(name)",
        "import('./a' + b)",
        "import(`./a.js`)",
        "import.meta.url",
        "x.import('./a.js')",
        "myimport('./a.js')",
        "export default './a.js'",
        "export const a = './a.js'",
        "export {a, b}; from = './a.js'",
        "({import: './a.js'})",
        "x = /import '.\\/a.js'/",
        "import './a\\x2ejs'",
        "const from = './a.js'",
    ],
)
def test_no_imports(text: str) -> None:
    assert names(text) == []


def test_bare_names_are_no_addresses() -> None:
    assert [is_address(name) for name in ("./a", "../a", "/a", "//h/a", "https://h/a")] == [True] * 5
    assert [is_address(name) for name in ("vue", "@scope/a", "#inside", "node:fs", "")] == [False] * 5
    text = "import 'vue'; import './a.js'"
    assert replace_specifiers(text, lambda name: "X") == "import 'vue'; import 'X'"


def test_a_module_gets_slots_between_its_own_quotes() -> None:
    template = number_module(
        "import a from '../a.js';import(\"/b.js?v=1\");export * from '../a.js'", "http://h/d/m.js", None
    )
    assert template.text == f"import a from '{slot(0)}';import(\"{slot(1)}\");export * from '{slot(0)}'"
    assert [(r.url, r.role) for r in template.references] == [
        ("http://h/a.js", Role.SCRIPT),
        ("http://h/b.js?v=1", Role.SCRIPT),
    ]


def test_a_script_without_imports_is_left_alone() -> None:
    text = "alert('hello')"
    assert number_module(text, "http://h/m.js", None).text == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "hostile", ["import " * 5000, "import{" * 3000, "export{" * 3000, "`${" * 3000, "'" * 5001, "/*" * 5000]
)
def test_hostile_text_takes_no_time(hostile: str) -> None:
    assert names(hostile) == []
