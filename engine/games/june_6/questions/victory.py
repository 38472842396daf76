"""Victory: is a level of the scenario reached, which do points bring, is the game over (PB 2.6, 4.10, 5.10, 6.11)?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.switches import GERMAN_LEVELS
from hexledger.engine.games.june_6.tables.verdicts import DISTANCE, FAR, HEXES, Level, Points

_LABELS: Final = {HEXES: "line.allied_hexes", DISTANCE: "line.allied_distance"}
_UNITS: Final = {f.GERMAN: "line.german_units", f.ALLIED: "line.allied_units"}
SWAPPED: Final = GERMAN_LEVELS.values["swapped"]


def count(pos: June6Position, level: Level) -> int:
    """What a level counts: units of its side in its area, units of any kind (R-64); hexes of the area that they hold
    (PB 6.111); hexes from the nearest of them to the area (PB 5.10)."""
    places = [pos.at(piece) for piece in sorted(pos.state.at) if pos.side(piece) == level.side and pos.on_map(piece)]
    if level.what == HEXES:
        return len({place for place in places if place in level.area})
    if level.what == DISTANCE:
        distance = pos.board.distance
        return min((distance(place, there) for place in places for there in level.area), default=FAR)
    return sum(1 for place in places if place in level.area)


def holds(pos: June6Position, level: Level) -> bool:
    """PB 6.112: does a level's test hold now? The last level, for everything else, has no side and always holds."""
    if not level.side:
        return True
    if level.by and pos.state.turn > level.by:
        return False
    if level.taken and pos.state.turn < level.settled and open_hexes(pos, level):
        return False
    number = count(pos, level)
    return number >= level.least and (level.most is None or number <= level.most)


def open_hexes(pos: June6Position, level: Level) -> int:
    """R-82: hexes that a level wants to be Allied and are not."""
    return sum(pos.state.control.get(place) != f.ALLIED for place in level.taken)


def reached(pos: June6Position, levels: Sequence[Level]) -> tuple[Level, list[tuple[str, int]]]:
    """The first level whose test holds, and what was counted on the way to it, each count once."""
    lines: dict[tuple[str, int], None] = {}
    for level in levels:
        if level.side:
            lines[_LABELS.get(level.what) or _UNITS[level.side], count(pos, level)] = None
        if holds(pos, level):
            return level, list(lines)
    return Level(0, 0, frozenset(), 0, None, name="level.draw"), list(lines)


def graded(pos: June6Position, level: Level) -> str:
    """PB 4.10.2: key of the name of a level's result: with the variant an Allied victory is one level higher."""
    raised = level.winner == f.ALLIED and level.name == "level.minor"
    return "level.major" if raised and pos.state.variable(pos.game.words["var.variant"]) else level.name


def is_over(pos: June6Position) -> bool:
    """PB 4.1: is the game decided before its last turn is over?"""
    ends = pos.scenario.verdicts.ends
    return ends is not None and holds(pos, ends)


# ---------------------------------------------------------------------- PB 2.6, 3.5 victory by points
def shift(pos: June6Position) -> int:
    """PB 2.64, 2.65: points by which the thresholds are raised: what was agreed, up without a storm and down with
    several."""
    words = pos.game.words
    storms = pos.state.variable(words["var.storms"])
    by_storm = pos.state.variable(words["var.storm_shift"]) * ((storms == 0) - (storms > 1))
    return pos.state.variable(words["var.vp_shift"]) + by_storm


def level_by_points(pos: June6Position, points: Points, total: int) -> tuple[int, str]:
    """PB 2.61-2.63, PB 3.5: winner and key of the level for a total of points (R-17: the pace takes an Allied win
    away; read the other way round its levels change places)."""
    raised = shift(pos)
    swapped = pos.reading(GERMAN_LEVELS) == SWAPPED
    slow = points.pace is not None and pos.state.variable(pos.game.words["var.pace_vp"]) < points.pace.points + raised
    if slow and swapped:
        return f.GERMAN, "level.major"
    reached = next((name for least, name in points.allied if total >= least + raised), None)
    if reached is None:
        return f.GERMAN, "level.minor" if swapped and points.pace is not None else points.german
    return (f.GERMAN, "level.minor") if slow else (f.ALLIED, reached)
