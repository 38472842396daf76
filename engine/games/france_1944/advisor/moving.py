"""Where units of the greedy bot want to stand, and the marches that take them there."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final, NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.france_1944.advisor import ground as g
from hexledger.engine.games.france_1944.questions import increments, supply, ways, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import movement
from hexledger.engine.games.france_1944.rules.increments import EndIncrement
from hexledger.engine.games.france_1944.rules.movement import Move
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import BRIDGEHEAD_BLOWN, SOUTHERN_HEX
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import CONTROL, MARKERS, PLACES, STEPS, Basis, kept
from hexledger.engine.map.paths import path_to

NEIGHBOURS: Final = 9
"""Own units in a hex and around it from which others look for another way."""
UNSUPPLIED: Final = 60
AHEAD: Final = 45
"""What it costs armour to run out of supply where nobody is near."""
CONTACT: Final = 5
OUTNUMBERED: Final = 8
CROWD: Final = 3
WORTH_A_MARCH: Final = 2
"""Points that a move must bring."""
GUARD: Final = 3
"""Hexes from the enemy at which a German goal wants a garrison."""
WATCH: Final = (120, 110, 100, 90, 80, 70, 15, 10)
"""What the first German step, the second and so on are worth in a hex beyond the Rhine that Allied units could cross
to: the first crossing takes German reaction points and replacements for the rest of the war."""
EARLY_WATCH: Final = (40, 30, 20, 10, 6, 4)
"""The same before an Allied unit stands at the river."""
IN_A_BOX: Final = 2000
"""A headquarters in a southern box is of no use."""
LEFT_IN_A_BOX: Final = 100
"""Nor is a combat unit: what it gains by coming onto the map."""
MASS: Final = 16
"""Points of standing beside an enemy whom twice his strength can attack."""
LEFT_ALONE: Final = 200
"""What a headquarters is worth that would be dispersed."""
WITH_A_UNIT: Final = 8
"""What it is worth to a headquarters that a combat unit keeps the enemy away."""
HQ_NEAR: Final = 3
"""Hexes from the enemy at which a headquarters likes to stand."""

ON_MARCH: Final = Basis(
    *(PLACES, STEPS, CONTROL, MARKERS),
    flags=(w.DROPPED,),
    variables=(
        *(w.VAR["south"], w.VAR["scenario"], w.VAR["airborne"], w.VAR["rhine_crossed"]),
        *(w.word(SOUTHERN_HEX.word), w.word(BRIDGEHEAD_BLOWN.word)),
    ),
)
"""What a march, and what it gains, hangs on."""


class Sight(NamedTuple):
    """What a unit sees of the whole map, looked up once for all places that it thinks of.

    pull   points of the goals that draw it        fed    places in which it would be supplied
    near   hexes to the nearest enemy unit         goals  points of the goals themselves
    mine   where the units stand that a headquarters may command, and whether an enemy is near them
    """

    pull: Mapping[int, int]
    fed: Container[int]
    near: Mapping[int, int]
    goals: Mapping[int, int]
    mine: tuple[tuple[int, bool], ...] = ()


def look(pos: FrancePosition, unit: int) -> Sight:
    """What a unit sees now."""
    side = pos.side(unit)
    hq = pos.is_hq(unit)
    west = not hq and side == w.ALLIED and unit in g.detached(pos)
    fed: Container[int] = supply.lines(pos, side) if hq else g.in_supply(pos, pos.nation(unit), side)
    near = g.enemy_distance(pos, side)
    return Sight(g.pull(pos, west), fed, near, g.goals(pos), _mine(pos, unit, near) if hq else ())


def _mine(pos: FrancePosition, hq: int, near: Mapping[int, int]) -> tuple[tuple[int, bool], ...]:
    """Hex -> an enemy is near it, for every unit that the headquarters may command."""
    hqs = pos.game.roster.hqs
    places = [pos.at(unit) for unit in pos.of(pos.side(hq)) if unit not in hqs and _commands(pos, hq, unit)]
    return tuple((here, near.get(here, g.FAR) <= 2) for here in places if here < pos.board.n_hexes)


def value(pos: FrancePosition, unit: int, place: int, sight: Sight | None = None) -> int:
    """Points of a place for a unit."""
    seen = sight or look(pos, unit)
    if pos.is_hq(unit):
        return _headquarters(pos, unit, place, seen)
    if place in pos.game.ground.in_south:
        return max(_allied(pos, unit, there, seen) for there in pos.game.ground.near[place]) - LEFT_IN_A_BOX
    return _allied(pos, unit, place, seen) if pos.side(unit) == w.ALLIED else _german(pos, unit, place, seen)


def _supplied(pos: FrancePosition, unit: int, place: int, seen: Sight) -> int:
    """Allied armour runs ahead of its headquarters where no enemy is near: they come after it."""
    if place in seen.fed:
        return 0
    ahead = pos.side(unit) == w.ALLIED and unit in pos.game.roster.armour and not g.enemy_beside(pos, place, w.ALLIED)
    return -AHEAD if ahead else -UNSUPPLIED


def _risk(pos: FrancePosition, unit: int, place: int) -> int:
    """Enemies beside the place who are much stronger than who would stand there."""
    side = pos.side(unit)
    theirs = g.enemy_beside(pos, place, side)
    ours = sum(pos.set_piece(other) for other in pos.fighters(place) if other != unit) + pos.set_piece(unit)
    if not theirs:
        return 0
    return -OUTNUMBERED if theirs >= 2 * ours else CONTACT if side == w.ALLIED else 0


def _allied(pos: FrancePosition, unit: int, place: int, seen: Sight) -> int:
    """Towards the goals, in supply, not alone against many."""
    points = 2 * seen.pull.get(place, 0) + _supplied(pos, unit, place, seen) + _risk(pos, unit, place)
    others = sum(1 for other in pos.fighters(place) if other != unit)
    around = sum(len(pos.fighters(there)) for there in pos.game.ground.near[place] if pos.side_at(there) == w.ALLIED)
    crowd = max(0, others - 2) + max(0, around + others - NEIGHBOURS)
    return points - CROWD * crowd + _weight(pos, unit, place)


def _weight(pos: FrancePosition, unit: int, place: int) -> int:
    """What the unit adds to an attack on the weakest enemy hex beside the place: the nearer to twice his strength, the
    better."""
    side, here, best = pos.side(unit), pos.at(unit), 0
    near = pos.game.ground.near
    for target in near[place]:
        if not pos.enemy_in(target, side) or not pos.fighters(target):
            continue
        ours = g.against(pos, target, side)
        if target not in near[here]:
            ours += pos.set_piece(unit)
        theirs = g.strength_at(pos, target)
        best = max(best, min(MASS, MASS * ours // (2 * theirs)) if theirs else MASS)
    return best


def _german(pos: FrancePosition, unit: int, place: int, seen: Sight) -> int:
    """A line before the Allies: in cover and supply, without gaps, before the goals; not where they are too many."""
    away = seen.near.get(place, g.FAR)
    others = [other for other in pos.fighters(place) if other != unit]
    points = _supplied(pos, unit, place, seen) + 4 * g.cover(pos, place) + 2 * _risk(pos, unit, place)
    points -= 4 * abs(min(away, 12) - 1) if away > 1 else 0
    points -= 6 * max(0, len(others) - 1)
    goal = seen.goals.get(place, 0)
    if goal and away <= GUARD and not others:
        points += 6 + goal // 2
    watched = g.watched(pos).get(place)
    if watched is not None:
        held = sum(pos.steps(other) for other in others)
        points += sum((WATCH if watched else EARLY_WATCH)[held : held + pos.steps(unit)])
    covered = sum(1 for there in g.zone_of(pos, w.GERMAN).get(place, ()) if there != pos.at(unit))
    if not covered and not others and away <= GUARD:
        points += 6
    points += seen.pull.get(place, 0) // 3
    return points


def _headquarters(pos: FrancePosition, hq: int, place: int, seen: Sight) -> int:
    """In supply, close behind the units that it may command, never alone before the enemy."""
    side = pos.side(hq)
    if zoc.in_ezoc(pos, place, side) and not pos.holds(place, side):
        return -1000
    if place >= pos.board.n_hexes:
        return -IN_A_BOX
    reach = pos.game.roster.range[hq]
    points = 0
    for here, front in seen.mine:
        far = pos.board.distance(place, here)
        points += (8 if front else 3) if far <= reach else -min(far - reach, 6) * (2 if front else 1)
    away = seen.near.get(place, g.FAR)
    points -= 12 * max(0, HQ_NEAR - 1 - away) + min(away, 20)
    points += WITH_A_UNIT if pos.holds(place, side) else 0
    points += seen.pull.get(place, 0) if side == w.ALLIED else 0
    others = sum(1 for other in pos.of(side) if pos.is_hq(other) and other != hq and _close(pos, other, place))
    return points - 16 * others - (0 if place in seen.fed else 60)


def _close(pos: FrancePosition, hq: int, place: int) -> bool:
    here = pos.at(hq)
    return here < pos.board.n_hexes and place < pos.board.n_hexes and pos.board.distance(here, place) <= 2


def _commands(pos: FrancePosition, hq: int, unit: int) -> bool:
    return pos.game.chart.command[pos.nation(hq)][pos.nation(unit)] > 0


# ---------------------------------------------------------------------- marches
def leaves_hq(pos: FrancePosition, unit: int) -> bool:
    """4.10, R-52: a headquarters would be left alone before the enemy."""
    here = pos.at(unit)
    alone = bool(pos.hqs_at(here)) and pos.fighters(here) == (unit,)
    return alone and zoc.in_ezoc(pos, here, pos.side(unit))


@kept(ON_MARCH)
def best_march(pos: FrancePosition, unit: int, points: int, admin: bool) -> tuple[int, tuple[int, ...]]:
    """(gain, hexes to be entered) of the best way of a unit with so many MP; (0, ()) when it stays."""
    here, seen = pos.at(unit), look(pos, unit)
    stay = value(pos, unit, here, seen) + (LEFT_ALONE if leaves_hq(pos, unit) else 0)
    best: tuple[int, tuple[int, ...]] = (0, ())
    reached = ways.reach(pos, unit, here, points, admin)
    for there in reached:
        if there == here:
            continue
        gain = value(pos, unit, there, seen) - stay
        if gain > best[0]:
            best = gain, path_to(reached, there)[1:]
    return best


def best_crossing(pos: FrancePosition, unit: int) -> tuple[int, tuple[int, ...]]:
    """12.8: the same for a crossing of the Rhine by boat."""
    here, points = pos.at(unit), increments.left(pos, unit)
    found: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for there in pos.game.ground.near[here]:
        if ways.crosses(pos, unit, (there,)) and ways.walk(pos, unit, (there,), points)[1] is None:
            found.append((value(pos, unit, there) - value(pos, unit, here) + CONTACT, (there,)))
    return max(found)


def march(pos: FrancePosition, chance: Chance) -> Decision:
    """The best move of all commanded pieces, or the end of the increment."""
    options: list[tuple[int, Decision]] = []
    for unit in pos.commanded():
        if movement.may_move(pos, unit) is None:
            admin = bool(pos.flag(unit, w.ADMIN))
            gain, path = max(best_march(pos, unit, increments.left(pos, unit), admin), best_crossing(pos, unit))
            if gain >= WORTH_A_MARCH:
                options.append((gain, Move(PieceId(unit), tuple(map(PlaceId, path)))))
    if not options:
        return EndIncrement()
    top = max(gain for gain, _ in options)
    return chance.pick([move for gain, move in options if gain == top])
