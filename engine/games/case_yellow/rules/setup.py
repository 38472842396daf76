"""Set-up of a scenario (2.4n, 12.9a, G-A33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import SWITCHES


def readings(act: Act, options: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
    """Set the readings that a new game chooses; the options that are none of ours. BadDecision for no such reading."""
    for name, value in options.items():
        switch = SWITCHES.get(name)
        if switch is not None:
            act.assign(switch.word, switch.value(str(value)), switch.rule)
    return {name: value for name, value in options.items() if name not in SWITCHES}


def place_units(act: Act, scenario: str, options: dict[str, str | int | bool]) -> int:
    """Write the set-up; the number of the first turn. Options: readings of doubtful rules, and `turns`, a last turn."""
    game = act.pos.game
    number = game.scenario_number(scenario)
    act.assign("var.scenario", number)
    rest = readings(act, options)
    rules = game.scenario_rules(number)
    turns = rest.pop("turns", rules.last)
    if rest:
        raise UnknownName("option", next(iter(rest)), ("turns", *game.switches))
    if isinstance(turns, str) and turns.isdecimal():
        turns = int(turns)
    if isinstance(turns, bool) or not isinstance(turns, int) or not rules.first <= turns <= rules.last:
        raise BadDecision(
            f"option turns: a last turn from {rules.first} to {rules.last} is wanted, not {str(turns)[:40]!r}"
        )
    act.assign("var.last_turn", turns)
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
    return rules.first


DECISIONS: Final = ()
STEPS: Final = ()
