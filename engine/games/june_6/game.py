"""June 6: the module's front page. Sides, decisions and steps are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hexledger.engine.decisions import Decision
from hexledger.engine.editions import Edition
from hexledger.engine.errors import UnknownName
from hexledger.engine.game import Game
from hexledger.engine.games.june_6 import naming
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import (
    attack,
    combat,
    engineers,
    modes,
    movement,
    strategic,
    support,
)
from hexledger.engine.games.june_6.rules.tables import CombatTables
from hexledger.engine.games.june_6.scenario import ScenarioRules
from hexledger.engine.games.june_6.terrain import Terrain
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step
from hexledger.projections.state import State

Act = Recorder[June6Position]


class June6(Game[June6Position]):
    """The rulebook module of June 6 (GMT 1999, Richard Berg)."""

    id: ClassVar[str] = "june_6"
    title: ClassVar[str] = "June 6"
    code: ClassVar[str] = "J6"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    package: ClassVar[str] = "hexledger.engine.games.june_6"
    decision_classes: ClassVar[tuple[type[Decision], ...]] = (
        *movement.DECISIONS,
        *strategic.DECISIONS,
        *engineers.DECISIONS,
        *attack.DECISIONS,
        *support.DECISIONS,
        *modes.DECISIONS,
    )
    step_classes: ClassVar[tuple[type[Step], ...]] = (
        *movement.STEPS,
        *strategic.STEPS,
        *attack.STEPS,
        *combat.STEPS,
        *support.STEPS,
        *modes.STEPS,
    )
    cost_unit: ClassVar[int] = 2
    value_kinds: ClassVar[Mapping[str, str]] = naming.VALUE_KINDS
    subject_kinds: ClassVar[Mapping[str, str]] = naming.SUBJECT_KINDS
    bookkeeping_words: ClassVar[frozenset[str]] = naming.BOOKKEEPING

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        charts: dict[str, Any] = edition.charts
        self.terrain = Terrain(charts["terrain_effects"])
        self.stacking: dict[str, int] = charts["terrain_effects"]["stacking"]
        self.combat = CombatTables(charts)
        self.formation_ids: tuple[str, ...] = tuple(edition.formations)
        self.formation_number: dict[str, int] = {name: n for n, name in enumerate(self.formation_ids, 1)}
        """Formation id -> number, from 1; 0 is no formation."""
        self.formation_hq: dict[int, int] = {
            self.formation_number[name]: edition.counter_index[formation.hq]
            for name, formation in edition.formations.items()
            if formation.hq in edition.counter_index
        }
        self.scenario_ids: tuple[str, ...] = tuple(name for name, _ in edition.meta.scenarios)
        self._scenario_rules: dict[int, ScenarioRules] = {}

    def position(self, state: State) -> June6Position:
        """The June 6 view of a state."""
        return June6Position(self, state)

    def setup(self, act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        raise NotImplementedError

    def formation(self, number: int) -> str:
        """Id of a formation, e.g. `3_br`; empty for 0."""
        return self.formation_ids[number - 1] if 1 <= number <= len(self.formation_ids) else ""

    def scenario_number(self, scenario: str) -> int:
        """Number of a scenario; UnknownName when the edition has none of that name."""
        if scenario not in self.scenario_ids:
            raise UnknownName("scenario", scenario, self.scenario_ids)
        return self.scenario_ids.index(scenario)

    def scenario_rules(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules; read from the edition on first use."""
        rules = self._scenario_rules.get(number)
        if rules is None:
            rules = self._scenario_rules[number] = ScenarioRules(
                self, self.edition.scenarios[self.scenario_ids[number]]
            )
        return rules
