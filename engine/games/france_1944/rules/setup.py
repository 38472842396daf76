"""Set-up of a scenario: tracks, cup, units, readings of doubtful rules (14, 12.10)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.naming.options import Options, chosen, last_turn

ADVANTAGE: Final = "advantage"


def lay_out(act: Act, scenario: str, options: Options) -> None:
    """What a scenario's rules ask before a unit stands: which it is, its last turn, options and readings.

    Options: `advantage` (12.10), `turns` (an earlier last turn), and the readings of doubtful rules.
    """
    game = act.pos.game
    number = game.scenario_number(scenario)
    act.assign("var.scenario", number)
    picked = chosen(game, scenario, {name: value for name, value in options.items() if name != "turns"})
    advantage = any(switch.name == ADVANTAGE and value for switch, value in picked)
    for switch, value in picked:
        if switch.name != ADVANTAGE:
            act.assign(switch.word, value, switch.rule)
    act.assign("var.advantage", w.ALLIED if advantage else 0, "12.10")
    rules = game.scenario_rules(number)
    act.assign("var.last_turn", last_turn(options.get("turns", rules.last), rules.first, rules.last))


def set_up(act: Act, scenario: str, options: Options) -> None:
    """Write the set-up of a scenario."""
    lay_out(act, scenario, options)
    pos = act.pos
    rules = pos.scenario
    for piece, at, steps in rules.setup:
        act.place(piece, at, steps, "14.0")
    for piece in rules.fuehrer:
        act.place(piece, pos.game.ground.fuehrer_pool, 1, "3.11")
    for side in (w.ALLIED, w.GERMAN):
        act.track("track.sp", rules.sp[side], side, "2.0-4")
        act.track("track.committed", rules.committed[side], side, "2.0-8")
        act.track("track.rp", rules.rp[side], side, "2.0-5")
        act.pool("pool.cup", w.CHITS[side], rules.cup[side], "2.0-6")
    act.pool("pool.cup", w.ADMIN_CHIT, rules.admin_chits, "2.0-7")
    act.track("track.bonus", rules.bonus, w.ALLIED, "12.1")
    act.assign("var.air", int(rules.air), "2.0-3")
    act.track("track.tactical", rules.tactical if rules.air else 0, w.ALLIED, "9.2")
    act.track("track.bombers", rules.bombers, w.ALLIED, "9.2")


DECISIONS: Final = ()
STEPS: Final = ()
