"""HQs that were lost (6.15-6.17): which may return now, and where."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position

REACH: Final = 4
"""Hexes between a returning HQ and a unit of its division (6.17)."""


# ---------------------------------------------------------------------- 6.16 loss
def to_come(pos: June6Position) -> list[int]:
    """J6 10.11: pieces that the schedule brings in a later turn."""
    later = [piece for arrival in pos.scenario.arrivals if arrival.turn > pos.state.turn for piece in arrival.pieces]
    return later + [entry.piece for entry in pos.scenario.entries if entry.turn > pos.state.turn]


# ---------------------------------------------------------------------- 6.17 return
def returning(pos: June6Position, side: int) -> tuple[int, ...]:
    """HQs of a side that come back in this turn's RE phase, ascending."""
    pool = pos.state.pool(pos.game.words["pool.hq_this_turn"])
    return tuple(hq for hq in pool if pos.side(hq) == side)


def return_hexes(pos: June6Position, hq: int) -> tuple[int, ...]:
    """J6 6.17: hexes in which a returning HQ may be put, in place order: within 4 hexes of a unit of its division,
    open to it, with room, and, as for any support unit (11.14), in an enemy ZOC only beside a friendly combat unit."""
    formation = pos.game.formation_number[pos.counters[hq].formation]
    near: set[int] = set()
    for piece in pos.state.at:
        if pos.home(piece) == formation and pos.on_map(piece):
            near.update(pos.board.within(pos.at(piece), REACH))
    return tuple(place for place in sorted(near) if room_for(pos, hq, place) is None)


def room_for(pos: June6Position, hq: int, place: int) -> tuple[str, str] | None:
    """Why a returning HQ may not stand in a hex: rule and reason; None when it may."""
    side = pos.side(hq)
    label = pos.label(place)
    if not pos.in_bounds(hq, place) or pos.game.terrain.hex_cost[pos.board.terrain[place]][0] is None:
        return "R-62", f"{label} is closed to units"
    if pos.holder(place) == 3 - side:
        return "6.17", f"an enemy unit stands in {label}"
    if not pos.fits(place, (hq,)):
        return "6.17", f"{label} is full"
    if pos.in_ezoc(place, side) and not any(pos.is_combat(piece) for piece in pos.units(place)):
        return "11.14", f"{label} lies in an enemy ZOC and holds no friendly combat unit"
    return None
