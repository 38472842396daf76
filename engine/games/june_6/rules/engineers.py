"""Engineers of HQs (20.11, 20.12): assisted river crossing, demolition, bridge building. Forced crossings: attack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.command import corps_serves
from hexledger.engine.games.june_6.rules.costs import BY_OWN_HQ, ENGINEER_RANGE, OTHER_HQ
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

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


# ------------------------------------------------------------------ 20.1 whose engineers work for whom
def served(pos: June6Position, hq: int) -> tuple[int, ...]:
    """J6 20.14, 20.15, 20.22, 6.13b: active formations that an HQ's engineers may work for, ascending.

    Its own when the HQ is active; an active corps HQ also for the corps units of another corps that the scenario lets
    it support (PB 6.41, 6.42 note 1: no other rule gives it those); a corps HQ for active divisions whose HQ is within
    4 hexes, of its own corps if Allied, or as the scenario says.
    """
    if not pos.is_hq(hq) or not pos.on_map(hq) or pos.side(hq) != pos.active_side:
        return ()
    found = {pos.formation(hq)} if pos.is_active(hq) else set()
    if found and pos.is_corps_hq(hq) and pos.side(hq) == f.ALLIED:
        listed = (pos.game.formation_number[name] for name in pos.scenario.corps_support.get(hq, ()))
        found.update(number for number in listed if pos.game.formation_kind(number) == "corps")
    if pos.is_corps_hq(hq):
        for piece in pos.active_units():
            if (
                pos.is_division_hq(piece)
                and pos.on_map(piece)
                and pos.board.distance(pos.at(piece), pos.at(hq)) <= ENGINEER_RANGE
                and corps_serves(pos, hq, pos.formation(piece))
            ):
                found.add(pos.formation(piece))
    return tuple(sorted(found))


def parent_hex(pos: June6Position, hq: int, piece: int) -> int:
    """J6 20.21: the hex that a unit must be within 4 hexes of to be carried by an HQ: that of its own HQ; where the
    scenario lets another corps HQ support it (PB 6.42 note 1) that HQ's; -1 when there is none."""
    own = pos.hq_of(pos.formation(piece))
    if own >= 0 and (own == hq or pos.is_division_hq(own)):
        return pos.at(own)
    return pos.at(hq)


def carriers(pos: June6Position, piece: int) -> tuple[int, ...]:
    """J6 20.13-20.22, 20.31: HQs whose bridge action, not used this turn, could carry an active unit from where it is,
    its own HQ first; for crossings and forced crossings alike."""
    formation, place = pos.formation(piece), pos.at(piece)
    able = [
        hq
        for hq in pos.in_play(pos.active_side)
        if pos.is_hq(hq)
        and formation in served(pos, hq)
        and not pos.flag(hq, f.BRIDGE_ACTION)
        and pos.board.distance(parent_hex(pos, hq, piece), place) <= ENGINEER_RANGE
    ]
    own = pos.hq_of(formation)
    return tuple(sorted(able, key=lambda hq: (hq != own, hq)))


def engineer_hqs(pos: June6Position) -> tuple[int, ...]:
    """HQs whose engineers may work in the running activation, ascending."""
    side = pos.active_side
    return tuple(piece for piece in pos.in_play(side) if pos.is_hq(piece) and served(pos, piece))


def _check_hq(pos: June6Position, hq: int) -> None:
    if not pos.is_hq(hq):
        raise _refused(pos, "20.13", f"{pos.name(hq)} is no HQ and has no engineers")
    if not served(pos, hq):
        rule = "20.14" if pos.is_corps_hq(hq) else "20.15"
        raise _refused(
            pos,
            rule,
            f"{pos.name(hq)} is not active, nor a corps HQ within {ENGINEER_RANGE} hexes of its active division",
        )


def _check_action(pos: June6Position, hq: int) -> None:
    if pos.flag(hq, f.BRIDGE_ACTION):
        raise _refused(pos, "20.13", f"{pos.name(hq)} has used its bridge action this turn")


def _other_lender(pos: June6Position, hq: int) -> int:
    """J6 20.22: another corps HQ that has lent its bridge action to the running activation, -1 when there is none: a
    German division attaches one such action only. (An Allied division has one corps.)"""
    if not _lends(pos, hq):
        return -1
    return next((one for one in pos.in_play(f.GERMAN) if one != hq and pos.flag(one, f.LENT)), -1)


def _lends(pos: June6Position, hq: int) -> bool:
    """J6 8.44b: is this a German corps HQ whose action a division attaches?"""
    return pos.side(hq) == f.GERMAN and pos.is_corps_hq(hq) and not pos.is_active(hq)


