"""Secrets of golden files: bytes that are the same in every run, in place of the system's."""

from __future__ import annotations

from hashlib import shake_256


class Stream:
    """`token_bytes` and `token_hex` of `secrets`, from a name."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def token_bytes(self, size: int) -> bytes:
        """Like `secrets.token_bytes`."""
        self._count += 1
        return shake_256(f"{self._name} {self._count}".encode()).digest(size)

    def token_hex(self, size: int) -> str:
        """Like `secrets.token_hex`."""
        return self.token_bytes(size).hex()
