"""Rail control and the lines that trains may use (10.4-10.8, 17.10.4, 24.3). Moves by rail stand in `trains`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import rail
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.steps import Step


# ------------------------------------------------------------------ 10.7 control
def reached(act: Act, side: int, place: int) -> None:
    """FE 10.7, C-110: a unit of the side whose player turn runs has entered a rail hex: it gains the hex, and those of
    its line, in its rail control phase, if a line free of enemy ZOCs and enemy cities leads to a city of its own (or,
    for Germans, to the east edge) now."""
    pos = act.pos
    if side != pos.active_side or not pos.tables.ground.rails[place] or _gains(pos, side, place):
        return
    path = rail.trace(pos, side, place, lambda _there: True, edge=side == f.GERMAN)
    for there in path or ():
        if not _gains(pos, side, there):
            act.marker(there, -1, f.RAIL_GAINED, side, "10.7")


def _gains(pos: FortressPosition, side: int, place: int) -> bool:
    gained = pos.state.marker(place, -1, f.RAIL_GAINED)
    return gained == side or (not gained and rail.rail_side(pos, place) == side)


def _gained(pos: FortressPosition, side: int) -> Iterator[int]:
    gained = [key >> 32 for key, value in pos.state.markers.items() if key & 0xFFFF == f.RAIL_GAINED and value == side]
    return iter(sorted(gained))


class RailControl(Step[FortressPosition], frozen=True, array_like=True, tag=50):
    """FE 10.7: the side moves the railheads to the farthest rail hexes that it has reached in this player turn."""

    side: int

    def run(self, act: Act) -> None:
        """Take the rail hexes that were reached; nobody loses any in his own turn."""
        act.phase("phase.rail", self.side, "10.7")
        for place in tuple(_gained(act.pos, self.side)):
            act.marker(place, -1, f.RAIL_GAINED, 0)
            act.marker(place, -1, f.RAILHEAD, self.side, "10.7")


MISSING: Missing = ()
DECISIONS: Final = ()
STEPS: Final = (RailControl,)