def _near(pos: June6Position, hq: int, a: int, b: int) -> bool:
    place, board = pos.at(hq), pos.board
    return min(board.distance(place, a), board.distance(place, b)) <= ENGINEER_RANGE


def _refused(pos: June6Position, rule: str, reason: str) -> IllegalDecision:
    return IllegalDecision(pos.game.cite(rule), reason)


# ------------------------------------------------------------------ 20.2 assisted river crossing
def check_assist(pos: June6Position, decision: Assist) -> None:
    """J6 20.21, 20.22: at most 2 foot units, active and not yet moved, of a formation that the HQ may serve.

    The 4 hexes from unit to parent HQ are measured where the unit crosses (8.44a), that is in its move.
    """
    _check_hq(pos, decision.hq)
    _check_action(pos, decision.hq)
    units = decision.units
    if not units or len(set(units)) != len(units):
        raise _refused(pos, "20.21", "name each unit that is to cross once")
    if len(units) > UNITS_PER_ACTION:
        raise _refused(pos, "20.21", f"one bridge action carries {UNITS_PER_ACTION} units, not {len(units)}")
    lender = _other_lender(pos, decision.hq)
    if lender >= 0:
        what = f"{pos.name(lender)} has lent its engineers in this activation; a division attaches one corps HQ's"
        raise _refused(pos, "20.22", what)
    formations = served(pos, decision.hq)
    for piece in units:
        name = pos.name(piece)
        if not pos.is_active(piece) or not pos.on_map(piece) or pos.formation(piece) not in formations:
            raise _refused(pos, "20.21", f"{name} is no active unit that {pos.name(decision.hq)} may carry")
        if pos.motorized(piece):
            raise _refused(pos, "8.44", f"{name} is motorized; engineers carry foot units only")
        if pos.crosses_alone(piece):
            raise _refused(pos, "20.21", f"{name} crosses without engineers")
        if pos.flag(piece, f.ASSISTED):
            raise _refused(pos, "20.21", f"{name} is carried by engineers already")
        if pos.flag(piece, f.MOVED) or pos.flag(piece, f.RECOVERED):
            raise _refused(pos, "20.21", f"{name} does not move any more in this activation")


def take_assist(act: Act, decision: Assist) -> None:
    """Use the HQ's bridge action; the units may cross for the rest of the activation."""
    act.declare("engineers.assist", (decision.hq, *decision.units), (), "20.21")
    act.flag(decision.hq, f.BRIDGE_ACTION, 1, "20.13")
    if _lends(act.pos, decision.hq):
        act.flag(decision.hq, f.LENT, 1, "20.22")
    for piece in decision.units:
        measured = parent_hex(act.pos, decision.hq, piece)
        own = act.pos.hq_of(act.pos.formation(piece))
        by_other = own < 0 or act.pos.at(own) != measured
        act.flag(piece, f.ASSISTED, decision.hq + OTHER_HQ if by_other else BY_OWN_HQ, "20.21")


def assist_choices(pos: June6Position, hqs: tuple[int, ...]) -> Iterator[Assist]:
    """Units that stand at a great river within reach of the engineers, alone and in pairs."""
    for hq in hqs:
        if pos.flag(hq, f.BRIDGE_ACTION) or _other_lender(pos, hq) >= 0:
            continue
        formations = served(pos, hq)
        banks = [
            PieceId(piece)
            for piece in pos.active_units()
            if pos.formation(piece) in formations
            and not pos.motorized(piece)
            and not any(pos.flag(piece, flag) for flag in (f.MOVED, f.RECOVERED, f.ASSISTED, f.PINNED, f.SCATTERED))
            and not pos.crosses_alone(piece)
            and _at_river(pos, hq, piece)
        ]
        for count in range(1, UNITS_PER_ACTION + 1):
            for units in combinations(banks, count):
                yield Assist(PieceId(hq), units)


def _at_river(pos: June6Position, hq: int, piece: int) -> bool:
    place = pos.at(piece)
    if not pos.on_map(piece) or pos.board.distance(place, parent_hex(pos, hq, piece)) > ENGINEER_RANGE:
        return False
    return any(
        pos.needs_bridge(place, there)
        and pos.side_at(there) != 3 - pos.side(piece)
        and pos.can_pass(piece, place, there, assisted=True)
        for there in pos.board.neighbours[place]
    )


# ------------------------------------------------------------------ 20.4 demolition
def demolition(pos: June6Position, a: int, b: int) -> str:
    """J6 20.44: `automatic`, `contested` (a die of 4 or less) or `impossible`, for the active side."""
    ends = (pos.side_at(a), pos.side_at(b))
    side = pos.active_side
    if side not in ends:
        return "impossible"
    return "contested" if 3 - side in ends else "automatic"


