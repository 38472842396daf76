"""What a scenario of June 6 adds to the rules, read once from the edition's scenario file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.games.june_6.flags import ALLIED, GERMAN
from hexledger.engine.scenarios import Scenario

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import June6

SIDES = {"allied": ALLIED, "german": GERMAN}

_WITH_TRAIT: Final = re.compile(r"a unit with the trait (\w+) in the hex\Z")


class ForcedMode(NamedTuple):
    """A combat mode that a scenario prescribes (R-40, R-61).

    side   the side it binds
    trait  it binds hexes that hold a unit with this trait; empty: every hex
    mode   key of the mode's word
    """

    side: int
    trait: str
    mode: str


class ScenarioRules:
    """A scenario's data as numbers.

    turns      names of the game turns, `turns[0]` is turn 1
    area       hexes that units may be in (R-62); `rear` = those of them that only HQs may be in
    home       piece -> formation (number, see June6.formation_numbers) it acts with in this scenario
    re_only    pieces that act in the RE phase only unless attached (R-60)
    corps_hqs  AM key of a nationality's corps -> HQ pieces it activates
    """

    def __init__(self, game: June6, scenario: Scenario) -> None:
        self.data: dict[str, Any] = scenario.data
        self.scenario = scenario
        self.id = scenario.id
        self.turns = scenario.turns
        board = game.board
        places: set[int] = set()
        for area in scenario.areas:
            places.update(board.areas[area])
        places.update(board.index[label] for label in scenario.hexes)
        self.whole_board = scenario.whole_board or not places
        self.area: frozenset[int] = frozenset(range(board.n_hexes)) if self.whole_board else frozenset(places)
        limits = self.data.get("limits", {})
        rear = limits.get("hq_only")
        self.rear: frozenset[int] = frozenset(board.areas[rear]) if rear else frozenset()
        self.fixed: dict[str, Any] = self.data.get("fixed", {})
        self.limits: dict[str, Any] = limits
        modes: dict[str, Any] = self.data.get("modes", {})
        self.attack_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[side], "", f"mode.{mode}")
            for side, mode in modes.get("attack", {}).items()
            if mode != "free"
        )
        self.defence_modes: tuple[ForcedMode, ...] = tuple(
            ForcedMode(SIDES[entry["side"]], _trait(self.id, entry), f"mode.{entry['mode']}")
            for entry in modes.get("defence", ())
            if entry["mode"] != "free"
        )
        self.modes_rule: str = str(modes.get("rule", "R-40")).removeprefix(f"{game.code} ")
        """Number of the rule that prescribes the modes."""
        command = self.data.get("command", {})
        index = game.edition.counter_index
        self.home: dict[int, int] = {}
        self.corps_hqs: dict[str, tuple[int, ...]] = {}
        german = command.get("german_corps_am")
        if german:
            self.corps_hqs["am.i_ss"] = (index[german["hq"]],)
            number = game.formation_number[game.counters[index[german["hq"]]].formation]
            for unit in german["units"]:
                self.home[index[unit]] = number
        allied = command.get("cw_corps_am")
        if allied:
            self.corps_hqs["am.cw_corps"] = tuple(index[hq] for hq in allied["hqs"])
        self.re_only: frozenset[int] = frozenset(
            index[unit] for unit in command.get("re_only_unless_attached", {}).get("counters", [])
        )
        self.never_cross: dict[int, str] = {
            index[entry["counter"]]: entry["hexsides"].rpartition(" ")[2] for entry in limits.get("never_cross", [])
        }
        """piece -> name of the river it may never cross, bridges included."""
        self.corps_support: dict[int, tuple[str, ...]] = {
            index[hq]: tuple(units) for hq, units in command.get("corps_support", {}).items() if hq != "rule"
        }
        """corps HQ -> formations that its artillery and engineers may support (PB 6.42 note 1)."""

    def fixed_for(self, what: str, turn: int) -> Any:
        """A value that the scenario fixes for a turn, None when it does not."""
        return self.fixed.get(what, {}).get(self.turns[turn - 1])


def _trait(scenario: str, entry: dict[str, Any]) -> str:
    """Trait that a forced mode of defence depends on; ValueError for a condition that the rules cannot read."""
    when = entry.get("when", "")
    if not when:
        return ""
    found = _WITH_TRAIT.match(when)
    if found is None:
        raise ValueError(f"{scenario}: modes.defence: the condition {when!r} cannot be read")
    return found[1]
