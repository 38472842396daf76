"""What the dice of Case Yellow could have brought: the outcomes of each table in order of merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexledger.engine.games.case_yellow.tables.box import Box
from hexledger.engine.games.case_yellow.tables.chart import RESULTS, Table
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

_MERIT: Final[dict[str, dict[str, int]]] = {
    "roll.interdiction": {"lost": 0, "none": 1, "hit_lost": 2, "hit": 3},
    "roll.stuka": {"NE_LOST": 0, "NE": 1, "DIS": 2, "DIS_DL1": 3},
    "roll.bridgehead": {"fail": 0, "success": 1},
    "roll.eben_emael": {"fail": 0, "destroyed": 1},
    "roll.drop": {"eliminated": 0, "lost_step": 1, "aborted": 2, "landed_disrupted": 3, "landed": 4},
}
_TABLES: Final[dict[str, str]] = {
    "roll.interdiction": "interdiction",
    "roll.stuka": "stuka",
    "roll.bridgehead": "bridgehead",
    "roll.eben_emael": "eben_emael",
    "roll.drop": "paradrop",
    "roll.vp": "variable_vp",
    "roll.air": "air_availability",
}


def lottery(game: Box[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; None for the initiative and the Allied motorized limit."""
    roll = events[number]
    if not isinstance(roll, Rolled):
        return None
    read = next((event for event in events[number + 1 :] if isinstance(event, Resolved | Rolled)), None)
    if not isinstance(read, Resolved):
        return None
    purpose = game.word_key(roll.purpose)
    column = game.word_key(read.column).removeprefix("column.")
    faces = range(1, roll.faces + 1)
    if purpose == "roll.combat":
        return _combat(game, column, roll, state)
    if purpose not in _TABLES:
        return None
    table: Table = game.chart.tables[_TABLES[purpose]]
    drm = _modifier(game, events, number, roll.value)
    cells = [table.read(column, die + drm)[1] for die in faces]
    if purpose in ("roll.vp", "roll.air"):
        side = ALLIED if column.startswith("allied") else GERMAN
        return scored(side, [int(cell) for cell in cells])
    merit = _MERIT[purpose]
    return scored(ALLIED if purpose == "roll.interdiction" else GERMAN, [merit[cell] for cell in cells])


def _combat(game: Box[Any], column: str, roll: Rolled, state: State) -> Lottery:
    """11.3d: the results of the CRT from worst to best for the attacker."""
    table = game.chart.crt
    name = column.replace("_", ":")
    attacker = 3 - game.position(state).control(roll.subject)
    return scored(attacker, [RESULTS.index(table.read(name, die)[1]) for die in range(1, roll.faces + 1)])


def _modifier(game: Box[Any], events: Sequence[Event], number: int, value: int) -> int:
    """What a calculation made of the die before its table was read: its total less the die."""
    die = game.words["line.roll"]
    for event in events[number + 1 :]:
        if isinstance(event, Resolved | Rolled):
            return 0
        if isinstance(event, Reckoned) and any(label == die for label, _, _ in event.lines):
            return event.total - value
    return 0
