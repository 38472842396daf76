"""Set-up of a scenario: tracks, cup, units, readings of doubtful rules (14, 12.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import SWITCHES
from hexledger.engine.naming.switches import Switch

ADVANTAGE: Final = "advantage"
_YES_NO: Final = Switch(ADVANTAGE, "var.advantage", "12.10", "Operational Advantage", {"no": 0, "yes": 1})


def lay_out(act: Act, scenario: str, options: Mapping[str, str | int | bool]) -> None:
    """What a scenario's rules ask before a unit stands: which it is, its last turn, options and readings.

    Options: `advantage` (12.10), `turns` (an earlier last turn), and the readings of doubtful rules.
    """
    game = act.pos.game
    number = game.scenario_number(scenario)
    act.assign("var.scenario", number)
    rest = dict(options)
    for name in list(rest):
        switch = SWITCHES.get(name)
        if switch is not None:
            act.assign(switch.word, switch.value(str(rest.pop(name))), switch.rule)
    rules = game.scenario_rules(number)
    advantage = _YES_NO.value(rest.pop(ADVANTAGE, "no"))
    if advantage and not rules.advantage:
        raise BadDecision(f"option {ADVANTAGE}: the Operational Advantage is not used in {scenario} (F44 12.10)")
    act.assign("var.advantage", w.ALLIED if advantage else 0, "12.10")
    turns = rest.pop("turns", rules.last)
    if rest:
        raise UnknownName("option", next(iter(rest)), (ADVANTAGE, "turns", *SWITCHES))
    if isinstance(turns, str) and turns.isdecimal():
        turns = int(turns)
    if isinstance(turns, bool) or not isinstance(turns, int) or not rules.first <= turns <= rules.last:
        raise BadDecision(
            f"option turns: a last turn from {rules.first} to {rules.last} is wanted, not {str(turns)[:40]!r}"
        )
    act.assign("var.last_turn", turns)


def place_units(act: Act, scenario: str, options: Mapping[str, str | int | bool]) -> int:
    """Write the set-up; the number of the first turn."""
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
    return rules.first


DECISIONS: Final = ()
STEPS: Final = ()
