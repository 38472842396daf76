"""How things stand, before any ZOC: the clock, what counters say, who is where, terrain as it is now, control (2, 3, 8,
30.2). Both sides may stand in one hex (6.6): ask `units_of` and `enemies_in`, never `side_at`.
"""

from __future__ import annotations

from typing import Any, Final, Self, TypeVar

from hexledger.engine.editions.counters import Face
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.scenario import ScenarioRules
from hexledger.engine.games.fortress_europa.tables.tables import Tables
from hexledger.engine.kernel.furnished import Furnished, ScenarioPosition
from hexledger.engine.kernel.memory import MARKERS, PLACES, Basis, kept
from hexledger.projections.state import OFF_MAP, State

T = TypeVar("T")


PIECES: Final = Basis(PLACES)
"""What kept values hang on: where pieces stand."""
MARKED: Final = Basis(MARKERS)
"""Markers: bridges that are out, fortresses that are destroyed."""
DECOYS: Final = Basis(flags=(f.COVERS,))
"""Which decoys cover units (31.6)."""
IN_SIGHT: Final = Basis(PLACES, flags=(f.COVERS,), variables=(f.VAR_DECOYS,))
"""Where pieces stand, decoys that cover units too (31.6)."""


class Standing(ScenarioPosition[Furnished[Any, ScenarioRules], ScenarioRules]):
    """What can be said without asking for ZOCs. Movement in hexes (whole points), combat factors as printed."""

    def __init__(self, game: Furnished[Any, ScenarioRules], tables: Tables, state: State) -> None:
        super().__init__(game, state)
        self.tables = tables

    def of(self, state: State) -> Self:
        """The same game's position of another state, one that was only thought of."""
        return type(self)(self.game, self.tables, state)

    # ------------------------------------------------------------ the clock and the scenario
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
        return self.tables.calendar.month(self.state.turn)

    def option(self, name: str) -> bool:
        """True when an optional rule is in play; `name` as the rulebook numbers it (`31.5`, `advanced_air`)."""
        return self.state.variable(self.tables.option_words[name]) != 0

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
        if piece in self.tables.roster.by_flag:
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
        return self.tables.roster.nation[piece]

    def frozen(self, piece: int) -> int:
        """FE 9.1: number of the district in which a unit is frozen, 0 when it is free."""
        return self.flag(piece, f.FROZEN)

    # ------------------------------------------------------------ who is where
    def on_map(self, piece: int) -> bool:
        """True when the piece stands in a hex."""
        return 0 <= self.state.at.get(piece, OFF_MAP) < self.board.n_hexes

    def at_home(self, piece: int) -> bool:
        """True for an Allied unit in the England or the Africa box."""
        ground = self.tables.ground
        return self.state.at.get(piece, OFF_MAP) in (ground.england, ground.africa)

    def units_of(self, place: int, side: int) -> tuple[int, ...]:
        """Land units of a side in a place, ascending."""
        stack = self.state.stacks.get(place)
        if stack is None:
            return ()
        side_of, land = self.game.side_of, self.tables.roster.land
        return tuple([piece for piece in stack if side_of[piece] == side and piece in land])

    def enemies_in(self, place: int, side: int) -> bool:
        """True when a land unit of the enemy of `side` stands in a place."""
        stack = self.state.stacks.get(place)
        if stack is None:
            return False
        side_of, land = self.game.side_of, self.tables.roster.land
        return any(side_of[p] != side and (p in land or self.flag(p, f.COVERS)) for p in stack)

    @property
    def decoys_out(self) -> tuple[int, ...]:
        """FE 31.6: decoys on the map that cover units, ascending; none without the option."""
        return self._decoys_out() if self.state.variables.get(f.VAR_DECOYS, 0) else ()

    @kept(DECOYS)
    def _decoys_out(self) -> tuple[int, ...]:
        return tuple(decoy for decoy in self.tables.roster.decoys if self.flag(decoy, f.COVERS))

    def decoys_in(self, place: int) -> tuple[int, ...]:
        """FE 31.6: decoys in a hex, ascending."""
        return tuple(decoy for decoy in self.decoys_out if self.at(decoy) == place)

    @kept(PIECES)
    def ashore(self, side: int) -> tuple[int, ...]:
        """Land units of a side on the map, ascending."""
        at, hexes = self.state.at, self.board.n_hexes
        return tuple([p for p in self.tables.roster.land_of[side] if p in at and at[p] < hexes])

    def hqs(self, side: int) -> tuple[int, ...]:
        """HQs of a side on the map, ascending (13.3: HQ troops are no HQs)."""
        hqs = self.tables.roster.hqs
        return tuple(piece for piece in self.ashore(side) if piece in hqs)

    def near_enemy(self, place: int, side: int, reach: int) -> bool:
        """True when a land unit of the enemy of `side` stands within so many hexes."""
        return not self.seen_by(side).isdisjoint(self.board.within(place, reach))

    @kept(IN_SIGHT)
    def seen_by(self, side: int) -> frozenset[int]:
        """Hexes in which a side finds enemies, as `enemies_in` says it of each."""
        at, covers = self.state.at, self.decoys_out if side == f.ALLIED else ()
        return frozenset([at[piece] for piece in (*self.ashore(3 - side), *covers)])

    # ------------------------------------------------------------ terrain as it is now
    def terrain(self, place: int) -> str:
        """FE 31.11: terrain of a hex; flooded hexes are clear until the German floods them, if that option is on."""
        printed = self.board.terrain[place]
        if printed == "flooded" and self.option("31.11") and not self.state.variable(f.VAR_FLOODED):
            return "clear"
        return printed

    def is_city(self, place: int) -> bool:
        """True for a city, of any size."""
        return place in self.tables.ground.cities

    def fortress(self, place: int) -> bool:
        """FE 16.3: an intact fortress."""
        return place in self.tables.ground.fortresses and not self.state.marker(place, -1, f.FORTRESS_DESTROYED)

    def river(self, a: int, b: int) -> bool:
        """True for a river hexside."""
        ground = self.tables.ground
        return ground.key(a, b) in ground.rivers

    def broken(self, a: int, b: int) -> bool:
        """FE 17.10.4: a river hexside whose bridges are out this turn."""
        return self.tables.ground.key(a, b) in self.without_bridges()

    @kept(MARKED)
    def without_bridges(self) -> frozenset[int]:
        """FE 17.10.4: hexsides (`Ground.key`) whose bridges are out this turn."""
        # A map with hundreds of river hexsides has few markers.
        ground = self.tables.ground
        out = [key for key in self.state.markers if key & 0xFFFF == f.BRIDGE_OUT]
        sides = (ground.key(key >> 32, (key >> 16 & 0xFFFF) - 1) for key in out)
        return frozenset(side for side in sides if side in ground.rivers)

    def linked(self, a: int, b: int) -> bool:
        """FE 7.1, 8.8: adjacent land hexes with no estuary or other water between them."""
        return b in self.tables.ground.links[a]

    # ------------------------------------------------------------ 30.2 control
    def controller(self, place: int) -> int:
        """FE 3.3, 30.2: side that controls a land hex; the German until the Allies take it. 0 for the sea."""
        if place not in self.tables.ground.land:
            return 0
        return self.state.control.get(place, f.GERMAN)
