"""Stacking at the end of a segment (23.2, 23.3, 24.7): excess units go, too many headquarters are disrupted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import stacking
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import DISRUPTED, disrupt, eliminate
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted


class RemoveExcess(Decision, frozen=True, array_like=True, tag=39):
    """`remove_excess us_99_393_i`: a unit over the stacking limit is eliminated."""

    unit: PieceId


class Excess(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=19):
    """TFT 23.3c: the owner eliminates units until three are left; 23.2: HQs are disrupted only."""

    side: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        places = stacking.overstacked(pos, self.side)
        if not places:
            return None
        units = stacking.excess(pos, places[0])
        return asking(pos, self.side, "prompt.excess", "23.3", RemoveExcess, pieces=units, places=places)

    def run(self, act: Act) -> None:
        """23.2: both headquarters of a level are disrupted; 23.4e: all artillery substitutes of a hex."""
        pos = act.pos
        crowded = ((stacking.crowded_hqs(pos, self.side), "23.2"), (stacking.crowded_guns(pos, self.side), "23.4"))
        for pieces, rule in crowded:
            for piece in pieces:
                if pos.flag(piece, w.DISRUPT) < DISRUPTED or pos.backed(piece):
                    disrupt(act, piece, rule)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("23.3")
        unit = wanted(decision, RemoveExcess, cited).unit
        places = stacking.overstacked(pos, self.side)
        if not any(unit in stacking.excess(pos, place) for place in places):
            raise IllegalDecision(cited, f"{pos.name(unit)} is not in a hex over the stacking limit")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for place in stacking.overstacked(pos, self.side)[:1]:
            yield from (RemoveExcess(PieceId(unit)) for unit in stacking.excess(pos, place))

    def take(self, act: Act, decision: Decision) -> None:
        eliminate(act, passed(decision, RemoveExcess).unit, "reason.overstack", "23.3")


DECISIONS: Final = (RemoveExcess,)
STEPS: Final = (Excess,)
