"""Case Yellow, 1940: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.box import Box
from hexledger.engine.naming.amendments import Amendment, read_amendments
from hexledger.engine.naming.switches import Switch, read_switches
from hexledger.projections.state import State

if TYPE_CHECKING:
    pass

MODULES: Final = (
    ".sequence",
    *("setup", "asking", "air", "paradrop", "supply_phase", "reinforcements"),
    *("movement", "moves", "overruns", "rail", "bridgeheads", "evacuation", "retreat", "advance"),
    *("combat", "fight", "results", "dynamo"),
    *("recovery", "terror", "paris", "victory", "attrition", "replacements", "better_defence", "refit"),
)
"""Chapters, each with its decisions (`DECISIONS`) and steps (`STEPS`). After a change, write homes.txt again
(`python -m hexledger.engine.kernel.homes case_yellow`)."""


class CaseYellow(Box[YellowPosition]):
    """The rulebook module of Case Yellow, 1940 (GMT, Ted Raicer)."""

    id: ClassVar[str] = "case_yellow"
    title: ClassVar[str] = "Case Yellow, 1940"
    code: ClassVar[str] = "CY"
    rules_version: ClassVar[str] = "5"
    amendments: ClassVar[tuple[Amendment, ...]] = read_amendments(w.PACKAGE)
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 1
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = {"reckon.engaged": ("line.defender_tr", "line.line_tr")}
    switches: ClassVar[Mapping[str, Switch]] = read_switches(w.PACKAGE)
    movement_kinds: ClassVar[frozenset[str]] = frozenset(
        {"reinforce", "drop", "move", "overrun", "rail", "evacuate", "end_movement", "remove_excess"}
    )
    combat_kinds: ClassVar[frozenset[str]] = frozenset(
        {
            "attack",
            "end_combats",
            "fight_on",
            "roll_limit",
            "commit_air",
            "defend_port",
            "draw_wall",
            "sacrifice_ag1",
            "advance",
        }
    )
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.round"})
    acting: ClassVar[str] = "var.active"

    def position(self, state: State) -> YellowPosition:
        """The view of a state with this game's questions."""
        return YellowPosition(self, state)

    def turn(self, number: int) -> str:
        """The days of a turn, e.g. `10-13 May`; `-` before the first and after the last."""
        return self.calendar.get(number, "-")
