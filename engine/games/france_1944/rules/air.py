"""Allied air support: availability, interdiction or ground support, markers in combat (2.0-3, 9.2, R-7, R-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.advantage import OfferReroll
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import D6
from hexledger.engine.games.france_1944.tables.switches import TACTICAL_TWICE
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, passed, wanted


class AssignAir(Decision, frozen=True, array_like=True, tag=50):
    """`assign_air 1`: tactical air markers that go on interdiction; the others are for ground support."""

    interdiction: int


# ---------------------------------------------------------------------- 2.0-3
class AirSupport(Step[FrancePosition], frozen=True, array_like=True, tag=101):
    """F44 2.0-3: interdiction ends, then a die says whether there is air support this turn."""

    def run(self, act: Act) -> None:
        """Markers go back to their boxes before the roll."""
        act.phase("phase.air", w.ALLIED, "2.0-3")
        act.track("track.interdiction", 0, w.ALLIED, "2.0-3")
        act.track("track.tactical", act.pos.scenario.tactical_all, w.ALLIED, "2.0-3")
        act.then(AirRoll(act.roll("roll.air", D6, -1, "2.0-3", low=1)))


class AirRoll(OfferReroll, frozen=True, array_like=True, tag=121):
    """F44 2.0-3, 12.10: the availability die, before it counts."""

    rolls: ClassVar[tuple[str, ...]] = ("reroll.air",)

    die: int

    def stands(self, act: Act) -> None:
        """Available if the die is at most what the turn track says; else no marker of any kind is used this turn."""
        most = act.pos.game.chart.turns[act.state.turn].air
        there = self.die <= most
        act.reckon("reckon.air", w.ALLIED, [("line.listed", most, "2.0-3")], most, "2.0-3")
        act.resolved("table.air", "column.air", self.die, ("result.available" if there else "result.no_air",), "2.0-3")
        act.assign("var.air", int(there), "2.0-3")
        if there:
            act.then(Missions())

    def again(self, act: Act, what: int) -> None:
        AirRoll(act.roll("roll.air", D6, -1, "12.10", low=1)).stands(act)


class Missions(Choice[FrancePosition], frozen=True, array_like=True, tag=122):
    """F44 2.0-3: interdiction or ground support for each tactical air marker."""

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if not pos.track("tactical", w.ALLIED):
            return None
        return asking(pos, w.ALLIED, "prompt.assign_air", "2.0-3", AssignAir)

    def run(self, act: Act) -> None:
        """No tactical air marker."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        found = wanted(decision, AssignAir, pos.game.cite("2.0-3"))
        why = refused(pos, found.interdiction)
        if why is not None:
            raise IllegalDecision(pos.game.cite(why[0]), why[1])

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for number in range(pos.track("tactical", w.ALLIED) + 1):
            if refused(pos, number) is None:
                yield AssignAir(number)

    def take(self, act: Act, decision: Decision) -> None:
        number = passed(decision, AssignAir).interdiction
        act.done()
        act.track("track.interdiction", number, w.ALLIED, "2.0-3")
        act.track("track.tactical", act.pos.track("tactical", w.ALLIED) - number, w.ALLIED, "2.0-3")


def refused(pos: FrancePosition, interdiction: int) -> Refusal | None:
    """2.0-3, 9.2: why so many markers may not go on interdiction."""
    there = pos.track("tactical", w.ALLIED)
    if not 0 <= interdiction <= there:
        return "2.0-3", f"{there} tactical air markers are available"
    if interdiction and pos.state.turn == pos.scenario.first and not pos.game.battle.first_turn_interdiction:
        return "9.2", "on turn 1 tactical air is for ground support only"
    return None


# ---------------------------------------------------------------------- 9.2
def why_not(pos: FrancePosition, marker: int, side: int) -> Refusal | None:
    """9.2: why the attacking side may not use an air marker (a word) in a combat now; None when it may."""
    if side != w.ALLIED:
        return "9.2", "air markers support Allied attacks only"
    if not pos.var("air"):
        return "9.2", "there is no air support this turn"
    if marker == w.TACTICAL:
        twice = pos.reading(TACTICAL_TWICE) != TACTICAL_TWICE.default
        left = pos.track("tactical", w.ALLIED) - (0 if twice else pos.var("tactical_used"))
        if left <= 0:
            return "9.2", "no tactical air marker is left for this increment"
        if pos.var("bomber_now"):
            return "9.2", "a heavy bomber was used in this increment"
        return None
    if marker != w.BOMBER:
        return "9.2", "a tactical air marker or a heavy bomber is wanted"
    if not pos.track("bombers", w.ALLIED):
        return "9.2", "no heavy bomber is left"
    if pos.var("tactical_used"):
        return "9.2", "tactical air was used in this increment"
    if pos.var("bomber_used"):
        return "9.2", "a heavy bomber has been used since the last Allied chit"
    return None


def usable(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """9.2: air markers that an attacker may use in a combat now."""
    return tuple(marker for marker in (w.TACTICAL, w.BOMBER) if why_not(pos, marker, side) is None)


def use(act: Act, marker: int) -> None:
    """9.2: a tactical marker goes back to its box after the combat; a heavy bomber leaves the game."""
    if marker == w.TACTICAL:
        act.assign("var.tactical_used", act.pos.var("tactical_used") + 1, "9.2")
        return
    act.assign("var.bomber_now", 1, "9.2")
    act.assign("var.bomber_used", 1, "9.2")
    act.track("track.bombers", act.pos.track("bombers", w.ALLIED) - 1, w.ALLIED, "9.2")


DECISIONS: Final = (AssignAir,)
STEPS: Final = (AirSupport, AirRoll, Missions)
