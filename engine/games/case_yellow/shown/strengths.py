"""Both strengths of an attack that may be declared, its odds, and the column after the shifts known so far."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions.battle import Battle
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.combat import Attack
from hexledger.engine.kernel.decisions import Decision


def forecast(pos: YellowPosition, decision: Decision) -> str:
    """CY 11.3: strengths and odds of an attack without air support; what is below the table."""
    if not isinstance(decision, Attack) or not decision.units or not all(map(pos.on_map, decision.units)):
        return ""
    battle = Battle(tuple(sorted(decision.units)), decision.at, pos.fighters(decision.at))
    attack, defence = bt.attack(pos, battle).total, bt.defence(pos, battle).total
    said = f"{pos.game.half(attack)} against {pos.game.half(defence)}"
    found, columns = bt.odds(pos, battle), pos.game.chart.crt.columns
    if found.column < 0:
        return f"{said}, below the table"
    read = columns[found.column]
    shifted = found.column != min(found.initial, len(columns) - 1)
    return said + (f", column {read} after shifts" if shifted else "")
