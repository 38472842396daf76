"""What a scenario adds: set-up, arrivals, tracks, cup, control, area, victory, read once from its file (13, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.games.france_1944.tables.ground import Ground
from hexledger.engine.games.france_1944.tables.roster import REDUCED, Roster
from hexledger.engine.games.france_1944.tables.words import ALLIED, GERMAN, SIDES
from hexledger.engine.procedures.arrivals import Due

NORMANDY: Final = "normandy_reinforcement"
EASTERN: Final = "german_cities"
SOUTH_GERMAN: Final = "southern_reinforcement"
SOUTH_ALLIED: Final = "southern_boxes"
AIRBORNE: Final = "airborne_box"
ENTRIES: Final = frozenset({NORMANDY, EASTERN, SOUTH_GERMAN, SOUTH_ALLIED, AIRBORNE})
TACTICAL: Final = "tactical_air"
BOMBER: Final = "heavy_bomber"


class ScenarioRules:
    """A scenario's data as numbers; sides are 1 Allied, 2 German."""

    def __init__(self, scenario: Scenario, ground: Ground, roster: Roster) -> None:
        self.id = scenario.id
        self.file = f"scenarios/{scenario.id}.yaml"
        data: Mapping[str, Any] = scenario.data
        self.data = data
        self.first, self.last = int(scenario.first_turn), int(scenario.last_turn)
        area = data["map"]["area"]
        self.clip: frozenset[int] = frozenset() if area == "all" else ground.board.in_area(area)
        """Hexes of a scenario with an area of its own (R-49); empty: the whole map."""
        self.land: frozenset[int] = ground.land & self.clip if self.clip else ground.land
        """Hexes in which pieces may move, retreat and advance."""
        self.setup: tuple[tuple[int, int, int], ...] = tuple(
            (
                roster.index[entry.counter],
                ground.board.place(entry.at),
                REDUCED if entry.state.get("reduced") else roster.full[roster.index[entry.counter]],
            )
            for entry in scenario.setup
            if not entry.marker
        )
        """(piece, place, steps)."""
        markers = [entry for entry in scenario.setup if entry.marker]
        self.tactical: int = sum(
            entry.counter.startswith(TACTICAL) and bool(entry.state.get("available")) for entry in markers
        )
        """9.2: tactical air markers that are available on the first turn."""
        self.tactical_all: int = sum(entry.counter.startswith(TACTICAL) for entry in markers)
        self.bombers: int = sum(entry.counter.startswith(BOMBER) for entry in markers)
        self.arrivals: tuple[Due, ...] = tuple(
            Due(int(entry.turn), self._side(entry.counters[0], roster), self._pieces(entry.counters, roster), key)
            for entry in scenario.reinforcements
            for key in entry.at
        )
        self.entry_of: dict[int, str] = {piece: due.key for due in self.arrivals for piece in due.pieces}
        """Piece -> by which way it comes."""
        if set(self.entry_of.values()) - ENTRIES:
            raise EditionError(self.file, "reinforcements.at", "an entry is wanted", str(sorted(ENTRIES)))
        tracks: Mapping[str, Any] = data["tracks"]
        self.sp: dict[int, int] = _sides(tracks["supply_available"])
        self.committed: dict[int, int] = _sides(tracks["supply_committed"])
        self.rp: dict[int, int] = _sides(tracks["reaction"])
        self.bonus: int = int(tracks["allied_bonus"])
        fixed: Mapping[str, Any] = data["fixed"]
        self.air: bool = bool(fixed["air"]["available"])
        self.cup: dict[int, int] = _sides(fixed["cup"])
        self.admin_chits: int = int(fixed["cup"]["admin"])
        self.allied: frozenset[int] = frozenset(ground.board.place(label) for label in fixed["control"]["allied"])
        """11.3: supply sources that the Allies control at the start."""
        allied = {at for piece, at, _ in self.setup if self._is_allied(piece, roster) and at in ground.land}
        self.held: frozenset[int] = self.allied | allied
        """R-78: hexes that the Allies control at the start."""
        pools: Mapping[str, Any] = data.get("pools") or {}
        self.fuehrer: tuple[int, ...] = tuple(roster.index[name] for name in pools.get("fuehrer_pool") or ())
        """3.11: Fuehrer divisions that are not in the game at the start."""
        self.victory: Mapping[str, Any] = data["victory"]
        texts = [str(rule.get("text", "")) for rule in data.get("special_rules") or ()]
        self.advantage: bool = not any("Operational Advantage may not" in text for text in texts)
        """12.10: the Operational Advantage may be chosen as an option."""
        self.rebuild: dict[int, bool] = {
            ALLIED: True,
            GERMAN: bool(ground.german_cities & self.land),
        }
        """R-76: side -> its eliminated units may be rebuilt."""

    @staticmethod
    def _is_allied(piece: int, roster: Roster) -> bool:
        return roster.nation[piece] != "ge"

    def _side(self, name: str, roster: Roster) -> int:
        return ALLIED if self._is_allied(roster.index[name], roster) else GERMAN

    @staticmethod
    def _pieces(names: tuple[str, ...], roster: Roster) -> tuple[int, ...]:
        return tuple(roster.index[name] for name in names)


def _sides(row: Mapping[str, Any]) -> dict[int, int]:
    return {side: int(row[name]) for side, name in enumerate(SIDES, start=1)}
