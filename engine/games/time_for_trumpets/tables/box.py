"""What is in the box, read from the edition: charts, ground, roster, scenarios.

Questions and rules know the game as this `Box`; the front page (`TimeForTrumpets`) is one with a sequence of play.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from hexledger.engine.editions.edition import Edition
from hexledger.engine.games.time_for_trumpets.tables.air_chart import AirChart, west_of
from hexledger.engine.games.time_for_trumpets.tables.arms import Arms
from hexledger.engine.games.time_for_trumpets.tables.chart import Chart
from hexledger.engine.games.time_for_trumpets.tables.combat_chart import CombatChart
from hexledger.engine.games.time_for_trumpets.tables.ground import Ground
from hexledger.engine.games.time_for_trumpets.tables.roster import Roster
from hexledger.engine.games.time_for_trumpets.tables.scenario import ScenarioRules
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.kernel.position import Position

P = TypeVar("P", bound=Position[Any])


class Box(Furnished[P, ScenarioRules]):
    """Charts, map and counters as the rules ask them."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.chart = Chart(edition.charts)
        self.ground = Ground(self.board)
        self.roster = Roster(self.counters, self.chart)
        self.arms = Arms(self.counters)
        self.combat = CombatChart(edition.charts)
        self.air = AirChart(edition.charts)
        self.xlvii: int = self.roster.index["xlvii_hq"]
        """HQ of XLVII Corps, which has boundaries of its own (26.2)."""

    @cached_property
    def west_of_line(self) -> frozenset[int]:
        """26.2.5e: where XLVII Corps may go south of the boundary."""
        return self.ground.west_of_line(self.chart.data["xlvii_line"])

    @cached_property
    def west_of_ourthe(self) -> frozenset[int]:
        """5.7.1b: hexes west of the Ourthe from Liege to Remagne, where British aircraft fly."""
        return west_of(self.ground, self.air.british_rivers, self.air.british_rows)

    def rules_of(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules."""
        return ScenarioRules(self.printed_scenario(number), self.ground, self.roster)
