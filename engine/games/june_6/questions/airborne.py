"""Landings from the air on 6 June (PB 1.5, 1.105): where units may come down, with which modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.chit_effects import works
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import AirLanding

ZONE: Final = 8
"""Hexes from a beach hex of the unit's box to its target (PB 1.51)."""
GLIDER_GROUND: Final = ("clear", "bocage")
"""Terrain that gliders land in (PB 1.105)."""


# ---------------------------------------------------------------------- PB 1.51 where
def refusal(pos: June6Position, unit: AirLanding, place: int) -> tuple[str, str] | None:
    """PB 1.51: why a unit may not come down in a hex: rule and reason; None when it may. An enemy ZOC is no bar."""
    why = bad_ground(pos, unit.piece, place)
    if why is not None:
        return why
    beaches = pos.board.box_hexes(pos.board.labels[unit.box])
    if place not in unit.far and min(pos.board.distance(place, beach) for beach in beaches) > ZONE:
        return "PB 1.51", f"{pos.label(place)} is more than {ZONE} hexes from every beach hex of {pos.label(unit.box)}"
    return None


def bad_ground(pos: June6Position, piece: int, place: int) -> tuple[str, str] | None:
    """PB 1.51: why nobody may come down in a hex, whatever his zone: enemies, the ground, stacking."""
    if not 0 <= place < pos.board.n_hexes or not pos.in_bounds(piece, place):
        return "PB 1.51", "a drop needs a land hex of the map"
    label, terrain = pos.label(place), pos.board.terrain[place]
    if pos.side_at(place) == f.GERMAN:
        return "PB 1.51", f"enemy units occupy {label}"
    if terrain in pos.game.terrain.no_drop:
        return "PB 1.51", f"{label} is {terrain}: no unit comes down there"
    if "coastal" in pos.board.features[place]:
        return "PB 1.51", f"{label} is a coastal hex: no unit comes down there"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{label} has no room for {pos.name(piece)}"
    return None


# ---------------------------------------------------------------------- PB 1.5 parachutists
def targets(pos: June6Position, unit: AirLanding) -> tuple[int, ...]:
    """Every hex in which a unit may come down, in place order."""
    near = set(unit.far)
    for beach in pos.board.box_hexes(pos.board.labels[unit.box]):
        near.update(pos.board.within(beach, ZONE))
    return tuple(place for place in sorted(near) if refusal(pos, unit, place) is None)


# ---------------------------------------------------------------------- the Airborne Landing Table
def drms(pos: June6Position, piece: int, rule: str) -> Iterator[tuple[str, int, str]]:
    """The DRMs of the table for a unit where it has come down."""
    table, place, board = pos.game.airborne, pos.at(piece), pos.board
    if board.terrain[place] == "bocage":
        yield "drm.bocage", table.drms["bocage"], rule
    if pos.in_ezoc(place, pos.side(piece)):
        yield "drm.enemy_zoc", table.drms["enemy_zoc"], rule
    around = board.neighbours[place]
    if any(board.terrain[near] == "marsh" or "marsh_hexside" in board.hexsides(place, near) for near in around):
        yield "drm.marsh", table.drms["marsh"], rule
    if pos.counters[piece].nationality in ("british", "canadian"):
        yield "drm.commonwealth", table.drms["commonwealth"], rule
    if pos.game.piece(piece) in table.units:
        yield "drm.best_drop", table.units[pos.game.piece(piece)], rule


# ---------------------------------------------------------------------- PB 1.105 gliders
def gliders(pos: June6Position, formation: int) -> tuple[AirLanding, ...]:
    invasion = pos.scenario.invasion
    if invasion is None:
        return ()
    return tuple(unit for unit in invasion.gliders if pos.home(unit.piece) == formation)


def glider_refusal(pos: June6Position, unit: AirLanding, place: int) -> tuple[str, str] | None:
    """PB 1.105: why a glider unit may not land in a hex; None when it may: clear or bocage, in or next to the hex of a
    parachute unit of its division, and everything that binds parachutists (R-104: their zone, too, but not where event
    chit 1 has let them drop outside it)."""
    why = bad_ground(pos, unit.piece, place) if works(pos, f.ALLIED, 1) else refusal(pos, unit, place)
    if why is not None:
        return why
    if pos.board.terrain[place] not in GLIDER_GROUND:
        return "PB 1.105", f"{pos.label(place)} is neither clear nor bocage"
    if place not in near_parachutists(pos, unit):
        return "PB 1.105", f"no parachute unit of its division is in or next to {pos.label(place)}"
    return None


def near_parachutists(pos: June6Position, unit: AirLanding) -> set[int]:
    invasion = pos.invasion
    division = pos.home(unit.piece)
    near: set[int] = set()
    for other in invasion.drops:
        if pos.home(other.piece) == division and pos.on_map(other.piece):
            near.update(pos.board.within(pos.at(other.piece), 1))
    return near
