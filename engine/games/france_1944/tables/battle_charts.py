"""The charts of combat, air support and Rhine bridges as numbers (9.1-9.6, 12.7). Read once and proved whole."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError

FILE: Final = "charts.yaml"
SET_PIECE: Final = "set_piece"
MOBILE: Final = "mobile"
RESULTS: Final = ("standoff", "retreat", "repulse", "stalemate")
"""R-9: names of the four cells: both pass, the defender fails, the attacker fails, both fail."""
MAY: Final = "may"
MUST: Final = "must"
INTACT: Final = "intact"
TACTICAL: Final = "tactical_air"
HEAVY: Final = "heavy_bomber"


class Cell(NamedTuple):
    """9.6: a box of the combat matrix: its name, the changes to the hits of both sides, `may` or `must` retreat."""

    name: str
    attacker_hits: int
    defender_hits: int
    retreat: str


class Band(NamedTuple):
    """A column of the strength ratio: from this fraction on (attacker to defender) both sides' hits change so."""

    label: str
    numerator: int
    denominator: int
    attacker_hits: int
    defender_hits: int


class AirEffect(NamedTuple):
    """9.4: what an air marker does to the morale of the German and of the Allied lead unit."""

    german_lead: int
    allied_lead: int


class RhineBridge(NamedTuple):
    """12.7: a printed bridge by the labels of its two ends."""

    id: str
    west: str
    east: str
    name: str


class BattleCharts:
    """Combat matrix, strength ratio, hit die, terrain, air markers and bridges of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        self.hit_faces: tuple[int, ...] = tuple(int(face) for face in charts["hit_die"]["faces"])
        """9.5: what is printed on the hit die."""
        if len(self.hit_faces) != D6:
            raise EditionError(FILE, "hit_die.faces", "a die has six faces", list(self.hit_faces))
        self.matrix: dict[tuple[str, bool, bool], Cell] = {}
        """(type, attack success, defence success) -> box."""
        for kind in (SET_PIECE, MOBILE):
            for name, row in charts["combat_matrix"]["rows"][kind].items():
                key = (kind, row["attack"] == "success", row["defence"] == "success")
                self.matrix[key] = Cell(name, row["attacker_hits"], row["defender_hits"], row["defender_retreat"])
        if len(self.matrix) != 2 * len(RESULTS) or {cell.retreat for cell in self.matrix.values()} - {MAY, MUST}:
            raise EditionError(FILE, "combat_matrix.rows", "four boxes for each type of combat are wanted")
        bonus = charts["combat_matrix"]["hq_bonus"]
        self.hq_attack: int = bonus["attacker"]
        self.hq_defence: int = bonus["defender"]
        self.bands: tuple[Band, ...] = tuple(_band(row) for row in charts["strength_ratio"]["rows"])
        _prove_bands(charts["strength_ratio"]["rows"])
        self.terrain: dict[str, Mapping[str, Any]] = dict(charts["terrain_combat"]["rows"])
        self.clear: frozenset[str] = frozenset(charts["combat_type"]["clear_terrain"])
        """9.1: terrain on which mobile combat is possible."""
        rows = charts["air_support"]["rows"]
        self.air: dict[tuple[str, str], AirEffect] = {
            (marker, kind): AirEffect(row[kind]["german_lead"], row[kind]["allied_lead"])
            for marker, row in rows.items()
            for kind in (SET_PIECE, MOBILE)
        }
        self.reusable: dict[str, bool] = {marker: bool(row["reusable"]) for marker, row in rows.items()}
        self.interdiction: int = charts["air_support"]["interdiction"]["german_rp_per_marker"]
        self.first_turn_interdiction: bool = charts["air_support"]["turn_1"]["interdiction"]
        self.optional_hits: int = charts["retreat"]["optional_retreat_hits"]
        self.stuck_hits: int = charts["retreat"]["no_retreat_possible_hits"]
        self.from_attackers: int = charts["retreat"]["min_distance_from_attackers"]
        self.from_start: int = charts["retreat"]["min_distance_from_start"]
        self.distance: dict[str, tuple[int, int]] = {
            who: (int(least), int(most)) for who, (least, most) in charts["retreat"]["distance"].items()
        }
        """9.7: whose stack retreats how far, least and most."""
        self.extra_hexes: Mapping[str, Mapping[str, int]] = charts["advance"]["extra_hexes"]
        """9.8: state of the vacated hex -> type of unit -> hexes beyond it."""
        self.bridge_rows: dict[int, str] = {int(die): text for die, text in charts["bridge_demolition"]["rows"].items()}
        self.bridges: tuple[RhineBridge, ...] = tuple(
            RhineBridge(row["id"], row["west"], row["east"], row["name"]) for row in charts["rhine_bridges"]["rows"]
        )

    # ------------------------------------------------------------ 9.5, 9.6
    def passes(self, die: int, morale: int) -> bool:
        """9.5: the morale check of a lead unit: at most its adjusted morale."""
        return die <= morale

    def cell(self, mobile: bool, attack: bool, defence: bool) -> Cell:
        """9.6: the box where both checks cross."""
        return self.matrix[MOBILE if mobile else SET_PIECE, attack, defence]

    def band(self, attacker: int, defender: int) -> int:
        """Index of the strength ratio: the greatest that the exact fraction reaches."""
        reached = [n for n, b in enumerate(self.bands) if attacker * b.denominator >= b.numerator * defender]
        return reached[-1]

    def morale(self, terrain: str, mobile: bool) -> int:
        """9.4: what a kind of terrain, feature or hexside adds to the morale of the defending lead unit."""
        return int(self.terrain[terrain][MOBILE if mobile else SET_PIECE])

    def air_effect(self, marker: str, mobile: bool) -> AirEffect:
        """9.4: what an air marker does in a type of combat."""
        return self.air[marker, MOBILE if mobile else SET_PIECE]

    def blown(self, die: int) -> bool:
        """12.7: does this die blow the bridge?"""
        return self.bridge_rows[die] != INTACT


D6: Final = 6


def least(hits: int) -> int:
    """9.6: hits are never fewer than none."""
    return max(0, hits)


def halved(total: int) -> int:
    """11.5: half a strength, rounded up."""
    return -(-total // 2)


def _fraction(value: int | str) -> tuple[int, int]:
    over, _, under = str(value).partition("/")
    return int(over), int(under or 1)


def _band(row: Mapping[str, Any]) -> Band:
    over, under = _fraction(row["from"])
    return Band(row["label"], over, under, row["attacker_hits"], row["defender_hits"])


def _prove_bands(rows: list[Mapping[str, Any]]) -> None:
    """Every fraction has exactly one column: each begins where the one before ends, the first at 0, the last open."""
    edges = [(row["from"], row["below"]) for row in rows]
    whole = edges[0][0] == 0 and edges[-1][1] is None
    if not whole or any(below != after for (_, below), (after, _) in pairwise(edges)):
        raise EditionError(FILE, "strength_ratio.rows", "the columns have a gap", [list(edge) for edge in edges])
