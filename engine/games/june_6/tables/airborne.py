"""The Airborne Landing Table of an edition as a typed table (PB 1.53, 1.105)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
    """Rows by modified die, a column for each kind of unit; the DRMs by cause. ValueError for a chart that cannot be
    understood.

    drms   cause -> DRM
    units  counter id -> DRM of its own
    """

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self._rows: dict[int, dict[str, tuple[str, ...]]] = {
            int(row): {column: tuple(results) for column, results in cells.items()}
            for row, cells in chart["rows"].items()
        }
        self.first, self.last = min(self._rows), max(self._rows)
        if sorted(self._rows) != list(range(self.first, self.last + 1)):
            raise ValueError("the airborne landing table has gaps")
        for cells in self._rows.values():
            for result in (result for results in cells.values() for result in results):
                if result not in RESULTS:
                    raise ValueError(f"airborne_landing: {result!r} is no result")
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
        """The row that a modified die reads: the end rows catch everything beyond them."""
        return max(self.first, min(self.last, modified))

    def results(self, column: str, row: int) -> tuple[str, ...]:
        """Results of a cell, in printed order."""
        return self._rows[row][column]
