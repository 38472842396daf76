"""Case Yellow, 1940: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.shown import naming
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.box import Box
from hexledger.engine.games.case_yellow.tables.switches import SWITCHES
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import game_words
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.case_yellow.shown.view import YellowView
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

MODULES: Final = (
    ".sequence",
    *("setup", "asking", "air", "paradrop", "supply_phase", "reinforcements"),
    *("movement", "moves", "overruns", "rail", "bridgeheads", "evacuation", "retreat", "advance"),
    *("combat", "fight", "results", "dynamo"),
    *("recovery", "terror", "paris", "victory", "attrition", "replacements", "better_defence", "refit"),
)
"""Chapters, each with its decisions (`DECISIONS`) and steps (`STEPS`). After a change, write homes.txt again
(`python -m hexledger.engine.kernel.homes case_yellow`)."""


WORDS: Final = game_words(w.PACKAGE)


class CaseYellow(Box[YellowPosition]):
    """The rulebook module of Case Yellow, 1940 (GMT, Ted Raicer)."""

    id: ClassVar[str] = "case_yellow"
    title: ClassVar[str] = "Case Yellow, 1940"
    code: ClassVar[str] = "CY"
    rules_version: ClassVar[str] = "2"
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 1
    value_kinds: ClassVar[Mapping[str, str]] = WORDS.value_kinds
    subject_kinds: ClassVar[Mapping[str, str]] = WORDS.subject_kinds
    findings: ClassVar[frozenset[str]] = WORDS.findings
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = {"reckon.engaged": ("line.defender_tr",)}
    bookkeeping_words: ClassVar[frozenset[str]] = WORDS.hidden
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.round"})

    def position(self, state: State) -> YellowPosition:
        """The view of a state with this game's questions."""
        return YellowPosition(self, state)

    def setup(self, act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.case_yellow.rules.setup import place_units
        from hexledger.engine.games.case_yellow.sequence import BeginTurn

        act.then(BeginTurn(place_units(act, scenario, options)))

    def check_invariants(self, pos: YellowPosition) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.case_yellow.questions.invariants import complaints

        return complaints(pos)

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played to its verdict."""
        return True if scenario in self.scenario_ids else f"no scenario {scenario}"

    def tell(self, pos: YellowPosition, decision: Decision) -> str:
        """A decision in words; see `shown.telling`."""
        from hexledger.engine.games.case_yellow.shown.telling import tell

        return tell(pos, decision)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a die could have brought, for the luck report."""
        from hexledger.engine.games.case_yellow.shown.luck import lottery

        return lottery(self, events, number, state)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.case_yellow.advisor import advise

        return advise(self.position(state), prompt, chance)

    def view(self) -> YellowView:
        """What its boards show."""
        from hexledger.engine.games.case_yellow.shown.view import YellowView

        return YellowView(self)

    def turn(self, number: int) -> str:
        """The days of a turn, e.g. `10-13 May`; `-` before the first and after the last."""
        return self.calendar.get(number, "-")

    def phasing(self, state: State) -> int:
        """Side whose action round runs, else the side of the phase."""
        return state.variable(w.VAR["active"]) or state.phase_side
