"""A game whose folder is laid out as docs/adding-a-game.md says, so that its front page need not say where things are.

What the kernel and the commands ask of a game is looked for by name in its package, and imported when it is first
wanted:

    rules.setup        set_up(act, scenario, options)       writes the set-up
                       lay_out(act, scenario, options)      its part before a unit stands: scenario, options, last turn
    sequence           begin(act)                           puts on the agenda what is played first
    questions.invariants   complaints(pos)                  what does not hold in a position
    shown.telling      SPEAKER                              who says a decision in words (`naming.telling`)
    shown.luck         lottery(game, events, number, state) what a die could have brought
    shown.view         VIEW                                 class of what its boards show
    advisor            advise(pos, prompt, chance)          the greedy player

The last four may be written later: until then the game is told, drawn and weighed as any `Game` is, and has no greedy
player. A front page that wants one of them otherwise overrides the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from hexledger.engine.editions.edition import Edition
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import WHERE, kept
from hexledger.engine.kernel.position import Position
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.recorder import Recorder
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.engine.naming.telling import Speaker
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.engine.view import BoardView
    from hexledger.events.model import Event
    from hexledger.projections.phrases import Phrases

P = TypeVar("P", bound=Position[Any])
R = TypeVar("R")
"""What a scenario adds to the rules of a game, as its rules ask it (`tables/scenario.py`)."""
G = TypeVar("G", bound="Furnished[Any, Any]")


class Furnished(Game[P], Generic[P, R]):
    """A game with the rooms above; subclasses give `position` and `rules_of`."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self._scenario_rules: dict[int, R] = {}
        self._rooms: dict[str, Any] = {}
        """Modules that were asked for, by name."""

    def room(self, name: str) -> Any:
        """A module of the game's package, `shown.view`; EngineFault where it is not written."""
        found = self.room_if_any(name)
        if found is None:
            raise EngineFault(f"{self.package} has no {name} (docs/adding-a-game.md, 7)")
        return found

    def room_if_any(self, name: str) -> Any | None:
        """The same; None where it is not written yet. What such a module lacks itself is no answer to this."""
        found = self._rooms.get(name)
        if found is not None:
            return found
        module = f"{self.package}.{name}"
        try:
            found = self._rooms[name] = import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                raise
        return found

    # ------------------------------------------------------------ scenarios
    def rules_of(self, number: int) -> R:
        """Read what a scenario says; asked once for each number."""
        raise NotImplementedError

    def printed_scenario(self, number: int) -> Scenario:
        """A scenario of the edition by its number."""
        return self.edition.scenarios[self.scenario_ids[number]]

    def scenario_rules(self, number: int) -> R:
        """What a scenario adds to the rules; read from the edition on first use."""
        rules = self._scenario_rules.get(number)
        if rules is None:
            rules = self._scenario_rules[number] = self.rules_of(number)
        return rules

    def read_scenario(self, scenario: str) -> None:
        """Read all that the edition says of a scenario."""
        self.scenario_rules(self.scenario_number(scenario))

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played to its verdict, else what is missing."""
        if scenario not in self.scenario_ids:
            return f"no scenario {scenario}"
        return self.wanting(scenario) or True

    def wanting(self, scenario: str) -> str:
        """What a scenario still lacks, nothing when it can be played to its verdict."""
        return ""

    # ------------------------------------------------------------ the rooms
    def setup(self, act: Recorder[P], scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put on the agenda what is played first."""
        self.room("rules.setup").set_up(act, scenario, options)
        self.room("sequence").begin(act)

    def lay_out(self, act: Recorder[P], scenario: str, options: dict[str, str | int | bool], turn: int = 0) -> None:
        """The empty board of a scenario, on its first turn (0) or another one."""
        from hexledger.events.model import TurnBegan

        self.room("rules.setup").lay_out(act, scenario, options)
        rules: Any = self.scenario_rules(self.scenario_number(scenario))
        act.emit(TurnBegan(turn or rules.first))

    def check_invariants(self, pos: P) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        found: list[str] = self.room("questions.invariants").complaints(pos)
        return found

    def tell(self, pos: P, decision: Decision) -> str:
        """A decision in words; one that is not legal in this position has a phrase as well."""
        telling = self.room_if_any("shown.telling")
        if telling is None:
            return super().tell(pos, decision)
        speaker: Speaker[P] = telling.SPEAKER(pos, self._phrases)
        return speaker.say(decision)

    @cached_property
    def _phrases(self) -> Phrases:
        """The game's own phrases, for a decision in words."""
        from hexledger.engine.naming.telling import phrases_of

        return phrases_of(self.package)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a die could have brought, for the luck report."""
        luck = self.room_if_any("shown.luck")
        found: Lottery | None = None if luck is None else luck.lottery(self, events, number, state)
        return found

    def view(self) -> BoardView[P]:
        """What its boards show."""
        view = self.room_if_any("shown.view")
        shown: BoardView[P] = super().view() if view is None else view.VIEW(self)
        return shown

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide."""
        advisor = self.room_if_any("advisor")
        if advisor is None:
            return super().advise(state, prompt, chance)
        decision: Decision = advisor.advise(self.position(state), prompt, chance)
        return decision


class ScenarioPosition(Position[G], Generic[G, R]):
    """A position that knows its scenario (`var.scenario` holds its number), and its words by name."""

    @cached_property
    def scenario(self) -> R:
        """Rules of the scenario that is played; it never changes in a game."""
        rules: R = self.game.scenario_rules(self.state.variables[self.game.words["var.scenario"]])
        return rules

    def inherit(self, other: Self) -> None:
        """Take over what is known of an equal position, the rules of the scenario with it."""
        super().inherit(other)
        known = vars(other).get("scenario")
        if known is not None:
            vars(self)["scenario"] = known

    def var(self, name: str, default: int = 0) -> int:
        """Value of a variable, `var("last_turn")`."""
        return self.state.variables.get(self.game.variables[name], default)

    def track(self, name: str, side: int = 0) -> int:
        """Value of a track of a side."""
        return self.state.track(self.game.tracks[name], side)

    def pool(self, name: str) -> dict[int, int]:
        """Tokens of a pool."""
        return self.state.pool(self.game.pools[name])


class FieldPosition(ScenarioPosition[G, R], Generic[G, R]):
    """A position of a game whose map is its hexes: what stands in a box is off the map."""

    def on_map(self, piece: int) -> bool:
        """True when the piece stands in a hex."""
        return 0 <= self.state.at.get(piece, OFF_MAP) < self.board.n_hexes

    @kept(WHERE)
    def of(self, side: int) -> tuple[int, ...]:
        """Pieces of a side in hexes, ascending."""
        at, hexes, sides = self.state.at, self.board.n_hexes, self.game.side_of
        return tuple(p for p in sorted(at) if sides[p] == side and at[p] < hexes)
