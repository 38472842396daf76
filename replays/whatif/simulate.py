"""Simulation: bots play on from moments of a game many times, in several processes, and what came of it is counted.

Run n is played with the seed `SEED/n` at every moment, so that moments are compared with the same luck. What a run does
hangs on nothing but its seed: the report is the same, byte for byte, whatever the number of processes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexledger.engine.bots.players import bot
from hexledger.engine.bots.playing import Bot
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import practice_salt
from hexledger.events.frame import OLD, PAIRED_LUCK
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.studies import begin_study
from hexledger.replays.log.table import play_on
from hexledger.replays.secrets.binding import bind
from hexledger.replays.whatif.playout import MOST_DECISIONS, Ended, Start, play_out, run_seed
from hexledger.replays.workers import at_work, with_parent

Done = Callable[[int, int], None]
"""Told after each run: runs that are done, and how many there are."""

SALTED: Final = 64
"""Seals before a moment whose practice salts are tried."""


class Plan(NamedTuple):
    """What is to be simulated.

    log      path of the log
    moments  frames after which the runs begin
    runs     how many at each moment
    players  (side, name of its bot)
    most     decisions after which a run is given up
    """

    log: str
    moments: tuple[int, ...]
    runs: int
    seed: str
    players: tuple[tuple[int, str], ...]
    most: int = MOST_DECISIONS
    edition: str = ""


class Found(NamedTuple):
    """The runs of each moment, in order; `wanted` as many as were asked for."""

    plan: Plan
    runs: Mapping[int, Sequence[Ended]]
    complete: bool


BEHIND: Final = 15
"""How far processes in the background give way, in the system's own measure."""

Job = tuple[int, int]
"""(moment, number of the run)."""


def starts(chronicle: LogReader, moments: Sequence[int]) -> dict[int, Start]:
    """The positions after frames; ReplayError for a frame that has none or where the game is over."""
    out = {}
    for moment in moments:
        at = chronicle.place(moment)
        state = chronicle.state(at)
        if state.over:
            raise ReplayError(f"the game is over at #{at}: nothing can be played on from there")
        # a study of the log adds two frames before the first decision
        seq = len(chronicle.timeline) + 2
        out[moment] = Start(state, chronicle.frame(at).digest, seq, chronicle.genesis.log_id, _salts(chronicle, at))
    return out


def _salts(chronicle: LogReader, at: int) -> tuple[str, ...]:
    """Practice salts of the seals that lie there unopened; none where a seal is in somebody's vault."""
    genesis, lying = chronicle.genesis, chronicle.state(at).seals
    if not lying or not genesis.seed:
        return ()
    salts: list[str] = []
    for seq in islice(reversed(list(chronicle.timeline.path(at))), SALTED):
        salt = practice_salt(genesis.seed, genesis.log_id, seq)
        if genesis.format == OLD:
            salts.append(salt)
        else:
            salts.extend(bind(salt, genesis.log_id, key >> 16, key & 0xFFFF) for key in sorted(lying))
    return tuple(salts)


def simulate(
    plan: Plan,
    workers: int = 1,
    seconds: float = 0.0,
    done: Done | None = None,
    cluster: str = "",
    *,
    background: bool = False,
) -> Found:
    """Play all runs of a plan, in `workers` processes (1: in this one), or by those of a cluster (`clusters`).

    seconds  begin no run after so long (0: no limit); what is left out then hangs on the machine, as `complete` says
    background  the processes give way to others, where the system knows how
    """
    jobs = [(moment, run) for run in range(plan.runs) for moment in plan.moments]
    deadline = time.monotonic() + seconds if seconds else None
    results: dict[Job, Ended] = {}
    for job, ended in _played(plan, jobs, workers, deadline, cluster, background):
        results[job] = ended
        if done is not None:
            done(len(results), len(jobs))
    # only runs that every moment has: the comparison stays paired
    whole = [run for run in range(plan.runs) if all((moment, run) in results for moment in plan.moments)]
    runs = {moment: [results[moment, run] for run in whole] for moment in plan.moments}
    return Found(plan, runs, len(whole) == plan.runs)


def _played(
    plan: Plan, jobs: Sequence[Job], workers: int, deadline: float | None, cluster: str, background: bool
) -> Iterator[tuple[Job, Ended]]:
    if cluster:
        from hexledger.replays.whatif.clusters import spread_over

        return spread_over(plan, jobs, cluster, deadline)
    return _here(plan, jobs, deadline) if workers < 2 else _spread(plan, jobs, workers, deadline, background)


class Room:
    """A log opened for runs: its game, the positions, the bots."""

    def __init__(self, plan: Plan) -> None:
        edition = Path(plan.edition) if plan.edition else None
        with Chronicle.read(Path(plan.log), edition) as chronicle:
            self.game: Game[Any] = chronicle.game
            self.starts = starts(chronicle, plan.moments)
        self.players: dict[int, Bot] = {side: bot(name) for side, name in plan.players}
        self.plan = plan

    def play(self, job: Job) -> Ended:
        moment, run = job
        return play_out(self.game, self.starts[moment], self.players, self.plan.seed, run, self.plan.most)


def _here(plan: Plan, jobs: Sequence[Job], deadline: float | None) -> Iterator[tuple[Job, Ended]]:
    room = Room(plan)
    for job in jobs:
        if deadline is not None and time.monotonic() > deadline:
            return
        yield job, room.play(job)


_rooms: dict[Plan, Room] = {}
"""In a worker process: the room of its plan."""


def _furnish(plan: Plan, background: bool = False) -> None:
    if background and hasattr(os, "nice"):
        os.nice(BEHIND)
    _rooms[plan] = Room(plan)


def _work(plan: Plan, job: Job) -> Ended:
    return _rooms[plan].play(job)


def _spread(
    plan: Plan, jobs: Sequence[Job], workers: int, deadline: float | None, background: bool
) -> Iterator[tuple[Job, Ended]]:
    Room(plan)  # what is wrong with the plan is said here, not by every process
    rest, running = iter(jobs), {}
    with at_work(ProcessPoolExecutor(workers, get_context("spawn"), with_parent, (_furnish, plan, background))) as pool:
        for job in islice(rest, 2 * workers):
            running[pool.submit(_work, plan, job)] = job
        while running:
            future = next(as_completed(running))
            yield running.pop(future), future.result()
            if deadline is None or time.monotonic() < deadline:
                for job in islice(rest, 1):
                    running[pool.submit(_work, plan, job)] = job


def keep(plan: Plan, moment: int, run: int, study: Path) -> Chronicle:
    """Write one run as a study, played by the same bots with the same dice; the caller closes it."""
    seeded = run_seed(plan.seed, run)
    begin_study(Path(plan.log), study, moment, seeded, PAIRED_LUCK, f"run {run} from {moment}")
    chronicle = Chronicle.write(study, Path(plan.edition) if plan.edition else None)
    try:
        players = {side: bot(name) for side, name in plan.players}
        play_on(chronicle, players, seed=seeded, limit=plan.most)
    except BaseException:
        chronicle.close()
        raise
    return chronicle
