"""The charts of Fortress Europa that are read all the time: terrain effects, movement allowance, crossing, weather."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.editions.edition import EditionError, halves
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.tables.charts import Rows

ALLOWANCE_CODES: Final = frozenset({"full", "half_up", "half_down", "1", "none"})
"""How the Movement Allowance Chart says what of a movement factor a unit has (5.4)."""


class Chart:
    """Terrain Effects Chart. Multipliers of combat factors are in halves: 1 = half, 2 = printed, 4 = doubled.

    stack     terrain -> units that may stack there (6.1)
    defence   terrain -> multiplier of defenders that are not armoured (16.1)
    """

    def __init__(self, charts: dict[str, Any]) -> None:
        effects: dict[str, Any] = charts["terrain_effects"]
        self.stack: dict[str, int] = {name: row["stack"] for name, row in effects["terrain"].items()}
        self.defence: dict[str, int] = {
            name: halves(row["defence"]) for name, row in effects["terrain"].items() if "defence" in row
        }
        self.city_defence: int = halves(effects["features"]["city"]["defence"])
        self.fortress_defence: int = halves(effects["features"]["fortress"]["defence"])
        self.river_defence: int = halves(effects["hexsides"]["river"]["defence"])
        self.landing_stack: dict[str, int] = charts["stacking"]["invasion_first_impulse"]
        """Terrain (and `inland_port`) -> units of a side in an invaded hex in the first impulse (12.7)."""
        self.stack_free: frozenset[str] = frozenset(charts["stacking"]["free"])
        """Types of unit without a stacking value (6.5)."""
        self.allowance: dict[tuple[int, str, str, int], str] = dict(_allowances(charts["movement_allowance"]))
        """(impulse, class, nationality of the counter, weather) -> code of the Movement Allowance Chart (5.4, 8.11)."""
        self.crossing: dict[str, dict[int, bool]] = {}
        """Column of the Crossing Chart (17.10.4) -> die -> does the unit cross?"""
        for die, row in charts["crossing"]["rows"].items():
            for column, result in row.items():
                self.crossing.setdefault(column, {})[int(die)] = result == "cross"


def _allowances(chart: dict[str, Any]) -> Iterator[tuple[tuple[int, str, str, int], str]]:
    groups: dict[str, list[str]] = chart["nationalities"]
    for row in chart["rows"]:
        for nationality in groups[row["nationality"]]:
            for name, word in f.WEATHER.items():
                code = row[name]
                if code not in ALLOWANCE_CODES:
                    where = f"movement_allowance.rows({row['impulse']}, {row['unit_class']}, {nationality}).{name}"
                    raise EditionError("charts.yaml", where, "not a code of the chart", code)
                yield (row["impulse"], row["unit_class"], nationality, word), code


class Weather:
    """The Weather Chart (4.3, 31.12, 33.1.4): die -> month -> weather, as the chart writes it."""

    NAME: Final = "weather"

    def __init__(self, chart: dict[str, Any]) -> None:
        self.rows: Rows[dict[str, str]] = Rows(f"{self.NAME}.rows", chart["rows"], dict)
        """A die beyond the ends reads the nearest row."""
        self.invasion_storm: tuple[int, ...] = tuple(chart["invasion_turn_2"]["storm_on"])
        """33.1.4: dice that are a storm in the second turn of the Invasion."""
