"""The Bombardment Table of an edition as a typed table (16.42, 16.43, 17.22, 18.22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.june_6.tables.combat import Result, parse_result
from hexledger.engine.tables.charts import Rows

_DRMS: Final = {
    "second air or naval marker in the mission": "second_marker",
    "US corps TOT": "tot",
    "German Nebelwerfer": "nebelwerfer",
    "printed strongpoint hex": "strongpoint",
}
_TERRAIN: Final = "target hex is "


class BombardmentTable:
    """Rows by modified die; the DRMs by cause. ValueError for a chart that cannot be understood."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self._rows: Rows[tuple[Result, ...]] = Rows(
            "bombardment.rows", chart["rows"], lambda results: tuple(parse_result(text) for text in results)
        )
        self.drms: dict[str, int] = dict.fromkeys(_DRMS.values(), 0)
        self.terrain: dict[str, int] = {}
        """Terrain of the target hex -> DRM."""
        for row in chart["drm"]:
            when: str = row["when"]
            if when in _DRMS:
                self.drms[_DRMS[when]] = row["drm"]
            elif when.startswith(_TERRAIN):
                for terrain in when.removeprefix(_TERRAIN).split(" or "):
                    self.terrain[terrain] = row["drm"]
            else:
                raise ValueError(f"bombardment.drm: {when!r} is not understood")

    def row(self, modified: int) -> int:
        """The row that a modified die reads."""
        return self._rows.held(modified)

    def results(self, row: int) -> tuple[Result, ...]:
        """Results of a row, in printed order."""
        return self._rows[row]
