"""Engineers of HQs (20.11, 20.12): assisted river crossing, demolition, bridge building. Forced crossings: attack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.costs import BY_OWN_HQ, ENGINEER_RANGE, OTHER_HQ
from hexledger.engine.games.june_6.questions.engineers import (
    at_river,
    bridges_at_hand,
    check_action,
    check_hexside,
    check_hq,
    demolition,
    held_hexside,
    lends,
    near_hq,
    other_lender,
    parent_hex,
    refused,
    served,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.events.numbers import counted

UNITS_PER_ACTION: Final = 2
"""Foot units that one bridge action carries over (20.21; corps HQs the same by R-09)."""
ATTEMPTS: Final = 2
"""Demolition attempts of an HQ in an activation (20.41)."""
DESTROYED_AT: Final = 4
"""Highest die that destroys a contested bridge (20.44)."""


class Assist(Decision, frozen=True, array_like=True, tag=33):
    """An HQ's engineers carry foot units over great rivers in this activation."""

    hq: PieceId
    units: tuple[PieceId, ...]


class Demolish(Decision, frozen=True, array_like=True, tag=34):
    """An HQ's engineers try to blow the bridge between two hexes."""

    hq: PieceId
    a: PlaceId
    b: PlaceId


class BuildBridge(Decision, frozen=True, array_like=True, tag=35):
    """An HQ's engineers bridge a hexside or repair its bridge."""

    hq: PieceId
    a: PlaceId
    b: PlaceId


# ------------------------------------------------------------------ 20.2 assisted river crossing
def check_assist(pos: June6Position, decision: Assist) -> None:
    """J6 20.21, 20.22: at most 2 foot units, active and not yet moved, of a formation that the HQ may serve.

    The 4 hexes from unit to parent HQ are measured where the unit crosses (8.44a), that is in its move.
    """
    check_hq(pos, decision.hq)
    check_action(pos, decision.hq)
    units = decision.units
    if not units or len(set(units)) != len(units):
        raise refused(pos, "20.21", "name each unit that is to cross once")
    if len(units) > UNITS_PER_ACTION:
        raise refused(pos, "20.21", f"one bridge action carries {counted(UNITS_PER_ACTION, 'unit')}, not {len(units)}")
    lender = other_lender(pos, decision.hq)
    if lender >= 0:
        what = f"{pos.name(lender)} has lent its engineers in this activation; a division attaches one corps HQ's"
        raise refused(pos, "20.22", what)
    formations = served(pos, decision.hq)
    for piece in units:
        name = pos.name(piece)
        if not pos.is_active(piece) or not pos.on_map(piece) or pos.formation(piece) not in formations:
            raise refused(pos, "20.21", f"{name} is no active unit that {pos.name(decision.hq)} may carry")
        if pos.motorized(piece):
            raise refused(pos, "8.44a", f"{name} is motorized; engineers carry foot units only")
        if pos.crosses_alone(piece):
            raise refused(pos, "20.21", f"{name} crosses without engineers")
        if pos.flag(piece, f.ASSISTED):
            raise refused(pos, "20.21", f"{name} is carried by engineers already")
        if pos.flag(piece, f.MOVED) or pos.flag(piece, f.RECOVERED):
            raise refused(pos, "20.21", f"{name} does not move any more in this activation")


def take_assist(act: Act, decision: Assist) -> None:
    """Use the HQ's bridge action; the units may cross for the rest of the activation."""
    act.declare("engineers.assist", (decision.hq, *decision.units), (), "20.21")
    act.flag(decision.hq, f.BRIDGE_ACTION, 1, "20.13")
    if lends(act.pos, decision.hq):
        act.flag(decision.hq, f.LENT, 1, "20.22")
    for piece in decision.units:
        measured = parent_hex(act.pos, decision.hq, piece)
        own = act.pos.hq_of(act.pos.formation(piece))
        by_other = own < 0 or act.pos.at(own) != measured
        act.flag(piece, f.ASSISTED, decision.hq + OTHER_HQ if by_other else BY_OWN_HQ, "20.21")


def assist_choices(pos: June6Position, hqs: tuple[int, ...]) -> Iterator[Assist]:
    """Units that stand at a great river within reach of the engineers, alone and in pairs."""
    for hq in hqs:
        if pos.flag(hq, f.BRIDGE_ACTION) or other_lender(pos, hq) >= 0:
            continue
        formations = served(pos, hq)
        banks = [
            PieceId(piece)
            for piece in pos.active_units()
            if pos.formation(piece) in formations
            and not pos.motorized(piece)
            and not any(pos.flag(piece, flag) for flag in (f.MOVED, f.RECOVERED, f.ASSISTED, f.PINNED, f.SCATTERED))
            and not pos.crosses_alone(piece)
            and at_river(pos, hq, piece)
        ]
        for count in range(1, UNITS_PER_ACTION + 1):
            for units in combinations(banks, count):
                yield Assist(PieceId(hq), units)


