"""Victory (PB 4.10, 5.10, 6.11): the scenario's levels are tested in their order at the end of the last turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.verdicts import DISTANCE, FAR, HEXES, Level

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

_LABELS: Final = {HEXES: "line.allied_hexes", DISTANCE: "line.allied_distance"}
_UNITS: Final = {f.GERMAN: "line.german_units", f.ALLIED: "line.allied_units"}


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
