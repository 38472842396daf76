"""The advanced air system (A 17): more aircraft, German fuel, German aircraft of the Western Front and of Germany.

The stock and the production of fuel stand on their tracks; `var.air_germany` says how many of the German TAC are in the
Germany box this month (night fighters always are).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import fuel
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

SAC, TAC, NF = "SAC", "TAC", "NF"


def production(pos: FortressPosition) -> int:
    """A 17.7: fuel that a month brings."""
    return pos.state.track(pos.game.words["track.fuel_production"], f.GERMAN)


# ---------------------------------------------------------------------- fuel
def begin(act: Act) -> None:
    """A 17.7: fuel at the start of the game."""
    chart: dict[str, Any] = act.pos.game.edition.chart("fuel")
    act.track("track.fuel", chart["stock_start"], f.GERMAN, "A 17.7")
    act.track("track.fuel_production", chart["production_start"], f.GERMAN, "A 17.7")


def month_began(act: Act) -> None:
    """A 17.7.1, C-60: a month's production is added to the stock, but for June; the track has an end."""
    if act.state.turn > 1:
        most: int = act.pos.game.edition.chart("fuel", "track_max")
        act.track("track.fuel", min(most, fuel.stock(act.pos) + production(act.pos)), f.GERMAN, "A 17.7")


def turn_flown(act: Act, attacked: bool) -> None:
    """A 17.7.2, C-41: an attack on fuel that was not cancelled costs a point of production, a turn without adds one."""
    low, high = (act.pos.game.edition.chart("fuel", key) for key in ("production_min", "production_max"))
    now = production(act.pos) + (-1 if attacked else 1)
    act.track("track.fuel_production", max(low, min(high, now)), f.GERMAN, "A 17.7")


def burn(act: Act) -> None:
    """A 17.7.3: a German aircraft flies."""
    act.track("track.fuel", fuel.stock(act.pos) - 1, f.GERMAN, "A 17.7")


# ---------------------------------------------------------------------- boxes
class AssignBoxes(Decision, frozen=True, array_like=True, tag=148):
    """How many of the German TAC are in the Germany box this month; the others are on the Western Front."""

    germany: int


class Boxes(Choice[FortressPosition], frozen=True, array_like=True, tag=147):
    """A 17.9.1: at the start of a month the German says which of his aircraft defend Germany."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.air"], rules["A 17.9.1"], (AssignBoxes.kind(),))

    def run(self, act: Act) -> None:
        """Never: there is always something to decide."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite("A 17.9.1")
        decision = wanted(decision, AssignBoxes, rule)
        most = fuel.german_all(pos)[TAC]
        if not 0 <= decision.germany <= most:
            raise IllegalDecision(rule, f"0 to {most} tactical aircraft can be put into the Germany box")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        for count in range(fuel.german_all(pos)[TAC] + 1):
            yield AssignBoxes(count)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, AssignBoxes)
        act.done()
        # recorded games cite the whole rule here
        act.assign("var.air_germany", decision.germany, "A 17.9")


DECISIONS: Final = (AssignBoxes,)
STEPS: Final = (Boxes,)
