"""Military districts: frozen units and their release (9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.fortress_europa.questions import districts
from hexledger.engine.games.fortress_europa.rules import capacity
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f

RELEASE_TURN: Final = "July IV"


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
    if act.pos.tables.calendar.name(act.state.turn) == RELEASE_TURN:
        release(act, districts.ALL, "9.1")


def invade(act: Act, places: Iterable[int]) -> None:
    """FE 9.1 A, E, G, C-44: an invasion of hexes releases their district; more than one district, or the Netherlands
    or 15th, releases all."""
    ground = act.pos.tables.ground
    bits = act.state.variable(f.VAR_INVADED_DISTRICTS)
    for place in places:
        if ground.district[place]:
            bits |= 1 << ground.district[place]
    act.assign(f.VAR_INVADED_DISTRICTS, bits, "9.1")
    hit = tuple(district for district in districts.ALL if bits >> district & 1)
    everything = len(hit) > 1 or f.NETHERLANDS in hit or f.FIFTEENTH in hit
    release(act, districts.ALL if everything else hit, "9.1")


def allies_entered(act: Act, before: int, place: int, forced: bool) -> None:
    """FE 9.1 D, E, 9.3, 9.6, C-17: an Allied unit came from `before` (-1: from the sea or the air) into a land hex.

    `forced`: it retreated; then no district is released (the choice of 15.10 is `retreat`'s). The units of Torino and
    Genova are not frozen, so that a retreat into Italy lets them out, too.
    """
    ground = act.pos.tables.ground
    if place in ground.italy:
        _italy_entered(act)
    if forced:
        return
    there = ground.district[place]
    left = ground.district[before] if before >= 0 else 0
    into = there in (f.NETHERLANDS, f.FIFTEENTH) and (before < 0 or left != there)
    if into or (districts.invaded(act.pos, left) and districts.crosses(act.pos, before, place)):
        release(act, districts.ALL, "9.1")


def _italy_entered(act: Act) -> None:
    """FE 9.3: the units of Torino and Genova may leave Italy from now on."""
    for piece in act.pos.ashore(f.GERMAN):
        act.flag(piece, f.ITALY_ONLY, 0, "9.3")


def attacked(act: Act, units: Iterable[int]) -> None:
    """FE 9.1 F, 9.8, 9.9: the Allies attack these units by choice; a frozen one among them releases all."""
    if any(act.pos.frozen(piece) for piece in units):
        release(act, districts.ALL, "9.1")


DECISIONS: Final = ()
STEPS: Final = ()
