"""The Victory Point Chart (PB 2.81, 2.82): what each objective is worth in the turn in which it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.edition import EditionError

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

NEVER: Final = "never"
"""Column for objectives that are never taken."""


class Objective(msgspec.Struct, frozen=True):
    """One row of the chart.

    word    number of its name
    hexes   hexes that must all be Allied
    points  victory points by the calendar number of the turn of capture
    never   victory points when it is never taken
    """

    word: int
    hexes: frozenset[int]
    points: tuple[int, ...]
    never: int

    def worth(self, turn: int) -> int:
        """PB 2.82: victory points when it falls in a turn of the calendar; nothing after the chart's last column."""
        return self.points[turn - 1] if 1 <= turn <= len(self.points) else 0


class VictoryChart:
    """All objectives in the order of the chart; `of_hex`: hex -> objectives that it belongs to; `hexes`: all hexes."""

    def __init__(self, game: Box[Any]) -> None:
        chart: dict[str, Any] = game.edition.charts["victory_points"]
        columns: list[str] = chart["columns"]
        if columns[-1] != NEVER or tuple(columns[:-1]) != game.calendar[: len(columns) - 1]:
            raise EditionError("charts.yaml", "victory_points.columns", "turns of the calendar, then never, are wanted")
        found = []
        for name, row in chart["objectives"].items():
            if len(row) != len(columns):
                raise EditionError(
                    "charts.yaml", f"victory_points.objectives.{name}", f"{len(columns)} values are wanted"
                )
            hexes = game.board.in_area(f"objective_{name}")
            found.append(Objective(game.words[f"objective.{name}"], hexes, tuple(row[:-1]), row[-1]))
        self.objectives: tuple[Objective, ...] = tuple(found)
        self.hexes: frozenset[int] = frozenset().union(*(objective.hexes for objective in found))
        self.of_hex: dict[int, tuple[Objective, ...]] = {
            place: tuple(objective for objective in found if place in objective.hexes) for place in sorted(self.hexes)
        }
