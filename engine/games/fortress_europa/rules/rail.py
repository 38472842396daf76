"""Rail control and the lines that trains may use (10.4-10.8, 17.10.4, 24.3). Moves by rail stand in `trains`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import partisan
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Step

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


def lines(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 10.8: rail hexes next to a rail hex along the lines, off the map too, ascending."""
    return pos.game.ground.train_lines[place]


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
    return _trace(pos, side, place, lambda there: rail_side(pos, there) == side, edge=False)


def _trace(pos: FortressPosition, side: int, place: int, usable: Any, *, edge: bool) -> tuple[int, ...] | None:
    """Shortest path along rails from a hex to a city of `side` (or, with `edge`, off the east edge)."""
    ground = pos.game.ground
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
            if pos.in_ezoc(here, side) or (pos.is_city(here) and pos.controller(here) != side):
                continue
            for there in lines(pos, here):
                if there not in before and usable(there) and not cut(pos, here, there):
                    before[there] = here
                    following.append(there)
        level = sorted(following)
    return None


def _is_end(pos: FortressPosition, side: int, place: int, *, edge: bool) -> bool:
    if pos.is_city(place) and pos.controller(place) == side:
        return True
    return edge and place in pos.game.ground.rail_exits[0] and not pos.in_ezoc(place, side)


def _back(before: Mapping[int, int], place: int) -> tuple[int, ...]:
    path = [place]
    while (last := before[path[-1]]) >= 0:
        path.append(last)
    return tuple(reversed(path))


# ------------------------------------------------------------------ 10.7 control
def reached(act: Act, side: int, place: int) -> None:
    """FE 10.7, C-110: a unit of the side whose player turn runs has entered a rail hex: it gains the hex, and those of
    its line, in its rail control phase, if a line free of enemy ZOCs and enemy cities leads to a city of its own (or,
    for Germans, to the east edge) now."""
    pos = act.pos
    if side != pos.active_side or not pos.game.ground.rails[place] or _gains(pos, side, place):
        return
    path = _trace(pos, side, place, lambda _there: True, edge=side == f.GERMAN)
    for there in path or ():
        if not _gains(pos, side, there):
            act.marker(there, -1, f.RAIL_GAINED, side, "10.7")


def _gains(pos: FortressPosition, side: int, place: int) -> bool:
    gained = pos.state.marker(place, -1, f.RAIL_GAINED)
    return gained == side or (not gained and rail_side(pos, place) == side)


def _gained(pos: FortressPosition, side: int) -> Iterator[int]:
    gained = [key >> 32 for key, value in pos.state.markers.items() if key & 0xFFFF == f.RAIL_GAINED and value == side]
    return iter(sorted(gained))


class RailControl(Step, frozen=True, array_like=True, tag=50):
    """FE 10.7: the side moves the railheads to the farthest rail hexes that it has reached in this player turn."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Take the rail hexes that were reached; nobody loses any in his own turn."""
        act.phase("phase.rail", self.side, "10.7")
        for place in tuple(_gained(act.pos, self.side)):
            act.marker(place, -1, f.RAIL_GAINED, 0)
            act.marker(place, -1, f.RAILHEAD, self.side, "10.7")


MISSING: Missing = ()
DECISIONS: Final = ()
STEPS: Final = (RailControl,)
