"""Who comes in, where, and how far (10.1.4, 10.1.5, 10.1.6, 4.10, 11.4, R-39, R-73 to R-75)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.france_1944.questions import stacking, supply, ways, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import FIRST_BOX
from hexledger.engine.games.france_1944.tables.scenario import SOUTH_ALLIED, SOUTH_GERMAN
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.procedures.arrivals import waiting

SOUTHERN: Final = frozenset({SOUTH_GERMAN, SOUTH_ALLIED})


def coming(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """10.1.2, 10.1.4, 10.1.5, 4.10: pieces of a side that may come in, ascending: reinforcements that are due or wait,
    headquarters whose turn has come, units that were rebuilt."""
    ground = pos.game.ground
    due = [piece for piece in waiting(pos, "pool.waiting", side) if pos.scenario.entry_of.get(piece) not in SOUTHERN]
    back = [
        hq for hq in pos.units(ground.turn_track)
        if pos.is_hq(hq) and pos.side(hq) == side and pos.flag(hq, w.DUE) <= pos.state.turn
    ]  # fmt: skip
    rebuilt = [unit for unit in pos.units(ground.eliminated[side]) if pos.flag(unit, w.REBUILT)]
    return tuple(sorted((*due, *back, *rebuilt)))


def hexes(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """10.1.4, 10.1.5, 11.4, R-25: entry hexes of a side, whether open or not."""
    ground = pos.game.ground
    if side == w.GERMAN:
        return tuple(place for place in sorted(ground.german_cities) if place in pos.scenario.land)
    antwerp = pos.state.turn >= pos.game.chart.number("special_operations", "antwerp", "entry_from_turn")
    return (*ground.normandy, *((ground.antwerp,) if antwerp and supply.antwerp_open(pos) else ()))


def shut(pos: FrancePosition, piece: int, place: int) -> Refusal | None:
    """10.1.6, R-39: enemies keep the piece out of an entry hex: they stand there, or hold it by a ZOC that no friendly
    unit takes away."""
    side = pos.side(piece)
    if pos.enemy_in(place, side):
        return "7.1", f"an enemy stands in {pos.label(place)}"
    if zoc.open_ezoc(pos, place, side):
        return "10.1.6", f"{pos.label(place)} lies in an enemy ZOC, and no friendly unit stands there"
    return None


def refused(pos: FrancePosition, piece: int, place: int) -> Refusal | None:
    """10.1.4-10.1.6: why a piece may not be placed in a hex."""
    if place not in hexes(pos, pos.side(piece)):
        where = pos.label(place) if 0 <= place < pos.board.n_places else "there"
        return ENTRY_RULE[pos.side(piece)], f"{where} is no entry hex"
    why = shut(pos, piece, place)
    if why is None and not stacking.room(pos, place, (piece,)):
        why = "7.1", f"no room in {pos.label(place)}"
    return why


ENTRY_RULE: Final = {w.ALLIED: "10.1.5", w.GERMAN: "10.1.4"}


def open_hexes(pos: FrancePosition, piece: int) -> tuple[int, ...]:
    """Entry hexes in which a piece may be placed now."""
    return tuple(place for place in hexes(pos, pos.side(piece)) if refused(pos, piece, place) is None)


def shut_out(pos: FrancePosition, piece: int) -> bool:
    """10.1.5: enemies alone close every entry hex to the piece."""
    return all(shut(pos, piece, place) is not None for place in hexes(pos, pos.side(piece)))


def points(pos: FrancePosition, piece: int, place: int) -> int:
    """10.1.6, 3.3, R-39, R-74: MP left to a piece placed in an entry hex: the administrative row of box 1 less what it
    costs to enter that hex over no river, with an enemy ZOC into which a friend lets it."""
    row = pos.game.chart.boxes[FIRST_BOX].admin
    roster = pos.game.roster
    steps = pos.steps(piece) or roster.full[piece]
    back = steps < roster.full[piece]
    price = ways.price(pos, pos.side(piece), place, place, "")
    return row[roster.mpa[piece][back]] - price.terrain - price.enter


def walk(pos: FrancePosition, piece: int, place: int, path: Sequence[int]) -> tuple[int, Refusal | None]:
    """5.3, 10.1.4, R-39: MP of the administrative march of a piece from its entry hex, or why it cannot go."""
    return ways.march(pos, piece, place, path, points(pos, piece, place), admin=True)
