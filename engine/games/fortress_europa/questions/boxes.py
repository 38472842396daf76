"""Boxes of the German set-up (3.3, 9.2-9.4, 22.1, 31.8): in which box of the display a unit stands, where that box lets
it be set up, and the free choice of boxes: two units change their boxes, so that each box keeps its number of units.

A unit takes from its box where it may stand, whether it is frozen, hidden, or may not leave Italy; strength and side up
are its own.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.scenario import WHOLE_MAP, Start
from hexledger.engine.kernel.steps import Refusal

BOX: Final = "pool.box"
"""Unit -> 1 + the unit whose box of the display it has; absent for a unit in its own box."""


# ---------------------------------------------------------------------- the box of a unit
def start(pos: FortressPosition, piece: int) -> Start | None:
    """FE 3.3, 31.8: how a unit is set up in the box that it has, None for a unit that is not on the display."""
    own = pos.scenario.start_of.get(piece)
    held = pos.state.pooled(pos.game.words[BOX], piece)
    if own is None or not held:
        return own
    return pos.scenario.start_of[held - 1]._replace(piece=piece, steps=own.steps, flipped=own.flipped)


def units(pos: FortressPosition) -> tuple[int, ...]:
    """German units of the display, in its order."""
    return tuple(one.piece for one in pos.scenario.setup if pos.side(one.piece) == f.GERMAN)


def hidden(pos: FortressPosition) -> tuple[int, ...]:
    """FE 3.3, 9.4: units in the box of hidden units, ascending."""
    found = [piece for piece in units(pos) if (box := start(pos, piece)) is not None and box.hidden]
    return tuple(sorted(found))


# ---------------------------------------------------------------------- 3.3, 22.1 where
def zone(pos: FortressPosition, piece: int, box: Start | None = None) -> frozenset[int]:
    """FE 3.3, 22.1: hexes in which a unit may be set up: its district, or anywhere; coastal defence units only in
    invadable coastal hexes that are no inland ports. `box`: another than its own."""
    begin = box if box is not None else start(pos, piece)
    ground = pos.tables.ground
    if begin is None:
        return frozenset()
    if not begin.zone:
        places = frozenset((begin.place,))
    else:
        places = ground.land - {ground.dyke, ground.jersey}
        if pos.option("31.5") and begin.zone in (WHOLE_MAP, "district_7th"):
            places |= {ground.jersey}
        if begin.zone != WHOLE_MAP:
            places &= pos.board.in_area(begin.zone) | {ground.jersey}
    if piece in pos.tables.roster.coastal:
        places &= ground.coast & ground.invadable - ground.inland_ports
    return places


def why_not(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    """FE 3.3, 6.1, 8.4, 22.1: why a unit may not be set up in a hex (rule, reason), None when it may."""
    begin = start(pos, piece)
    if begin is None or pos.side(piece) != f.GERMAN:
        return "3.3", f"{pos.name(piece)} is not set up by the German player"
    return _refusal(pos, piece, place, begin, ())


def _refusal(pos: FortressPosition, piece: int, place: int, box: Start, leaving: tuple[int, ...]) -> Refusal | None:
    name = pos.name(piece)
    if place not in zone(pos, piece, box):
        where = pos.label(place) if 0 <= place < pos.board.n_places else "that"
        return "22.1" if piece in pos.tables.roster.coastal else "3.3", f"{name} may not be set up in {where}"
    if pos.terrain(place) == "alpine" and piece not in pos.tables.roster.mountain:
        return "8.4", f"{name} is no mountain unit; {pos.label(place)} is alpine"
    if not pos.fits(place, (piece,), leaving):
        return "6.1", f"{pos.label(place)} has no room for {name}"
    return None


def default(pos: FortressPosition, piece: int) -> int:
    """C-58: where a unit stands that was written down where it may not be: in the hex of its box on the edition's
    display, or in the nearest that it may be set up in."""
    begin = start(pos, piece)
    assert begin is not None
    near = sorted(zone(pos, piece), key=lambda place: (pos.board.distance(place, begin.place), place))
    return next((place for place in near if why_not(pos, piece, place) is None), begin.place)


# ---------------------------------------------------------------------- 31.8


def exchange_refusal(pos: FortressPosition, one: int, other: int) -> Refusal | None:
    """FE 31.8: why two units may not change their boxes, None when they may."""
    if not pos.option("31.8"):
        return "3.3", "every unit stays in its box without option 31.8"
    boxes = {piece: start(pos, piece) for piece in (one, other)}
    for piece, box in boxes.items():
        if box is None or pos.side(piece) != f.GERMAN:
            return "31.8", f"{pos.name(piece)} is not set up by the German player"
    mine, its = boxes[one], boxes[other]
    assert mine is not None
    assert its is not None
    if one == other or _same(mine, its):
        return "31.8", f"{pos.name(one)} and {pos.name(other)} stand in the same box"
    for piece, box, partner in ((one, its, other), (other, mine, one)):
        if not pos.on_map(partner):
            # Where a hidden unit stands is written down later; one hex must be open to it.
            if not zone(pos, piece, box):
                return "22.1", f"{pos.name(piece)} cannot be set up in that box"
            continue
        why = _refusal(pos, piece, pos.at(partner), box, (partner,))
        if why is not None:
            return why
    return None


def _same(mine: Start, its: Start) -> bool:
    return (mine.zone, mine.hidden, mine.frozen) == (its.zone, its.hidden, its.frozen) and (
        bool(mine.zone) or mine.place == its.place
    )
