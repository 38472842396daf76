"""Victory: levels tested in their order at the end of the last turn (PB 4.10, 5.10, 6.11), or points (PB 2.6, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import objectives
from hexledger.engine.games.june_6.switches import GERMAN_LEVELS
from hexledger.engine.games.june_6.verdicts import DISTANCE, FAR, HEXES, Level, Points

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

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
    number = count(pos, level)
    return number >= level.least and (level.most is None or number <= level.most)


def reached(pos: June6Position, levels: Sequence[Level]) -> tuple[Level, list[tuple[str, int]]]:
    """The first level whose test holds, and what was counted on the way to it, each count once."""
    lines: dict[tuple[str, int], None] = {}
    for level in levels:
        if level.side:
            lines[_LABELS.get(level.what) or _UNITS[level.side], count(pos, level)] = None
        if holds(pos, level):
            return level, list(lines)
    return Level(0, 0, frozenset(), 0, None, name="level.draw"), list(lines)


def is_over(pos: June6Position) -> bool:
    """PB 4.1: is the game decided before its last turn is over?"""
    ends = pos.scenario.verdicts.ends
    return ends is not None and holds(pos, ends)


def judge(act: Act) -> None:
    """PB 6.112, R-64: the first level whose test holds is the result; the counts are written down."""
    verdicts = act.pos.scenario.verdicts
    rule = verdicts.rule
    if verdicts.points is not None:
        _judge_points(act, verdicts.points, rule)
        return
    if verdicts.parts:
        _judge_parts(act)
        return
    level, lines = reached(act.pos, verdicts.levels)
    act.reckon("reckon.victory", -1, [(label, number, rule) for label, number in lines], level.winner, rule)
    name = level.name
    if level.winner == f.ALLIED and name == "level.minor" and act.state.variable(act.word("var.variant")):
        # PB 4.10.2: with the variant an Allied victory is one level higher.
        name = "level.major"
    act.win(level.winner, name, rule)


# ---------------------------------------------------------------------- PB 2.6, 3.5 victory by points
def turn_ends(act: Act) -> None:
    """PB 2.63: at the end of 25/26 June the points are written down for the second German level."""
    points = act.pos.scenario.verdicts.points
    if points is not None and points.pace is not None and act.state.turn == points.pace.turn:
        act.assign("var.pace_vp", objectives.standing(act.pos), "PB 2.63")


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


def _judge_points(act: Act, points: Points, rule: str) -> None:
    """PB 2.6, PB 2.81, PB 3.5: the marker is set right for what counts at the end only, then the level is read."""
    objectives.settle(act, points.unheld)
    total = objectives.standing(act.pos)
    winner, level = level_by_points(act.pos, points, total)
    lines = [("line.vp", total, "PB 2.66"), ("line.vp_least", points.allied[-1][0], rule)]
    if shift(act.pos):
        lines.append(("line.vp_shift", shift(act.pos), "PB 2.65"))
    if points.pace is not None:
        lines.append(("line.vp_pace", act.state.variable(act.word("var.pace_vp")), "PB 2.63"))
    act.reckon("reckon.victory", -1, lines, winner, rule)
    act.win(winner, level, rule)


def _judge_parts(act: Act) -> None:
    """PB 6.113, R-53: the Allies win with both parts, draw with one of them, lose with none."""
    verdicts = act.pos.scenario.verdicts
    won = 0
    lines: list[tuple[str, int, str]] = []
    for part in verdicts.parts:
        level, counted = reached(act.pos, part.levels)
        lines += [(label, number, verdicts.rule) for label, number in counted]
        lines.append((part.label, level.winner, verdicts.rule))
        won += level.winner == f.ALLIED
    winner = (f.GERMAN, 0, f.ALLIED)[won]
    act.reckon("reckon.victory", -1, lines, winner, verdicts.rule)
    act.win(winner, "level.win" if winner else "level.draw", verdicts.rule)
