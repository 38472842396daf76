"""France 1944: the module's front page. Sides and chapters are declared here; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.box import Box
from hexledger.engine.naming.amendments import Amendment, read_amendments
from hexledger.engine.naming.switches import Switch, read_switches
from hexledger.projections.state import State

if TYPE_CHECKING:
    pass

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


class France1944(Box[FrancePosition]):
    """The rulebook module of France 1944, Designer Signature Edition (Compass Games, Mark Herman)."""

    id: ClassVar[str] = "france_1944"
    title: ClassVar[str] = "France 1944"
    code: ClassVar[str] = "F44"
    rules_version: ClassVar[str] = "4"
    amendments: ClassVar[tuple[Amendment, ...]] = read_amendments(w.PACKAGE)
    sides: ClassVar[tuple[str, ...]] = w.SIDES
    package: ClassVar[str] = w.PACKAGE
    rule_modules: ClassVar[tuple[str, ...]] = MODULES
    cost_unit: ClassVar[int] = 1
    switches: ClassVar[Mapping[str, Switch]] = read_switches(w.PACKAGE)
    offered: ClassVar[Mapping[str, Switch]] = read_switches(w.PACKAGE, "options.txt")
    movement_kinds: ClassVar[frozenset[str]] = frozenset({"move", "reinforce"})
    combat_kinds: ClassVar[frozenset[str]] = frozenset(
        {"attack", "use_air", "lead", "fall_back", "lose_step", "retreat", "advance"}
    )
    activation_words: ClassVar[frozenset[str]] = frozenset({"var.kind"})
    acting: ClassVar[str] = "var.active"

    def position(self, state: State) -> FrancePosition:
        """The view of a state with this game's questions."""
        return FrancePosition(self, state)

    def turn(self, number: int) -> str:
        """The month of a turn, e.g. `July 1944`; `-` before the first and after the last."""
        return self.months.get(number, "-")
