"""The charts of the box, each read from the edition when it is first asked for; and the scenarios as numbers.

Questions and rules know the game as these `Charts`; the front page (`June6`) is one with a sequence of play.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hexledger.engine.games.june_6.tables.box import Box
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.kernel.position import Position

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.airborne import AirborneTable
    from hexledger.engine.games.june_6.tables.ams import Am
    from hexledger.engine.games.june_6.tables.bombardment import BombardmentTable
    from hexledger.engine.games.june_6.tables.combat import CombatTables
    from hexledger.engine.games.june_6.tables.loc_ground import LocGround
    from hexledger.engine.games.june_6.tables.scenario import ScenarioRules
    from hexledger.engine.games.june_6.tables.successors import Successors
    from hexledger.engine.games.june_6.tables.terrain import Terrain
    from hexledger.engine.games.june_6.tables.victory_chart import VictoryChart

P = TypeVar("P", bound=Position[Any])

CHERBOURG_REACH: Final = 3
"""Hexes from Cherbourg to a strongpoint that its command may hold (PB 1.11a)."""


class Charts(Box[P], Furnished[P, "ScenarioRules"]):
    """Box, charts and scenarios. A chart's module is imported with the chart."""

    @cached_property
    def successors(self) -> Successors[P]:
        """What the sequence of play puts after a step that is over; handed in by the front page."""
        raise NotImplementedError

    @cached_property
    def victory_chart(self) -> VictoryChart:
        """Victory Point Chart (PB 2.81)."""
        from hexledger.engine.games.june_6.tables.victory_chart import VictoryChart

        return VictoryChart(self)

    @cached_property
    def loc_ground(self) -> LocGround:
        """Roads and open ground as lines of communication see them."""
        from hexledger.engine.games.june_6.tables.loc_ground import LocGround

        return LocGround(self.board, self.terrain)

    @cached_property
    def terrain(self) -> Terrain:
        """The Terrain Effects Chart."""
        from hexledger.engine.games.june_6.tables.terrain import Terrain

        return Terrain(self.edition.charts["terrain_effects"])

    @cached_property
    def combat(self) -> CombatTables:
        """The combat charts."""
        from hexledger.engine.games.june_6.tables.combat import CombatTables

        return CombatTables(self.edition.charts)

    @cached_property
    def bombardment(self) -> BombardmentTable:
        """The bombardment chart."""
        from hexledger.engine.games.june_6.tables.bombardment import BombardmentTable

        return BombardmentTable(self.edition.charts["bombardment"])

    @cached_property
    def airborne(self) -> AirborneTable:
        """The airborne landing chart (PB 1.53)."""
        from hexledger.engine.games.june_6.tables.airborne import AirborneTable

        return AirborneTable(self.edition.charts["airborne_landing"])

    @cached_property
    def ams(self) -> dict[int, Am]:
        """AM (number of its word) -> what it activates."""
        from hexledger.engine.games.june_6.tables.ams import read_ams

        return read_ams(self)

    @cached_property
    def cherbourg_reach(self) -> tuple[frozenset[int], frozenset[int]]:
        """PB 1.11: hexes that units (0) and the HQ (1) of the Cherbourg Command may be in."""
        city = self.board.in_area("cherbourg") if "cherbourg" in self.board.areas else frozenset()
        near = frozenset(there for place in sorted(city) for there in self.board.within(place, CHERBOURG_REACH))
        return near, city

    @cached_property
    def cherbourg_posts(self) -> frozenset[int]:
        """PB 1.11: those of them in which its units may end."""
        near, city = self.cherbourg_reach
        return city.union(place for place in self.board.areas.get("cherbourg_strongpoints", ()) if place in near)

    def rules_of(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules, with or without a landing on the west coast (`west_coast.EACH`)."""
        from hexledger.engine.games.june_6.tables import west_coast
        from hexledger.engine.games.june_6.tables.scenario import ScenarioRules

        west, own = divmod(number, west_coast.EACH)
        scenario = self.printed_scenario(own)
        return ScenarioRules(self, west_coast.changed(scenario) if west else scenario, self.ams, west)
