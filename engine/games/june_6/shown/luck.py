"""What June 6's dice could have brought: the outcomes of each table and test in order of merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexledger.engine.games.june_6.questions.isolation import surrenders
from hexledger.engine.games.june_6.questions.logistics import allied_cap
from hexledger.engine.games.june_6.rules.engineers import DESTROYED_AT
from hexledger.engine.games.june_6.rules.landing import REDUCED_AT
from hexledger.engine.games.june_6.tables.flags import ALLIED
from hexledger.engine.tables.lottery import Lottery, ascending, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.position import June6Position
    from hexledger.engine.games.june_6.tables.charts import Charts

BETTER_COLUMN_AT = 5
"""QA-BOMB-5: of an exact half, the die from which the attacker gets the better column."""


def lottery(game: Charts[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; `state` is the position just before it.

    None for the dice of the initiative (4.23), which are compared with each other and read on no table.
    """
    roll = events[number]
    if not isinstance(roll, Rolled):
        return None
    pos, faces, subject = game.position(state), roll.faces, roll.subject
    match game.word_key(roll.purpose):
        case "roll.combat":
            read = _table_after(events, number)
            if read is None:
                return None
            crt, column = game.combat.crt, game.word_key(read.column).removeprefix("column.")
            drm = _modifier(game, events, number, "reckon.combat_drm")
            return ascending(3 - pos.side_at(subject), faces, lambda die: crt.cell(column, crt.row(die + drm)))
        case "roll.odds":
            return scored(3 - pos.side_at(subject), [int(die >= BETTER_COLUMN_AT) for die in range(faces)])
        case "roll.bombardment":
            table, drm = game.bombardment, _modifier(game, events, number, "reckon.bombardment_drm")
            side = 3 - pos.side_at(subject)
            return ascending(side, faces, lambda die: table.results(table.row(die + drm)))
        case "roll.attrition":
            read = _table_after(events, number)
            if read is None:
                return None
            rows: dict[str, int] = game.edition.charts["strategic_movement_attrition"]["rows"]
            drm = read.row - roll.value
            return scored(pos.side(subject), [-rows[str(die + drm)] for die in range(faces)])
        case "roll.ambush":
            cohesion = pos.cohesion(subject)
            return scored(pos.side(subject), [int(die <= cohesion) for die in range(faces)])
        case "roll.surrender":
            return scored(pos.side(subject), [int(not surrenders(pos, subject, die)) for die in range(faces)])
        case "roll.resistance":
            # PB 1.8: the total read, less the die, is the beach; a high total hurts.
            read = _table_after(events, number)
            if read is None:
                return None
            beach, support = read.row - roll.value, not pos.is_combat(subject)
            cohesion = pos.cohesion(subject)
            return scored(
                pos.side(subject),
                [
                    -(die + beach > cohesion or die + beach >= REDUCED_AT) - (die + beach >= REDUCED_AT and not support)
                    for die in range(faces)
                ],
            )
        case "roll.hesitation":
            value = _line(game, events, number, "reckon.hesitation", "line.release_value")
            return None if value is None else scored(pos.side(subject), [int(die <= value) for die in range(faces)])
        case "roll.demolition":
            return scored(pos.active_side, [int(die <= DESTROYED_AT) for die in range(faces)])
        case "roll.release":
            lines = _lines_after(game, events, number, "reckon.release")
            needed = lines.pop("line.release_number", None)
            if needed is None:
                return None
            added = sum(lines.values()) - roll.value
            return scored(pos.side(subject), [int(die + added <= needed) for die in range(faces)])
        case "roll.resource_points":
            values: dict[str, int] = game.edition.charts["resource_points"]["die_value"]
            points = [values[str(die)] for die in range(faces)]
            most = _most_points(game, pos)
            return scored(state.phase_side, points if most is None else [min(value, most) for value in points])
        case _:
            return None


def _lines_after(game: Charts[Any], events: Sequence[Event], number: int, kind: str) -> dict[str, int]:
    """Label -> value of the next calculation of a kind after a die; empty when there is none."""
    word = game.words[kind]
    for event in events[number + 1 :]:
        if isinstance(event, Reckoned) and event.kind == word:
            return {game.word_key(label): value for label, value, _ in event.lines}
    return {}


def _most_points(game: Charts[Any], pos: June6Position) -> int | None:
    """J6 4.12d, R-03: points of the die that still count under the Allied cap of a storm; None without one."""
    cap = allied_cap(pos) if pos.state.phase_side == ALLIED else None
    if cap is None:
        return None
    row = game.edition.charts["resource_points"]["rows"][pos.scenario.calendar[pos.state.turn - 1]]
    return cap - int(row["allied"]["base"])


def _line(game: Charts[Any], events: Sequence[Event], number: int, kind: str, label: str) -> int | None:
    """Value of a line of the first calculation of a kind after a die."""
    return _lines_after(game, events, number, kind).get(label)


def _table_after(events: Sequence[Event], number: int) -> Resolved | None:
    return next((event for event in events[number + 1 :] if isinstance(event, Resolved)), None)


def _modifier(game: Charts[Any], events: Sequence[Event], number: int, kind: str) -> int:
    """Total of the last calculation of a kind before a die."""
    word = game.words[kind]
    for event in reversed(events[:number]):
        if isinstance(event, Reckoned) and event.kind == word:
            return event.total
    return 0
