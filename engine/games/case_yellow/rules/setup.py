"""Set-up of a scenario (2.4n, 12.9a, G-A33)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.naming.options import Options, chosen, last_turn


def lay_out(act: Act, scenario: str, options: Options) -> None:
    """What a scenario's rules ask before a unit stands: which it is, its readings and last turn.

    Options: readings of doubtful rules, and `turns`, an earlier last turn.
    """
    game = act.pos.game
    number = game.scenario_number(scenario)
    act.assign("var.scenario", number)
    readings = {name: value for name, value in options.items() if name != "turns"}
    for switch, value in chosen(game, scenario, readings):
        act.assign(switch.word, value, switch.rule)
    rules = game.scenario_rules(number)
    act.assign("var.last_turn", last_turn(options.get("turns", rules.last), rules.first, rules.last))


def set_up(act: Act, scenario: str, options: Options) -> None:
    """Write the set-up of a scenario."""
    lay_out(act, scenario, options)
    game, rules = act.pos.game, act.pos.scenario
    for piece, at in rules.setup:
        act.place(piece, at, game.roster.full[piece], "2.2a")
    if rules.eben_emael.startswith("destroyed"):
        act.marker(game.ground.eben_emael, -1, w.DESTROYED, 1, "5.1d")
    act.track("track.refugees", int(rules.limits.get("refugee", 0)), w.GERMAN, "12.6")
    for side, pool in ((w.GERMAN, "pool.cup_german"), (w.ALLIED, "pool.cup_allied")):
        for piece, count in rules.attrition[side].items():
            act.pool(pool, piece, count, "12.9")
    for side in (w.GERMAN, w.ALLIED):
        act.track("track.vp", 0, side)


DECISIONS: Final = ()
STEPS: Final = ()
