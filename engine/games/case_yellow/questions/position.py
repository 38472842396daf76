"""A position of Case Yellow: who holds what, values as they are now, works, Engaged hexes (2, 6.2, 7.5c, 10.9, 11.9).

ZOC, ways, supply, stacking and battle stand in modules of their own beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.box import Box  # noqa: F401 - named in the base class
from hexledger.engine.games.case_yellow.tables.scenario import ScenarioRules
from hexledger.engine.kernel.furnished import FieldPosition
from hexledger.engine.kernel.memory import MARKERS, MARKS, PLACES, STEPS, Basis, kept

ON_RATING: Final = Basis(PLACES, STEPS, MARKERS, flags=(w.DISRUPTED, w.OOS))
"""What a tactical rating hangs on."""


class Fight(NamedTuple):
    """11.9b: an Engaged combat: the defending hex, the attacking hexes, and the side that attacks."""

    target: int
    froms: tuple[int, ...]
    side: int


class YellowPosition(FieldPosition["Box[YellowPosition]", ScenarioRules]):
    """Read-only questions about one state. Combat strengths are in halves."""

    # ------------------------------------------------------------ the clock and the scenario
    @property
    def active(self) -> int:
        """Side whose action round runs, 0 outside."""
        return self.var("active")

    @property
    def dynamo_on(self) -> bool:
        """13.2: Dynamo has been declared and goes on."""
        return self.var("dynamo_end") > 0 and self.state.turn <= self.var("dynamo_end")

    @property
    def port(self) -> int:
        """13.3b: the Dynamo port while Dynamo goes on, -1 otherwise."""
        return self.var("dynamo_place") - 1 if self.dynamo_on else -1

    # ------------------------------------------------------------ control, nations
    def control(self, place: int) -> int:
        """2.2d, G-A33: side that controls a hex."""
        return self.state.control.get(place, self.game.ground.owner[place])

    def surrendered(self, country: str) -> bool:
        """12.5: has the nation of a country surrendered?"""
        word = {"Netherlands": "netherlands", "Belgium": "belgium"}.get(country)
        return word is not None and self.var(word) > 0

    def nation(self, piece: int) -> str:
        """Nationality of a unit."""
        return self.game.roster.nation[piece]

    # ------------------------------------------------------------ what a counter is worth now
    def reduced(self, piece: int) -> bool:
        """2.2a: the back of a two-step unit lies up."""
        return self.state.steps.get(piece, self.game.roster.full[piece]) < self.game.roster.full[piece]

    def cs(self, piece: int) -> int:
        """2.4e: combat strength in halves."""
        return self.game.roster.cs[piece][self.reduced(piece)]

    def oos(self, piece: int) -> bool:
        """7.5: the unit carries an OOS marker."""
        return self.flag(piece, w.OOS) > 0

    def disrupted(self, piece: int) -> bool:
        """6.2: the unit carries a Disruption marker."""
        return self.flag(piece, w.DISRUPTED) > 0

    @kept(ON_RATING)
    def tr(self, piece: int, defending: bool = False) -> int:
        """6.2, 7.5c, 12.11: current tactical rating; 0 for an attack supply unit, which has none (7.9e).

        defending   against German movement and attack, where a Better Defence marker of scenario 3 adds one
        """
        chart = self.game.chart
        value = self.game.roster.tr[piece][self.reduced(piece)]
        if not value:
            return 0
        if defending and self.scenario.better_side.startswith("back") and self.better(self.at(piece)):
            value += chart.number("better_defence_tr", "tr")
        if self.oos(piece):
            value = max(chart.number("out_of_supply", "least"), value - chart.number("out_of_supply", "tr"))
        if self.disrupted(piece):
            value = max(chart.number("disruption", "least"), value - chart.number("disruption", "tr"))
        return value

    def ma(self, piece: int) -> int:
        """6.2, 7.5c, 7.9c: current movement allowance."""
        chart = self.game.chart
        roster = self.game.roster
        value = roster.ma[piece][piece not in roster.supply and self.reduced(piece)]
        if piece in roster.supply and self.flag(piece, w.FLIPPED) and not self.flag(piece, w.MOVED):
            return 0
        value += self._march(piece)
        if self.oos(piece):
            value = min(value, chart.number("out_of_supply", "ma"))
        if self.disrupted(piece):
            value = max(chart.number("disruption", "least"), value - chart.number("disruption", "ma"))
        return value

    def _march(self, piece: int) -> int:
        """H-2: extra MPs of red stars in the first Allied Move round of turn 1."""
        rule = self.scenario.special.get("prepared_march")
        if rule is None or piece not in self.game.roster.red_star or self.state.turn != int(rule["turn"]):
            return 0
        return int(rule["ma_bonus"]) if self.track("moves", w.ALLIED) <= 1 else 0

    # ------------------------------------------------------------ who is where
    def enemy_in(self, place: int, side: int) -> bool:
        """True when an enemy unit of `side` stands in a hex."""
        stack = self.state.stacks.get(place)
        return stack is not None and self.game.side_of[stack[0]] != side

    def friend_in(self, place: int, side: int) -> bool:
        """True when a unit of `side` stands in a hex."""
        stack = self.state.stacks.get(place)
        return stack is not None and self.game.side_of[stack[0]] == side

    def fighters(self, place: int) -> tuple[int, ...]:
        """Units of a hex that have a combat strength: all but attack supply units (7.9e)."""
        combat = self.game.roster.combat
        return tuple(piece for piece in self.units(place) if piece in combat)

    # ------------------------------------------------------------ 10.9, 11.7 works
    def destroyed(self, place: int) -> bool:
        """10.9: a Destroyed marker lies in the hex, or its nation has surrendered (10.9d)."""
        return self.state.marker(place, -1, w.DESTROYED) > 0

    def fortress(self, place: int) -> bool:
        """10.9a: an undestroyed fortified line hex (Eben Emael and Metz too)."""
        return place in self.game.ground.garrison and not self.destroyed(place)

    def works(self, place: int) -> bool:
        """10.9b: undestroyed Defensive Works."""
        return place in self.game.ground.works and not self.destroyed(place)

    def enemy_works(self, place: int, side: int) -> bool:
        """7.2d: an undestroyed fortified line or Defensive Works of the enemy."""
        return self.game.ground.owner[place] != side and (self.fortress(place) or self.works(place))

    def enemy_fortress(self, place: int, side: int) -> bool:
        """11.7: an undestroyed fortified line of the enemy."""
        return self.game.ground.owner[place] != side and self.fortress(place)

    def better(self, place: int) -> bool:
        """12.11: a Better Defence marker lies in the hex."""
        return self.state.marker(place, -1, w.BETTER) > 0

    # ------------------------------------------------------------ 10.6, 10.7 crossings
    def interdicted(self, a: int, b: int) -> bool:
        """5.1c, 10.7c, G-A39: the crossing between two hexes is interdicted."""
        if self.game.ground.key(a, b) not in self.game.ground.crossing:
            return False
        return any(self.state.marker(place, -1, w.INTERDICTED) > 0 for place in (a, b))

    # ------------------------------------------------------------ 11.9 Engaged combats
    @kept(MARKS)
    def fights(self) -> tuple[Fight, ...]:
        """11.9b: the Engaged combats, by defending hex."""
        found: dict[int, list[int]] = {}
        for key in sorted(self.state.markers):
            marker = key & 0xFFFF
            if marker in (w.ENGAGED_LOW, w.ENGAGED_HIGH):
                low, high = key >> 32, ((key >> 16) & 0xFFFF) - 1
                attacker, target = (low, high) if marker == w.ENGAGED_LOW else (high, low)
                found.setdefault(target, []).append(attacker)
        return tuple(
            Fight(target, tuple(sorted(froms)), self.state.marker(*self._engaged_key(froms[0], target)))
            for target, froms in sorted(found.items())
        )

    @staticmethod
    def _engaged_key(attacker: int, target: int) -> tuple[int, int, int]:
        return attacker, target, w.ENGAGED_LOW if attacker < target else w.ENGAGED_HIGH

    def fight_at(self, place: int) -> Fight | None:
        """The Engaged combat in which a hex defends."""
        return next((fight for fight in self.fights() if fight.target == place), None)

    def engaged_hex(self, place: int) -> bool:
        """11.9b: an Engaged marker lies in the hex."""
        return any(place == fight.target or place in fight.froms for fight in self.fights())

    def engaged(self, piece: int) -> bool:
        """11.9b, G-A29, QA.1: the unit is Engaged and may not leave."""
        if not self.engaged_hex(self.at(piece)):
            return False
        return not self.flag(piece, w.SPARED)

    # ------------------------------------------------------------ 13.4, 12.7
    def near_paris(self, place: int) -> bool:
        """12.7: a hex within two hexes of Paris."""
        return place in self.game.paris_ring

    def leaves_paris(self, here: int, there: int) -> bool:
        """G-C16: a unit within two hexes of Paris goes further away from it."""
        distance = self.board.distance
        near = min(distance(here, paris) for paris in self.game.ground.paris)
        return self.near_paris(here) and near < min(distance(there, paris) for paris in self.game.ground.paris)

    @property
    def open_city(self) -> bool:
        """12.7: Paris has been declared an open city."""
        return self.var("open_city") > 0

    def steps_of(self, pieces: Iterable[int]) -> int:
        """Steps of several units together."""
        return sum(self.steps(piece) for piece in pieces)
