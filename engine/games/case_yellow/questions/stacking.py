"""Stacking (8.3, 8.6, 13.5)."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables.switches import RDB_ALONE
from hexledger.engine.games.case_yellow.tables.words import ALLIED

BRITISH = frozenset({"british", "canadian"})


def limits_kept(pos: YellowPosition, pieces: Iterable[int]) -> bool:
    """8.2, 8.3a, 8.3b, 7.9b: corps (ARKO and supply units too), divisions, regiments and brigades that fit in a hex."""
    roster, number = pos.game.roster, pos.game.chart.number
    units = tuple(pieces)
    corps = sum(piece in roster.corps or piece in roster.arko or piece in roster.supply for piece in units)
    divisions = [piece for piece in units if piece in roster.divisions]
    small = sum(piece in roster.regiments for piece in units)
    if corps > number("stacking", "max_corps") or corps + len(divisions) > number(
        "stacking", "max_corps_plus_divisions"
    ):
        return False
    if corps and any(piece in roster.motorized for piece in divisions):
        return False
    match corps + len(divisions):
        case 0:
            return small <= pos.reading(RDB_ALONE)
        case 1:
            return small <= number("stacking", "rdb_with_single")
    return small <= number("stacking", "rdb_with_pair")


def mix_allowed(pos: YellowPosition, place: int, pieces: Iterable[int]) -> bool:
    """8.6a, 8.6b, 8.6c, 13.5.1: nationalities that may stand together in a hex."""
    nations = {pos.nation(piece) for piece in pieces}
    if {"dutch", "belgian"} <= nations:
        return False
    if "french" in nations and nations & BRITISH:
        return together(pos, place)
    return True


def together(pos: YellowPosition, place: int) -> bool:
    """8.6c, 13.5.1: French and British may stack in and next to the Dynamo port, or where the scenario says so."""
    rule = pos.scenario.special.get("no_dyle")
    if rule is not None and pos.state.turn >= int(rule["french_british_from_turn"]):
        return True
    port = pos.port
    return port >= 0 and pos.control(port) == ALLIED and pos.board.distance(port, place) <= 1


def free_port(pos: YellowPosition, place: int) -> bool:
    """13.5.3: the Dynamo port holds any number of Allied units."""
    return place == pos.port


def legal(pos: YellowPosition, place: int, pieces: Iterable[int]) -> bool:
    """8.3, 8.5, 8.6, 13.5.4: may these units stand together in a hex? Markers do not count."""
    units = tuple(pieces)
    if not units:
        return True
    if not mix_allowed(pos, place, units):
        return False
    if free_port(pos, place) and pos.side(units[0]) == ALLIED:
        return True
    return limits_kept(pos, units)


def room(pos: YellowPosition, place: int, coming: Iterable[int], leaving: Iterable[int] = ()) -> bool:
    """Would the hex hold those in it, without `leaving`, and the newcomers?"""
    new = tuple(coming)
    gone = (*new, *leaving)
    return legal(pos, place, (*(piece for piece in pos.units(place) if piece not in gone), *new))


def overstacked(pos: YellowPosition, side: int) -> tuple[int, ...]:
    """8.4: hexes in which a side is over the limits, ascending."""
    places = sorted({pos.at(piece) for piece in pos.of(side)})
    return tuple(place for place in places if not legal(pos, place, pos.units(place)))
