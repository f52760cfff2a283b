from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.errors import StoreError
from scrapepy.store.trees import TreeWriter, safe_parts


def old_mtime(path: Path) -> None:
    os.utime(path, (1_000_000, 1_000_000))


def test_write_says_whether_bytes_changed_and_leaves_equal_files_alone(tmp_path: Path) -> None:
    tree = TreeWriter(tmp_path / "site")
    assert tree.write("guide/intro.html", b"one")
    target = tmp_path / "site" / "guide" / "intro.html"
    old_mtime(target)
    assert not tree.write("guide/intro.html", b"one")
    assert target.stat().st_mtime == 1_000_000
    assert tree.write("guide/intro.html", b"two")
    assert target.read_bytes() == b"two"
    assert not TreeWriter(tmp_path / "site").write("guide/intro.html", b"two")


@pytest.mark.parametrize(
    "path",
    ["../a", "a/../../b", "/etc/passwd", "a//b", "", "a/", ".", "a/./b", "a\\..\\b", "a\0b", ".scrapepy/state.sqlite3",
     ".ScrapePy/lock"],
)  # fmt: skip
def test_names_that_lead_out_are_refused(tmp_path: Path, path: str) -> None:
    tree = TreeWriter(tmp_path / "site")
    for call in (lambda: tree.write(path, b"x"), lambda: tree.remove(path), lambda: tree.size(path)):
        with pytest.raises(StoreError, match="refused to write"):
            call()
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("path", ["..a/b", "a/...", "a..b", "scrapepy/x", "a/.scrapepy/x", "a b/ü.html", "-"])
def test_names_that_only_look_so_are_written(tmp_path: Path, path: str) -> None:
    assert TreeWriter(tmp_path).write(path, b"x")
    assert (tmp_path / path).read_bytes() == b"x"


names = st.text(st.characters(exclude_characters="/\\\0", exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(names, min_size=1, max_size=5))
def test_safe_parts_joined_stay_below(parts: list[str]) -> None:
    try:
        safe = safe_parts("/".join(parts))
    except StoreError:
        assert {".", ".."} & set(parts) or parts[0].casefold() == ".scrapepy"
    else:
        assert os.path.normpath(os.path.join("/root", *safe)) == "/root/" + "/".join(parts)


def test_a_link_below_the_root_is_never_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.html").write_bytes(b"theirs")
    site = tmp_path / "site"
    (site / "real").mkdir(parents=True)
    (site / "folder").symlink_to(outside)
    (site / "real" / "a.html").symlink_to(outside / "a.html")
    (site / "real" / "dangling").symlink_to(outside / "new.html")
    source = tmp_path / "source"
    source.write_bytes(b"ours")
    for path in ("folder/a.html", "folder/sub/b.html", "real/a.html", "real/dangling"):
        with pytest.raises(StoreError, match=r"symbolic link .*/site/(folder|real/a.html|real/dangling)"):
            TreeWriter(site).write(path, b"ours")
        with pytest.raises(StoreError, match="symbolic link"):
            TreeWriter(site).move_in(source, path)
        with pytest.raises(StoreError, match="symbolic link"):
            TreeWriter(site).link_or_copy(source, path)
        assert not TreeWriter(site).remove(path)
    assert (outside / "a.html").read_bytes() == b"theirs"
    assert sorted(os.listdir(outside)) == ["a.html"]
    assert source.read_bytes() == b"ours"


def test_the_root_may_be_a_link_unless_it_stands_in_another_folder_of_ours(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    roots = tmp_path / "ScrapedSites"
    roots.mkdir()
    (roots / "a.test").symlink_to(elsewhere)
    assert TreeWriter(roots / "a.test").write("a.html", b"x")
    with pytest.raises(StoreError, match=r"symbolic link .*ScrapedSites/a\.test"):
        TreeWriter(roots / "a.test", within=roots).write("b.html", b"x")
    assert TreeWriter(roots / "b.test", within=roots).write("b.html", b"x")
    assert os.listdir(elsewhere) == ["a.html"]


def test_files_and_folders_in_the_way_are_named(tmp_path: Path) -> None:
    tree = TreeWriter(tmp_path)
    tree.write("a", b"file")
    with pytest.raises(StoreError, match=r"a: a file stands where a folder must be"):
        tree.write("a/b", b"x")
    tree.write("c/d", b"x")
    with pytest.raises(StoreError, match=r"c: a folder stands where a file must be"):
        tree.write("c", b"x")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match=r"pipe: a device or pipe stands where a file must be"):
        tree.write("pipe", b"x")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EACCES, "permission denied"),
        (errno.EIO, "the disk reports an error"),
    ],
)
def test_what_the_disk_says_becomes_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    tree = TreeWriter(tmp_path)
    tree.write("a.html", b"old")

    def fail(*arguments: object, **named: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(StoreError) as caught:
        tree.write("a.html", b"newer")
    monkeypatch.undo()
    assert str(caught.value) == f"cannot write {tmp_path}/a.html: {words}"
    assert (tmp_path / "a.html").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.html"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "mkdir", fail)
    with pytest.raises(StoreError, match=r"cannot make the folder .*/site.*: the file system is read-only"):
        TreeWriter(tmp_path / "site").write("a/b", b"x")


@pytest.mark.parametrize("failing", range(1, 6))
def test_a_disk_that_fills_up_leaves_whole_files_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    tree = TreeWriter(tmp_path)
    real, calls = os.write, 0

    def write(descriptor: int, data: bytes) -> int:
        nonlocal calls
        calls += 1
        if calls == failing:
            return real(descriptor, bytes(data)[:2])
        if calls > failing:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data)

    def write_all() -> None:
        for number in range(10):
            tree.write(f"{number}.html", b"whole")

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(StoreError, match="the disk is full"):
        write_all()
    monkeypatch.undo()
    assert sorted(os.listdir(tmp_path)) == [f"{number}.html" for number in range(failing - 1)]
    assert {file.read_bytes() for file in tmp_path.iterdir()} <= {b"whole"}
    assert [tree.write(f"{number}.html", b"whole") for number in range(failing)] == [False] * (failing - 1) + [True]


