"""Stocking a warehouse from logs: only what is new is gone through, in as many processes as are wanted.

Parts are made of logs in a fixed order (game, scenario, id), at most `LOGS` to a part, so that the same logs give the
same bytes whatever the number of processes. A part that was joined from smaller ones holds the same rows in the same
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.errors import EngineError
from hexledger.events.errors import LedgerError
from hexledger.events.frame import decode_frame
from hexledger.events.ledger import Ledger
from hexledger.events.left_out import LeftOut
from hexledger.projections import warehouse
from hexledger.projections.warehouse_parts import (
    LOGS,
    STAGING,
    Entry,
    Kept,
    Rows,
    Unfit,
    drop_logs,
    drop_part,
    forget_kept,
    install,
    join_parts,
    read_kept,
    shares,
    small_parts,
    write_kept,
    write_part,
)
from hexledger.projections.warehouse_tables import DEAR, TABLES
from hexledger.replays.errors import ReplayError
from hexledger.replays.library import tables
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import read_genesis
from hexledger.replays.viewer.notes import notes_path
from hexledger.replays.workers import at_work, with_parent

UNREADABLE = (LedgerError, ReplayError, EngineError, EditionError)
"""What a log that cannot be read raises."""

Done = Callable[[int, int], None]
"""Told how many logs have been gone through, and how many there are."""


class Stocked(NamedTuple):
    """What came of it: logs gone through; what of which log is left out; logs that cannot be read, and why."""

    made: int
    left_out: dict[Path, LeftOut]
    wrong: list[tuple[Path, Exception]]


class _New(NamedTuple):
    """A log to be gone through: `log` the id that its rows have."""

    print: str
    path: Path
    log: str
    game: str
    scenario: str


class _Job(NamedTuple):
    """A part to be made, or its dear tables."""

    number: int
    logs: tuple[_New, ...]
    cheap: bool
    dear: bool
    staging: Path


def stock(
    where: Path, logs: Sequence[Path], version: str, *, dear: bool = False, workers: int = 1, done: Done | None = None
) -> Stocked:
    """Bring a warehouse to exactly these logs; `dear`: with the tables that are made when they are first asked for.

    Logs that cannot be read are left out and named; WarehouseError when the warehouse cannot be made.
    """
    warehouse.checked(where)
    wrong: list[tuple[Path, Exception]] = []
    there = _prints(logs, wrong)
    kept = read_kept(where, warehouse.shape(version))
    if kept is None:
        kept = warehouse.emptied(where, version)
    gone = [one for one in kept.logs if one not in there]
    if gone:
        kept.twice = []
    new = _heads({one: path for one, path in there.items() if one not in kept.logs and one not in kept.twice}, wrong)
    again = _same_id(kept, new, gone)
    gone += again
    new += _heads({one: there[one] for one in again}, wrong)
    new, twice = _apart(where, new)
    due = [number for number in kept.parts() if number not in kept.dear] if dear else []
    if gone or new or due or twice:
        try:
            _change(where, kept, gone, new, twice, there, due, dear=dear, workers=workers, done=done, wrong=wrong)
        except (OSError, Unfit) as error:
            raise warehouse.WarehouseError(where, f"the rows could not be written: {error}") from error
    missing = {
        there[one]: LeftOut(**entry.left_out) for one, entry in kept.logs.items() if entry.left_out and one in there
    }
    return Stocked(len(new), missing, wrong)


# ---------------------------------------------------------------------- which logs
def _prints(logs: Sequence[Path], wrong: list[tuple[Path, Exception]]) -> dict[str, Path]:
    """Print -> log; of two files with the same bytes the first."""
    found: dict[str, Path] = {}
    for log in logs:
        try:
            found.setdefault(warehouse.print_of_one(log, notes_path(log)), log)
        except OSError as error:
            wrong.append((log, LedgerError(f"{log}: {error.strerror or error}")))
    return found


def _heads(logs: dict[str, Path], wrong: list[tuple[Path, Exception]]) -> list[_New]:
    """What each log says of itself; those that cannot be read are told."""
    found = []
    for one, path in logs.items():
        try:
            genesis = read_genesis(decode_frame(Ledger.genesis(path), 0))
            found.append(_New(one, path, genesis.log_id, genesis.game, genesis.scenario))
        except UNREADABLE as error:
            wrong.append((path, error))
    return found


def _same_id(kept: Kept, new: Sequence[_New], gone: Sequence[str]) -> list[str]:
    """Prints of logs that stay and whose id a new one has too: they are looked at together."""
    ids = {one.log for one in new}
    return [one for one, entry in kept.logs.items() if one not in gone and entry.log.partition("-")[0] in ids]


def _apart(where: Path, new: Sequence[_New]) -> tuple[list[_New], list[str]]:
    """The logs, each with an id of its own, and prints of those that are shorter copies of others."""
    by_id: dict[str, list[_New]] = {}
    for one in new:
        by_id.setdefault(one.log, []).append(one)
    found, twice = [], []
    for same in by_id.values():
        if len(same) == 1:
            found += same
            continue
        opened = [(_bare(one.path), one) for one in sorted(same, key=lambda one: one.print)]
        whose = {id(game.frames): one for game, one in opened}
        for game in warehouse.told_apart(where, [game for game, _ in opened]):
            found.append(whose.pop(id(game.frames))._replace(log=game.genesis.log_id))
        twice += [one.print for one in whose.values()]
    return sorted(found, key=lambda one: (one.game, one.scenario, one.log, one.print)), twice


def _bare(path: Path) -> warehouse.Game:
    """A log as far as it takes to tell it from another."""
    with Chronicle.read(path, damaged=True) as chronicle:
        frames = [chronicle.frame(seq) for seq in range(len(chronicle.timeline))]
        names: Any = chronicle.game
        return warehouse.Game(chronicle.genesis, frames, names)


# ---------------------------------------------------------------------- what is made
def _change(
    where: Path,
    kept: Kept,
    gone: Sequence[str],
    new: Sequence[_New],
    twice: Sequence[str],
    there: dict[str, Path],
    due: Sequence[int],
    *,
    dear: bool,
    workers: int,
    done: Done | None,
    wrong: list[tuple[Path, Exception]],
) -> None:
    """Take out what is gone, make what is new, and say so in the list."""
    staging = where / STAGING
    parts = kept.parts()
    later = [
        _Job(number, tuple(_known(kept, one, there) for one in parts[number] if one not in gone), False, True, staging)
        for number in due
    ]
    first = 1 + max(parts, default=-1)
    jobs = [job for job in later if job.logs] + [
        _Job(first + number, tuple(part), True, dear, staging) for number, part in enumerate(shares(new, LOGS))
    ]
    forget_kept(where)
    _take_out(where, kept, gone)
    kept.twice += twice
    for job, found in _made(jobs, workers, done):
        for one, (left_out, error) in zip(job.logs, found, strict=True):
            if error is not None:
                wrong.append((one.path, error))
            elif job.cheap:
                kept.logs[one.print] = Entry(one.log, job.number, left_out)
        if job.dear:
            kept.dear.append(job.number)
    if staging.is_dir():
        install(where, staging)
    kept.dear = [number for number in kept.dear if number in kept.parts()]
    _join(where, kept)
    write_kept(where, kept)


def _known(kept: Kept, one: str, there: dict[str, Path]) -> _New:
    return _New(one, there[one], kept.logs[one].log, "", "")


def _take_out(where: Path, kept: Kept, gone: Sequence[str]) -> None:
    for number, prints in kept.parts().items():
        lost = [one for one in prints if one in gone]
        if len(lost) == len(prints):
            drop_part(where, number)
        elif lost:
            drop_logs(where, number, [kept.logs[one].log for one in lost])
    for one in gone:
        kept.logs.pop(one, None)


def _join(where: Path, kept: Kept) -> None:
    """Parts of few logs put together, once there are many."""
    small = small_parts(kept)
    if not small:
        return
    join_parts(where, small, small[0])
    for one, entry in kept.logs.items():
        if entry.part in small:
            kept.logs[one] = Entry(entry.log, small[0], entry.left_out)
    kept.dear = [number for number in kept.dear if number not in small[1:]]


_Told = list[tuple[dict[str, Any] | None, Exception | None]]
"""Of each log of a job: what was left out, and the error of one that could not be read."""


def _made(jobs: Sequence[_Job], workers: int, done: Done | None) -> Iterator[tuple[_Job, _Told]]:
    """Each job with what was found, in any order."""
    count, total = 0, sum(len(job.logs) for job in jobs)
    if workers < 2 or len(jobs) < 2:
        for job in jobs:
            yield job, _make(job)
            count += len(job.logs)
            if done is not None:
                done(count, total)
        return
    with at_work(ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), with_parent)) as pool:
        running: dict[Future[_Told], _Job] = {pool.submit(_make, job): job for job in jobs}
        for future in as_completed(running):
            job = running[future]
            yield job, future.result()
            count += len(job.logs)
            if done is not None:
                done(count, total)


def _make(job: _Job) -> _Told:
    """Make one part, in whatever process."""
    told: _Told = []
    job.staging.mkdir(parents=True, exist_ok=True)
    wanted = [table for table in TABLES if (job.dear if table in DEAR else job.cheap)]
    write_part(job.staging, job.number, _logs(job, told), wanted)
    return told


def _logs(job: _Job, told: _Told) -> Iterator[tuple[str, str, Rows]]:
    had: warehouse.Had = {}
    for one in job.logs:
        try:
            with Chronicle.read(one.path, damaged=True) as chronicle:
                game = tables.game_of(chronicle)
                genesis = msgspec.structs.replace(game.genesis, log_id=one.log)
                made = warehouse.made_of(game._replace(genesis=genesis), had, cheap=job.cheap, dear=job.dear)
                missing = chronicle.left_out
        except UNREADABLE as error:
            told.append((None, LedgerError(str(error))))
            continue
        told.append((msgspec.structs.asdict(missing) if missing is not None else None, None))
        yield made