# ------------------------------------------------------------------ 20.4 demolition
def check_demolish(pos: June6Position, decision: Demolish) -> None:
    """J6 20.41-20.44, QA-TERR-2: raise IllegalDecision unless the HQ may try to blow that bridge now."""
    hq, a, b = decision.hq, decision.a, decision.b
    check_hq(pos, hq)
    if pos.flag(hq, f.DEMOLITIONS) >= ATTEMPTS:
        raise refused(pos, "20.41", f"{pos.name(hq)} has made its {ATTEMPTS} attempts in this activation")
    check_hexside(pos, a, b)
    bridge = f"the bridge {pos.label(a)}-{pos.label(b)}"
    if not pos.bridge(a, b):
        raise refused(pos, "20.42", f"no bridge stands between {pos.label(a)} and {pos.label(b)}")
    if not near_hq(pos, hq, a, b):
        raise refused(pos, "20.42", f"{bridge} is more than {ENGINEER_RANGE} hexes from {pos.name(hq)}")
    if demolition(pos, a, b) == "impossible":
        side = pos.active_side
        near = any(pos.side_at(there) == side for end in (a, b) for there in pos.board.neighbours[end])
        if not near:
            raise refused(pos, "QA-TERR-2", f"no unit of your own stands at {bridge}")
        raise refused(pos, "20.44", f"neither end of {bridge} is held by a unit of your own")


def take_demolish(act: Act, decision: Demolish) -> None:
    """J6 20.44, 20.45: the attempt, with its die when an enemy holds the other end."""
    pos = act.pos
    hq, a, b = decision.hq, decision.a, decision.b
    act.declare("engineers.demolition", (hq,), (a, b), "20.41")
    act.flag(hq, f.DEMOLITIONS, pos.flag(hq, f.DEMOLITIONS) + 1, "20.41")
    if demolition(pos, a, b) == "contested":
        die = act.roll("roll.demolition", 10, subject=a, rule="20.44")
        gone = die <= DESTROYED_AT
        result = "result.destroyed" if gone else "result.no_effect"
        act.resolved("table.demolition", "column.contested", die, (result,), rule="20.44")
        if not gone:
            return
    if pos.state.marker(a, b, f.PONTOON):
        act.marker(a, b, f.PONTOON, 0, "20.45")
    else:
        act.marker(a, b, f.BLOWN, 1, "20.45")


def demolish_choices(pos: June6Position, hqs: tuple[int, ...]) -> Iterator[Demolish]:
    """Every attempt that could succeed."""
    able = [hq for hq in hqs if pos.flag(hq, f.DEMOLITIONS) < ATTEMPTS]
    sides = bridges_at_hand(pos) if able else ()
    for hq in able:
        for a, b in sides:
            if near_hq(pos, hq, a, b):
                yield Demolish(PieceId(hq), PlaceId(a), PlaceId(b))


# ------------------------------------------------------------------ 20.5 building
def check_build(pos: June6Position, decision: BuildBridge) -> None:
    """J6 20.51: an Allied HQ, a great river or canal without a bridge within 4 hexes, neither end held by an enemy nor
    in an EZOC that no friendly unit in the hex negates."""
    hq, a, b = decision.hq, decision.a, decision.b
    if pos.side(hq) != f.ALLIED:
        raise refused(pos, "20.51", "only the Allies build bridges")
    check_hq(pos, hq)
    check_action(pos, hq)
    check_hexside(pos, a, b)
    if not pos.needs_bridge(a, b):
        raise refused(pos, "20.51", f"no bridge is wanted between {pos.label(a)} and {pos.label(b)}")
    if not near_hq(pos, hq, a, b):
        where = f"{pos.label(a)}-{pos.label(b)}"
        raise refused(pos, "20.51", f"{where} is more than {ENGINEER_RANGE} hexes from {pos.name(hq)}")
    for end in (a, b):
        if pos.side_at(end) == f.GERMAN:
            raise refused(pos, "20.51", f"{pos.label(end)} is held by the enemy")
        if not pos.side_at(end) and pos.in_ezoc(end, f.ALLIED):
            raise refused(pos, "20.51", f"{pos.label(end)} is in an enemy ZOC and no friendly unit stands in it")


def take_build(act: Act, decision: BuildBridge) -> None:
    """J6 20.52: repair the printed bridge, or lay a pontoon."""
    pos = act.pos
    hq, a, b = decision.hq, decision.a, decision.b
    act.declare("engineers.bridge", (hq,), (a, b), "20.51")
    act.flag(hq, f.BRIDGE_ACTION, 1, "20.13")
    if pos.board.has_bridge(a, b):
        act.marker(a, b, f.BLOWN, 0, "20.52")
    else:
        act.marker(a, b, f.PONTOON, 1, "20.52")


def build_choices(pos: June6Position, hqs: tuple[int, ...]) -> Iterator[BuildBridge]:
    """Hexsides inside the scenario's area that may be bridged and have a friendly unit at an end."""
    if pos.active_side != f.ALLIED:
        return
    area = pos.scenario.area
    sides: dict[tuple[int, int], None] = {}
    for place in held_hexside(pos):
        for there in pos.board.neighbours[place]:
            if place in area and there in area and pos.needs_bridge(place, there):
                sides[min(place, there), max(place, there)] = None
    for hq in hqs:
        for a, b in sorted(sides):
            decision = BuildBridge(PieceId(hq), PlaceId(a), PlaceId(b))
            try:
                check_build(pos, decision)
            except IllegalDecision:
                continue
            yield decision


DECISIONS: Final = (Assist, Demolish, BuildBridge)
STEPS: Final = ()
