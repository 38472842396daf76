"""Control of hexes and what it brings (16.3, 18.7.8, 25, 29.4, 30.2): the one thing to call after a unit has moved."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    capacity,
    districts,
    mulberries,
    ports,
    rail,
    sight,
    victory,
    volkssturm,
)
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev


def entered(act: Act, piece: int, path: tuple[int, ...], *, forced: bool = False, by_air: bool = False) -> None:
    """FE 30.2: a unit has gone along `path` (first: where it was, a box when it came from outside) and stands in its
    last hex.

    forced   it retreated: nothing is released (9.6), control changes all the same (C-70)
    by_air   it drops or raids: a captured port works from next turn only, see also `light`

    Not to be called for a drop on enemy units before they are gone (30.2). Hexes with enemy units change no hands
    (invaders on top of Germans).
    """
    pos = act.pos
    side, hexes = pos.side(piece), pos.board.n_hexes
    sight.passed(act, piece, path)
    before = path[0] if path[0] < hexes else -1
    for place in path[1:]:
        if place >= hexes or place not in pos.tables.ground.land:
            continue
        if side == f.ALLIED:
            districts.allies_entered(act, before, place, forced)
            volkssturm.approached(act, place)
        if not pos.enemies_in(place, side):
            take(act, place, side, by_air=by_air or light(pos, piece))
            rail.reached(act, side, place)
        before = place
    capacity.update(act)
    victory.check_now(act)


def unknown(pos: FortressPosition) -> bool:
    """FE 3.7, 12.19: is it not known yet which hexes hold hidden units? So it is while the primary invasion lands."""
    return pos.impulse == 1 and pos.primary_turn


def landed(act: Act, piece: int, place: int) -> None:
    """FE 20.8, 21.11, 30.2: a unit has come down from the air or on a raid. It takes the hex, unless enemies are there
    or may be hidden there; districts and Volkssturm do not wait for that."""
    pos = act.pos
    if not unknown(pos) and not pos.enemies_in(place, pos.side(piece)):
        entered(act, piece, (pos.board.n_hexes, place), by_air=True)
    elif pos.side(piece) == f.ALLIED:
        districts.allies_entered(act, -1, place, False)
        volkssturm.approached(act, place)


def light(pos: FortressPosition, piece: int) -> bool:
    """FE 20.16, 21.4, C-131: does a port that this unit takes work from next turn only? Paratroops that came by air,
    on foot too, and raiders; who landed as ordinary infantry (20.14, 21.7) opens a port at once."""
    if piece in pos.tables.roster.raiders:
        return not pos.flag(piece, f.INVADING)
    return bool(pos.flag(piece, f.BY_AIR) or pos.flag(piece, f.DROPPED))


def impulse_stamp(pos: FortressPosition) -> int:
    """A number for the impulse that runs: what was taken in it is no airfield yet (20.10)."""
    return pos.state.turn << 4 | pos.active_side << 2 | pos.impulse


def take(act: Act, place: int, side: int, *, by_air: bool = False) -> None:
    """FE 30.2: a side takes a hex without enemies; fortresses, bases, ports and Mulberries follow."""
    pos = act.pos
    if side == f.ALLIED:
        if pos.fortress(place):
            act.marker(place, -1, f.FORTRESS_DESTROYED, 1, "16.3")
        ground = pos.tables.ground
        base = place in ground.u_boat_bases or place in ground.v1_sites
        if base and not pos.state.marker(place, -1, f.BASE_CAPTURED):
            act.marker(place, -1, f.BASE_CAPTURED, 1, "30.2")
    else:
        mulberries.overrun(act, place)
    if pos.controller(place) == side:
        return
    act.emit(ev.Controlled(place, side, act.rule("30.2")))
    if pos.is_city(place) and pos.impulse:
        act.marker(place, -1, "marker.taken_now", impulse_stamp(pos), "20.10")
    if place in pos.tables.ground.ports and side == f.ALLIED:
        ports.captured(act, place, by_air=by_air)
