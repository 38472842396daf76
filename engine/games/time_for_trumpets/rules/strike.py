"""From the artillery to the dice: coordination and shock of both sides, odds, road blocks, the roll (19.4, 48-57)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import fieldworks, fire
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.hits import RoadBlockHit
from hexledger.engine.games.time_for_trumpets.rules.results import CloseBattle, ShockRetreat, resolve
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.combat_chart import Columns
from hexledger.engine.games.time_for_trumpets.tables.results import Result, Shock, code_key
from hexledger.engine.kernel.steps import Step

DICE: Final = 2
FACES: Final = 6
ROAD_BLOCK_ODDS: Final = (5, 1)
"""19.4d."""


class Strike(Step[TrumpetsPosition], frozen=True, array_like=True, tag=108):
    """TFT 48, desk check 33: the attacker's shock, then the defender's; both take effect together before the odds."""

    battle: Battle

    def run(self, act: Act) -> None:
        """Roll for both bombardments, mark who is shocked or aborted, and go on to the odds."""
        battle = self.battle
        if act.pos.plays("bombardment_shock"):
            attack = _attack_shock(act, battle)
            cover = _cover_shock(act, battle)
            if attack is not None:
                battle = battle._replace(drm=attack.drm)
                _strike_hex(act, bt.defenders(act.pos, battle.target), attack)
            if cover is not None:
                battle = battle._replace(share=cover.quarters)
                _strike_hex(act, act.pos.fighters(battle.aim), cover)
        act.then(Odds(battle))


def _coordinated(act: Act, guns: tuple[int, ...], target: int, rule: str) -> bool:
    """48.2.1e, 48.2.2f, 48.4.2d, 48.4.3e: one die for battalions of several formations."""
    pos = act.pos
    if not fire.must_coordinate(pos, guns):
        return True
    die = act.roll("roll.coordination", FACES, target, rule, low=1)
    good = die in pos.game.combat.coordination[fire.who(pos, guns)]
    act.resolved(
        "table.coordination", "column.result", die, ("result.coordinated" if good else "result.uncoordinated",), rule
    )
    return good


def _attack_shock(act: Act, battle: Battle) -> Shock | None:
    """48.2.1, 48.3, 48.4.2: fire at the defender. American artillery needs a director (48.4c): without one it adds its
    CF, but nothing to a British bombardment."""
    pos, chart = act.pos, act.pos.game.combat
    guns = battle.mission or tuple(gun for gun in battle.guns if gun not in pos.game.arms.us)
    if not guns:
        return None
    mission = fire.who(pos, guns)
    column = chart.defender_column(bt.guns_cf(pos, guns, battle.target), mission)
    rule = {"us": "48.4.2", "british": "48.3"}.get(mission, "48.2.1")
    if column < 0 or not _coordinated(act, guns, battle.target, rule):
        return None
    return _read(act, chart.shock_defender, "table.shock_defender", column, (battle.target, rule))


def _cover_shock(act: Act, battle: Battle) -> Shock | None:
    """48.2.2, 48.3, 48.4.3: fire at an attacking hex; without coordination a quarter is added and nothing rolled."""
    if battle.aim < 0:
        return None
    pos, chart = act.pos, act.pos.game.combat
    mission = fire.who(pos, battle.bombards)
    rule = {"us": "48.4.3", "british": "48.3"}.get(mission, "48.2.2")
    column = chart.attacker_column(bt.modified_cover(pos, battle), mission)
    if not _coordinated(act, battle.bombards, battle.aim, rule):
        return Shock(False, False, 0, chart.defence_failed)
    return _read(act, chart.shock_attacker, "table.shock_attacker", column, (battle.aim, rule))


def _read(act: Act, table: Columns[Shock], word: str, column: int, about: tuple[int, str]) -> Shock:
    place, rule = about
    total = act.roll_sum("roll.shock", DICE, FACES, place, rule)
    found = table.at(column, total)
    results = []
    if found.aborted:
        results.append("result.aborted")
    if found.shocked:
        results.append("result.shocked")
    act.resolved(word, f"column.shock_{column + 1}", total, results or ["result.none"], rule)
    return found


def _strike_hex(act: Act, units: tuple[int, ...], shock: Shock) -> None:
    """48.1c-e: every unit of the hex, HQs too, not leaders."""
    for unit in units:
        if shock.aborted:
            act.flag(unit, w.ABORT, 1, "48.1")
        if shock.shocked:
            act.flag(unit, w.SHOCK, 1, "48.1")


class Odds(Step[TrumpetsPosition], frozen=True, array_like=True, tag=109):
    """TFT 51, 19.4d: strengths, odds, shifts; a road block costs a step first at 5:1 and better."""

    battle: Battle
    blocked: bool = False

    def run(self, act: Act) -> None:
        """Reckon, and roll if both sides are still there."""
        pos, battle = act.pos, self._kind(act)
        if not bt.striking(pos, battle) or bt.attack(pos, battle).total < 1:
            act.note("note.aborted", (battle.target,), "48.1")
            act.then(ShockRetreat(battle, 0), CloseBattle(battle))
            return
        if not bt.defenders(pos, battle.target):
            resolve(act, battle, "DE")
            return
        for kind, guns in (("guns", bt.guns_lines(pos, battle)), ("cover", bt.cover_lines(pos, battle))):
            if guns.lines:
                act.reckon(f"reckon.{kind}", battle.target, guns.lines, guns.total, guns.lines[0][2])
        for kind, found in (("attack", bt.attack(pos, battle)), ("defence", bt.defence(pos, battle))):
            act.reckon(f"reckon.{kind}", battle.target, found.lines, found.total, "51.1")
        odds = md.odds(pos, battle)
        if battle.kind and pos.game.combat.blitz_column(odds.column) < 0:
            # 57.1j, 57.2m: a normal combat is fought, without what only a Blitz attack has
            act.note("note.no_blitz", (battle.target,), "57.1" if battle.kind == bt.CLEAR_BLITZ else "57.2")
            battle = battle._replace(kind=bt.NORMAL)
            odds = md.odds(pos, battle)
        start = _column_word(pos.game.combat.crt, odds.start)
        act.reckon("reckon.odds", battle.target, [(start, odds.start, "51.1"), *odds.lines], odds.column, "51.3")
        if self._road_block(pos, battle, odds.column):
            act.then(RoadBlockHit(battle.target), Odds(battle, True))
            return
        roll_combat(act, battle, odds.column)

    def _kind(self, act: Act) -> Battle:
        """Gaps 35, B-88: a Blitz that has lost its tank or its infantry to an abort or to shock is a normal combat."""
        battle, arms = self.battle, act.pos.game.arms
        if battle.kind == bt.NORMAL:
            return battle
        strike = bt.striking(act.pos, battle)
        tank = any(unit in arms.tanks for unit in strike)
        foot = any(unit in arms.infantry for unit in strike) or battle.kind == bt.MIST_BLITZ
        return battle if tank and foot else battle._replace(kind=bt.NORMAL)

    def _road_block(self, pos: TrumpetsPosition, battle: Battle, column: int) -> bool:
        """19.4d; 57.3b: a Blitz attack costs the defender no step."""
        if self.blocked or battle.kind != bt.NORMAL or not fieldworks.road_block(pos, battle.target):
            return False
        arms = pos.game.arms
        hit = any(unit in arms.front_line or unit in arms.afv for unit in bt.defenders(pos, battle.target))
        return hit and pos.game.combat.odds[column] >= ROAD_BLOCK_ODDS


def roll_combat(act: Act, battle: Battle, column: int) -> None:
    """51, 57: two dice and their modifiers on the CRT, or on the Blitz table at 2:1 and better."""
    pos, chart = act.pos, act.pos.game.combat
    blitz = chart.blitz_column(column) if battle.kind else -1
    lines = md.drms(pos, battle)
    better = md.effectiveness(pos, battle)
    act.reckon("reckon.er", battle.target, better.lines, better.total, "51.3")
    dice = [act.roll("roll.combat", FACES, battle.target, "51.3", low=1) for _ in range(DICE)]
    if len(set(dice)) == 1 and md.squall(pos, battle):
        lines.append(("line.squall", chart.drms["snow_squall"], "3.3.5"))
    if battle.event:
        lines.append(("line.initiative", md.INITIATIVE, "15.1"))
    total = sum(dice) + sum(value for _, value, _ in lines)
    act.reckon("reckon.roll", battle.target, [("line.die", sum(dice), "51.3"), *lines], total, "51.3")
    table, at, word = (chart.crt, column, "table.crt") if blitz < 0 else (chart.blitz, blitz, "table.blitz")
    row = table.rows.held(total)
    found: Result = table.at(at, total)
    results = [code_key(code) for code in found.codes] or ["result.none"]
    act.resolved(word, _column_word(table, at), row, results, "52.0" if blitz < 0 else "57.0")
    resolve(act, battle, "+".join(found.codes) or "-")


def _column_word(table: Columns[Result], column: int) -> str:
    return f"column.{table.columns[column].replace(':', '_')}"


DECISIONS: Final = ()
STEPS: Final = (Strike, Odds)
