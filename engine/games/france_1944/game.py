"""France 1944: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.shown import naming
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.box import Box
from hexledger.engine.games.france_1944.tables.switches import SWITCHES
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import game_words
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.france_1944.shown.view import FranceView
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.events.model import Event

MODULES: Final = (
    ".sequence",
    *("setup", "asking", "turn", "air", "commitment", "bulge"),
    *("initiative", "increments", "movement", "entering", "reaction", "headquarters", "losses", "aftermath"),
    *("attrition", "replacements", "southern", "reinforcements"),
    *("combat", "fight", "results", "sharing", "retreat", "advance"),
    *("bridges", "bridgeheads", "crossing", "airborne", "advantage", "victory"),
)
"""Chapters, each with its decisions (`DECISIONS`) and steps (`STEPS`). After a change, write homes.txt again
(`python -m hexledger.engine.kernel.homes france_1944`)."""


WORDS: Final = game_words(w.PACKAGE)


class France1944(Box[FrancePosition]):
    """The rulebook module of France 1944, Designer Signature Edition (Compass Games, Mark Herman)."""

    id: ClassVar[str] = "france_1944"
    title: ClassVar[str] = "France 1944"
    code: ClassVar[str] = "F44"
    rules_version: ClassVar[str] = "2"
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 1
    value_kinds: ClassVar[Mapping[str, str]] = WORDS.value_kinds
    subject_kinds: ClassVar[Mapping[str, str]] = WORDS.subject_kinds
    bookkeeping_words: ClassVar[frozenset[str]] = WORDS.hidden
    findings: ClassVar[frozenset[str]] = WORDS.findings
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    movement_kinds: ClassVar[frozenset[str]] = naming.MOVEMENT
    combat_kinds: ClassVar[frozenset[str]] = naming.COMBAT
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.kind"})

    def position(self, state: State) -> FrancePosition:
        """The view of a state with this game's questions."""
        return FrancePosition(self, state)

    def setup(self, act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write the set-up of a scenario and put the first turn on the agenda."""
        from hexledger.engine.games.france_1944.rules.setup import place_units
        from hexledger.engine.games.france_1944.sequence import BeginTurn

        act.then(BeginTurn(place_units(act, scenario, options)))

    def check_invariants(self, pos: FrancePosition) -> list[str]:
        """Everything that must hold between decisions, as complaints."""
        from hexledger.engine.games.france_1944.questions.invariants import complaints

        return complaints(pos)

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played to its verdict."""
        return True if scenario in self.scenario_ids else f"no scenario {scenario}"

    def tell(self, pos: FrancePosition, decision: Decision) -> str:
        """A decision in words; see `shown.telling`."""
        from hexledger.engine.games.france_1944.shown.telling import tell

        return tell(pos, decision)

    def view(self) -> FranceView:
        """What its boards show."""
        from hexledger.engine.games.france_1944.shown.view import FranceView

        return FranceView(self)

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """What a sensible player would decide; see `advisor`."""
        from hexledger.engine.games.france_1944.advisor import advise

        return advise(self.position(state), prompt, chance)

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What a die could have brought, for the luck report."""
        from hexledger.engine.games.france_1944.shown.luck import lottery

        return lottery(self, events, number, state)

    def turn(self, number: int) -> str:
        """The month of a turn, e.g. `July 1944`; `-` before the first and after the last."""
        return self.months.get(number, "-")

    def phasing(self, state: State) -> int:
        """Side that acts in an activation, else the side of the phase."""
        return state.variable(w.VAR["active"]) or state.phase_side
