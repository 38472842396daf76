"""A June 6 position: what the counters print, who is where, ZOC, stacking, crossings (sections 2, 6, 9, 11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from hexledger.engine.editions.counters import Face
from hexledger.engine.errors import EngineFault
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION, InvasionPlan
from hexledger.engine.games.june_6.tables.options import TANKS_70
from hexledger.engine.games.june_6.tables.scenario import ScenarioRules
from hexledger.engine.games.june_6.tables.schedule import AREAS, WAITING, Gate, area_gate, of_v_corps
from hexledger.engine.games.june_6.tables.west_coast import BOX as WEST_BOX
from hexledger.engine.games.june_6.tables.west_coast import OMAHA as OMAHA_BEACH
from hexledger.engine.kernel.furnished import ScenarioPosition
from hexledger.engine.kernel.memory import ATTACHED, MARKERS, PLACES, Basis, kept, lasting, renewed, rows
from hexledger.projections.state import OFF_MAP, State

ON_PLACES: Final = Basis(PLACES)
"""Where pieces stand."""
ON_ACTIVE: Final = Basis(flags=(f.ACTIVE,))
ON_COMMAND: Final = Basis(PLACES, ATTACHED, flags=(f.ASSIGNED,))
"""Who acts with whom."""
ON_PASSAGE: Final = Basis(MARKERS, variables=(f.VAR_CHERBOURG_ABANDONED,))
"""Where a unit can go by terrain alone."""
PLACE_BITS: Final = 16
ON_ABANDONED: Final = Basis(variables=(f.VAR_CHERBOURG_ABANDONED,))

PATTON: Final = 5
"""Allied event chit that raises the cohesion of US units (PB 2.84b.5)."""


class Roster(msgspec.Struct, frozen=True):
    """Formation -> pieces in play that act with it, and what that hangs on (scenario, pieces, who is attached, who is
    assigned): it stays when they only move."""

    basis: tuple[int, frozenset[int], dict[int, int], dict[int, int]]
    members: dict[int, tuple[int, ...]]


class June6Position(ScenarioPosition["Charts[June6Position]", ScenarioRules]):
    """Read-only questions about one state. Costs are in half movement points, ranges in hexes."""

    # ------------------------------------------------------------ the scenario and the running activation
    @property
    def scenario_number(self) -> int:
        """Number of the scenario that is played (`Charts.scenario_rules`)."""
        return self.state.variables[f.VAR_SCENARIO]

    @property
    def invasion(self) -> InvasionPlan:
        """PB 1.0: the invasion of the scenario that is played; EngineFault in one that begins later."""
        found = self.scenario.invasion
        if found is None:
            raise EngineFault(f"{self.scenario.id} has no invasion")
        return found

    @property
    def active_side(self) -> int:
        """Side of the running activation, 0 between activations."""
        return self.state.variable(f.VAR_ACTIVE_SIDE)

    @property
    def active_mode(self) -> int:
        """f.ME or f.RE_MODE during an activation, else 0."""
        return self.state.variable(f.VAR_ACTIVE_MODE)

    @property
    def weather(self) -> int:
        """Weather of the turn, a word."""
        return self.state.variable(f.VAR_WEATHER)

    @property
    def initiative(self) -> int:
        """Side that holds the initiative this turn (4.2)."""
        return self.state.variable(f.VAR_INITIATIVE)

    @property
    def cherbourg_abandoned(self) -> bool:
        """PB 2.84c.6: has the German given Cherbourg up?"""
        return self.state.variables.get(f.VAR_CHERBOURG_ABANDONED, 0) != 0

    @kept(ON_ACTIVE)
    def active_units(self) -> tuple[int, ...]:
        """Units that may act in the running activation, ascending."""
        key = f.ACTIVE
        return tuple(sorted([flag >> 16 for flag in self.state.flags if flag & 0xFFFF == key]))

    def is_active(self, piece: int) -> bool:
        """True when the piece may act in the running activation."""
        return self.state.flags.get(piece << 16 | f.ACTIVE, 0) != 0

    # ------------------------------------------------------------ 2.4 what the counter prints
    def face(self, piece: int) -> Face:
        """The printed side that counts now (2.4; 6.17 for a returned HQ)."""
        counter = self.counters[piece]
        if counter.back is None:
            # ERR: the Shermans that the players may give the 70th Tank Battalion.
            other = self.game.other_front.get(piece)
            return counter.front if other is None or not self.reading(TANKS_70) else other
        if counter.steps > 1:
            return counter.back if self.state.steps.get(piece, counter.steps) < counter.steps else counter.front
        return counter.back if self.flag(piece, f.HQ_REDUCED) else counter.front

    def cohesion(self, piece: int) -> int:
        """Printed cohesion of the side that counts; PB 2.84b.5: one more for US units under Patton."""
        printed = self.face(piece).cohesion
        if self.state.variables.get(f.VAR_CHIT_ALLIED) != PATTON or self.counters[piece].nationality != "us":
            return printed
        bonus: int = self.game.edition.charts["random_event_chits"]["allied"][PATTON - 1]["cohesion"]
        return printed + bonus

    def is_combat(self, piece: int) -> bool:
        """J6 2.4: a combat unit (no white band); it projects a ZOC."""
        return self.counters[piece].zoc

    def is_hq(self, piece: int) -> bool:
        """Division or corps HQ."""
        return self.counters[piece].type == "hq"

    def is_corps_hq(self, piece: int) -> bool:
        """J6 6.12: a corps HQ."""
        return "hq_corps" in self.counters[piece].traits

    def is_division_hq(self, piece: int) -> bool:
        """J6 6.11: a division HQ."""
        return "hq_division" in self.counters[piece].traits

    def motorized(self, piece: int) -> bool:
        """J6 2.4: white MA in a red box."""
        return self.counters[piece].motorized

    def is_infantry(self, piece: int) -> bool:
        """Infantry type, foot or motorized (12.51, 19.32)."""
        return "infantry_type" in self.counters[piece].traits

    def is_armor(self, piece: int) -> bool:
        """A unit with armor points on the side that counts (12.51)."""
        return self.face(piece).armor > 0

    def has(self, piece: int, trait: str) -> bool:
        """True when the counter carries a trait: flak, ss, nebelwerfer, armor_79, commando, ranger, airborne ..."""
        return trait in self.counters[piece].traits

    def on_map(self, piece: int) -> bool:
        """True when the piece stands in a hex."""
        return 0 <= self.state.at.get(piece, OFF_MAP) < self.board.n_hexes

    def in_box(self, piece: int) -> bool:
        """True when the piece waits in a landing box or on the turn record track for its first hex (10.13)."""
        return self.state.at.get(piece, OFF_MAP) >= self.board.n_hexes

    def present(self, piece: int) -> bool:
        """True when the piece stands in a hex or waits to enter one: it may be activated."""
        return piece in self.state.at and not self.offshore(piece)

    @property
    def landing(self) -> bool:
        """True during the beach landing of 6 June and its combats (PB 1.7-1.9)."""
        return self.state.variable(f.VAR_LANDING) != 0

    def offshore(self, piece: int) -> bool:
        """QA-BEACH-2, PB 1.21: true on 6 June for a unit in a landing box that lands no more this turn; those of the
        RE phase do."""
        if self.state.turn != INVASION:
            return False
        invasion = self.scenario.invasion
        return invasion is not None and piece in invasion.box and piece not in invasion.late and self.in_box(piece)

    def landing_hexes(self, box: str, piece: int) -> tuple[int, ...]:
        """J6 8.47: hexes that a landing box leads a unit to, ascending. PB 2.85: with the landing on the west coast the
        Omaha box leads V Corps there; to Omaha itself it leads US units once all of Omaha is Allied, others never."""
        hexes = frozenset(self.board.box_hexes(box))
        if self.scenario.west_beach and box == WEST_BOX:
            if not self.omaha_open:
                hexes = frozenset()
            if of_v_corps(self.game, piece):
                hexes |= self.scenario.west_beach
        return tuple(sorted(hexes))

    @property
    def omaha_open(self) -> bool:
        """PB 2.85b: is every hex of Omaha Beach Allied?"""
        control = self.state.control
        return all(control.get(place) == f.ALLIED for place in self.board.in_area(OMAHA_BEACH))

    def gate(self, piece: int) -> Gate | None:
        """The way by which a piece that waits in a box enters the map; None for a piece in a hex.

        German reinforcements use the entry area that was chosen for them, Allied ones their landing box.
        """
        place = self.state.at.get(piece, OFF_MAP)
        if place < self.board.n_hexes or self.offshore(piece):
            return None
        arrival = self.scenario.arrival_of(piece)
        if self.board.labels[place] != WAITING:
            name = self.board.labels[place]
            return Gate(name, place, self.landing_hexes(name, piece))
        if arrival is None:
            return None
        for area in AREAS:
            if self.state.pooled(self.game.words[f"pool.{area}"], arrival.lead):
                return area_gate(self.game, area)
        return arrival.gates[0]

    # ------------------------------------------------------------ 6 formations
    def formation(self, piece: int) -> int:
        """J6 6.13: number of the formation a unit acts with now (attachment before the scenario's command)."""
        attached = self.state.attached.get(piece)
        return attached if attached is not None else self.home(piece)

    def home(self, piece: int) -> int:
        """Formation of a unit when it is not attached; 0 for SPs, Dets and units of no formation."""
        home = self.scenario.home.get(piece)
        if home is not None:
            return home
        return self.game.own_formation[piece] or self.flag(piece, f.ASSIGNED)

    def hq_of(self, formation: int) -> int:
        """HQ piece of a formation, -1 when it has none or it is not on the map."""
        hq = self.game.formation_hq.get(formation, -1)
        return hq if hq >= 0 and self.on_map(hq) else -1

    def hq_here(self, formation: int) -> int:
        """HQ piece of a formation on the map or waiting to enter it, -1 when there is none."""
        hq = self.game.formation_hq.get(formation, -1)
        return hq if hq in self.state.at and not self.offshore(hq) else -1

    def members(self, formation: int) -> tuple[int, ...]:
        """Pieces in play that act with a formation now, HQ included, ascending."""
        return self._members().get(formation, ())

    def _members(self) -> dict[int, tuple[int, ...]]:
        return self._roster().members

    @renewed(ON_COMMAND)
    def _roster(self, last: Roster | None) -> Roster:
        state = self.state
        assigned = {key: state.flags[key] for key in _assignable(self.game) if key in state.flags}
        basis = self.scenario_number, frozenset(state.at), state.attached.copy(), assigned
        if last is not None and last.basis == basis:
            return last
        found: dict[int, list[int]] = {}
        for piece in sorted(state.at):
            found.setdefault(self.formation(piece), []).append(piece)
        return Roster(basis, {formation: tuple(pieces) for formation, pieces in found.items()})

    # ------------------------------------------------------------ 9 stacking
    def fits(self, place: int, newcomers: Iterable[int], leaving: Iterable[int] = ()) -> bool:
        """J6 9.1: would the hex hold its units and the newcomers, `leaving` taken out, within the limits?"""
        gone = set(leaving)
        stack = {piece for piece in self.units(place) if piece not in gone}
        stack.update(newcomers)
        return self.stack_fits(stack)

    def stack_fits(self, stack: Iterable[int]) -> bool:
        """J6 9.12-9.15: at most 2 combat units and 3 units in all, one German Flak unit extra."""
        limits = self.game.stacking
        combat = support = 0
        flak = False
        for piece in stack:
            if self.is_combat(piece):
                combat += 1
            else:
                support += 1
                flak = flak or (self.game.side_of[piece] == f.GERMAN and self.has(piece, "flak"))
        if combat > limits["combat_max"]:
            return False
        extra = limits["extra_german_flak"] if flak else 0
        return combat + support <= limits["mixed_max"] + extra and support <= limits["support_max"] + extra

    # ------------------------------------------------------------ 9.2 beach hexes
    def is_beach(self, place: int) -> bool:
        """J6 8.47: a beach hex: one that the arrow of a landing box points at."""
        return "beach" in self.board.features[place] or place in self.scenario.west_beach

    def beach_defends(self, place: int) -> bool:
        """J6 9.2: does the beach hex defend itself? Once an Allied combat unit has been in it, until it is German."""
        return self.state.marker(place, -1, f.BEACH_DEFENCE) > 0

    def holder(self, place: int) -> int:
        """J6 8.14, 9.2: side that holds a hex against the other: that of its units, or the Allies where a beach hex
        defends itself; 0 for a free hex."""
        side = self.side_at(place)
        return side or (f.ALLIED if self.beach_defends(place) else 0)

    # ------------------------------------------------------------ 11 zones of control
    def zoc(self, side: int) -> dict[int, tuple[int, ...]]:
        """J6 11: hexes into which a side's combat units project a ZOC -> those units, ascending."""
        return self._zoc(side)[1]

    @renewed(ON_PLACES)
    def _zoc(
        self, last: tuple[dict[int, int], dict[int, tuple[int, ...]]] | None, side: int
    ) -> tuple[dict[int, int], dict[int, tuple[int, ...]]]:
        """Where those units stand, and the ZOC: a move of the other side leaves it as it was."""
        at, n_hexes, counters = self.state.at, self.board.n_hexes, self.counters
        stands = {piece: at[piece] for piece in _fighters(self.game, side) if piece in at}
        if last is not None and last[0] == stands:
            return last
        around = _zones_around(self.game)
        zones: dict[int, list[int]] = {}
        for piece, here in stands.items():
            if here < n_hexes:
                for place in around[counters[piece].motorized][here]:
                    if place in zones:
                        zones[place].append(piece)
                    else:
                        zones[place] = [piece]
        return stands, {place: tuple(pieces) for place, pieces in zones.items()}

    def zoc_of(self, piece: int) -> tuple[int, ...]:
        """J6 11, QA-TERR-3: all six adjacent hexes, across any hexside; a motorized unit not into marsh unless
        a road leads there."""
        place = self.state.at[piece]
        if not self.is_combat(piece) or place >= self.board.n_hexes:
            return ()
        return _zones_around(self.game)[self.counters[piece].motorized][place]

    def in_ezoc(self, place: int, side: int) -> bool:
        """True when a place lies in a ZOC of the enemy of `side` (a friendly unit there does not lift it, R-74).

        Looks at the place's neighbours only, so that one question costs less than the map of `zoc`.
        """
        stacks, board, counters = self.state.stacks, self.board, self.counters
        open_to_all = board.terrain[place] not in self.game.terrain.no_motorized_zoc
        for there in board.neighbours[place]:
            stack = stacks.get(there)
            if stack is None or self.game.side_of[stack[0]] == side:
                continue
            for piece in stack:
                counter = counters[piece]
                if counter.zoc and (open_to_all or not counter.motorized or board.road(there, place) is not None):
                    return True
        return False

    def enemy_adjacent(self, place: int, side: int) -> bool:
        """True when an enemy unit of any kind stands next to a place."""
        return any(self.side_at(there) == 3 - side for there in self.board.neighbours[place])

    # ------------------------------------------------------------ 8.4, 12.31 where a unit can go at all
    def bridge(self, a: int, b: int) -> bool:
        """True when a great river or canal between two hexes is bridged now: printed and not blown, or pontoon."""
        if self.state.marker(a, b, f.PONTOON):
            return True
        return self.board.has_bridge(a, b) and not self.state.marker(a, b, f.BLOWN)

    def is_strongpoint(self, place: int) -> bool:
        """J6 19.41, 19.43: a printed strongpoint that no Allied combat unit has taken yet."""
        printed = "strongpoint" in self.board.features[place]
        return printed and not self.state.marker(place, -1, f.STRONGPOINT_DESTROYED)

    def needs_bridge(self, a: int, b: int) -> bool:
        """True when a great river or canal without an open bridge lies between two hexes (8.43)."""
        ground = self.game.loc_ground
        return a * ground.places + b in ground.great and not self.bridge(a, b)

    def road(self, a: int, b: int) -> str | None:
        """Best road between two adjacent hexes that can be used: none over a blown bridge."""
        return None if self.needs_bridge(a, b) else self.board.road(a, b)

    def in_bounds(self, piece: int, place: int) -> bool:
        """R-62: inside the scenario area; its rear hexes only for HQs; never the sea. PB 1.11: the Cherbourg Command
        keeps to Cherbourg; PB 6.103: the parts of a combined scenario are kept apart."""
        scenario = self.scenario
        if place not in scenario.area or self.board.terrain[place] == "sea":
            return False
        if place in scenario.rear and not self.is_hq(piece):
            return False
        if piece in scenario.cherbourg_units and not self.cherbourg_abandoned:
            return place in self.game.cherbourg_reach[self.is_hq(piece)]
        own = scenario.own_area.get(piece)
        return own is None or place in own

    def bounds(self, piece: int) -> int:
        """A number that is equal for pieces of equal `in_bounds`, HQs apart: 0 for most."""
        if piece in self.scenario.cherbourg_units and not self.cherbourg_abandoned:
            return -1
        return self.scenario.own_area_number.get(piece, 0)

    def stand_in(self, piece: int) -> int:
        """First piece of the side that goes where this one goes, at the same price, as far as the map and the scenario
        say: what is worked out for it holds for all of them."""
        return self._stand_ins()[piece]

    @kept(ON_ABANDONED)
    def _stand_ins(self) -> tuple[int, ...]:
        return _stand_ins(self.game, self.scenario_number, self.cherbourg_abandoned)

    def like(self, piece: int) -> tuple[object, ...]:
        """What tells pieces apart that do not go the same ways at the same price."""
        return (
            self.side(piece),
            self.counters[piece].motorized,
            self.is_hq(piece),
            self.crosses_alone(piece),
            self.bounds(piece),
            self.scenario.never_cross.get(piece),
        )

    def barred(self, piece: int, a: int, b: int) -> bool:
        """True when the scenario forbids this unit this hexside, bridges included (PB 6.102: 32/LW and the Orne)."""
        river = self.scenario.never_cross.get(piece)
        return river is not None and self.board.hexside_name(a, b) == river

    def can_pass(self, piece: int, a: int, b: int, assisted: bool = False) -> bool:
        """Could the unit go from a to the adjacent b by terrain alone (8.43, 8.46, 12.31)? Enemy, cost and stacking are
        not looked at. `assisted`: engineers carry it over a great river (20.2)."""
        return _passes(self, (self.stand_in(piece), assisted))[a << PLACE_BITS | b]

    def crosses_alone(self, piece: int) -> bool:
        """J6 20.2: commandos and Rangers cross rivers and cliffs without engineers."""
        return self.has(piece, "commando") or self.has(piece, "ranger")


@rows(ON_PASSAGE)
def _passes(pos: June6Position, who: tuple[int, bool], way: int) -> bool:
    """`June6Position.can_pass` of a piece, assisted or not, from the place in the upper bits of `way` to that in the
    lower ones."""
    piece, assisted = who
    a, b = way >> PLACE_BITS, way & (1 << PLACE_BITS) - 1
    if not pos.in_bounds(piece, b) or pos.barred(piece, a, b):
        return False
    motorized = 1 if pos.counters[piece].motorized else 0
    chart = pos.game.terrain
    water = pos.needs_bridge(a, b)
    if not water and pos.board.road(a, b) is not None:
        return True
    if water and (motorized or not (assisted or pos.crosses_alone(piece))):
        return False
    if chart.hex_cost[pos.board.terrain[b]][motorized] is None:
        return False
    for kind in pos.board.hexsides(a, b):
        if kind in chart.great:
            continue
        if chart.side_cost[kind][motorized] is None and not (kind in chart.commando_cost and pos.crosses_alone(piece)):
            return False
    return True


@lasting(most=1)
def _assignable(game: Charts[Any]) -> tuple[int, ...]:
    """Keys of the flag that gives a unit of no formation to one."""
    return tuple(piece << 16 | f.ASSIGNED for piece, own in enumerate(game.own_formation) if not own)


@lasting(most=2)
def _fighters(game: Charts[Any], side: int) -> tuple[int, ...]:
    """The combat units of a side, in play or not, ascending."""
    return tuple(piece for piece, counter in enumerate(game.counters) if counter.zoc and game.side_of[piece] == side)


@lasting(most=1)
def _zones_around(game: Charts[Any]) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Hex -> hexes into which a unit there projects its ZOC (`June6Position.zoc_of`): of a foot unit, of a motorized
    one."""
    board, closed = game.board, game.terrain.no_motorized_zoc
    motorized = tuple(
        tuple(there for there in near if board.terrain[there] not in closed or board.road(place, there) is not None)
        for place, near in enumerate(board.neighbours[: board.n_hexes])
    )
    return board.neighbours[: board.n_hexes], motorized


@lasting(most=16)
def _stand_ins(game: Charts[Any], scenario: int, abandoned: bool) -> tuple[int, ...]:
    """`June6Position.stand_in` of every piece: the same in all positions of a scenario, until Cherbourg is given up."""
    state = State()
    state.variables.update({f.VAR_SCENARIO: scenario, f.VAR_CHERBOURG_ABANDONED: int(abandoned)})
    pos = June6Position(game, state)
    first: dict[tuple[object, ...], int] = {}
    return tuple(first.setdefault(pos.like(piece), piece) for piece in range(len(game.counters)))
