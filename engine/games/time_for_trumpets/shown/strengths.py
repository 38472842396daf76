"""Both strengths of a combat before its dice: of an attack that may be declared, of the one being decided."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import attackers, modifiers
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import support
from hexledger.engine.games.time_for_trumpets.rules.combat import Attack, Blitz
from hexledger.engine.kernel.decisions import Decision


def forecast(pos: TrumpetsPosition, decision: Decision) -> str:
    """TFT 51: strengths and odds of an attack without support and before the shifts; its words say the column after."""
    if not isinstance(decision, Attack | Blitz) or not decision.units or not all(map(pos.on_map, decision.units)):
        return ""
    kind = bt.NORMAL
    if isinstance(decision, Blitz):
        kind = bt.MIST_BLITZ if attackers.misty(pos, decision.at) else bt.CLEAR_BLITZ
    battle = Battle(tuple(sorted(decision.units)), decision.at, kind)
    return f"{_strengths(pos, battle)}, odds {pos.game.combat.crt.columns[modifiers.odds(pos, battle).start]}"


def fight_lines(pos: TrumpetsPosition) -> tuple[str, ...]:
    """TFT 51: the combat whose support is asked about: strengths and odds with the support that all have seen."""
    if not pos.state.agenda:
        return ()
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    asked = support.AirSupport | support.Interception | support.AttackGuns | support.Initiative | support.DefenceGuns
    if not isinstance(step, asked):
        return ()
    battle = step.battle
    if support.hidden(pos, battle):
        battle = battle._replace(guns=(), director=-1, cover=(), cover_director=-1)
    return (f"{pos.label(battle.target)}: {_odds(pos, battle)}",)


def _odds(pos: TrumpetsPosition, battle: Battle) -> str:
    columns, found = pos.game.combat.crt.columns, modifiers.odds(pos, battle)
    shifted = f", column {columns[found.column]} after shifts" if found.column != found.start else ""
    return f"{_strengths(pos, battle)}, odds {columns[found.start]}{shifted}"


def _strengths(pos: TrumpetsPosition, battle: Battle) -> str:
    return f"{bt.attack(pos, battle).total} against {bt.defence(pos, battle).total}"
