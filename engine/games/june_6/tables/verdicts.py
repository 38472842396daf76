"""Victory levels of a scenario as numbers: what is counted, between which bounds, by which turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

UNITS: Final = "units_in"
"""Units of a side in the area (R-64)."""
HEXES: Final = "hexes_in"
"""Hexes of the area that units of a side hold."""
DISTANCE: Final = "distance_to"
"""Hexes from the nearest unit of a side to the area; FAR without a unit."""
FAR: Final = 99

TAKEN: Final = {"PB 4.10": "supply_cherbourg"}
"""Rule of a scenario -> area whose hexes must all be Allied too, in its Allied levels and for an early end (R-82)."""

_SIDES: Final = {"allied": ALLIED, "german": GERMAN}
_GRADES: Final = {
    "": "level.win",
    "win": "level.win",
    "major": "level.major",
    "minor": "level.minor",
    "limited": "level.limited",
}


class Level(msgspec.Struct, frozen=True):
    """A victory level, tested in order: what is counted of `side` in `area` must be `least` to `most` (None: any).

    what   UNITS, HEXES or DISTANCE
    by     last turn (of the calendar) in which the test may hold, 0 = any
    name   key of the level's word
    taken  hexes that the Allies must all control as well, up to the turn before `settled` (R-82)
    """

    winner: int
    side: int
    area: frozenset[int]
    least: int
    most: int | None
    what: str = UNITS
    by: int = 0
    name: str = "level.win"
    taken: frozenset[int] = frozenset()
    settled: int = 0


class Part(msgspec.Struct, frozen=True):
    """One half of a combined scenario: its label and its own levels (PB 6.113)."""

    label: str
    levels: tuple[Level, ...]


class Pace(msgspec.Struct, frozen=True):
    """PB 2.63: points that the Allies must have by the end of a turn (of the calendar)."""

    turn: int
    points: int


class Points(msgspec.Struct, frozen=True):
    """Victory by points (PB 2.6, 3.5).

    allied  (least points, key of the level's word), best level first; with less the German wins
    german  key of the level's word of that German win
    pace    a second test, after which the German may win in spite of the points; None without one
    unheld  True when objectives that were never taken count at the end (PB 2.82)
    """

    allied: tuple[tuple[int, str], ...]
    german: str
    pace: Pace | None
    unheld: bool


class Verdicts(msgspec.Struct, frozen=True):
    """All victory rules of a scenario.

    levels  tested in order, the last one holds always; empty when the file says them in words only
    parts   for a combined scenario: won with both parts, drawn with one
    ends    test that ends the game at the end of a turn before the last one, None without such a rule
    points  victory by points, None in scenarios that are won by what stands where
    rule    number of the rule
    """

    levels: tuple[Level, ...]
    parts: tuple[Part, ...]
    ends: Level | None
    points: Points | None
    rule: str


def read_verdicts(game: Box[Any], scenario: str, victory: dict[str, Any]) -> Verdicts:
    """The victory rules of a scenario file; EditionError for a test that cannot be read."""
    try:
        parts = tuple(Part(part["label"], _levels(game, part["levels"])) for part in victory.get("parts", ()))
        ends = victory.get("ends_when")
        rule = str(victory.get("rule", "")).removeprefix("J6 ")
        levels = _levels(game, victory.get("levels", ()))
        early = _level(game, GERMAN, "level.win", ends) if ends else None
        if rule in TAKEN:
            levels, early = _with_hexes(game.board.in_area(TAKEN[rule]), levels, early)
        return Verdicts(
            levels=levels,
            parts=parts,
            ends=early,
            points=_points(game, victory["points"]) if "points" in victory else None,
            rule=rule,
        )
    except (KeyError, ValueError) as error:
        raise EditionError(f"scenarios/{scenario}.yaml", "victory", f"cannot be read: {error}") from None


def _with_hexes(
    taken: frozenset[int], levels: tuple[Level, ...], ends: Level | None
) -> tuple[tuple[Level, ...], Level | None]:
    """R-82: the hexes are asked for as well, until the last turn in which the Allies can win."""
    settled = max(level.by for level in levels)

    def told(level: Level) -> Level:
        return msgspec.structs.replace(level, taken=taken, settled=settled)

    return tuple(told(level) if level.by else level for level in levels), told(ends) if ends else None


def _points(game: Box[Any], listed: dict[str, Any]) -> Points:
    allied: dict[str, int] = listed["allied"]
    levels = sorted(((least, _GRADES[grade]) for grade, least in allied.items()), reverse=True)
    pace = listed.get("pace")
    return Points(
        allied=tuple(levels),
        german=_GRADES[listed["german"]],
        pace=Pace(game.calendar.index(pace["by"]) + 1, pace["least"]) if pace else None,
        unheld=listed["unheld"],
    )


def _levels(game: Box[Any], listed: Any) -> tuple[Level, ...]:
    found = []
    for entry in listed:
        test = entry.get("test")
        if test is None:
            return ()
        side, _, grade = entry["result"].partition("_")
        winner = _SIDES.get(side, 0)
        found.append(_level(game, winner, _GRADES[grade] if winner else "level.draw", test))
    return tuple(found)


def _level(game: Box[Any], winner: int, name: str, test: dict[str, Any]) -> Level:
    if "otherwise" in test:
        return Level(winner, 0, frozenset(), 0, None, name=name)
    ((what, bounds),) = test.items()
    side, _, counted = what.partition("_")
    if counted not in (UNITS, HEXES, DISTANCE):
        raise ValueError(f"what does {what!r} count?")
    by = bounds.get("by")
    return Level(
        winner=winner,
        side=_SIDES[side],
        area=game.board.in_area(bounds["area"]),
        least=bounds.get("min", 0),
        most=bounds.get("max"),
        what=counted,
        by=game.calendar.index(by) + 1 if by else 0,
        name=name,
    )
