"""Aircraft charts as numbers: availability, allocation, types, strafing, bombing (2.2.5, 5; cards 1A, 1B)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables.ground import Ground
from hexledger.engine.tables.charts import Rows

NOTHING: Final = "-"
RETURNED: Final = "returned"
KINDS: Final[tuple[str, ...]] = ("bomber", "fighter", "jet")
"""Columns of the strafing tables."""
_DISRUPTED: Final = "Disrupt 2"


class Allotment(NamedTuple):
    """5.4, 5.5: how the squadrons of a side are shared among corps HQs.

    fixed  HQ -> squadrons, where the rule fixes them (of those in play)
    least  HQ -> squadrons at least; the rest is free (5.4a)
    each   squadrons a corps, largest first, where the owner chooses which corps gets which number (5.5)
    """

    fixed: Mapping[str, int]
    least: Mapping[str, int]
    each: tuple[int, ...]


class AirChart:
    """All aircraft charts of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        self.available: dict[int, tuple[int, int]] = {
            calendar.number(turn): (int(row[0]), int(row[1]))
            for turn, row in charts["aircraft_available"]["rows"].items()
        }
        """5.2: turn -> squadrons of the Germans and of the Allies."""
        allocation = charts["aircraft_allocation"]
        self._allied: tuple[tuple[frozenset[int], Allotment], ...] = tuple(
            (frozenset(map(calendar.number, row["turns"])), _allotment(row)) for row in allocation["allied"]
        )
        self._german: dict[str, Allotment] = {name: _allotment(row) for name, row in allocation["german"].items()}
        self.mix: dict[str, tuple[str, ...]] = {
            name: tuple(row) for name, row in charts["aircraft_mix"]["rows"].items()
        }
        self._flies: Mapping[str, Mapping[str, Any]] = charts["tactical_aircraft"]["rows"]
        self.strafe: Rows[tuple[bool, ...]] = Rows(
            "strafe.rows", charts["strafe"]["rows"], lambda row: tuple(cell == _DISRUPTED for cell in row)
        )
        self.fire: Rows[tuple[bool, ...]] = Rows(
            "aa_return_fire.rows", charts["aa_return_fire"]["rows"], lambda row: tuple(cell == RETURNED for cell in row)
        )
        drms = charts["strafe"]["drm"], charts["aa_return_fire"]["drm"]
        self.heavy_aa = int(drms[0][0]["drm"])
        self.cover = int(drms[0][1]["drm"])
        self.fire_heavy = int(drms[1][0]["drm"])
        self.fire_light = int(drms[1][1]["drm"])
        self.bombed: Rows[str] = Rows("strategic_bombing.rows", charts["strategic_bombing"]["rows"], str)
        reach = charts["aircraft_reach"]
        self.reach = int(reach["hexes"])
        """5.7.1, 5.7.3, 5.9.1: hexes from the corps HQ."""
        self.british_rivers: frozenset[str] = frozenset(reach["british"]["rivers"])
        self.british_rows: tuple[int, int] = (int(reach["british"]["rows"][0]), int(reach["british"]["rows"][1]))
        self.bombing: frozenset[int] = frozenset(map(calendar.number, charts["strategic_bombing"]["turns"]))
        self.always_bombed: frozenset[str] = frozenset(charts["strategic_bombing"]["always"])

    def allotment(self, side: int, turn: int, campaign: bool) -> Allotment:
        """5.4, 5.5: how the squadrons of a turn are shared; nothing where none are available."""
        if turn not in self.available:
            return Allotment({}, {}, ())
        if side == 1:
            return self._german["campaign" if campaign else "army_scenario"]
        return next(row for turns, row in self._allied if turn in turns)

    def flies(self, turn: int, kind: str, die: int) -> bool:
        """5.3: does a squadron of a kind (`german_fighter`) fly?"""
        row = next(row for key, row in self._flies.items() if calendar.dated(turn, key))
        return die in row[kind]

    def types(self, side: int, squadrons: int) -> tuple[str, ...]:
        """5.2: types among which the squadrons of a turn are chosen."""
        return self.mix["german" if side == 1 else f"allied_{squadrons}"]


def west_of(ground: Ground, rivers: frozenset[str], rows: tuple[int, int]) -> frozenset[int]:
    """5.7.1b: hexes of these rows that lie no farther east than the west bank of a river in their row."""
    bank: dict[int, int] = {}
    for key, name in ground.river_name.items():
        if name in rivers:
            place = key // ground.n
            row, column = ground.row(place), ground.column(place)
            bank[row] = min(column, bank.get(row, column))
    first, last = rows
    return frozenset(
        p for p in range(ground.board.n_hexes)
        if first <= (row := ground.row(p)) <= last and row in bank and ground.column(p) <= bank[row]
    )  # fmt: skip


def _allotment(row: Mapping[str, Any]) -> Allotment:
    return Allotment(dict(row.get("fixed") or {}), dict(row.get("least") or {}), tuple(row.get("each") or ()))
