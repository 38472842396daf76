"""Stacking at the end of a move impulse (6.3, 12.7, 31.11, C-74): the owner chooses which units above the limit go."""

from __future__ import annotations

from typing import ClassVar, Final

from hexledger.engine.games.fortress_europa.questions import allowance, stacking, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import losses
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.procedures import stacking as stacking_procedure
from hexledger.engine.procedures.stacking import Excess, RemoveUnits


class RemoveExcess(RemoveUnits, frozen=True, array_like=True, tag=45):
    """The units that a hex above the stacking limit loses."""


def excess(pos: FortressPosition, side: int, *, flooded: bool = False, beaches: bool = False) -> Excess | None:
    """FE 6.3, 12.7, 31.11: the first hex in which a side must remove units now; None when every stack complies.

    flooded   flooded hexes only
    beaches   of the hexes invaded in this turn only those that are flooded, from which nobody moves off (8.2)
    """
    landing = side == f.ALLIED and pos.impulse == 1 and pos.invasion_turn
    for place in sorted({pos.at(piece) for piece in pos.ashore(side)}):
        if (flooded or beaches) and pos.terrain(place) != "flooded":
            continue
        if beaches and not stacking.invaded_now(pos, place):
            continue
        if landing and stacking.invaded_now(pos, place):
            units, limit = stacking.landing_units(pos, place), stacking.landing_limit(pos, place)
        elif len(pos.units(place)) <= pos.stack_limit(place):
            continue
        else:
            units = tuple(piece for piece in pos.units_of(place, side) if pos.stacks(piece))
            decoys = len(pos.decoys_in(place)) if side == f.GERMAN else 0
            limit = pos.stack_limit(place) - decoys
        over = len(units) - limit
        if over > 0 and (flooded or not _excused(pos, place, side, over)):
            return Excess(place, units, over)
    return None


def _excused(pos: FortressPosition, place: int, side: int, over: int) -> bool:
    """FE 33.3.1, 31.10, C-74: Germans of the Bulge comply when enough units of the stack have been able to move."""
    if not pos.scenario.bulge or side != f.GERMAN:
        return False
    units = tuple(piece for piece in pos.units_of(place, side) if pos.stacks(piece))
    return sum(1 for piece in units if _able(pos, piece)) < over


def _able(pos: FortressPosition, piece: int) -> bool:
    """Has a unit moved into its hex in this impulse, or could it have left?"""
    if pos.flag(piece, f.MOVED) == pos.impulse:
        return True
    held = pos.impulse == 2 and pos.in_ezoc(pos.at(piece), pos.side(piece)) and not ways.bold(pos, piece)
    stuck = pos.flag(piece, f.STUCK) or pos.flag(piece, f.CANNOT_MOVE) or pos.frozen(piece)
    return not held and not stuck and bool(ways.reach(pos, piece, ways.Gone(allowance.allowance(pos, piece))))


class Overstacked(stacking_procedure.Overstacked[FortressPosition], frozen=True, array_like=True, tag=45):
    """FE 6.3: the end of a move impulse; asks only where a hex is over the limit, hex by hex."""

    side: int

    rule: ClassVar[str] = "6.3"
    decision: ClassVar[type[RemoveUnits]] = RemoveExcess

    def owner(self, pos: FortressPosition) -> int:
        return self.side

    def excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side)

    def remove(self, act: Act, piece: int) -> None:
        losses.eliminate(act, piece, self.rule, "reason.overstacked")


class Beaches(Overstacked, frozen=True, array_like=True, tag=46):
    """FE 12.7: after the first combat impulse of an invasion the ordinary limits hold on flooded beaches at once: of
    79th Armoured and the unit with it one goes."""

    def excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side, beaches=True)


class Flooded(Overstacked, frozen=True, array_like=True, tag=47):
    """FE 31.11: the moment the low country is flooded the limits of flooded ground hold in it, and in no other hex:
    what Volkssturm has overstacked may wait (25.3)."""

    rule = "31.11"

    def excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side, flooded=True)


MISSING: Missing = ()
DECISIONS: Final = (RemoveExcess,)
STEPS: Final = (Overstacked, Beaches, Flooded)
