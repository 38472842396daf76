"""Boxes of the German set-up (3.3, 9.2-9.4, 22.1, 31.8): in which box of the display a unit stands, where that box lets
it be set up, and the free choice of boxes: two units change their boxes, so that each box keeps its number of units.

A unit takes from its box where it may stand, whether it is frozen, hidden, or may not leave Italy; strength and side up
are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.scenario import WHOLE_MAP, Start
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Refusal

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition

_BOX: Final = "pool.box"
"""Unit -> 1 + the unit whose box of the display it has; absent for a unit in its own box."""


# ---------------------------------------------------------------------- the box of a unit
def start(pos: FortressPosition, piece: int) -> Start | None:
    """FE 3.3, 31.8: how a unit is set up in the box that it has, None for a unit that is not on the display."""
    own = pos.scenario.start_of.get(piece)
    held = pos.state.pooled(pos.game.words[_BOX], piece)
    if own is None or not held:
        return own
    return pos.scenario.start_of[held - 1]._replace(piece=piece, steps=own.steps, flipped=own.flipped)


def district(start: Start) -> int:
    """FE 9.1: number of the district in which a unit of a box is frozen at first, 0 for none."""
    return f.DISTRICTS.index(start.zone.removeprefix("district_")) if start.frozen else 0


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
    ground = pos.game.ground
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
    if piece in pos.game.roster.coastal:
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
        return "22.1" if piece in pos.game.roster.coastal else "3.3", f"{name} may not be set up in {where}"
    if pos.terrain(place) == "alpine" and piece not in pos.game.roster.mountain:
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


def put(act: Act, begin: Start, rule: str) -> None:
    """FE 9.2-9.4: put a piece of the set-up on the map, in its state: only units of a district are frozen."""
    act.place(begin.piece, begin.place, begin.steps, rule)
    if begin.flipped:
        act.flag(begin.piece, f.FLIPPED, 1)
    act.flag(begin.piece, f.ITALY_ONLY, int(begin.italy_only), "9.3")
    frozen = district(begin)
    if act.state.variable(f.VAR_RELEASED) >> frozen & 1:
        frozen = 0
    act.flag(begin.piece, f.FROZEN, frozen, "9.1")


# ---------------------------------------------------------------------- 31.8
class Exchange(Decision, frozen=True, array_like=True, tag=19):
    """Two units of the set-up change their boxes, and their hexes (31.8)."""

    unit: PieceId
    other: PieceId


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


def exchange(act: Act, one: int, other: int) -> None:
    """FE 31.8: carry out an exchange that has been checked."""
    places = {piece: act.pos.at(piece) for piece in (one, other)}
    held = {piece: act.state.pooled(act.word(_BOX), piece) or piece + 1 for piece in (one, other)}
    act.note("note.exchanged", (~one, ~other), "31.8")
    for piece, partner in ((one, other), (other, one)):
        wanted = held[partner] if held[partner] != piece + 1 else 0
        act.pool(_BOX, piece, wanted - act.state.pooled(act.word(_BOX), piece), "31.8")
    for piece, partner in ((one, other), (other, one)):
        if places[piece] >= 0 > places[partner]:
            act.remove(piece, "reason.exchanged", "31.8")
            act.pool("pool.off_map", piece, 1, "31.8")
    for piece, partner in ((one, other), (other, one)):
        if places[partner] < 0:
            continue
        if places[piece] < 0:
            act.pool("pool.off_map", piece, -1, "31.8")
        begin = start(act.pos, piece)
        assert begin is not None
        put(act, begin._replace(place=places[partner]), "31.8")


def exchanges(pos: FortressPosition) -> Iterator[Exchange]:
    """Exchanges that bots and screens offer: each unit with the next one of the display that it may change with."""
    if not pos.option("31.8"):
        return
    order = units(pos)
    for number, piece in enumerate(order):
        for other in order[number + 1 :]:
            if exchange_refusal(pos, piece, other) is None:
                yield Exchange(PieceId(piece), PieceId(other))
                break


DECISIONS: Final = (Exchange,)
STEPS: Final = ()
