"""Reinforcements that are due (10): who waits, where he may enter, which AMs are free, which way was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.schedule import (
    AREAS,
    AUTOMATIC,
    WAITING,
    Arrival,
    Gate,
    area_gate,
    nationality_am,
)
from hexledger.engine.games.june_6.tables.west_coast import BOX as WEST_BOX

CORPS_KINDS: Final = ("corps", "corps_unit")
"""Kinds of formation whose units are corps-level (QA-AM-1, R-57)."""


# ---------------------------------------------------------------------- who waits
def waiting(pos: June6Position, side: int = 0) -> tuple[Arrival, ...]:
    """Groups (of a side) that wait to be brought onto the map, in the order of the schedule."""
    pool = pos.state.pool(pos.game.words["pool.entering"])
    return tuple(
        arrival
        for arrival in pos.scenario.arrivals
        if side in (0, arrival.side) and any(piece in pool for piece in arrival.pieces)
    )


def marked(pos: June6Position, arrival: Arrival, pool: str) -> bool:
    """True when a group lies in one of the schedule's pools: `pool.held`, `pool.automatic` ..."""
    return pos.state.pooled(pos.game.words[pool], arrival.lead) > 0


def comes_with_am(pos: June6Position, formation: int) -> bool:
    """PB 6.51a: does a formation that is to arrive with an AM wait for one that has to be bought?"""
    hq = pos.game.formation_hq.get(formation, -1)
    return not pos.scenario.budget.arrivals_free and any(
        hq in arrival.pieces and not arrival.in_re for arrival in waiting(pos)
    )


def free_ams(pos: June6Position, side: int) -> Iterator[tuple[int, int, str]]:
    """J6 7.23, QA-AM-1, QA-AM-2, R-57: (AM, how many, rule) that arriving groups bring: two of a division or as
    many as the schedule says, none of a group that enters in the RE phase, is held back (10.36) or finds its way closed
    (10.37); both corps AMs for corps-level units.

    Formations whose HQ is on the map or came before, in the RE phase or by air, buy their AMs (QA-AM-3, QA-AM-4)."""
    for arrival in waiting(pos, side):
        if arrival.in_re or marked(pos, arrival, "pool.held") or not open_hexes(pos, arrival):
            continue
        counter = pos.counters[arrival.lead]
        if pos.game.edition.formations[counter.formation].kind in CORPS_KINDS:
            word = pos.game.words[nationality_am(pos.game, arrival.lead)]
            yield word, pos.game.ams[word].number, "QA-AM-1"
        elif arrival.ams:
            yield arrival.am, arrival.ams, "7.23"


# ---------------------------------------------------------------------- 10.35-10.38 by which way
def gates(pos: June6Position, arrival: Arrival) -> tuple[Gate, ...]:
    """Ways that a group may still choose: those of the schedule, any German area for one that was held back or shut
    out (10.36, 10.37)."""
    if marked(pos, arrival, "pool.any_entry"):
        return tuple(area_gate(pos.game, area) for area in AREAS if pos.game.board.in_area(area) <= pos.scenario.area)
    return arrival.gates


def chosen(pos: June6Position, arrival: Arrival) -> Gate | None:
    """The way that a group enters by, None while it has a choice."""
    for area in AREAS:
        if marked(pos, arrival, f"pool.{area}"):
            return area_gate(pos.game, area)
    able = gates(pos, arrival)
    return able[0] if len(able) == 1 else None


def open_hexes(pos: June6Position, arrival: Arrival) -> tuple[int, ...]:
    """J6 10.37: hexes of a group's way that no enemy occupies; of all its ways while it has a choice. An enemy ZOC
    closes nothing."""
    gate = chosen(pos, arrival)
    ways = gates(pos, arrival) if gate is None else (gate,)
    return tuple(place for way in ways for place in way.hexes if pos.side_at(place) != 3 - arrival.side)


def may_hold(pos: June6Position, arrival: Arrival) -> bool:
    """J6 10.36: a group that needs its release may be held back where it could enter elsewhere."""
    elsewhere = sum(1 for area in AREAS if pos.game.board.in_area(area) <= pos.scenario.area)
    return arrival.release > AUTOMATIC and elsewhere > 1


def undecided(pos: June6Position, done: tuple[int, ...]) -> Iterator[Arrival]:
    for arrival in waiting(pos, f.GERMAN):
        if arrival.lead in done or marked(pos, arrival, "pool.automatic"):
            continue
        if any(gate.name not in AREAS for gate in arrival.gates):
            continue
        if len(gates(pos, arrival)) > 1 or may_hold(pos, arrival):
            yield arrival


# ---------------------------------------------------------------------- into the box
def is_unassigned(pos: June6Position, piece: int) -> bool:
    """J6 6.14: a corps unit that belongs to no corps yet."""
    formation = pos.game.edition.formations.get(pos.counters[piece].formation)
    return formation is not None and formation.kind == "corps_unit" and not pos.flag(piece, f.ASSIGNED)


# ---------------------------------------------------------------------- 3.5, 10.21 Allied landing boxes
def landing_of(pos: June6Position) -> tuple[Arrival, ...]:
    waiting_box = pos.game.board.index[WAITING]
    return tuple(arrival for arrival in waiting(pos, f.ALLIED) if arrival.gates[0].box != waiting_box)


def open_gates(pos: June6Position, arrival: Arrival) -> tuple[Gate, ...]:
    """PB 2.85e.5: landing boxes that a group may choose between: with the landing on the west coast not that of Omaha
    before all of Omaha is Allied; its only box it keeps."""
    if not pos.scenario.west_beach or pos.omaha_open or len(arrival.gates) < 2:
        return arrival.gates
    return tuple(gate for gate in arrival.gates if gate.name != WEST_BOX)
