"""Bridgeheads attempted and given up (10.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import banks
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.moves import end_motion
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, permit, wanted


class TryBridgehead(Decision, frozen=True, array_like=True, tag=30):
    """`try_bridgehead 2124`: an attempt at a hex over a river."""

    at: PlaceId


class RemoveBridgehead(Decision, frozen=True, array_like=True, tag=31):
    """`remove_bridgehead 2124`: the German player takes a marker off."""

    at: PlaceId


def attempt(act: Act, place: int, rule: str) -> None:
    """10.8c: the Bridgehead Creation Table, once for each hex and round (10.8f)."""
    pos, chart = act.pos, act.pos.game.chart
    act.marker(place, -1, w.TRIED, 1, "10.8f")
    lines = banks.modifiers(pos, place)
    die = act.roll("roll.bridgehead", chart.faces, place, rule, low=1)
    total = die + sum(value for _, value, _ in lines)
    act.reckon("reckon.bridgehead", place, [("line.roll", die, rule), *lines], total, rule)
    row, cell = chart.tables["bridgehead"].read("result", total)
    act.resolved("table.bridgehead", "column.result", row, (f"result.{cell}",), rule)
    if cell == "success":
        act.marker(place, -1, w.BRIDGEHEAD, 1, rule)


def check_try(pos: YellowPosition, decision: TryBridgehead) -> None:
    """10.8a, 10.8c.1: only the German player."""
    if pos.active != w.GERMAN:
        raise IllegalDecision(pos.game.cite("10.8"), "only the German player forms bridgeheads")
    permit(pos, banks.at_empty(pos, decision.at))


def take_try(act: Act, decision: TryBridgehead) -> None:
    """10.8c.1, 10.1e: the move is over; the die."""
    end_motion(act)
    attempt(act, decision.at, "10.8c.1")


def check_remove(pos: YellowPosition, decision: RemoveBridgehead) -> None:
    """10.8d: when the German player wishes; a marker of an Engaged combat stays for it (10.8f)."""
    if pos.active != w.GERMAN or decision.at not in banks.on_map(pos):
        raise IllegalDecision(pos.game.cite("10.8d"), f"no bridgehead to be removed in {pos.label(decision.at)}")
    if pos.fight_at(decision.at) is not None:
        raise IllegalDecision(pos.game.cite("10.8f"), f"the combat in {pos.label(decision.at)} is Engaged")


def take_remove(act: Act, decision: RemoveBridgehead) -> None:
    """10.8d."""
    act.marker(decision.at, -1, w.BRIDGEHEAD, 0, "10.8d")


def removable(pos: YellowPosition) -> Iterator[RemoveBridgehead]:
    """Markers that the German player may take off."""
    if pos.active == w.GERMAN:
        free = (place for place in banks.on_map(pos) if pos.fight_at(place) is None)
        yield from (RemoveBridgehead(PlaceId(place)) for place in free)


ACTIONS: Final = (
    Action(TryBridgehead, check_try, take_try, lambda pos: (TryBridgehead(PlaceId(p)) for p in banks.tries(pos))),
    Action(RemoveBridgehead, check_remove, take_remove, removable),
)


class BeforeCombat(Choice[YellowPosition], frozen=True, array_like=True, tag=42):
    """CY 10.8c.2, 3: before a combat over a river the German attacker may try to form a bridgehead on the defenders."""

    units: tuple[int, ...]
    target: int
    kind: int

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if pos.active != w.GERMAN or banks.before_combat(pos, self.units, self.target, self.kind) is not None:
            return None
        rule = "10.8c.2" if self.kind == w.MOVE else "10.8c.3"
        return asked(pos, w.GERMAN, ("prompt.bridgehead", rule), (TryBridgehead, Pass), self.units, (self.target,))

    def run(self, act: Act) -> None:
        """No bridgehead can be tried."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("10.8c.3")
        wanted(decision, (TryBridgehead, Pass), rule)
        if isinstance(decision, TryBridgehead) and decision.at != self.target:
            raise IllegalDecision(rule, f"the combat is in {pos.label(self.target)}")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield TryBridgehead(PlaceId(self.target))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, TryBridgehead):
            attempt(act, self.target, "10.8c.2" if self.kind == w.MOVE else "10.8c.3")


DECISIONS: Final = (TryBridgehead, RemoveBridgehead)
STEPS: Final = (BeforeCombat,)
