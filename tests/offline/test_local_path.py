"""Names of files: the right ones, and never one name for two resources."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.offline.file_name import NAME_BYTES
from scrapepy.offline.local_path import PATH_BYTES, Nameable, markdown_path, name_all
from scrapepy.web.canonical import canonical

SITE = "http://docs.test"


def url(address: str) -> CanonicalUrl:
    found = canonical(address if "://" in address else SITE + address)
    assert found is not None
    return found


def path_of(address: str, extension: str = ".html", *, external: bool = False) -> str:
    resource = Nameable(url(address), extension, external)
    return name_all([resource], {})[resource.url]


def paths_of(*addresses: str, extension: str = ".html") -> list[str]:
    named = name_all([Nameable(url(address), extension) for address in addresses], {})
    return [named[url(address)] for address in addresses]


@pytest.mark.parametrize(
    ("address", "extension", "path"),
    [
        ("/", ".html", "index.html"),
        ("/guide/", ".html", "guide/index.html"),
        ("/guide/intro", ".html", "guide/intro.html"),
        ("/guide/intro.html", ".html", "guide/intro.html"),
        ("/guide/intro.HTM", ".html", "guide/intro.HTM"),
        ("/page.php", ".html", "page.php.html"),
        ("/page.php?id=3", ".html", "page.php@id=3.html"),
        ("/?p=3", ".html", "index@p=3.html"),
        ("/page.html?x=a/b", ".html", "page@x=a%2Fb.html"),
        ("/doc.xhtml", ".html", "doc.xhtml.html"),
        ("/rel-1.884291", ".html", "rel-1.884291.html"),
        ("/v1.2", ".html", "v1.2.html"),
        ("/feed/", ".xml", "feed/index.xml"),
        ("/a/?s=40&d=x", ".png", "a/index@s=40&d=x.png"),
        ("/js/M.js?config=TeX", ".js", "js/M@config=TeX.js"),
        ("/app.mjs", ".js", "app.mjs"),
        ("/photo.JPEG", ".jpg", "photo.JPEG"),
        ("/photo.php", ".jpg", "photo.php.jpg"),
        ("/data.bin?v=2", "", "data@v=2.bin"),
        ("/LICENSE", "", "LICENSE"),
        ("/.htaccess", "", ".htaccess"),
        ("/.html", ".html", ".html.html"),
        ("/.well-known/x", ".html", ".well-known/x.html"),
        ("/caf%C3%A9", ".html", "café.html"),
        ("/cafe%CC%81", ".html", "café.html"),
        ("/%D9%81%D8%A7%D8%B1%D8%B3%DB%8C/", ".html", "فارسی/index.html"),
        ("/x%F0%9F%98%80", ".html", "x😀.html"),
        ("/caf%E9", ".html", "caf%E9.html"),
        ("/a%2Fb", ".html", "a%2Fb.html"),
        ("/a//b", ".html", "a/_/b.html"),
        ("/a%20b c", ".html", "a b c.html"),
        ("/100%25", ".html", "100%.html"),
        ("/a%3Fb%23c", ".html", "a%3Fb#c.html"),
    ],
)
def test_plain_names(address: str, extension: str, path: str) -> None:
    assert path_of(address, extension) == path


@pytest.mark.parametrize(
    ("address", "extension", "path"),
    [
        ("/a:b|c*d", ".html", "a%3Ab%7Cc%2Ad.html"),
        ("/a%22%3C%3E%5C", ".html", "a%22%3C%3E%5C.html"),
        ("/a%00%1B%5B31m", ".html", "a%00%1B[31m.html"),
        ("/a%E2%80%AEb", ".html", "a%E2%80%AEb.html"),
        ("/con", ".html", "con_.html"),
        ("/CON.txt", ".txt", "CON_.txt"),
        ("/aux/x", ".html", "aux_/x.html"),
        ("/lpt%C2%B9", ".html", "lpt¹_.html"),
        ("/nul.tar.gz", ".gz", "nul_.tar.gz"),
        ("/con%20.x", ".html", "con _.x.html"),
        ("/console", ".html", "console.html"),
        ("/com10", ".html", "com10.html"),
        ("/etc./x%20/y", ".html", "etc%2E/x%20/y.html"),
        ("/trailing.", "", "trailing%2E"),
        ("/trailing.", ".html", "trailing..html"),
        ("/.git/config", "", ".git_/config"),
        ("/a/.GIT/config", "", "a/.GIT_/config"),
        ("/.gitignore", "", ".gitignore"),
        ("/.scrapepy/state.db", "", ".scrapepy_/state.db"),
        ("/a/.scrapepy/x", ".html", "a/.scrapepy/x.html"),
        ("/_external/cdn.test/a.css", ".css", "_external_/cdn.test/a.css"),
        ("/_external", "", "_external_"),
        ("/_external", ".html", "_external.html"),
    ],
)
def test_names_that_a_system_forbids_or_obeys(address: str, extension: str, path: str) -> None:
    assert path_of(address, extension) == path


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("https://cdn.test/a.css", "_external/cdn.test/a.css"),
        ("http://cdn.test:8080/a.css?v=1", "_external/cdn.test_8080/a@v=1.css"),
        ("http://[::1]:81/a.css", "_external/[__1]_81/a.css"),
        ("http://con./a.css", "_external/_con/a.css"),
    ],
)
def test_other_hosts_have_folders_of_their_own(address: str, path: str) -> None:
    assert path_of(address, ".css", external=True) == path


def test_the_first_in_byte_order_keeps_the_plain_name_in_whatever_order_they_come() -> None:
    first, second = paths_of("/guide/", "/guide/index")
    assert first == "guide/index.html"
    assert re.fullmatch(r"guide/index-[0-9a-f]{8}\.html", second)
    assert paths_of("/guide/index", "/guide/") == [second, first]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/Guide", "/guide"),
        ("/caf%C3%A9", "/cafe%CC%81"),
        ("/stra%C3%9Fe", "/STRASSE"),
        ("/%EF%AC%81le", "/file"),
        ("/a%2Fb", "/a%252Fb"),
        ("/a@b", "/a?b"),
        ("/con", "/con_"),
        ("/a%E2%80%8Db", "/ab"),
        ("/x.htm", "/x.html"),  # their Markdown copies would be one file
    ],
)
def test_what_some_file_system_takes_for_one_name_gets_a_hash(one: str, other: str) -> None:
    first, second = sorted((url(one), url(other)))
    names = name_all([Nameable(first, ".html"), Nameable(second, ".html")], {})
    assert names[first] == path_of(first)
    assert re.fullmatch(r".*-[0-9a-f]{8}\.html?", names[second])


def test_a_file_and_a_folder_of_one_name() -> None:
    csv, one, two = url("/foo.csv"), url("/foo.csv/preview"), url("/foo.csv/raw/")
    names = name_all([Nameable(csv, ".csv"), Nameable(one, ".html"), Nameable(two, ".html")], {})
    assert names[csv] == "foo.csv"
    folder = names[one].rpartition("/")[0]
    assert re.fullmatch(r"foo\.csv-[0-9a-f]{8}", folder)
    assert names[one] == f"{folder}/preview.html"
    assert names[two] == f"{folder}/raw/index.html"


def test_a_folder_that_was_there_before_the_file() -> None:
    page, csv = url("/foo.csv/preview"), url("/foo.csv")
    taken = name_all([Nameable(page, ".html")], {})
    names = name_all([Nameable(csv, ".csv")], taken)
    assert re.fullmatch(r"foo-[0-9a-f]{8}\.csv", names[csv])


def test_a_markdown_file_of_the_site_leaves_room_for_the_copy_of_a_page() -> None:
    page, source = url("/guide.html"), url("/guide.md")
    names = name_all([Nameable(page, ".html"), Nameable(source, ".md")], {})
    assert names[page] == "guide.html"
    assert re.fullmatch(r"guide-[0-9a-f]{8}\.md", names[source])


def test_long_names_are_cut_before_the_extension() -> None:
    one, two = paths_of(f"/{'a' * 300}1.html", f"/{'a' * 300}2.html")
    assert one != two
    for path in (one, two):
        assert len(path.encode()) == NAME_BYTES
        assert re.fullmatch(r"a+-[0-9a-f]{8}\.html", path)
    (wide,) = paths_of(f"/{'%E6%BC%A2' * 100}")
    assert NAME_BYTES - 3 < len(wide.encode()) <= NAME_BYTES
    assert re.fullmatch(r"漢+-[0-9a-f]{8}\.html", wide)
    (deep,) = paths_of(f"/{'b' * 300}/x")
    assert re.fullmatch(r"b+-[0-9a-f]{8}/x\.html", deep)


def test_very_deep_paths_share_one_folder_at_the_end() -> None:
    folder = "/" + "/".join(f"part{number:03d}" for number in range(400)) + "/"
    one, two, other = paths_of(folder + "a", folder + "b", folder + "c/d")
    assert all(len(path.encode()) <= PATH_BYTES for path in (one, two, other))
    assert one.startswith("part000/part001/")
    assert one.rpartition("/")[0] == two.rpartition("/")[0]
    assert (one[-7:], two[-7:], other[-7:]) == ("/a.html", "/b.html", "/d.html")
    assert other.rpartition("/")[0] != one.rpartition("/")[0]


def test_later_names_never_change_earlier_ones() -> None:
    late, early = url("/a/Index"), url("/a/index")
    assert early > late
    before = name_all([Nameable(early, ".html")], {})
    after = name_all([Nameable(late, ".html"), Nameable(early, ".html")], before)
    assert after[early] == before[early] == "a/index.html"
    assert after[late] != before[early]
    assert after[late].lower() != before[early]


@pytest.mark.parametrize(
    ("path", "copy"),
    [
        ("index.html", "index.md"),
        ("a/b.HTM", "a/b.md"),
        ("page.php@id=3.html", "page.php@id=3.md"),
        ("x.html.html", "x.html.md"),
        ("manual.pdf", "manual.pdf.md"),
        ("htm", "htm.md"),
    ],
)
def test_markdown_path(path: str, copy: str) -> None:
    assert markdown_path(LocalPath(path)) == copy


_PIECES = st.sampled_from(
    (
        *("a", "A", "b", "K", "SS", "ss", "fi", "..", ".", "", " ", "a%20", "~", "@", "a@q", "|", "*", "C:"),
        *(
            "index",
            "index.html",
            "x.htm",
            "x.HTML",
            "x.md",
            "x.csv",
            "con",
            "aux.",
            "nul.x",
            "com%C2%B9",
            "desktop.ini",
        ),
        *("_external", ".scrapepy", ".git", "%2e%2E", "%2F", "%5c", "%00", "%20", "%25", "%2541", "%FF", "a" * 230),
        *("%C3%A9", "e%CC%81", "%C3%89", "%E2%84%AA", "%C3%9F", "%E2%80%8D", "%3A%CC%81", "%EF%AC%81", "%EF%B7%90"),
        *("%F0%9F%98%80", "%E6%BC%A2" * 90),
    )
)
_SEGMENT = st.one_of(_PIECES, st.text(max_size=4), st.tuples(_PIECES, _PIECES).map("".join))
_ADDRESS = st.builds(
    lambda host, parts, query: f"http://{host}/{'/'.join(parts)}{query}",
    st.sampled_from(["docs.test", "docs.test", "cdn.test", "cdn.test:81", "con"]),
    st.lists(_SEGMENT, max_size=5),
    st.one_of(
        st.just(""), st.sampled_from(["?q", "?Q", "?a/../..", "?", "?x.html"]), st.text(max_size=5).map("?".__add__)
    ),
)
_NAMEABLE = st.builds(
    lambda address, extension: (canonical(address), extension),
    _ADDRESS,
    st.sampled_from([".html", ".html", ".html", ".css", ".md", ".csv", ".pdf", ""]),
).filter(lambda pair: pair[0] is not None)
_RESOURCES = st.lists(_NAMEABLE, max_size=12).map(
    lambda pairs: [Nameable(u, e, not u.startswith(SITE + "/")) for u, e in {u: e for u, e in pairs if u}.items()]
)
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?: *\.|$)")


def _is_sound(paths: list[LocalPath]) -> None:
    folds = [unicodedata.normalize("NFC", path).casefold() for path in paths]
    assert len(set(folds)) == len(folds)
    for path, key in zip(paths, folds, strict=True):
        assert len(path.encode()) <= PATH_BYTES
        assert path == unicodedata.normalize("NFC", path)
        assert not any(other.startswith(key + "/") for other in folds)
        assert key.partition("/")[0] != ".scrapepy"
        for name in path.split("/"):
            assert name not in ("", ".", "..")
            assert len(name.encode()) <= 255
            assert not re.search(r'[\x00-\x1f<>:"|?*\\\x7f-\x9f\ufdd0-\ufdef]|[. ]$', name)
            assert not _DEVICE.match(name)
            assert name.casefold() != ".git"


@settings(max_examples=120, deadline=None)
@given(_RESOURCES, st.randoms(use_true_random=False))
def test_any_set_of_addresses_has_sound_names(resources: list[Nameable], chance: object) -> None:
    named = name_all(resources, {})
    assert set(named) == {resource.url for resource in resources}
    _is_sound(list(named.values()))
    _is_sound([markdown_path(path) for path in named.values() if path.lower().endswith((".html", ".htm", ".pdf"))])
    for resource in resources:
        path = named[resource.url]
        assert path.startswith("_external/") == resource.external
        if resource.extension == ".html":
            assert path.lower().endswith((".html", ".htm"))
        assert path.lower().endswith(resource.extension) or resource.extension in (".html", ".md", ".csv")
    chance.shuffle(resources)  # type: ignore[attr-defined]
    assert name_all(resources, {}) == named


@settings(max_examples=60, deadline=None)
@given(_RESOURCES, _RESOURCES)
def test_names_stay_and_new_ones_keep_clear_of_them(first: list[Nameable], second: list[Nameable]) -> None:
    taken = name_all(first, {})
    later = name_all(second, taken)
    assert all(later[address] == taken[address] for address in later.keys() & taken.keys())
    _is_sound(list({**taken, **later}.values()))
    assert name_all([*first, *second], {**taken, **later}) == {**taken, **later}
