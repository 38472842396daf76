"""The sequence of play (2.0, 5.1, 10.1): turns, the cup, initiative and reaction, the Administrative Phase.

This module composes what the chapters in `rules/` offer; no chapter imports it.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import (
    air,
    airborne,
    attrition,
    bulge,
    commitment,
    initiative,
    reaction,
    reinforcements,
    replacements,
    southern,
    turn,
    victory,
)
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import COMMIT_ORDER
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev


def begin(act: Act) -> None:
    """What is played first, once the scenario is set up."""
    act.then(BeginTurn(act.pos.scenario.first))


class BeginTurn(Step[FrancePosition], frozen=True, array_like=True, tag=20):
    """F44 2.0: steps 1 to 7 of a turn; turn 1 begins with step 8, the others are done by the set-up."""

    turn: int

    def run(self, act: Act) -> None:
        """Preliminary steps, then the rest of the turn."""
        act.emit(ev.TurnBegan(self.turn))
        act.phase("phase.turn", 0, "2.0-1")
        act.assign("var.airborne_uses", 0)
        attrition.fuehrer_due(act)
        first = self.turn == act.pos.scenario.first
        early = (turn.ResetReaction(), air.AirSupport(), turn.SupplyPoints(), turn.ReactionPoints(), turn.FillCup())
        act.then(*(() if first else early), PlayTurn())


class PlayTurn(Step[FrancePosition], frozen=True, array_like=True, tag=21):
    """F44 2.0: steps 8 to 12."""

    def run(self, act: Act) -> None:
        """Commitment, the cup, final reactions, victory, and the next turn."""
        pos = act.pos
        act.phase("phase.commitment", 0, "2.0-8")
        german_first = pos.reading(COMMIT_ORDER) == COMMIT_ORDER.default
        order = (w.GERMAN, w.ALLIED) if german_first else (w.ALLIED, w.GERMAN)
        act.then(
            *(commitment.Commit(side) for side in order),
            bulge.BulgeWindow(),
            BulgePhases(),
            DrawChit(),
            FinalReaction(w.GERMAN),
            FinalReaction(w.ALLIED),
            victory.Victory(),
            NextTurn(),
        )


class NextTurn(Step[FrancePosition], frozen=True, array_like=True, tag=22):
    """F44 2.0-12: the game goes on."""

    def run(self, act: Act) -> None:
        """The next turn, unless the game has been decided."""
        if act.state.winner < 0:
            act.then(BeginTurn(act.state.turn + 1))


class BulgePhases(Step[FrancePosition], frozen=True, array_like=True, tag=23):
    """F44 12.5, R-65: a declared Bulge offensive: up to three points of reaction, then two initiative phases in a row,
    each with its reaction opportunity."""

    def run(self, act: Act) -> None:
        """Nothing without a declaration."""
        left = act.pos.var("bulge_left")
        act.assign("var.bulge_left", 0, "12.5")
        if left:
            act.phase("phase.bulge", w.GERMAN, "12.5")
            act.then(
                reaction.Reacting(w.GERMAN, 0, False),
                reaction.ReactionEnds(),
                *(InitiativePhase(w.GERMAN) for _ in range(left)),
            )


class DrawChit(Step[FrancePosition], frozen=True, array_like=True, tag=24):
    """F44 2.0-9: one chit after the other, until the cup is empty."""

    def run(self, act: Act) -> None:
        """Initiative of a side, or the Administrative Phase."""
        if not act.pos.pool("cup"):
            return
        act.phase("phase.cycle", 0, "2.0-9")
        chit = act.draw("pool.cup", "2.0-9")
        if chit == w.ADMIN_CHIT:
            act.then(AdministrativePhase(), DrawChit())
            return
        side = w.ALLIED if chit == w.CHITS[w.ALLIED] else w.GERMAN
        if side == w.ALLIED:
            act.assign("var.bomber_used", 0, "9.2")
        act.then(InitiativePhase(side), DrawChit())


class InitiativePhase(Step[FrancePosition], frozen=True, array_like=True, tag=25):
    """F44 5.1, 5.2: the owner of the chit activates an HQ or passes, then the other side may react, else he himself."""

    side: int

    def run(self, act: Act) -> None:
        """Initiative, reaction opportunity, end of the cycle."""
        act.phase("phase.initiative", self.side, "5.1")
        act.assign("var.chit", self.side, "5.1")
        act.then(
            *airborne.before_hq(act.pos, self.side),
            initiative.Activate(self.side),
            Opportunity(self.side),
            CycleEnds(),
        )


class Opportunity(Step[FrancePosition], frozen=True, array_like=True, tag=26):
    """F44 5.1, 5.2: the reacting side may spend one to three points; only if it spends none the other side may."""

    owner: int

    def run(self, act: Act) -> None:
        """The side without the chit first."""
        act.phase("phase.reaction", w.other(self.owner), "5.2")
        act.then(reaction.Reacting(w.other(self.owner), 0, True), reaction.ReactionEnds())


class CycleEnds(Step[FrancePosition], frozen=True, array_like=True, tag=27):
    """F44 12.3, R-37: the end of an initiative and reaction cycle."""

    def run(self, act: Act) -> None:
        """The 18th Airborne goes back after Market Garden."""
        airborne.cycle_ends(act)
        act.assign("var.chit", 0)


class FinalReaction(Step[FrancePosition], frozen=True, array_like=True, tag=28):
    """F44 2.0-10, 2.0-11: a last reaction of up to three points."""

    side: int

    def run(self, act: Act) -> None:
        """Without an answer of the other side."""
        act.phase("phase.final_reaction", self.side, "2.0-10" if self.side == w.GERMAN else "2.0-11")
        act.then(reaction.Reacting(self.side, 0, False), reaction.ReactionEnds())


class AdministrativePhase(Step[FrancePosition], frozen=True, array_like=True, tag=29):
    """F44 10.1, R-3: both sides, segment by segment; nobody reacts afterwards."""

    def run(self, act: Act) -> None:
        """In the order of 10.1."""
        act.phase("phase.administrative", 0, "10.1")
        act.then(
            attrition.Attrition(),
            replacements.Replacements(),
            southern.Southern(),
            reinforcements.Reinforcements(w.GERMAN),
            reinforcements.Reinforcements(w.ALLIED),
        )


DECISIONS: Final = ()
STEPS: Final = (
    *(BeginTurn, PlayTurn, NextTurn, BulgePhases, DrawChit, InitiativePhase, Opportunity, CycleEnds, FinalReaction),
    AdministrativePhase,
)
