"""Set-up of a scenario: options, units, markers, what waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.command import attach
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.switches import ADVANCED, NEEDS, OPTIONS, YES
from hexledger.engine.naming.options import Options, chosen, last_turn

PRESETS: Final = ("scenario", "basic", "advanced")
_MARKERS: Final = {"IP5": "ip5", "IP6": "ip6", "SP": "strong_point", "blown_bridge": "blown"}


def lay_out(act: Act, scenario: str, options: Options) -> None:
    """Which scenario it is, its options, its last turn, ground and weather: everything but units and markers."""
    game = act.pos.game
    number = game.scenario_number(scenario)
    act.assign("var.scenario", number)
    rules = game.scenario_rules(number)
    rest = dict(options)
    turns = rest.pop("turns", calendar.name(rules.last))
    preset = rest.pop("rules", "scenario")
    if preset not in PRESETS:
        raise BadDecision(f"option rules: {preset!r} is none of {', '.join(PRESETS)}")
    on = {"scenario": rules.options, "basic": (), "advanced": ADVANCED}[str(preset)]
    values = {name: YES if name in on else option.default for name, option in OPTIONS.items()}
    for switch, value in chosen(game, scenario, rest):
        if switch.name in values:
            values[switch.name] = value
            for needed in NEEDS.get(switch.name, ()) if value == YES else ():
                values[needed] = YES
        else:
            act.assign(switch.word, value, switch.rule)
    _together(values)
    for name, value in values.items():
        act.assign(OPTIONS[name].word, value, OPTIONS[name].rule)
    act.assign("var.last_turn", last_turn(turns, rules.first, rules.last, calendar.name))
    act.assign("var.ground", act.word(f"ground.{rules.tracks['ground']}"), "3.2")
    for army in w.ARMIES:
        found = {key.lower(): value for key, value in rules.tracks["weather"].items()}
        act.assign(f"var.weather_{army}", act.word(f"weather.{found.get(army, 'clear')}"), "3.3")


def _together(values: dict[str, int]) -> None:
    """38.0h, 59.2: without leaders or reserves, reaction and exploitation have nothing to work with."""
    for name, needed in NEEDS.items():
        if any(values[other] != YES for other in needed):
            values[name] = OPTIONS[name].default


def set_up(act: Act, scenario: str, options: Options) -> None:
    """Write the set-up: units, markers, bridges in their box, headquarters off the map."""
    lay_out(act, scenario, options)
    game, rules = act.pos.game, act.pos.scenario
    roster = game.roster
    for row in rules.setup:
        if row.piece in roster.leaders and not act.pos.plays("leaders"):
            continue
        act.place(row.piece, row.at, roster.full[row.piece] - int(row.reduced))
        act.flag(row.piece, w.MODE, int(row.mode and row.piece in roster.moded))
        act.flag(row.piece, w.FORT_SIDE, int(row.fort))
    for marker in rules.markers:
        _mark(act, marker)
    for name in rules.pools.get("german_bridges", ()):
        act.pool("pool.bridges", roster.index[name], 1, "21.7")
    for other in rules.reparents:
        attach(act, other.piece, other.hq, "G-D13")
    for hq in sorted(rules.off_map):
        act.pool("pool.off_map", hq, 1)
    _freshness(act)


def _freshness(act: Act) -> None:
    """4.0: Rested and Fatigued markers that the scenario gives headquarters at the start."""
    pos = act.pos
    start: Mapping[str, Any] = pos.scenario.hooks.get("start") or {}
    rested = int(start.get("rested", 0))
    for hq in sorted(pos.game.roster.hqs) if rested else ():
        if pos.status_hq(hq) == hq and (hq in pos.state.at or pos.away(hq)):
            act.flag(hq, w.RESTED, rested, "4.1")
    for name in start.get("fatigued", ()):
        hq = pos.game.roster.index[name]
        act.flag(hq, w.RESTED, 0)
        act.flag(hq, w.FATIGUED, 1, "4.2")


def squall_hexes(act: Act) -> frozenset[int]:
    """3.3.5c: the Schnee Eifel, where snow squalls are played."""
    pos = act.pos
    return pos.game.ground.schnee_eifel & pos.scenario.hexes if pos.plays("snow_squall") else frozenset()


def _mark(act: Act, row: Mapping[str, Any]) -> None:
    board = act.pos.board
    name = str(row["marker"])
    if name == "snow_squall":
        for place in sorted(squall_hexes(act)):
            act.marker(place, -1, "marker.squall", 1, "3.3.5")
        return
    word = f"marker.{_MARKERS.get(name, name)}"
    if "side" in row:
        a, b = (board.place(label) for label in row["side"])
        act.marker(a, b, word, 1)
    else:
        act.marker(board.place(row["at"]), -1, word, 1)


DECISIONS: Final = ()
STEPS: Final = ()
