"""What a scenario adds: set-up, arrivals, chits, air, special rules, victory, read once from its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Reinforcement, Scenario
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN, SIDES

if TYPE_CHECKING:
    from hexledger.engine.games.case_yellow.tables.ground import Ground
    from hexledger.engine.games.case_yellow.tables.roster import Roster

KINDS: Final = ("move", "combat", "dual")


class Arrival(NamedTuple):
    """A reinforcement. `places`: hexes where it may enter; `lost`: lost when its hex is not Allied (G-A56)."""

    turn: int
    piece: int
    side: int
    places: tuple[int, ...]
    okh: bool
    lost: bool


class Rail(NamedTuple):
    """10.5: Allied rail movement."""

    first_turn: int
    units: int
    distance: int


class ScenarioRules:
    """A scenario's data as numbers; sides are 1 German, 2 Allied."""

    def __init__(self, scenario: Scenario, ground: Ground, roster: Roster) -> None:
        self.id = scenario.id
        self.file = f"scenarios/{scenario.id}.yaml"
        data: Mapping[str, Any] = scenario.data
        self.data = data
        self.number = int(scenario.number or 0)
        self.first, self.last = int(scenario.first_turn), int(scenario.last_turn)
        self.dates: dict[int, str] = {int(turn): text for turn, text in data["dates"].items()}
        self.clip: frozenset[int] = frozenset(ground.board.place(label) for label in scenario.hexes)
        """Hexes of a scenario with a map of its own; empty: the whole map."""
        self.land: frozenset[int] = ground.land & self.clip if self.clip else ground.land
        fixed: Mapping[str, Any] = data["fixed"]
        self.fixed = fixed
        self.setup: tuple[tuple[int, int], ...] = tuple(
            (roster.index[entry.counter], ground.board.place(entry.at)) for entry in scenario.setup
        )
        self.special: dict[str, Mapping[str, Any]] = {
            rule["id"]: rule.get("params") or {} for rule in data.get("special_rules", ())
        }
        self.arrivals: tuple[Arrival, ...] = tuple(
            row for entry in scenario.reinforcements for row in self._arrivals(entry, ground, roster)
        )
        self.chits: dict[int, dict[int, dict[str, int]]] = {
            int(turn): {side: self._chits(row[name]) for side, name in enumerate(SIDES, start=1)}
            for turn, row in fixed["chits"].items()
        }
        """Turn -> side -> kind -> number."""
        dynamo = fixed.get("chits_dynamo")
        self.dynamo_chits: dict[int, dict[str, int]] = (
            {side: self._chits(dynamo[name]) for side, name in enumerate(SIDES, start=1)} if dynamo else {}
        )
        fall_rot = fixed.get("chits_fall_rot")
        self.fall_rot_chits: dict[str, int] = self._chits(fall_rot["german"]) if fall_rot else {}
        self.reserve_chit: int = int((fixed.get("allied_reserve_chit") or {}).get("move", 0))
        self.initiative: dict[int, str] = {int(turn): word for turn, word in fixed["initiative"].items()}
        self.initiative_roll: dict[int, str] = {
            int(die): word for die, word in (fixed.get("initiative_roll") or {}).items()
        }
        self.air_first: dict[int, int] = {side: int(fixed["air"]["1"][name]) for side, name in enumerate(SIDES, 1)}
        self.air_later: Mapping[str, str] = fixed["air"].get("later") or {}
        self.drop_turns: tuple[int, ...] = tuple(int(turn) for turn in fixed.get("paradrop_turns", ()))
        self.eben_emael: str = str(fixed.get("eben_emael", ""))
        self.better_side: str = str(fixed.get("better_defence_side", ""))
        self.better: dict[int, int] = _numbers(fixed.get("better_defence"))
        rail = fixed.get("rail")
        self.rail: Rail | None = (
            Rail(int(rail["first_turn"]), int(rail["units_per_move_round"]), int(rail["min_hexes_from_german"]))
            if rail
            else None
        )
        self.refit: Mapping[str, Any] = fixed.get("refit") or {}
        self.refit_turns: tuple[int, ...] = tuple(int(turn) for turn in self.refit.get("declare_turns", ()))
        self.replacements: Mapping[str, Any] = fixed.get("replacements") or {}
        self.refugees: Mapping[str, Any] = fixed.get("refugees") or {}
        self.new_refugees: dict[int, int] = _numbers(self.refugees.get("new_per_turn"))
        self.dynamo: Mapping[str, Any] = fixed.get("dynamo") or {}
        self.dynamo_turns: tuple[int, ...] = tuple(int(turn) for turn in self.dynamo.get("declare_turns", ()))
        pools: Mapping[str, Any] = data.get("pools") or {}
        self.limits: Mapping[str, int] = pools.get("marker_limits") or {}
        attrition: Mapping[str, Any] = pools.get("attrition") or {}
        self.attrition: dict[int, dict[int, int]] = {
            side: {roster.index[name]: int(count) for name, count in (attrition.get(word) or {}).items()}
            for side, word in enumerate(SIDES, 1)
        }
        """Side -> unit -> attrition chits at the start (12.9)."""
        self.victory: Mapping[str, Any] = data["victory"]
        self.vp: dict[int, dict[str, Mapping[str, Any]]] = {
            side: {row["id"]: row for row in self.victory.get(word) or ()} for side, word in enumerate(SIDES, 1)
        }
        """Side -> condition -> its row (12.8)."""
        self.campaign: bool = bool(self.attrition[GERMAN])
        """Scenarios 1 to 3, with attrition, replacements, refit and rail."""
        self.entry: dict[str, frozenset[int]] = {
            nation: _places(names, ground)
            for nation, names in (self.replacements.get("entry") or {}).items()
            if nation != "text"
        }
        if "canadian" not in self.entry and "british" in self.entry:
            self.entry["canadian"] = self.entry["british"]
        self.freeze: frozenset[int] = _pieces(self.special.get("french_freeze"), "frozen", roster)
        maginot = self.special.get("french_freeze") or self.special.get("reserves_free")
        self.maginot_corps: frozenset[int] = _pieces(maginot, "maginot_corps", roster)
        self.maginot_limit: int = int((maginot or {}).get("corps_per_move_round", len(self.maginot_corps)))
        self.maginot_from: int = int((maginot or {}).get("from_turn", 1))
        self.marchers: frozenset[int] = self._marchers(roster)
        screen = self.special.get("dlc_screen")
        self.screen_turn: int = int(screen["turn"]) if screen else 0
        """H-4: turn on which only `screen` may enter Belgium and Luxembourg; 0 for none."""
        self.screen: frozenset[int] = (
            frozenset().union(*(roster.having[trait] for trait in screen["may_enter"])) if screen else frozenset()
        )
        self.bound: frozenset[int] = roster.red_star if "red_star_stay" in self.special else frozenset()
        """QA.9: red stars that stay in the Dyle area once in it."""

    def _chits(self, row: Mapping[str, Any]) -> dict[str, int]:
        return {kind: int(row.get(kind, 0)) for kind in KINDS}

    def _marchers(self, roster: Roster) -> frozenset[int]:
        """H-1: red stars that must march to the Dyle."""
        if "surprise_dyle" in self.special:
            return roster.red_star
        partial = self.special.get("dyle_partial")
        if partial is None:
            return frozenset()
        return frozenset(piece for piece in roster.red_star if roster.formation[piece] in partial["formations"])

    @property
    def march_turns(self) -> tuple[int, ...]:
        """H-1: turns of the march."""
        rule = self.special.get("surprise_dyle") or self.special.get("dyle_partial") or {}
        return tuple(int(turn) for turn in rule.get("turns", ()))

    def _arrivals(self, entry: Reinforcement, ground: Ground, roster: Roster) -> list[Arrival]:
        names = entry.entry.get("any_of", entry.at)
        places = _places(names, ground)
        okh = str(entry.release or "").startswith("OKH")
        lost = entry.details.get("kind") == "lost_if_blocked"
        found = []
        for name in entry.counters:
            piece = roster.index[name]
            side = GERMAN if roster.nation[piece] == SIDES[0] else ALLIED
            if not places:
                raise EditionError(self.file, f"reinforcements({name}).at", "no hex to enter", str(names))
            found.append(Arrival(int(entry.turn), piece, side, tuple(sorted(places)), okh, lost))
        return found


def _places(names: Any, ground: Ground) -> frozenset[int]:
    found: set[int] = set()
    for name in names:
        if name == "german_city":
            found.update(ground.german_cities)
        elif name == "east_edge":
            found.update(p for p in ground.east_edge if ground.country[p] == "Germany")
        elif name in ground.board.areas:
            found.update(ground.board.areas[name])
        else:
            found.add(ground.board.place(name))
    return frozenset(found & ground.land)


def _pieces(rule: Mapping[str, Any] | None, key: str, roster: Roster) -> frozenset[int]:
    return frozenset(roster.index[name] for name in (rule or {}).get(key, ()))


def _numbers(row: Mapping[str, Any] | None) -> dict[int, int]:
    return {int(turn): int(count) for turn, count in (row or {}).items()}
