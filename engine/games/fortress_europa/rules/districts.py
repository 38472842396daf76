"""Military districts: frozen units and their release (9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules import capacity

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition

ALL: Final = tuple(range(1, len(f.DISTRICTS)))
RELEASE_TURN: Final = "July IV"


def released(pos: FortressPosition, district: int) -> bool:
    """FE 9.1: have the units of a district been released?"""
    return bool(pos.state.variable(f.VAR_RELEASED) >> district & 1)


def invaded(pos: FortressPosition, district: int) -> bool:
    """FE 9.1 A: have the Allies invaded a district?"""
    return bool(pos.state.variable(f.VAR_INVADED_DISTRICTS) >> district & 1)


def strength(pos: FortressPosition, district: int) -> int:
    """FE 9.1 C, C-15: German units in a district now."""
    return sum(1 for unit in pos.ashore(f.GERMAN) if pos.game.ground.district[pos.at(unit)] == district)


def bound(pos: FortressPosition, piece: int) -> int:
    """FE 9.1 C, C-122: the district that a unit which stands in for a frozen one may not leave now: the district would
    have fewer units than at first. 0 when nothing holds it, as after the release."""
    district = pos.flag(piece, f.RELIEVES)
    if not district or released(pos, district) or pos.game.ground.district[pos.at(piece)] != district:
        return 0
    return district if strength(pos, district) - 1 < pos.scenario.level[district] else 0


def release(act: Act, districts: Iterable[int], rule: str) -> None:
    """FE 9.1, 9.7: release districts; their units have their full ZOC at once."""
    bits = act.state.variable(f.VAR_RELEASED)
    for district in districts:
        if bits >> district & 1:
            continue
        bits |= 1 << district
        act.note("note.released", (f.DISTRICT_WORDS[district],), rule)
        for piece in act.pos.ashore(f.GERMAN):
            if act.pos.frozen(piece) == district:
                act.flag(piece, f.FROZEN, 0, rule)
    act.assign(f.VAR_RELEASED, bits, rule)
    capacity.update(act)


def turn_began(act: Act) -> None:
    """FE 9.1 B, C-16: at the start of July IV every district is released."""
    if act.pos.game.calendar.name(act.state.turn) == RELEASE_TURN:
        release(act, ALL, "9.1")


def invade(act: Act, places: Iterable[int]) -> None:
    """FE 9.1 A, E, G, C-44: an invasion of hexes releases their district; more than one district, or the Netherlands
    or 15th, releases all."""
    ground = act.pos.game.ground
    bits = act.state.variable(f.VAR_INVADED_DISTRICTS)
    for place in places:
        if ground.district[place]:
            bits |= 1 << ground.district[place]
    act.assign(f.VAR_INVADED_DISTRICTS, bits, "9.1")
    hit = tuple(district for district in ALL if bits >> district & 1)
    everything = len(hit) > 1 or f.NETHERLANDS in hit or f.FIFTEENTH in hit
    release(act, ALL if everything else hit, "9.1")


def allies_entered(act: Act, before: int, place: int, forced: bool) -> None:
    """FE 9.1 D, E, 9.3, 9.6, C-17: an Allied unit came from `before` (-1: from the sea or the air) into a land hex.

    `forced`: it retreated; then no district is released (the choice of 15.10 is `retreat`'s). The units of Torino and
    Genova are not frozen, so that a retreat into Italy lets them out, too.
    """
    ground = act.pos.game.ground
    if place in ground.italy:
        _italy_entered(act)
    if forced:
        return
    there = ground.district[place]
    left = ground.district[before] if before >= 0 else 0
    into = there in (f.NETHERLANDS, f.FIFTEENTH) and (before < 0 or left != there)
    if into or (invaded(act.pos, left) and crosses(act.pos, before, place)):
        release(act, ALL, "9.1")


def crosses(pos: FortressPosition, here: int, there: int) -> bool:
    """FE 9.1 D, 9.10: does a step by land lead out of a district, or out of its French part into Italy? The coast of
    Italy belongs to the 19th Army (C31 to BB33), and yet 9.1 D counts Italy among the other parts of the map."""
    ground = pos.game.ground
    return ground.district[here] != ground.district[there] or (there in ground.italy and here not in ground.italy)


def _italy_entered(act: Act) -> None:
    """FE 9.3: the units of Torino and Genova may leave Italy from now on."""
    for piece in act.pos.ashore(f.GERMAN):
        act.flag(piece, f.ITALY_ONLY, 0, "9.3")


def attacked(act: Act, units: Iterable[int]) -> None:
    """FE 9.1 F, 9.8, 9.9: the Allies attack these units by choice; a frozen one among them releases all."""
    if any(act.pos.frozen(piece) for piece in units):
        release(act, ALL, "9.1")


def roused_by(pos: FortressPosition, targets: Iterable[int]) -> FortressPosition:
    """FE 9.1 F, 9.8: the position as it will be when the Allies have attacked these hexes: with everybody released if a
    frozen unit is there, else as it is."""
    units = [unit for place in targets for unit in pos.units_of(place, f.GERMAN)]
    if pos.active_side != f.ALLIED or not any(pos.frozen(unit) for unit in units):
        return pos

    def wake() -> FortressPosition:
        state = pos.state.copy()
        for unit in pos.ashore(f.GERMAN):
            state.flags.pop(unit << 16 | f.FROZEN, None)
        return pos.game.position(state)

    return pos.cached("roused", wake)


DECISIONS: Final = ()
STEPS: Final = ()
