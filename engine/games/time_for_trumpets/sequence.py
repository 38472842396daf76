"""The sequence of play (3.1): mutual segments, the German and the Allied turn, the mutual end of the turn.

This module composes what the chapters in `rules/` offer; no chapter imports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import chains
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import (
    activation,
    air_supply,
    aircraft,
    breakout,
    bridging,
    combat,
    command,
    demolition,
    end_of_turn,
    events,
    excess,
    exploitation,
    fording,
    fuel,
    movement,
    orders,
    preparation,
    reaction,
    reinforcements,
    returning,
    supply,
    victory,
    works,
)
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.park import CardsAtStart
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted
from hexledger.events import model as ev


def begin(act: Act) -> None:
    """What is played first, once the scenario is set up."""
    act.then(CardsAtStart(w.GERMAN), BeginTurn(act.pos.scenario.first))


class BeginTurn(Step[TrumpetsPosition], frozen=True, array_like=True, tag=1):
    """TFT 3.1: a game turn."""

    turn: int

    def run(self, act: Act) -> None:
        """Mutual segments, both player turns, the end."""
        act.emit(ev.TurnBegan(self.turn))
        act.then(
            preparation.TurnPreparation(),
            *((preparation.Freshness(),) if calendar.code(self.turn) == "PD" else ()),
            aircraft.AircraftSegment(),
            reinforcements.Due(),
            returning.Return(w.GERMAN),
            returning.Return(w.ALLIED),
            command.MutualCommand(),
            air_supply.DropSupplies(),
            supply.MutualSupply(),
            fuel.GermanFuel(),
            PlayerTurn(w.GERMAN),
            PlayerTurn(w.ALLIED),
            end_of_turn.MutualEnd(),
            victory.Judge(),
            NextTurn(),
        )


class NextTurn(Step[TrumpetsPosition], frozen=True, array_like=True, tag=2):
    """The next turn, unless the game is over."""

    def run(self, act: Act) -> None:
        """Go on."""
        if not act.state.over:
            act.then(BeginTurn(act.state.turn + 1))


class PlayerTurn(Step[TrumpetsPosition], frozen=True, array_like=True, tag=3):
    """TFT 3.1, 60.1: the turn of a side: its armies one after the other, then once the end of its turn."""

    side: int

    def run(self, act: Act) -> None:
        """Armies in the order that the player chooses."""
        act.phase("phase.activation", self.side, "13.0")
        act.assign("var.side", self.side)
        act.then(ChooseArmy(self.side), end_of_turn.PlayerEnd(self.side))


class _ChooseHq(Choice[TrumpetsPosition], frozen=True, array_like=True):
    """TFT 14.0, 15.0: one of the headquarters that have not acted yet; the only one left acts without a choice."""

    asks: ClassVar[str]
    rule: ClassVar[str]
    wrong: ClassVar[str]

    side: int

    def level(self, pos: TrumpetsPosition) -> Iterable[int]:
        """Headquarters of this kind."""
        raise NotImplementedError

    def begins(self, act: Act, hq: int) -> None:
        """It acts."""
        raise NotImplementedError

    def open(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Those that have not acted yet."""
        return tuple(hq for hq in self.level(pos) if not pos.flag(hq, w.FLAG["activated"]))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        hqs = self.open(pos)
        return asking(pos, self.side, self.asks, self.rule, activation.Activate, pieces=hqs) if len(hqs) > 1 else None

    def run(self, act: Act) -> None:
        """The only one left, or none."""
        for hq in self.open(act.pos):
            self._begin(act, hq)

    def _begin(self, act: Act, hq: int) -> None:
        act.flag(hq, w.FLAG["activated"], 1, self.rule)
        self.begins(act, hq)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite(self.rule)
        if wanted(decision, activation.Activate, cited).hq not in self.open(pos):
            raise IllegalDecision(cited, self.wrong)

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return (activation.Activate(PieceId(hq)) for hq in self.open(pos))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        self._begin(act, passed(decision, activation.Activate).hq)


