"""The charts as numbers, read once from charts.yaml. Movement costs are in quarters of a movement factor (G-D20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.tables.charts import Charts

FILE: Final = "charts.yaml"
MF: Final = 4
"""Quarters in a movement factor."""
PROHIBITED: Final = "P"
_REDUCTION: Final[Mapping[str, str]] = {
    "m4": "us_medium_tank_battalion",
    "brit_sherman": "british_tank_regiment",
    "m5": "us_light_tank_battalion",
    "m10": "us_td_battalion_sp",
    "m18": "us_td_battalion_sp",
    "m36": "us_td_battalion_sp",
    "panther": "panther_company",
    "tiger1": "tiger1_company",
    "tiger2": "tiger2_company",
    "jagdpanther": "jagdpanther_company",
    "jagdtiger": "jagdtiger_company",
    "armoured_infantry": "non_afv_cf6",
    "infantry": "non_afv_cf6",
}


class Ford(NamedTuple):
    """30.2: extra cost of a ford in quarters (None: not at all), and whether an engineer must help."""

    cost: int | None
    engineer: bool


class Chart(Charts):
    """All charts of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        super().__init__(charts)
        off = charts["movement_offroad"]
        columns = off["columns"]
        self.off_road: dict[str, dict[str, dict[str, int | None]]] = {
            ground: {
                cls: {terrain: quarters(cell) for terrain, cell in zip(columns, row, strict=True)}
                for cls, row in rows.items()
            }
            for ground, rows in off["rows"].items()
        }
        """Ground -> movement class -> terrain -> cost, None where it is prohibited (29.4)."""
        self.on_road: dict[str, dict[str, dict[str, int]]] = {
            ground: {cls: dict(zip(ROADS, map(_cost, row), strict=True)) for cls, row in rows.items()}
            for ground, rows in charts["movement_road"]["rows"].items()
        }
        """Ground -> class -> kind of road -> cost (29.5)."""
        water = charts["movement_water"]
        self.water: dict[str, dict[str, dict[str, int | None]]] = {
            kind: {
                ground: dict(zip(water["columns"], map(quarters, rows.get(ground, rows.get("any", ()))), strict=True))
                for ground in self.on_road
            }
            for kind, rows in water["rows"].items()
        }
        """Kind of water -> ground -> class -> extra cost of an unbridged hexside, None: prohibited (30.1)."""
        fords = charts["fords"]
        self.fords: dict[str, dict[str, Ford]] = {
            ground: {
                cls: Ford(quarters(cost), bool(help_))
                for cls, (cost, help_) in zip(fords["columns"], rows, strict=True)
            }
            for ground, rows in fords["rows"].items()
        }
        self.strategic: dict[str, dict[str, int]] = {
            who: dict(zip(ROADS, map(_cost, row), strict=True)) for who, row in charts["strategic_road"]["rows"].items()
        }
        self.jam: dict[str, dict[str, dict[str, int]]] = {
            turn: {cls: dict(zip(ROADS, map(_cost, row), strict=True)) for cls, row in rows.items()}
            for turn, rows in charts["traffic_jam"]["rows"].items()
        }
        self.interdiction: dict[str, tuple[int, int]] = {
            cls: (_cost(row[0]), _cost(row[1])) for cls, row in charts["interdiction"]["rows"].items()
        }
        """Class -> extra cost of an interdicted (forest, other) hex (5.8)."""
        zoc = charts["zoc"]
        self.zoc: dict[str, frozenset[str]] = {
            row: frozenset(column for column, cell in zip(zoc["columns"], cells, strict=True) if cell)
            for row, cells in zoc["rows"].items()
        }
        """Row of the ZOC chart -> columns into which such a unit exerts its ZOC (25.1)."""
        self.points: dict[str, dict[str, int | None]] = {
            row: {
                column: None if cell == PROHIBITED else int(cell)
                for column, cell in zip(charts["bridge_points"]["columns"], cells, strict=True)
            }
            for row, cells in charts["bridge_points"]["rows"].items()
        }
        self.bridge_limit = int(charts["bridge_points"]["limit"])
        self.heavy_guns: frozenset[str] = frozenset(map(str, charts["bridge_points"]["heavy_guns"]))
        """30.3: calibres of towed American guns that no B bridge bears."""
        self.track: dict[int, Mapping[str, Any]] = {
            calendar.number(turn): row for turn, row in charts["turn_track"]["rows"].items()
        }
        """Turn -> ground and weather of the turn record track (3.2, 3.3)."""
        self.fuel: dict[str, dict[int, str]] = {
            column: {int(die): row[at] for die, row in charts["fuel_shortage"]["rows"].items()}
            for at, column in enumerate(charts["fuel_shortage"]["columns"])
        }
        self.fuel_formations: tuple[str, ...] = tuple(charts["fuel_shortage"]["formations"])
        self.dumps: dict[str, dict[str, int]] = {
            name: dict(zip(map(str, charts["us_dumps"]["columns"]), row, strict=True))
            for name, row in charts["us_dumps"]["rows"].items()
        }
        self.events: dict[int, str] = {
            int(die): row["id"] for die, row in charts["german_random_events"]["rows"].items()
        }

    def reduction(self, kind: str, steps: int) -> tuple[tuple[int, int], ...]:
        """2.11, 2.12: (attack, defence) by lost steps, for units with more steps than their counter has sides."""
        name = _REDUCTION.get(kind, "")
        if steps <= len(SIDES) or not name:
            return ()
        return tuple(split(cell) for cell in self.data["step_reduction"]["rows"][name])

    def die(self, chart: str, total: int) -> tuple[int, Any]:
        """(row, entry) of a chart of one column by a modified die; beyond the ends the end rows are read."""
        rows: Mapping[Any, Any] = self.data[chart]["rows"]
        numbers = sorted(int(row) for row in rows)
        row = min(max(total, numbers[0]), numbers[-1])
        return row, next(entry for key, entry in rows.items() if int(key) == row)


ROADS: Final = ("main_road", "minor_road")
SIDES: Final = ("front", "back")


def quarters(cell: Any) -> int | None:
    """A cost as charts print it (`2`, `+2`, 0.5, `1/2`, `P`) in quarters; None for prohibited."""
    if cell == PROHIBITED:
        return None
    text = str(cell).removeprefix("+")
    whole, slash, part = text.partition("/")
    if slash:
        return int(whole) * MF // int(part)
    left, _, decimals = text.partition(".")
    return int(left) * MF + {"": 0, "0": 0, "25": 1, "5": 2, "75": 3}[decimals]


def _cost(cell: Any) -> int:
    found = quarters(cell)
    if found is None:
        raise EditionError(FILE, "movement", "a cost is wanted", cell)
    return found


def split(cell: int | str) -> tuple[int, int]:
    """`7/(9)` is 7 in attack and 9 in defence; a plain number is both."""
    attack, slash, defence = str(cell).partition("/")
    return int(attack), int(defence.strip("()")) if slash else int(attack)


def columns(rows: Sequence[Any]) -> tuple[str, ...]:
    """Names of columns as texts."""
    return tuple(map(str, rows))
