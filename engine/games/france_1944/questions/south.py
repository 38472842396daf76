"""The southern arrival: who may stand where, and whether the Allies can cover every German hex (10.1.3, R-68, R-69)."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.france_1944.questions import stacking
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.scenario import SOUTH_ALLIED, SOUTH_GERMAN
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.procedures.arrivals import waiting

KEYS = {w.GERMAN: SOUTH_GERMAN, w.ALLIED: SOUTH_ALLIED}


def coming(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """10.1.3: southern pieces of a side that have not been set up, ascending."""
    return tuple(p for p in waiting(pos, "pool.waiting", side) if pos.scenario.entry_of.get(p) == KEYS[side])


def arrived(pos: FrancePosition) -> tuple[int, ...]:
    """Hexes in which German southern units stand that have come this turn, ascending."""
    pieces = [p for p in pos.of(w.GERMAN) if pos.flag(p, w.MOVED_IN) and not pos.is_hq(p)]
    return tuple(sorted({pos.at(piece) for piece in pieces}))


def boxes(pos: FrancePosition) -> tuple[int, ...]:
    """Southern boxes in which Allied combat units stand, ascending."""
    return tuple(box for box in pos.game.ground.south if pos.fighters(box))


def covered(pos: FrancePosition, place: int) -> bool:
    """10.1.3, R-69: an Allied combat unit stands in a box adjacent to a German southern hex."""
    return any(pos.fighters(box) for box in pos.game.ground.boxes_at[place])


def needed(pos: FrancePosition, places: Iterable[int]) -> int:
    """R-69: fewest boxes with a combat unit that stand beside all of these hexes."""
    bare = tuple(places)
    if not bare:
        return 0
    first, ground = bare[0], pos.game.ground
    return 1 + min(
        needed(pos, tuple(place for place in bare if box not in ground.boxes_at[place]))
        for box in ground.boxes_at[first]
    )


def _fighting(pos: FrancePosition, pieces: Iterable[int]) -> int:
    return sum(not pos.is_hq(piece) for piece in pieces)


def german_refusal(pos: FrancePosition, piece: int, place: int) -> Refusal | None:
    """10.1.3, R-68, R-69: why a German southern piece may not be set up in a hex."""
    if place not in pos.game.ground.row_28:
        return "10.1.3", "southern reinforcements are set up in hexes 1128 to 2528"
    if pos.enemy_in(place, w.GERMAN):
        return "7.1", f"an enemy stands in {pos.label(place)}"
    if pos.is_hq(piece) and not any(pos.flag(unit, w.MOVED_IN) for unit in pos.fighters(place)):
        return "R-68", "the headquarters comes with one of its units"
    if not stacking.room(pos, place, (piece,)):
        return "7.1", f"no room in {pos.label(place)}"
    hexes = {*arrived(pos), *(() if pos.is_hq(piece) else (place,))}
    if needed(pos, sorted(hexes)) > _fighting(pos, coming(pos, w.ALLIED)):
        return "R-69", "the Allies could not stand beside every German southern hex"
    return None


def allied_refusal(pos: FrancePosition, piece: int, box: int) -> Refusal | None:
    """10.1.3, R-69: why an Allied southern piece may not be set up in a box."""
    ground, hexes = pos.game.ground, arrived(pos)
    if box not in ground.in_south:
        return "10.1.3", "southern reinforcements are set up in the off-map hexes S11 to S25"
    if hexes and not any(place in hexes for place in ground.near[box]):
        return "10.1.3", f"no German southern unit stands beside {pos.label(box)}"
    if not stacking.room(pos, box, (piece,)):
        return "7.1", f"no room in {pos.label(box)}"
    bare = [place for place in hexes if not covered(pos, place)]
    left = [other for other in coming(pos, w.ALLIED) if other != piece]
    if not pos.is_hq(piece):
        bare = [place for place in bare if box not in ground.boxes_at[place]]
    if needed(pos, bare) > _fighting(pos, left):
        return "10.1.3", f"{pos.label(bare[0])} would have no adjacent Allied unit"
    return None


def places(pos: FrancePosition, side: int, piece: int) -> tuple[int, ...]:
    """Where a southern piece may be set up now."""
    ground = pos.game.ground
    if side == w.GERMAN:
        return tuple(place for place in ground.row_28 if german_refusal(pos, piece, place) is None)
    return tuple(box for box in ground.south if allied_refusal(pos, piece, box) is None)
