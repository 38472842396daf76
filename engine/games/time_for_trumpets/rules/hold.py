"""Hold at all costs [ADV]: losses instead of a retreat (39.7); without a leader who orders it, the retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import fieldworks, leaders
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.rules.hits import HoldLosses
from hexledger.engine.games.time_for_trumpets.rules.retreat import Retreats
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, wanted


class OrderHold(Decision, frozen=True, array_like=True, tag=80):
    """`order_hold leader_mcauliffe`: a leader orders to hold at all costs."""

    leader: PieceId


def may_hold(pos: TrumpetsPosition, unit: int, leader: int) -> bool:
    """39.7e-i: the unit is led by him, in his range, and not shocked, unless in a Strong Point or fort."""
    if not leaders.leads(pos, leader, unit) or not leaders.reaches(pos, leader, unit):
        return False
    return not pos.flag(unit, w.SHOCK) or fieldworks.sheltered(pos, pos.at(unit))


def may_order(pos: TrumpetsPosition, leader: int, side: int) -> bool:
    """39.7b-d, 39.6b: he is not spent (unless he holds in this segment already), has not reacted to this corps, and has
    orders left."""
    if not pos.plays("leaders") or pos.side(leader) != side or not pos.on_map(leader):
        return False
    used = pos.flag(leader, w.HELD_HERE)
    if used:
        return used < pos.counters[leader].front.get("command") + 1
    return not pos.flag(leader, w.FLAG["spent"])


class Hold(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=117):
    """TFT 39.7, 54: units must retreat; a leader may order some of them to hold instead."""

    battle: Battle
    side: int
    units: tuple[int, ...]
    length: int

    def _those(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.on_map(unit))

    def _leaders(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        those = self._those(pos)
        return tuple(
            leader
            for leader in sorted(pos.game.arms.leaders)
            if may_order(pos, leader, self.side) and any(may_hold(pos, unit, leader) for unit in those)
        )

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able = self._leaders(pos)
        if not able:
            return None
        return asking(pos, self.side, "prompt.hold", "39.7", OrderHold, Pass, pieces=able, places=(self.battle.target,))

    def run(self, act: Act) -> None:
        """Nobody orders it: they retreat."""
        those = self._those(act.pos)
        if those:
            act.then(Retreats(self.side, those, self.length, self.battle.target))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("39.7")
        found = wanted(decision, (OrderHold, Pass), rule)
        if isinstance(found, OrderHold) and found.leader not in self._leaders(pos):
            raise IllegalDecision(rule, f"{pos.name(found.leader)} cannot order these units to hold")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield Pass()
        yield from (OrderHold(PieceId(leader)) for leader in self._leaders(pos))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if not isinstance(decision, OrderHold):
            self.run(act)
            return
        pos, leader, those = act.pos, decision.leader, self._those(act.pos)
        act.flag(leader, w.HELD_HERE, max(1, pos.flag(leader, w.HELD_HERE)) + 1, "39.7")
        act.flag(leader, w.FLAG["spent"], 1, "39.7")
        stay = tuple(unit for unit in those if may_hold(pos, unit, leader))
        go = tuple(unit for unit in those if unit not in stay)
        away = (Retreats(self.side, go, self.length, self.battle.target),) if go else ()
        act.then(*away, HoldLosses(self.side, stay, self.length))


DECISIONS: Final = (OrderHold,)
STEPS: Final = (Hold,)
