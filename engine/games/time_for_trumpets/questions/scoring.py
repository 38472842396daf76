"""Victory points as they stand (H-6): what the rows of a scenario give each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import banks, lines, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.memory import BOARD, EVERYTHING, kept
from hexledger.engine.map.paths import flood

Row = Mapping[str, Any]


class Score(NamedTuple):
    """Points of a row: its key (a word `line.vp_<key>`), the side that gets them, how often, and in all."""

    key: str
    side: int
    number: int
    points: int


class Level(NamedTuple):
    """A level of victory and the least difference that gives it."""

    word: str
    winner: int
    least: int


LEVELS: Final = {
    "German decisive": ("level.german_decisive", w.GERMAN),
    "German marginal": ("level.german_marginal", w.GERMAN),
    "draw": ("level.draw", 0),
    "Allied marginal": ("level.allied_marginal", w.ALLIED),
    "Allied decisive": ("level.allied_decisive", w.ALLIED),
}
LOWEST: Final = -10_000


@kept(EVERYTHING)
def scores(pos: TrumpetsPosition) -> tuple[Score, ...]:
    """All rows of the scenario, in its order."""
    return tuple(_score(pos, row) for row in pos.scenario.victory["points"])


def total(pos: TrumpetsPosition, side: int) -> int:
    """Points of a side."""
    return sum(row.points for row in scores(pos) if row.side == side)


def difference(pos: TrumpetsPosition) -> int:
    """German score minus Allied score."""
    return total(pos, w.GERMAN) - total(pos, w.ALLIED)


def levels(pos: TrumpetsPosition) -> tuple[Level, ...]:
    """Levels, best for the Germans first; `40 or more`, `25-39`, `4 or fewer`."""
    found = []
    for name, text in pos.scenario.victory["levels"].items():
        word, winner = LEVELS[name]
        first = str(text).split()[0]
        least = LOWEST if "fewer" in str(text) else int(first if first.lstrip("-").isdigit() else first.split("-")[0])
        found.append(Level(word, winner, least))
    return tuple(sorted(found, key=lambda level: -level.least))


def verdict(pos: TrumpetsPosition) -> Level:
    """The level that the score gives now."""
    value = difference(pos)
    return next(level for level in levels(pos) if value >= level.least)


def _score(pos: TrumpetsPosition, row: Row) -> Score:
    side = w.SIDES.index(row["side"]) + 1
    each = int(row.get("points", 1))
    match row["kind"]:
        case "hexes":
            held = [label for label in row["hexes"] if scored(pos, pos.board.place(label))]
            return Score(row["key"], side, len(held), sum(int(row["hexes"][label]) for label in held))
        case "lost":
            number = sum(_counts(pos, piece, row) for piece in pos.pool("lost"))
        case "lost_hqs":
            level, nation = row["level"], row["nation"]
            hqs = pos.pool("lost_hqs")
            roster = pos.game.roster
            number = sum(n for hq, n in hqs.items() if roster.level[hq] == level and roster.nation[hq] == nation)
        case "beyond":
            number = sum(_beyond(pos, piece, row) for piece in pos.of(side))
        case "held":
            number = sum(pos.controls(pos.board.place(label)) == side for label in row["hexes"])
        case "survivors":
            number = sum(_west(pos, piece, row) for piece in pos.of(side))
        case "all_held":
            number = int(all(pos.controls(pos.board.place(label)) == side for label in row["hexes"]))
        case "supply_road":
            number = int(road_to_source(pos, side, [pos.board.place(label) for label in row["hexes"]]))
        case "no_supply_road":
            number = int(not road_to_source(pos, 3 - side, [pos.board.place(label) for label in row["hexes"]]))
        case "entered":
            number = int(any(pos.state.control.get(pos.board.place(label)) == side for label in row["hexes"]))
        case _:
            raise ValueError(f"victory row of kind {row['kind']!r}")
    return Score(row["key"], side, number, number * each)


# ---------------------------------------------------------------------- rows
def _counts(pos: TrumpetsPosition, piece: int, row: Row) -> bool:
    """An eliminated unit of a kind: by nation, class (`afv`, `infantry`, ...) and size."""
    counter = pos.counters[piece]
    if counter.nationality not in row["nations"] or counter.size not in row["sizes"]:
        return False
    return any(name == "any" or _kind(pos, piece, name) for name in row["kinds"])


def _kind(pos: TrumpetsPosition, piece: int, name: str) -> bool:
    arms = pos.game.arms
    sets = {
        "afv": arms.afv,
        "infantry": arms.infantry,
        "engineer": arms.engineers,
        "tank": arms.tanks,
        "artillery": arms.artillery,
    }
    return piece in sets[name]


def _beyond(pos: TrumpetsPosition, piece: int, row: Row) -> bool:
    """A battalion or AFV of some formations in supply beyond a column, a row or a river."""
    arms, ground, place = pos.game.arms, pos.game.ground, pos.at(piece)
    if piece not in arms.ground or piece in arms.hq or not pos.in_supply(piece):
        return False
    if pos.counters[piece].size != "battalion" and piece not in arms.afv:
        return False
    if "formations" in row and not pos.within(piece, tuple(pos.game.roster.index[name] for name in row["formations"])):
        return False
    if "area" in row:
        return place in pos.board.in_area(row["area"])
    return ground.column(place) < int(row["west_of_column"]) and ground.row(place) < int(row.get("north_of_row", 99))


def _west(pos: TrumpetsPosition, piece: int, row: Row) -> bool:
    """A battalion of some regiments on the near bank of a river."""
    ident = pos.counters[piece].id
    if pos.counters[piece].size != "battalion" or not any(ident.startswith(start) for start in row["units"]):
        return False
    return pos.at(piece) in bank(pos, row["river"], row["from"])


@kept(BOARD)
def bank(pos: TrumpetsPosition, river: str, start: str) -> frozenset[int]:
    """Hexes of the scenario on the side of a river on which a hex lies."""
    ground = pos.game.ground

    def goes(a: int, b: int) -> bool:
        return b in pos.scenario.hexes and ground.river_name.get(ground.key(a, b)) != river

    return frozenset(flood(pos.board, (pos.board.place(start),), goes))


# ---------------------------------------------------------------------- hexes
def scored(pos: TrumpetsPosition, place: int) -> bool:
    """H-6: a German unit was the last to occupy the hex, and one is there, or the hex is in German supply."""
    holder = pos.controls(place)
    if holder:
        return holder == w.GERMAN
    return held_last(pos, place) == w.GERMAN and place in supplied(pos, w.GERMAN)


def held_last(pos: TrumpetsPosition, place: int) -> int:
    """H-6, 5.1, B-89: side whose combat unit holds a victory hex or a town, or was the last to enter it; where nobody
    has entered it, the side behind whose front of 16 December it lies."""
    entered: int = pos.controls(place) or pos.state.control.get(place, 0)
    return entered or (w.GERMAN if place in pos.game.ground.german_start else w.ALLIED)


@kept(BOARD)
def supplied(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """Hexes to which a path leads from a source of a side, free of enemies and their ZOC, over no unbridged water but
    fords (9.7e, G-3.20)."""
    blocked = pos.hexes_of(3 - side) | zoc.covered(pos, side)

    def goes(a: int, b: int) -> bool:
        return b not in blocked and b in pos.scenario.hexes and (not banks.barrier(pos, a, b) or banks.ford(pos, a, b))

    return frozenset(flood(pos.board, _starts(pos, side, blocked), goes))


def _starts(pos: TrumpetsPosition, side: int, blocked: frozenset[int]) -> tuple[int, ...]:
    found: Iterable[int] = pos.scenario.allied_sources
    if side == w.GERMAN:
        found = {place for places in pos.scenario.sources.values() for place in places}
    return tuple(sorted(place for place in found if place not in blocked))


def road_to_source(pos: TrumpetsPosition, side: int, places: Iterable[int]) -> bool:
    """Does a road, free of enemies and their ZOC, join one of the hexes to a source of a side?"""
    blocked = pos.hexes_of(3 - side) | zoc.covered(pos, side)
    roads = lines.over_roads(pos.game, banks.blown(pos), frozenset())
    net = lines.flooded(pos.game, roads, _starts(pos, side, blocked), ~roads.hexes(blocked))
    return any(place in net and place not in blocked for place in places)
