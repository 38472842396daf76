"""What the German may set up elsewhere than history did, and where (PB 1.11-1.14, 19.31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from hexledger.engine.editions.scenarios import Setup
from hexledger.engine.games.june_6.questions.movement import may_end
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

STRONGPOINT: Final = "sp"
"""Pool of the strongpoint units."""
CAEN: Final = "caen"
"""Area of the units of 21 Panzer that may be anywhere in the city (PB 1.11h)."""


class Item(msgspec.Struct, frozen=True):
    """Something with a zone: `number` in the set-up of the scenario, and its entry there."""

    number: int
    entry: Setup


def items(pos: June6Position) -> Iterator[Item]:
    """Everything that a zone lets the German place: units first, then delay points, in the order of the file."""
    listed = [Item(n, entry) for n, entry in enumerate(pos.scenario.scenario.setup) if "zone" in entry.details]
    yield from (item for item in listed if not item.entry.marker and hexes_of(pos, item))
    yield from (item for item in listed if item.entry.marker)


def piece_of(pos: June6Position, item: Item) -> int:
    return -1 if item.entry.marker else pos.game.edition.counter_index[item.entry.counter]


def hexes_of(pos: June6Position, item: Item) -> frozenset[int]:
    """Hexes of an item's zone; none for a unit that the set-up gives one hex (the rest of 21 Panzer)."""
    zone, board = str(item.entry.details["zone"]), pos.board
    if item.entry.marker:
        # PB 1.14: a delay point without a beach lies in a city.
        cities = (place for place in range(board.n_hexes) if board.terrain[place] == "city")
        return board.in_area(zone) if zone in board.areas else frozenset(cities)
    piece = piece_of(pos, item)
    if zone in board.areas:
        return board.in_area(zone)
    if piece in pos.scenario.cherbourg_units:
        return pos.game.cherbourg_posts
    place = board.index[item.entry.at]
    return board.in_area(CAEN) if place in board.in_area(CAEN) else frozenset()


def rule_of(pos: June6Position, item: Item) -> str:
    if item.entry.marker:
        return "PB 1.13" if item.entry.details["zone"] in pos.board.areas else "PB 1.14"
    return "PB 1.12" if pos.counters[piece_of(pos, item)].pool == STRONGPOINT else "PB 1.11"


def refusal(pos: June6Position, item: Item, here: int, place: int) -> tuple[str, str] | None:
    """PB 1.11-1.14: why an item that stands in `here` may not be set up in a hex: rule and reason; None when it may."""
    rule, label = rule_of(pos, item), pos.game.place(place)
    if place not in hexes_of(pos, item):
        return rule, f"{label} is outside its zone"
    if place == here:
        return None
    if pos.state.marker(place, -1, f.DELAY_POINT):
        return rule, f"a delay point lies in {label}"
    if item.entry.marker:
        return (rule, f"German units are in {label}") if pos.units(place) else None
    piece = piece_of(pos, item)
    if pos.counters[piece].pool == STRONGPOINT:
        if pos.is_beach(place):
            return rule, f"{label} is a beach hex"
        if any(pos.counters[other].pool == STRONGPOINT for other in pos.units(place)):
            return rule, f"{label} holds a strongpoint unit already"
    if not pos.in_bounds(piece, place) or not may_end(pos, piece, place):
        return rule, f"{label} is closed to {pos.game.piece_name(piece)}"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{label} has no room for {pos.game.piece_name(piece)}"
    return None


def units_here(pos: June6Position, item: Item) -> int:
    """Where an item stands now. One that has not been placed stands where the file puts it."""
    return pos.board.index[item.entry.at] if item.entry.marker else pos.at(piece_of(pos, item))
