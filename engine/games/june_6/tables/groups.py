"""The optional German groups of the campaign as numbers (PB 2.83): who comes, from when on, at what price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.june_6.tables.schedule import Arrival, area_gate, nationality_am

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

RULE = "PB 2.83"


class Group(msgspec.Struct, frozen=True):
    """One optional group.

    number    1 to 3
    arrivals  its formations, each released by itself
    points    turn of the calendar -> victory points that the Allies score when it enters then; no other turn will do
    """

    number: int
    arrivals: tuple[Arrival, ...]
    points: dict[int, int]


def read_groups(game: Box[Any], numbers: list[int]) -> tuple[Group, ...]:
    """The groups that a scenario allows; EditionError for an entry that cannot be read."""
    rows: list[dict[str, Any]] = game.edition.charts["optional_german_groups"]["groups"]
    try:
        return tuple(_group(game, row) for row in rows if row["n"] in numbers)
    except (KeyError, ValueError) as error:
        raise EditionError("charts.yaml", "optional_german_groups", f"cannot be read: {error}") from None


def _group(game: Box[Any], row: dict[str, Any]) -> Group:
    return Group(
        number=row["n"],
        arrivals=tuple(_arrival(game, name, row["entry"][name], row["release"]) for name in row["units"]),
        points={game.calendar.index(turn) + 1: points for turn, points in row["vp"].items()},
    )


def _arrival(game: Box[Any], name: str, areas: list[str], release: int) -> Arrival:
    """A formation of a group. Its turn is 0: the schedule never brings it."""
    formation = game.edition.formations[name]
    pieces = tuple(game.edition.counter_index[member] for member in formation.members)
    lead = next((piece for piece in pieces if game.counters[piece].type == "hq"), pieces[0])
    division = formation.kind == "division"
    return Arrival(
        lead=lead,
        turn=0,
        side=game.side_of[lead],
        pieces=pieces,
        reduced=(),
        am=game.words[f"am.{name}" if division else nationality_am(game, lead)],
        gates=tuple(area_gate(game, f"entry_{area.lower()}") for area in areas),
        release=release,
        ams=2 if division else 0,
        together=-1,
        rule=RULE,
    )
