"""A position of Fortress Europa: what counters say, who is where, terrain as it is now, stacking (2, 3, 6, 8, 30.2).

ZOC stands in `zoc.py`. Both sides may stand in one hex (6.6): ask `units_of` and `enemies_in`, never `side_at`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from hexledger.engine.editions.counters import Face
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa import zoc
from hexledger.engine.games.fortress_europa.scenario import ScenarioRules
from hexledger.engine.kernel.position import Position
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import FortressEuropa  # noqa: F401 - named in the base class


T = TypeVar("T")


class FortressPosition(Position["FortressEuropa"]):
    """Read-only questions about one state. Movement in hexes (whole points), strengths in printed combat factors."""

    # ------------------------------------------------------------ the clock and the scenario
    @property
    def scenario(self) -> ScenarioRules:
        """Rules of the scenario that is played."""
        return self.game.scenario_rules(self.state.variables[f.VAR_SCENARIO])

    @property
    def weather(self) -> int:
        """Weather of the turn, a word (f.CLEAR ...)."""
        return self.state.variable(f.VAR_WEATHER)

    @property
    def impulse(self) -> int:
        """1 or 2 during an impulse, 0 outside."""
        return self.state.variable(f.VAR_IMPULSE)

    @property
    def active_side(self) -> int:
        """Side whose player turn runs, 0 outside."""
        return self.state.variable(f.VAR_ACTIVE_SIDE)

    @property
    def month(self) -> int:
        """Month of the turn, 1 January to 12 December."""
        return self.game.calendar.month(self.state.turn)

    def option(self, name: str) -> bool:
        """True when an optional rule is in play; `name` as the rulebook numbers it (`31.5`, `advanced_air`)."""
        return self.state.variable(self.game.option_words[name]) != 0

    @property
    def invasion_turn(self) -> bool:
        """True during the turn of an invasion (12)."""
        return self.state.turn > 0 and self.state.variable(f.VAR_INVASION_TURN) == self.state.turn

    @property
    def primary_turn(self) -> bool:
        """True during the turn of the primary invasion."""
        return self.invasion_turn and self.state.variable(f.VAR_INVASIONS) == 1

    # ------------------------------------------------------------ 2 what the counter says
    def face(self, piece: int) -> Face:
        """FE 2.8, 13.2, 22, 23: the side that lies up."""
        counter = self.counters[piece]
        back = counter.back
        if back is None:
            return counter.front
        if piece in self.game.roster.by_flag:
            return back if self.flag(piece, f.FLIPPED) else counter.front
        return back if self.state.steps.get(piece, counter.steps) < counter.steps else counter.front

    def cf(self, piece: int) -> int:
        """FE 2.6: combat factor of the side that lies up."""
        return self.face(piece).values.get("cf", 0)

    def mf(self, piece: int) -> int:
        """FE 2.7: movement factor of the side that lies up; 0 for a coastal defence unit until it moves (22.2)."""
        return self.face(piece).values.get("mf", 0)

    def reduced(self, piece: int) -> bool:
        """FE 2.8: a unit of two or three steps that has lost one."""
        return self.steps(piece) < self.counters[piece].steps

    def nation(self, piece: int) -> int:
        """FE 6.2: nationality for attacks, see roster."""
        return self.game.roster.nation[piece]

    def frozen(self, piece: int) -> int:
        """FE 9.1: number of the district in which a unit is frozen, 0 when it is free."""
        return self.flag(piece, f.FROZEN)

    # ------------------------------------------------------------ who is where
    def on_map(self, piece: int) -> bool:
        """True when the piece stands in a hex."""
        return 0 <= self.state.at.get(piece, OFF_MAP) < self.board.n_hexes

    def at_home(self, piece: int) -> bool:
        """True for an Allied unit in the England or the Africa box."""
        ground = self.game.ground
        return self.state.at.get(piece, OFF_MAP) in (ground.england, ground.africa)

    def units_of(self, place: int, side: int) -> tuple[int, ...]:
        """Land units of a side in a place, ascending."""
        stack = self.state.stacks.get(place)
        if stack is None:
            return ()
        side_of, land = self.game.side_of, self.game.roster.land
        return tuple([piece for piece in stack if side_of[piece] == side and piece in land])

    def enemies_in(self, place: int, side: int) -> bool:
        """True when a land unit of the enemy of `side` stands in a place."""
        stack = self.state.stacks.get(place)
        if stack is None:
            return False
        side_of, land = self.game.side_of, self.game.roster.land
        return any(side_of[p] != side and (p in land or self.flag(p, f.COVERS)) for p in stack)

    @property
    def decoys_out(self) -> tuple[int, ...]:
        """FE 31.6: decoys on the map that cover units, ascending; none without the option."""
        if not self.state.variables.get(self.game.option_words["31.6"], 0):
            return ()
        decoys = self.game.roster.decoys
        return self.flagged((f.COVERS,), "decoys_out", lambda: tuple(d for d in decoys if self.flag(d, f.COVERS)))

    def decoys_in(self, place: int) -> tuple[int, ...]:
        """FE 31.6: decoys in a hex, ascending."""
        return tuple(decoy for decoy in self.decoys_out if self.at(decoy) == place)

    def ashore(self, side: int) -> tuple[int, ...]:
        """Land units of a side on the map, ascending."""
        return self.mapped(("ashore", side), lambda: self._ashore(side))

    def _ashore(self, side: int) -> tuple[int, ...]:
        at, hexes = self.state.at, self.board.n_hexes
        return tuple([p for p in self.game.roster.land_of[side] if p in at and at[p] < hexes])

    def hqs(self, side: int) -> tuple[int, ...]:
        """HQs of a side on the map, ascending (13.3: HQ troops are no HQs)."""
        hqs = self.game.roster.hqs
        return tuple(piece for piece in self.ashore(side) if piece in hqs)

    def near_enemy(self, place: int, side: int, reach: int) -> bool:
        """True when a land unit of the enemy of `side` stands within so many hexes."""
        return not self.seen_by(side).isdisjoint(self.board.within(place, reach))

    def seen_by(self, side: int) -> frozenset[int]:
        """Hexes in which a side finds enemies, as `enemies_in` says it of each."""
        at, covers = self.state.at, self.decoys_out if side == f.ALLIED else ()
        units = self.ashore(3 - side)
        return self.mapped(("seen by", side, covers), lambda: frozenset([at[piece] for piece in (*units, *covers)]))

    # ------------------------------------------------------------ terrain as it is now
    def terrain(self, place: int) -> str:
        """FE 31.11: terrain of a hex; flooded hexes are clear until the German floods them, if that option is on."""
        printed = self.board.terrain[place]
        if printed == "flooded" and self.option("31.11") and not self.state.variable(f.VAR_FLOODED):
            return "clear"
        return printed

    def is_city(self, place: int) -> bool:
        """True for a city, of any size."""
        return place in self.game.ground.cities

    def fortress(self, place: int) -> bool:
        """FE 16.3: an intact fortress."""
        return place in self.game.ground.fortresses and not self.state.marker(place, -1, f.FORTRESS_DESTROYED)

    def river(self, a: int, b: int) -> bool:
        """True for a river hexside."""
        ground = self.game.ground
        return ground.key(a, b) in ground.rivers

    def broken(self, a: int, b: int) -> bool:
        """FE 17.10.4: a river hexside whose bridges are out this turn."""
        return self.game.ground.key(a, b) in self.without_bridges()

    def without_bridges(self) -> frozenset[int]:
        """FE 17.10.4: hexsides (`Ground.key`) whose bridges are out this turn."""

        def search() -> frozenset[int]:
            # A map with hundreds of river hexsides has few markers.
            ground = self.game.ground
            out = [key for key in self.state.markers if key & 0xFFFF == f.BRIDGE_OUT]
            sides = (ground.key(key >> 32, (key >> 16 & 0xFFFF) - 1) for key in out)
            return frozenset(side for side in sides if side in ground.rivers)

        return self.marked("without_bridges", search)

    def linked(self, a: int, b: int) -> bool:
        """FE 7.1, 8.8: adjacent land hexes with no estuary or other water between them."""
        return b in self.game.ground.links[a]

    # ------------------------------------------------------------ 30.2 control
    def controller(self, place: int) -> int:
        """FE 3.3, 30.2: side that controls a land hex; the German until the Allies take it. 0 for the sea."""
        if place not in self.game.ground.land:
            return 0
        return self.state.control.get(place, f.GERMAN)

    def holds(self, side: int, place: int) -> bool:
        """FE 30.2: controlled, and where an enemy ZOC lies on it also occupied."""
        if self.controller(place) != side:
            return False
        return bool(self.units_of(place, side)) or not self.in_ezoc(place, side)

    # ------------------------------------------------------------ 7 ZOC
    def zoc(self, side: int) -> Mapping[int, tuple[int, ...]]:
        """FE 7.1: hexes in the ZOC of a side -> the units whose ZOC it is, ascending."""
        return self.cached(("zoc", side), lambda: self.zoned(("zoc", side), lambda: zoc.zones(self, side)))

    def zoned(self, key: Any, make: Callable[[], T]) -> T:
        """A derived map that depends on nothing but ZOCs, where pieces stand, markers and control."""
        return self.flagged(zoc.FLAGS, (key, self.impulse, bool(self.decoys_out)), make)

    def in_ezoc(self, place: int, side: int) -> bool:
        """True when a place lies in a ZOC of the enemy of `side`; friends there do not lift it (7.3)."""
        return place in self.zoc(3 - side)

    # ------------------------------------------------------------ 6 stacking
    def stack_limit(self, place: int) -> int:
        """FE 6.1: units of a side that may stack in a hex; boxes have no limit."""
        if place >= self.board.n_hexes:
            return len(self.counters)
        return self.game.chart.stack.get(self.terrain(place), 0)

    def stacks(self, piece: int) -> bool:
        """FE 6.5, 21.7, 31.4, 33.3.1: does the unit count for stacking? Raiders that invade do on that turn."""
        if piece in self.game.roster.raiders and self.flag(piece, f.INVADING):
            return True
        if piece in self.game.roster.stack_free or piece in self.scenario.stack_free:
            return False
        return not (piece in self.game.roster.battalions and self.option("31.4"))

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
        printed = self.game.ground.capacity.get(place, 0)
        return max(0, printed - self.state.marker(place, -1, f.PORT_DAMAGE))

    def mulberry_capacity(self, piece: int) -> int:
        """FE 29.1, 29.5: current capacity of a Mulberry that has been placed."""
        return max(0, self.counters[piece].front.values.get("capacity", 0) - self.flag(piece, f.DAMAGE))

    def passage_open(self, port: int, side: int = f.ALLIED) -> bool:
        """FE 11.4C, 12.5, 12.16, 18.8, C-90: no enemy stands on the banks of the passage from a port to the sea.

        For this a ZOC crosses estuaries and rivers without bridges (7.4), so that a unit on either bank closes the
        water before it, frozen or not. Ports on the open coast have no passage.
        """
        passage = self.game.ground.passage.get(port)
        return passage is None or self.seen_by(side).isdisjoint(passage)
