"""Bridgeheads (10.8): where they can be tried, by whom, with which modifiers."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import BARRIERS
from hexledger.engine.kernel.steps import Refusal

Line = tuple[str | int, int, str]


def markers_left(pos: YellowPosition) -> int:
    """10.8e: bridgehead markers that are off the map."""
    used = sum(key & 0xFFFF == w.BRIDGEHEAD for key in pos.state.markers)
    return int(pos.scenario.limits.get("bridgehead", 0)) - used


def beside(pos: YellowPosition, place: int) -> tuple[int, ...]:
    """Yellow MA units that stand beside a hex with a river between, ascending."""
    yma, ground = pos.game.roster.yma, pos.game.ground
    near = (here for here in ground.near[place] if ground.river_between(here, place)) if place in ground.land else ()
    return tuple(sorted(u for here in near for u in pos.units(here) if u in yma and pos.side(u) == w.GERMAN))


def possible(pos: YellowPosition, place: int) -> Refusal | None:
    """10.8b, e, f: what forbids any attempt at a hex in this round."""
    if pos.fortress(place):
        return "10.8b", f"no bridgehead in {pos.label(place)}: it holds an undestroyed fortified line"
    if pos.state.marker(place, -1, w.TRIED):
        return "10.8f", f"a bridgehead in {pos.label(place)} has been attempted in this round"
    if pos.state.marker(place, -1, w.BRIDGEHEAD):
        return "10.8", f"{pos.label(place)} holds a bridgehead"
    if markers_left(pos) < 1:
        return "10.8e", "no bridgehead marker is left"
    return None


def at_empty(pos: YellowPosition, place: int) -> Refusal | None:
    """10.8c.1: an empty enemy-controlled hex over a river from a yMA unit that has moved or advanced there."""
    if place not in pos.scenario.land or pos.units(place) or pos.control(place) != w.ALLIED:
        return "10.8c.1", f"{pos.label(place)} is no empty Allied hex"
    if not any(pos.flag(unit, w.MOVED) or pos.flag(unit, w.ADVANCED) for unit in beside(pos, place)):
        return "10.8c.1", f"no yMA unit has moved or advanced to the river at {pos.label(place)}"
    return possible(pos, place)


def before_combat(pos: YellowPosition, units: tuple[int, ...], target: int, kind: int) -> Refusal | None:
    """10.8c.2, 3: may the attackers try a bridgehead on the defenders before the combat?"""
    here = set(beside(pos, target)) & set(units)
    if not here:
        return "10.8c.3", f"no yMA unit attacks {pos.label(target)} over a river"
    if not pos.enemy_in(target, w.GERMAN):
        return "10.8c.3", f"nobody defends {pos.label(target)}"
    if kind == w.MOVE and not any(_spare(pos, unit) for unit in here):
        return "10.8c.2", "no unit has a movement point left for the attempt"
    return possible(pos, target)


def _spare(pos: YellowPosition, unit: int) -> bool:
    """10.8c.2, G-A45: a unit that moved needs an unused MP, one that stood needs none."""
    used = pos.flag(unit, w.MOVED) - 1
    return used < 0 or pos.ma(unit) - used >= pos.game.chart.number("bridgehead_mp", "mp")


def modifiers(pos: YellowPosition, place: int) -> list[Line]:
    """10.8, 12.11a: Better Defence, a Major River, an empty hex."""
    better, major, empty = (int(row["value"]) for row in pos.game.chart.data["bridgehead"]["drm"])
    lines: list[Line] = []
    if pos.better(place):
        lines.append(("line.better_defence", better, "12.11"))
    ground = pos.game.ground
    rivers = [ground.river_between(pos.at(unit), place) for unit in beside(pos, place)]
    if rivers and all(river in BARRIERS for river in rivers):
        lines.append(("line.major", major, "10.8"))
    if not pos.units(place):
        lines.append(("line.empty", empty, "10.8"))
    return lines


def tries(pos: YellowPosition) -> tuple[int, ...]:
    """10.8c.1: empty hexes at which a bridgehead can be attempted now, ascending."""
    if pos.active != w.GERMAN or markers_left(pos) < 1:
        return ()
    yma = [u for u in pos.of(w.GERMAN) if u in pos.game.roster.yma]
    moved = [u for u in yma if pos.flag(u, w.MOVED) or pos.flag(u, w.ADVANCED)]
    near = {there for unit in moved for there in pos.game.ground.near[pos.at(unit)]}
    return tuple(place for place in sorted(near) if at_empty(pos, place) is None)


def on_map(pos: YellowPosition) -> tuple[int, ...]:
    """Hexes with a bridgehead marker, ascending."""
    return tuple(sorted(key >> 32 for key in pos.state.markers if key & 0xFFFF == w.BRIDGEHEAD))
