"""The two trees that people read: every file whole, nothing outside the root, nothing through a symbolic link."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from pathlib import Path

from scrapepy.errors import StoreError
from scrapepy.store.atomic import holds, put, same_bytes, sweep, temporary_beside
from scrapepy.store.failures import store_error
from scrapepy.store.layout import STATE_FOLDER, SiteLayout

_CANNOT_LINK = frozenset({errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EACCES})


def safe_parts(path: str) -> tuple[str, ...]:
    """The names in a :data:`~scrapepy.model.url.LocalPath`, checked: no ``..``, no absolute path, no state folder.

    A server does not choose where files go: names are made by ``offline.local_path``, and this is the last guard.
    Raises :class:`~scrapepy.errors.StoreError`.

    >>> safe_parts("guide/intro.html")
    ('guide', 'intro.html')
    """
    parts = tuple(path.split("/"))
    for part in parts:
        if part in ("", ".", "..") or "\\" in part or "\0" in part:
            raise StoreError(f"refused to write {path!r}: not a name inside the folder")
    if parts[0].casefold() == STATE_FOLDER:
        raise StoreError(f"refused to write {path!r}: the folder {STATE_FOLDER} is the mirror's own")
    return parts


def refuse_links(layout: SiteLayout) -> None:
    """Raise :class:`~scrapepy.errors.StoreError` if a site's folder, or its state's, is a symbolic link.

    To be asked before the first request: what would be refused when the trees are written need not be fetched.
    """
    for folder in (layout.html, layout.state_folder, layout.markdown):
        if folder.is_symlink():
            raise _in_the_way(str(folder), stat.S_IFLNK)


class TreeWriter:
    """Writes files below one root. Several writers (of several processes) may share a root.

    The root itself may be a symbolic link, that is its owner's choice; ``within`` names an outer folder below which
    the root may not be one either. Each folder is looked at once, so files must not be swapped for links meanwhile.
    """

    def __init__(self, root: Path, within: Path | None = None) -> None:
        self.root = root
        self._root = os.fspath(root)
        self._within = within
        self._folders: set[str] = set()
        """Relative folders known to be real ones, ``""`` for the root."""
        self._links = True
        """False as soon as the file system has refused a hard link."""

    # writing -------------------------------------------------------------------------------------------------------

    def write(self, path: str, data: bytes) -> bool:
        """Make the file ``path`` hold ``data``. False, and the file untouched, where it does already.

        Raises :class:`~scrapepy.errors.StoreError` if the disk refuses, a link or a folder is in the way.
        """
        target = self._target(path)
        try:
            size = self._size(target)
            if size is not None and holds(target, data, size):
                return False
            put(target, data)
        except OSError as error:
            raise store_error(error, target) from error
        return True

    def move_in(self, source: Path, path: str) -> bool:
        """Make ``source`` the file ``path``, whole; it is gone afterwards.

        False where the file held the same bytes already: then that one stays as it was.
        """
        target = self._target(path)
        origin = os.fspath(source)
        try:
            if self._size(target) is not None and same_bytes(origin, target):
                os.unlink(origin)
                return False
            try:
                os.replace(origin, target)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                self._copy(origin, target)
                os.unlink(origin)
        except OSError as error:
            raise store_error(error, target) from error
        return True

    def link_or_copy(self, source: Path, path: str) -> bool:
        """Make ``path`` the same file as ``source`` (a hard link), or a copy where that cannot be.

        False where it held the same bytes already.
        """
        target = self._target(path)
        origin = os.fspath(source)
        try:
            size = self._size(target)
            if size is not None and (os.path.samefile(origin, target) or same_bytes(origin, target)):
                return False
            if self._links:
                try:
                    self._link(origin, target, exists=size is not None)
                except OSError as error:
                    if error.errno not in _CANNOT_LINK:
                        raise
                    self._links = error.errno == errno.EMLINK
                else:
                    return True
            self._copy(origin, target)
        except OSError as error:
            raise store_error(error, target) from error
        return True

    def remove(self, path: str) -> bool:
        """Remove the file ``path`` and the folders that this empties. False where there is no such (plain) file."""
        parts = safe_parts(path)
        if not self._real_folder(parts[:-1]):
            return False
        target = os.path.join(self._root, *parts)
        try:
            if not stat.S_ISREG(os.lstat(target).st_mode):
                return False
            os.unlink(target)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise store_error(error, target, "remove") from error
        for count in range(len(parts) - 1, 0, -1):
            try:
                os.rmdir(os.path.join(self._root, *parts[:count]))
            except OSError:
                break
            self._folders.discard("/".join(parts[:count]))
        return True

    def names(self, folder: str) -> list[str]:
        """The names in a folder of the tree, sorted; none where there is no such (real) folder."""
        parts = safe_parts(folder)
        if not self._real_folder(parts):
            return []
        try:
            return sorted(os.listdir(os.path.join(self._root, *parts)))
        except OSError:
            return []

    def sweep(self) -> int:
        """Remove what a killed run left half written; answers how many files."""
        return sweep(self.root)

    # looking -------------------------------------------------------------------------------------------------------

    def size(self, path: str) -> int | None:
        """Bytes of the plain file ``path``, None where there is none."""
        try:
            found = os.lstat(os.path.join(self._root, *safe_parts(path)))
        except OSError:
            return None
        return found.st_size if stat.S_ISREG(found.st_mode) else None

    # the parts -----------------------------------------------------------------------------------------------------

    def _target(self, path: str) -> str:
        folder, _, _ = path.rpartition("/")
        parts = safe_parts(path)
        if folder not in self._folders:
            self._make(parts[:-1])
        return f"{self._root}/{path}"

    def _size(self, target: str) -> int | None:
        try:
            found = os.lstat(target)
        except FileNotFoundError:
            return None
        if stat.S_ISREG(found.st_mode):
            return found.st_size
        raise _in_the_way(target, found.st_mode)

    def _make(self, parts: tuple[str, ...]) -> None:
        """Make sure that each folder on the way is a real one."""
        if "" not in self._folders:
            self._make_root()
        where = self._root
        for count, part in enumerate(parts, 1):
            where = f"{where}/{part}"
            name = "/".join(parts[:count])
            if name not in self._folders:
                _make_folder(where)
                self._folders.add(name)

    def _make_root(self) -> None:
        try:
            if self._within is not None and self.root != self._within:
                os.makedirs(self._within, exist_ok=True)
                where = self._within
                for part in self.root.relative_to(self._within).parts:
                    where = where / part
                    _make_folder(os.fspath(where))
            else:
                os.makedirs(self._root, exist_ok=True)
        except OSError as error:
            raise store_error(error, self.root, "make the folder") from error
        self._folders.add("")

    def _real_folder(self, parts: tuple[str, ...]) -> bool:
        """True if that folder exists and no part of its path below the root is a link."""
        where = self._root
        for part in parts:
            where = f"{where}/{part}"
            try:
                if not stat.S_ISDIR(os.lstat(where).st_mode):
                    return False
            except OSError:
                return False
        return True

    def _link(self, origin: str, target: str, *, exists: bool) -> None:
        if not exists:
            os.link(origin, target)
            return
        temporary = temporary_beside(target)
        os.link(origin, temporary)
        try:
            os.replace(temporary, target)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise

    def _copy(self, origin: str, target: str) -> None:
        temporary = temporary_beside(target)
        try:
            shutil.copyfile(origin, temporary)
            os.replace(temporary, target)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def _make_folder(where: str) -> None:
    try:
        os.mkdir(where)
    except FileExistsError:
        mode = os.lstat(where).st_mode
        if not stat.S_ISDIR(mode):
            raise _in_the_way(where, mode, "folder") from None
    except OSError as error:
        raise store_error(error, where, "make the folder") from error


def _in_the_way(where: str, mode: int, wanted: str = "file") -> StoreError:
    if stat.S_ISLNK(mode):
        return StoreError(f"refused to write through the symbolic link {where}: remove it and run again")
    found = "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "device or pipe"
    return StoreError(f"cannot write {where}: a {found} stands where a {wanted} must be")
