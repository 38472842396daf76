"""Stacking at the end of a move impulse (6.3, 12.7, 31.11, C-74): the owner chooses which units above the limit go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import allowance, stacking, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import losses
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

Excess = tuple[int, tuple[int, ...], int]
"""A hex above its limit, its units that count, and how many of them must go."""


class RemoveExcess(Decision, frozen=True, array_like=True, tag=45):
    """The units that a hex above the stacking limit loses."""

    units: tuple[PieceId, ...]


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
            return place, units, over
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


class Overstacked(Choice[FortressPosition], frozen=True, array_like=True, tag=45):
    """FE 6.3: the end of a move impulse; asks only where a hex is over the limit, hex by hex."""

    side: int

    rule: ClassVar[str] = "6.3"

    def _excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        found = self._excess(pos)
        if found is None:
            return None
        place, units, _ = found
        words, rules = pos.game.words, pos.game.rules
        kinds = (RemoveExcess.kind(),)
        return Prompt(self.side, words["prompt.overstacked"], rules[self.rule], kinds, units, (place,))

    def run(self, act: Act) -> None:
        """Every stack is within the limit."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite(self.rule)
        decision = wanted(decision, RemoveExcess, rule)
        found = self._excess(pos)
        assert found is not None
        place, units, over = found
        chosen = frozenset(decision.units)
        if len(decision.units) != over or len(chosen) != over or not chosen <= frozenset(units):
            number = "1 unit" if over == 1 else f"{over} different units"
            raise IllegalDecision(rule, f"{number} that count for stacking in {pos.label(place)} must go")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        found = self._excess(pos)
        if found is not None:
            for units in combinations(found[1], found[2]):
                yield RemoveExcess(tuple(PieceId(piece) for piece in units))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, RemoveExcess)
        for piece in decision.units:
            losses.eliminate(act, piece, self.rule, "reason.overstacked")


class Beaches(Overstacked, frozen=True, array_like=True, tag=46):
    """FE 12.7: after the first combat impulse of an invasion the ordinary limits hold on flooded beaches at once: of
    79th Armoured and the unit with it one goes."""

    def _excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side, beaches=True)


class Flooded(Overstacked, frozen=True, array_like=True, tag=47):
    """FE 31.11: the moment the low country is flooded the limits of flooded ground hold in it, and in no other hex:
    what Volkssturm has overstacked may wait (25.3)."""

    rule = "31.11"

    def _excess(self, pos: FortressPosition) -> Excess | None:
        return excess(pos, self.side, flooded=True)


MISSING: Missing = ()
DECISIONS: Final = (RemoveExcess,)
STEPS: Final = (Overstacked, Beaches, Flooded)
