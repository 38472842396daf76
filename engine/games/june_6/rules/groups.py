"""Optional German groups (PB 2.83): the German calls them, the Allies score for it, he receives points for AMs.

`pool.group` holds each group that has been called, `pool.group_entered` the turn in which its first formation entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.groups import entry_turn, refusal
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.objectives import score
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.groups import RULE
from hexledger.engine.games.june_6.tables.schedule import Arrival
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted


class CallGroup(Decision, frozen=True, array_like=True, tag=701):
    """Call an optional group of German reinforcements, by its number on the chart: `call_group 2`."""

    group: int


class NoGroup(Decision, frozen=True, array_like=True, tag=702):
    """Call no optional group now."""


def calling(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """The step in which the German may call groups, if any can be called."""
    return (CallGroups(),) if any(not refusal(pos, group.number) for group in pos.scenario.groups) else ()


class CallGroups(Choice[June6Position], frozen=True, array_like=True, tag=701):
    """PB 2.83c: at the beginning of the bombardment phase, before he chooses entry areas, the German may call
    groups."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while a group can be called."""
        if not calling(pos):
            return None
        kinds = (CallGroup.kind(), NoGroup.kind())
        return Prompt(f.GERMAN, pos.game.words["ask.group"], pos.game.rules[RULE], kinds)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses groups that are not on the chart for this turn, and those that have been called."""
        decision = wanted(decision, (CallGroup, NoGroup), pos.game.cite(RULE))
        if isinstance(decision, CallGroup) and refusal(pos, decision.group):
            raise IllegalDecision(pos.game.cite(RULE), refusal(pos, decision.group))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every group that can be called, then none."""
        for group in pos.scenario.groups:
            if not refusal(pos, group.number):
                yield CallGroup(group.number)
        yield NoGroup()

    def take(self, act: Act, decision: Decision) -> None:
        """The formations of the group wait like the reinforcements of this turn."""
        if not isinstance(decision, CallGroup):
            act.done()
            return
        group = next(group for group in act.pos.scenario.groups if group.number == decision.group)
        act.pool("pool.group", group.number, 1, RULE)
        act.note("note.group_called", (group.number,), RULE)
        for arrival in group.arrivals:
            for piece in arrival.pieces:
                act.pool("pool.entering", piece, 1, RULE)

    def run(self, act: Act) -> None:
        """Nothing (more) to call."""


def formation_enters(act: Act, arrival: Arrival) -> None:
    """PB 2.83c: with the first formation of a group that enters, the Allies score what the chart says for the turn."""
    group = next((group for group in act.pos.scenario.groups if arrival in group.arrivals), None)
    if group is None or entry_turn(act.pos, group):
        return
    points = group.points.get(act.state.turn, 0)
    act.pool("pool.group_entered", group.number, act.state.turn, RULE)
    act.note("note.group_entered", (group.number, points), RULE)
    score(act, points, RULE)


DECISIONS: Final = (CallGroup, NoGroup)
STEPS: Final = (CallGroups,)
