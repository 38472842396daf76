"""Sources of supply to which units retreat (9.1-9.3, 54.1c, G-D43), and what lies beyond the edge there (34.1)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY

HEXSIDES = 6


def of(pos: TrumpetsPosition, side: int, army: int) -> tuple[int, ...]:
    """9.1, 9.2: hexes of the sources of a German army, or of any Allied source."""
    if side == w.ALLIED:
        return pos.scenario.allied_sources
    name = pos.game.roster.army[army] if army != NOBODY else ""
    return pos.scenario.sources.get(name, ())


def on_edge(pos: TrumpetsPosition, place: int) -> bool:
    """54.1h: a source at the edge of the map that is played on."""
    near = pos.board.neighbours[place]
    return len(near) < HEXSIDES or any(there not in pos.scenario.hexes for there in near)


def zone_of(pos: TrumpetsPosition, place: int) -> int:
    """34.1: off-map zone beside an edge hex, NOBODY for none."""
    return next((zone for zone, places in pos.game.ground.zone_hexes.items() if place in places), NOBODY)
