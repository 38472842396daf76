"""Decoys in Germany (31.6): what is far from the front is covered where two units stand together, and shown in time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import distances
from hexledger.engine.games.fortress_europa.questions import decoys, trains
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import decoys as decoys_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import EndMoves
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

_FRONT: Final = 12
"""Hexes from the enemy within which a unit is wanted, and not hidden."""


def decide(pos: FortressPosition, found: Decision | None) -> Decision | None:
    """A decision about decoys that comes before `found`, or else `found`: show in the first impulse what the front
    needs, bring the others nearer to it, cover at the end of the second what it does not need."""
    if not pos.option("31.6") or pos.active_side != f.GERMAN:
        return found
    away = distances.to_enemy(pos, f.GERMAN)
    if pos.impulse == 1:
        seats = _seats(pos)
        wanted = (decoy for decoy in pos.decoys_out if seats > 0 or away.get(pos.at(decoy), distances.FAR) < _FRONT)
        shown = next(wanted, None)
        if shown is not None:
            return decoys_rules.ShowUnit(PieceId(shown))
    if isinstance(found, EndMoves):
        nearer = _nearer(pos, away)
        if nearer is not None or pos.impulse == 1:
            return nearer or found
        for place in sorted({pos.at(unit) for unit in pos.ashore(f.GERMAN)} & pos.tables.ground.germany):
            units = tuple(PieceId(unit) for unit in pos.units_of(place, f.GERMAN) if pos.stacks(unit))
            # One unit alone would hide nothing: everybody has seen it.
            hides = len(units) > 1 and away.get(place, distances.FAR) >= _FRONT and not pos.decoys_in(place)
            if hides and decoys.conceal_refusal(pos, place, units) is None:
                return decoys_rules.Conceal(PlaceId(place), units)
    return found


def _seats(pos: FortressPosition) -> int:
    """Units that trains could still take to the front and that do not stand there for all to see."""
    home = [unit for unit in pos.ashore(f.GERMAN) if pos.at(unit) in pos.tables.ground.germany]
    waiting = sum(1 for unit in home if trains.stays(pos, unit) is None and unit not in pos.tables.roster.hqs)
    return trains.capacity(pos) - trains.used(pos) - waiting


def _nearer(pos: FortressPosition, away: Mapping[int, int]) -> decoys_rules.MoveDecoy | None:
    """The move of a decoy that brings it nearest to the enemy, though no nearer than the front."""
    best, found = 0, None
    for move in decoys_rules.moves(pos):
        end = away.get(move.path[-1], distances.FAR)
        gain = away.get(pos.at(move.decoy), distances.FAR) - end
        if gain > best and end >= _FRONT - 1:
            best, found = gain, move
    return found
