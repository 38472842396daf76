"""Files that hold a secret: readable by their owner only, appended to durably, refused when others can read them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hexledger.replays.errors import ReplayError

_OTHERS = 0o077


class SecretFileError(ReplayError):
    """A secret file that cannot be trusted or read: which, and why."""


def create_secret(path: Path, text: str) -> None:
    """Write a new secret file that only its owner can read; an existing file is never replaced."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        raise SecretFileError(f"{path}: already exists; a secret is never written over") from None
    try:
        _write(handle, text)
    finally:
        os.close(handle)


def append_secret(path: Path, text: str) -> None:
    """Add to a secret file; on the disk before it returns."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    try:
        _write(handle, text)
    finally:
        os.close(handle)


def read_secret(path: Path) -> str:
    """The text of a secret file; SecretFileError when anybody but its owner may read or write it."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if sys.platform != "win32" and mode & _OTHERS:
                raise SecretFileError(
                    f"{path}: others can read this secret (mode {mode & 0o777:o}); make it private with chmod 600, and "
                    "take it for known if it was open"
                )
            return file.read().decode()
    except UnicodeDecodeError:
        raise SecretFileError(f"{path}: not a text file of ours") from None


def _write(handle: int, text: str) -> None:
    data = text.encode()
    if os.write(handle, data) != len(data):
        raise OSError(f"only a part of {len(data)} bytes was written; is the disk full?")
    os.fsync(handle)
