"""Keeping the enemy away (PB 5.10): the ways on which he would come, and what a unit would bar of them."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import Final

from hexledger.engine.games.june_6.advisor.survey import FAR, Survey, held
from hexledger.engine.games.june_6.questions.position import June6Position

STOP: Final = 3
"""Hexes more that a hex in a ZOC counts for on a way: who enters it stops there."""
TAKEN: Final = 8
"""The same for a hex that a unit holds."""
SLACK: Final = 3
"""Hexes by which a way is longer than the shortest and not worth barring any more."""


def barred(survey: Survey, piece: int, place: int) -> int:
    """Hexes in and around a place that no other unit of the side bars, those on the enemy's shortest ways up to `SLACK`
    times."""
    detours = survey.recalled(("detours", piece), lambda: _detours(survey, piece))
    return sum(max(0, SLACK - detours.get(there, FAR)) for there in (place, *survey.pos.board.neighbours[place]))


def _detours(survey: Survey, piece: int) -> Mapping[int, int]:
    """Hex that no unit but this one bars -> hexes by which the enemy's shortest way to the town through it is longer
    than his shortest of all."""
    pos = survey.pos
    others = [unit for unit in pos.in_play(survey.side) if unit != piece and pos.on_map(unit)]
    more = {place: STOP for place, units in pos.zoc(survey.side).items() if any(unit != piece for unit in units)}
    more.update(dict.fromkeys((pos.at(unit) for unit in others), TAKEN))
    to_town = _ways(pos, survey.town, more)
    from_enemy = _ways(pos, held(pos, survey.enemy), more)
    through = {
        place: length + from_enemy[place] - 1 - more.get(place, 0)
        for place, length in to_town.items()
        if place in from_enemy
    }
    shortest = min(through.values(), default=0)
    return {place: length - shortest for place, length in through.items() if place not in more}


def _ways(pos: June6Position, begin: Iterable[int], more: Mapping[int, int]) -> dict[int, int]:
    """Hex of the scenario's area -> hexes of the shortest way between it and the nearest of some, itself included."""
    area, neighbours = pos.scenario.area, pos.board.neighbours
    found: dict[int, int] = {}
    queue = [(0, place) for place in sorted(begin)]
    while queue:
        length, place = heapq.heappop(queue)
        if place not in found:
            found[place] = length
            for there in neighbours[place]:
                if there in area and there not in found:
                    heapq.heappush(queue, (length + 1 + more.get(there, 0), there))
    return found
