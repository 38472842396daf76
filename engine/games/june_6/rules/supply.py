"""Supply sources and lines of communication (5.2, 5.3). Nothing here changes anything; `judge` writes verdicts down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.paths import Leg, trace_line

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

OFF_ROAD: Final = 2
"""Hexes that a LOC may cover without a road, at the unit's end only (5.31, QA-SUP-1)."""

_NATION: Final = {"us": "supply_allied_us", "british": "supply_allied_cw", "canadian": "supply_allied_cw"}
_CHERBOURG: Final = "supply_cherbourg"
_CHERBOURG_COMMAND: Final = "cher"


def sources(pos: June6Position, piece: int) -> frozenset[int]:
    """J6 5.21-5.23: hexes that a unit's LOC may end in."""
    counter = pos.counters[piece]
    side = pos.side(piece)
    key = ("sources", side, counter.nationality, counter.formation == _CHERBOURG_COMMAND)
    return pos.cached(key, lambda: _sources(pos, side, counter.nationality, counter.formation == _CHERBOURG_COMMAND))


def _sources(pos: June6Position, side: int, nationality: str, cherbourg: bool) -> frozenset[int]:
    found: set[int] = set()
    for area in pos.scenario.supply_areas[side]:
        hexes = pos.board.in_area(area)
        if area == _CHERBOURG:
            # 5.21c, 5.22: for the Cherbourg Command only, and only while every hex of it is German.
            if cherbourg and all(pos.state.control.get(place) != f.ALLIED for place in hexes):
                found |= hexes
        elif side == f.GERMAN or area == _NATION.get(nationality):
            found |= hexes
    return frozenset(found)


def loc(pos: June6Position, piece: int) -> tuple[int, ...] | None:
    """J6 5.31-5.32: a LOC of a unit on the map as a path from its hex to the source, None when it has none.

    At most two hexes to a road that runs to a source, or to a source itself; traced as a foot unit would pass (R-79).
    O(hexes of the road net) without a cache.
    """
    start = pos.at(piece)
    if not pos.on_map(piece):
        return None
    side = pos.side(piece)
    ends = sources(pos, piece)
    area = pos.scenario.loc_area[side]
    stacks, side_of = pos.state.stacks, pos.game.side_of
    zoc = pos.zoc(3 - side)
    chart = pos.game.terrain
    terrain, board = pos.board.terrain, pos.board

    def is_open(place: int) -> bool:
        """J6 5.32, R-79: inside the side's part of the map, no enemy in it, and no enemy ZOC unless a friend is there."""
        if place not in area:
            return False
        stack = stacks.get(place)
        return place not in zoc if not stack else side_of[stack[0]] == side

    def off_road(a: int, b: int) -> bool:
        if not is_open(b):
            return False
        if pos.road(a, b) is not None:
            return True
        if chart.hex_cost[terrain[b]][0] is None or pos.needs_bridge(a, b):
            return False
        return all(kind in chart.great or chart.side_cost[kind][0] is not None for kind in board.hexsides(a, b))

    def along_road(a: int, b: int) -> bool:
        if pos.road(a, b) is not None:
            return is_open(b)
        # 5.31 note: a road next to an Allied beach hex reaches it.
        return side == f.ALLIED and b in ends and is_open(b) and _has_road(pos, a) and not pos.needs_bridge(a, b)

    line = trace_line(board, start, ends.__contains__, (Leg(off_road, OFF_ROAD), Leg(along_road)))
    return line.path if line is not None else None


def _has_road(pos: June6Position, place: int) -> bool:
    return any(pos.board.road(place, there) is not None for there in pos.board.neighbours[place])


def judge(act: Act, piece: int, rule: str) -> bool:
    """Trace a unit's LOC and write the verdict with its path; True when it has one."""
    path = loc(act.pos, piece)
    act.judge(piece, "status.unsupplied" if path is None else "status.supplied", path or (), rule)
    return path is not None
