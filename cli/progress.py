"""Progress bars on standard error for work above a second, when somebody is looking. rich is loaded only then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

PATIENCE = 1.0
"""Seconds of work before a bar appears."""


class Bar(Protocol):
    """Tells how far work has come: `done` of `total`, in words `about`."""

    def __call__(self, done: int, total: int, about: str = "") -> None: ...


@contextmanager
def progress(what: str) -> Iterator[Bar]:
    """A bar for a piece of work; nothing is drawn where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield _silent
        return
    shown = _Shown(what)
    try:
        yield shown
    finally:
        shown.close()


def _silent(done: int, total: int, about: str = "") -> None:  # noqa: ARG001 - nobody is looking
    return


class _Shown:
    def __init__(self, what: str) -> None:
        self.what = what
        self.began = time.monotonic()
        self.bar: Any = None

    def __call__(self, done: int, total: int, about: str = "") -> None:
        if self.bar is None:
            if time.monotonic() - self.began < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[about]}", markup=False),
            )
            self.bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
            self.bar.start()
            self.bar.add_task(self.what, total=total, about=about)
        self.bar.update(self.bar.task_ids[0], completed=done, total=total, about=about)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.stop()
