"""The one module that knows operating systems: durable writes, atomic replacement, the writer's lock.

Everything a ledger does to a disk goes through a `Disk`, so that a fault test can make any single call fail.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final, Protocol

from hexledger.events.errors import AlreadyExists, DiskError, Locked

STAGING: Final = ".tmp"
"""End of the name of what is being written; a file of that name is what a crash left, and may be deleted."""

LONGEST: Final = 1 << 30
"""Bytes of the longest file that is read; a game has some millions."""

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Disk(Protocol):
    """The calls a ledger makes. Handles are operating-system file descriptors; every call may raise OSError."""

    def size(self, path: Path) -> int:
        """Bytes in the file."""
        ...

    def exists(self, path: Path) -> bool:
        """Whether anything has this name."""
        ...

    def read(self, path: Path, offset: int = 0) -> bytes:
        """All bytes of the file from `offset` on."""
        ...

    def read_at(self, handle: int, count: int, offset: int) -> bytes:
        """So many bytes of an open file from `offset` on, fewer at its end."""
        ...

    def create_new(self, path: Path, mode: int = 0o666) -> int:
        """Make an empty file and open it for writing; FileExistsError when anything has the name, a link included."""
        ...

    def open_append(self, path: Path) -> int:
        """Open an existing file for appending."""
        ...

    def write(self, handle: int, data: bytes) -> int:
        """Write once; returns how many bytes went in, which may be fewer than given."""
        ...

    def sync(self, handle: int) -> None:
        """Return only when the written bytes survive a power cut."""
        ...

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        ...

    def close(self, handle: int) -> None:
        """Give the handle back."""
        ...

    def replace(self, source: Path, target: Path) -> None:
        """Give `source` the name `target` in one step."""
        ...

    def link(self, source: Path, target: Path) -> bool:
        """Give the file a second name, which must be new (else FileExistsError); False where names cannot be shared."""
        ...

    def remove(self, path: Path) -> None:
        """Delete the file if it is there."""
        ...

    def sync_directory(self, directory: Path) -> None:
        """Make names in the directory survive a power cut, where the system can promise it."""
        ...

    def lock(self, handle: int, path: Path) -> bool:
        """Lock the open file itself for this handle alone, until it is released; raises Locked at once if another
        handle has it, through whatever name, in this or another process. Readers are not in its way.

        True: nor can a writer through another file system that shows the same file (see `marks`); False: nobody can
        tell here.
        """
        ...

    def release(self, handle: int) -> None:
        """Give a locked handle back, and its lock with it."""
        ...

    def identity(self, handle: int) -> os.stat_result:
        """Which file an open handle stands for (device and inode), and its size."""
        ...

    def identity_at(self, name: bytes) -> os.stat_result:
        """Which file has this name (`os.fsencode` of its path) now, and its size."""
        ...


if sys.platform == "darwin":
    import fcntl

    def _sync(handle: int) -> None:
        # fsync on macOS stops at the drive's cache
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)

else:
    _sync = getattr(os, "fdatasync", os.fsync)


if sys.platform == "win32":

    def _read_at(handle: int, count: int, offset: int) -> bytes:
        # a log is opened for appending: where it was read does not matter to what is written
        os.lseek(handle, offset, os.SEEK_SET)
        return os.read(handle, count)

else:
    _read_at = os.pread


# A sidecar can be deleted or be another one for another name of the same file, so the log itself is locked. Libraries
# lock paths, and on Windows the first byte, which would keep every reader out of a game that is being played.
if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE: Final = 1 << 40
    """Far beyond the end of any log: locks of Windows bind readers too."""

    def _lock(handle: int) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:

    def _lock(handle: int) -> None:
        # imported here, like what marks a file: readers never lock
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class RealDisk:
    """The disk of this machine."""

    # the system's own functions, because every append pays for each Python call between it and the disk
    write = staticmethod(os.write)
    sync = staticmethod(_sync)
    read_at = staticmethod(_read_at)
    identity = staticmethod(os.fstat)
    identity_at = staticmethod(os.stat)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def exists(self, path: Path) -> bool:
        # not `lexists`, which answers no when the system cannot tell: a file might then be replaced
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def read(self, path: Path, offset: int = 0) -> bytes:
        return regular_bytes(path, offset)

    def create_new(self, path: Path, mode: int = 0o666) -> int:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | _BINARY, mode)

    def open_append(self, path: Path) -> int:
        return open_regular(path, os.O_RDWR | os.O_APPEND)

    def truncate(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def close(self, handle: int) -> None:
        os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        source.replace(target)

    def link(self, source: Path, target: Path) -> bool:
        try:
            os.link(source, target)
        except FileExistsError:
            raise
        except OSError:
            return False  # a file system without hard links
        return True

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def sync_directory(self, directory: Path) -> None:
        if sys.platform == "win32":
            return  # Windows cannot open a directory for syncing; NTFS journals names itself
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def lock(self, handle: int, path: Path) -> bool:
        from hexledger.events.marks import Marked, mark

        try:
            _lock(handle)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
                raise Locked(path) from None
            raise
        try:
            return mark(handle)
        except Marked as other:
            raise Locked(path, other.name) from None

    def release(self, handle: int) -> None:
        from hexledger.events.marks import unmark

        unmark(handle)
        os.close(handle)


def open_regular(path: Path, flags: int, longest: int = LONGEST) -> int:
    """A handle on a regular file of at most `longest` bytes. OSError at once for anything else: opening a pipe or
    reading a device may never end."""
    handle = os.open(path, flags | _BINARY | getattr(os, "O_NONBLOCK", 0), 0o600)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, f"it is {special(found.st_mode)}, not a file", str(path))
        if found.st_size > longest:
            raise OSError(errno.EFBIG, f"it has {found.st_size:,} bytes; {longest:,} are the most", str(path))
    except BaseException:
        os.close(handle)
        raise
    return handle


def regular_bytes(path: Path, offset: int = 0, most: int = -1, longest: int = LONGEST) -> bytes:
    """Bytes of a regular file from `offset` on, all or `most`. OSError for anything else (see `open_regular`)."""
    with os.fdopen(open_regular(path, os.O_RDONLY, longest), "rb") as file:
        if offset:
            file.seek(offset)
        return file.read(most)


def real_path(path: Path) -> Path:
    """The path without links, whether or not anything is there; one whose links go round in a circle as far as they
    lead (`Path.resolve` fails there on some Pythons)."""
    return Path(os.path.realpath(path))


def special(mode: int) -> str:
    """What a file of this mode is that is no regular one."""
    known = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((name for asks, name in known if asks(mode)), "something special")


def write_whole(disk: Disk, path: Path, data: bytes, mode: int = 0o666, *, replace: bool = True) -> None:
    """Put `data` under the name `path` so that a crash leaves all of it or nothing. Raises OSError.

    The bytes go to a file beside it first, whose name nobody can foresee and which must be new, so that no link and no
    other program's file is ever written to. `replace` False: FileExistsError when something has the name by then.
    """
    staging = staging_path(path)
    handle = disk.create_new(staging, mode)
    try:
        try:
            written = disk.write(handle, data)
            if written != len(data):
                raise OSError(f"only {written} of {len(data)} bytes were written; is the disk full?")
            disk.sync(handle)
        finally:
            # closed first: Windows does not rename an open file
            disk.close(handle)
        if replace or not disk.link(staging, path):
            if not replace and disk.exists(path):
                raise FileExistsError(path)
            disk.replace(staging, path)
    except BaseException:
        with contextlib.suppress(OSError):
            disk.remove(staging)
        raise
    if not replace:
        disk.remove(staging)
    disk.sync_directory(path.parent)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, old or new, so that a crash or a full disk leaves the old one or the new one.

    Raises DiskError, which names both.
    """
    _put(path, data, replace=True)


def make_file(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all. Raises AlreadyExists, DiskError."""
    _put(path, data, replace=False)


def _put(path: Path, data: bytes, *, replace: bool) -> None:
    disk = RealDisk()
    try:
        write_whole(disk, path, data, replace=replace)
    except FileExistsError:
        raise AlreadyExists(path, "another program made it meanwhile") from None
    except OSError as error:
        left = f"the old {path.name} is as it was" if path.exists() else f"no {path.name} was made"
        reason = f"{error.strerror or error}; {left}, and the unfinished file beside it is gone"
        raise DiskError(path, f"write {len(data):,} bytes", reason) from error


def staging_path(path: Path) -> Path:
    """A name beside a file for what is to become it: new each time, and not to be foreseen."""
    return path.with_name(f".hexledger-{os.urandom(12).hex()}{STAGING}")
