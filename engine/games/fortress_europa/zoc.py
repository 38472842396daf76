"""Zones of control (7, 9.5, 12.8, 20.6, 21.6): whose zone reaches where. Asked through `FortressPosition.zoc`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.position import FortressPosition


KEPT: Final = 64
"""States of bridges and fortresses for which the spread of ZOCs is kept."""


def has_zoc(pos: FortressPosition, piece: int) -> bool:
    """FE 7.1: land units on the map have a ZOC, at least in their own hex; a hidden unit is not on the map."""
    return piece in pos.game.roster.land and pos.on_map(piece)


def own_hex_only(pos: FortressPosition, piece: int) -> bool:
    """FE 7.1, 9.5, 12.8, 20.6, 21.6: units whose ZOC is their own hex and no more."""
    if piece in pos.game.roster.own_hex_zoc:
        return True
    flags, base = pos.state.flags, piece << 16
    if flags.get(base | f.FROZEN, 0) or flags.get(base | f.DROPPED, 0):
        return True
    return pos.impulse == 1 and flags.get(base | f.INVADING, 0) != 0


def extends(pos: FortressPosition, a: int, b: int, side: int) -> bool:
    """FE 7.1: could a ZOC of `side` in hex a extend to the adjacent hex b?

    Not over an estuary, other water or a river without bridges, and not into an enemy fortress that is intact (only
    Germans hold those, 16.3).
    """
    if b not in pos.game.ground.links[a] or pos.broken(a, b):
        return False
    return side != f.ALLIED or not pos.fortress(b)


def spread(pos: FortressPosition, side: int) -> Mapping[int, tuple[int, ...]]:
    """FE 7.1: hex -> adjacent hexes to which a ZOC of `side` extends from it. It hangs on the bridges that are out and
    on the fortresses that stand, not on units, so that it is kept beyond one position."""
    ground = pos.game.ground
    standing = tuple(p for p in sorted(ground.fortresses) if pos.fortress(p)) if side == f.ALLIED else ()
    key, known = (side, pos.without_bridges(), standing), ground.zoc_spreads
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = {
            place: tuple(there for there in links if extends(pos, place, there, side))
            for place, links in enumerate(ground.links)
        }
    return found


def zone_of(pos: FortressPosition, piece: int) -> tuple[int, ...]:
    """FE 7.1: the hexes of a unit's ZOC, its own first."""
    if not has_zoc(pos, piece):
        return ()
    place, side = pos.at(piece), pos.side(piece)
    if own_hex_only(pos, piece):
        return (place,)
    return (place, *(there for there in pos.game.ground.links[place] if extends(pos, place, there, side)))


def zones(pos: FortressPosition, side: int) -> dict[int, tuple[int, ...]]:
    """FE 7.1: place -> units of a side whose ZOC it lies in, ascending. As `zone_of` says it of each unit."""
    confined = _confined(pos, side)
    covers = pos.decoys_out if side == f.GERMAN else ()
    return pos.mapped(("zones", side, confined, covers), lambda: _zones(pos, side, confined, covers))


def _confined(pos: FortressPosition, side: int) -> frozenset[int]:
    """Units of a side ashore that are `own_hex_only`: the flags are looked through once for all of them."""
    words = (f.FROZEN, f.DROPPED, f.INVADING) if pos.impulse == 1 else (f.FROZEN, f.DROPPED)
    flagged = {key >> 16 for key in pos.state.flags if key & 0xFFFF in words}
    always = pos.game.roster.own_hex_zoc
    return frozenset([piece for piece in pos.ashore(side) if piece in flagged or piece in always])


def _zones(
    pos: FortressPosition, side: int, confined: frozenset[int], covers: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    beyond, at = spread(pos, side), pos.state.at
    for piece in pos.ashore(side):
        here = at[piece]
        for place in (here,) if piece in confined else (here, *beyond[here]):
            if place in found:
                found[place].append(piece)
            else:
                found[place] = [piece]
    for decoy in covers:  # 31.6: to the Allies a decoy is a unit.
        for place in (at[decoy], *beyond[at[decoy]]):
            found.setdefault(place, []).append(decoy)
    return {place: tuple(pieces) for place, pieces in found.items()}
