"""June 6: the module's front page. Sides, decisions and steps are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec

from hexledger.engine.editions.counters import Counter, Face
from hexledger.engine.editions.edition import Edition
from hexledger.engine.errors import UnknownName, close_to
from hexledger.engine.games.june_6 import naming
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.switches import SWITCHES
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.naming.switches import Switch
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.june_6.ams import Am
    from hexledger.engine.games.june_6.rules.airborne_table import AirborneTable
    from hexledger.engine.games.june_6.rules.bombardment_table import BombardmentTable
    from hexledger.engine.games.june_6.rules.supply import LocGround
    from hexledger.engine.games.june_6.rules.tables import CombatTables
    from hexledger.engine.games.june_6.scenario import ScenarioRules
    from hexledger.engine.games.june_6.terrain import Terrain
    from hexledger.engine.games.june_6.victory_chart import VictoryChart
    from hexledger.engine.games.june_6.view import June6View
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

Act = Recorder[June6Position]

MODULES: Final = (
    "sequence",
    "activation",
    "attachment",
    "entering",
    "recovery",
    "reduced_efficiency",
    "headquarters",
    "endphase",
    "movement",
    "strategic",
    "engineers",
    "attack",
    "support",
    "modes",
    "combat",
    "letters",
    "results",
    "retreat",
    "advance",
    "breakthrough",
    "rout",
    "counterattack",
    "bombardment",
    "logistics",
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
    "landing",
    "hesitation",
    "german_setup",
    "solitaire",
    "groups",
    "chits",
    "written",
    "replan",
    "demolitions",
)
"""Rules modules that declare decisions (`DECISIONS`) and steps (`STEPS`); after a change of either, write homes.txt
again (`python -m hexledger.engine.kernel.homes june_6`)."""

COMMANDING_KINDS: Final = ("division", "corps", "command")
"""Formations whose units act together; units of other groups (SP, Det, unassigned battalions) have none (6.14, 19)."""


CHERBOURG_REACH: Final = 3
"""Hexes from Cherbourg to a strongpoint that its command may hold (PB 1.11a)."""


OTHER_FRONT: Final[Mapping[str, Mapping[str, int]]] = {"4_us_70": {"cs": 2, "cohesion": 6, "ma": 8}}
"""ERR counters: values that an option puts in the place of the printed ones; the 70th Tank Battalion had Shermans."""


def other_front(counter: Counter) -> Face:
    """The front of a counter with the values of `OTHER_FRONT`."""
    values: Any = OTHER_FRONT[counter.id]
    return msgspec.structs.replace(counter.front, **values, values={**counter.front.values, **values})


class June6(Game[June6Position]):
    """The rulebook module of June 6 (GMT 1999, Richard Berg)."""

    id: ClassVar[str] = "june_6"
    title: ClassVar[str] = "June 6"
    code: ClassVar[str] = "J6"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("allied", "german")
    package: ClassVar[str] = "hexledger.engine.games.june_6"
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 2
    value_kinds: ClassVar[Mapping[str, str]] = naming.VALUE_KINDS
    subject_kinds: ClassVar[Mapping[str, str]] = naming.SUBJECT_KINDS
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = naming.COMPARISONS
    findings: ClassVar[frozenset[str]] = naming.FINDINGS
    bookkeeping_words: ClassVar[frozenset[str]] = naming.BOOKKEEPING
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    either_kinds: ClassVar[frozenset[str]] = naming.EITHER
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.active_side"})

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        charts: dict[str, Any] = edition.charts
        self.stacking: dict[str, int] = charts["terrain_effects"]["stacking"]
        self.formation_ids: tuple[str, ...] = tuple(edition.formations)
        self.formation_number: dict[str, int] = {name: n for n, name in enumerate(self.formation_ids, 1)}
        """Formation id -> number, from 1; 0 is no formation."""
        self.formation_hq: dict[int, int] = {
            self.formation_number[name]: edition.counter_index[formation.hq]
            for name, formation in edition.formations.items()
            if formation.hq in edition.counter_index
        }
        self.own_formation: tuple[int, ...] = tuple(self._own_formation(counter) for counter in self.counters)
        """Piece -> number of the formation that its counter names, 0 for none."""
        self.calendar: tuple[str, ...] = tuple(charts["turn_track"]["turns"])
        """Names of all game turns; turn 1 is `calendar[0]`, 6 June."""
        self.other_front: dict[int, Face] = {
            piece: other_front(counter) for piece, counter in enumerate(self.counters) if counter.id in OTHER_FRONT
        }
        """Piece -> the printed side that an option gives it (ERR: 70/4)."""
        self._scenario_rules: dict[int, ScenarioRules] = {}
        self.naval_reach: dict[int, bool] = {}
        """Hex -> whether naval support reaches it (18.13), as far as it was asked; the map alone decides it."""

    def position(self, state: State) -> June6Position:
        """The June 6 view of a state."""
        return June6Position(self, state)

    def setup(self, act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.june_6.rules import setup

        setup.set_up(act, scenario, options)

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played, else what is missing."""
        if scenario not in self.scenario_ids:
            return f"no scenario {scenario}"
        from hexledger.engine.games.june_6.rules import setup

        return setup.wanting(self.scenario_rules(self.scenario_number(scenario))) or True

    def options(self, scenario: str) -> Mapping[str, Switch]:
        """Optional rules and agreements of a scenario; see `options`."""
        from hexledger.engine.games.june_6.options import options_of

        return options_of(scenario)

    def check_invariants(self, pos: June6Position) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.june_6 import invariants

        return invariants.complaints(pos)

    def view(self) -> June6View:
        """What June 6 boards show."""
        from hexledger.engine.games.june_6.view import June6View

        return June6View(self)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.june_6.advisor import advise

        return advise(self.position(state), prompt, chance)

    def tell(self, pos: June6Position, decision: Decision) -> str:
        """A decision in words; see `telling`."""
        from hexledger.engine.games.june_6.telling import tell

        return tell(pos, decision)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a June 6 die could have brought."""
        from hexledger.engine.games.june_6.luck import lottery

        return lottery(self, events, number, state)

    def turn(self, number: int) -> str:
        """Name of a turn, e.g. `1/2 July`; `-` before the first."""
        return self.calendar[number - 1] if 1 <= number <= len(self.calendar) else "-"

    @cached_property
    def guns(self) -> tuple[tuple[int, ...], ...]:
        """Pieces that print artillery points on one of their sides, by side, ascending."""
        found: list[list[int]] = [[], [], []]
        for piece, counter in enumerate(self.counters):
            if counter.front.artillery or (counter.back is not None and counter.back.artillery):
                found[self.side_of[piece]].append(piece)
        return tuple(tuple(pieces) for pieces in found)

    @cached_property
    def victory_chart(self) -> VictoryChart:
        """Victory Point Chart (PB 2.81); read from the edition on first use."""
        from hexledger.engine.games.june_6.victory_chart import VictoryChart

        return VictoryChart(self)

    @cached_property
    def loc_ground(self) -> LocGround:
        """Roads and open ground as lines of communication see them; read from the board on first use."""
        from hexledger.engine.games.june_6.rules.supply import LocGround

        return LocGround(self)

    @cached_property
    def terrain(self) -> Terrain:
        """The Terrain Effects Chart."""
        from hexledger.engine.games.june_6.terrain import Terrain

        return Terrain(self.edition.charts["terrain_effects"])

    @cached_property
    def combat(self) -> CombatTables:
        """The combat charts."""
        from hexledger.engine.games.june_6.rules.tables import CombatTables

        return CombatTables(self.edition.charts)

    @cached_property
    def bombardment(self) -> BombardmentTable:
        """The bombardment chart."""
        from hexledger.engine.games.june_6.rules.bombardment_table import BombardmentTable

        return BombardmentTable(self.edition.charts["bombardment"])

    @cached_property
    def airborne(self) -> AirborneTable:
        """The airborne landing chart (PB 1.53)."""
        from hexledger.engine.games.june_6.rules.airborne_table import AirborneTable

        return AirborneTable(self.edition.charts["airborne_landing"])

    @cached_property
    def ams(self) -> dict[int, Am]:
        """AM (number of its word) -> what it activates."""
        from hexledger.engine.games.june_6.ams import read_ams

        return read_ams(self)

    @cached_property
    def cherbourg_reach(self) -> tuple[frozenset[int], frozenset[int]]:
        """PB 1.11: hexes that units (0) and the HQ (1) of the Cherbourg Command may be in."""
        city = self.board.in_area("cherbourg") if "cherbourg" in self.board.areas else frozenset()
        near = frozenset(there for place in sorted(city) for there in self.board.within(place, CHERBOURG_REACH))
        return near, city

    @cached_property
    def cherbourg_posts(self) -> frozenset[int]:
        """PB 1.11: those of them in which its units may end."""
        near, city = self.cherbourg_reach
        return city.union(place for place in self.board.areas.get("cherbourg_strongpoints", ()) if place in near)

    # ------------------------------------------------------------ formations
    def _own_formation(self, counter: Counter) -> int:
        formation = self.edition.formations.get(counter.formation)
        if formation is None or formation.kind not in COMMANDING_KINDS:
            return 0
        return self.formation_number[formation.id]

    def formation_kind(self, number: int) -> str:
        """`division`, `corps`, `command`, or another kind of group; empty for 0."""
        return self.edition.formations[self.formation_ids[number - 1]].kind if number else ""

    def parent_corps(self, number: int) -> int:
        """Number of the corps that an Allied division belongs to, 0 when it has none (6.11)."""
        return self.formation_number.get(self.edition.formations[self.formation_ids[number - 1]].parent, 0)

    def phasing(self, state: State) -> int:
        """Side of the running activation, else of the phase."""
        return state.variable(self.words["var.active_side"]) or state.phase_side

    def formation(self, number: int) -> str:
        """Id of a formation, e.g. `3_br`; empty for 0."""
        return self.formation_ids[number - 1] if 1 <= number <= len(self.formation_ids) else ""

    def find_formation(self, name: str) -> int:
        """Number of a formation by id; UnknownName for anything else."""
        if name not in self.formation_number:
            raise UnknownName("formation", name, close_to(name, self.formation_number))
        return self.formation_number[name]

    def scenario_rules(self, number: int) -> ScenarioRules:
        """What a scenario adds to the rules, with or without a landing on the west coast (`west_coast.EACH`); read from
        the edition on first use."""
        rules = self._scenario_rules.get(number)
        if rules is None:
            from hexledger.engine.games.june_6 import west_coast
            from hexledger.engine.games.june_6.scenario import ScenarioRules

            west, own = divmod(number, west_coast.EACH)
            scenario = self.edition.scenarios[self.scenario_ids[own]]
            played = west_coast.changed(scenario) if west else scenario
            rules = self._scenario_rules[number] = ScenarioRules(self, played, west)
        return rules
