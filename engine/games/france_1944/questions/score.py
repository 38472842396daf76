"""Victory points and conditions of the house scenarios as they stand (13, R-77, R-78, 12.6, 12.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from hexledger.engine.games.france_1944.questions import banks, supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.projections.state import OFF_MAP

Row: TypeAlias = Mapping[str, Any]


class Entry(NamedTuple):
    """A line of the score: what it is for, how it stands, its points."""

    row: Row
    number: int
    points: int


# ---------------------------------------------------------------------- what is counted
def units_of(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """Combat units of a side that the scenario sets up or has let arrive; Fuehrer divisions are not among them. This
    turn's arrivals come with the Administrative chit."""
    rules, roster = pos.scenario, pos.game.roster
    last = pos.state.turn - (1 if pos.pool("cup").get(w.ADMIN_CHIT) else 0)
    due = {piece for arrival in rules.arrivals if arrival.turn <= last for piece in arrival.pieces}
    played = due | {piece for piece, _, _ in rules.setup}
    return tuple(piece for piece in sorted(played & roster.combat - roster.fuehrer) if pos.game.side_of[piece] == side)


def counter_of(pos: FrancePosition, piece: int) -> int:
    """3.10: the counter that stands for a unit now: an untested one may have been replaced by its regular one."""
    regular = pos.game.roster.becomes.get(piece, piece)
    return regular if pos.at(piece) == OFF_MAP and pos.at(regular) != OFF_MAP else piece


def steps_lost(pos: FrancePosition, side: int) -> int:
    """R-77: full less final state for each unit, less what it lacked at the set-up. Who left the area, waits or was
    shut out counts nothing."""
    start = {piece: steps for piece, _, steps in pos.scenario.setup}
    lost = 0
    for piece in units_of(pos, side):
        counter = counter_of(pos, piece)
        here = pos.at(counter) != OFF_MAP
        if here or (piece in start and piece not in pos.pool("left")):
            lost += max(0, start.get(piece, pos.game.roster.full[piece]) - pos.steps(counter))
    return lost


def unsupplied(pos: FrancePosition, side: int) -> int:
    """R-77: combat units on the map that are out of supply, traced now."""
    return sum(not pos.is_hq(unit) and not supply.supplied(pos, unit) for unit in pos.of(side))


def eliminated(pos: FrancePosition, side: int) -> int:
    """Combat units in the Eliminated Units box or beside it; Fuehrer divisions do not count."""
    ground, roster = pos.game.ground, pos.game.roster
    boxes = (ground.eliminated[side], ground.beside[side])
    return sum(piece in roster.combat and piece not in roster.fuehrer for box in boxes for piece in pos.units(box))


def gone(pos: FrancePosition, side: int) -> int:
    """10.1.1: combat units that have left the game for good: they have been in play and are nowhere now."""
    waiting = pos.pool("waiting")
    return sum(pos.at(counter_of(pos, piece)) == OFF_MAP and piece not in waiting for piece in units_of(pos, side))


def bridgeheads(pos: FrancePosition) -> int:
    """12.6: bridgehead markers on the map."""
    return sum(banks.bridgehead(pos, place) for place in pos.game.ground.east_bank)


def intact_bridges(pos: FrancePosition) -> int:
    """12.7: bridges that were tried and stand."""
    return sum(banks.intact(pos, bridge) for bridge in pos.game.ground.bridges)


def eastern_cities(pos: FrancePosition) -> int:
    """R-78: German cities east of the Rhine whose last entry was Allied."""
    ground = pos.game.ground
    return sum(pos.control(place) == w.ALLIED for place in ground.german_cities if place in ground.east)


def supplied_cities(pos: FrancePosition) -> int:
    """German cities east of the Rhine that hold a supplied Allied combat unit."""
    ground = pos.game.ground
    return sum(
        any(pos.side(unit) == w.ALLIED and supply.supplied(pos, unit) for unit in pos.fighters(place))
        for place in sorted(ground.german_cities & ground.east)
    )


COUNTS: Final[Mapping[str, Callable[[FrancePosition], int]]] = {
    "german_steps_lost": lambda pos: steps_lost(pos, w.GERMAN),
    "allied_steps_lost": lambda pos: steps_lost(pos, w.ALLIED),
    "german_unsupplied": lambda pos: unsupplied(pos, w.GERMAN),
    "german_eliminated": lambda pos: eliminated(pos, w.GERMAN) + gone(pos, w.GERMAN),
    "allied_eliminated": lambda pos: eliminated(pos, w.ALLIED),
    "bridgeheads": bridgeheads,
    "intact_bridges": intact_bridges,
    "eastern_cities": eastern_cities,
    "rhine_crossing": lambda pos: int(pos.var("rhine_crossed") > 0),
}
"""Key of a row of `counts` -> what is counted."""


def worth(pos: FrancePosition, row: Row) -> Entry:
    """Points of a row of `counts`: by number (`each` so many, `max` at most), or less the turn of the crossing."""
    count = COUNTS[row["key"]](pos)
    if "less_turn_from" in row:
        return Entry(row, count, int(row["less_turn_from"]) - pos.var("rhine_crossed") if count else 0)
    points = count // int(row.get("each", 1)) * int(row["vp"])
    return Entry(row, count, min(points, int(row["max"])) if "max" in row else points)


def places(pos: FrancePosition) -> Iterator[Entry]:
    """R-78: the places that the Allies control."""
    for row in pos.scenario.victory["points"]:
        held = pos.control(pos.board.place(row["hex"])) == w.ALLIED
        yield Entry(row, int(held), int(row["vp"]) if held else 0)


def score(pos: FrancePosition) -> tuple[Entry, ...]:
    """Every row of the scenario as it stands."""
    return (*places(pos), *(worth(pos, row) for row in pos.scenario.victory["counts"]))


def total(pos: FrancePosition) -> int:
    """Allied points now."""
    return sum(entry.points for entry in score(pos))


def level(pos: FrancePosition) -> Row:
    """The level that a score reaches: the first whose lower limit it is not below."""
    now = total(pos)
    levels: list[Row] = pos.scenario.victory["levels"]
    return next(row for row in levels if row["from"] is None or now >= int(row["from"]))


# ---------------------------------------------------------------------- automatic victory
def _paris(pos: FrancePosition, row: Row) -> bool:
    return pos.control(pos.board.place(row["hex"])) != w.ALLIED


def _no_source(pos: FrancePosition, _row: Row) -> bool:
    return not any(pos.control(place) == w.ALLIED for place in pos.game.ground.allied_sources)


AUTOMATIC: Final[Mapping[str, Callable[[FrancePosition, Row], bool]]] = {
    "cities_beyond_rhine": lambda pos, row: supplied_cities(pos) >= int(row["number"]),
    "place_not_allied": _paris,
    "no_allied_source": _no_source,
}


def in_time(pos: FrancePosition, row: Row) -> bool:
    """Turns in which an automatic victory is looked at."""
    return int(row.get("from_turn", 0)) <= pos.state.turn <= int(row.get("to_turn", pos.state.turn))


def automatic(pos: FrancePosition) -> Row | None:
    """The first automatic victory whose condition holds now."""
    rows: list[Row] = pos.scenario.victory["automatic"]
    return next((row for row in rows if in_time(pos, row) and AUTOMATIC[row["key"]](pos, row)), None)
