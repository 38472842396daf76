"""June 6: the module's front page. Sides, decisions and steps are declared here.

Below it lie, each knowing only what is further down: `advisor/` and `shown/`; `sequence.py`, which composes the phases;
`rules/`, the decisions and steps by chapters; `questions/`, which read a position; and `tables/`, which has no state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN, PACKAGE
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.engine.naming.amendments import Amendment, read_amendments
from hexledger.engine.naming.options import chosen
from hexledger.engine.naming.switches import Switch, read_switches
from hexledger.events.model import TurnBegan
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.june_6.tables.successors import Successors
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.steps import Prompt

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


class June6(Charts[June6Position]):
    """The rulebook module of June 6 (GMT 1999, Richard Berg)."""

    id: ClassVar[str] = "june_6"
    title: ClassVar[str] = "June 6"
    code: ClassVar[str] = "J6"
    rules_version: ClassVar[str] = "6"
    amendments: ClassVar[tuple[Amendment, ...]] = read_amendments(PACKAGE)
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    stances = (
        Stance("eager", ALLIED, aims=80, skilled=True),
        Stance("skilled", GERMAN, aims=40, skilled=True),
        STEADY,
        Stance("bold", ALLIED, aims=80, daring=15),
        Stance("eager", GERMAN, aims=40),
        Stance("bold", GERMAN, aims=10, daring=15),
    )
    """In points of the advisor (about 10 for a step), and tenths of them that an attack must promise."""
    package: ClassVar[str] = PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 2
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "reckon.armor": ("line.defence_points", "line.at_points"),
        "reckon.artillery_superiority": ("line.defence_points",),
        "reckon.hesitation": ("line.release_value",),
        "reckon.release": ("line.release_number",),
        "reckon.resistance": ("line.cohesion",),
        "reckon.surrender": ("line.twice_cohesion",),
    }
    switches: ClassVar[Mapping[str, Switch]] = read_switches(PACKAGE)
    offered: ClassVar[Mapping[str, Switch]] = read_switches(PACKAGE, "options.txt")
    movement_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("move", "strategic_move", "end_movement", "lose_step", "break_down", "end_break_down", "enter", "leave"),
            *("drop_unit", "drop_historical", "move_aside", "land_glider", "land", "end_landings", "stay"),
        }
    )
    combat_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("attack", "cancel_attack", "end_attacks", "next_attack", "artillery", "ground_support", "choose_mode"),
            *("retreat", "advance", "end_advance", "counterattack", "no_counterattack"),
            *("second_attack", "end_second_attacks", "seal", "reveal", "likelier"),
            "end_demolitions",
        }
    )
    either_kinds: ClassVar[frozenset[str]] = frozenset({"assist", "demolish", "build_bridge", "bombard", "recover"})
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active_side"})
    cup: ClassVar[str] = "pool.am"
    acting: ClassVar[str] = "var.active_side"
    opening_kinds: ClassVar[frozenset[str]] = frozenset({"pick_am", "activate_re"})
    weighed_kinds: ClassVar[frozenset[str]] = frozenset({"counterattack", "no_counterattack", "advance", "end_advance"})
    one_memory: ClassVar[bool] = True
    lookahead = 1000

    def script(self, state: State, prompt: Prompt, chance: Chance) -> Iterator[Decision]:
        """The advisor's decision and the marches that are to follow it."""
        from hexledger.engine.games.june_6.advisor import script

        return script(self.position(state), prompt, chance)

    def plans(self, state: State, side: int) -> tuple[Stance, ...]:
        """The ways to lean; in an activation of a scenario in detail also what single hexes and units suggest."""
        from hexledger.engine.games.june_6.advisor.candidates import candidates

        leanings, pos = super().plans(state, side), self.position(state)
        acting = pos.active_side == side and self.in_detail(state)
        return (*leanings, *candidates(pos, leanings[0])) if acting else leanings

    def forecast(self, state: State, side: int) -> int | None:
        """What trials have taught of positions in which the last turn begins."""
        from hexledger.engine.games.june_6.advisor.forecast import forecast

        return forecast(self.position(state), side)

    def budget(self, state: State, side: int) -> int:
        """Ten times as much where single activations have plans. Before the last turn somewhat more for the Allies,
        whose playouts are the longest, and four times that for the Germans."""
        if not self.in_detail(state):
            return self.lookahead
        if self.near_end(state):
            return 10 * self.lookahead
        return (12 if side == ALLIED else 40) * self.lookahead

    def in_detail(self, state: State) -> bool:
        """In a scenario of which trials have taught anything."""
        from hexledger.engine.games.june_6.advisor.know_how import known

        return bool(known(self, self.position(state).scenario.id, ALLIED))

    @cached_property
    def successors(self) -> Successors[June6Position]:
        """The sequence of play, as rules ask it what comes next."""
        from hexledger.engine.games.june_6.sequence import Sequence

        return Sequence()

    def position(self, state: State) -> June6Position:
        """The June 6 view of a state."""
        return June6Position(self, state).settled()

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

    def read_scenario(self, scenario: str) -> None:
        """Its rules, with and without the landing on the west coast."""
        from hexledger.engine.games.june_6.tables.options import WEST_COAST
        from hexledger.engine.games.june_6.tables.west_coast import EACH

        offered = self.options(scenario).get(WEST_COAST.name)
        for west in offered.values.values() if offered else (0,):
            self.scenario_rules(self.scenario_number(scenario) + EACH * west)

    def wanting(self, scenario: str) -> str:
        """What its card still lacks, nothing when it can be played."""
        from hexledger.engine.games.june_6.tables.scenario import wanting

        return wanting(self.scenario_rules(self.scenario_number(scenario)))
