"""What is in the box, read from the edition: charts, ground, roster, scenarios.

Questions and rules know the game as this `Box`; the front page (`France1944`) is one with a sequence of play.
"""

from __future__ import annotations

from typing import Any, TypeVar

from hexledger.engine.editions.edition import Edition
from hexledger.engine.games.france_1944.tables.battle_charts import BattleCharts
from hexledger.engine.games.france_1944.tables.chart import Chart, month_name
from hexledger.engine.games.france_1944.tables.ground import Ground
from hexledger.engine.games.france_1944.tables.roster import Roster
from hexledger.engine.games.france_1944.tables.scenario import ScenarioRules
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.kernel.position import Position

P = TypeVar("P", bound=Position[Any])


class Box(Furnished[P, ScenarioRules]):
    """Charts, map and counters as the rules ask them."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.chart = Chart(edition.charts)
        self.battle = BattleCharts(edition.charts)
        self.ground = Ground(self.board, self.chart, edition.charts)
        self.roster = Roster(self.counters)
        self.months: dict[int, str] = {number: month_name(row.month) for number, row in self.chart.turns.items()}
        """1.1: turn -> its month."""
        self.printed_dice = {
            purpose: tuple(edition.charts["hit_die"]["faces"]) for purpose in ("roll.hits_attack", "roll.hits_defence")
        }
        """9.5: the hit die shows 1, 1, 1, 2, 2, 3."""

    def idle(self, place: int) -> bool:
        """3.2, 3.11: the boxes of units that are eliminated or not yet made."""
        return place in self.ground.idle

    def rules_of(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules."""
        return ScenarioRules(self.printed_scenario(number), self.ground, self.roster)
