"""What the random event of a German corps brings (15.1, 15.2, 32.4, 75.2, 75.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import banks, chains
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import dumps
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted

MOVES: Final = w.EVENT["army_artillery_moves"]
STORES: Final = w.EVENT["captured_stores"]
BOXCARS: Final = 12
"""Chart: at this the unit that moves may fire as well."""


class ChooseEvent(Decision, frozen=True, array_like=True, tag=43):
    """`choose_event 6pza_428_hvy`: the unit, or the division HQ, that the event is about."""

    unit: PieceId


class RandomEvent(Step[TrumpetsPosition], frozen=True, array_like=True, tag=11):
    """TFT 15.1a, 15.2a: two dice for the event of a German corps, whether it rests or not."""

    corps: int

    def run(self, act: Act) -> None:
        """Roll; what needs a choice asks for it."""
        chart = act.pos.game.chart
        die = act.roll_sum("roll.event", 2, 6, self.corps, "15.1")
        name = chart.events[die]
        act.assign("var.event", act.word(f"event.{name}"), "15.1")
        act.assign("var.event_used", 0)
        if name == "ammunition":
            for piece in act.pos.of(w.GERMAN):
                if piece in act.pos.game.roster.artillery and act.pos.status_hq(piece) == self.corps:
                    act.flag(piece, w.FLAG["half_fire"], 1, "15.1")
        elif name in ("bridge_delay", "bridge_help") and calendar.day(act.state.turn) == calendar.FIRST_DAY:
            if any(_open(act.pos, row["side"]) for row in act.pos.scenario.hooks.get("auto_bridges", ())):
                act.assign(f"var.{name}", 1, "60.4")
        elif name in ("army_artillery_moves", "captured_stores"):
            act.then(EventChoice(self.corps, int(die == BOXCARS)))


def _open(pos: TrumpetsPosition, side: list[str]) -> bool:
    a, b = (pos.board.place(label) for label in side)
    return pos.game.ground.key(a, b) in banks.blown(pos)


class EventChoice(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=42):
    """TFT 32.4, 12.3: which immobile unit moves, or which division finds fuel; nothing where there is none (G-D11)."""

    corps: int
    fires: int

    def _units(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        if pos.var("event") == STORES:
            levels = pos.game.roster.level
            return tuple(hq for hq in chains.divisions(pos, self.corps) if pos.on_map(hq) and levels[hq] == "division")
        army = pos.above(self.corps, "army")
        return tuple(p for p in sorted(pos.game.roster.immobile) if pos.on_map(p) and pos.above(p, "army") == army)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        units = self._units(pos)
        return asking(pos, w.GERMAN, "prompt.event", "15.1", ChooseEvent, pieces=units) if units else None

    def run(self, act: Act) -> None:
        """G-D11: nobody is eligible."""
        act.note("note.event_void", (), "15.1")

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("15.1")
        if wanted(decision, ChooseEvent, cited).unit not in self._units(pos):
            raise IllegalDecision(cited, "the event is not about this unit")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return (ChooseEvent(PieceId(unit)) for unit in self._units(pos))

    def take(self, act: Act, decision: Decision) -> None:
        found = passed(decision, ChooseEvent)
        act.done()
        if act.pos.var("event") == STORES:
            dumps.gain(act, act.pos.at(found.unit))
            return
        act.flag(found.unit, w.FLAG["event_moves"], 1, "32.4")
        act.flag(found.unit, w.FLAG["event_fires"], self.fires, "32.4")


DECISIONS: Final = (ChooseEvent,)
STEPS: Final = (RandomEvent, EventChoice)
