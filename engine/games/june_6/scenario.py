"""What a scenario of June 6 adds to the rules, read once from the edition's scenario file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.editions import EditionError
from hexledger.engine.games.june_6.flags import ALLIED, GERMAN
from hexledger.engine.scenarios import Reinforcement, Scenario

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import June6

SIDES = {"allied": ALLIED, "german": GERMAN}

_WITH_TRAIT: Final = re.compile(r"a unit with the trait (\w+) in the hex\Z")


class ForcedMode(NamedTuple):
    """A combat mode that a scenario prescribes (R-40, R-61).

    side   the side it binds
    trait  it binds hexes that hold a unit with this trait; empty: every hex
    mode   key of the mode's word
    """

    side: int
    trait: str
    mode: str


class AttachRule(NamedTuple):
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


class Entry(NamedTuple):
    """A piece that enters the map during play: from `turn` (calendar) on, in one of `hexes`, when `am` is drawn."""

    piece: int
    turn: int
    hexes: tuple[int, ...]
    reduced: bool
    am: int


class Level(NamedTuple):
    """A victory level, tested in order: pieces of `side` in `area` must number `least` to `most` (None = no bound)."""

    winner: int
    side: int
    area: frozenset[int]
    least: int
    most: int | None


class ScenarioRules:
    """A scenario's data as numbers. Turns are numbers of the game's calendar (`June6.calendar`), 6 June = 1.

    first, last  first and last turn
    area       hexes that units may be in (R-62); `rear` = those of them that only HQs may be in
    home       piece -> formation (number, see June6.formation_numbers) it acts with in this scenario
    re_only    pieces that act in the RE phase only unless attached (R-60)
    playable   False for a scenario that needs rules of the issue "June 6, complete"
    """

    def __init__(self, game: June6, scenario: Scenario) -> None:
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
        self._logistics(game)
        self._supply(game)
        self._victory(game)

    # ------------------------------------------------------------ R-62 the area
    def _area(self, game: June6) -> None:
        board = game.board
        places: set[int] = set()
        for area in self.scenario.areas:
            places.update(board.areas[area])
        places.update(board.index[label] for label in self.scenario.hexes)
        self.whole_board = self.scenario.whole_board or not places
        self.area: frozenset[int] = frozenset(range(board.n_hexes)) if self.whole_board else frozenset(places)

    def _limits(self, game: June6) -> None:
        index = game.edition.counter_index
        limits: dict[str, Any] = self.data.get("limits") or {}
        self.limits = limits
        rear = limits.get("hq_only")
        self.rear: frozenset[int] = frozenset(game.board.areas[rear]) if rear else frozenset()
        self.never_cross: dict[int, str] = {
            index[entry["counter"]]: entry["hexsides"].rpartition(" ")[2] for entry in limits.get("never_cross", [])
        }
        """piece -> name of the river it may never cross, bridges included."""
        recovery = limits.get("reduced_recovery") or {}
        self.reduced_recovery: dict[int, tuple[int, int]] = {
            side: (recovery[name]["total"], recovery[name]["per_turn"])
            for name, side in SIDES.items()
            if name in recovery
        }
        """side -> recoveries from Reduced in the whole scenario and in a turn (PB 6.81b, 6.82b)."""
        self.reduced_recovery_rule: dict[int, str] = {}
        cited = [part.strip().removeprefix("J6 ") for part in str(recovery.get("rule", "")).split(",")]
        if recovery:
            german, allied = (f"PB {part.removeprefix('PB ')}" for part in cited)
            self.reduced_recovery_rule = {GERMAN: german, ALLIED: allied}

    # ------------------------------------------------------------ 12.4 modes
    def _modes(self, game: June6) -> None:
        modes: dict[str, Any] = self.data.get("modes") or {}
        self.attack_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[side], "", f"mode.{mode}")
            for side, mode in modes.get("attack", {}).items()
            if mode != "free"
        )
        self.defence_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[entry["side"]], _trait(self.id, entry), f"mode.{entry['mode']}")
            for entry in modes.get("defence", ())
            if entry["mode"] != "free"
        )
        self.modes_rule: str = str(modes.get("rule", "R-40")).removeprefix(f"{game.code} ")
        """Number of the rule that prescribes the modes."""

    # ------------------------------------------------------------ 6 who commands whom
    def _command(self, game: June6) -> None:
        index = game.edition.counter_index
        command: dict[str, Any] = self.data.get("command") or {}
        self.home: dict[int, int] = {}
        german: dict[str, Any] = command.get("german_corps_am") or {}
        if german:
            number = game.formation_number[game.counters[index[german["hq"]]].formation]
            for unit in german["units"]:
                self.home[index[unit]] = number
        self.re_only: frozenset[int] = frozenset(
            index[unit] for unit in command.get("re_only_unless_attached", {}).get("counters", [])
        )
        self.corps_support: dict[int, tuple[str, ...]] = {
            index[hq]: tuple(units) for hq, units in command.get("corps_support", {}).items() if hq != "rule"
        }
        """corps HQ -> formations that its artillery and engineers may support (PB 6.42 note 1)."""
        self.attach: dict[int, AttachRule] = {}
        for name, entry in (command.get("attach") or {}).items():
            counters = entry["counters"]
            self.attach[SIDES[name]] = AttachRule(
                divisions=tuple(game.formation_number[division] for division in entry["divisions"]),
                units=tuple(index[unit] for unit in counters) if isinstance(counters, list) else None,
                limit=None if entry["limit"] == "none" else entry["limit"],
                reach=entry["range"],
                rule=re.sub(r"^J6 | note \d+$", "", entry["rule"]).removesuffix("a"),
            )

    # ------------------------------------------------------------ 5, 7.2, 10 AMs and entries
    def _logistics(self, game: June6) -> None:
        pools: dict[str, Any] = self.data.get("pools") or {}
        self.every_am = "each_turn" in pools
        """True when every AM goes into the pool in every turn (PB 6.52): nothing to choose at purchase."""
        self.ams: dict[int, tuple[tuple[int, int], ...]] = {
            side: tuple(
                (game.words[am.replace("am_", "am.", 1)], count)
                for am, count in pools.get("ams", {}).get(name, {}).items()
            )
            for name, side in SIDES.items()
        }
        """side -> (AM, how many) that it may have in play."""
        entries: list[Entry] = []
        for arriving in self.scenario.reinforcements:
            if arriving.when != "first German corps AM of the turn":
                entries = []
                break
            entries += [self._entry(game, arriving, counter) for counter in arriving.counters]
        self.entries: tuple[Entry, ...] = tuple(entries)
        self.playable = bool(
            self.every_am
            and len(self.entries) == sum(len(arriving.counters) for arriving in self.scenario.reinforcements)
            and all(self.fixed.get(what) for what in ("weather", "initiative", "rp", "air", "naval"))
        )

    def _entry(self, game: June6, arriving: Reinforcement, counter: str) -> Entry:
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
    def _supply(self, game: June6) -> None:
        supply: dict[str, Any] = self.data.get("supply") or {}
        self.supply_areas: dict[int, tuple[str, ...]] = {
            side: tuple(supply.get(name, ())) for name, side in SIDES.items()
        }
        outside: dict[str, str] = supply.get("outside_area") or {}
        self.road_nets: dict[tuple[int, frozenset[int]], Any] = {}
        """Derived from the map and `loc_area` alone; kept by rules/supply.py."""
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

    # ------------------------------------------------------------ PB 6.11 victory
    def _victory(self, game: June6) -> None:
        victory: dict[str, Any] = self.data.get("victory") or {}
        self.levels: tuple[Level, ...] = ()
        self.victory_rule = str(victory.get("rule", "")).removeprefix("J6 ")
        levels = []
        for entry in victory.get("levels", []):
            test = entry.get("test")
            if test is None:
                self.playable = False
                return
            winner = SIDES.get(entry["result"], 0)
            if "otherwise" in test:
                levels.append(Level(winner, 0, frozenset(), 0, None))
                continue
            ((what, bounds),) = test.items()
            levels.append(
                Level(
                    winner,
                    SIDES[what.removesuffix("_units_in")],
                    game.board.in_area(bounds["area"]),
                    bounds.get("min", 0),
                    bounds.get("max"),
                )
            )
        self.levels = tuple(levels)

    def fixed_for(self, what: str, turn: int) -> Any:
        """A value that the scenario fixes for a turn, None when it does not."""
        return (self.fixed.get(what) or {}).get(self.calendar[turn - 1])


def _trait(scenario: str, entry: dict[str, Any]) -> str:
    """Trait that a forced mode of defence depends on; ValueError for a condition that the rules cannot read."""
    when = entry.get("when", "")
    if not when:
        return ""
    found = _WITH_TRAIT.match(when)
    if found is None:
        raise ValueError(f"{scenario}: modes.defence: the condition {when!r} cannot be read")
    return found[1]
