"""Victory (12.18, 30.1, 33.1.3, 33.1.5, 33.3.10, 33.4.7): what ends the game at once, and what is judged at its end."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.fortress_europa.questions import capacity, exit_east
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import sudden_death
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import Basis, kept

GERMAN_MAJORS: Final = 3
"""30.1: major cities in Germany that the German must hold at the end to win."""
NO_LEVEL, TACTICAL, STRATEGIC = 0, 1, 2
"""Values of the variable `bulge_level` (33.3.10)."""

_LEVELS: Final = {NO_LEVEL: "level.draw", TACTICAL: "level.tactical", STRATEGIC: "level.strategic"}
_BULGE_END: Final = "January II"
_Row = dict[str, Any]


# ---------------------------------------------------------------------- at any moment
def check_now(act: Act) -> None:
    """FE 12.18, 30.1: what ends the game the moment it holds. To be called whenever control may have changed."""
    if act.state.over:
        return
    if _campaign(act.pos) and allies_have_won(act.pos):
        _allied_success(act)
    elif secondary_failed(act.pos):
        act.win(f.GERMAN, "level.invasion_failed", "12.18")


def check_turn_end(act: Act) -> None:
    """FE 4.4, 12.18, 33.4.7: what is looked at when a turn ends: a lost second invasion, the level of the Bulge within
    On to Berlin, and 30.1 once more (an enemy ZOC may have left a city, 30.2)."""
    pos = act.pos
    if pos.scenario.berlin and pos.tables.calendar.name(act.state.turn) == _BULGE_END:
        act.assign("var.bulge_level", bulge_level(pos), "33.4.7")
    check_now(act)
    if not act.state.over and exit_east.has_won(pos):
        act.win(f.ALLIED, "level.exit", "31.15")


def secondary_failed(pos: FortressPosition) -> bool:
    """FE 12.18: no Allied unit is left on the map after the second invasion; not asked within an impulse."""
    if pos.impulse or pos.scenario.bulge or pos.state.variable(f.VAR_INVASIONS) < 2:
        return False
    return not pos.ashore(f.ALLIED)


# ---------------------------------------------------------------------- 30.1
def _campaign(pos: FortressPosition) -> bool:
    return pos.scenario.id in ("campaign", "on_to_berlin")


def held(pos: FortressPosition, side: int, places: frozenset[int]) -> int:
    """FE 30.2: hexes of a set that a side controls."""
    return sum(1 for place in sorted(places) if pos.holds(side, place))


@kept(Basis(variables=(f.VAR_SCENARIO,)))
def terms(pos: FortressPosition) -> tuple[tuple[int, ...], int, int, frozenset[int]]:
    """FE 30.1, 33.4.7: (cities wanted in any case, major cities wanted, or cities wanted of the set, that set)."""
    rules = pos.scenario
    allied: _Row = rules.data["victory"]["allied"]
    always = tuple(pos.board.place(label) for label in allied["all"])
    majors, some = allied["and_one_of"]
    words = str(some["of"]).replace(",", " ").split()
    if majors["of"] != "area major_cities" or words[:4] != ["cities", "in", "Germany", "plus"]:
        raise EditionError(rules.file, "victory.allied.and_one_of", "not understood", allied["and_one_of"])
    more = frozenset(pos.board.place(label) for label in words[4:])
    return always, majors["count"], some["count"], pos.tables.ground.german_cities | more


def allies_have_won(pos: FortressPosition) -> bool:
    """FE 30.1: Paris and Bruxelles, and enough major cities or enough cities of Germany."""
    always, majors, some, cities = terms(pos)
    if not all(pos.holds(f.ALLIED, place) for place in always):
        return False
    return held(pos, f.ALLIED, pos.tables.ground.major_cities) >= majors or held(pos, f.ALLIED, cities) >= some


def _cities(act: Act, side: int, winner: int, rule: str) -> None:
    pos = act.pos
    lines = [
        ("line.major_cities", held(pos, side, pos.tables.ground.major_cities), "30.1"),
        ("line.cities", held(pos, side, terms(pos)[3]), "30.1"),
    ]
    act.reckon("reckon.victory", side, lines, winner, rule)


def _allied_success(act: Act) -> None:
    """FE 30.1, 33.4.7, C-53: the Allies have what they need; a German success in the Bulge makes it a draw."""
    if act.pos.scenario.berlin and act.state.variable(act.word("var.bulge_level")):
        _cities(act, f.ALLIED, 0, "33.4.7")
        act.win(0, "level.draw", "33.4.7")
    else:
        _cities(act, f.ALLIED, f.ALLIED, "30.1")
        act.win(f.ALLIED, "level.campaign", "33.4.7" if act.pos.scenario.berlin else "30.1")


def _end_of_campaign(act: Act) -> None:
    """FE 30.1, 33.4.7: no Allied victory: the German wins with three major cities, or if the Bulge lifts a draw."""
    pos = act.pos
    rule = "33.4.7" if pos.scenario.berlin else "30.1"
    shifted = pos.scenario.berlin and act.state.variable(act.word("var.bulge_level")) > 0
    wins = held(pos, f.GERMAN, pos.tables.ground.major_cities) >= GERMAN_MAJORS or shifted
    _cities(act, f.GERMAN, f.GERMAN if wins else 0, rule)
    act.win(f.GERMAN if wins else 0, "level.campaign" if wins else "level.draw", rule)


# ---------------------------------------------------------------------- 33.3.10 the Bulge
def bulge_level(pos: FortressPosition) -> int:
    """FE 33.3.10, C-91: level that the German has reached in the Bulge; to occupy a city is to control it (30.2)."""
    victory: _Row = pos.game.edition.scenarios["battle_of_the_bulge"].data["victory"]

    def german(labels: list[str]) -> tuple[bool, ...]:
        return tuple(pos.holds(f.GERMAN, pos.board.place(label)) for label in labels)

    strategic = victory["strategic"]
    if all(german(strategic["german_occupies"])) and any(german(strategic["and_one_of"])):
        return STRATEGIC
    return TACTICAL if all(german(victory["tactical"]["german_occupies"])) else NO_LEVEL


def _end_of_bulge(act: Act) -> None:
    """FE 33.3.10: the level of the German; without one the Allies have held (house: the text names no Allied level)."""
    level = bulge_level(act.pos)
    winner = f.GERMAN if level else f.ALLIED
    act.reckon("reckon.victory", f.GERMAN, [("line.level", level, "33.3.10")], winner, "33.3.10")
    act.win(winner, _LEVELS[level] if level else "level.held", "33.3.10")


# ---------------------------------------------------------------------- 33.1.3, 33.1.5 the Invasion
def condition_met(pos: FortressPosition, row: _Row) -> bool:
    """FE 33.1.5, C-130: does one condition of a district hold? All parts of a row must."""
    place = pos.board.place

    def ours(labels: list[str]) -> int:
        return held(pos, f.ALLIED, frozenset(place(label) for label in labels))

    ground = pos.tables.ground
    if "all" in row and ours(row["all"]) < len(row["all"]):
        return False
    if "any" in row and ours(row["of"]) < row["any"]:
        return False
    if "also" in row:
        # C-130: of two named cities that are held one is wanted, the second is among the others.
        named = frozenset(place(label) for label in row["of"])
        cities = ground.cities & pos.board.in_area(row["also"]["other_cities_in"]) | named
        if held(pos, f.ALLIED, cities) - row["any"] < row["also"]["count"]:
            return False
    if "cities" in row and held(pos, f.ALLIED, ground.cities) < row["cities"]:
        return False
    if "all_cities_in" in row:
        cities = ground.cities & pos.board.in_area(row["all_cities_in"])
        if held(pos, f.ALLIED, cities) < len(cities):
            return False
    if "any_city" in row:
        return held(pos, f.ALLIED, cities_north_of(pos, row["any_city"])) > 0
    return True


def cities_north_of(pos: FortressPosition, words: str) -> frozenset[int]:
    """FE 33.1.5, C-26: cities north-west of the hex row that a condition ends with: those with a lower hex number."""
    limit = int(words.rsplit(" ", 1)[1])
    return frozenset(city for city in pos.tables.ground.cities if _row_number(pos, city) < limit)


def _row_number(pos: FortressPosition, place: int) -> int:
    return int("".join(sign for sign in pos.label(place) if sign.isdigit()))


def conditions_of_invaded(pos: FortressPosition) -> list[_Row]:
    """FE 33.1.5: the conditions of the districts that have been invaded, one of which the Allies must meet."""
    invaded = pos.state.variable(f.VAR_INVADED_DISTRICTS)
    districts: dict[str, list[_Row]] = pos.scenario.data["victory"]["districts"]
    return [
        row
        for name, conditions in districts.items()
        if invaded >> f.DISTRICTS.index(name.removesuffix(" Army").lower()) & 1
        for row in conditions
    ]


def invasion_conditions(pos: FortressPosition) -> int:
    """FE 33.1.5, C-26: conditions of invaded districts that hold; one is enough."""
    return sum(1 for row in conditions_of_invaded(pos) if condition_met(pos, row))


def _end_of_invasion(act: Act) -> None:
    """FE 33.1.3, C-79: a condition of an invaded district, capacity of at least 1, and a Mulberry, damaged or not."""
    pos = act.pos
    met = invasion_conditions(pos)
    mulberries = sum(1 for piece in sorted(pos.tables.roster.mulberries) if pos.on_map(piece))
    spare = capacity.reckon(pos)
    winner = f.ALLIED if met and mulberries and spare >= 1 else f.GERMAN
    lines = [
        ("line.conditions", met, "33.1.5"),
        ("line.spare", spare, "33.1.3"),
        ("line.mulberries", mulberries, "33.1.3"),
    ]
    act.reckon("reckon.victory", f.ALLIED, lines, winner, "33.1.3")
    act.win(winner, "level.campaign", "33.1.3")


# ---------------------------------------------------------------------- the last turn
def judge(act: Act) -> None:
    """FE 4.4: the end of the last turn."""
    scenario = act.pos.scenario
    if scenario.id == "invasion":
        _end_of_invasion(act)
    elif scenario.id == "battle_of_the_bulge":
        _end_of_bulge(act)
    elif _campaign(act.pos):
        _end_of_campaign(act)
    else:
        # 33.2.4: both open their seals, then the objectives met are compared.
        reveals = (sudden_death.RevealObjectives(side) for side in (f.ALLIED, f.GERMAN))
        act.then(*reveals, sudden_death.Compare())


MISSING: Missing = ()
DECISIONS: Final = ()
STEPS: Final = ()
