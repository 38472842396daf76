"""Terrain Effects Chart of June 6 (8.4, 12.59a) as tables. Movement is counted in half points."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.editions.edition import halves

MP: Final = 2
"""Half points to a movement point; the chart's smallest cost is 1/2 (8.23b)."""


def _halves(value: Any) -> int | None:
    """A chart cost in half points, `+1` as 1; None = prohibited (any word). ValueError when it is finer than a half."""
    text = str(value).lstrip("+")
    return halves(text) if text[:1].isdigit() else None


class Terrain:
    """The chart's costs in half points; None = prohibited. Index 0 foot, 1 motorized."""

    def __init__(self, chart: dict[str, Any]) -> None:
        hexes: dict[str, Any] = chart["hexes"]
        self.hex_cost: dict[str, tuple[int | None, int | None]] = {
            name: (_halves(row["foot"]), _halves(row["motorized"])) for name, row in hexes.items()
        }
        self.hex_drm: dict[str, int] = {name: row["combat_drm"] for name, row in hexes.items()}
        self.armor_cap: dict[str, int] = {
            name: row["armor_drm_cap"] for name, row in hexes.items() if "armor_drm_cap" in row
        }
        self.ambush: frozenset[str] = frozenset(name for name, row in hexes.items() if row.get("ambush"))
        self.haven: frozenset[str] = frozenset(name for name, row in hexes.items() if row.get("retreat_haven"))
        self.no_motorized_zoc: frozenset[str] = frozenset(
            name for name, row in hexes.items() if row.get("no_motorized_zoc")
        )
        self.no_drop: frozenset[str] = frozenset(name for name, row in hexes.items() if row.get("no_drop"))
        """Terrain in which no parachutist comes down (PB 1.51)."""
        sides: dict[str, Any] = chart["hexsides"]
        self.side_drm: dict[str, int] = {name: row["combat_drm"] for name, row in sides.items()}
        self.great: frozenset[str] = frozenset(name for name, row in sides.items() if "forced_crossing_drm" in row)
        """Hexsides that need a bridge or engineers: great rivers and canals."""
        self.side_cost: dict[str, tuple[int | None, int | None]] = {}
        for name, row in sides.items():
            if name not in self.great:
                self.side_cost[name] = (_halves(row["foot"]), _halves(row["motorized"]))
        self.commando_cost: dict[str, int] = {
            name: _halves(row["commando"]) or 0 for name, row in sides.items() if "commando" in row
        }
        self.assisted_cost: int = 2 * MP
        """Foot over a great river or canal without a bridge, with engineers (20.24)."""
        roads: dict[str, Any] = chart["roads"]
        self.road_cost: dict[str, tuple[int | None, int | None]] = {}
        self.road_sm: dict[str, tuple[int | None, int | None, int | None]] = {}
        """road -> strategic movement cost of foot, motorized, bicycle (8.23b)."""
        for name, row in roads.items():
            if "foot" in row:
                self.road_cost[name] = (_halves(row["foot"]), _halves(row["motorized"]))
                self.road_sm[name] = (_halves(row["sm_foot"]), _halves(row["sm_motorized"]), _halves(row["sm_bicycle"]))
