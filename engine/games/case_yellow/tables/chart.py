"""The charts as numbers: CRT, terrain effects, dice tables, limits. Read once from charts.yaml and proved whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.map.hexes import POINTY_NAMES
from hexledger.engine.tables.charts import Charts

FILE: Final = "charts.yaml"
PROHIBITED: Final = frozenset({"p", "x"})
RESULTS: Final = ("AE", "AL1", "ENG", "BL1", "DL1", "DR", "DE")


class Terrain(NamedTuple):
    """A line of the Terrain Effects Chart. `foot`, `motorized`: MP to enter, None where only a road leads in."""

    foot: int | None
    motorized: int | None
    shift: int
    stuka: int
    overrun: bool
    zoc: bool
    armour_shifts: bool
    waives: bool


class Result(NamedTuple):
    """A line of the results of the CRT (11.3e-g)."""

    attacker: int
    defender: int
    retreat: int


class Table(NamedTuple):
    """A table of one die: column -> row -> result, rows low .. high; dice beyond them read the end rows."""

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]
    low: int
    high: int

    def read(self, column: str, die: int) -> tuple[int, str]:
        """(row, result) of a modified die."""
        row = max(self.low, min(self.high, die))
        return row, self.rows[row][self.columns.index(column)]


class Chart(Charts):
    """All charts of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        super().__init__(charts)
        self.crt = _table(charts, "crt")
        self.faces = int(charts["die"]["sides"])
        self.odds: tuple[tuple[int, int], ...] = tuple(_odds(column) for column in self.crt.columns)
        self.results: dict[str, Result] = {
            code: Result(row.get("attacker_steps", 0), row.get("defender_steps", 0), row.get("retreat", 0))
            for code, row in charts["crt"]["results"].items()
        }
        self.corps_alone = int(charts["crt"]["results"]["AE"]["attacker_steps_if_only_one_corps"])
        if tuple(charts["crt"]["order_worst_to_best_for_attacker"]) != RESULTS:
            raise EditionError(FILE, "crt.order_worst_to_best_for_attacker", "must be the seven results of CY 11.3")
        caps = charts["crt_shift_caps"]
        self.german_cap = int(caps["net_max_german_favour"])
        self.allied_cap = int(caps["net_max_allied_favour"])
        effects = charts["terrain_effects"]
        self.terrain: dict[str, Terrain] = {name: _terrain(row) for name, row in effects["terrain"].items()}
        self.features: dict[str, Any] = effects["features"]
        self.works_shift = int(self.features["defensive_works"]["shift"])
        self.better_shift = int(self.features["better_defence"]["shift"])
        sides = effects["hexsides"]
        self.river_mp: dict[str, int] = {kind: int(sides[kind]["mp"]["plus"]) for kind in RIVERS}
        self.river_shift: dict[str, int] = {kind: int(sides[kind]["shift"]) for kind in RIVERS}
        self.interdicted_mp = int(sides["crossing"]["interdicted_extra"])
        other = effects["other_mp"]
        self.refugee_mp = int(other["refugee"]["extra"])
        self.forest_road_mp = int(other["forest_road_hex_with_other_motorized"]["total"])
        self.works_mp = int(charts["defensive_works_mp"]["mp"])
        self.road_mp = int(effects["links"]["road"]["mp"])
        self.tables: dict[str, Table] = {
            name: _table(charts, name)
            for name in (
                "interdiction",
                "stuka",
                "bridgehead",
                "eben_emael",
                "paradrop",
                "variable_vp",
                "air_availability",
            )
        }
        compass = charts["retreat_compass"]
        self.compass: dict[int, frozenset[int]] = {1: _directions(compass["german"]), 2: _directions(compass["allied"])}
        """Side -> directions of its retreat compass (2.1)."""
        self.flight: frozenset[int] = _directions(compass["refugee_flight"])


RIVERS: Final = ("minor_river", "major_river", "rhine")


def _table(charts: Mapping[str, Any], name: str) -> Table:
    chart = charts[name]
    rows: dict[int, tuple[str, ...]] = {}
    for key, row in chart["rows"].items():
        cells: Sequence[Any] = row if isinstance(row, list) else [row]
        rows[int(key)] = tuple(str(cell) for cell in cells)
    low, high = min(rows), max(rows)
    if sorted(rows) != list(range(low, high + 1)):
        raise EditionError(FILE, f"{name}.rows", "the rows have a gap", sorted(rows))
    if "range_modified" in chart and [low, high] != list(chart["range_modified"]):
        raise EditionError(FILE, f"{name}.rows", "do not cover range_modified", chart["range_modified"])
    return Table(tuple(chart["columns"]), rows, low, high)


def _odds(column: str) -> tuple[int, int]:
    left, _, right = column.partition(":")
    return int(left), int(right)


def _terrain(row: Mapping[str, Any]) -> Terrain:
    zoc = row.get("zoc_in", False)
    return Terrain(
        foot=_mp(row["mp"]["other"]),
        motorized=_mp(row["mp"]["motorized"]),
        shift=int(row["shift"]),
        stuka=int(row.get("stuka_drm", 0)),
        overrun=bool(row.get("overrun", False)),
        zoc=zoc is True,
        armour_shifts=bool(row.get("armour_shifts", True)),
        waives=bool(row.get("waives_second_retreat_hex", False)),
    )


def _mp(value: int | str) -> int | None:
    return None if value in PROHIBITED else int(value)


def _directions(names: Sequence[str]) -> frozenset[int]:
    return frozenset(POINTY_NAMES.index(name.upper()) for name in names)
