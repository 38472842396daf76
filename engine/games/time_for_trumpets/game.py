"""A Time for Trumpets: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.time_for_trumpets.questions import seats
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.shown import naming
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.games.time_for_trumpets.tables.switches import SWITCHES
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import game_words
from hexledger.projections.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.time_for_trumpets.shown.view import TrumpetsView
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.engine.naming.options import Options
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

MODULES: Final = (
    ".sequence",
    *("setup", "asking", "preparation", "aircraft", "strafing", "reinforcements", "returning", "command"),
    *("air_supply", "supply", "fuel", "activation", "events", "orders", "works", "fording", "bridging", "demolition"),
    *("park",),
    *("moving", "overruns", "arriving", "infiltration", "movement", "excess"),
    *("reaction", "breakout", "combat", "support", "strike", "hits", "hold", "retreat", "results", "advance"),
    *("exploitation", "end_of_turn", "victory"),
)
"""Chapters, each with its decisions (`DECISIONS`) and steps (`STEPS`). After a change, write homes.txt again
(`python -m hexledger.engine.kernel.homes time_for_trumpets`)."""
PLAYED: Final = ("losheim_gap", "bastogne")
"""Scenarios that bots have played to their verdict."""

WORDS: Final = game_words(w.PACKAGE)


class TimeForTrumpets(Box[TrumpetsPosition]):
    """The rulebook module of A Time for Trumpets (GMT)."""

    id: ClassVar[str] = "time_for_trumpets"
    title: ClassVar[str] = "A Time for Trumpets"
    code: ClassVar[str] = "TFT"
    rules_version: ClassVar[str] = "2"
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = MF
    value_kinds: ClassVar[Mapping[str, str]] = WORDS.value_kinds
    subject_kinds: ClassVar[Mapping[str, str]] = WORDS.subject_kinds
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = naming.COMPARISONS
    bookkeeping_words: ClassVar[frozenset[str]] = WORDS.hidden
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    armies: ClassVar[tuple[tuple[str, ...], ...]] = (seats.GERMAN_ARMIES, seats.ALLIED_ARMIES)
    armies_rule: ClassVar[str] = "15.0"
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.corps"})

    def position(self, state: State) -> TrumpetsPosition:
        """The view of a state with this game's questions."""
        return TrumpetsPosition(self, state)

    def setup(self, act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.time_for_trumpets.rules.park import CardsAtStart
        from hexledger.engine.games.time_for_trumpets.rules.setup import lay_out, place_units
        from hexledger.engine.games.time_for_trumpets.sequence import BeginTurn

        lay_out(act, scenario, options)
        place_units(act)
        act.then(CardsAtStart(w.GERMAN), BeginTurn(act.pos.scenario.first))

    def lay_out(self, act: Act, scenario: str, options: Options, turn: int = 0) -> None:
        """The empty board of a scenario, on its first turn or another one."""
        from hexledger.engine.games.time_for_trumpets.rules.setup import lay_out
        from hexledger.events.model import TurnBegan

        lay_out(act, scenario, options)
        act.emit(TurnBegan(turn or act.pos.scenario.first))

    def options(self, scenario: str) -> Mapping[str, Switch]:
        """Advanced and optional rules, by name."""
        from hexledger.engine.games.time_for_trumpets.tables.switches import OPTIONS

        return OPTIONS

    def check_invariants(self, pos: TrumpetsPosition) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.time_for_trumpets.questions.invariants import complaints

        return complaints(pos)

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played to its verdict."""
        if scenario in self.scenario_ids:
            return True if scenario in PLAYED else "not yet played to its verdict by two bots"
        return f"no scenario {scenario}"

    def tell(self, pos: TrumpetsPosition, decision: Decision) -> str:
        """A decision in words; see `shown.telling`."""
        from hexledger.engine.games.time_for_trumpets.shown.telling import tell

        return tell(pos, decision)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a die could have brought, for the luck report."""
        from hexledger.engine.games.time_for_trumpets.shown.luck import lottery

        return lottery(self, events, number, state)

    def view(self) -> TrumpetsView:
        """What its boards show."""
        from hexledger.engine.games.time_for_trumpets.shown.view import TrumpetsView

        return TrumpetsView(self)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.time_for_trumpets.advisor import advise

        return advise(self.position(state), prompt, chance)

    def formation(self, number: int) -> str:
        """Name of the headquarters to which a unit is attached (its number and one)."""
        return self.piece_name(number - 1) if number else ""

    def turn(self, number: int) -> str:
        """`16MO` ... `26EV`; `-` before the first and after the last."""
        return calendar.name(number)

    def army(self, state: State, prompt: Prompt) -> int:
        """15.0e: the army whose player answers a prompt, from 1; 0 where the players of a side answer together."""
        return seats.number(self.position(state), prompt.side, prompt.pieces)

    def phasing(self, state: State) -> int:
        """Side whose player turn it is, else the side of the phase."""
        return state.variable(w.VAR["side"]) or state.phase_side
