"""The advisor fights: which attacks are worth their risk, and which artillery they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from hexledger.engine.games.time_for_trumpets.advisor import ground as g
from hexledger.engine.games.time_for_trumpets.questions import attackers as at
from hexledger.engine.games.time_for_trumpets.questions import fire, retreats
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment, Pass
from hexledger.engine.games.time_for_trumpets.rules.combat import Attack, Combat
from hexledger.engine.games.time_for_trumpets.rules.hold import Hold, OrderHold
from hexledger.engine.games.time_for_trumpets.rules.support import (
    AirSupport,
    Bombard,
    DefenceGuns,
    Fly,
    Support,
    TimeOnTarget,
    shares,
)
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.results import Result
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import lasting

WORTH: Final = 60
"""Least value (hundredths of a point) for which an attack is made."""
PER_CF: Final = 3
"""What a CF of artillery is worth, kept for another battle."""
TWO_DICE: Final[Mapping[int, int]] = {total: 6 - abs(7 - total) for total in range(2, 13)}
ALWAYS_SHOCKS: Final = 51


@lasting(most=1024)
def expected(game: Box[TrumpetsPosition], column: int, drm: int) -> int:
    """Hundredths of a point that a roll on a column is worth to the attacker."""
    table = game.combat.crt
    total = sum(weight * _points(table.at(column, dice + drm)) for dice, weight in TWO_DICE.items())
    return int(Fraction(total, sum(TWO_DICE.values())))


def _points(result: Result) -> int:
    """Hundredths of a point of a result."""
    value = {1: -800, 2: 700}.get(result.eliminated, 0)
    value += 150 * result.defender_retreat - 120 * result.attacker_retreat
    for loss in result.losses:
        value += -180 if loss.attacker else 160
    return value - (60 if result.engaged else 0) + (20 if result.counterattack else 0)


def worth(pos: TrumpetsPosition, battle: Battle) -> int:
    """Value of an attack as it stands; a prize counts more."""
    odds = md.odds(pos, battle)
    drm = sum(points for _, points, _ in md.drms(pos, battle))
    prize = g.prizes(pos.game, pos.var("scenario")).get(battle.target, 0)
    return expected(pos.game, odds.column, drm) + 10 * prize


def most_guns(pos: TrumpetsPosition, units: tuple[int, ...], target: int) -> tuple[int, ...]:
    """All artillery that may fire together for an attack."""
    able = fire.attack_guns(pos, units, target)
    found = shares(pos, able, units) if able else []
    return found[0] if found else ()


def most_cover(pos: TrumpetsPosition, target: int) -> tuple[int, ...]:
    """All artillery that may fire together for the defence of a hex."""
    able = fire.defence_guns(pos, target)
    found = shares(pos, able, pos.fighters(target), True) if able else []
    return found[0] if found else ()


def attack(pos: TrumpetsPosition, step: Combat) -> Decision:
    """The best attack, if it is worth while; owed attacks are made anyhow."""
    best: tuple[int, int, tuple[int, ...]] | None = None
    for target, units in at.targets(pos, step.side).items():
        battle = Battle(units, target)
        value = worth(pos, battle)
        if value < WORTH:
            battle = battle._replace(guns=most_guns(pos, units, target))
            value = worth(pos, battle)
        if value >= WORTH:
            # the enemy has guns for some of the battles only: half of what all of them would take away
            value = (value + worth(pos, battle._replace(cover=most_cover(pos, target)))) // 2
        if best is None or value > best[0]:
            best = (value, target, units)
    if best is not None and best[0] >= WORTH:
        decision = Attack(tuple(map(PieceId, best[2])), PlaceId(best[1]))
        if decision in tuple(step.choices(pos)):
            return decision
    listed = tuple(step.choices(pos))
    end = EndSegment()
    if end in listed:
        return end
    return max(listed, key=lambda found: _owed(pos, found))


def _owed(pos: TrumpetsPosition, decision: Decision) -> int:
    if not isinstance(decision, Attack):
        return -10_000
    return worth(pos, Battle(tuple(sorted(decision.units)), decision.at))


def guns(pos: TrumpetsPosition, battle: Battle) -> Decision:
    """Artillery of the attacker: the set that betters the attack most for its CF."""
    base = worth(pos, battle)
    best: tuple[int, Decision] = (0, Pass())
    able = fire.attack_guns(pos, battle.units, battle.target)
    for those in shares(pos, able, battle.units)[:8]:
        cf = sum(pos.game.arms.gun[gun].cf for gun in those)
        gain = worth(pos, battle._replace(guns=those)) - base - PER_CF * cf
        if gain > best[0]:
            best = (gain, Support(tuple(map(PieceId, those))))
    return best[1]


def cover(pos: TrumpetsPosition, step: DefenceGuns) -> Decision:
    """Artillery of the defender: what takes most from the attack; a bombardment where it always shocks."""
    battle = step.battle
    base = worth(pos, battle)
    best: tuple[int, Decision] = (0, Pass())
    for decision in step.choices(pos):
        if isinstance(decision, Support):
            those = tuple(decision.guns)
            gain = base - worth(pos, battle._replace(cover=those))
        elif isinstance(decision, Bombard | TimeOnTarget):
            if sum(pos.game.arms.gun[gun].cf for gun in decision.guns) < ALWAYS_SHOCKS:
                continue
            those = (*decision.guns, *decision.others)
            gain = base - worth(pos, battle._replace(cover=those)) + 50
        else:
            continue
        gain -= PER_CF * sum(pos.game.arms.gun[gun].cf for gun in those)
        if gain > best[0]:
            best = (gain, decision)
    return best[1]


def fly(pos: TrumpetsPosition, step: AirSupport) -> Decision:
    """An aircraft, where one is at hand."""
    return next(iter(decision for decision in step.choices(pos) if isinstance(decision, Fly)), Pass())


def hold(pos: TrumpetsPosition, step: Hold) -> Decision:
    """An order to hold where a prize is at stake or nobody could retreat, and somebody outlives it."""
    units = [unit for unit in step.units if pos.on_map(unit)]
    prize = step.battle.target in g.prizes(pos.game, pos.var("scenario"))
    trapped = not any(retreats.ways(pos, unit, step.length, step.battle.target) for unit in units)
    orders = [found for found in step.choices(pos) if isinstance(found, OrderHold)]
    if orders and (prize or trapped) and sum(map(pos.steps, units)) > step.length:
        return orders[0]
    return Pass()


def strength(pos: TrumpetsPosition, units: Iterable[int]) -> int:
    """CF of units in defence."""
    return sum(pos.cf(unit).defence for unit in units)
