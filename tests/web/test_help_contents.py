"""Tables of contents of help systems, which only scripts read."""

from __future__ import annotations

import time

import pytest

from scrapepy.model.url import Role
from scrapepy.web.help_contents import is_contents, listed


def read(address: str, text: str) -> list[tuple[str, Role]]:
    return [(one.address, one.role) for one in listed(text, address)]


def test_flare_names_its_contents() -> None:
    text = '<WebHelpSystem DefaultUrl="Content/a.htm" Toc="Data/Tocs/Main.js" Index="Data/Index.js" />'
    assert read("http://h/d/Data/HelpSystem.xml", text) == [("http://h/d/Data/Tocs/Main.js", Role.SCRIPT)]
    script = f"xmlHelpSystemData += '{text}';"
    assert read("http://h/d/Data/HelpSystem.js?1", script) == [("http://h/d/Data/Tocs/Main.js", Role.SCRIPT)]


def test_flare_chunks() -> None:
    text = "define({numchunks:2,prefix:'Main_Chunk',chunkstart:['/Content/a.htm'],tree:{n:[{i:0,c:0}]}});"
    names = [f"http://h/d/Data/Tocs/Main_Chunk{number}.js" for number in (0, 1)]
    assert read("http://h/d/Data/Tocs/Main.js", text) == [(name, Role.SCRIPT) for name in names]


def test_flare_pages_are_named_from_the_root() -> None:
    text = (
        "define({'/Content/a b.htm':{i:[0],t:['A'],b:['']},'/Content/it\\'s.htm':{i:[1],t:['It\\'s: x'],b:['#y']},"
        "'___':{i:[2],t:['A title without a page'],b:['']},'http://other/':{i:[3],t:['x'],b:['']}});"
    )
    assert read("http://h/Data/Tocs/Main_Chunk0.js", text) == [
        ("http://h/Content/a%20b.htm", Role.LINK),
        ("http://h/Content/it's.htm", Role.LINK),
    ]


def test_responsive_robohelp() -> None:
    text = '[{"type":"book","name":"A","key":"toc1","url":"In\\/A.htm"},{"type":"item","name":"B","url":"B.htm#x"}]'
    assert read("http://h/d/whxdata/toc.new.js", text) == [
        ("http://h/d/whxdata/toc1.new.js", Role.SCRIPT),
        ("http://h/d/In/A.htm", Role.LINK),
        ("http://h/d/B.htm", Role.LINK),
    ]


def test_webhelp() -> None:
    assert read("http://h/d/whxdata/whtoc.xml", '<toc root="whtdata0.xml"/>') == [
        ("http://h/d/whxdata/whtdata0.xml", Role.DATA)
    ]
    text = '<tocdata><book name="G"><item name="x" url="b.htm?x=1&amp;y"/></book><chunk ref="whtdata1.xml"/></tocdata>'
    assert read("http://h/d/whxdata/whtdata0.xml", text) == [
        ("http://h/d/b.htm?x=1&y", Role.LINK),
        ("http://h/d/whxdata/whtdata1.xml", Role.DATA),
    ]


@pytest.mark.parametrize(
    "address",
    [
        "http://h/d/toc.new.js",
        "http://h/d/Data/Main.js",
        "http://h/d/whxdata/glossary.new.js",
        "http://h/MyData/HelpSystem.xml",
    ],
)
def test_other_files_are_none(address: str) -> None:
    assert not is_contents(address)
    assert listed('{"url":"a.htm"} Toc="x.js" url="b.htm"', address) == ()


@pytest.mark.parametrize(
    "name", ["Data/Tocs/a.js", "Data/HelpSystem.xml", "whxdata/toc.new.js", "whxdata/whtdata0.xml"]
)
@pytest.mark.parametrize(
    "text", ["'" * 200_000, '"url":"' * 30_000, "{'" + "\\" * 200_000, 'url="' * 40_000, "Toc='" * 40_000]
)
def test_nonsense_takes_no_time(name: str, text: str) -> None:
    start = time.process_time()
    assert len(listed(text, f"http://h/{name}")) < 20_001
    assert time.process_time() - start < 2
