"""What hexes are worth to a side: objectives and how far they are, defence, supply, the nearest enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.box import Box
from hexledger.engine.kernel.memory import CLOCK, CONTROL, PLACES, STEPS, WHERE, Basis, kept, lasting

GOALS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("Amsterdam", "Den Haag", "Rotterdam", "Utrecht", "Arnhem", "Nijmegen", "Eindhoven"), 14),
    **dict.fromkeys(("Breda", "Tilburg", "'s-Hertogenbosch", "Maastricht"), 9),
    **dict.fromkeys(("Antwerpen", "Bruxelles", "Ghent", "Oostende"), 18),
    **dict.fromkeys(("Boulogne", "Calais", "Dunkerque"), 26),
    **{"Amiens": 22, "Abbeville": 24, "Lille": 18, "Sedan": 16, "Dinant": 14, "Charleville": 12, "Namur": 10},
    **{"Reims": 14, "Verdun": 12, "Metz": 8, "Nancy": 10, "Rouen": 18, "Paris": 20, "Liege": 8},
}
"""Places that games turn on -> points."""
FAR: Final = 99
WORTH_OF_A_HEX: Final = 2
AROUND: Final = 3
ENOUGH: Final = 5
"""German units within `AROUND` hexes of an objective that are enough for it."""
PARIS_FROM: Final = 5
"""Turn from which the Germans look to Paris and beyond the Somme."""
_LATE: Final = frozenset({"Paris", "Rouen", "Reims", "Nancy", "Metz", "Verdun"})
ON_GOALS: Final = Basis(PLACES, CONTROL, CLOCK)
ON_STRENGTH: Final = Basis(PLACES, STEPS)


@kept(Basis(CONTROL, CLOCK))
def goals(pos: YellowPosition, side: int) -> tuple[tuple[int, int], ...]:
    """(hex, points) of the objectives that the other side holds, for the Germans; that are theirs, for the Allies."""
    found: list[tuple[int, int]] = []
    for name, points in GOALS.items():
        if side == w.GERMAN and name in _LATE and pos.state.turn < PARIS_FROM:
            continue
        for place in pos.game.ground.named[name]:
            if pos.control(place) == w.ALLIED and place in pos.scenario.land:
                found.append((place, points))
    return tuple(found)


@lasting(most=64)
def away(game: Box[YellowPosition], goal: int) -> tuple[int, ...]:
    """Hexes from every hex of the map to an objective, by hex."""
    return tuple(game.board.distance(place, goal) for place in range(game.board.n_hexes))


def pull(pos: YellowPosition, side: int, place: int) -> int:
    """Points of the objective that draws most from a hex, less its distance."""
    return _drawn(pos, goals(pos, side), place)


def _drawn(pos: YellowPosition, there: tuple[tuple[int, int], ...], place: int) -> int:
    game = pos.game
    return max((points - WORTH_OF_A_HEX * away(game, goal)[place] for goal, points in there), default=0)


@kept(ON_GOALS)
def crowded(pos: YellowPosition) -> tuple[tuple[int, int], ...]:
    """(objective, points) of the Germans, less where enough of them stand around it already: the others look on."""
    there = [pos.at(unit) for unit in pos.of(w.GERMAN) if unit in pos.game.roster.combat]
    distance = pos.board.distance
    return tuple(
        (goal, points - WORTH_OF_A_HEX * max(0, sum(distance(place, goal) <= AROUND for place in there) - ENOUGH))
        for goal, points in goals(pos, w.GERMAN)
    )


def draw(pos: YellowPosition, place: int) -> int:
    """The same for a German unit, who looks for another objective where enough of his stand."""
    return _drawn(pos, crowded(pos), place)


@kept(WHERE)
def enemy_distance(pos: YellowPosition, side: int) -> Mapping[int, int]:
    """Hex -> distance to the nearest enemy unit of `side`."""
    found: dict[int, int] = {}
    level = sorted({pos.at(unit) for unit in pos.of(3 - side)})
    found.update(dict.fromkeys(level, 0))
    reach = 0
    while level:
        reach += 1
        further = {there for place in level for there in pos.board.neighbours[place] if there not in found}
        level = sorted(further)
        found.update(dict.fromkeys(level, reach))
    return found


@kept(ON_STRENGTH)
def threat(pos: YellowPosition) -> Mapping[int, int]:
    """Hex -> strength in halves of the German units within two hexes of it."""
    found: dict[int, int] = {}
    for unit in pos.of(w.GERMAN):
        if unit in pos.game.roster.combat:
            for there in pos.board.within(pos.at(unit), 2):
                found[there] = found.get(there, 0) + pos.cs(unit)
    return found


def cover(pos: YellowPosition, side: int, place: int) -> int:
    """Points of the ground for a defender: works, city, river towards the enemy, Better Defence."""
    ground = pos.game.ground
    tec = ground.tec[place]
    assert tec is not None
    points = 3 * tec.shift
    if ground.owner[place] == side and (pos.works(place) or pos.fortress(place)):
        points += 4
    if pos.better(place):
        points += 4
    near = enemy_distance(pos, side)
    here = near.get(place, FAR)
    if any(ground.river_between(place, there) and near.get(there, FAR) < here for there in ground.near[place]):
        points += 3
    return points


def supplied(pos: YellowPosition, unit: int, place: int) -> bool:
    """Would the unit have a LOS there, as the lines run now?"""
    nation = pos.nation(unit)
    if nation == "dutch":
        return True
    net = supply.supply_net(pos, nation)
    return place in net or any(there in net for there in pos.board.neighbours[place])