def test_move_in_keeps_an_equal_file_and_takes_the_source_away(tmp_path: Path) -> None:
    tree = TreeWriter(tmp_path / "site")
    source = tmp_path / "source"
    source.write_bytes(b"image")
    assert tree.move_in(source, "img/a.png")
    assert not source.exists()
    target = tmp_path / "site" / "img" / "a.png"
    old_mtime(target)
    source.write_bytes(b"image")
    assert not tree.move_in(source, "img/a.png")
    assert not source.exists()
    assert target.stat().st_mtime == 1_000_000
    source.write_bytes(b"other")
    assert tree.move_in(source, "img/a.png")
    assert target.read_bytes() == b"other"


def test_move_in_copies_from_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace
    source = tmp_path / "source"
    source.write_bytes(b"image")

    def replace(origin: str, target: str) -> None:
        if origin == str(source):
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        real(origin, target)

    monkeypatch.setattr(os, "replace", replace)
    assert TreeWriter(tmp_path / "site").move_in(source, "a.png")
    assert not source.exists()
    assert (tmp_path / "site" / "a.png").read_bytes() == b"image"
    assert os.listdir(tmp_path / "site") == ["a.png"]


def test_links_are_made_once_and_anew_when_the_original_was_replaced(tmp_path: Path) -> None:
    html, markdown = TreeWriter(tmp_path / "html"), TreeWriter(tmp_path / "markdown")
    html.write("img/a.png", b"one")
    original, linked = tmp_path / "html" / "img" / "a.png", tmp_path / "markdown" / "img" / "a.png"
    assert markdown.link_or_copy(original, "img/a.png")
    assert linked.samefile(original)
    assert not markdown.link_or_copy(original, "img/a.png")
    html.write("img/a.png", b"two")
    assert linked.read_bytes() == b"one"
    assert markdown.link_or_copy(original, "img/a.png")
    assert linked.samefile(original)
    assert os.listdir(linked.parent) == ["a.png"]


