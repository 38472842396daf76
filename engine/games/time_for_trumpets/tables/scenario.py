"""What a scenario adds: set-up, arrivals, sources of supply, headquarters off the map, house rules, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Reinforcement, Scenario
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables.words import ALLIED, ARMIES, GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.time_for_trumpets.tables.ground import Ground
    from hexledger.engine.games.time_for_trumpets.tables.roster import Roster

MODES: Final = frozenset({"battery", "deployed"})


class Place(NamedTuple):
    """A unit at the start. `back`: in battery, deployed or on its fort side."""

    piece: int
    at: int
    mode: bool
    fort: bool
    reduced: bool


class Arrival(NamedTuple):
    """A reinforcement (27). `places`: where it may come in; `edge`: from beyond the edge, paying the hex; `instead`:
    edge hexes where it comes in when an enemy stands in `places`."""

    turn: int
    piece: int
    places: tuple[int, ...]
    edge: bool
    strategic: bool
    instead: tuple[int, ...] = ()


class Reparent(NamedTuple):
    """A unit answers to another HQ until a turn, or until an HQ is on the map (G-D6, G-D13)."""

    piece: int
    hq: int
    until: int
    until_hq: int


class Held(NamedTuple):
    """H-1: units that are not released before a turn: an HQ stands for all that belongs to it."""

    pieces: tuple[int, ...]
    until: int


class ScenarioRules:
    """A scenario's data as numbers; sides are 1 German, 2 Allied."""

    def __init__(self, scenario: Scenario, ground: Ground, roster: Roster) -> None:
        self.id = scenario.id
        self.file = f"scenarios/{scenario.id}.yaml"
        data: Mapping[str, Any] = scenario.data
        self.data = data
        board = ground.board
        self.first, self.last = calendar.number(scenario.first_turn), calendar.number(scenario.last_turn)
        areas = [board.in_area(name) for name in scenario.areas]
        self.hexes: frozenset[int] = frozenset().union(*areas) if areas else frozenset(range(board.n_hexes))
        """Hexes of the scenario map (H-4)."""
        self.whole = scenario.whole_board
        self.setup: tuple[Place, ...] = tuple(
            Place(
                roster.index[entry.counter],
                board.place(entry.at),
                entry.state.get("mode") in MODES,
                entry.state.get("side") == "fort",
                bool(entry.state.get("reduced")),
            )
            for entry in scenario.setup
        )
        self.arrivals: tuple[Arrival, ...] = tuple(
            row for entry in scenario.reinforcements for row in self._arrivals(entry, ground, roster)
        )
        command: Mapping[str, Any] = data.get("command") or {}
        self.off_map: frozenset[int] = frozenset(roster.index[name] for name in command.get("off_map_hq", ()))
        """H-9: headquarters that are off the map."""
        self.parents: dict[int, int] = {
            roster.index[unit]: roster.index[hq] for unit, hq in (command.get("parents") or {}).items()
        }
        supply: Mapping[str, Any] = data["supply"]
        german: Mapping[str, Any] = supply["german_source_hexes"]
        self.sources: dict[str, tuple[int, ...]] = {
            army: tuple(sorted({board.place(label) for label in german.get(army, ())})) for army in ARMIES
        }
        self.allied_sources: tuple[int, ...] = tuple(
            sorted({board.place(label) for label in supply["allied_source_hexes"]})
        )
        self.markers: tuple[Mapping[str, Any], ...] = tuple(data.get("markers") or ())
        self.tracks: Mapping[str, Any] = data["tracks"]
        self.fixed: Mapping[str, Any] = data.get("fixed") or {}
        self.victory: Mapping[str, Any] = data["victory"]
        self.pools: Mapping[str, Any] = data.get("pools") or {}
        self.hooks: Mapping[str, Any] = data.get("hooks") or {}
        """House rules of the scenario as data (H-1 to H-8)."""
        self.held: tuple[Held, ...] = tuple(
            Held(tuple(roster.index[name] for name in row["units"]), calendar.number(row["until"]))
            for row in self.hooks.get("held", ())
        )
        self.reparents: tuple[Reparent, ...] = tuple(
            Reparent(
                roster.index[row["unit"]],
                roster.index[row["to"]],
                calendar.number(row["until"]) if "until" in row else 0,
                roster.index[row["until_hq"]] if "until_hq" in row else -1,
            )
            for row in self.hooks.get("reparent", ())
        )
        empty: Mapping[str, Any] = self.hooks.get("empty_ground") or {}
        self.empty: frozenset[int] = frozenset(
            place
            for place in self.hexes
            if empty
            and ground.column(place) >= int(empty["from_column"])
            and ground.row(place) <= int(empty["last_row"])
        )
        """H-4: ground of divisions that are left out: no Allied unit enters it, German ones along one road only."""
        self.empty_road: frozenset[int] = frozenset(board.place(label) for label in empty.get("road", ()))
        named: Mapping[str, Any] = self.hooks.get("options") or {}
        self.options: tuple[str, ...] = tuple(named.get("played", ()))
        """Advanced and optional rules that the scenario plays with unless the players say otherwise."""
        self.noted: frozenset[int] = frozenset(
            board.place(label) for row in self.victory["points"] for label in row.get("hexes", ())
        ) | (ground.towns | ground.cities)
        """Hexes of which it is noted who held them last (H-6, 5.1)."""
        self.army_of_source: dict[int, tuple[str, ...]] = {}
        for army, places in self.sources.items():
            for place in places:
                self.army_of_source[place] = (*self.army_of_source.get(place, ()), army)

    def _arrivals(self, entry: Reinforcement, ground: Ground, roster: Roster) -> list[Arrival]:
        board, found = ground.board, list[Arrival]()
        for name in entry.counters:
            piece = roster.index[name]
            places: set[int] = set()
            areas = False
            for at in entry.at:
                if at in board.areas:
                    places.update(board.areas[at])
                    areas = True
                else:
                    places.add(board.place(at))
            here = tuple(sorted(places & self.hexes)) or tuple(sorted(places))
            if not here:
                raise EditionError(self.file, f"reinforcements({name}).at", "no hex to enter", str(entry.at))
            edge = areas or all(place in ground.edge for place in here)
            strategic = bool(entry.details.get("strategic"))
            instead = tuple(sorted(board.place(label) for label in entry.details.get("instead", ())))
            found.append(Arrival(calendar.number(entry.turn), piece, here, edge, strategic, instead))
        return found


def side_of_army(army: str) -> int:
    """Side of an army by its name."""
    return GERMAN if army in ARMIES else ALLIED