def check_demolish(pos: June6Position, decision: Demolish) -> None:
    """J6 20.41-20.44, QA-TERR-2: raise IllegalDecision unless the HQ may try to blow that bridge now."""
    hq, a, b = decision.hq, decision.a, decision.b
    _check_hq(pos, hq)
    if pos.flag(hq, f.DEMOLITIONS) >= ATTEMPTS:
        raise _refused(pos, "20.41", f"{pos.name(hq)} has made its {ATTEMPTS} attempts in this activation")
    _check_hexside(pos, a, b)
    bridge = f"the bridge {pos.label(a)}-{pos.label(b)}"
    if not pos.bridge(a, b):
        raise _refused(pos, "20.42", f"no bridge stands between {pos.label(a)} and {pos.label(b)}")
    if not _near(pos, hq, a, b):
        raise _refused(pos, "20.42", f"{bridge} is more than {ENGINEER_RANGE} hexes from {pos.name(hq)}")
    if demolition(pos, a, b) == "impossible":
        side = pos.active_side
        near = any(pos.side_at(there) == side for end in (a, b) for there in pos.board.neighbours[end])
        if not near:
            raise _refused(pos, "QA-TERR-2", f"no unit of your own stands at {bridge}")
        raise _refused(pos, "20.44", f"neither end of {bridge} is held by a unit of your own")


def take_demolish(act: Act, decision: Demolish) -> None:
    """J6 20.44, 20.45: the attempt, with its die when an enemy holds the other end."""
    pos: June6Position = act.pos
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
    sides = _bridges_at_hand(pos)
    for hq in hqs:
        if pos.flag(hq, f.DEMOLITIONS) < ATTEMPTS:
            for a, b in sides:
                if _near(pos, hq, a, b):
                    yield Demolish(PieceId(hq), PlaceId(a), PlaceId(b))


def _bridges_at_hand(pos: June6Position) -> list[tuple[int, int]]:
    """Standing bridges with a unit of the active side at an end, each once (a < b), ascending."""
    found: dict[tuple[int, int], None] = {}
    for place in _held(pos):
        for there in pos.board.neighbours[place]:
            if pos.bridge(place, there):
                found[min(place, there), max(place, there)] = None
    return sorted(found)


def _held(pos: June6Position) -> list[int]:
    side, n_hexes = pos.active_side, pos.board.n_hexes
    return [place for place in sorted(pos.state.stacks) if place < n_hexes and pos.side_at(place) == side]


# ------------------------------------------------------------------ 20.5 building
def check_build(pos: June6Position, decision: BuildBridge) -> None:
    """J6 20.51: an Allied HQ, a great river or canal without a bridge within 4 hexes, neither end held by an enemy nor
    in an EZOC that no friendly unit in the hex negates."""
    hq, a, b = decision.hq, decision.a, decision.b
    if pos.side(hq) != f.ALLIED:
        raise _refused(pos, "20.51", "only the Allies build bridges")
    _check_hq(pos, hq)
    _check_action(pos, hq)
    _check_hexside(pos, a, b)
    if not pos.needs_bridge(a, b):
        raise _refused(pos, "20.51", f"no bridge is wanted between {pos.label(a)} and {pos.label(b)}")
    if not _near(pos, hq, a, b):
        where = f"{pos.label(a)}-{pos.label(b)}"
        raise _refused(pos, "20.51", f"{where} is more than {ENGINEER_RANGE} hexes from {pos.name(hq)}")
    for end in (a, b):
        if pos.side_at(end) == f.GERMAN:
            raise _refused(pos, "20.51", f"{pos.label(end)} is held by the enemy")
        if not pos.side_at(end) and pos.in_ezoc(end, f.ALLIED):
            raise _refused(pos, "20.51", f"{pos.label(end)} is in an enemy ZOC and no friendly unit stands in it")


def take_build(act: Act, decision: BuildBridge) -> None:
    """J6 20.52: repair the printed bridge, or lay a pontoon."""
    pos: June6Position = act.pos
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
    for place in _held(pos):
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


def _check_hexside(pos: June6Position, a: int, b: int) -> None:
    if not (pos.board.is_hex(a) and pos.board.is_hex(b) and pos.board.adjacent(a, b)):
        raise _refused(pos, "20.44", f"{pos.label(a)} and {pos.label(b)} are not adjacent hexes")


DECISIONS: Final = (Assist, Demolish, BuildBridge)
STEPS: Final = ()
