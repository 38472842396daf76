"""Processes that compute for another one, and end with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


def with_parent(begin: Callable[..., None] | None = None, *given: Any) -> None:
    """What a process of a pool begins with: it ends when the one that asked for it does, also where that is killed and
    can tell nobody. It would wait for work for ever, with its output still open. `begin`: what it does besides."""
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


@contextmanager
def at_work(pool: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """A pool while it is asked. Whatever ends that early (Ctrl-C, an error) does not wait for what is being computed,
    which may take minutes: its processes are ended."""
    try:
        yield pool
    except BaseException:
        for one in tuple((pool._processes or {}).values()):
            one.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def end_all() -> None:
    """End every process that computes for this one, now: it ends itself."""
    for one in active_children():
        one.terminate()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
