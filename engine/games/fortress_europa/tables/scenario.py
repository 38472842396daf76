"""What a scenario of Fortress Europa adds to the rules, read once from the edition's scenario file (33)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.games.fortress_europa.tables import event_rows
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.calendar import Calendar
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game
from hexledger.engine.map.board import Board

WHOLE_MAP: Final = "whole_map"
"""Zone of free set-up units (3.3)."""
_BULGE_FREE: Final = ("ag_654", "ss_150")
"""33.3.1: units that stack free in the Bulge."""
_SPEARHEADS: Final = ("ss_1", "ss_1_new", "ss_150")

_STATES: Final = frozenset({"reduced", "frozen", "hidden", "italy_only", "side"})
_SIDES: Final = frozenset({"flipped", "regular", "infantry"})


class Start(NamedTuple):
    """A piece of the set-up: where, with how many steps, in which state.

    zone   area, `whole_map` or `` (fixed) within which the German may move it (3.3); hidden units are written down
    """

    piece: int
    place: int
    steps: int
    flipped: bool
    frozen: bool
    hidden: bool
    italy_only: bool
    zone: str


class Arrival(NamedTuple):
    """An entry of an appearance display: `kind` is arrive, invasion_response, withdraw, flip_regular or flip_hq.

    place   box in which an Allied unit arrives, -1 for the German entry hexes (26.3) and for what does not arrive
    """

    turn: int
    side: int
    kind: str
    piece: int
    place: int


class ScenarioRules:
    """A scenario's data as numbers. Turns are numbers of the game's calendar, June I = 1.

    first, last     first and last turn
    setup           pieces at their default places, in file order
    arrivals        turn -> what appears, leaves or flips then
    stack_free      pieces that stack free in this scenario only
    bulge, berlin   Battle of the Bulge, On to Berlin (which is also a Bulge)
    """

    def __init__(self, game: Game[Any], calendar: Calendar, ground: Ground, scenario: Scenario) -> None:
        self.data: dict[str, Any] = scenario.data
        self.scenario = scenario
        self.id = scenario.id
        self.file = f"scenarios/{scenario.id}.yaml"
        self.first = calendar.number(scenario.first_turn)
        self.last = calendar.number(scenario.last_turn)
        self.bulge = scenario.id in ("battle_of_the_bulge", "on_to_berlin")
        self.berlin = scenario.id == "on_to_berlin"
        self.begins_with_combat = "start" in self.data
        """33.3.2: the first turn begins in the German first combat impulse."""
        index = game.edition.counter_index
        self.stack_free: frozenset[int] = frozenset(index[name] for name in _BULGE_FREE) if self.bulge else frozenset()
        self._setup(game)
        self._arrivals(game, calendar)
        event_rows.check(game.edition, calendar, self.file, self.data)
        self.allied_at_first: frozenset[int] = self._controlled(game.board, ground)
        """Land hexes that are Allied at the start (33.3.6)."""
        self.fixed: dict[str, Any] = self.data.get("fixed") or {}
        self.weather: dict[int, str] = {
            calendar.number(turn): word for turn, word in (self.fixed.get("weather") or {}).items() if word in f.WEATHER
        }
        """Turn -> weather as charts write it, where the scenario fixes it."""
        self.historical_weather: dict[int, str] = {
            calendar.number(turn): word for turn, word in (self.fixed.get("weather_historical_option") or {}).items()
        }
        pools: dict[str, Any] = self.data.get("pools") or {}
        self.pools: dict[int, dict[str, Any]] = {side: pools.get(name) or {} for name, side in f.SIDES.items()}
        areas: dict[str, Any] = self.data.get("areas") or {}
        place = game.board.place
        self.targets: frozenset[int] = frozenset(place(label) for label in areas.get("first_turn_targets", ()))
        """33.3.9.2, C-68: hexes between Moselle and Meuse."""
        self.us_line: frozenset[int] = game.board.in_area("bulge_us_line") if self.bulge else frozenset()
        self.german_line: frozenset[int] = game.board.in_area("bulge_german_line") if self.bulge else frozenset()
        self.full_move: frozenset[int] = frozenset(index[name] for name in areas.get("us_full_move_units", ()))
        """33.3.9.5: US units that move in full in December IV."""
        self._limits(game, ground)
        self._before(game.board, game.edition.chart("ports", "ports"))

    # ------------------------------------------------------------ 33.3.7-9 who may not go where
    def _limits(self, game: Game[Any], ground: Ground) -> None:
        board, index = game.board, game.edition.counter_index
        river = (self.data.get("british_meuse") or {}).get("barrier_river", "")
        self.meuse: frozenset[int] = frozenset(
            key for key in ground.rivers if river and board.hexside_name(*divmod(key, ground.n)) == river
        )
        """33.3.7: hexsides (`Ground.key`) that British and minor Allied units may not cross."""
        label = (self.data.get("french_limit") or {}).get("hex_row_of", "")
        limit = board.xy(board.place(label))[1] if label else 0
        self.north_of_nancy: frozenset[int] = frozenset(
            place for place in ground.land if label and board.xy(place)[1] < limit
        )
        """33.3.8: hexes that French units may not enter."""
        self.spearheads: frozenset[int] = (
            frozenset(index[name] for name in _SPEARHEADS if name in index) if self.bulge else frozenset()
        )
        """33.3.9.4: 1SS and 150SS."""

    # ------------------------------------------------------------ 3.2, 3.3 set-up
    def _setup(self, game: Game[Any]) -> None:
        found = []
        for entry in self.scenario.setup:
            where = f"setup({entry.counter})"
            state = entry.state
            unknown = sorted(set(state) - _STATES)
            if entry.marker or unknown or state.get("side", "flipped") not in _SIDES:
                raise EditionError(self.file, f"{where}.state", "not understood", state or entry.counter)
            piece = game.edition.counter_index[entry.counter]
            counter = game.counters[piece]
            reduced = bool(state.get("reduced"))
            if reduced and counter.steps < 2:
                raise EditionError(self.file, f"{where}.state", "a unit of one step cannot be reduced", entry.counter)
            zone = str(entry.details.get("zone") or "")
            if entry.details.get("fixed"):
                zone = ""
            if zone and zone != WHOLE_MAP and zone not in game.board.areas:
                raise EditionError(self.file, f"{where}.zone", "no such area", zone)
            if state.get("frozen") and zone.removeprefix("district_") not in f.DISTRICTS[1:]:
                raise EditionError(self.file, f"{where}.zone", "a frozen unit needs a district", zone)
            found.append(
                Start(
                    piece=piece,
                    place=game.board.place(entry.at),
                    steps=max(1, counter.steps - (1 if reduced else 0)),
                    flipped="side" in state,
                    frozen=bool(state.get("frozen")),
                    hidden=bool(state.get("hidden")),
                    italy_only=bool(state.get("italy_only")),
                    zone=zone,
                )
            )
        self.setup: tuple[Start, ...] = tuple(found)
        self.start_of: dict[int, Start] = {start.piece: start for start in found}
        self.hidden: tuple[int, ...] = tuple(sorted(start.piece for start in found if start.hidden))
        """Units that the German writes down instead of setting them up (3.3)."""
        self.home_district: dict[int, int] = {
            start.piece: f.DISTRICTS.index(start.zone.removeprefix("district_")) for start in found if start.frozen
        }
        """Unit of a district -> number of the district in which it is frozen at first (9.1)."""
        self.level: tuple[int, ...] = tuple(
            sum(1 for district in self.home_district.values() if district == number)
            for number in range(len(f.DISTRICTS))
        )
        """Units of each district at first (9.1 C, C-15)."""

    # ------------------------------------------------------------ 26 appearance displays
    def _arrivals(self, game: Game[Any], calendar: Calendar) -> None:
        boxes = {name: game.board.place(name) for name in ("england", "africa")}
        table: dict[int, list[Arrival]] = {}
        for entry in self.scenario.reinforcements:
            turn = calendar.number(entry.turn)
            kind = str(entry.details.get("kind") or "arrive")
            if kind not in ("arrive", "invasion_response", "withdraw", "flip_regular", "flip_hq"):
                raise EditionError(self.file, f"reinforcements({entry.counters}).kind", "not understood", kind)
            for name in entry.counters:
                piece = game.edition.counter_index[name]
                side = game.side_of[piece]
                place = next((boxes[at] for at in entry.at if at in boxes), -1)
                if kind == "arrive" and side == f.ALLIED and place < 0:
                    raise EditionError(self.file, f"reinforcements({name}).at", "must be england or africa", entry.at)
                table.setdefault(turn, []).append(Arrival(turn, side, kind, piece, place))
        self.arrivals: dict[int, tuple[Arrival, ...]] = {turn: tuple(rows) for turn, rows in table.items()}

    def arriving(self, turn: int, side: int, *kinds: str) -> tuple[Arrival, ...]:
        """Entries of a turn for a side, of the kinds named, in the order of the display."""
        return tuple(row for row in self.arrivals.get(turn, ()) if row.side == side and row.kind in kinds)

    # ------------------------------------------------------------ 33.3.6 what has happened before
    def _controlled(self, board: Board, ground: Ground) -> frozenset[int]:
        control: dict[str, Any] = self.data.get("control") or {}
        if not control:
            return frozenset()
        german = {board.place(label) for label in control["german"]}
        return ground.land - german - {ground.jersey}

    def _before(self, board: Board, printed: dict[str, Any]) -> None:
        destroyed: dict[str, Any] = self.data.get("destroyed_fortresses") or {}
        self.destroyed_fortresses = tuple(sorted(board.place(label) for label in destroyed.get("hexes", ())))
        """Fortresses that are destroyed at the start, ascending."""
        appeared: dict[str, Any] = self.data.get("volkssturm_appeared") or {}
        self.volkssturm_cities = tuple(sorted(board.place(label) for label in appeared.get("cities", {}).values()))
        """Cities in which Volkssturm has appeared already, ascending (25)."""
        ports: dict[str, Any] = self.data.get("ports") or {}
        lost = {
            board.place(printed[name]["hex"]): printed[name]["capacity"] - row["capacity"]
            for name, row in ports.items()
        }
        self.port_damage: tuple[tuple[int, int], ...] = tuple((port, lost[port]) for port in sorted(lost) if lost[port])
        """(port, points lost) at the start, ascending."""
