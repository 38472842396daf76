"""What June 6's dice could have brought: the outcomes of each table and test in order of merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexledger.engine.games.june_6.rules.engineers import DESTROYED_AT
from hexledger.engine.games.june_6.rules.isolation import surrenders
from hexledger.engine.games.june_6.rules.landing import REDUCED_AT
from hexledger.engine.lottery import Lottery, ascending, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import June6

BETTER_COLUMN_AT = 5
"""QA-BOMB-5: of an exact half, the die from which the attacker gets the better column."""


def lottery(game: June6, events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; `state` is the position just before it."""
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
        case _:
            return None


def _line(game: June6, events: Sequence[Event], number: int, kind: str, label: str) -> int | None:
    """Value of a line of the first calculation of a kind after a die."""
    word, wanted = game.words[kind], game.words[label]
    for event in events[number + 1 :]:
        if isinstance(event, Reckoned) and event.kind == word:
            return next((value for name, value, _ in event.lines if name == wanted), None)
    return None


def _table_after(events: Sequence[Event], number: int) -> Resolved | None:
    return next((event for event in events[number + 1 :] if isinstance(event, Resolved)), None)


def _modifier(game: June6, events: Sequence[Event], number: int, kind: str) -> int:
    """Total of the last calculation of a kind before a die."""
    word = game.words[kind]
    for event in reversed(events[:number]):
        if isinstance(event, Reckoned) and event.kind == word:
            return event.total
    return 0
