"""Rail control and the lines that trains may use (10.4-10.8, 17.10.4, 24.3). Moves by rail stand in `trains`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexledger.engine.games.fortress_europa.questions import partisan
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f


def lines(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 10.8: rail hexes next to a rail hex along the lines, off the map too, ascending."""
    return pos.tables.ground.train_lines[place]


def rail_side(pos: FortressPosition, place: int) -> int:
    """FE 10.7: side whose a rail hex is; at first who controls the hex at the start of the scenario."""
    marked = pos.state.marker(place, -1, f.RAILHEAD)
    if marked:
        return marked
    return f.ALLIED if place in pos.scenario.allied_at_first else f.GERMAN


def cut(pos: FortressPosition, a: int, b: int) -> bool:
    """FE 10.9, 17.10.4, 24.3: is the line between two rail hexes blocked by the Partisan or by bridges that are out?"""
    return pos.broken(a, b) or partisan.in_hex(pos, a) or partisan.in_hex(pos, b)


def link(pos: FortressPosition, side: int, place: int) -> tuple[int, ...] | None:
    """FE 10.6: the shortest rail path from a hex to a city of the side, free of enemy ZOCs and enemy cities; None if
    there is none. The city itself may lie in an enemy ZOC. For Germans the line must be theirs (10.7)."""
    return trace(pos, side, place, lambda there: rail_side(pos, there) == side, edge=False)


def trace(pos: FortressPosition, side: int, place: int, usable: Any, *, edge: bool) -> tuple[int, ...] | None:
    """FE 10.6, 10.7, C-142: shortest path along rails from a hex to a city of `side` (or, with `edge`, off the east
    edge). Enemy ZOCs and enemy cities stop it, and the Partisan that of the Germans (24.3). A bridge that is out does
    not: no train runs over it (17.10.4), yet the line is there."""
    ground = pos.tables.ground
    if not ground.rails[place]:
        return None
    before: dict[int, int] = {place: -1}
    level = [place]
    while level:
        for there in level:
            if _is_end(pos, side, there, edge=edge):
                return _back(before, there)
        following: list[int] = []
        for here in level:
            if pos.in_ezoc(here, side) or pos.enemy_city(side, here):
                continue
            for there in lines(pos, here):
                if there not in before and usable(there) and not (side == f.GERMAN and partisan.in_hex(pos, there)):
                    before[there] = here
                    following.append(there)
        level = sorted(following)
    return None


def _is_end(pos: FortressPosition, side: int, place: int, *, edge: bool) -> bool:
    if pos.friendly_city(side, place):
        return True
    return edge and place in pos.tables.ground.rail_exits[0] and not pos.in_ezoc(place, side)


def _back(before: Mapping[int, int], place: int) -> tuple[int, ...]:
    path = [place]
    while (last := before[path[-1]]) >= 0:
        path.append(last)
    return tuple(reversed(path))
