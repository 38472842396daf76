"""What the dice of A Time for Trumpets could have brought: the outcomes of each table in order of merit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexledger.engine.games.time_for_trumpets.questions import air
from hexledger.engine.games.time_for_trumpets.tables.air_chart import KINDS
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.results import Result, Shock
from hexledger.engine.games.time_for_trumpets.tables.words import ALLIED, GERMAN
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

FACES: Final = range(1, 7)
RETREAT: Final = 150
STEP: Final = 170
WIPED_OUT: Final = 800


def lottery(game: Box[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; None where its table weighs nothing for a side."""
    roll = events[number]
    if not isinstance(roll, Rolled):
        return None
    match game.word_key(roll.purpose):
        case "roll.combat":
            return _two(game, events, number, state, _combat)
        case "roll.shock":
            return _two(game, events, number, state, _shock)
        case "roll.coordination":
            return _coordination(game, events, number, state)
        case "roll.strafe" | "roll.return_fire":
            return _strafing(game, events, number, state)
        case "roll.surrender":
            return scored(3 - game.side_of[roll.subject], [int(face == max(FACES)) for face in FACES])
        case "roll.squadron":
            return _squadron(game, roll, state)
    return None


Score = Callable[[Box[Any], Resolved, int], int]
"""Points for the attacker (or who bombards) of a table at a total of the dice and modifiers."""


def _two(game: Box[Any], events: Sequence[Event], number: int, state: State, score: Score) -> Lottery | None:
    """One of two dice that are added: the second knows the first, the first weighs every second."""
    roll = events[number]
    assert isinstance(roll, Rolled)
    read = next((event for event in events[number:] if isinstance(event, Resolved)), None)
    if read is None:
        return None
    before = _same(events, number - 1, roll)
    after = _same(events, number + 1, roll)
    drm = _modifiers(game, events, number)
    if before is not None:
        scores = [score(game, read, before + face + drm) for face in FACES]
    elif after is not None:
        scores = [sum(score(game, read, face + other + drm) for other in FACES) for face in FACES]
    else:
        return None
    side = _firing(game, game.word_key(read.table), roll, state)
    return scored(side, scores)


def _same(events: Sequence[Event], number: int, roll: Rolled) -> int | None:
    if not 0 <= number < len(events):
        return None
    event = events[number]
    return event.value if isinstance(event, Rolled) and event.purpose == roll.purpose else None


def _modifiers(game: Box[Any], events: Sequence[Event], number: int) -> int:
    """What the roll's calculation added to the dice."""
    die = game.words["line.die"]
    for event in events[number + 1 :]:
        if isinstance(event, Reckoned):
            dice = [value for label, value, _ in event.lines if label == die]
            return event.total - dice[0] if dice else 0
        if isinstance(event, Resolved):
            return 0
    return 0


def _firing(game: Box[Any], table: str, roll: Rolled, state: State) -> int:
    """The side that higher scores are better for: who does not stand in the hex that is struck."""
    del table
    return 3 - (game.position(state).controls(roll.subject) or ALLIED)


def _column(game: Box[Any], read: Resolved) -> str:
    return game.word_key(read.column).removeprefix("column.").replace("_", ":")


def _combat(game: Box[Any], read: Resolved, total: int) -> int:
    chart = game.combat.blitz if game.word_key(read.table) == "table.blitz" else game.combat.crt
    return points(chart.at(chart.columns.index(_column(game, read)), total))


def points(result: Result) -> int:
    """What a result of the CRT or of the Blitz table is worth to the attacker."""
    value = {1: -WIPED_OUT, 2: WIPED_OUT}.get(result.eliminated, 0) + STEP * result.advance
    value += RETREAT * (result.defender_retreat - result.attacker_retreat)
    value += STEP * sum(-1 if loss.attacker else 1 for loss in result.losses)
    return value + (1 if result.counterattack else 0) - (1 if result.engaged else 0)


def _shock(game: Box[Any], read: Resolved, total: int) -> int:
    at_defender = game.word_key(read.table) == "table.shock_defender"
    table = game.combat.shock_defender if at_defender else game.combat.shock_attacker
    found: Shock = table.at(int(game.word_key(read.column).rpartition("_")[2]) - 1, total)
    return 10 * found.aborted + 6 * found.shocked - found.drm + found.quarters


def _coordination(game: Box[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    roll = events[number]
    assert isinstance(roll, Rolled)
    side = _firing(game, "", roll, state)
    good = game.combat.coordination["german" if side == GERMAN else "us"]
    return scored(side, [int(face in good) for face in FACES])


def _strafing(game: Box[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """5.7.5: the red die for the aircraft, the white die for the units under it."""
    roll = events[number]
    assert isinstance(roll, Rolled)
    pos, drm = game.position(state), _modifiers(game, events, number)
    strafe = game.word_key(roll.purpose) == "roll.strafe"
    plane = roll.subject
    if strafe:
        mine = [p for p in air.planes(pos, 3 - game.side_of[roll.subject]) if air.centre(pos, p) >= 0]
        near = [p for p in mine if pos.at(roll.subject) in air.area(pos, air.centre(pos, p))]
        if not near:
            return None
        plane = near[0]
    column = KINDS.index(air.kind(pos, plane))
    table = game.air.strafe if strafe else game.air.fire
    side = game.side_of[plane] if strafe else 3 - game.side_of[plane]
    return scored(side, [int(table.at(face + drm)[column]) for face in FACES])


def _squadron(game: Box[Any], roll: Rolled, state: State) -> Lottery:
    side = game.side_of[roll.subject]
    name = f"{'german' if side == GERMAN else 'allied'}_{air.kind(game.position(state), roll.subject)}"
    return scored(side, [int(game.air.flies(state.turn, name, face)) for face in FACES])
