"""The Airborne Landing Table of an edition as a typed table (PB 1.53, 1.105)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hexledger.engine.tables.charts import Rows

PARACHUTE: Final = "parachute"
GLIDER: Final = "glider"

_DRMS: Final = {
    "target hex is bocage": "bocage",
    "target hex in an enemy ZOC": "enemy_zoc",
    "target hex next to a marsh hex or a marsh hexside": "marsh",
    "Commonwealth unit": "commonwealth",
}
_UNITS: Final = {"regiment 505/82": "82_us_505"}
RESULTS: Final = ("scattered", "reduced", "disorder_1", "disorder_2")


class AirborneTable:
    """Rows by modified die, a column for each kind of unit; the DRMs by cause. EditionError or ValueError for a chart
    that cannot be understood.

    drms   cause -> DRM
    units  counter id -> DRM of its own
    """

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self._rows: Rows[dict[str, tuple[str, ...]]] = Rows("airborne_landing.rows", chart["rows"], _cells)
        self.drms: dict[str, int] = dict.fromkeys(_DRMS.values(), 0)
        self.units: dict[str, int] = {}
        for row in chart["drm"]:
            when: str = row["when"]
            if when in _DRMS:
                self.drms[_DRMS[when]] = row["drm"]
            elif when in _UNITS:
                self.units[_UNITS[when]] = row["drm"]
            else:
                raise ValueError(f"airborne_landing.drm: {when!r} is not understood")

    def row(self, modified: int) -> int:
        """The row that a modified die reads."""
        return self._rows.held(modified)

    def results(self, column: str, row: int) -> tuple[str, ...]:
        """Results of a cell, in printed order."""
        return self._rows[row][column]


def _cells(printed: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    for result in (result for results in printed.values() for result in results):
        if result not in RESULTS:
            raise ValueError(f"{result!r} is no result")
    return {column: tuple(results) for column, results in printed.items()}
