"""Fortress Europa: the module's front page. Sides, decisions and steps are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from hexledger.engine.editions.edition import Edition
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.scenario import ScenarioRules
from hexledger.engine.games.fortress_europa.tables.tables import Tables
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.kernel.homes import rule_modules
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.stances import Stance
from hexledger.engine.naming.amendments import Amendment, read_amendments
from hexledger.engine.naming.options import chosen
from hexledger.engine.naming.switches import Switch, read_switches
from hexledger.events.model import TurnBegan
from hexledger.projections.state import State

MODULES: Final = (
    "setup",
    "boxes",
    "hidden",
    "decoy_setup",
    ".sequence",
    "move_impulse",
    "combat_impulse",
    "movement",
    "march",
    "stacking",
    "decoys",
    "rail",
    "trains",
    "sea",
    "districts",
    "flooding",
    "exit_east",
    "invasion",
    "airborne",
    "raids",
    "losses",
    "results",
    "retreat",
    "ground_support",
    "bulge",
    "naval",
    "weather",
    "air",
    "fuel",
    "supply",
    "below_capacity",
    "ports",
    "reinforcements",
    "replacements",
    "hq_troops",
    "augmented",
    "engineers",
    "panzer_reserve",
    "mulberries",
    "partisan",
    "volkssturm",
    "victory",
    "sudden_death",
)
"""Rules modules: each declares decisions (`DECISIONS`), steps (`STEPS`) and what it still lacks (`MISSING`).
After a change, write homes.txt again (`python -m hexledger.engine.kernel.homes fortress_europa`)."""


class FortressEuropa(Furnished[FortressPosition, ScenarioRules]):
    """The rulebook module of Fortress Europa (Designer Signature Edition, Compass Games 2019, John Edwards)."""

    id: ClassVar[str] = "fortress_europa"
    title: ClassVar[str] = "Fortress Europa"
    code: ClassVar[str] = "FE"
    rules_version: ClassVar[str] = "6"
    amendments: ClassVar[tuple[Amendment, ...]] = read_amendments(f.PACKAGE)
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    stances = (
        Stance("eager", f.ALLIED, aims=8),
        Stance("steady", f.GERMAN),
        Stance("bold", f.GERMAN, aims=8, daring=6),
    )
    lookahead = 300
    """In combat factors, and combat factors summed over the six faces that an attack must promise."""
    package: ClassVar[str] = f.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    movement_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("move", "move_stack", "relieve", "rouse_armor", "continue", "stay", "rail_move", "sea_move", "evacuate"),
            *("declare_invasion", "invade", "drop", "airlift", "raid", "place_reinforcement", "enter_reserve"),
            *("exit_east", "place_partisan", "conceal", "under_decoy", "move_decoy", "show_unit", "end_moves"),
            *("remove_excess", "set_mulberry", "commit_support", "end_commit"),
        }
    )
    combat_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("move_ship", "end_naval", "attack", "remove_unattackable", "end_attacks", "ignore_zones", "lose_step"),
            *("stand", "retreat", "join_retreat", "trigger_release", "advance_after_combat", "no_advance"),
        }
    )
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active_side"})
    acting: ClassVar[str] = "var.active_side"
    switches: ClassVar[Mapping[str, Switch]] = read_switches(f.PACKAGE)
    offered: ClassVar[Mapping[str, Switch]] = read_switches(f.PACKAGE, "options.txt")

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.tables = Tables(self)

    def position(self, state: State) -> FortressPosition:
        """The view of a state with this game's questions."""
        return FortressPosition(self, self.tables, state)

    def lay_out(
        self, act: Recorder[FortressPosition], scenario: str, options: dict[str, str | int | bool], turn: int = 0
    ) -> None:
        """An empty map of a scenario in a turn, its first for 0, under a clear sky."""
        number = self.scenario_number(scenario)
        rules = self.scenario_rules(number)
        act.assign(f.VAR_SCENARIO, number)
        act.emit(TurnBegan(turn or rules.first))
        act.assign(f.VAR_WEATHER, f.CLEAR)
        act.assign(f.VAR_LAST_TURN, rules.last)
        for option, value in chosen(self, scenario, options):
            if value:
                act.assign(option.word, value)

    def rules_of(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules."""
        return ScenarioRules(self, self.tables.calendar, self.tables.ground, self.printed_scenario(number))

    def wanting(self, scenario: str) -> str:
        """What its modules still lack, by rule."""
        if not self.missing:
            return ""
        return f"not enforced yet: {self.code} {', '.join(dict.fromkeys(rule for rule, _ in self.missing))}"

    @cached_property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """(rule, what) of everything that the modules still lack, in the order of the modules."""
        return tuple(row for module in rule_modules(self) for row in getattr(module, "MISSING", ()))

    def turn(self, number: int) -> str:
        """Name of a turn, e.g. `June I`; `-` before the first."""
        return self.tables.calendar.name(number)
