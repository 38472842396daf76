"""Flooding (31.11): the low country is dry until the German floods all of it at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import stacking
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class FloodLand(Decision, frozen=True, array_like=True, tag=225):
    """Flood all of it now, or keep it dry for another player turn."""

    flood: bool


class Flood(Choice[FortressPosition], frozen=True, array_like=True, tag=225):
    """FE 31.11: at the start of either player turn the German may flood the low country, for the rest of the game."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not pos.option("31.11") or pos.state.variable(f.VAR_FLOODED):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.flood"], rules["31.11"], (FloodLand.kind(),))

    def run(self, act: Act) -> None:
        """Without the option the hexes are flooded from the beginning; with it once is enough."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, FloodLand, pos.game.cite("31.11"))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield FloodLand(False)
        yield FloodLand(True)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, FloodLand)
        act.done()
        if decision.flood:
            act.assign(f.VAR_FLOODED, 1, "31.11")
            act.note("note.flooded", rule="31.11")
            act.then(stacking.Flooded(f.ALLIED), stacking.Flooded(f.GERMAN))


DECISIONS: Final = (FloodLand,)
STEPS: Final = (Flood,)
