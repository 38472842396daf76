"""Drill: the module's front page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from hexledger.engine.editions.edition import Edition, load_edition
from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Prompt, Step
from hexledger.engine.naming.options import chosen
from hexledger.engine.naming.switches import Switch
from hexledger.events.model import Event, TurnBegan
from hexledger.projections.state import State
from tests.drill import attack, sequence
from tests.drill.advice import advise
from tests.drill.decisions import Attack, FallBack, Intend, Move, Pass
from tests.drill.position import DrillPosition

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.tables.lottery import Lottery


class Drill(Game[DrillPosition]):
    """The rulebook module of Drill."""

    id: ClassVar[str] = "drill"
    title: ClassVar[str] = "Drill"
    code: ClassVar[str] = "DR"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("red", "blue")
    package: ClassVar[str] = "tests.drill"
    decision_classes: ClassVar[tuple[type[Decision], ...]] = (Move, Attack, Pass, FallBack, Intend)
    step_classes: ClassVar[tuple[type[Step[DrillPosition]], ...]] = (*sequence.STEPS, *attack.STEPS)

    movement_kinds: ClassVar[frozenset[str]] = frozenset({"move"})
    combat_kinds: ClassVar[frozenset[str]] = frozenset({"attack", "fall_back", "seal", "reveal", "intend"})
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active"})
    switches: ClassVar[Mapping[str, Switch]] = {attack.PRESS.name: attack.PRESS}

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        terrain = edition.chart("terrain_effects", "hexes")
        self.move_cost: dict[str, int] = {kind: row["cost"] for kind, row in terrain.items()}
        self.terrain_drm: dict[str, int] = {kind: row["drm"] for kind, row in terrain.items()}
        self.crt: tuple[str, ...] = tuple(edition.chart("crt", "rows", str(row)) for row in range(10))
        self.orders: int = edition.chart_int("orders", "each_activation")
        self.supply_length: int = edition.chart_int("supply", "length")
        data = edition.scenario("skirmish").data
        self.hill: int = self.board.place(data["victory"]["hill"])
        self.bases: tuple[int, ...] = tuple(self.board.place(data["bases"][side]) for side in self.sides)

    def position(self, state: State) -> DrillPosition:
        """The Drill view of a state."""
        return DrillPosition(self, state)

    def setup(self, act: Recorder[DrillPosition], scenario: str, options: dict[str, str | int | bool]) -> None:
        """DR 1.1: place the units and begin. Option `turns`: another number of turns than the scenario's two."""
        if scenario not in self.edition.scenarios:
            raise UnknownName("scenario", scenario, tuple(self.edition.scenarios))
        found = self.edition.scenarios[scenario]
        turns = options.get("turns", len(found.turns))
        if isinstance(turns, bool) or not isinstance(turns, int) or turns < 1:
            raise BadDecision(f"option turns: a number of turns is wanted, not {turns!r}")
        for switch, value in chosen(self, scenario, {name: options[name] for name in options if name != "turns"}):
            act.assign(switch.word, value, switch.rule)
        for entry in found.setup:
            piece = self.edition.counter_index[entry.counter]
            act.place(piece, self.board.place(entry.at), self.counters[piece].steps, "1.1")
        act.then(sequence.BeginTurn(1, turns))

    def lay_out(
        self, act: Recorder[DrillPosition], scenario: str, options: dict[str, str | int | bool], turn: int = 0
    ) -> None:
        """The empty board in a turn."""
        act.emit(TurnBegan(turn or 1))

    def check_invariants(self, pos: DrillPosition) -> list[str]:
        """One unit in a hex; a unit on the map has steps, no more than its counter, one off it has none."""
        complaints = [
            f"{self.place(place)} holds {len(units)}" for place, units in pos.state.stacks.items() if units[1:]
        ]
        for piece in sorted({*pos.state.at, *pos.state.steps}):
            if (piece in pos.state.at) != (pos.steps(piece) > 0) or pos.steps(piece) > self.counters[piece].steps:
                complaints.append(f"{self.piece_name(piece)} has {pos.steps(piece)} steps")
        return complaints

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """DR 3.4: a higher die on the combat table is better for the attacker."""
        return attack.lottery(self.position(state), events, number)

    def phasing(self, state: State) -> int:
        """The active side."""
        return state.variable(self.words["var.active"])

    def playable(self, scenario: str) -> bool | str:
        """Every scenario of Drill is complete."""
        return scenario in self.edition.scenarios or f"no scenario {scenario}"

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would do."""
        return advise(self.position(state), chance)


EDITION = Path(__file__).with_name("edition")


@cache
def drill() -> Drill:
    """The game with its one edition."""
    return Drill(load_edition(EDITION))
