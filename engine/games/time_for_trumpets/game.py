"""A Time for Trumpets: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.time_for_trumpets.questions import seats
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import switches as sw
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.naming.amendments import Amendment, read_amendments
from hexledger.engine.naming.switches import Switch
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.kernel.steps import Prompt

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


class TimeForTrumpets(Box[TrumpetsPosition]):
    """The rulebook module of A Time for Trumpets (GMT)."""

    id: ClassVar[str] = "time_for_trumpets"
    title: ClassVar[str] = "A Time for Trumpets"
    code: ClassVar[str] = "TFT"
    rules_version: ClassVar[str] = "9"
    amendments: ClassVar[tuple[Amendment, ...]] = read_amendments(w.PACKAGE)
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = MF
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "reckon.air_combat": ("line.white", "line.air_defence"),
        "reckon.er": ("line.er_attack",),
        "reckon.overrun": ("line.ten_times",),
    }
    switches: ClassVar[Mapping[str, Switch]] = sw.SWITCHES
    offered: ClassVar[Mapping[str, Switch]] = sw.OPTIONS
    armies: ClassVar[tuple[tuple[str, ...], ...]] = (seats.GERMAN_ARMIES, seats.ALLIED_ARMIES)
    armies_rule: ClassVar[str] = "15.0"
    movement_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("move", "change_mode", "overrun", "enter", "leave_map", "change_zone", "flip_company", "avoid"),
            *("infiltrate", "remove_excess", "move_leader", "react", "exploit", "reposition"),
        }
    )
    combat_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            *("attack", "blitz", "fly", "intercept", "support", "bombard", "time_on_target", "use_event"),
            *("lose_step", "order_hold", "retreat", "advance"),
        }
    )
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.corps"})
    acting: ClassVar[str] = "var.side"

    def position(self, state: State) -> TrumpetsPosition:
        """The view of a state with this game's questions."""
        return TrumpetsPosition(self, state)

    def formation(self, number: int) -> str:
        """Name of the headquarters to which a unit is attached (its number and one)."""
        return self.piece_name(number - 1) if number else ""

    def turn(self, number: int) -> str:
        """`16MO` ... `26EV`; `-` before the first and after the last."""
        return calendar.name(number)

    def army(self, state: State, prompt: Prompt) -> int:
        """15.0e: the army whose player answers a prompt, from 1; 0 where the players of a side answer together."""
        return seats.number(self.position(state), prompt.side, prompt.pieces)
