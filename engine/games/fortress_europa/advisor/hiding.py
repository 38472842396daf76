"""Decoys in Germany (31.6): what is far from the front is covered where two units stand together, and shown in time."""

from __future__ import annotations

from typing import Final

from hexledger.engine.decisions import Decision, PieceId, PlaceId
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.advisor import ground
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import decoys
from hexledger.engine.games.fortress_europa.rules.move_impulse import EndMoves

_FRONT: Final = 12
"""Hexes from the enemy within which a unit is wanted, and not hidden."""


def decide(pos: FortressPosition, found: Decision | None) -> Decision | None:
    """A decision about decoys that comes before `found`, or else `found`: show in the first impulse what the front
    needs, cover at the end of the second what it does not."""
    if not pos.option("31.6") or pos.active_side != f.GERMAN:
        return found
    away = ground.to_enemy(pos, f.GERMAN)
    if pos.impulse == 1:
        wanted = (decoy for decoy in pos.decoys_out if away.get(pos.at(decoy), ground.FAR) < _FRONT)
        return next((decoys.ShowUnit(PieceId(decoy)) for decoy in wanted), found)
    if isinstance(found, EndMoves):
        for place in sorted({pos.at(unit) for unit in pos.ashore(f.GERMAN)} & pos.game.ground.germany):
            units = tuple(PieceId(unit) for unit in pos.units_of(place, f.GERMAN) if pos.stacks(unit))
            # One unit alone would hide nothing: everybody has seen it.
            hides = len(units) > 1 and away.get(place, ground.FAR) >= _FRONT and not pos.decoys_in(place)
            if hides and decoys.conceal_refusal(pos, place, units) is None:
                return decoys.Conceal(PlaceId(place), units)
    return found
