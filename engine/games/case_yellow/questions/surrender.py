"""When the Netherlands and Belgium surrender (12.5)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables.ground import NETHERLANDS
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN

Line = tuple[str | int, int, str]


def dutch_cities(pos: YellowPosition) -> tuple[int, ...]:
    """12.5a, G-A61: Dutch cities that count: the scenario's list, else those of the board."""
    listed = pos.scenario.victory.get("surrender_count")
    if listed is None:
        return pos.game.ground.dutch_cities
    return tuple(place for name in listed["cities"] for place in pos.game.ground.named[name])


def dutch_count(pos: YellowPosition) -> list[Line]:
    """12.5a: cities in German hands, the three towns as one city, and the city that was terror-bombed in this END."""
    held = [city for city in dutch_cities(pos) if pos.control(city) == GERMAN]
    lines: list[Line] = [("line.cities", len(held), "12.5a")]
    if all(pos.control(town) == GERMAN for town in pos.game.ground.dutch_towns):
        lines.append(("line.towns", 1, "12.5a"))
    bombed = pos.var("terror_now") - 1
    if bombed in dutch_cities(pos) and bombed not in held:
        lines.append(("line.bombed", 1, "12.4"))
    return lines


def belgian_count(pos: YellowPosition) -> list[Line]:
    """12.5b: the cities of the list in German hands, and Belgian units that are left, wherever they are."""
    held = sum(pos.control(city) == GERMAN for city in pos.game.ground.belgian_cities)
    alive = (*pos.of(ALLIED), *pos.pool("returning"), *pos.pool("evacuated"))
    return [
        ("line.cities", held, "12.5b"),
        ("line.belgian_units", sum(pos.nation(unit) == "belgian" for unit in alive), "12.5b"),
    ]


def falls(pos: YellowPosition, country: str) -> bool:
    """12.5: does a nation that stands surrender in this END phase?"""
    if country == NETHERLANDS:
        needed = pos.game.chart.number("surrender", "netherlands", "cities_needed")
        return not pos.var("netherlands") and sum(value for _, value, _ in dutch_count(pos)) >= needed
    if pos.var("belgium") or not pos.scenario.campaign:
        return False
    (_, held, _), (_, units, _) = belgian_count(pos)
    return held == len(pos.game.ground.belgian_cities) or not units
