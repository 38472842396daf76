"""A position of Fortress Europa: how things stand (`standing`), with ZOC, stacking and ports (6, 7, 18.2, 29, 30.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexledger.engine.games.fortress_europa.questions import zoc
from hexledger.engine.games.fortress_europa.questions.standing import Standing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import kept


class FortressPosition(Standing):
    """Read-only questions about one state: all that the rules ask it."""

    # ------------------------------------------------------------ 30.2 control
    def holds(self, side: int, place: int) -> bool:
        """FE 30.2: controlled, and where an enemy ZOC lies on it also occupied."""
        if self.controller(place) != side:
            return False
        return bool(self.units_of(place, side)) or not self.in_ezoc(place, side)

    def friendly_city(self, side: int, place: int) -> bool:
        """FE 10.6, 18.3, 30.2, C-147: a city that ends a line of the side: the Allies must control it, and so stand in
        one in a German ZOC; a German one may lie in an Allied ZOC."""
        if not self.is_city(place):
            return False
        return self.holds(side, place) if side == f.ALLIED else self.controller(place) == side

    def enemy_city(self, side: int, place: int) -> bool:
        """FE 10.6, 10.7, 18.1, 18.3, 30.2, C-147: a city through which no line and no train of the side goes: one that
        the enemy controls. What the Allies have left empty in a German ZOC they do not."""
        if not self.is_city(place):
            return False
        return self.holds(f.ALLIED, place) if side == f.GERMAN else self.controller(place) != side

    # ------------------------------------------------------------ 7 ZOC
    @kept(zoc.ON_ZOC)
    def zoc(self, side: int) -> Mapping[int, tuple[int, ...]]:
        """FE 7.1: hexes in the ZOC of a side -> the units whose ZOC it is, ascending."""
        return zoc.zones(self, side).over

    def in_ezoc(self, place: int, side: int) -> bool:
        """True when a place lies in a ZOC of the enemy of `side`; friends there do not lift it (7.3)."""
        return place in self.zoc(3 - side)

    # ------------------------------------------------------------ 6 stacking
    def stack_limit(self, place: int) -> int:
        """FE 6.1: units of a side that may stack in a hex; boxes have no limit."""
        if place >= self.board.n_hexes:
            return len(self.counters)
        return self.tables.chart.stack.get(self.terrain(place), 0)

    def stacks(self, piece: int) -> bool:
        """FE 6.5, 21.7, 31.4, 33.3.1: does the unit count for stacking? Raiders that invade do on that turn."""
        if piece in self.tables.roster.raiders and self.flag(piece, f.INVADING):
            return True
        if piece in self.tables.roster.stack_free or piece in self.scenario.stack_free:
            return False
        return not (piece in self.tables.roster.battalions and self.option("31.4"))

    def stacked(self, units: Iterable[int]) -> int:
        """Units that count for stacking."""
        return sum(1 for piece in units if self.stacks(piece))

    def fits(self, place: int, newcomers: Iterable[int], leaving: Iterable[int] = ()) -> bool:
        """FE 6.1, 6.6: would the hex hold its units of that side and the newcomers, `leaving` taken out?"""
        coming = tuple(newcomers)
        if not coming or len(self.units(place)) + len(coming) <= self.stack_limit(place):
            return True  # whatever of those there counts
        gone = (*coming, *leaving)
        there = [p for p in self.units_of(place, self.side(coming[0])) if p not in gone]
        return self.stacked((*there, *coming)) + self._decoys(place, coming[0]) <= self.stack_limit(place)

    def _decoys(self, place: int, piece: int) -> int:
        """FE 31.6: decoys that a unit would stack with; each counts as a unit."""
        return len(self.decoys_in(place)) if self.side(piece) == f.GERMAN else 0

    def overstacked(self, side: int) -> tuple[int, ...]:
        """FE 6.3: hexes in which a side is over the limit, ascending."""
        hexes = sorted({self.at(piece) for piece in self.ashore(side)})
        decoys = {self.at(decoy): len(self.decoys_in(self.at(decoy))) for decoy in self.decoys_out if side == f.GERMAN}
        return tuple(
            place
            for place in hexes
            if self.stacked(self.units_of(place, side)) + decoys.get(place, 0) > self.stack_limit(place)
        )

    # ------------------------------------------------------------ 18.2, 29 ports and Mulberries
    def port_capacity(self, place: int) -> int:
        """FE 18.2, 18.7.8: current capacity of a port, whoever holds it; 0 for other places."""
        printed = self.tables.ground.capacity.get(place, 0)
        return max(0, printed - self.state.marker(place, -1, f.PORT_DAMAGE))

    def mulberry_capacity(self, piece: int) -> int:
        """FE 29.1, 29.5: current capacity of a Mulberry that has been placed."""
        return max(0, self.counters[piece].front.values.get("capacity", 0) - self.flag(piece, f.DAMAGE))

    def passage_open(self, port: int, side: int = f.ALLIED) -> bool:
        """FE 11.4C, 12.5, 12.16, 18.8, C-90: no enemy stands on the banks of the passage from a port to the sea.

        For this a ZOC crosses estuaries and rivers without bridges (7.4), so that a unit on either bank closes the
        water before it, frozen or not. Ports on the open coast have no passage.
        """
        passage = self.tables.ground.passage.get(port)
        return passage is None or self.seen_by(side).isdisjoint(passage)
