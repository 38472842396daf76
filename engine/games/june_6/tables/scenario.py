"""What a scenario of June 6 adds to the rules, read once from the edition's scenario file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Reinforcement, Scenario
from hexledger.engine.games.june_6.tables import west_coast
from hexledger.engine.games.june_6.tables.ams import Am
from hexledger.engine.games.june_6.tables.budget import Budget
from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN
from hexledger.engine.games.june_6.tables.groups import Group, read_groups
from hexledger.engine.games.june_6.tables.invasion_plan import InvasionPlan, read_invasion
from hexledger.engine.games.june_6.tables.schedule import FIXED_ENTRY, Arrival, read_arrivals
from hexledger.engine.games.june_6.tables.verdicts import Level, read_verdicts
from hexledger.engine.games.june_6.tables.victory_chart import VictoryChart

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

SIDES = {"allied": ALLIED, "german": GERMAN}

CHERBOURG: Final = "cher"
"""Formation id of the Cherbourg Command (PB 1.11)."""
_WITH_TRAIT: Final = ("a unit with the trait ", " in the hex")
"""What stands before and after a trait in a condition."""


class ForcedMode(msgspec.Struct, frozen=True):
    """A combat mode that a scenario prescribes (R-40, R-61).

    side        the side it binds
    trait       it binds hexes that hold a unit with this trait; empty: every hex
    mode        key of the mode's word
    formations  attacks: it binds these formations in their ME activations; empty: everybody
    """

    side: int
    trait: str
    mode: str
    formations: tuple[int, ...] = ()


class AttachRule(msgspec.Struct, frozen=True):
    """What a scenario changes in 6.13a for one side.

    divisions  formation numbers that may attach
    units      pieces that any of them may attach, whatever their corps; None = the rule's own test
    limit      units a division may attach in a turn; None = any number
    reach      hexes from the division HQ to the unit
    rule       number of the rule that says so
    """

    divisions: tuple[int, ...]
    units: tuple[int, ...] | None
    limit: int | None
    reach: int
    rule: str


class Entry(msgspec.Struct, frozen=True):
    """A piece that enters the map during play: from `turn` (calendar) on, in one of `hexes`, when `am` is drawn."""

    piece: int
    turn: int
    hexes: tuple[int, ...]
    reduced: bool
    am: int


class RecoveryLimit(msgspec.Struct, frozen=True):
    """Recoveries from Reduced that a scenario grants a side in the turns first to last: in all, and in one turn."""

    total: int
    per_turn: int
    first: int
    last: int


class Departure(msgspec.Struct, frozen=True):
    """Formations and units that must be off the area at the end (PB 6.103).

    side        their owner
    pieces      units named by the scenario; German divisions are named in play
    chosen_from formations of which the owner names `number` at the beginning of the turn `turn`
    """

    side: int
    pieces: tuple[int, ...]
    chosen_from: tuple[int, ...]
    number: int
    turn: int


class ScenarioRules:
    """A scenario's data as numbers. Turns are numbers of the game's calendar (`Box.calendar`), 6 June = 1.

    first, last  first and last turn (PB 2.1, PB 3.1)
    area       hexes that units may be in (R-62; both maps: PB 2.2, PB 3.2); `rear` = those that only HQs may be in
    home       piece -> formation (number, see Box.formation_number) it acts with in this scenario
    budget     what it says about resource points, AMs and free Ops markers
    arrivals   its reinforcement schedule; `entries` those of PB 6.32d
    verdicts   its victory rules
    """

    def __init__(self, game: Box[Any], scenario: Scenario, ams: Mapping[int, Am], west: int = 0) -> None:
        self.west_beach: frozenset[int] = west_coast.beach(game, west)
        """Beach hexes of the landing on the west coast (PB 2.85), empty without it; `west_rangers`: coast near it."""
        self.west_rangers = west_coast.rangers(game, self.west_beach)
        self.data: dict[str, Any] = scenario.data
        self.scenario = scenario
        self.id = scenario.id
        self.calendar = game.calendar
        self.turns = scenario.turns
        self.first = game.calendar.index(scenario.first_turn) + 1
        self.last = game.calendar.index(scenario.last_turn) + 1
        self.fixed: dict[str, Any] = self.data.get("fixed") or {}
        self._area(game)
        self._limits(game)
        self._modes(game)
        self._command(game)
        self._special(game)
        self._arrivals(game)
        self._supply(game)
        self.invasion: InvasionPlan | None = read_invasion(game, scenario)
        """The invasion turn, None for a scenario that begins later."""
        self.budget = Budget(game, scenario, ams)
        self.ams = self.budget.ams
        self.verdicts = read_verdicts(game, self.id, self.data.get("victory") or {})
        parts = tuple(level for part in self.verdicts.parts for level in part.levels)
        self.levels: tuple[Level, ...] = self.verdicts.levels or parts
        self.objective: frozenset[int] = self._objective(game)
        """Hexes that the scenario is about: where players aim."""

    def _objective(self, game: Box[Any]) -> frozenset[int]:
        if self.verdicts.points is not None:
            return VictoryChart(game).hexes
        if self.verdicts.parts:
            return frozenset().union(*(part.levels[0].area for part in self.verdicts.parts))
        named = (self.data.get("victory") or {}).get("area", "")
        if named in game.board.areas:
            return game.board.in_area(named)
        return self.levels[0].area if self.levels else frozenset()

    # ------------------------------------------------------------ R-62 the area
    def _area(self, game: Box[Any]) -> None:
        board = game.board
        places: set[int] = set()
        for area in self.scenario.areas:
            places.update(board.areas[area])
        places.update(board.index[label] for label in self.scenario.hexes)
        self.whole_board = self.scenario.whole_board or not places
        self.area: frozenset[int] = frozenset(range(board.n_hexes)) if self.whole_board else frozenset(places)

    def _limits(self, game: Box[Any]) -> None:
        index = game.edition.counter_index
        limits: dict[str, Any] = self.data.get("limits") or {}
        self.limits = limits
        rear = limits.get("hq_only")
        self.rear: frozenset[int] = frozenset(game.board.areas[rear]) if rear else frozenset()
        self.never_cross: dict[int, str] = {
            index[entry["counter"]]: entry["hexsides"].rpartition(" ")[2] for entry in limits.get("never_cross", [])
        }
        """piece -> name of the river it may never cross, bridges included."""
        self._recovery(limits.get("reduced_recovery") or {})
        self.no_recovery: dict[int, str] = {
            SIDES[name]: _number(rule) for name, rule in (limits.get("no_recovery") or {}).items()
        }
        """side -> rule that forbids it any recovery (PB 4.9)."""

    def _recovery(self, listed: dict[str, Any]) -> None:
        self.reduced_recovery: dict[int, tuple[RecoveryLimit, ...]] = {}
        """side -> recoveries from Reduced in the scenario, window by window (PB 6.81b, 6.82b)."""
        for name, side in SIDES.items():
            entry = listed.get(name)
            if entry is None:
                continue
            windows = entry if isinstance(entry, list) else [entry]
            self.reduced_recovery[side] = tuple(
                RecoveryLimit(
                    window["total"],
                    window["per_turn"],
                    self.calendar.index(window["from"]) + 1 if "from" in window else self.first,
                    self.calendar.index(window["to"]) + 1 if "to" in window else self.last,
                )
                for window in windows
            )
        self.reduced_recovery_rule: dict[int, str] = {}
        cited = [part.strip().removeprefix("J6 ") for part in str(listed.get("rule", "")).split(",")]
        if listed:
            german, allied = (f"PB {part.removeprefix('PB ')}" for part in cited)
            self.reduced_recovery_rule = {GERMAN: german, ALLIED: allied}

    # ------------------------------------------------------------ 12.4 modes
    def _modes(self, game: Box[Any]) -> None:
        modes: dict[str, Any] = self.data.get("modes") or {}
        self.attack_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[side], "", f"mode.{mode}")
            for side, mode in modes.get("attack", {}).items()
            if mode != "free"
        ) + tuple(
            ForcedMode(
                SIDES[entry["side"]],
                "",
                f"mode.{entry['mode']}",
                tuple(game.formation_number[name] for name in entry["formations"]),
            )
            for entry in modes.get("attack_of", ())
        )
        self.defence_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[entry["side"]], _trait(self.id, entry), f"mode.{entry['mode']}")
            for entry in modes.get("defence", ())
            if entry["mode"] != "free"
        )
        self.modes_rule: str = str(modes.get("rule", "R-40")).removeprefix(f"{game.code} ")
        """Number of the rule that prescribes the modes."""

    # ------------------------------------------------------------ 6 who commands whom
    def _command(self, game: Box[Any]) -> None:
        index = game.edition.counter_index
        command: dict[str, Any] = self.data.get("command") or {}
        self.home: dict[int, int] = {}
        listed: dict[str, Any] | list[dict[str, Any]] = command.get("german_corps_am") or []
        for german in listed if isinstance(listed, list) else [listed]:
            number = game.formation_number[game.counters[index[german["hq"]]].formation]
            for unit in german["units"]:
                self.home[index[unit]] = number
        variant: dict[str, Any] = self.data.get("variant") or {}
        self.reserve: tuple[tuple[int, frozenset[int]], ...] = tuple(
            (index[entry["counter"]], game.board.in_area(entry["at"])) for entry in variant.get("setup", ())
        )
        """Units of the scenario's variant and the hexes that they may be set up in (PB 4.10.2)."""
        cherbourg = game.formation_number.get(CHERBOURG, 0)
        self.home.update((piece, cherbourg) for piece, _ in self.reserve)
        members = game.edition.formations[CHERBOURG].members if cherbourg else ()
        self.cherbourg_units: frozenset[int] = frozenset(index[unit] for unit in members).union(
            piece for piece, _ in self.reserve
        )
        """Units that keep to Cherbourg (PB 1.11a)."""
        self.corps_support: dict[int, tuple[str, ...]] = {
            index[hq]: tuple(units) for hq, units in command.get("corps_support", {}).items() if hq != "rule"
        }
        """corps HQ -> formations that its artillery and engineers may support (PB 6.42 note 1)."""
        self.attach: dict[int, AttachRule] = {}
        self.assigned: dict[int, int] = {
            index[unit]: game.formation_number[corps] for unit, corps in (command.get("assigned") or {}).items()
        }
        """Unassigned corps unit -> corps that the scenario gives it (6.14)."""
        self.not_attachable: dict[int, int] = {
            index[unit]: self.calendar.index(turn) + 1
            for unit, turn in (command.get("not_attachable_before") or {}).items()
        }
        """piece -> first turn in which it may be attached (PB 6.41c)."""
        self.attached_at_start: tuple[tuple[int, int], ...] = tuple(
            (index[unit], game.formation_number[division])
            for division, units in (command.get("attached_at_start") or {}).items()
            for unit in units
        )
        for name, entry in (command.get("attach") or {}).items():
            counters = entry["counters"]
            self.attach[SIDES[name]] = AttachRule(
                divisions=tuple(game.formation_number[division] for division in entry["divisions"]),
                units=tuple(index[unit] for unit in counters) if isinstance(counters, list) else None,
                limit=None if entry["limit"] == "none" else entry["limit"],
                reach=entry["range"],
                rule=re.sub(r"^J6 | note \d+$", "", entry["rule"]).removesuffix("a"),
            )

    # ------------------------------------------------------------ PB 6.10 special conditions
    def _special(self, game: Box[Any]) -> None:
        special: dict[str, Any] = self.data.get("conditions") or {}
        number = game.formation_number
        must: dict[str, Any] = special.get("must_attack") or {}
        self.must_attack: tuple[int, ...] = tuple(number[name] for name in must.get("formations", ()))
        """Divisions that attack at least once in a turn in which they have an AM in the pool (PB 6.101b)."""
        peace: dict[str, Any] = special.get("no_attacks") or {}
        members = game.edition.formations
        index = game.edition.counter_index
        self.no_attacks: frozenset[int] = frozenset(
            index[unit]
            for name in peace.get("units", ())
            for unit in (members[name].members if name in members else (name,))
            if unit in index
        )
        self.no_attacks_from: int = self.calendar.index(peace["from"]) + 1 if peace else 0
        self.departures: tuple[Departure, ...] = tuple(
            Departure(
                side=SIDES[entry["side"]],
                pieces=tuple(
                    index[unit]
                    for name in entry.get("units", ())
                    for unit in (members[name].members if name in members else (name,))
                    if unit in index
                ),
                chosen_from=tuple(number[name] for name in entry.get("choose_from", ())),
                number=entry.get("number", 0),
                turn=self.calendar.index(entry["from"]) + 1,
            )
            for entry in special.get("leave", ())
        )
        self.end_entry: bool = bool(special.get("unreleased_enter_in_end_phase"))
        """PB 5.3.3: groups that failed both releases are put on the map in the End Phase."""

    # ------------------------------------------------------------ 10 reinforcements
    def _arrivals(self, game: Box[Any]) -> None:
        numbers: list[int] = (self.data.get("pools") or {}).get("optional_groups") or []
        self.groups: tuple[Group, ...] = read_groups(game, numbers)
        """Optional German groups (PB 2.83)."""
        optional = tuple(arrival for group in self.groups for arrival in group.arrivals)
        self.arrivals: tuple[Arrival, ...] = read_arrivals(game, self.scenario, self.west_beach) + optional
        self.entries: tuple[Entry, ...] = tuple(
            self._entry(game, arriving, counter)
            for arriving in self.scenario.reinforcements
            if arriving.when == FIXED_ENTRY
            for counter in arriving.counters
        )
        self._by_lead = {arrival.lead: arrival for arrival in self.arrivals}
        self._of_piece = {piece: arrival for arrival in self.arrivals for piece in arrival.pieces}
        self.own_area: dict[int, frozenset[int]] = {}
        """piece -> hexes it may be in, where a scenario keeps its parts apart (PB 6.103b)."""
        self.own_area_number: dict[int, int] = {}
        apart: list[list[str]] = (self.data.get("limits") or {}).get("apart") or []
        for place, areas in enumerate(apart, 1):
            hexes = frozenset(hex_ for area in areas for hex_ in game.board.areas[area])
            for piece in self._starting_in(game, hexes):
                self.own_area[piece] = hexes
                self.own_area_number[piece] = place

    def _starting_in(self, game: Box[Any], hexes: frozenset[int]) -> list[int]:
        index = game.edition.counter_index
        found = [index[entry.counter] for entry in self.scenario.setup if game.board.index[entry.at] in hexes]
        found += [entry.piece for entry in self.entries if entry.hexes[0] in hexes]
        for arrival in self.arrivals:
            if arrival.gates[0].hexes[0] in hexes:
                found += arrival.pieces
        return found

    def arrival(self, lead: int) -> Arrival:
        """The group of reinforcements with that leading piece."""
        return self._by_lead[lead]

    def arrival_of(self, piece: int) -> Arrival | None:
        """The group that a piece arrives with, None for a piece that never does."""
        return self._of_piece.get(piece)

    def _entry(self, game: Box[Any], arriving: Reinforcement, counter: str) -> Entry:
        return Entry(
            piece=game.edition.counter_index[counter],
            turn=game.calendar.index(arriving.turn) + 1,
            hexes=tuple(game.board.index[label] for label in arriving.at),
            reduced=bool(arriving.state.get("reduced")),
            am=game.words["am.german_corps"],
        )

    def entry(self, piece: int) -> Entry:
        """How a piece that waits to enter enters."""
        return next(entry for entry in self.entries if entry.piece == piece)

    # ------------------------------------------------------------ 5.2, 5.3 supply
    def _supply(self, game: Box[Any]) -> None:
        supply: dict[str, Any] = self.data.get("supply") or {}
        self.supply_areas: dict[int, tuple[str, ...]] = {
            side: tuple(supply.get(name, ())) for name, side in SIDES.items()
        }
        outside: dict[str, str] = supply.get("outside_area") or {}
        self.loc_area: dict[int, frozenset[int]] = {}
        """side -> hexes that its LOCs may use (R-62)."""
        everywhere = frozenset(range(game.board.n_hexes))
        for name, side in SIDES.items():
            if name not in outside:
                self.loc_area[side] = everywhere
                continue
            rows = re.fullmatch(r"rows (\d+) and (higher|lower)", outside[name])
            if rows is None:
                raise EditionError(f"scenarios/{self.id}.yaml", f"supply.outside_area.{name}", "not understood")
            # The row is printed in the hex: E2435 lies in row 24.
            printed = range(int(rows[1]), 100) if rows[2] == "higher" else range(int(rows[1]) + 1)
            wanted = frozenset(f"{row:02}" for row in printed)
            labels = game.board.labels
            self.loc_area[side] = self.area | {place for place in everywhere if labels[place][1:3] in wanted}

    def fixed_for(self, what: str, turn: int) -> Any:
        """A value that the scenario fixes for a turn, None when it does not. The file lists values by what they are, or
        turn by turn."""
        name = self.calendar[turn - 1]
        return (self.fixed.get(what) or {}).get(name, (self.fixed.get(name) or {}).get(what))


def _number(rule: str) -> str:
    return rule.removeprefix("J6 ")


def _trait(scenario: str, entry: dict[str, Any]) -> str:
    """Trait that a forced mode of defence depends on; ValueError for a condition that the rules cannot read."""
    when = entry.get("when", "")
    if not when:
        return ""
    trait: str = when.removeprefix(_WITH_TRAIT[0]).removesuffix(_WITH_TRAIT[1])
    if when != trait.join(_WITH_TRAIT) or not trait.isidentifier():
        raise ValueError(f"{scenario}: modes.defence: the condition {when!r} cannot be read")
    return trait


def wanting(rules: ScenarioRules) -> str:
    """What keeps a scenario from being played, empty when nothing does."""
    if not rules.levels and rules.verdicts.points is None:
        return "victory levels as tests"
    return ""
