"""Combats of the greedy bot: attacks that are worth more than they cost, Stukas where they move the column."""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.case_yellow.advisor import ground as g
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions.duties import defenders_likely
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.bridgeheads import TryBridgehead
from hexledger.engine.games.case_yellow.rules.combat import Attack, Combats, EndCombats
from hexledger.engine.games.case_yellow.rules.fight import AirSupport, CommitAir
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import passed

STEP = 6
TENTHS = 10
PANZER = 3
"""What a step of a panzer division is worth beyond another: it is lost for the refit, and its loss is a point."""
FIGHTS_ON = 4
"""What it costs that the fight goes on in the next round, without this round's aircraft (11.9b)."""
LAST_STEP = 4
"""What the last step of a unit is worth beyond another."""
WORTH_FIGHTING = {w.GERMAN: 20, w.ALLIED: 25}
"""Points, in tenths and summed over the faces of the die, that an attack must promise."""
ASSET = 6
"""What an air asset must bring, in the same points."""


def outcome(pos: YellowPosition, battle: bt.Battle, result: str) -> int:
    """Points of a result for the attacker."""
    land = 2 + dict(g.goals(pos, w.GERMAN)).get(battle.target, 0) // 2
    held = pos.enemy_fortress(battle.target, battle.side(pos))
    dear = 0
    if not _last(pos):
        dear += PANZER * any(unit in pos.game.roster.panzer for unit in battle.units)
        dear += LAST_STEP * all(pos.steps(unit) < 2 for unit in battle.units)
    match result:
        case "AE":
            return -2 * (STEP + dear) - 2
        case "AL1":
            return -STEP - dear
        case "ENG":
            ours, theirs = bt.attack_tr(pos, battle), bt.defence_tr(pos, battle)
            if held or ours == theirs:
                return -1 - FIGHTS_ON
            return STEP - FIGHTS_ON if ours > theirs else -STEP - FIGHTS_ON
        case "BL1":
            return -dear if held else land - dear
        case "DL1":
            return STEP if held else STEP + land
        case "DR":
            return 0 if held else 3 + land
    return 2 * STEP + 4 + land


def promise(pos: YellowPosition, battle: bt.Battle) -> int:
    """Points of a combat for the attacker, summed over the faces of the die, in tenths."""
    chart = pos.game.chart
    number = bt.odds(pos, battle).column
    faces = range(1, chart.faces + 1)
    if number < 0:
        return TENTHS * outcome(pos, battle, "AE")
    column = chart.crt.columns[number]
    return sum(TENTHS * outcome(pos, battle, chart.crt.read(column, die)[1]) for die in faces) // chart.faces


def attack(pos: YellowPosition, step: Combats, chance: Chance) -> Decision:
    """A bridgehead, the most promising attack, or the end."""
    options: list[tuple[int, Decision]] = []
    ending: Decision | None = None
    for decision in step.choices(pos):
        if isinstance(decision, TryBridgehead):
            return decision
        if isinstance(decision, Attack):
            options.append((_rate(pos, decision), decision))
        elif isinstance(decision, EndCombats):
            ending = decision
    top = max((points for points, _ in options), default=-1000)
    if ending is not None and top < _wanted(pos, step.side):
        return ending
    return chance.pick([decision for points, decision in options if points == top])


def _last(pos: YellowPosition) -> bool:
    """The last turn: nothing is saved beyond it."""
    return pos.state.turn >= pos.var("last_turn")


def _wanted(pos: YellowPosition, side: int) -> int:
    """What an attack must promise, half of it on the last turn."""
    return WORTH_FIGHTING[side] // (2 if _last(pos) else 1)


def _rate(pos: YellowPosition, decision: Attack) -> int:
    """The promise with the air assets that would help, less a little for each unit that is bound."""
    battle = bt.Battle(decision.units, decision.at, defenders_likely(pos, decision.at))
    if not battle.defenders and not pos.fortress(decision.at):
        return 20 * TENTHS
    help_from_air = min(2, pos.track("air", battle.side(pos)))
    points = promise(pos, battle._replace(attack_air=help_from_air)) - ASSET * help_from_air
    return max(points, promise(pos, battle)) - len(decision.units)


def air(pos: YellowPosition, step: AirSupport) -> Decision:
    """As many assets as bring more than they are worth."""
    battle, attacking = step.battle, step.side == step.battle.side(pos)
    best, top = CommitAir(0), None
    for choice in step.choices(pos):
        decision = passed(choice, CommitAir)
        number = decision.assets
        supported = battle._replace(attack_air=number) if attacking else battle._replace(defence_air=number)
        points = promise(pos, supported)
        points = (points if attacking else -points) - ASSET * number
        if top is None or points > top:
            best, top = decision, points
    return best
