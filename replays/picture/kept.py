"""What was drawn before, kept in the user's own cache folder: the printed board as pixels, and small pictures.

Nothing depends on it. A file is named after everything that what it holds was made from, the source of this package
included; it is written under another name first, carries its own digest, and what is damaged, missing or cannot be
written is made anew. The folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import zlib
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from hexledger.events.errors import DiskError
from hexledger.events.platform import replace_file

MOST: Final = 256 << 20
"""Bytes of all files; beyond, those that were written longest ago are deleted."""
_SUFFIX: Final = ".drawn"
_DIGEST: Final = 32
_FAST: Final = 1
"""Level of compression: these files are read more often than sent."""


@cache
def made_by() -> bytes:
    """Digest of what draws: the source and fonts of this package, and the versions of the libraries."""
    seen = sha256()
    for package in ("resvg-py", "pillow"):
        seen.update(version(package).encode())
    folders = [files(__package__), files(__package__).joinpath("fonts")]
    for folder in folders:
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith((".py", ".ttf", ".txt")):
                seen.update(file.name.encode())
                seen.update(file.read_bytes())
    return seen.digest()


class Kept:
    """The files of one folder (None: nothing is kept). No method raises for what a disk does."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def read(self, *made_from: Any) -> Any:
        """What was kept of this (plain values), or None."""
        path = self._path(made_from)
        if path is None:
            return None
        try:
            data = path.read_bytes()
            if sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                return None
            return msgspec.msgpack.decode(zlib.decompress(data[_DIGEST:]))
        except (OSError, ValueError, zlib.error):
            return None

    def write(self, value: Any, *made_from: Any) -> None:
        """Keep a plain value."""
        path = self._path(made_from)
        if path is None:
            return
        packed = zlib.compress(msgspec.msgpack.encode(value), _FAST)
        with contextlib.suppress(OSError, DiskError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(path, sha256(packed).digest() + packed)
            _prune(path)

    def _path(self, made_from: tuple[Any, ...]) -> Path | None:
        if self.folder is None:
            return None
        name = sha256(made_by() + msgspec.msgpack.encode(made_from)).hexdigest()[:32]
        return self.folder / f"{name}{_SUFFIX}"


def _prune(newest: Path) -> None:
    """Delete what was written longest ago until the rest is small enough."""
    found = [(file.stat(), file) for file in newest.parent.glob(f"*{_SUFFIX}")]
    room = MOST
    for seen, file in sorted(found, key=lambda one: one[0].st_mtime_ns, reverse=True):
        room -= seen.st_size
        if room < 0 and file != newest:
            file.unlink(missing_ok=True)
