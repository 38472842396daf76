"""The German immediate counterattack (14): an interrupt when the first Allied unit enters the vacated hex.

It is a fight like any other, with its DRMs (14.25) and results (14.26); when it is over the advance and the Allied
activation, which wait below it on the agenda, go on (14.27, 14.29).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.breakthrough import have_strength
from hexledger.engine.games.june_6.questions.breeding import IN_GCA
from hexledger.engine.games.june_6.questions.counterattack import pending
from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

LISTED: Final = 4
"""With up to so many joiners every group of them is listed; else none, each alone, and all."""


class Counterattack(Decision, frozen=True, array_like=True, tag=65):
    """The Germans counterattack with these units: all that must and any that may."""

    units: tuple[PieceId, ...]


class NoCounterattack(Decision, frozen=True, array_like=True, tag=66):
    """The Germans let the chance go (14.12)."""


class Counter(Choice[June6Position], frozen=True, array_like=True, tag=69):
    """J6 14.12: declare the counterattack now or lose it.

    target  hex that the first Allied unit has entered
    must    units that attack if there is a counterattack
    may     units that may join
    depth   `Fight.depth` of the fight that was interrupted
    """

    target: int
    must: tuple[int, ...]
    may: tuple[int, ...]
    depth: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        if not have_strength(pos, (*self.must, *self.may)):
            return None
        return Prompt(
            f.GERMAN,
            pos.game.words["ask.counterattack"],
            pos.game.rules["14.12"],
            ("counterattack", "no_counterattack"),
            (*self.must, *self.may),
            (self.target,),
            len(self.may) <= LISTED,
        )

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, (Counterattack, NoCounterattack), cite("14.12"))
        if isinstance(decision, NoCounterattack):
            return
        units = decision.units
        if not units or len(set(units)) != len(units):
            raise IllegalDecision(cite("14.21"), "name the units that counterattack, each once")
        for unit in self.must:
            if unit not in units:
                raise IllegalDecision(cite("14.22"), f"{pos.name(unit)} has retreated and must counterattack")
        for unit in units:
            if unit in self.must or unit in self.may:
                continue
            name = pos.game.piece_name(unit)
            if pos.on_map(unit) and pos.at(unit) in pending(pos):
                reason = f"{name} waits for an attack on {pos.label(pos.at(unit))} and may not join"
                raise IllegalDecision(cite("14.23"), reason)
            raise IllegalDecision(cite("14.23"), f"{name} cannot take part in the counterattack")
        if not have_strength(pos, units):
            raise IllegalDecision(cite("12.51"), "the counterattack has no combat strength left after halving")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        sizes = range(len(self.may) + 1) if len(self.may) <= LISTED else (0, 1, len(self.may))
        for size in sizes:
            for joiners in combinations(self.may, size):
                group = tuple(sorted((*self.must, *joiners)))
                if have_strength(pos, group):
                    yield Counterattack(tuple(PieceId(unit) for unit in group))
        yield NoCounterattack()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, NoCounterattack):
            return
        decision = passed(decision, Counterattack)
        units = tuple(sorted(decision.units))
        origin = tuple(act.pos.at(unit) for unit in units)
        fight = Fight(FIGHT_GCA, self.target, units, f.GERMAN, origin=origin, depth=self.depth | IN_GCA)
        act.then(*act.pos.game.successors.combat(fight))

    def run(self, act: Act) -> None:
        """Nobody can counterattack."""


DECISIONS: Final = (Counterattack, NoCounterattack)
STEPS: Final = (Counter,)
