"""Files that hold secrets: readable by their owner only, never shared silently.

On Windows the folder of the user protects them; elsewhere they have mode 0600, and one that others may read is refused.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from hexledger.events.errors import AlreadyExists, DiskError, LedgerError
from hexledger.events.file_kinds import SECRET, kind_of_file, read_regular
from hexledger.events.platform import RealDisk, special, write_whole

_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_OTHERS = 0o077

LONGEST_SECRET = 1 << 24
"""Bytes of the longest file of secrets."""


class Exposed(LedgerError):
    """A secret file can be read by others than its owner."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: others than its owner may read this secret file (chmod 600 {path.name})")
        self.path = path


def create_private(path: Path, data: bytes) -> None:
    """A new file with mode 0600, synced, whole or not at all; raises AlreadyExists, DiskError."""
    disk = RealDisk()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if disk.exists(path):
            raise AlreadyExists(path)
        write_whole(disk, path, data, 0o600, replace=False)
    except FileExistsError:
        raise AlreadyExists(path) from None
    except OSError as error:
        raise DiskError(path, "create the secret file", error.strerror or str(error)) from error


def append_private(path: Path, data: bytes) -> None:
    """Add to a secret file, made if need be; synced when this returns. Raises Exposed, DiskError."""
    if not os.path.lexists(path):
        create_private(path, data)
        return
    check_private(path)
    kind = kind_of_file(path)
    if kind is not None and kind not in SECRET:
        raise DiskError(path, "add to the secret file", f"that is {kind}")
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | _FLAGS)
    except OSError as error:
        raise DiskError(path, "open the secret file", error.strerror or str(error)) from error
    _write(path, handle, data)


def read_private(path: Path) -> bytes:
    """The bytes of a secret file. Raises Exposed, DiskError."""
    check_private(path)
    return read_regular(path, LONGEST_SECRET, "read the secret file")


def check_private(path: Path) -> None:
    """Raises Exposed if others may read or write the file, DiskError if it cannot be looked at."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise DiskError(path, "read the secret file", error.strerror or str(error)) from error
    if not stat.S_ISREG(mode):
        raise DiskError(path, "read the secret file", f"it is {special(mode)}, not a file")
    if sys.platform != "win32" and mode & _OTHERS:
        raise Exposed(path)


def cut_private(path: Path, size: int) -> None:
    """Cut a secret file to its first `size` bytes; synced when this returns. Raises Exposed, DiskError."""
    check_private(path)
    try:
        handle = os.open(path, os.O_WRONLY | _FLAGS)
        try:
            RealDisk().truncate(handle, size)
            RealDisk.sync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise DiskError(path, "cut the secret file", error.strerror or str(error)) from error


def _write(path: Path, handle: int, data: bytes) -> None:
    try:
        try:
            written = os.write(handle, data)
            if written != len(data):
                raise OSError(f"only {written} of {len(data)} bytes were written; is the disk full?")
            RealDisk.sync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise DiskError(path, "write the secret file", error.strerror or str(error)) from error
