"""The turn record track: weekly turns, four to a month, and the appearance groups printed on it (4.1, 26.1)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.editions.edition import EditionError

MONTHS: Final = (
    *("", "January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
CHART_MONTHS: Final = {"April": "March", "May": "March"}
"""FE 31.17: months beyond the charts use the March column."""


class Calendar:
    """Turns are numbered from 1 (June I 1944); names are as printed."""

    def __init__(self, chart: dict[str, Any]) -> None:
        self.names: tuple[str, ...] = tuple(row["id"] for row in chart["turns"])
        self._numbers = {name: number for number, name in enumerate(self.names, 1)}
        self._months = tuple(MONTHS.index(row["month"]) for row in chart["turns"])
        self._weeks = tuple(("I", "II", "III", "IV").index(row["week"]) + 1 for row in chart["turns"])

    def number(self, name: str) -> int:
        """Number of a turn by its name; EditionError for a name that is not on the track."""
        try:
            return self._numbers[name]
        except KeyError:
            raise EditionError("charts.yaml", "turn_track.turns", "no such turn", name) from None

    def name(self, turn: int) -> str:
        """Name of a turn, `-` for none."""
        return self.names[turn - 1] if 1 <= turn <= len(self.names) else "-"

    def month(self, turn: int) -> int:
        """Month of a turn, 1 January to 12 December; 0 outside the track."""
        return self._months[turn - 1] if 1 <= turn <= len(self._months) else 0

    def week(self, turn: int) -> int:
        """Week of a turn in its month, 1 to 4; 0 outside the track."""
        return self._weeks[turn - 1] if 1 <= turn <= len(self._weeks) else 0

    def chart_month(self, turn: int) -> str:
        """Name of the month whose chart column holds for a turn (31.17)."""
        name = MONTHS[self.month(turn)]
        return CHART_MONTHS.get(name, name)
