"""Volkssturm (25)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.projections.state import OFF_MAP


def at_hand(pos: FortressPosition) -> tuple[int, ...]:
    """FE 25, C-95: counters that are not on the map, ascending; eight at most are in play at a time."""
    return tuple(piece for piece in sorted(pos.tables.roster.volkssturm) if pos.at(piece) == OFF_MAP)


def called(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 25.1, C-85: cities in Germany where Volkssturm would appear if an Allied unit came to a hex: within reach, not
    Allied, for the first time. Nothing appears on alpine ground."""
    reach = pos.game.edition.chart_int("limits", "volkssturm_trigger")
    cities = pos.tables.ground.german_cities
    return tuple(
        sorted(
            city
            for city in pos.board.within(place, reach)
            if city in cities and pos.terrain(city) != "alpine" and open(pos, city)
        )
    )


def open(pos: FortressPosition, city: int) -> bool:
    if pos.controller(city) != f.GERMAN or pos.state.marker(city, -1, f.VOLKSSTURM):
        return False
    # A unit that walked in takes the city; one that dropped on it finds the Volkssturm there and must attack it.
    return all(pos.flag(piece, f.DROPPED) for piece in pos.units_of(city, f.ALLIED))


def to_choose(pos: FortressPosition, place: int) -> bool:
    """FE 25: would an Allied unit that comes to a hex make the German choose where Volkssturm appears?"""
    return 0 < len(at_hand(pos)) < len(called(pos, place))
