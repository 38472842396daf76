"""Processes that compute for another one, and end with it."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


def with_parent(begin: Callable[..., None] | None = None, *given: Any) -> None:
    """What a process of a pool begins with: it ends when the one that asked for it does, also where that is killed and
    can tell nobody. It would wait for work for ever, with its output still open. `begin`: what it does besides."""
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
