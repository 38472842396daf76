"""Military districts: frozen units and their release (9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import EVERYTHING, kept

ALL: Final = tuple(range(1, len(f.DISTRICTS)))


def released(pos: FortressPosition, district: int) -> bool:
    """FE 9.1: have the units of a district been released?"""
    return bool(pos.state.variable(f.VAR_RELEASED) >> district & 1)


def invaded(pos: FortressPosition, district: int) -> bool:
    """FE 9.1 A: have the Allies invaded a district?"""
    return bool(pos.state.variable(f.VAR_INVADED_DISTRICTS) >> district & 1)


def strength(pos: FortressPosition, district: int) -> int:
    """FE 9.1 C, C-15: German units in a district now."""
    return sum(1 for unit in pos.ashore(f.GERMAN) if pos.tables.ground.district[pos.at(unit)] == district)


def bound(pos: FortressPosition, piece: int) -> int:
    """FE 9.1 C, C-122: the district that a unit which stands in for a frozen one may not leave now: the district would
    have fewer units than at first. 0 when nothing holds it, as after the release."""
    district = pos.flag(piece, f.RELIEVES)
    if not district or released(pos, district) or pos.tables.ground.district[pos.at(piece)] != district:
        return 0
    return district if strength(pos, district) - 1 < pos.scenario.level[district] else 0


def crosses(pos: FortressPosition, here: int, there: int) -> bool:
    """FE 9.1 D, 9.10: does a step by land lead out of a district, or out of its French part into Italy? The coast of
    Italy belongs to the 19th Army (C31 to BB33), and yet 9.1 D counts Italy among the other parts of the map."""
    ground = pos.tables.ground
    return ground.district[here] != ground.district[there] or (there in ground.italy and here not in ground.italy)


def roused_by(pos: FortressPosition, targets: Iterable[int]) -> FortressPosition:
    """FE 9.1 F, 9.8: the position as it will be when the Allies have attacked these hexes: with everybody released if a
    frozen unit is there, else as it is."""
    units = [unit for place in targets for unit in pos.units_of(place, f.GERMAN)]
    if pos.active_side != f.ALLIED or not any(pos.frozen(unit) for unit in units):
        return pos
    return _awake(pos)


@kept(EVERYTHING)
def _awake(pos: FortressPosition) -> FortressPosition:
    state = pos.state.copy()
    for unit in pos.ashore(f.GERMAN):
        state.flags.pop(unit << 16 | f.FROZEN, None)
    return pos.of(state)
