"""One after the other: the lock of what several programs write, by a file that is there for nothing else."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hexledger.events.errors import DiskError, Locked
from hexledger.events.platform import RealDisk, open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE: Final = 10
"""Seconds to wait for whoever has the lock; nobody has it for longer than some writes take."""
_PAUSE: Final = 0.02


@contextmanager
def alone(path: Path, seconds: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of the file `path`, made if need be, for the length of the block; the file stays.

    It is the lock of a log's writer (`RealDisk.lock`), which another way to the same file shares. Raises DiskError,
    also when somebody else has it for `seconds`.
    """
    disk = RealDisk()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = open_regular(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        raise DiskError(path, "open the lock", error.strerror or str(error)) from error
    try:
        _wait(disk, handle, path, time.monotonic() + seconds)
    except BaseException:
        disk.close(handle)
        raise
    try:
        yield
    finally:
        disk.release(handle)


def _wait(disk: RealDisk, handle: int, path: Path, until: float) -> None:
    while True:
        try:
            disk.lock(handle, path)
        except Locked as busy:
            if time.monotonic() >= until:
                how = f" through another file system (its attribute {busy.mark})" if busy.mark else ""
                raise DiskError(path, "take the lock", f"another program has it{how}") from None
        except OSError as error:
            raise DiskError(path, "take the lock", error.strerror or str(error)) from error
        else:
            return
        time.sleep(_PAUSE)
