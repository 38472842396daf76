"""The Combat Results Table (14.12, 15.1-15.3): the one reader of its columns, cells and results."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.tables.charts import Rows

ALL_STEPS: Final = -1
"""Steps of a loss that takes every unit of the side."""


class Loss(NamedTuple):
    """What a result asks of one side: steps (ALL_STEPS: every unit), and hexes of retreat, at least and most."""

    steps: int
    shortest: int
    longest: int


class Result(NamedTuple):
    """FE 15.3: what a code asks of both sides."""

    attacker: Loss
    defender: Loss


class Crt:
    """The table by die (row) and odds (column); columns count from 0, the worst for the attacker first.

    columns   labels of the columns           low, high   rows: a die beyond them reads the nearest (15.2)
    results   code -> what it asks            merit       code -> rank, 0 the worst for the attacker
    """

    def __init__(self, charts: dict[str, Any]) -> None:
        chart: dict[str, Any] = charts["crt"]
        self.columns: tuple[str, ...] = tuple(chart["columns"])
        low, high = chart["die_range"]
        self.low: int = low
        self.high: int = high
        self._rows: Rows[tuple[str, ...]] = Rows(
            "crt.rows",
            {die: chart["rows"].get(str(die)) for die in range(low, high + 1)},
            lambda row: tuple(row[column] for column in self.columns),
        )
        self._check(chart)
        self._column_of: dict[str, int] = {
            ratio: self._column(ratio, label) for ratio, label in charts["odds"]["column_of"].items()
        }
        self.results: dict[str, Result] = {
            code: Result(_loss(row, "att"), _loss(row, "def")) for code, row in chart["results"].items()
        }
        self.merit: dict[str, int] = {code: rank for rank, code in enumerate(chart["severity_order"])}

    def _check(self, chart: dict[str, Any]) -> None:
        for die in self._rows:
            for column, code in zip(self.columns, self._rows[die], strict=True):
                if code not in chart["results"] or code not in chart["severity_order"]:
                    problem = "not a result of the table (crt.results, crt.severity_order)"
                    raise EditionError("charts.yaml", f"crt.rows.{die}.{column}", problem, code)

    def _column(self, ratio: str, label: str) -> int:
        if label not in self.columns:
            raise EditionError("charts.yaml", f"odds.column_of.{ratio}", "no such column of the table", label)
        return self.columns.index(label)

    def column_of(self, ratio: str) -> int:
        """FE 15.1: number of the column of odds such as `3-1`."""
        return self._column_of[ratio]

    def held(self, die: int) -> int:
        """FE 15.2: the row that a modified die reads."""
        return self._rows.held(die)

    def code(self, die: int, column: int) -> str:
        """FE 15.2: the result of a die, however it was modified, in a column."""
        return self._rows.at(die)[column]


def _loss(row: dict[str, Any], who: str) -> Loss:
    steps, hexes = row[f"{who}_steps"], row[f"{who}_retreat"]
    shortest, longest = hexes if isinstance(hexes, list | tuple) else (hexes, hexes)
    return Loss(ALL_STEPS if steps == "all" else int(steps), shortest, longest)
