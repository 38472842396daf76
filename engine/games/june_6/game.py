"""June 6: the module's front page. Sides, decisions and steps are declared here.

Below it lie, each knowing only what is further down: `advisor/` and `shown/`; `sequence.py`, which composes the phases;
`rules/`, the decisions and steps by chapters; `questions/`, which read a position; and `tables/`, which has no state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.shown import naming
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.switches import SWITCHES
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.naming.options import chosen
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import game_words
from hexledger.events.model import TurnBegan
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.june_6.shown.view import June6View
    from hexledger.engine.games.june_6.tables.successors import Successors
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

MODULES: Final = (
    ".sequence",
    "first_am",
    "me_phase",
    "activation",
    "attachment",
    "entering",
    "recovery",
    "reduced_efficiency",
    "headquarters",
    "endphase",
    "movement",
    "movement_segment",
    "strategic",
    "engineers",
    "attack",
    "support",
    "modes",
    "combat",
    "resolution",
    "letters",
    "results",
    "retreat",
    "advance",
    "breakthrough",
    "rout",
    "counterattack",
    "bombardment",
    "logistics",
    "payment",
    "purchase",
    "sealed_ams",
    "ops",
    "corps_activation",
    "arrivals",
    "release",
    "interdiction",
    "detachments",
    "departures",
    "setup",
    "invasion",
    "airborne",
    "gliders",
    "landing",
    "hesitation",
    "german_setup",
    "solitaire",
    "groups",
    "chits",
    "written",
    "demolitions",
)
"""Modules of `rules/`, and `sequence` beside it, that list decisions (`DECISIONS`) and steps (`STEPS`); after a change
of either, write homes.txt again (`python -m hexledger.engine.kernel.homes june_6`)."""


WORDS: Final = game_words("hexledger.engine.games.june_6")


class June6(Charts[June6Position]):
    """The rulebook module of June 6 (GMT 1999, Richard Berg)."""

    id: ClassVar[str] = "june_6"
    title: ClassVar[str] = "June 6"
    code: ClassVar[str] = "J6"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    package: ClassVar[str] = "hexledger.engine.games.june_6"
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 2
    value_kinds: ClassVar[Mapping[str, str]] = WORDS.value_kinds
    subject_kinds: ClassVar[Mapping[str, str]] = WORDS.subject_kinds
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = naming.COMPARISONS
    findings: ClassVar[frozenset[str]] = WORDS.findings
    bookkeeping_words: ClassVar[frozenset[str]] = WORDS.hidden
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    either_kinds: ClassVar[frozenset[str]] = naming.EITHER
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active_side"})

    @cached_property
    def successors(self) -> Successors[June6Position]:
        """The sequence of play, as rules ask it what comes next."""
        from hexledger.engine.games.june_6.sequence import Sequence

        return Sequence()

    def position(self, state: State) -> June6Position:
        """The June 6 view of a state."""
        return June6Position(self, state)

    def setup(self, act: Recorder[June6Position], scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.june_6.rules import setup

        setup.set_up(act, scenario, options)

    def lay_out(
        self, act: Recorder[June6Position], scenario: str, options: dict[str, str | int | bool], turn: int = 0
    ) -> None:
        """An empty map of a scenario in a turn, its first for 0, under a clear sky."""
        from hexledger.engine.games.june_6.tables.options import WEST_COAST
        from hexledger.engine.games.june_6.tables.west_coast import EACH

        picked = chosen(self, scenario, options)
        west = sum(value for option, value in picked if option is WEST_COAST)
        act.assign("var.scenario", self.scenario_number(scenario) + EACH * west)
        for option, value in picked:
            act.assign(option.word, value)
        act.emit(TurnBegan(turn or act.pos.scenario.first))
        act.assign("var.weather", self.words["weather.clear"])

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played, else what is missing."""
        if scenario not in self.scenario_ids:
            return f"no scenario {scenario}"
        from hexledger.engine.games.june_6.tables.scenario import wanting

        return wanting(self.scenario_rules(self.scenario_number(scenario))) or True

    def read_scenario(self, scenario: str) -> None:
        """Its rules, with and without the landing on the west coast."""
        from hexledger.engine.games.june_6.tables.options import WEST_COAST
        from hexledger.engine.games.june_6.tables.west_coast import EACH

        offered = self.options(scenario).get(WEST_COAST.name)
        for west in offered.values.values() if offered else (0,):
            self.scenario_rules(self.scenario_number(scenario) + EACH * west)

    def options(self, scenario: str) -> Mapping[str, Switch]:
        """Optional rules and agreements of a scenario; see `options`."""
        from hexledger.engine.games.june_6.tables.options import options_of

        return options_of(scenario)

    def check_invariants(self, pos: June6Position) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.june_6.questions import invariants

        return invariants.complaints(pos)

    def view(self) -> June6View:
        """What June 6 boards show."""
        from hexledger.engine.games.june_6.shown.view import June6View

        return June6View(self)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.june_6.advisor import advise

        return advise(self.position(state), prompt, chance)

    def tell(self, pos: June6Position, decision: Decision) -> str:
        """A decision in words; see `telling`."""
        from hexledger.engine.games.june_6.shown.telling import tell

        return tell(pos, decision)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a June 6 die could have brought."""
        from hexledger.engine.games.june_6.shown.luck import lottery

        return lottery(self, events, number, state)
