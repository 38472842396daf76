"""What a side plays for now: hexes of the victory levels, or objectives that still bring or cost points (PB 2.82, 3.5).

Where victory is counted in points, an objective that has fallen draws nobody any more, and one that is worth little
draws from less far; the Germans look after those that the enemy comes near to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from hexledger.engine.games.june_6.questions import objectives
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.verdicts import DISTANCE
from hexledger.engine.games.june_6.tables.victory_chart import Objective

DEAR: Final = 4
"""Points from which an objective draws with its full force; each point less counts as a hex more to walk."""
THREAT: Final = 9
"""Hexes from an enemy to an objective within which the Germans look after it."""
GUARD: Final = 5
"""Hexes from an enemy to a fallen objective within which the Allies keep a garrison there."""
WIN_BACK: Final = 1
"""Turns left from which the Germans try to win fallen objectives back."""


class Aims(NamedTuple):
    """What a side plays for.

    goal   the hexes
    town   these and every other hex that a victory level names
    extra  hex -> hexes that are added to the way there
    keep   hexes of other objectives that must not be left empty: the Allies', of fallen ones that the enemy is near to
    bar    hexes from the goal within which no enemy may stand at the end, for the side that loses by it; else 0
    """

    goal: frozenset[int]
    town: frozenset[int]
    extra: Mapping[int, int] = {}
    keep: frozenset[int] = frozenset()
    bar: int = 0


def aims(pos: June6Position, side: int, near: Callable[[int], int]) -> Aims:
    """The aims of a side; `near` gives the hexes from a hex to the nearest enemy unit of that side."""
    scenario = pos.scenario
    if scenario.verdicts.points is None:
        goal = scenario.objective
        if scenario.verdicts.ends:
            return Aims(goal, goal)
        bar = _bar(pos) if side == f.GERMAN else 0
        if bar:
            return Aims(goal, goal.union(*(pos.board.within(place, bar) for place in sorted(goal))), bar=bar)
        return Aims(goal, goal.union(*(level.area for level in scenario.levels if level.side)))
    return _allied(pos, near) if side == f.ALLIED else _german(pos, near)


def _bar(pos: June6Position) -> int:
    """Hexes from the goal at which an Allied unit wins, where levels count its distance (PB 5.10)."""
    levels = [level for level in pos.scenario.levels if level.what == DISTANCE and level.winner == f.ALLIED]
    return max((level.most or 0 for level in levels), default=0)


def _stake(pos: June6Position, objective: Objective) -> int:
    """Points that the Allies win by taking an open objective now instead of never."""
    points = pos.scenario.verdicts.points
    unheld = points is not None and points.unheld
    now = objectives.worth(pos, objective, pos.state.turn)
    return now - (objectives.worth(pos, objective, 0) if unheld else 0)


def _open(pos: June6Position) -> list[tuple[Objective, int]]:
    """Objectives that have not fallen and matter, with their points."""
    chart = pos.game.victory_chart.objectives
    found = [(one, _stake(pos, one)) for one in chart if not objectives.fallen(pos, one)]
    return [(one, stake) for one, stake in found if stake > 0]


def _allied(pos: June6Position, near: Callable[[int], int]) -> Aims:
    control, chart = pos.state.control, pos.game.victory_chart.objectives
    fallen = [(one, one.worth(objectives.fallen(pos, one))) for one in chart if objectives.fallen(pos, one)]
    # What the Germans have won back is lost with its points unless it is won again (PB 2.82).
    extra = {
        place: max(0, DEAR - stake)
        for one, stake in (*_open(pos), *fallen)
        for place in sorted(one.hexes)
        if stake > 0 and control.get(place) != f.ALLIED
    }
    goal = frozenset(extra) or pos.scenario.objective
    keep = [place for one, stake in fallen if stake > 0 for place in sorted(one.hexes) if near(place) <= GUARD]
    return Aims(goal, goal, extra, frozenset(keep) - goal)


def _german(pos: June6Position, near: Callable[[int], int]) -> Aims:
    held = [one for one, _ in _open(pos)]
    keep: frozenset[int] = frozenset().union(*(one.hexes for one in held))
    if pos.scenario.last - pos.state.turn <= WIN_BACK:
        chart = pos.game.victory_chart.objectives
        held += [one for one in chart if one.worth(objectives.fallen(pos, one)) > 0]
    distance = {one.word: min(near(place) for place in sorted(one.hexes)) for one in held}
    nearest = min(distance.values(), default=0)
    threatened = [one for one in held if distance[one.word] <= max(THREAT, nearest)]
    goal = frozenset().union(*(one.hexes for one in threatened)) or pos.scenario.objective
    return Aims(goal, goal, keep=keep - goal)
