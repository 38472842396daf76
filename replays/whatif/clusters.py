"""Runs on more machines than one, by dask.distributed (the extra `hexledger[cluster]`).

The log travels with the plan: a worker needs Hexledger, and nothing of this machine. What a run does hangs on its seed
alone, so that the report is the one that a single process makes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hexledger.replays.errors import ReplayError
from hexledger.replays.whatif.playout import Ended
from hexledger.replays.whatif.simulate import Job, Plan, Room

PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""
AHEAD: Final = 2
"""Runs that wait for each thread of the cluster."""


class NoCluster(ReplayError):
    """The library is not installed, or nobody answers at the address."""


def spread_over(plan: Plan, jobs: Sequence[Job], address: str, deadline: float | None) -> Iterator[tuple[Job, Ended]]:
    """Every job with how it ended, in any order, played by the workers of the scheduler at `address`
    (`tcp://host:8786`). NoCluster."""
    dask = _library()
    Room(plan)  # what is wrong with the plan is said here
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"no scheduler of dask answers at {address}: {error}") from error
    with client:
        yield from _shared(dask, client, plan, jobs, deadline)


def _library() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise NoCluster("runs on several machines are shared out by dask: install `hexledger[cluster]`") from error


def _shared(
    dask: Any, client: Any, plan: Plan, jobs: Sequence[Job], deadline: float | None
) -> Iterator[tuple[Job, Ended]]:
    log = client.scatter(Path(plan.log).read_bytes(), broadcast=True)
    threads = max(1, sum(client.nthreads().values()))

    def sent(job: Job) -> Any:
        return client.submit(play_there, plan, log, job, pure=False)

    rest = iter(jobs)
    running = dask.as_completed([sent(job) for job in islice(rest, AHEAD * threads)], loop=client.loop)
    for future in running:
        job, ended = future.result()
        yield tuple(job), Ended(*ended)
        if deadline is None or time.monotonic() < deadline:
            for after in islice(rest, 1):
                running.add(sent(after))


_rooms: dict[Plan, Room] = {}
"""In a worker: the room of its plan."""


def play_there(plan: Plan, log: bytes, job: Job) -> tuple[Job, Ended]:
    """A run, in a worker that has never seen the log."""
    plan = Plan(*plan)
    if plan not in _rooms:
        with TemporaryDirectory(prefix="hexledger-") as name:
            copy = Path(name) / "log.hxl"
            copy.write_bytes(log)
            _rooms[plan] = Room(plan._replace(log=str(copy)))
    return job, _rooms[plan].play(job)
