"""The biggest game: a campaign of A Time for Trumpets, 5,811 hexes, 1,100 counters, 43 turns, the greedy bot on both
sides.

The game is played while it is measured, and kept as a log for the audit and for the desk. Times are those that this
process computed: what the disk takes to answer is not in them (`append` measures that).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.games.time_for_trumpets.questions import chains
from hexledger.engine.games.time_for_trumpets.rules import moving
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import hand_in, opening
from tests.bench.bar_desk import of_a_log
from tests.bench.material import home
from tests.bench.measure import Plan, Row, percentile, span, spread

SCENARIO = "time_for_trumpets/campaign"
EVERY = 25
"""Between two positions whose movement menus are measured lie so many decisions of movement."""
UNITS = 8
"""Units that can move whose reach is listed in such a position."""
ON_THE_DESK = 1_000
"""Decisions of the campaign that the desk's page shows, about as many as a smaller game has."""


class Played(NamedTuple):
    """Seconds: the game as a whole, each decision's round trip (by the process and by the wall), each reach."""

    decisions: int
    whole: float
    trips: list[float]
    waits: list[float]
    reaches: list[float]
    over: bool


def rows(plan: Plan) -> Iterator[Row]:
    """Round trip and reach, the whole game, its audit, its first decisions on the desk."""
    folder = home(plan)
    log, part = folder / "monster.hxl", folder / "monster-part.hxl"
    found = _play(log, plan.monster)
    how_far = "to its verdict" if found.over else "broken off"
    wall = f"with the disk {span(percentile(found.waits, 99))}"
    yield _row(
        "decision of the monster's campaign, p99", found.trips, 1e3, 50, "ms", f"{len(found.trips)} decisions; {wall}"
    )
    yield _row(
        "reach of one unit, nothing known of the position, p99",
        found.reaches,
        1e3,
        10,
        "ms",
        f"{len(found.reaches)} units; median {span(percentile(found.reaches, 50))}",
    )
    yield _row(
        f"campaign of {found.decisions} decisions by greedy bots",
        [found.whole],
        1 / 60,
        10,
        "min",
        f"{how_far}; {span(found.whole / found.decisions)} a decision, the bot's thoughts in it",
    )
    start = process_time()
    verdict = audit(log)
    took = process_time() - start
    if not verdict.intact or verdict.redecided != verdict.frames:
        raise RuntimeError(f"the campaign does not audit: {verdict.contradiction}")
    yield _row("verify of it, every decision decided again", [took], 1, 60, "s", f"{verdict.frames} frames")
    _play(part, min(ON_THE_DESK, plan.monster))
    yield from of_a_log(part, "monster", plan.rounds)


def _row(what: str, seconds: list[float], scale: float, bar: float, unit: str, note: str) -> Row:
    """The 99th percentile (of one figure: itself) as the ratio, with the least and the greatest."""
    _, low, high = spread(seconds)
    middle = percentile(seconds, 99)
    return Row(
        what,
        span(middle),
        "-",
        middle * scale,
        low * scale,
        high * scale,
        bar,
        at_least=False,
        unit=f" {unit}",
        note=note,
    )


def _play(log: Path, most: int) -> Played:
    """Play the game into a log."""
    for rest in log.parent.glob(f"{log.name}*"):
        rest.unlink()
    trips, waits, reaches = list[float](), list[float](), list[float]()
    moves = 0
    aside = 0.0
    start = process_time()
    with Chronicle.create(log, new_genesis(SCENARIO, seed="bench monster")) as chronicle:
        game = chronicle.game
        while len(trips) < most and (prompt := chronicle.offer()) is not None:
            if "move" in prompt.kinds:
                if moves % EVERY == 0:
                    before = process_time()
                    reaches += _reaches(chronicle)
                    aside += process_time() - before
                moves += 1
            chance = Chance(chronicle.genesis.seed, chronicle.genesis.log_id, len(chronicle.timeline))
            decision = opening(chronicle) or greedy_bot(game, chronicle.state(), prompt, chance)
            passed, busy = perf_counter(), process_time()
            hand_in(chronicle, prompt.side, decision)
            trips.append(process_time() - busy)
            waits.append(perf_counter() - passed)
        return Played(len(trips), process_time() - start - aside, trips, waits, reaches, chronicle.state().over)


def _reaches(chronicle: Chronicle) -> list[float]:
    """Seconds for the moves of single units, each asked of a position of which nothing is known yet."""
    found = []
    known = chronicle.game.position(chronicle.state())
    able = (unit for unit in chains.acting(known) if moving.check_units(known, (unit,)) is None)
    for unit in islice(able, UNITS):
        fresh = chronicle.game.position(chronicle.state())
        start = process_time()
        listed = list(moving.moves_of(fresh, unit))
        found.append(process_time() - start)
        assert all(move.units == (unit,) for move in listed)
    return found
