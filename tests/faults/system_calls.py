"""Every call that changes or opens a file below one folder, made to pass by: recorded, counted, or made to fail.

The functions of `os` and `io` themselves are wrapped, and the two that `RealDisk` has taken from there, so that
whatever writes (a ledger, a vault, a checkpoint, a cache) is seen, however it does it. Lock files are not recorded:
what is in them means nothing.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hexledger.events.platform import RealDisk

COUNTED = ("open", "read", "write", "sync", "truncate", "rename", "unlink", "mkdir", "link")


class Call(NamedTuple):
    """One call that changed something, or `ack`: the program has told its user that `data` is done.

    name: file's name below the folder; for `rename` and `link` data is the new name, for `write` the bytes, for
    `truncate` the size; `create` makes an empty file, `sync` of a folder has the name that ends with a slash
    """

    kind: str
    name: str
    data: Any = None


class SystemCalls:
    """Calls below `folder` since the watch began. `fail_at`: number of the call that fails, with errno `error`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls: list[Call] = []
        self.made: list[str] = []
        self.fail_at = 0
        self.error = 0
        self.failed = ""
        self._names: dict[int, str] = {}

    def acknowledge(self, what: Any) -> None:
        """Note that everything up to here was reported as done."""
        self.calls.append(Call("ack", "", what))

    def disarm(self) -> None:
        """Let no call fail any more."""
        self.fail_at = 0

    def name_of(self, path: Any) -> str | None:
        """The name below the folder, None for a path elsewhere."""
        try:
            there = os.path.realpath(os.fspath(path))
        except (TypeError, ValueError):
            return None
        lead = os.path.realpath(self.folder)
        if there == lead:
            return "/"
        return there[len(lead) + 1 :] if isinstance(there, str) and there.startswith(lead + os.sep) else None

    def pass_by(self, kind: str, name: str) -> None:
        """Count a call; raises the planned failure when it is this one's turn."""
        self.made.append(f"{kind} {name}")
        if len(self.made) == self.fail_at:
            self.failed = self.made[-1]
            raise OSError(self.error, os.strerror(self.error), name)

    def note(self, kind: str, name: str, data: Any = None) -> None:
        """Record what a call has changed."""
        if not name.endswith(".lock"):
            self.calls.append(Call(kind, name, data))


@contextmanager
def watched(folder: Path) -> Iterator[SystemCalls]:
    """Wrap the calls while the block runs."""
    seen = SystemCalls(folder)
    with pytest.MonkeyPatch.context() as patch:
        for name, wrapped in _wrapped(seen).items():
            patch.setattr(os, name, wrapped)
        patch.setattr(RealDisk, "write", staticmethod(os.write))
        patch.setattr(RealDisk, "sync", staticmethod(os.fsync))
        patch.setattr(io, "open", _opener(seen, io.open))
        yield seen


def _wrapped(seen: SystemCalls) -> dict[str, Callable[..., Any]]:
    real = {name: getattr(os, name) for name in ("open", "write", "close", "fsync", "ftruncate", "unlink", "mkdir")}
    handles = seen._names

    def opened(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        name = seen.name_of(path)
        if name is None:
            return real["open"](path, flags, mode, **more)
        seen.pass_by("open", name)
        new = flags & os.O_CREAT and not os.path.lexists(path)
        folder = Path(path).is_dir()
        handle: int = real["open"](path, flags, mode, **more)
        handles[handle] = name if not folder else name.rstrip("/") + "/"
        if new:
            seen.note("create", name)
        elif flags & os.O_TRUNC:
            seen.note("truncate", name, 0)
        return handle

    def write(handle: int, data: Any) -> int:
        if handle not in handles:
            return real["write"](handle, data)
        seen.pass_by("write", handles[handle])
        written: int = real["write"](handle, data)
        seen.note("write", handles[handle], bytes(data[:written]))
        return written

    def close(handle: int) -> None:
        handles.pop(handle, None)
        real["close"](handle)

    def sync(handle: int) -> None:
        if handle in handles:
            seen.pass_by("sync", handles[handle])
            seen.note("sync", handles[handle])
        else:
            real["fsync"](handle)

    def truncate(handle: int, size: int) -> None:
        if handle in handles:
            seen.pass_by("truncate", handles[handle])
        real["ftruncate"](handle, size)
        if handle in handles:
            seen.note("truncate", handles[handle], size)

    def one(kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **more: Any) -> Any:
            name = seen.name_of(path)
            if name is None:
                return function(path, *rest, **more)
            seen.pass_by(kind, name)
            found = function(path, *rest, **more)
            seen.note(kind, name)
            return found

        return call

    def two(kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(source: Any, target: Any, **more: Any) -> Any:
            name, other = seen.name_of(source), seen.name_of(target)
            if name is None or other is None:
                return function(source, target, **more)
            seen.pass_by(kind, name)
            found = function(source, target, **more)
            seen.note(kind, name, other)
            return found

        return call

    return {
        "open": opened,
        "write": write,
        "close": close,
        "fsync": sync,
        "fdatasync": sync,
        "ftruncate": truncate,
        "unlink": one("unlink", real["unlink"]),
        "remove": one("unlink", real["unlink"]),
        "mkdir": one("mkdir", real["mkdir"]),
        "rename": two("rename", os.rename),
        "replace": two("rename", os.replace),
        "link": two("link", os.link),
    }


class _Raw(io.RawIOBase):
    """A file for writing whose bytes go through the wrapped calls."""

    def __init__(self, path: Any, mode: str) -> None:
        super().__init__()
        flags = {"w": os.O_TRUNC, "x": os.O_EXCL, "a": os.O_APPEND}[mode[0]]
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | flags, 0o666)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return os.write(self._handle, bytes(data))

    def close(self) -> None:
        if not self.closed:
            try:
                super().close()
            finally:
                os.close(self._handle)


def _opener(seen: SystemCalls, real: Callable[..., Any]) -> Callable[..., Any]:
    def opened(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        name = None if isinstance(file, int) else seen.name_of(file)
        if name is None:
            return real(file, mode, *rest, **more)
        if not set(mode) & set("wxa"):
            seen.pass_by("read", name)
            return real(file, mode, *rest, **more)
        out = io.BufferedWriter(_Raw(file, mode))
        if "b" in mode:
            return out
        return io.TextIOWrapper(out, encoding=more.get("encoding"), newline=more.get("newline"))

    return opened
