"""Zones of control (7, 9.5, 12.8, 20.6, 21.6): whose zone reaches where. Asked through `FortressPosition.zoc`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.fortress_europa.questions.standing import Standing
from hexledger.engine.games.fortress_europa.tables import flags as f

FLAGS: Final = (f.FROZEN, f.DROPPED, f.INVADING, f.COVERS)
"""Flags of pieces on which ZOCs hang."""
KEPT: Final = 64
"""States of bridges and fortresses for which the spread of ZOCs is kept."""


def has_zoc(pos: Standing, piece: int) -> bool:
    """FE 7.1: land units on the map have a ZOC, at least in their own hex; a hidden unit is not on the map."""
    return piece in pos.tables.roster.land and pos.on_map(piece)


def own_hex_only(pos: Standing, piece: int) -> bool:
    """FE 7.1, 9.5, 12.8, 20.6, 21.6: units whose ZOC is their own hex and no more."""
    if piece in pos.tables.roster.own_hex_zoc:
        return True
    flags, base = pos.state.flags, piece << 16
    if flags.get(base | f.FROZEN, 0) or flags.get(base | f.DROPPED, 0):
        return True
    return pos.impulse == 1 and flags.get(base | f.INVADING, 0) != 0


def extends(pos: Standing, a: int, b: int, side: int) -> bool:
    """FE 7.1: could a ZOC of `side` in hex a extend to the adjacent hex b?

    Not over an estuary, other water or a river without bridges, and not into an enemy fortress that is intact (only
    Germans hold those, 16.3).
    """
    if b not in pos.tables.ground.links[a] or pos.broken(a, b):
        return False
    return side != f.ALLIED or not pos.fortress(b)


def spread(pos: Standing, side: int) -> Mapping[int, tuple[int, ...]]:
    """FE 7.1: hex -> adjacent hexes to which a ZOC of `side` extends from it. It hangs on the bridges that are out and
    on the fortresses that stand, not on units, so that it is kept beyond one position."""
    return pos.marked(("spread", side), lambda: _spread(pos, side))


def _spread(pos: Standing, side: int) -> Mapping[int, tuple[int, ...]]:
    ground = pos.tables.ground
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


def zone_of(pos: Standing, piece: int) -> tuple[int, ...]:
    """FE 7.1: the hexes of a unit's ZOC, its own first."""
    if not has_zoc(pos, piece):
        return ()
    place, side = pos.at(piece), pos.side(piece)
    if own_hex_only(pos, piece):
        return (place,)
    return (place, *(there for there in pos.tables.ground.links[place] if extends(pos, place, there, side)))


def zones(pos: Standing, side: int) -> Mapping[int, tuple[int, ...]]:
    """FE 7.1: place -> units of a side whose ZOC it lies in, both ascending. As `zone_of` says it of each unit."""
    kept: Zones = pos.tables.ground.zocs.setdefault(side, Zones())
    return kept.now(spread(pos, side), _stands(pos, side))


def _stands(pos: Standing, side: int) -> dict[int, int]:
    """What the ZOC of each unit of a side ashore hangs on: its place, as `~place` where it is `own_hex_only`. 31.6: to
    the Allies a decoy is a unit. The flags are looked through once for all units."""
    words = (f.FROZEN, f.DROPPED, f.INVADING) if pos.impulse == 1 else (f.FROZEN, f.DROPPED)
    confined = pos.tables.roster.own_hex_zoc.union([key >> 16 for key in pos.state.flags if key & 0xFFFF in words])
    at = pos.state.at
    stands = {piece: ~at[piece] if piece in confined else at[piece] for piece in pos.ashore(side)}
    if side == f.GERMAN:
        stands.update((decoy, at[decoy]) for decoy in pos.decoys_out)
    return stands


class Zones:
    """The ZOCs of a side as they were asked for last, kept beyond one position: few units stand in another place a
    decision later, and only the ZOCs of those are written anew. What has been handed out is never changed."""

    def __init__(self) -> None:
        self._beyond: Mapping[int, tuple[int, ...]] = {}
        self._stands: dict[int, int] = {}
        self._found: dict[int, tuple[int, ...]] = {}

    def now(self, beyond: Mapping[int, tuple[int, ...]], stands: dict[int, int]) -> Mapping[int, tuple[int, ...]]:
        """Place -> units whose ZOC it lies in, both ascending; `beyond` as `spread`, `stands` as `_stands` say it."""
        if beyond is not self._beyond:
            self._beyond, self._stands, self._found = beyond, {}, {}
        if stands != self._stands:
            before = self._stands
            found = self._found.copy()
            for piece in sorted({piece for piece, _ in before.items() ^ stands.items()}):
                self._lift(found, piece, before.get(piece))
                self._lay(found, piece, stands.get(piece))
            # in order of the places: what came before in this process must show nowhere
            self._stands, self._found = stands, dict(sorted(found.items()))
        return self._found

    def _hexes(self, stand: int) -> tuple[int, ...]:
        return (stand, *self._beyond[stand]) if stand >= 0 else (~stand,)

    def _lift(self, found: dict[int, tuple[int, ...]], piece: int, stand: int | None) -> None:
        for place in () if stand is None else self._hexes(stand):
            left = tuple(one for one in found[place] if one != piece)
            if left:
                found[place] = left
            else:
                del found[place]

    def _lay(self, found: dict[int, tuple[int, ...]], piece: int, stand: int | None) -> None:
        for place in () if stand is None else self._hexes(stand):
            found[place] = tuple(sorted((*found.get(place, ()), piece)))
