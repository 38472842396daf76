"""What is known beforehand: strengths of an attack and of a combat, what a box of the increment track allows."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions.battle import Battle
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.combat import Attack
from hexledger.engine.games.france_1944.rules.fight import AttackLead, CombatAir, DefenceLead
from hexledger.engine.games.france_1944.rules.increments import ChooseBox
from hexledger.engine.kernel.decisions import Decision


def forecast(pos: FrancePosition, decision: Decision) -> str:
    """F44 9.1, 9.6: the strengths of an attack and its type; F44 6.0: what a box of the increment track allows."""
    if isinstance(decision, ChooseBox):
        return _box(pos, decision.box)
    if not isinstance(decision, Attack) or not decision.units or not all(map(pos.on_map, decision.units)):
        return ""
    units, targets = tuple(sorted(decision.units)), tuple(sorted(decision.at))
    return _strengths(pos, Battle(units, targets, bt.is_mobile(pos, units, targets)))


def fight_lines(pos: FrancePosition) -> tuple[str, ...]:
    """F44 9.2-9.4: the combat whose aircraft and lead units are asked about: strengths, type, morale of the leads."""
    if not pos.state.agenda:
        return ()
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    if not isinstance(step, CombatAir | AttackLead | DefenceLead):
        return ()
    battle = step.battle
    lines = [f"{', '.join(map(pos.label, battle.targets))}: {_strengths(pos, battle)}"]
    if battle.attack_lead >= 0:
        lead = pos.name(battle.attack_lead)
        lines.append(f"morale of the attacker {bt.attack_morale(pos, battle).total}: {lead} leads")
    return tuple(lines)


def _box(pos: FrancePosition, number: int) -> str:
    """The normal maximum of MP for each MPA, and the least MPA with which a unit may attack."""
    box = pos.game.chart.boxes[number]
    rows = sorted(box.mp, reverse=True)
    moves = f"{'/'.join(str(box.mp[row]) for row in rows)} MP for MPA {'/'.join(map(str, rows))}"
    return f"{moves}, attack from MPA {box.attack}" if box.attack else f"{moves}, no attack"


def _strengths(pos: FrancePosition, battle: Battle) -> str:
    kind = "mobile" if battle.mobile else "set-piece"
    return f"{bt.attack(pos, battle).total} against {bt.defence(pos, battle).total}, {kind}"
