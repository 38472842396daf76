"""The game turn up to the ME phase (3.1-3.5): the phases that lead to the AM pool, in their order."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.invasion_plan import INVASION
from hexledger.engine.games.june_6.rules import (
    arrivals,
    chits,
    departures,
    entering,
    groups,
    headquarters,
    recovery,
    weather,
)
from hexledger.engine.games.june_6.rules.activation import BeginMe
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev


class BeginTurn(Step, frozen=True, array_like=True, tag=1):
    """J6 3, 3.87: one game turn, up to the AMs; the phases that follow put each other on the agenda."""

    turn: int

    def run(self, act: Recorder[Any]) -> None:
        """Begin the turn (a number of the calendar)."""
        act.emit(ev.TurnBegan(self.turn))
        if act.pos.scenario.invasion is not None and self.turn == INVASION:
            from hexledger.engine.games.june_6.rules import invasion

            invasion.begin(act, self.turn)
            return
        weather.determine(act, self.turn)
        recovery.turn_began(act)
        headquarters.turn_began(act)
        entering.turn_began(act, self.turn)
        arrivals.turn_began(act, self.turn)
        scenario = act.pos.scenario
        bombardment = () if scenario.budget.start_in_me and self.turn == scenario.first else (BeginBombardment(),)
        placing = arrivals.placing(act.pos)
        act.then(
            *departures.turn_begins(act.pos, self.turn),
            *chits.turn_moments(act.pos),
            Logistics(f.ALLIED),
            *bombardment,
            Logistics(f.GERMAN),
            *placing,
            # PB 1.42, example 2: air markers may be wanted back after the bombardment.
            *chits.moment(act.pos, f.ALLIED, chits.TURN),
            BeginMe(),
        )


# ---------------------------------------------------------------------- 3.3 bombardment
class BeginBombardment(Step, frozen=True, array_like=True, tag=4):
    """J6 3.3: the German chooses entry hexes, then the Allied player allots his air and naval markers."""

    def run(self, act: Recorder[Any]) -> None:
        """Begin the phase."""
        act.phase("phase.bombardment", f.ALLIED, "3.3")
        called = groups.calling(act.pos)
        choosing = (arrivals.EntryChoices(),) if called else arrivals.choosing(act.pos)
        act.then(*called, *choosing, *bombardment())


def bombardment() -> tuple[Step, ...]:
    """The step in which air and naval markers bombard."""
    from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase

    return (BombardmentPhase(),)


DECISIONS: Final = ()
STEPS: Final = (BeginTurn, BeginBombardment)
