"""Log ids, keys and secrets that follow from a name, so that what a test plays has the same course in every run."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random


def draw_from(name: str) -> None:
    """From now on, what this process draws follows from a name."""
    secrets._sysrand = Random(name)  # type: ignore[assignment]


@contextmanager
def named_secrets(name: str) -> Iterator[None]:
    """For the while that something is made which many tests share: it is the same whichever of them comes first."""
    before = secrets._sysrand  # type: ignore[attr-defined]
    draw_from(name)
    try:
        yield
    finally:
        secrets._sysrand = before  # type: ignore[attr-defined]
