"""The movement of a Move round (4.0c.MOVE.2, 10.1e): one menu, until the side ends it; then stacking (8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import march, stacking
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules import bridgeheads, evacuation, moves, overruns, rail
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import asked
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted
from hexledger.engine.procedures.menu import FromMenu


class EndMovement(Decision, frozen=True, array_like=True, tag=53):
    """`end_movement`: the side has moved."""


class RemoveExcess(Decision, frozen=True, array_like=True, tag=41):
    """`remove_excess fr_53_di`: a unit over the stacking limit is eliminated."""

    unit: PieceId


def _check_end(pos: YellowPosition, _decision: EndMovement) -> None:
    """G-A60: the movement is not closed while a red star has to march."""
    undone = march.undone(pos, pos.active)
    if undone is not None:
        raise IllegalDecision(pos.game.cite("H-1"), f"{pos.name(undone)} must march to the Dyle first")


def _ends(pos: YellowPosition) -> tuple[EndMovement, ...]:
    return () if march.undone(pos, pos.active) is not None else (EndMovement(),)


def _end(act: Act, _decision: EndMovement) -> None:
    moves.end_motion(act)
    act.done()


MENU: Final = Menu(
    (
        *moves.ACTIONS,
        *overruns.ACTIONS,
        *rail.ACTIONS,
        *evacuation.ACTIONS,
        *bridgeheads.ACTIONS,
        Action(EndMovement, _check_end, _end, _ends),
    )
)


OTHERS: Final = {
    w.GERMAN: frozenset({rail.Rail.kind(), evacuation.Evacuate.kind()}),
    w.ALLIED: frozenset({bridgeheads.TryBridgehead.kind(), bridgeheads.RemoveBridgehead.kind()}),
}
"""10.5, 10.8, 13.4: side -> what the other side alone does in its Move rounds."""


class Movement(FromMenu[YellowPosition], frozen=True, array_like=True, tag=32):
    """CY 4.0c.MOVE.2: the side moves what it wishes, one unit or stack after the other."""

    menu = MENU
    rule = "10.1"

    side: int

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        game = pos.game
        kinds = tuple(kind for kind in MENU.kinds if kind not in OTHERS[self.side])
        return Prompt(self.side, game.words["prompt.move"], game.rules["10.1"], kinds, complete=False)


class OverLimits(Choice[YellowPosition], frozen=True, array_like=True):
    """CY 8.4: the owner eliminates units of the hexes `crowded`, one after the other, until none is over the limits."""

    def crowded(self, pos: YellowPosition) -> Sequence[int]:
        """Hexes over the limits, the one that is asked about first."""
        raise NotImplementedError

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        places = self.crowded(pos)
        if not places:
            return None
        units = pos.units(places[0])
        return asked(pos, pos.side(units[0]), ("prompt.excess", "8.4"), (RemoveExcess,), units, places)

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("8.4")
        unit = wanted(decision, RemoveExcess, rule).unit
        if pos.at(unit) not in self.crowded(pos):
            raise IllegalDecision(rule, f"{pos.name(unit)} is not in a hex over the stacking limit")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for place in self.crowded(pos)[:1]:
            yield from (RemoveExcess(PieceId(unit)) for unit in pos.units(place))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, RemoveExcess)
        eliminate(act, decision.unit, "reason.overstack", "8.4")


class Excess(OverLimits, frozen=True, array_like=True, tag=33):
    """CY 8.4: the owner eliminates units of hexes over the stacking limit."""

    side: int

    def crowded(self, pos: YellowPosition) -> Sequence[int]:
        return stacking.overstacked(pos, self.side)

    def run(self, act: Act) -> None:
        """13.5.2: nothing is over the limit; a disrupted unit that ends its movement in the port is fit again."""
        if act.pos.port >= 0 and self.side == w.ALLIED:
            for unit in act.pos.units(act.pos.port):
                act.flag(unit, w.DISRUPTED, 0, "13.5")


DECISIONS: Final = (EndMovement, RemoveExcess)
STEPS: Final = (Movement, Excess)