class ChooseArmy(_ChooseHq, frozen=True, array_like=True, tag=4):
    """TFT 14.0: the player chooses the army that acts next; the only one left acts without a choice."""

    asks = "prompt.activate_army"
    rule = "14.0"
    wrong = "this is no army that may act now"

    def level(self, pos: TrumpetsPosition) -> Iterable[int]:
        return chains.armies(pos, self.side)

    def begins(self, act: Act, hq: int) -> None:
        act.assign("var.army", hq + 1, "14.0")
        activation.begin_statuses(act, (hq,), "14.0")
        act.then(activation.Statuses(self.side, (hq,), "14.0"), ChooseCorps(self.side, hq), ChooseArmy(self.side))


class ChooseCorps(_ChooseHq, frozen=True, array_like=True, tag=5):
    """TFT 15.0: the player chooses the corps of the army that acts next, until all have acted."""

    asks = "prompt.activate_corps"
    rule = "15.0"
    wrong = "this is no corps of the active army that may act now"

    army: int

    def level(self, pos: TrumpetsPosition) -> Iterable[int]:
        return chains.corps(pos, self.side, self.army)

    def run(self, act: Act) -> None:
        """The only one left, or the end of the army."""
        if not self.open(act.pos):
            act.assign("var.army", 0)
        _ChooseHq.run(self, act)

    def begins(self, act: Act, hq: int) -> None:
        act.assign("var.corps", hq + 1, "15.0")
        act.then(CorpsActivation(self.side, hq), ChooseCorps(self.side, self.army))


class CorpsActivation(Step[TrumpetsPosition], frozen=True, array_like=True, tag=6):
    """TFT 15.0d, 17.1, 17.2: all that a corps does, before another corps begins."""

    side: int
    corps: int

    def run(self, act: Act) -> None:
        """Event, statuses, then the segments 18 to 59."""
        pos, side = act.pos, self.side
        hqs = chains.divisions(pos, self.corps)
        activation.begin_statuses(act, (self.corps, *hqs), "15.0")
        event = (events.RandomEvent(self.corps),) if side == w.GERMAN else ()
        act.then(
            *event,
            activation.Statuses(side, (self.corps,), "15.0"),
            activation.Statuses(side, hqs, "16.0"),
            Segment("orders", side, "18.0"),
            orders.BeginOrders(side, self.corps),
            Segment("works", side, "19.0"),
            works.Works(side),
            Segment("fording", side, "20.0"),
            fording.Fording(side),
            Segment("bridging", side, "21.0"),
            bridging.HaltBridges(),
            bridging.Bridging(side),
            Segment("demolition", side, "22.2"),
            demolition.Demolitions(side),
            Segment("movement", side, "29.0"),
            movement.BeginMovement(side),
            excess.Excess(side),
            breakout.Alert(),
            Segment("reaction", 3 - side, "37.0"),
            reaction.Reaction(3 - side),
            excess.Excess(3 - side),
            Segment("combat", side, "51.0"),
            combat.NoRefight(side),
            combat.Combat(side),
            combat.EndOfCombat(side),
            excess.Excess(w.GERMAN),
            excess.Excess(w.ALLIED),
            Segment("exploitation", side, "59.0"),
            exploitation.Exploitation(side),
            excess.Excess(side),
            EndCorps(),
        )


class Segment(Step[TrumpetsPosition], frozen=True, array_like=True, tag=7):
    """The beginning of a segment of a corps."""

    name: str
    side: int
    rule: str

    def run(self, act: Act) -> None:
        """Say which."""
        act.assign("var.segment", act.word(f"segment.{self.name}"))
        act.phase(f"phase.{self.name}", self.side, self.rule)


class EndCorps(Step[TrumpetsPosition], frozen=True, array_like=True, tag=8):
    """The corps has done everything."""

    def run(self, act: Act) -> None:
        """Nobody acts; what held for the activation only is forgotten."""
        act.assign("var.corps", 0)
        act.assign("var.event", 0)
        act.assign("var.segment", 0)
        end_of_turn.clear(act, end_of_turn.SEGMENT_FLAGS)


DECISIONS: Final = ()
STEPS: Final = (BeginTurn, NextTurn, PlayerTurn, ChooseArmy, ChooseCorps, CorpsActivation, Segment, EndCorps)
