"""Combats of the greedy bot: what an attack promises, which is declared, air, lead units, retreats, losses."""

from __future__ import annotations

from typing import Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.france_1944.advisor import ground as g
from hexledger.engine.games.france_1944.questions import banks, retreats
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions.battle import Battle
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import combat
from hexledger.engine.games.france_1944.rules.combat import Attack
from hexledger.engine.games.france_1944.rules.increments import EndIncrement
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import MUST, least
from hexledger.engine.games.france_1944.tables.chart import FIRST_BOX
from hexledger.engine.games.france_1944.tables.ground import RHINE
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

STEP: Final = 6
ARMOUR_STEP: Final = 8
SIDES_OF_DIE: Final = 6
WORTH_FIGHTING: Final = {w.ALLIED: -72, w.GERMAN: 150}
"""Points, in thirty-sixths, that an attack must promise."""
UNIT: Final = 36
BEYOND: Final = 4
FIRST_BEYOND: Final = 14
"""Points of a hex on the east bank of the Rhine, of the first one."""


def worth(pos: FrancePosition, units: tuple[int, ...]) -> int:
    """What a step of these units is worth on the average."""
    armour = pos.game.roster.armour
    return sum(ARMOUR_STEP if unit in armour else STEP for unit in units) // max(1, len(units))


def leader(pos: FrancePosition, units: tuple[int, ...]) -> int:
    """The unit of the best morale; among equals the one with most steps, infantry before armour."""
    armour = pos.game.roster.armour
    return max(units, key=lambda unit: (pos.morale(unit), pos.steps(unit), unit not in armour, -unit))


def chance_of(morale: int) -> int:
    """Faces of the die that pass."""
    return max(0, min(SIDES_OF_DIE, morale))


def expected(pos: FrancePosition, modifier: int) -> int:
    """Hits, in sixths, of a die with a modifier."""
    return sum(least(face + modifier) for face in pos.game.battle.hit_faces)


def promise(pos: FrancePosition, battle: Battle) -> int:
    """Points of a combat for the attacker, in thirty-sixths: steps, and the ground that is won."""
    charts = pos.game.battle
    defenders = battle.defenders(pos)
    fight = battle._replace(attack_lead=leader(pos, battle.units), defence_lead=leader(pos, defenders))
    a = chance_of(bt.attack_morale(pos, fight).total)
    d = chance_of(bt.defence_morale(pos, fight).total)
    band = charts.bands[charts.band(bt.attack(pos, fight).total, bt.defence(pos, fight).total)]
    ours, theirs = worth(pos, battle.units), worth(pos, defenders)
    steps = sum(pos.steps(unit) for unit in defenders)
    side = battle.side(pos)
    land = _land(pos, battle.targets[0], side)
    attackers = tuple(sorted({pos.at(unit) for unit in battle.units}))
    stuck = not all(retreats.ways(pos, pos.fighters(place), attackers) for place in battle.targets)
    total = 0
    for attack, weight_a in ((True, a), (False, SIDES_OF_DIE - a)):
        for defence, weight_d in ((True, d), (False, SIDES_OF_DIE - d)):
            cell = charts.cell(fight.mobile, attack, defence)
            lose = expected(pos, cell.attacker_hits + band.attacker_hits)
            must = cell.retreat == MUST
            hurt = expected(pos, cell.defender_hits + band.defender_hits + (1 if must and stuck else 0))
            hurt = min(hurt, SIDES_OF_DIE * steps)
            empty = hurt >= SIDES_OF_DIE * steps or (must and not stuck)
            points = theirs * hurt - ours * lose + (SIDES_OF_DIE * land if empty else 0)
            total += weight_a * weight_d * points // SIDES_OF_DIE
    return total


def _land(pos: FrancePosition, place: int, side: int) -> int:
    """What it is worth to empty the hex; the first hex beyond the Rhine ends German reaction points (12.9)."""
    goal = g.goals(pos).get(place, 0)
    if side == w.ALLIED:
        beyond = place in pos.game.ground.east_bank
        return 6 + goal // 2 + (0 if not beyond else BEYOND if pos.var("rhine_crossed") else FIRST_BEYOND)
    return 4 if pos.control(place) == w.ALLIED else 2


def prospects(pos: FrancePosition, units: tuple[int, ...], box: int = FIRST_BOX) -> list[int]:
    """What attacks of these units would promise in a box, target by target, best first; asked outside of attack
    increments. Over the Rhine without a bridge they attack in box 1 only (12.8)."""
    beside: dict[int, list[int]] = {}
    for unit in units:
        side = pos.side(unit)
        for there in pos.game.ground.near[pos.at(unit)]:
            dry = box == FIRST_BOX or banks.water(pos, pos.at(unit), there, side) != RHINE
            if dry and pos.enemy_in(there, side) and pos.fighters(there) and there in pos.scenario.land:
                beside.setdefault(there, []).append(unit)
    return sorted(
        (promise(pos, Battle(tuple(able), (target,), False)) for target, able in sorted(beside.items())), reverse=True
    )


def fights(pos: FrancePosition, units: tuple[int, ...]) -> list[tuple[int, Attack]]:
    """Attacks that these units could make now, with what each promises."""
    found: list[tuple[int, Attack]] = []
    for target, able in combat.reachable(pos, units).items():
        for group in combat.groups(pos, able):
            mobile = bt.is_mobile(pos, group, (target,))
            points = promise(pos, Battle(group, (target,), mobile))
            found.append((points - len(group), Attack(tuple(map(PieceId, group)), (PlaceId(target),))))
    return found


def attack(pos: FrancePosition, chance: Chance) -> Decision:
    """The most promising attack, or the end of the increment."""
    options = fights(pos, combat.able(pos))
    top = max((points for points, _ in options), default=-(10**6))
    if top <= WORTH_FIGHTING[pos.active]:
        return EndIncrement()
    return chance.pick([attack for points, attack in options if points == top])


def best_promise(pos: FrancePosition, units: tuple[int, ...]) -> int:
    """What the best attack of these units would promise, above what it must."""
    top = max((points for points, _ in fights(pos, units)), default=-(10**6))
    return top - WORTH_FIGHTING[pos.active]


# ---------------------------------------------------------------------- within a combat
def use_air(pos: FrancePosition, battle: Battle, marker: int) -> int:
    """What a marker adds to the promise; a heavy bomber is kept for great combats."""
    gain = promise(pos, battle._replace(air=marker)) - promise(pos, battle)
    return gain - (5 * UNIT if marker == w.BOMBER else 0)


def fall_back(pos: FrancePosition, battle: Battle, hits: int) -> int:
    """Points of leaving against standing: a step saved, the ground lost."""
    units = battle.defenders(pos)
    side = pos.side(units[0])
    theirs = sum(pos.set_piece(unit) for unit in battle.units)
    ours = sum(pos.set_piece(unit) for unit in units)
    saved = worth(pos, units) if hits else 0
    ground = 4 + max(g.goals(pos).get(place, 0) for place in battle.targets) // 2
    if side == w.ALLIED:
        ground += 4
    elif any(place in g.watched(pos) for place in battle.targets):
        ground += FIRST_BEYOND
    return saved + (4 if theirs >= 2 * ours else 0) - ground


def loss(pos: FrancePosition, unit: int) -> int:
    """The cheapest step: not the last one of a unit, infantry before armour, the weaker first."""
    price = ARMOUR_STEP if unit in pos.game.roster.armour else STEP
    last = 12 if pos.steps(unit) == 1 else 0
    return -(price + last + pos.morale(unit))
