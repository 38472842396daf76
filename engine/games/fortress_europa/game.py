"""Fortress Europa: the module's front page. Sides, decisions and steps are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.editions.edition import Edition
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.shown import naming
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.options import options_of
from hexledger.engine.games.fortress_europa.tables.switches import SWITCHES
from hexledger.engine.games.fortress_europa.tables.tables import Tables
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.homes import rule_modules
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.naming.options import chosen
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import game_words
from hexledger.events.model import TurnBegan
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.fortress_europa.shown.view import FortressView
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

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


WORDS: Final = game_words("hexledger.engine.games.fortress_europa")


class FortressEuropa(Game[FortressPosition]):
    """The rulebook module of Fortress Europa (Designer Signature Edition, Compass Games 2019, John Edwards)."""

    id: ClassVar[str] = "fortress_europa"
    title: ClassVar[str] = "Fortress Europa"
    code: ClassVar[str] = "FE"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    package: ClassVar[str] = "hexledger.engine.games.fortress_europa"
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    value_kinds: ClassVar[Mapping[str, str]] = WORDS.value_kinds
    subject_kinds: ClassVar[Mapping[str, str]] = WORDS.subject_kinds
    findings: ClassVar[frozenset[str]] = WORDS.findings
    bookkeeping_words: ClassVar[frozenset[str]] = WORDS.hidden
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active_side"})

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.tables = Tables(self)

    def position(self, state: State) -> FortressPosition:
        """The view of a state with this game's questions."""
        return FortressPosition(self, self.tables, state)

    def setup(self, act: Recorder[FortressPosition], scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.fortress_europa import sequence
        from hexledger.engine.games.fortress_europa.rules import setup

        setup.set_up(act, scenario, options)
        sequence.begin(act)

    def lay_out(
        self, act: Recorder[FortressPosition], scenario: str, options: dict[str, str | int | bool], turn: int = 0
    ) -> None:
        """An empty map of a scenario in a turn, its first for 0, under a clear sky."""
        number = self.scenario_number(scenario)
        rules = self.tables.scenario(number)
        act.assign(f.VAR_SCENARIO, number)
        act.emit(TurnBegan(turn or rules.first))
        act.assign(f.VAR_WEATHER, f.CLEAR)
        act.assign(f.VAR_LAST_TURN, rules.last)
        for option, value in chosen(self, scenario, options):
            if value:
                act.assign(option.word, value)

    def read_scenario(self, scenario: str) -> None:
        """Its rules."""
        self.tables.scenario(self.scenario_number(scenario))

    def options(self, scenario: str) -> Mapping[str, Switch]:
        """Optional rules and agreements of a scenario; see `options`."""
        return options_of(scenario)

    def check_invariants(self, pos: FortressPosition) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.fortress_europa.questions import invariants

        return invariants.complaints(pos)

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played to its verdict, else what is missing, by rule."""
        if scenario not in self.scenario_ids:
            return f"no scenario {scenario}"
        if not self.missing:
            return True
        return f"not enforced yet: {self.code} {', '.join(dict.fromkeys(rule for rule, _ in self.missing))}"

    @cached_property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """(rule, what) of everything that the modules still lack, in the order of the modules."""
        return tuple(row for module in rule_modules(self) for row in getattr(module, "MISSING", ()))

    def tell(self, pos: FortressPosition, decision: Decision) -> str:
        """A decision in words; see `telling`."""
        from hexledger.engine.games.fortress_europa.shown.telling import tell

        return tell(pos, decision)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a die could have brought, for the luck report."""
        from hexledger.engine.games.fortress_europa.shown.luck import lottery

        return lottery(self.position(state), events, number)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.fortress_europa.advisor import advise

        return advise(self.position(state), prompt, chance)

    def view(self) -> FortressView:
        """What its boards show."""
        from hexledger.engine.games.fortress_europa.shown.view import FortressView

        return FortressView(self)

    def turn(self, number: int) -> str:
        """Name of a turn, e.g. `June I`; `-` before the first."""
        return self.tables.calendar.name(number)

    def phasing(self, state: State) -> int:
        """Side whose player turn runs, else the side of the phase."""
        return state.variable(f.VAR_ACTIVE_SIDE) or state.phase_side
