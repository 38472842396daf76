"""A writer's mark on the file itself, for what shares files but no locks.

A lock of the system belongs to a file as one file system shows it. Where another one lies over it (the overlay of a
container, a folder bound through FUSE), the same bytes have two locks, and two writers. Attributes of a file go
through: of two programs that set a new one of the same name, the second is told that it is there. A mark says through
which file system its writer came. Who finds one of the file system that he comes through himself, while he has its
lock, takes it over: whoever set it is gone. One of another is let be, since nobody can see from here whether that
writer lives. The name holds the boot of the machine, so that no mark outlives a restart.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

PREFIX: Final = "user.hexledger.writer."

_KEEPS_NONE: Final = frozenset({errno.ENOTSUP, errno.EPERM, errno.ENOSYS})
"""Errors of a file system, or a file, that keeps no attributes."""


class Marked(Exception):
    """Somebody else's mark is there. `name`: of the attribute."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


if sys.platform == "linux":

    def mark(handle: int) -> bool:
        """Mark a file whose lock the caller has; False where the file system keeps no attributes, or the system has no
        way to ask for them. Raises Marked, OSError."""
        name = _name()
        if not name:
            return False
        mine = _ours(handle)
        try:
            os.setxattr(handle, name, mine, os.XATTR_CREATE)
        except FileExistsError:
            if _found(handle, name) != mine:
                raise Marked(name) from None
        except OSError as error:
            if error.errno in _KEEPS_NONE:
                return False
            raise
        for other in os.listxattr(handle):
            if other.startswith(PREFIX) and other != name:
                # of a writer that a power cut stopped
                with contextlib.suppress(OSError):
                    os.removexattr(handle, other)
        return True

    def unmark(handle: int) -> None:
        """Take our mark off again, while the lock is still held. One that stays keeps nobody out who comes this way."""
        with contextlib.suppress(OSError):
            if _found(handle, _name()) == _ours(handle):
                os.removexattr(handle, _name())

    def _found(handle: int, name: str) -> bytes | None:
        try:
            return os.getxattr(handle, name)
        except OSError:
            return None  # taken off meanwhile

    def _ours(handle: int) -> bytes:
        """The file system through which we see the file: its locks keep out whoever sees it through the same one."""
        return b"%d" % os.fstat(handle).st_dev

    @cache
    def _name() -> str:
        """What a mark is called until the machine starts anew; nothing where the system does not number its starts."""
        try:
            return PREFIX + Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        except OSError:
            return ""

else:

    def mark(handle: int) -> bool:
        """This system has no attributes that Python can set."""
        del handle
        return False

    def unmark(handle: int) -> None:
        """See `mark`."""
        del handle