@pytest.mark.parametrize("code", [errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP])
def test_where_there_are_no_hard_links_copies_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    source = tmp_path / "a.png"
    source.write_bytes(b"image")
    calls = []

    def link(origin: str, target: str) -> None:
        calls.append(target)
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", link)
    tree = TreeWriter(tmp_path / "markdown")
    assert tree.link_or_copy(source, "a.png")
    assert tree.link_or_copy(source, "b.png")
    assert not tree.link_or_copy(source, "a.png")
    assert len(calls) == (2 if code == errno.EMLINK else 1)
    assert (tmp_path / "markdown" / "b.png").read_bytes() == b"image"
    assert not (tmp_path / "markdown" / "b.png").samefile(source)


def test_remove_takes_emptied_folders_and_nothing_else(tmp_path: Path) -> None:
    tree = TreeWriter(tmp_path / "site")
    tree.write("a/b/c.html", b"x")
    tree.write("a/d.html", b"x")
    (tmp_path / "site" / "a" / "mine.txt").write_bytes(b"the user's")
    assert tree.remove("a/b/c.html")
    assert not (tmp_path / "site" / "a" / "b").exists()
    assert tree.remove("a/d.html")
    assert os.listdir(tmp_path / "site" / "a") == ["mine.txt"]
    assert not tree.remove("a/d.html")
    assert not tree.remove("a")
    assert not tree.remove("no/such/file")
    assert tree.write("a/b/c.html", b"again")
    (tmp_path / "site" / "a" / "mine.txt").unlink()
    assert tree.remove("a/b/c.html")
    assert os.listdir(tmp_path / "site") == []


def test_size_is_of_plain_files(tmp_path: Path) -> None:
    tree = TreeWriter(tmp_path)
    tree.write("a", b"four")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert tree.size("a") == 4
    assert tree.size("link") is None
    assert tree.size("b") is None


paths = st.sampled_from(["a", "b/c", "b/d", "e/f/g", "e/h"])
steps = st.one_of(
    st.tuples(st.just("write"), paths, st.binary(max_size=3)), st.tuples(st.just("remove"), paths, st.just(b""))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=25))
def test_a_tree_is_what_was_written_less_what_was_removed(
    tmp_path_factory: pytest.TempPathFactory, script: list[tuple[str, str, bytes]]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    tree, model = TreeWriter(root), dict[str, bytes]()
    for step, path, data in script:
        if step == "write":
            assert tree.write(path, data) == (model.get(path) != data)
            model[path] = data
        else:
            assert tree.remove(path) == (model.pop(path, None) is not None)
    found = {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*") if file.is_file()}
    assert found == model
    assert all(any(folder.iterdir()) for folder in root.rglob("*") if folder.is_dir())


def _fail_full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["write", "move_in", "link", "copy", "remove"])
def test_a_full_disk_at_the_last_step_leaves_the_old_file_and_no_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    tree = TreeWriter(tmp_path / "site")
    tree.write("a", b"old")
    source = tmp_path / "source"
    source.write_bytes(b"new")
    if step == "copy":
        monkeypatch.setattr(os, "link", lambda *names: (_ for _ in ()).throw(OSError(errno.EXDEV, "")))
    monkeypatch.setattr(os, "unlink" if step == "remove" else "replace", _fail_full)
    steps = {
        "write": lambda: tree.write("a", b"new"),
        "move_in": lambda: tree.move_in(source, "a"),
        "link": lambda: tree.link_or_copy(source, "a"),
        "copy": lambda: tree.link_or_copy(source, "a"),
        "remove": lambda: tree.remove("a"),
    }
    with pytest.raises(StoreError, match=r"cannot (write|remove) .*/site/a: the disk is full"):
        steps[step]()
    monkeypatch.undo()
    assert os.listdir(tmp_path / "site") == ["a"]
    assert (tmp_path / "site" / "a").read_bytes() == b"old"
    assert source.read_bytes() == b"new"


def test_a_link_that_cannot_be_made_for_another_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"x")
    monkeypatch.setattr(os, "link", _fail_full)
    with pytest.raises(StoreError, match="the disk is full"):
        TreeWriter(tmp_path / "site").link_or_copy(source, "a")


def test_a_root_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match=r"cannot make the folder .*file/site: a file stands where a folder must be"):
        TreeWriter(tmp_path / "file" / "site").write("a", b"x")
