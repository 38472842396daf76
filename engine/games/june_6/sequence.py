"""The sequence of play (3): the phases of a game turn in their order, that of 6 June, and what follows each of them.

It composes the chapters of `rules/`, none of which imports it; they find it as `game.successors`. What follows later in
a turn, and the turn of 6 June, is imported where it follows: a command that looks at a part of a game need not load all
its rules.
"""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6.questions.position import June6Position
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
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev


class BeginTurn(Step[June6Position], frozen=True, array_like=True, tag=1):
    """J6 3, 3.87: one game turn, up to the ME phase (3.1-3.6)."""

    turn: int

    def run(self, act: Act) -> None:
        """Begin the turn (a number of the calendar)."""
        act.emit(ev.TurnBegan(self.turn))
        if act.pos.scenario.invasion is not None and self.turn == INVASION:
            begin_invasion(act, self.turn)
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
            *act.pos.game.successors.me_phase(),
        )


# ---------------------------------------------------------------------- PB 1.0 the turn of 6 June
def begin_invasion(act: Act, turn: int) -> None:
    """PB 1.0: the turn of 6 June: AMs (1.3), parachute drop (1.5), then the phases of 1.6 to 1.10."""
    from hexledger.engine.games.june_6.rules import invasion

    recovery.turn_began(act)
    entering.turn_began(act, turn)
    arrivals.turn_began(act, turn)
    invasion.fill_pools(act)
    act.then(*chits.turn_moments(act.pos), *dropping(act.pos), BeforeLanding())


def dropping(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """PB 1.5: the steps of the parachute drop; PB 2.84b.1, 2.84c.1: chits that are shown with it."""
    from hexledger.engine.games.june_6.rules.airborne import BeginDrop, DropParachutes, ResolveDrops

    listed = chits.moment(pos, f.ALLIED, chits.DROP)
    contact = chits.moment(pos, f.GERMAN, chits.CONTACT)
    return (BeginDrop(), *listed, DropParachutes(), *contact, ResolveDrops())


class BeforeLanding(Step[June6Position], frozen=True, array_like=True, tag=600):
    """PB 1.61-1.64: Clear weather and Allied initiative, no logistics, bombardment; the German keeps an AM out."""

    def run(self, act: Act) -> None:
        """PB 1.26, 1.61: Clear weather gives all air and naval markers; PB 1.62: nobody receives points; then on."""
        from hexledger.engine.games.june_6.rules.invasion import KeepAm, ShowAm
        from hexledger.engine.games.june_6.rules.landing import BeginLanding

        weather.determine(act, act.state.turn)
        # PB 1.42, example 2: air markers may be wanted back after the landing.
        late = chits.moment(act.pos, f.ALLIED, chits.TURN)
        act.then(BeginBombardment(), KeepAm(), BeginLanding(), *late, ShowAm())


# ---------------------------------------------------------------------- 3.3 bombardment
class BeginBombardment(Step[June6Position], frozen=True, array_like=True, tag=4):
    """J6 3.3: the German chooses entry hexes, then the Allied player allots his air and naval markers."""

    def run(self, act: Act) -> None:
        """Begin the phase."""
        act.phase("phase.bombardment", f.ALLIED, "3.3")
        called = groups.calling(act.pos)
        choosing = (arrivals.EntryChoices(),) if called else arrivals.choosing(act.pos)
        act.then(*called, *choosing, BombardmentPhase())


# ---------------------------------------------------------------------- what follows
class Sequence:
    """What follows a phase that is over, and what is called back: the `Successors` of `tables.successors`."""

    def combat(self, fight: tuple[Any, ...]) -> tuple[Step[June6Position], ...]:
        """J6 12.5: a combat; all kinds come through the same door."""
        from hexledger.engine.games.june_6.questions.fight import Fight
        from hexledger.engine.games.june_6.rules.combat import Combat

        return (Combat(Fight(*fight)),)

    def am(self, am: int) -> tuple[Step[June6Position], ...]:
        """J6 7.24b: an AM takes effect."""
        from hexledger.engine.games.june_6.rules.me_phase import PlayAm

        return (PlayAm(am),)

    def me_phase(self) -> tuple[Step[June6Position], ...]:
        """J6 3.6."""
        from hexledger.engine.games.june_6.rules.me_phase import BeginMe

        return (BeginMe(),)

    def re_phase(self) -> tuple[Step[June6Position], ...]:
        """J6 3.7."""
        from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe

        return (BeginRe(),)

    def end_phase(self) -> tuple[Step[June6Position], ...]:
        """J6 3.8."""
        from hexledger.engine.games.june_6.rules.endphase import EndPhase

        return (EndPhase(),)

    def turn(self, number: int) -> tuple[Step[June6Position], ...]:
        """J6 3.87."""
        return (BeginTurn(number),)


DECISIONS: Final = ()
STEPS: Final = (BeginTurn, BeginBombardment, BeforeLanding)
