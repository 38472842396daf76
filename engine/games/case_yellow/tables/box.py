"""What is in the box, read from the edition: charts, ground, roster, scenarios.

Questions and rules know the game as this `Box`; the front page (`CaseYellow`) is one with a sequence of play.
"""

from __future__ import annotations

from typing import Any, TypeVar

from hexledger.engine.editions.edition import Edition
from hexledger.engine.games.case_yellow.tables.chart import Chart
from hexledger.engine.games.case_yellow.tables.ground import Ground
from hexledger.engine.games.case_yellow.tables.roster import Roster
from hexledger.engine.games.case_yellow.tables.scenario import ScenarioRules
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.kernel.position import Position

P = TypeVar("P", bound=Position[Any])


class Box(Furnished[P, ScenarioRules]):
    """Charts, map and counters as the rules ask them."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.chart = Chart(edition.charts)
        self.ground = Ground(self.board, self.chart)
        self.roster = Roster(self.counters)
        ring = self.chart.number("open_city", "ring")
        self.paris_ring: frozenset[int] = self.ground.within(self.ground.paris, ring) & self.ground.land
        """12.7: hexes within two hexes of Paris."""
        self.calendar: dict[int, str] = {
            int(turn): days for turn, days in edition.scenarios[self.scenario_ids[0]].data["dates"].items()
        }
        """2.4n: the days of each turn."""

    def rules_of(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules."""
        return ScenarioRules(self.printed_scenario(number), self.ground, self.roster)
